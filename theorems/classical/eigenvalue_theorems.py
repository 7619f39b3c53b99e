"""Letters of the rows of `eigenvalue.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    Dim,
    Index,
    PositiveDefinite,
    Psd,
    Scalar,
    SkewSymmetric,
    Vector,
)

i, k = Index("i"), Dim("k", 1, n)
t = Scalar("t", 0, 1)
K, L = Psd("K", n), Psd("L", n)  # positive semidefinite
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
N = SkewSymmetric("N", n)
y = Vector("y", n)
