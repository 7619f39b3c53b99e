"""Definiteness of rational symmetric matrices, decided exactly."""

from __future__ import annotations

from flint import fmpq_mat

from lemmata.linalg import ball_spectra
from lemmata.linalg.characteristic import is_psd, rank
from lemmata.linalg.rational_functions import diagonal_of

ENCLOSURE_BITS = (64, 256)


def positive_semidefinite(A: fmpq_mat) -> bool:
    """Whether a rational symmetric matrix has no negative eigenvalue.

    Large matrices are settled by enclosures (with exact zeros counted by the rank) where these suffice, else by the
    exact inertia.
    """
    diagonal = diagonal_of(A)
    if diagonal is not None:
        return all(x >= 0 for x in diagonal)
    if A.nrows() > ball_spectra.EXACT_LIMIT:
        for bits in ENCLOSURE_BITS:
            values = ball_spectra.symmetric_eigenvalues(A, bits)
            if all(x >= 0 for x in values):
                return True
            if any(x < 0 for x in values):
                return False
    return is_psd(A)


def positive_definite(A: fmpq_mat) -> bool:
    """Whether a rational symmetric matrix has positive eigenvalues only."""
    return positive_semidefinite(A) and rank(A) == A.nrows()
