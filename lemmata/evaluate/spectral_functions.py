"""Functions of whole matrices in float batches: roots, logarithms, absolute values, inverses, spectral radii.

Inputs are (..., n, n) or (..., r, c); what has no value is NaN.  Derivatives are the exact ones (Daleckii and Krein's
divided differences, the implicit equation of the root), finite also at repeated eigenvalues, and 0 along directions in
which they do not exist.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate.spectral_floats import eigenvalues_and_vectors, guarded, marked, prepared

WIDEST = 1e-6  # cosine between left and right eigenvectors below which an eigenvalue's slope is no longer scaled up


def symmetric_root(n: Tensor, noise: Tensor) -> Tensor:
    """Positive semidefinite root of symmetric matrices; NaN where an eigenvalue lies below -noise.

    `noise` broadcasts against (...,): eigenvalues between -noise and 0 are taken for the zeros they stand for.
    """
    return _symmetric(_Root, n, noise)


def symmetric_log(n: Tensor) -> Tensor:
    """Logarithm of symmetric matrices; NaN where an eigenvalue is not positive."""
    return _symmetric(_Log, n, n.new_zeros(()))


def absolute(a: Tensor) -> Tensor:
    """(A^T A)^(1/2): (..., r, c) to (..., c, c), from singular values rather than the Gram matrix."""
    flat, _, bad = prepared(a)
    return marked(_Absolute.apply(flat), bad).reshape(*a.shape[:-2], a.shape[-1], a.shape[-1])


def inverse(a: Tensor) -> Tensor:
    """Inverse; NaN where the matrix is singular up to rounding."""
    flat, _, bad = prepared(a)
    order = a.shape[-1]
    out, failed = torch.linalg.inv_ex(flat)
    with torch.no_grad():
        condition = torch.linalg.vector_norm(flat, dim=(-2, -1)) * torch.linalg.vector_norm(out, dim=(-2, -1))
        bad = bad | (failed != 0) | ~(condition * order * torch.finfo(a.dtype).eps < 1)
    if bool(bad.any()):
        eye = torch.eye(order, dtype=a.dtype, device=a.device)
        out = torch.linalg.inv_ex(torch.where(bad[:, None, None], eye, flat))[0]
    return marked(out, bad).reshape(a.shape)


def pseudo_inverse(a: Tensor) -> Tensor:
    """Pseudo-inverse (..., c, r) of (..., r, c); the rank is read off the singular values, and only nominates."""
    flat, _, bad = prepared(a)
    return marked(_PseudoInverse.apply(flat), bad).reshape(*a.shape[:-2], a.shape[-1], a.shape[-2])


def pivoting(a: Tensor) -> Tensor:
    """The permutation matrices of elimination with partial pivoting; moduli that are equal up to rounding tie."""
    flat, _, bad = prepared(a.detach())
    work, order = flat.clone(), a.shape[-1]
    out, places = torch.eye(order, dtype=a.dtype, device=a.device).expand_as(work).clone(), torch.arange(len(work))
    for k in range(order - 1):
        sizes = work[:, k:, k].abs()
        tied = sizes >= sizes.amax(-1, keepdim=True) * (1 - order * 8 * torch.finfo(a.dtype).eps)
        best = k + tied.to(torch.uint8).argmax(-1)
        for table in (work, out):
            front = table[places, best]
            table[places, best] = table[:, k].clone()
            table[:, k] = front
        pivot = work[:, k, k, None]
        factor = torch.where(pivot == 0, 0.0, work[:, k + 1 :, k] / pivot)
        work[:, k + 1 :] -= factor[..., None] * work[:, k : k + 1]
    return marked(out, bad).reshape(a.shape)


def exponential(a: Tensor) -> Tensor:
    """Matrix exponential; NaN or infinite where it overflows."""
    flat, _, bad = prepared(a)
    return marked(torch.linalg.matrix_exp(flat), bad).reshape(a.shape)


def spectral_radius(a: Tensor) -> tuple[Tensor, Tensor]:
    """Largest modulus of an eigenvalue, and how far the eigenvectors magnify perturbations; both (...,).

    The second is the condition number of the matrix of eigenvectors (Bauer and Fike's theorem), infinite where the
    eigenvectors are dependent; it has no derivative.
    """
    flat, _, bad = prepared(a)
    radius, condition = _Radius.apply(flat)
    return marked(radius, bad).reshape(a.shape[:-2]), marked(condition, bad).reshape(a.shape[:-2])


def _symmetric(function: Any, n: Tensor, noise: Tensor) -> Tensor:
    flat, _, bad = prepared((n + n.mT) / 2)
    return marked(function.apply(flat, noise.expand(n.shape[:-2]).reshape(-1)), bad).reshape(n.shape)


def _sandwich(q: Tensor, middle: Tensor) -> Tensor:
    return q @ middle @ q.mT


def _over(a: Tensor, b: Tensor) -> Tensor:
    """Quotient, 0 where the denominator is 0."""
    return torch.where(b > 0, a / torch.where(b > 0, b, 1.0), 0.0)


class _Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, n: Tensor, noise: Tensor) -> Tensor:
        values, q = guarded(torch.linalg.eigh, n)
        roots = values.clamp(min=0).sqrt()
        ctx.save_for_backward(roots, q)
        out = (q * roots[..., None, :]) @ q.mT
        return torch.where((values[..., :1] >= -noise[:, None])[..., None], out, torch.nan)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None]:
        """Divided differences of the root: 1 / (root_i + root_j)."""
        roots, q = ctx.saved_tensors
        sums = roots[..., :, None] + roots[..., None, :]
        weights = _over(torch.ones_like(sums), sums)
        inner = q.mT @ (grads[0] + grads[0].mT) @ q / 2
        return torch.nan_to_num(_sandwich(q, weights * inner), nan=0.0, posinf=0.0, neginf=0.0), None


class _Log(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, n: Tensor, noise: Tensor) -> Tensor:
        values, q = guarded(torch.linalg.eigh, n)
        ctx.save_for_backward(values, q)
        logs = torch.where(values[..., :1] > 0, values, torch.nan).log()
        return (q * logs[..., None, :]) @ q.mT

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None]:
        """Divided differences of the logarithm, log1p(d) / (d low) with d = (high - low) / low."""
        values, q = ctx.saved_tensors
        x, y = values[..., :, None], values[..., None, :]
        low = torch.minimum(x, y)
        usable = low > 0
        low = torch.where(usable, low, 1.0)
        d = torch.where(usable, (x - y).abs() / low, 0.0)
        weights = torch.where(usable, torch.where(d > 0, torch.log1p(d) / torch.where(d > 0, d, 1.0), 1.0) / low, 0.0)
        inner = q.mT @ (grads[0] + grads[0].mT) @ q / 2
        return torch.nan_to_num(_sandwich(q, weights * inner), nan=0.0, posinf=0.0, neginf=0.0), None


class _Absolute(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, a: Tensor) -> Tensor:
        left, values, right = guarded(lambda x: torch.linalg.svd(x, full_matrices=False), a)
        ctx.save_for_backward(left, values, right)
        return right.mT @ (values[..., None] * right)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        """From H dH + dH H = A^T dA + dA^T A: in the singular bases dH_ij = (s_i Y_ij + s_j Y_ji) / (s_i + s_j)."""
        left, values, right = ctx.saved_tensors  # right holds rows
        g = grads[0] + grads[0].mT
        weights = _over(
            values[..., :, None].expand(-1, -1, values.shape[-1]), values[..., :, None] + values[..., None, :]
        )
        inside = right @ g @ right.mT
        outside = (values > 0).to(g.dtype)[..., None] * (right @ g - inside @ right)  # where the other s_j is zero
        return torch.nan_to_num(left @ ((weights * inside) @ right + outside), nan=0.0, posinf=0.0, neginf=0.0)


class _PseudoInverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, a: Tensor) -> Tensor:
        left, values, right = guarded(lambda x: torch.linalg.svd(x, full_matrices=False), a)
        kept = values > max(a.shape[-2:]) * torch.finfo(a.dtype).eps * values[..., :1]
        out = right.mT @ (_over(kept.to(a.dtype), values)[..., None] * left.mT)
        out = torch.where(values[..., :1, None].isnan(), torch.nan, out)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        """The derivative at constant rank (Golub and Pereyra)."""
        a, x = ctx.saved_tensors
        g, xt = grads[0], x.mT
        beside = g.mT - a @ (x @ g.mT)
        below = g.mT - (g.mT @ x) @ a
        return torch.nan_to_num(beside @ x @ xt + xt @ x @ below - xt @ g @ xt, nan=0.0, posinf=0.0, neginf=0.0)


class _Radius(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, a: Tensor) -> tuple[Tensor, Tensor]:
        top = a.abs().amax((-2, -1), keepdim=True)
        top = torch.where(top > 0, top, 1.0)  # the solver gives up on badly scaled matrices
        scaled = a / top
        values, vectors = guarded(eigenvalues_and_vectors, scaled)
        back, failed = torch.linalg.inv_ex(vectors)
        condition = torch.linalg.vector_norm(vectors, dim=(-2, -1)) * torch.linalg.vector_norm(back, dim=(-2, -1))
        condition = torch.where((failed == 0) & condition.isfinite(), condition, torch.inf)
        radius, place = values.abs().max(-1)
        ctx.save_for_backward(scaled, values.gather(-1, place[..., None]))
        ctx.mark_non_differentiable(condition)
        return radius * top[..., 0, 0], condition

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        """d|z| = Re(conj(z) / |z| y^* dA x / (y^* x)), y and x the left and right null vectors of A - z I."""
        a, z = ctx.saved_tensors
        eye = torch.eye(a.shape[-1], dtype=z.dtype, device=a.device)
        fixed = torch.where(z.isfinite(), z, 0.0)
        left, _, right = guarded(torch.linalg.svd, a - fixed[..., None] * eye)
        y, x = left[..., :, -1], right[..., -1, :].conj()
        cosine = (y.conj() * x).sum(-1, keepdim=True)
        size = cosine.abs()
        turn = torch.where(size > 0, cosine / torch.where(size > 0, size, 1.0), 1.0) * size.clamp(min=WIDEST)
        modulus = fixed.abs()
        phase = torch.where(modulus > 0, fixed.conj() / torch.where(modulus > 0, modulus, 1.0), 1.0)
        slope = ((phase / turn)[..., None] * (y.conj()[..., :, None] * x[..., None, :])).real
        return torch.nan_to_num(grads[0][:, None, None] * slope, nan=0.0, posinf=0.0, neginf=0.0)
