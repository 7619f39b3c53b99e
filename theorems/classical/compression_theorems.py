"""Letters of the rows of `compression.toml`, for proofs in Python."""

from lemmata.theorems.classical import A
from lemmata.theorems.language import (
    Dim,
    Index,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Psd,
    Scalar,
    StackOver,
    Symmetric,
    Unit,
    Vector,
)

i = Index("i")


n = A.shape[0]
m = Dim("m", 1, n)
first = StackOver(i, 1, m, Unit(n, i).T)
leading = first @ A @ first.T
low = Dim("a", 1, n)
high = Dim("b", low, n)
chosen = StackOver(i, low, high, Unit(n, i).T)
K, D, E = Psd("K", n), PositiveDefinite("D", n), PositiveDefinite("E", n)

o = Dim("n", 2)
f = Dim("k", 1, o - 1)
G, H, J = Psd("G", o), PositiveDefinite("H", o), Symmetric("J", o)
upper, lower = StackOver(i, 1, f, Unit(o, i).T), StackOver(i, f + 1, o, Unit(o, i).T)

Q = Orthogonal("Q", n)
mu = Scalar("mu")
L = Matrix("L", n, n)
x, y = Vector("x", n), Vector("y", n)
