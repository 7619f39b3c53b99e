"""Structured and degenerate laws, most of them with exactly represented entries (small integers and dyadic rationals).

Every function draws a batch from a stream: `(stream, batch, rows, cols) -> (batch, rows, cols)`, in the stream's
dtype and on its device, without a loop over instances. "Exact" in a docstring: no entry was rounded, so that a
counterexample found there is one over the rationals. Square-only laws read `rows` and expect `cols == rows`; the
registry in `matrices` sees to that.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream

_DYADIC_SCALARS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)


def _integers(stream: Stream, low: int, high: int, *shape: int) -> Tensor:
    return stream.integers(low, high, shape).to(stream.dtype)


def _identity(stream: Stream, rows: int, cols: int) -> Tensor:
    return torch.eye(rows, cols, dtype=stream.dtype, device=stream.device)


def _per_instance(values: Tensor) -> Tensor:
    return values[:, None, None]


def signs(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Independent entries +1 and -1. Exact."""
    return stream.signs((batch, rows, cols))


def small_integers(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Independent entries uniform in -3..3. Exact."""
    return _integers(stream, -3, 3, batch, rows, cols)


def sparse_integers(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Entries in -3..3, kept with a probability of 1/8, 1/4 or 1/2 that is drawn for each instance. Exact."""
    density = _per_instance(stream.choice((0.125, 0.25, 0.5), (batch,)))
    kept = stream.uniform((batch, rows, cols)) < density
    return _integers(stream, -3, 3, batch, rows, cols) * kept


def zero_and_unit(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """The zero matrix, or a single entry +1 or -1 at a random place, one third each. Exact."""
    value = _integers(stream, -1, 1, batch)
    place = stream.integers(0, rows * cols - 1, (batch,))
    out = torch.zeros(batch, rows * cols, dtype=stream.dtype, device=stream.device)
    return out.scatter_(1, place[:, None], value[:, None]).view(batch, rows, cols)


def low_rank_integers(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Products of factors with entries in -1..1 of random inner size 1..min(rows, cols) - 1 (1 where empty). Exact."""
    inner = max(1, min(rows, cols) - 1)
    kept = torch.arange(inner, device=stream.device) < stream.integers(1, inner, (batch, 1, 1))
    return (_integers(stream, -1, 1, batch, rows, inner) * kept) @ _integers(stream, -1, 1, batch, inner, cols)


def rank_one(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Outer products of vectors with entries in -3..3, neither of them zero. Exact."""
    factors = []
    for length in (rows, cols):
        vector = _integers(stream, -3, 3, batch, length)
        vector[:, 0] += (vector == 0).all(dim=1).to(stream.dtype)
        factors.append(vector)
    return factors[0][:, :, None] * factors[1][:, None, :]


def identity_multiples(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """c I with c in {0, 1/2, 1, 2 and negatives}; to every second one a rank-one sign pattern is added. Exact."""
    c = _per_instance(stream.choice(_DYADIC_SCALARS, (batch,)))
    bump = _integers(stream, -1, 1, batch, rows, 1) * _integers(stream, -1, 1, batch, 1, cols)
    return c * _identity(stream, rows, cols) + _per_instance(_integers(stream, 0, 1, batch)) * bump


def skew_plus_identity(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """K + c I with K skew-symmetric, entries in -3..3, c in {-1, 0, 1/2, 1}. Square; exact."""
    upper = _integers(stream, -3, 3, batch, rows, cols).triu_(1)
    c = _per_instance(stream.choice((-1.0, 0.0, 0.5, 1.0), (batch,)))
    return upper - upper.transpose(-1, -2) + c * _identity(stream, rows, cols)


def nilpotent(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Strictly upper triangular with entries in -2..2, conjugated by a random signed permutation. Square; exact."""
    upper = _integers(stream, -2, 2, batch, rows, cols).triu_(1)
    order = stream.permutation(batch, rows)
    sign = stream.signs((batch, rows))
    moved = upper.gather(1, order[:, :, None].expand(-1, -1, cols)).gather(2, order[:, None, :].expand(-1, rows, -1))
    return sign[:, :, None] * moved * sign[:, None, :]


def jordan(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Jordan matrices: random block sizes, eigenvalues in {0, +-2**-10, +-1/8, +-1/2, +-1, 2}. Square; exact."""
    eigenvalues = (0.0, 2.0**-10, -(2.0**-10), 0.125, -0.125, 0.5, -0.5, 1.0, -1.0, 2.0)
    breaks = stream.uniform((batch, rows)) < _per_instance(stream.choice((0.0, 0.25, 0.5), (batch,)))[..., 0]
    breaks[:, 0] = False
    block = breaks.to(torch.int64).cumsum(1)
    out = torch.diag_embed(stream.choice(eigenvalues, (batch, rows)).gather(1, block))
    torch.diagonal(out, offset=1, dim1=-2, dim2=-1).copy_(~breaks[:, 1:])
    return out


def hadamard(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Signed, permuted sub-blocks of Sylvester's Hadamard matrix of the least order 2**k >= max(rows, cols). Exact.

    For rows == cols == 2**k the rows are orthogonal and every singular value is 2**(k/2).
    """
    order = 1 << (max(rows, cols) - 1).bit_length()
    common = stream.permutation(batch, order)[:, :rows, None] & stream.permutation(batch, order)[:, None, :cols]
    for shift in (32, 16, 8, 4, 2, 1):
        common = common ^ (common >> shift)
    parity = (common & 1).to(stream.dtype)
    return (1.0 - 2.0 * parity) * stream.signs((batch, rows, 1)) * stream.signs((batch, 1, cols))


def kahan(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Kahan-like triangles: row i is s**i (1, -c, ..., -c), s in {1/4, 1/2, 1}, c in {1/2, 3/4, 1}. Exact.

    Kahan, "Numerical linear algebra", Canad. Math. Bull. 9 (1966), asks for s**2 + c**2 = 1, which dyadic rationals
    do not meet; the smallest singular value is hidden from the diagonal all the same. Needs rows <= 64 to stay dyadic
    and small.
    """
    s = _per_instance(stream.choice((0.25, 0.5, 1.0), (batch,)))
    c = _per_instance(stream.choice((0.5, 0.75, 1.0), (batch,)))
    # A running product of powers of two is exact; a vectorised pow need not be.
    powers = torch.cumprod(torch.cat((torch.ones_like(s), s.expand(-1, rows - 1, -1)), dim=1), dim=1)
    upper = torch.ones(rows, cols, dtype=stream.dtype, device=stream.device).triu_(1)
    return powers * (_identity(stream, rows, cols) - c * upper)


def companion(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Companion matrices of monic polynomials with coefficients in -3..3, constant term included. Square; exact."""
    out = torch.zeros(batch, rows, cols, dtype=stream.dtype, device=stream.device)
    torch.diagonal(out, offset=-1, dim1=-2, dim2=-1).fill_(1.0)
    out[:, :, -1] = _integers(stream, -3, 3, batch, rows)
    return out


def _short_kernels(stream: Stream, batch: int, length: int) -> Tensor:
    """Gaussian kernels (batch, length) whose support is a random 1 to min(5, length) first taps."""
    support = stream.integers(1, min(5, length), (batch,))
    taps = torch.arange(length, device=stream.device)
    return stream.normal((batch, length)) * (taps < support[:, None])


def circulant(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Periodic convolutions with short random kernels; if rectangular, the leading block of the larger circulant."""
    period = max(rows, cols)
    i = torch.arange(rows, device=stream.device)[:, None]
    j = torch.arange(cols, device=stream.device)[None, :]
    return _short_kernels(stream, batch, period)[:, (j - i) % period]


def toeplitz(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Zero-padded convolutions with short random kernels at a random offset: constant along diagonals, banded."""
    length = rows + cols - 1
    first = stream.integers(1 - min(rows, 3), min(cols, 3) - 1, (batch,))
    i = torch.arange(rows, device=stream.device)[:, None]
    j = torch.arange(cols, device=stream.device)[None, :]
    tap = (j - i - _per_instance(first)) % length
    return _short_kernels(stream, batch, length).gather(1, tap.view(batch, -1)).view(batch, rows, cols)
