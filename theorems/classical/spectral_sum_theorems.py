"""Letters of the rows of `spectral_sum.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    Psd,
)

K = Psd("K", n)
