"""Singular values and eigenvalues of batches of small matrices in floating point.

Results nominate and never decide, but they must not mislead either: an instance whose input is not finite, whose solver
failed, or whose result does not carry the energy of its input (sum of squares) comes back as NaN.

Which solver runs is chosen in one place, `route`.  Measured with torch 2.13, one thread of a CPU, float64,
microseconds per matrix:

    order               2     3     4     8    16    33    64
    svdvals          0.71   1.1   1.6   4.6    12    50   170
    eigvalsh(Gram)   0.52   0.7   1.2   3.3    10    35   120
    eigvalsh         0.44   0.7   1.1   4.5    10    36   130
    closed form      0.05

The Gram matrix squares the condition number and wins a third at best, so it is there to be asked for, not the
default.  On CUDA the vendor's batched solvers stop being batched above order 32; `jacobi` stays batched at any order,
and `route` sends it the orders 33 to 64. That choice rests on the known cliff and on operation counts, not on a
timing made with this code: `python -m benchmarks screening --device cuda --solver ...` measures it.  The kernels of
`grid` are there to be asked for ("lanes" of matrices on a GPU) until somebody has measured them, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate import cpu_lanes, gpu

SOLVERS = ("auto", "lanes", "vendor", "gram", "jacobi")
JACOBI_ORDERS = range(33, 65)  # on CUDA
SWEEPS = 20  # one-sided Jacobi needs about log2(order) + 4; the rest is for graded matrices


def route(a: Tensor, solver: str = "auto") -> str:
    """The solver for a batch of matrices: "norm", "closed", "lanes", "vendor", "gram" or "jacobi".

    Raises ValueError for a solver that is not one of `SOLVERS`, and for lanes where they cannot be had.
    """
    if solver not in SOLVERS:
        raise ValueError(f"unknown solver {solver!r}: use one of {', '.join(SOLVERS)}")
    if solver == "lanes" and not (a.dtype == torch.float64 and _kernels(a)):
        raise ValueError(f"lanes need numba and float64 matrices, on a CUDA device up to order {gpu.LARGEST}")
    if solver != "auto":
        return solver
    rows, cols = a.shape[-2:]
    if min(rows, cols) == 1:
        return "norm"
    plain = a.device.type == "cpu" and a.dtype == torch.float64 and not (a.requires_grad and torch.is_grad_enabled())
    if plain and cpu_lanes.suited(a.shape[:-2].numel(), rows, cols):
        return "lanes"
    if rows == cols == 2:
        return "closed"
    return "jacobi" if a.is_cuda and max(rows, cols) in JACOBI_ORDERS else "vendor"


def _kernels(a: Tensor) -> bool:
    """Whether there are compiled kernels for these matrices."""
    if a.is_cuda:
        return max(a.shape[-2:]) <= gpu.LARGEST and gpu.missing() is None
    return cpu_lanes.available()


def singular_values(a: Tensor, solver: str = "auto") -> Tensor:
    """Singular values, descending: (..., r, c) to (..., min(r, c)); differentiable also where repeated or zero."""
    chosen = route(a, solver)
    if chosen == "lanes":
        return _in_lanes(a, False)
    return _batched(_SINGULAR[chosen], a)


def symmetric_eigenvalues(n: Tensor, solver: str = "auto") -> Tensor:
    """Eigenvalues, descending, of symmetric matrices: (..., n, n) to (..., n); differentiable likewise.

    The matrices are to be symmetric up to the rounding of what they were made of, which may be all that is left of
    them: solvers other than the lanes are given the symmetric part, whatever triangle they read.
    """
    chosen = route(n, solver)
    if chosen == "lanes":
        return _in_lanes(n, True)
    return _batched(_SYMMETRIC[chosen], (n + n.mT) / 2)


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


def _gram_singular(a: Tensor) -> Tensor:
    scale = a.detach().abs().amax((-2, -1)).clamp(min=torch.finfo(a.dtype).tiny)[:, None]  # squares must not underflow
    a = a / scale[..., None]
    gram = a.mT @ a if a.shape[-2] >= a.shape[-1] else a @ a.mT
    return scale * safe_sqrt(torch.linalg.eigvalsh(gram).flip(-1).clamp(min=0))


def _jacobi_singular(a: Tensor) -> Tensor:
    return _Jacobi.apply(a if a.shape[-2] >= a.shape[-1] else a.mT)


def _jacobi_symmetric(n: Tensor) -> Tensor:
    """Singular values of the matrix shifted to be positive semidefinite: absolute accuracy, as LAPACK's."""
    shift = n.detach().abs().sum(-1).amax(-1)
    order = n.shape[-1]
    eye = torch.eye(order, dtype=n.dtype, device=n.device)
    return _Jacobi.apply(n + shift[:, None, None] * eye) - shift[:, None]


