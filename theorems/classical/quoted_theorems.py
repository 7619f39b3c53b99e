"""Letters of the rows of `quoted.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    Orthogonal,
    PositiveDefinite,
    Scalar,
)

Q = Orthogonal("Q", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
t = Scalar("t", 0, 1)
