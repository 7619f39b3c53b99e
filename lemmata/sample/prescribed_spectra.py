"""Matrices with prescribed singular values, Haar orthogonal matrices, and the test spectra of LAPACK.

Everything is vectorised over the batch by keeping the batch as the last, contiguous axis: each elementary step is
then one long vector operation, whatever the matrix size.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream

# Numbers held per slice of the batch on a processor: it stays in cache, and its rows stay long enough to vectorise.
_SLICE = 1 << 17


def _reflect(target: Tensor, directions: Tensor, *, upper: bool) -> None:
    """Multiply `target` (m, c, batch) from the left by H_1 ... H_k, in place.

    H_j is the Householder reflection that maps the first unit vector of the last m-j+1 coordinates onto a multiple of
    directions[j-1, j-1:] (directions: (k, m, batch)). `upper` promises that the target vanishes below its diagonal, so
    that H_j can leave the columns before j alone.
    """
    for j in range(min(len(directions), target.shape[0] - 1) - 1, -1, -1):
        v = directions[j, j:].clone()
        norm = (v * v).sum(0).sqrt_()
        v[0] += torch.copysign(norm, v[0])
        scale = (v * v).sum(0).reciprocal_().mul_(2.0)
        block = target[j:, j:] if upper else target[j:]
        weights = (v[:, None] * block).sum(0).mul_(scale)
        block.addcmul_(v[:, None], weights[None], value=-1.0)


def _rotated(stream: Stream, core: Tensor, *, right: bool) -> Tensor:
    """U @ core (and @ V.T if `right`) with independent Haar U, V for a rectangular-diagonal core (rows, cols, batch).

    Stewart, "The efficient generation of random orthogonal matrices", SIAM J. Numer. Anal. 17 (1980): the product of
    Householder reflections along independent Gaussian vectors of falling dimension, times random signs, has Haar's
    law, the law of the Q factor of a Gaussian matrix. Only the first min(rows, cols) columns of U and V meet the
    core.
    """
    rows, cols, batch = core.shape
    k = min(rows, cols)
    left_directions = stream.normal((k, rows, batch))
    right_directions = stream.normal((k, cols, batch)) if right else None
    size = max(1, _SLICE // (rows * cols)) if core.device.type == "cpu" else batch
    for first in range(0, batch, size):
        part = core[..., first : first + size].contiguous()
        _reflect(part, left_directions[..., first : first + size], upper=True)
        if right_directions is not None:
            # A (H_1 ... H_k).T = A H_k ... H_1 is the left product of the transpose.
            _reflect(part.transpose(0, 1), right_directions[..., first : first + size], upper=False)
        core[..., first : first + size] = part
    return core.movedim(-1, 0).contiguous()


def diagonal(values: Tensor, rows: int, cols: int) -> Tensor:
    """Rectangular diagonal matrices (batch, rows, cols) from (batch, min(rows, cols)) diagonals."""
    out = values.new_zeros(len(values), rows, cols)
    torch.diagonal(out, dim1=-2, dim2=-1).copy_(values)
    return out


def with_singular_values(stream: Stream, values: Tensor, rows: int, cols: int) -> Tensor:
    """U diag(values) V.T with independent Haar U, V; values (batch, min(rows, cols)), result (batch, rows, cols).

    Non-negative values are the singular values up to the rounding of about 4 min(rows, cols) reflections.
    """
    core = values.new_zeros(rows, cols, len(values))
    torch.diagonal(core, dim1=0, dim2=1).copy_(values)
    return _rotated(stream, core.mul_(stream.signs((cols, len(values)))), right=True)


def haar(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Haar orthogonal matrices; if rectangular, orthonormal columns (rows > cols) or rows (rows < cols)."""
    if rows < cols:
        return haar(stream, batch, cols, rows).transpose(-1, -2).contiguous()
    core = torch.zeros(rows, cols, batch, dtype=stream.dtype, device=stream.device)
    torch.diagonal(core, dim1=0, dim2=1).copy_(stream.signs((batch, cols)))
    return _rotated(stream, core, right=False)


SPECTRUM_MODES = ("one large", "one small", "geometric", "arithmetic", "log-uniform")


def graded_values(stream: Stream, modes: Tensor, ratio: Tensor, k: int) -> Tensor:
    """Descending positive values from 1 down to `ratio`, shape (batch, k), shaped as in LAPACK's xLATM1 (modes 1 to 5).

    modes: (batch,) indices into SPECTRUM_MODES; ratio: (batch,) in (0, 1], the reciprocal condition number. k = 1
    gives 1, or a random value in the log-uniform mode, where the ends are not pinned.
    """
    place = torch.linspace(0.0, 1.0, k, dtype=stream.dtype, device=stream.device) if k > 1 else ratio.new_zeros(1)
    low = ratio[:, None]
    first, last = torch.arange(k, device=stream.device) == 0, torch.arange(k, device=stream.device) == max(k - 1, 1)
    shapes = torch.stack(
        (
            torch.where(first, 1.0, low),
            torch.where(last, low, 1.0),
            low**place,
            1.0 - place * (1.0 - low),
            torch.sort(low ** stream.uniform((len(ratio), k)), dim=-1, descending=True).values,
        )
    )
    return shapes[modes, torch.arange(len(ratio), device=stream.device)]


