"""Letters of the rows of `function.toml`, for proofs in Python."""

from lemmata.theorems.classical import n, q, r
from lemmata.theorems.language import (
    Nonnegative,
    PositiveDefinite,
    Psd,
    Vector,
)

K, L = Psd("K", n), Psd("L", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
X, Y = Nonnegative("X", n, n), Nonnegative("Y", n, n)
x, y = Vector("x", r), Vector("y", q)
