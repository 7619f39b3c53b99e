"""Degenerate matrices first: exhaustive enumeration of small-entry matrices, and a list of canonical forms.

Counterexamples found here are ready to show: few non-zeros, small integers, exact entries.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

_WORD = (1 << 63) - 1


def lattice_values(bound: int) -> tuple[float, ...]:
    """0, 1, -1, 2, -2, ..., bound, -bound: the order in which entries are tried. Raises ValueError if bound < 0."""
    if bound < 0:
        raise ValueError(f"the bound on entries must not be negative: {bound}")
    return (0.0, *itertools.chain.from_iterable((float(v), -float(v)) for v in range(1, bound + 1)))


def _checked_values(values: int | Sequence[float]) -> tuple[float, ...]:
    table = lattice_values(values) if isinstance(values, int) else tuple(float(v) for v in values)
    if not table or len(set(table)) != len(table):
        raise ValueError(f"entry values must be distinct and at least one: {table}")
    return table


def lattice_size(shape: tuple[int, int], values: int | Sequence[float]) -> int:
    """How many matrices of this shape have all entries in `values` (an integer b stands for -b..b)."""
    return int(len(_checked_values(values)) ** (shape[0] * shape[1]))


def lattice_block(
    shape: tuple[int, int],
    values: int | Sequence[float],
    start: int,
    count: int,
    *,
    sparse_first: bool = True,
    device: torch.device | str = "cpu",
    dtype: torch.dtype = torch.float64,
) -> Tensor:
    """Matrices number start, ..., start+count-1 (fewer at the end) with entries in `values`; (m, rows, cols).

    sparse_first: in the order of a growing number of non-zero entries (`values` must hold 0); otherwise in plain radix
    order, the last entry running fastest and entries tried as listed. Either way numbers 0..lattice_size-1 give every
    matrix once, and a block does not depend on the others.

    Raises ValueError for a negative start or count, and for numbers of 2**63 and more.
    """
    rows, cols = shape
    table = _checked_values(values)
    if rows < 1 or cols < 1 or start < 0 or count < 0:
        raise ValueError(f"sizes must be positive, start and count not negative: {shape}, {start}, {count}")
    stop = min(start + count, lattice_size(shape, table))
    if stop > _WORD:
        raise ValueError(f"matrix number {stop} is past 2**63; enumerate fewer values or a smaller shape")
    index = torch.arange(start, max(start, stop), dtype=torch.int64, device=device)
    if sparse_first:
        if 0.0 not in table:
            raise ValueError("an enumeration by sparsity needs the value 0; use sparse_first=False")
        table = (0.0, *(v for v in table if v != 0.0))
        digits = _sparse_digits(index, rows * cols, len(table) - 1)
    else:
        digits = _radix_digits(index, rows * cols, len(table))
    return torch.tensor(table, dtype=dtype, device=device)[digits].view(-1, rows, cols)


def _radix_digits(index: Tensor, places: int, base: int) -> Tensor:
    digits = torch.zeros(len(index), places, dtype=torch.int64, device=index.device)
    rest = index
    for place in range(places - 1, -1, -1):
        digits[:, place] = rest % base
        rest = rest // base
    return digits


def _sparse_digits(index: Tensor, places: int, nonzero: int) -> Tensor:
    """Digits 0..nonzero of the index-th word of `places` digits, words ordered by their number of non-zero digits.

    Within a level words are unranked place by place: with r places after this one and k non-zero digits left to set,
    C(r, k) nonzero**k words have a zero here and come first. Counts past 2**63 are cut there, which changes no
    comparison or quotient since every index lies below.
    """

    def words(rest: int, weight: int) -> int:
        return min(_WORD, math.comb(rest, weight) * nonzero**weight) if 0 <= weight <= rest else 0

    def column(rest: int, shift: int) -> Tensor:
        return torch.tensor([words(rest, k - shift) for k in range(places + 1)], device=index.device)

    ends = [min(_WORD, total) for total in itertools.accumulate(words(places, k) for k in range(places + 1))]
    level_ends = torch.tensor(ends, device=index.device)
    weight = torch.searchsorted(level_ends, index, right=True)
    rank = index - torch.cat((level_ends.new_zeros(1), level_ends))[weight]
    digits = torch.zeros(len(index), places, dtype=torch.int64, device=index.device)
    for place in range(places):
        rest = places - place - 1
        with_zero = column(rest, 0)[weight]
        is_set = rank >= with_zero
        each = column(rest, 1)[weight].clamp_(min=1)
        rank = torch.where(is_set, rank - with_zero, rank)
        digits[:, place] = torch.where(is_set, 1 + rank // each, 0)
        rank = torch.where(is_set, rank % each, rank)
        weight = weight - is_set.to(torch.int64)
    return digits


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
