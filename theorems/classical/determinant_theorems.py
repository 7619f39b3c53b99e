"""Letters of the rows of `determinant.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    Orthogonal,
    PositiveDefinite,
    Psd,
)

K, L = Psd("K", n), Psd("L", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
Q = Orthogonal("Q", n)
