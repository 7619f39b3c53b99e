"""The registry of named ensembles of raw real matrices, and the random laws among them.

An ensemble draws `(batch, rows, cols)` from a `Stream`, in the stream's dtype and on its device; what it draws
depends on the stream alone. Domains (symmetric, orthogonal, positive definite, ...) are built from these raw matrices
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream

# Matrices with prescribed singular values, Haar orthogonal matrices, and the test spectra of LAPACK.
#
# Everything is vectorised over the batch by keeping the batch as the last, contiguous axis: each elementary step is
# then one long vector operation, whatever the matrix size.
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


# Structured and degenerate laws, most of them with exactly represented entries (small integers and dyadic rationals).
#
# Every function draws a batch from a stream: `(stream, batch, rows, cols) -> (batch, rows, cols)`, in the stream's
# dtype and on its device, without a loop over instances. "Exact" in a docstring: no entry was rounded, so that a
# counterexample found there is one over the rationals. Square-only laws read `rows` and expect `cols == rows`; the
# registry in `matrices` sees to that.
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


Draw = Callable[[Stream, int, int, int], Tensor]


@dataclass(frozen=True)
class Ensemble:
    """A law of real matrices.

    name: key in `ENSEMBLES`; label: how a report calls it; draw: the law itself; cheap: costs little more than its
    random numbers; square_only: rows must equal cols; exact: all entries are integers or dyadic rationals that were
    never rounded (for sizes up to 64).
    """

    name: str
    label: str
    draw: Draw
    cheap: bool = True
    square_only: bool = False
    exact: bool = False

    def __call__(self, stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
        """Draw (batch, rows, cols). Raises ValueError for a size below 1, or for a rectangle if `square_only`."""
        if min(batch, rows, cols) < 1:
            raise ValueError(f"{self.name}: batch, rows and cols must be at least 1, not {batch}, {rows}, {cols}")
        if self.square_only and rows != cols:
            raise ValueError(f"{self.name}: only square matrices, not {rows} x {cols}")
        return self.draw(stream, batch, rows, cols)


def gaussian(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Independent standard normal entries."""
    return stream.normal((batch, rows, cols))


