"""Degenerate matrices first: all tuples of small numbers, and a list of canonical forms.

Counterexamples found here are ready to show: few non-zeros, small integers, exact entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor


def sparse_first(values: Sequence[int], count: int) -> Tensor:
    """All tuples of `count` values, (number, count): fewer non-zero entries first, then in the order of the values.

    Raises ValueError where 0 is not among the values, or one of them is there twice.
    """
    table = [0, *(v for v in values if v)]
    if len(set(table)) != len(values):
        raise ValueError(f"the values must be distinct and hold 0: {values}")
    digits = torch.cartesian_prod(*[torch.arange(len(table))] * count).view(-1, count)
    fewest = (digits > 0).sum(1).argsort(stable=True)
    return torch.tensor(table, dtype=torch.float64)[digits[fewest]]


class CanonicalForm(NamedTuple):
    """A named matrix (rows, cols), every entry an exact integer or dyadic rational."""

    name: str
    matrix: Tensor


def canonical_forms(
    rows: int, cols: int, *, device: torch.device | str = "cpu", dtype: torch.dtype = torch.float64
) -> tuple[CanonicalForm, ...]:
    """The classical extreme matrices of this shape, most degenerate first, each matrix once under its first name.

    A rectangle takes the leading block of the form of order max(rows, cols). Raises ValueError for a size below 1.
    """
    if min(rows, cols) < 1:
        raise ValueError(f"rows and cols must be at least 1, not {rows}, {cols}")
    n = max(rows, cols)
    i = torch.arange(n)
    row, col = i[:, None], i[None, :]
    eye = torch.eye(n, dtype=torch.float64)
    zero = torch.zeros_like(eye)
    ones = torch.ones_like(eye)
    superdiagonal = (col == row + 1).to(torch.float64)
    alternating = 1.0 - 2.0 * (i % 2).to(torch.float64)
    half = (i < (n + 1) // 2).to(torch.float64)
    # Powers of two by repeated halving: exact, unlike a vectorised pow.
    halving = torch.cumprod(torch.where(i == 0, 1.0, torch.full((n,), 0.5, dtype=torch.float64)), dim=0)
    shift = superdiagonal.clone()
    shift[n - 1, 0] = 1.0
    fibonacci = superdiagonal.T.clone()
    fibonacci[: min(n, 2), n - 1] = 1.0
    parity = row & col
    for step in (32, 16, 8, 4, 2, 1):
        parity = parity ^ (parity >> step)
    pairs = (row // 2 == col // 2) & (row != col)
    forms = {
        "zero": zero,
        "identity": eye,
        "minus identity": -eye,
        "unit entry": torch.where((row == 0) & (col == 0), ones, zero),
        "off-diagonal unit entry": torch.where((row == 0) & (col == 1), ones, zero),
        "nilpotent Jordan block": superdiagonal,
        "Jordan block, eigenvalue 1/16": superdiagonal + eye / 16.0,
        "Jordan block, eigenvalue 1": superdiagonal + eye,
        "Jordan block, eigenvalue -1": superdiagonal - eye,
        "all ones": ones,
        "rank one, alternating": alternating[:, None] * ones,
        "rank one, graded": halving[:, None] * alternating[None, :],
        "projection": torch.diag(half),
        "alternating projection": torch.diag((i % 2 == 0).to(torch.float64)),
        "signature": torch.diag(alternating),
        "repeated diagonal 2, 1": torch.diag(1.0 + half),
        "diagonal 1, 1/2, 1/4": torch.diag(halving),
        "diagonal 1, 2, 3": torch.diag(1.0 + i.to(torch.float64)),
        "skew pairs": torch.where(pairs, torch.where(col > row, ones, -ones), zero),
        "full skew": torch.sign(col - row).to(torch.float64),
        "cyclic shift": shift,
        "exchange": torch.flip(eye, (0,)),
        "companion": fibonacci,
        "Hadamard": 1.0 - 2.0 * (parity & 1).to(torch.float64),
        "upper triangle of ones": ones.triu(),
        "Kahan": halving[:, None] * (eye - 0.75 * ones.triu(1)),
        "Kahan, unscaled": eye - ones.triu(1),
        "second difference": 2.0 * eye - superdiagonal - superdiagonal.T,
        "ones minus identity": ones - eye,
    }
    kept: list[CanonicalForm] = []
    seen: set[bytes] = set()
    for name, form in forms.items():
        # Adding zero turns -0.0 into 0.0, so that equal matrices have equal bytes.
        matrix = (form[:rows, :cols] + 0.0).contiguous()
        content = matrix.numpy().tobytes()
        if content not in seen:
            seen.add(content)
            kept.append(CanonicalForm(name, matrix.to(device=device, dtype=dtype)))
    return tuple(kept)


def canonical_block(
    rows: int, cols: int, *, device: torch.device | str = "cpu", dtype: torch.dtype = torch.float64
) -> Tensor:
    """All canonical forms of this shape stacked, (number, rows, cols)."""
    return torch.stack([form.matrix for form in canonical_forms(rows, cols, device=device, dtype=dtype)])
