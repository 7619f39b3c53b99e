"""Letters of the rows of `stochastic.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    Nonnegative,
    Scalar,
    diag,
    ones,
)
from lemmata.theorems.language.columns import Entries

X, Y = Nonnegative("X", n, n), Nonnegative("Y", n, n)
t = Scalar("t", 0, 1)
e = ones(n, 1)
S, U = (diag(1 / Entries(Z @ e)) @ Z for Z in (X, Y))
