"""Letters of the rows of `regular.toml`, for proofs in Python."""

from lemmata.theorems.classical import q, r
from lemmata.theorems.language import Dim, Matrix

p = Dim("p")
X, Y = Matrix("X", r, q), Matrix("Y", q, p)
A, C = Matrix("A", r, q), Matrix("C", r, q)
S = Matrix("S", r, r)


B, D = Matrix("B", r, r), Matrix("D", r, r)
