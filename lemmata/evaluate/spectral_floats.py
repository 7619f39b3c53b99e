"""Singular values and eigenvalues of batches of small matrices in floating point.

Results nominate and never decide, but they must not mislead either: an instance whose input is not finite, whose solver
failed, or whose result does not carry the energy of its input (sum of squares) comes back as NaN.

Which solver runs is chosen in one place, `_route`.  Measured with torch 2.13, one thread of a CPU, float64,
microseconds per matrix:

    order               2     3     4     8    16    33    64
    svdvals          0.71   1.1   1.6   4.6    12    50   170
    eigvalsh         0.44   0.7   1.1   4.5    10    36   130
    closed form      0.05
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate import cpu_lanes


def _route(a: Tensor) -> str:
    """The solver for a batch of matrices: "norm", "closed", "lanes" or "vendor"."""
    rows, cols = a.shape[-2:]
    if min(rows, cols) == 1:
        return "norm"
    plain = a.device.type == "cpu" and a.dtype == torch.float64 and not (a.requires_grad and torch.is_grad_enabled())
    if plain and cpu_lanes.suited(a.shape[:-2].numel(), rows, cols):
        return "lanes"
    return "closed" if rows == cols == 2 else "vendor"


def singular_values(a: Tensor) -> Tensor:
    """Singular values, descending: (..., r, c) to (..., min(r, c)); differentiable also where repeated or zero."""
    chosen = _route(a)
    return _in_lanes(a, False) if chosen == "lanes" else _batched(_SINGULAR[chosen], a)


def symmetric_eigenvalues(n: Tensor) -> Tensor:
    """Eigenvalues, descending, of symmetric matrices: (..., n, n) to (..., n); differentiable likewise.

    The matrices are to be symmetric up to the rounding of what they were made of, which may be all that is left of
    them: solvers other than the lanes are given the symmetric part, whatever triangle they read.
    """
    chosen = _route(n)
    return _in_lanes(n, True) if chosen == "lanes" else _batched(_SYMMETRIC[chosen], (n + n.mT) / 2)


def eigenvectors(n: Tensor) -> tuple[Tensor, Tensor]:
    """Eigenvalues, descending, and eigenvectors (columns) of the symmetric parts of (..., n, n) matrices.

    Gradients that are not finite (repeated eigenvalues) become zero.
    """
    flat, _, bad = prepared((n + n.mT) / 2)
    values, vectors = guarded(torch.linalg.eigh, FiniteGradient.apply(flat))
    values, vectors = values.flip(-1), vectors.flip(-1)
    return marked(values, bad).reshape(n.shape[:-1]), marked(vectors, bad).reshape(n.shape)


def singular_vectors(a: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Left vectors (columns), singular values, right vectors (columns), thin, of (..., r, c) matrices.

    Gradients that are not finite (repeated or zero singular values) become zero.
    """
    flat, _, bad = prepared(a)
    left, values, right = guarded(lambda x: torch.linalg.svd(x, full_matrices=False), FiniteGradient.apply(flat))
    out = (marked(t, bad).reshape(a.shape[:-2] + t.shape[1:]) for t in (left, values, right.mT))
    return next(out), next(out), next(out)


class FiniteGradient(torch.autograd.Function):
    """The identity; on the way back, entries that are not finite are dropped."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        return x.view_as(x)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        return torch.nan_to_num(grads[0], nan=0.0, posinf=0.0, neginf=0.0)


def safe_sqrt(x: Tensor) -> Tensor:
    """Square root with derivative 0 at 0 (not infinity, which would poison every instance it is multiplied with);
    NaN below 0."""
    positive = x > 0
    root = torch.sqrt(torch.where(positive, x, 1.0))
    return torch.where(positive, root, torch.where(x == 0, 0.0, torch.nan))


def frobenius(a: Tensor) -> Tensor:
    """Frobenius norm over the last two axes, scaled against overflow, with derivative 0 at 0."""
    top = a.detach().abs().amax((-2, -1), keepdim=True)
    top = torch.where(top > 0, top, 1.0)
    return top[..., 0, 0] * torch.linalg.vector_norm(a / top, dim=(-2, -1))


def general_eigenvalues(a: Tensor) -> Tensor:
    """Complex eigenvalues of square matrices (..., n, n), unordered; NaN where the solver fails."""
    flat = a.reshape(-1, *a.shape[-2:])
    top = flat.abs().amax((-2, -1), keepdim=True)
    top = torch.where(top > 0, top, 1.0)  # the solver gives up on badly scaled matrices
    values = guarded(eigenvalues_and_vectors, (flat / top).detach())[0] * top[..., 0]
    return values.reshape(a.shape[:-1])


def eigenvalues_and_vectors(a: Tensor) -> tuple[Tensor, Tensor]:
    """Complex eigenvalues and eigenvectors of a batch of square matrices, without gradients.

    On a CPU by NumPy: where torch's general eigensolver does not converge it has been seen to write beyond its arrays.
    Raises a LinAlgError (torch's or NumPy's) where some matrix does not converge.
    """
    if a.device.type != "cpu":
        values, vectors = torch.linalg.eig(a)
        return values, vectors
    found = np.linalg.eig(a.numpy())
    kind = torch.complex64 if a.dtype == torch.float32 else torch.complex128
    return torch.from_numpy(np.asarray(found[0])).to(kind), torch.from_numpy(np.asarray(found[1])).to(kind)


def _batched(solve: Callable[[Tensor], Tensor], a: Tensor) -> Tensor:
    flat, energy, bad = prepared(a)
    values = guarded(solve, flat)[0]
    with torch.no_grad():
        kept = (values * values).sum(-1)
        # Sums of squares that over- or underflow say nothing; elsewhere a solver that returned nonsense shows here.
        tiny = torch.finfo(a.dtype).tiny ** 0.5
        lost = torch.isfinite(energy) & (energy > tiny) & ~((kept - energy).abs() <= 1e-3 * energy)
        bad = bad | lost
    return marked(values, bad).reshape(a.shape[:-2] + values.shape[1:])


def prepared(a: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The batch as one axis with non-finite matrices zeroed (LAPACK raises), sums of squares, which were not."""
    flat = a.reshape(-1, *a.shape[-2:])
    fixed = flat.detach()
    energy = torch.linalg.vector_norm(fixed, dim=(-2, -1)) ** 2
    bad = ~torch.isfinite(energy)
    if bool(bad.any()):  # or an overflow of the squares alone
        bad = ~torch.isfinite((fixed * 0).sum((-2, -1)))
        flat = torch.where(bad[:, None, None], 0.0, flat)
    return flat, energy, bad


