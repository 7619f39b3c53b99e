"""Letters of the rows of `norm.toml`, for proofs in Python."""

from lemmata.theorems.classical import T, n, q, r
from lemmata.theorems.language import (
    Matrix,
    Orthogonal,
    relu,
)

Q = Orthogonal("Q", n)
W = Matrix("W", r, q)

absolute = relu(T) + relu(-T)
