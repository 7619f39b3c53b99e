"""Letters of the rows of `matrix_function.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    Orthogonal,
    Scalar,
)

t = Scalar("t", 0, 1)
Q = Orthogonal("Q", n)
