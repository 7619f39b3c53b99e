"""Letters of the rows of `blocks.toml`, for proofs in Python."""

from lemmata.theorems.classical import T, q
from lemmata.theorems.language import (
    Dim,
    Index,
    Matrix,
)
from lemmata.theorems.language.families import VStack

p = Dim("p")
S = Matrix("S", p, q)
stacked = VStack(T, S)


i, j, several = Index("i"), Index("j"), Dim("n", 2)


h = Dim("h")
Z = Matrix("Z", p * q, h)
