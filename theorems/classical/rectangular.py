"""Letters of the rows of `rectangular.toml`, for proofs in Python."""

from lemmata.theorems.classical import q, r
from lemmata.theorems.language import (
    Dim,
    Index,
    Matrix,
    StackOver,
    Unit,
    Vector,
)

k = Dim("k")
U, S = Matrix("U", q, k), Matrix("S", r, q)
c, i = Vector("c", r), Index("i")


y = Vector("y", q)

n = Dim("n")
x, z = Vector("x", n), Vector("y", n)


def rows(X: Matrix) -> StackOver:
    """The rows of a matrix below each other, as one column."""
    return StackOver(i, 1, X.shape[0], X.T @ Unit(X.shape[0], i))