def graded_spectrum(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """U diag(d) V.T, d graded from 1 to 10**-x in a random mode, x uniform in (0, 16) for each instance."""
    modes = stream.integers(0, len(SPECTRUM_MODES) - 1, (batch,))
    ratio = 10.0 ** stream.uniform((batch,), -16.0, 0.0)
    return with_singular_values(stream, graded_values(stream, modes, ratio, min(rows, cols)), rows, cols)


def repeated_singular_values(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """U diag(d) V.T with each entry of d one of two values of {0, 1/8, 1/2, 1, 2}, drawn for each instance."""
    pair = stream.choice((0.0, 0.125, 0.5, 1.0, 2.0), (batch, 2))
    pattern = stream.integers(0, 1, (batch, min(rows, cols)))
    return with_singular_values(stream, torch.gather(pair, 1, pattern), rows, cols)


# LAPACK's singular-value test types 1 to 16 (testing program xCHKBD): form, mode of the values, magnitude.
_ZERO, _IDENTITY, _DIAGONAL, _ROTATED, _ENTRIES, _BIDIAGONAL = range(6)
_CLUSTERED, _GEOMETRIC, _ARITHMETIC = 0, 2, 3
_UNIT, _HUGE, _TINY = range(3)
_LAPACK_TYPES = (
    (_ZERO, _ARITHMETIC, _UNIT),
    (_IDENTITY, _ARITHMETIC, _UNIT),
    (_DIAGONAL, _ARITHMETIC, _UNIT),
    (_DIAGONAL, _GEOMETRIC, _UNIT),
    (_DIAGONAL, _CLUSTERED, _UNIT),
    (_DIAGONAL, _ARITHMETIC, _HUGE),
    (_DIAGONAL, _ARITHMETIC, _TINY),
    (_ROTATED, _ARITHMETIC, _UNIT),
    (_ROTATED, _GEOMETRIC, _UNIT),
    (_ROTATED, _CLUSTERED, _UNIT),
    (_ROTATED, _ARITHMETIC, _HUGE),
    (_ROTATED, _ARITHMETIC, _TINY),
    (_ENTRIES, _ARITHMETIC, _UNIT),
    (_ENTRIES, _ARITHMETIC, _HUGE),
    (_ENTRIES, _ARITHMETIC, _TINY),
    (_BIDIAGONAL, _ARITHMETIC, _UNIT),
)


def lapack_svd_types(stream: Stream, batch: int, rows: int, cols: int, *, types: Sequence[int]) -> Tensor:
    """Matrices of LAPACK's singular-value test types (numbers 1 to 16), each instance of a type picked from `types`.

    1 zero; 2 identity; 3, 4, 5 signed diagonals from 1 to the unit round-off, arithmetic, geometric, clustered; 6, 7
    type 3 times the square root of the overflow and of the underflow threshold; 8, 9, 10 and 11, 12 the same with
    Haar factors on both sides; 13 entries uniform in (-1, 1), 14, 15 scaled as before; 16 bidiagonal with log-uniform
    entries between round-off squared and its inverse. Raises ValueError for another number.
    """
    if not types or not all(1 <= number <= len(_LAPACK_TYPES) for number in types):
        raise ValueError(f"LAPACK's singular-value test types are numbered 1 to 16, not {tuple(types)}")
    table = torch.tensor([_LAPACK_TYPES[number - 1] for number in types], device=stream.device)
    form, mode, magnitude = table[stream.integers(0, len(types) - 1, (batch,))].unbind(1)
    forms = {_LAPACK_TYPES[number - 1][0] for number in types}
    limits = torch.finfo(stream.dtype)
    k = min(rows, cols)
    values = graded_values(stream, mode, torch.full((batch,), limits.eps, dtype=stream.dtype, device=stream.device), k)
    values = torch.where(form[:, None] == _IDENTITY, 1.0, values * stream.signs((batch, k)))
    out = diagonal(torch.where(form[:, None] == _ZERO, 0.0, values), rows, cols)
    form = form[:, None, None]
    if _ROTATED in forms:
        out = torch.where(form == _ROTATED, with_singular_values(stream, values, rows, cols), out)
    if _ENTRIES in forms:
        out = torch.where(form == _ENTRIES, stream.uniform((batch, rows, cols), -1.0, 1.0), out)
    if _BIDIAGONAL in forms:
        entries = limits.eps ** stream.uniform((batch, rows, cols), -2.0, 2.0)
        band = entries.triu().tril(1) if rows >= cols else entries.tril().triu(-1)
        out = torch.where(form == _BIDIAGONAL, band, out)
    huge = limits.tiny**-0.5
    scale = torch.tensor((1.0, huge, 1.0 / huge), dtype=stream.dtype, device=stream.device)
    return out * scale[magnitude][:, None, None]
