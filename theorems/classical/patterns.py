"""Letters of the rows of `patterns.toml`, for proofs in Python."""

from lemmata.theorems.classical import P, n
from lemmata.theorems.classical.entries import D, eta, m
from lemmata.theorems.language import (
    ActivationPattern,
    Dim,
    Id,
    Index,
)

changed = Id(n) - D  # diagonal, m entries 1 - eta
same = D - eta * Id(n)  # diagonal, n - m entries 1 - eta

hidden = Dim("m", 1, n)
deleted = ActivationPattern("D", hidden, n, 0)


relu, j = ActivationPattern("D", m, n, 0), Index("j")
product = P @ relu

few = Dim("m", 0, n - 1)
deleting = ActivationPattern("D", few, n, 0)
some = P @ deleting


whole = Dim("m", 0)