class _Jacobi(torch.autograd.Function):
    """Singular values of tall matrices (B, r, c), r >= c, by one-sided Jacobi, disjoint column pairs at once.

    Pairs follow the round-robin tournament.  Instances that have not converged after `SWEEPS` sweeps are NaN.
    Derivative: sum_i g_i u_i v_i^T, with u_i = 0 at zero singular values.
    """

    @staticmethod
    def forward(ctx: Any, a: Tensor) -> Tensor:
        size, rows, cols = a.shape
        scale = a.abs().amax((-2, -1)).clamp(min=torch.finfo(a.dtype).tiny)[:, None, None]
        work = (a / scale).mT
        if ctx.needs_input_grad[0]:
            work = torch.cat([work, torch.eye(cols, dtype=a.dtype, device=a.device).expand(size, cols, cols)], -1)
        if cols % 2:
            work = torch.cat([work, work.new_zeros(size, 1, work.shape[-1])], 1)
        half = work.shape[1] // 2
        top, bottom = work[:, :half], work[:, half:]
        bound = 4 * torch.finfo(a.dtype).eps * rows**0.5
        floor = (torch.finfo(a.dtype).eps / 4 * torch.linalg.vector_norm(a / scale, dim=(-2, -1))[:, None]) ** 2
        unsettled = torch.ones(size, dtype=torch.bool, device=a.device)
        for _ in range(SWEEPS):
            unsettled = torch.zeros_like(unsettled)
            for _ in range(max(1, 2 * half - 1)):
                top, bottom, turned = _rotate(top, bottom, rows, bound, floor)
                unsettled |= turned
                if half > 1:
                    top, bottom = (
                        torch.cat([top[:, :1], bottom[:, :1], top[:, 1:-1]], 1),
                        torch.cat([bottom[:, 1:], top[:, -1:]], 1),
                    )
            if not bool(unsettled.any()):
                break
        done = torch.cat([top, bottom], 1)
        values, order = torch.linalg.vector_norm(done[..., :rows], dim=-1).sort(-1, descending=True)
        values, order = values[:, :cols], order[:, :cols]
        if ctx.needs_input_grad[0]:
            done = torch.gather(done, 1, order[..., None].expand(-1, -1, done.shape[-1]))
            left = done[..., :rows] / torch.where(values > 0, values, 1.0)[..., None]
            ctx.save_for_backward(left, done[..., rows:])
        return torch.where(unsettled[:, None], torch.nan, values * scale[:, 0])

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        left, right = ctx.saved_tensors
        return (left * grads[0][..., None]).mT @ right


def _rotate(top: Tensor, bottom: Tensor, rows: int, bound: float, floor: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """One rotation for every pair (top_j, bottom_j), and which instances still had a pair that was not orthogonal.

    Columns below `floor` (squared) are rounding noise of the matrix and need not be orthogonal to anything.
    """
    x, y = top[..., :rows], bottom[..., :rows]
    alpha, beta, gamma = (x * x).sum(-1), (y * y).sum(-1), (x * y).sum(-1)
    apart = (gamma.abs() > bound * (alpha.sqrt() * beta.sqrt())) & (torch.minimum(alpha, beta) > floor)
    zeta = (beta - alpha) / torch.where(apart, 2 * gamma, 1.0)
    sign = torch.where(zeta < 0, -1.0, 1.0).to(zeta.dtype)
    tangent = torch.where(apart, sign / (zeta.abs() + torch.sqrt(1 + zeta * zeta)), 0.0)
    cosine = torch.rsqrt(1 + tangent * tangent)[..., None]
    sine = cosine * tangent[..., None]
    return cosine * top - sine * bottom, sine * top + cosine * bottom, apart.any(-1)


def _in_lanes(a: Tensor, symmetric: bool) -> Tensor:
    """Spectra by compiled kernels; of matrices that have no good bound there or are not finite, by the vendor's."""
    flat = a.detach().reshape(-1, *a.shape[-2:])
    if flat.is_cuda:
        found, error = gpu.spectra(flat, symmetric)
    else:
        solve = cpu_lanes.symmetric_eigenvalues if symmetric else cpu_lanes.singular_values
        found, error = map(torch.from_numpy, solve(flat.numpy(), torch.get_num_threads()))
    doubtful = ~(error < math.inf)
    if bool(doubtful.any()):
        other = symmetric_eigenvalues if symmetric else singular_values
        found[doubtful] = other(flat[doubtful], "vendor")
    return found.reshape(a.shape[:-2] + found.shape[1:])


def _vendor_symmetric(n: Tensor) -> Tensor:
    return torch.linalg.eigvalsh(n).flip(-1)


_SINGULAR: dict[str, Callable[[Tensor], Tensor]] = {
    "norm": lambda a: frobenius(a)[:, None],
    "closed": _closed_singular,
    "vendor": torch.linalg.svdvals,
    "gram": _gram_singular,
    "jacobi": _jacobi_singular,
}
_SYMMETRIC: dict[str, Callable[[Tensor], Tensor]] = {
    "norm": lambda n: n[:, 0],
    "closed": _closed_symmetric,
    "vendor": _vendor_symmetric,
    "gram": _vendor_symmetric,
    "jacobi": _jacobi_symmetric,
}
