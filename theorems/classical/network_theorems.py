"""Letters of the rows of `network.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    Dim,
    Index,
    Layers,
    Matrix,
    PositiveDefinite,
    Psd,
    Scalar,
    Vector,
)
from lemmata.theorems.language.domains import Positive

K, D = Psd("K", n), PositiveDefinite("D", n)
m = Dim("m")
V, N = Matrix("V", n, m), Matrix("N", m, m)
y = Vector("y", n)
a, t, g = Scalar("a"), Scalar("t"), Scalar("g", domain=Positive())
depth = Dim("L")
family, links = Layers("W", depth, Dim("d"), m, Dim("k")), Layers("W", depth, n, n, n)
layer = Index("l")
