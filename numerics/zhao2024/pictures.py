"""The data of the experiments: scikit-learn's handwritten digits, 1,797 grey pictures of 8 x 8 pixels.

Three pixels are blank in every picture; the 61 others are the features.  Raw values are integers, so that ranks are
exact.  Whitened features are centred and multiplied by the inverse root of their covariance, which makes the
covariance the identity.
"""

from __future__ import annotations

from functools import lru_cache

import torch
from flint import fmpz_mat, nmod_mat
from torch import Tensor

from lemmata.linalg.characteristic import rank

SIDE = 8
PRIME = 2**31 - 1
DESCRIPTION = "scikit-learn's handwritten digits, 1,797 pictures of 8 x 8 pixels, the 61 pixels that are not always 0"


@lru_cache(maxsize=1)
def _whole() -> tuple[Tensor, tuple[int, ...]]:
    try:
        from sklearn.datasets import load_digits
    except ImportError as error:
        raise ImportError(
            "the digits are scikit-learn's, which is not installed: `pip install scikit-learn`"
        ) from error
    grey = torch.from_numpy(load_digits().data).round().to(torch.int64)
    kept = tuple(int(i) for i in (grey.amax(0) > grey.amin(0)).nonzero()[:, 0])
    return grey[:, list(kept)], kept


def features() -> Tensor:
    """Grey values 0 to 16 of the pixels that vary, int64, (pictures, 61)."""
    return _whole()[0]


def varying() -> tuple[int, ...]:
    """Places of those pixels among the 64, row by row."""
    return _whole()[1]


def modular_rank(rows: Tensor) -> int:
    """Rank modulo the prime 2^31 - 1 of an int64 matrix: at most its rank over the rationals."""
    entries = rows.remainder(PRIME)
    return int(nmod_mat(entries.shape[0], entries.shape[1], entries.reshape(-1).tolist(), PRIME).rank())


def exact_rank(rows: Tensor) -> int:
    """Rank over the rationals of an int64 matrix; modulo a prime first, since full rank there is full rank."""
    modular = modular_rank(rows)
    return modular if modular == min(rows.shape) else int(rank(fmpz_mat(rows.tolist())))


def centred(rows: Tensor) -> Tensor:
    """Integer rows less their mean, times the number of rows, so that they stay integers."""
    return len(rows) * rows - rows.sum(0)


def _of_full_rank(rows: Tensor) -> None:
    gram = rows.T @ rows  # exact: below 2**63 for grey values times 1,797 pictures; its rank is that of the rows
    if exact_rank(gram) < rows.shape[1]:
        raise ArithmeticError(f"the {rows.shape[1]} features are linearly dependent")


@lru_cache(maxsize=1)
def raw_factor() -> Tensor:
    """F of shape (61, 61) with F F^T the second-moment matrix of the raw features; of full rank, checked exactly."""
    rows = features()
    _of_full_rank(rows)
    wide = rows.to(torch.float64)
    return torch.linalg.qr(wide / len(rows) ** 0.5, mode="r").R.T.contiguous()


@lru_cache(maxsize=1)
def whitened() -> Tensor:
    """Whitened features (pictures, 61): mean 0, covariance the identity up to rounding; full rank, checked exactly."""
    rows = features()
    _of_full_rank(centred(rows))
    wide = rows.to(torch.float64)
    wide = wide - wide.mean(0)
    values, vectors = torch.linalg.eigh(wide.T @ wide / len(rows))
    return wide @ (vectors / values.sqrt()) @ vectors.T
