"""Letters of the rows of `definite.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    PositiveDefinite,
    Vector,
)

D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
y = Vector("y", n)
