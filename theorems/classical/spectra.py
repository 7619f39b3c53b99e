"""Letters of the rows of `spectra.toml`, for proofs in Python."""

from typing import Any

from lemmata.theorems.language import (
    Unit,
    kron,
)


def dilated(M: Any) -> Any:
    """The symmetric matrix, twice as large, with a square matrix and its transpose off the diagonal."""
    return kron(Unit(2, 1) @ Unit(2, 2).T, M) + kron(Unit(2, 2) @ Unit(2, 1).T, M.T)