def uniform(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Independent entries uniform in (-1, 1)."""
    return stream.uniform((batch, rows, cols), -1.0, 1.0)


def low_rank(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Product of Gaussian factors of a random inner size 1..min(rows, cols)-1 (1 where that is empty)."""
    inner = max(1, min(rows, cols) - 1)
    rank = stream.integers(1, inner, (batch, 1, 1))
    kept = torch.arange(inner, device=stream.device) < rank
    return (stream.normal((batch, rows, inner)) * kept) @ stream.normal((batch, inner, cols))


def layer_product(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """D_p W_p ... D_1 W_1, p in 1..4: what a network layer stack does to its input in one linear region.

    W_k Gaussian with variance 1/width, inner width max(rows, cols). D_k diagonal with entries 1 and eta at even odds,
    eta one of 0 (ReLU), 1/10 (leaky), 1 (linear), -1 (absolute value) per instance. Riedi, Balestriero, Baraniuk
    2022, (31).
    """
    width = max(rows, cols)
    depth = stream.integers(1, 4, (batch, 1, 1))
    slope = stream.choice((0.0, 0.1, 1.0, -1.0), (batch, 1, 1))
    product = torch.eye(width, cols, dtype=stream.dtype, device=stream.device).expand(batch, -1, -1)
    for layer in range(1, 5):
        weights = stream.normal((batch, width, width)) * width**-0.5
        active = stream.integers(0, 1, (batch, width, 1)).to(torch.bool)
        product = torch.where(layer <= depth, torch.where(active, 1.0, slope) * (weights @ product), product)
    return product[:, :rows].contiguous()


def nearly_singular(stream: Stream, batch: int, rows: int, cols: int) -> Tensor:
    """Gaussian, shrunk along one random direction of its smaller side by 10**-x, x uniform in (3, 17) per instance."""
    transposed = rows > cols
    matrix = stream.normal((batch, min(rows, cols), max(rows, cols)))
    u = stream.normal((batch, min(rows, cols), 1))
    u = u / torch.linalg.vector_norm(u, dim=1, keepdim=True)
    shrink = 1.0 - 10.0 ** stream.uniform((batch, 1, 1), -17.0, -3.0)
    matrix = matrix - shrink * u * (u * matrix).sum(dim=1, keepdim=True)
    return matrix.transpose(-1, -2).contiguous() if transposed else matrix


def scaled(stream: Stream, batch: int, rows: int, cols: int, *, decades: float) -> Tensor:
    """Gaussian times 10**x, x uniform in (-decades, decades) per instance. Raises ValueError if it may overflow."""
    if 10.0 ** (decades + 2.0) > torch.finfo(stream.dtype).max:
        raise ValueError(f"a scale of 10**{decades:g} does not fit {stream.dtype}; draw from a float64 stream")
    return stream.normal((batch, rows, cols)) * 10.0 ** stream.uniform((batch, 1, 1), -decades, decades)


def _lapack(*types: int) -> Draw:
    return partial(lapack_svd_types, types=types)


_ALL = (
    Ensemble("gaussian", "Gaussian", gaussian),
    Ensemble("uniform", "uniform entries", uniform),
    Ensemble("orthogonal", "Haar orthogonal", haar, cheap=False),
    Ensemble("low_rank", "low rank", low_rank),
    Ensemble("circulant", "periodic convolutions", circulant),
    Ensemble("toeplitz", "convolutions", toeplitz),
    Ensemble("layer_product", "products of random layers", layer_product, cheap=False),
    Ensemble("graded_spectrum", "graded singular values", graded_spectrum, cheap=False),
    Ensemble("repeated_singular", "repeated singular values", repeated_singular_values, cheap=False),
    Ensemble("lapack_diagonal", "LAPACK types 1 to 5", _lapack(1, 2, 3, 4, 5)),
    Ensemble("lapack_rotated", "LAPACK types 8, 9, 10 and 13", _lapack(8, 9, 10, 13), cheap=False),
    Ensemble("lapack_threshold", "LAPACK types at over- and underflow", _lapack(6, 7, 11, 12, 14, 15), cheap=False),
    Ensemble("lapack_bidiagonal", "LAPACK type 16", _lapack(16)),
    Ensemble("nearly_singular", "nearly singular", nearly_singular),
    Ensemble("scaled", "scaled by 1e-8 to 1e8", partial(scaled, decades=8.0)),
    Ensemble("extreme_scale", "scaled by 1e-100 to 1e100", partial(scaled, decades=100.0)),
    Ensemble("signs", "random signs", signs, exact=True),
    Ensemble("small_integers", "small integers", small_integers, exact=True),
    Ensemble("sparse_integers", "sparse small integers", sparse_integers, exact=True),
    Ensemble("zero_and_unit", "zero or one unit entry", zero_and_unit, exact=True),
    Ensemble("rank_one", "integer rank one", rank_one, exact=True),
    Ensemble("low_rank_integers", "integers of low rank", low_rank_integers, exact=True),
    Ensemble("identity_multiples", "identity multiples and bumps", identity_multiples, exact=True),
    Ensemble("skew_plus_identity", "skew plus identity", skew_plus_identity, square_only=True, exact=True),
    Ensemble("nilpotent", "nilpotent", nilpotent, square_only=True, exact=True),
    Ensemble("jordan", "Jordan", jordan, square_only=True, exact=True),
    Ensemble("hadamard", "Hadamard sub-blocks", hadamard, exact=True),
    Ensemble("kahan", "Kahan triangles", kahan, exact=True),
    Ensemble("companion", "companion", companion, square_only=True, exact=True),
)
ENSEMBLES: dict[str, Ensemble] = {ensemble.name: ensemble for ensemble in _ALL}


def ensemble(name: str) -> Ensemble:
    """The ensemble of that name. Raises KeyError naming those there are."""
    if name not in ENSEMBLES:
        raise KeyError(f"no ensemble {name!r}; there are {', '.join(ENSEMBLES)}")
    return ENSEMBLES[name]
