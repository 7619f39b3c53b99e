"""Letters of the rows of `schatten.toml`, for proofs in Python."""

from lemmata.theorems.classical import n, q, r
from lemmata.theorems.language import (
    Dim,
    Index,
    Matrix,
    Orthogonal,
    Projection,
    Scalar,
    Signs,
)

k = Dim("k")
S, U = Matrix("S", r, q), Matrix("U", q, k)
p, a, b = Scalar("p"), Scalar("a"), Scalar("b")
Q, W = Orthogonal("Q", r), Orthogonal("W", n)
few, i = Dim("k", 1, n), Index("i")

V, F = Signs("V", n), Projection("F", n)