def marked(values: Tensor, bad: Tensor) -> Tensor:
    if not bool(bad.any()):
        return values
    return torch.where(bad.reshape(-1, *[1] * (values.ndim - 1)), torch.nan, values)


def guarded(solve: Callable[[Tensor], Any], a: Tensor) -> tuple[Tensor, ...]:
    """The solver's tensors; where it raises, the batch is halved until single failing matrices are NaN."""
    try:
        out = solve(a)
        return (out,) if isinstance(out, Tensor) else tuple(out)
    except (torch.linalg.LinAlgError, np.linalg.LinAlgError):
        if len(a) == 1:
            shapes = solve(torch.zeros_like(a))
            return tuple(torch.full_like(t, torch.nan) for t in ((shapes,) if isinstance(shapes, Tensor) else shapes))
        halves = [guarded(solve, part) for part in a.split((len(a) + 1) // 2)]
        return tuple(torch.cat(parts) for parts in zip(*halves, strict=True))


def _hypot(x: Tensor, y: Tensor) -> Tensor:
    if not (x.requires_grad or y.requires_grad):
        return torch.hypot(x, y)
    zero = (x == 0) & (y == 0)
    return torch.where(zero, 0.0, torch.hypot(torch.where(zero, 1.0, x), y))


def _closed_singular(m: Tensor) -> Tensor:
    """Order 2: the sum of two radii, and the determinant over it (their difference would lose small values)."""
    a, b, c, d = (m[:, i, j] for i in (0, 1) for j in (0, 1))
    top = _hypot((a + d) / 2, (c - b) / 2) + _hypot((a - d) / 2, (b + c) / 2)
    over = torch.where(top > 0, top, 1.0)
    return torch.stack([top, ((a / over) * d - (b / over) * c).abs()], -1)


def _closed_symmetric(m: Tensor) -> Tensor:
    a, b, d = m[:, 0, 0], (m[:, 0, 1] + m[:, 1, 0]) / 2, m[:, 1, 1]
    middle, radius = (a + d) / 2, _hypot((a - d) / 2, b)
    return torch.stack([middle + radius, middle - radius], -1)


def _in_lanes(a: Tensor, symmetric: bool) -> Tensor:
    """Spectra by compiled kernels; of matrices that have no good bound there or are not finite, by the vendor's."""
    flat = a.detach().reshape(-1, *a.shape[-2:])
    found, error = map(torch.from_numpy, cpu_lanes.spectra(flat.numpy(), symmetric, torch.get_num_threads()))
    doubtful = ~(error < math.inf)
    if bool(doubtful.any()):
        left = (flat[doubtful] + flat[doubtful].mT) / 2 if symmetric else flat[doubtful]
        found[doubtful] = _batched((_SYMMETRIC if symmetric else _SINGULAR)["vendor"], left)
    return found.reshape(a.shape[:-2] + found.shape[1:])


_SINGULAR: dict[str, Callable[[Tensor], Tensor]] = {
    "norm": lambda a: frobenius(a)[:, None],
    "closed": _closed_singular,
    "vendor": torch.linalg.svdvals,
}
_SYMMETRIC: dict[str, Callable[[Tensor], Tensor]] = {
    "norm": lambda n: n[:, 0],
    "closed": _closed_symmetric,
    "vendor": lambda n: torch.linalg.eigvalsh(n).flip(-1),
}
