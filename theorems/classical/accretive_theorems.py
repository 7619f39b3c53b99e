"""Letters of the rows of `accretive.toml`, for proofs in Python."""

from lemmata.theorems.classical import n, q, r
from lemmata.theorems.language import (
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Scalar,
    Vector,
)
from lemmata.theorems.language.domains import DiagonalMatrices, Positive

K, D = Psd("K", n), PositiveDefinite("D", n)
Q, R = Orthogonal("Q", n), Orthogonal("R", n)
F, G = Projection("F", n), Projection("G", n)
S = Matrix("S", r, q)
L, V = Matrix("L", n, n), Matrix("V", domain=DiagonalMatrices(n))
g = Scalar("g", domain=Positive())
u = Vector("u", r)
X, Y = Q @ F @ Q.T, R @ G @ R.T
