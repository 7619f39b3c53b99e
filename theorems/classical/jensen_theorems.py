"""Letters of the rows of `jensen.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    Diagonal,
    Dim,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Psd,
    Scalar,
)

D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
K, L = Psd("K", n), Psd("L", n)
t = Scalar("t", 0, 1)
m = Dim("m", 1, n)
V = Matrix("V", n, m)
F, Q = Diagonal("F", n), Orthogonal("Q", n)
