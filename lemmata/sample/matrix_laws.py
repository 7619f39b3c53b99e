"""The registry of named ensembles of raw real matrices, and the random laws among them.

An ensemble draws `(batch, rows, cols)` from a `Stream`, in the stream's dtype and on its device; what it draws
depends on the stream alone. Domains (symmetric, orthogonal, positive definite, ...) are built from these raw matrices
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.sample import prescribed_spectra, structured

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
    return partial(prescribed_spectra.lapack_svd_types, types=types)


_ALL = (
    Ensemble("gaussian", "Gaussian", gaussian),
    Ensemble("uniform", "uniform entries", uniform),
    Ensemble("orthogonal", "Haar orthogonal", prescribed_spectra.haar, cheap=False),
    Ensemble("low_rank", "low rank", low_rank),
    Ensemble("circulant", "periodic convolutions", structured.circulant),
    Ensemble("toeplitz", "convolutions", structured.toeplitz),
    Ensemble("layer_product", "products of random layers", layer_product, cheap=False),
    Ensemble("graded_spectrum", "graded singular values", prescribed_spectra.graded_spectrum, cheap=False),
    Ensemble("repeated_singular", "repeated singular values", prescribed_spectra.repeated_singular_values, cheap=False),
    Ensemble("lapack_diagonal", "LAPACK types 1 to 5", _lapack(1, 2, 3, 4, 5)),
    Ensemble("lapack_rotated", "LAPACK types 8, 9, 10 and 13", _lapack(8, 9, 10, 13), cheap=False),
    Ensemble("lapack_threshold", "LAPACK types at over- and underflow", _lapack(6, 7, 11, 12, 14, 15), cheap=False),
    Ensemble("lapack_bidiagonal", "LAPACK type 16", _lapack(16)),
    Ensemble("nearly_singular", "nearly singular", nearly_singular),
    Ensemble("scaled", "scaled by 1e-8 to 1e8", partial(scaled, decades=8.0)),
    Ensemble("extreme_scale", "scaled by 1e-100 to 1e100", partial(scaled, decades=100.0)),
    Ensemble("signs", "random signs", structured.signs, exact=True),
    Ensemble("small_integers", "small integers", structured.small_integers, exact=True),
    Ensemble("sparse_integers", "sparse small integers", structured.sparse_integers, exact=True),
    Ensemble("zero_and_unit", "zero or one unit entry", structured.zero_and_unit, exact=True),
    Ensemble("rank_one", "integer rank one", structured.rank_one, exact=True),
    Ensemble("low_rank_integers", "integers of low rank", structured.low_rank_integers, exact=True),
    Ensemble("identity_multiples", "identity multiples and bumps", structured.identity_multiples, exact=True),
    Ensemble("skew_plus_identity", "skew plus identity", structured.skew_plus_identity, square_only=True, exact=True),
    Ensemble("nilpotent", "nilpotent", structured.nilpotent, square_only=True, exact=True),
    Ensemble("jordan", "Jordan", structured.jordan, square_only=True, exact=True),
    Ensemble("hadamard", "Hadamard sub-blocks", structured.hadamard, exact=True),
    Ensemble("kahan", "Kahan triangles", structured.kahan, exact=True),
    Ensemble("companion", "companion", structured.companion, square_only=True, exact=True),
)
ENSEMBLES: dict[str, Ensemble] = {ensemble.name: ensemble for ensemble in _ALL}


def ensemble(name: str) -> Ensemble:
    """The ensemble of that name. Raises KeyError naming those there are."""
    if name not in ENSEMBLES:
        raise KeyError(f"no ensemble {name!r}; there are {', '.join(ENSEMBLES)}")
    return ENSEMBLES[name]
