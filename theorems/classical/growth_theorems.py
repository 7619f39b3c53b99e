"""Letters of the rows of `growth.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    PositiveDefinite,
    Scalar,
    Vector,
)
from lemmata.theorems.language.domains import Positive

D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
y = Vector("y", n)
t = Scalar("t", 0, 1)
g = Scalar("g", domain=Positive())
