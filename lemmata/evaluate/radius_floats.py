"""Numerical radii in floats: the best of some directions, improved by Newton's method.

Hermitian matrices X + iY stand as [[X, -Y], [Y, X]]: the solvers for real symmetric ones mark what they cannot solve.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.evaluate import spectral_floats as spectral

DIRECTIONS = 24
STARTS = 3
STEPS = 12
SMALL = 1e-8
SAME = 1e-13  # relative difference of blocks that are equal but for rounding


def numerical_radius(a: Tensor, solver: str = "auto") -> Tensor:
    """w of real square matrices (..., n, n), as (...); NaN where one is not finite or not solved.

    The real form of X + iY is recognised by its value and stands for X + iY, which has the same radius.  The derivative
    is that of |z^* A z| at the vector z that was found.
    """
    x, y = _halves(a)
    with torch.no_grad():
        p = _real_form((x + x.mT) / 2, (y - y.mT) / 2)
        q = _real_form((y + y.mT) / 2, (x.mT - x) / 2)
        angles = torch.linspace(-torch.pi, torch.pi, DIRECTIONS + 1, dtype=a.dtype, device=a.device)[1:]
        family = p[..., None, :, :] * _wide(angles.cos()) + q[..., None, :, :] * _wide(angles.sin())
        tops = spectral.symmetric_eigenvalues(family, solver)[..., 0].nan_to_num()
        before, after = tops.roll(1, -1), tops.roll(-1, -1)
        bend = (2 * tops - before - after).clamp(min=torch.finfo(a.dtype).tiny)
        shift = ((after - before) / (2 * bend)).clamp(-1, 1)  # to the top of the parabola through three neighbours
        peaks = torch.where((tops >= before) & (tops >= after), tops + bend * shift**2 / 2, tops)
        peaks, place = peaks.topk(STARTS, -1)
        angle = (angles + 2 * torch.pi / DIRECTIONS * shift).gather(-1, place)
        even, odd = (part[..., None, :, :].expand(*angle.shape, -1, -1).flatten(0, -3) for part in (p, q))
        vector, value = _improved(even, odd, angle.reshape(-1))
        place = value.reshape(angle.shape).argmax(-1)[..., None, None]
        vector = vector.reshape(*angle.shape, -1).take_along_dim(place, -2)[..., 0, :]
        n = x.shape[-1]
        u, v = vector[..., :n, None], vector[..., n:, None]
    inside, outside = _form(u, x, u) + _form(v, x, v), _form(u, x, v) - _form(v, x, u)
    turned, other = _form(u, y, u) + _form(v, y, v), _form(u, y, v) - _form(v, y, u)
    return _modulus(inside - other, outside + turned)


def _improved(p: Tensor, q: Tensor, angle: Tensor) -> tuple[Tensor, Tensor]:
    """Eigenvectors (B, m) to the largest eigenvalues of cos(t) P + sin(t) Q and these, the directions t improved until
    the steps are small: the error of the value is that of the direction squared."""
    vector, best = torch.zeros_like(p[..., 0]), torch.full_like(angle, -torch.inf)
    left = torch.arange(len(angle), device=angle.device)
    for _ in range(STEPS):
        c, s = _wide(angle[left].cos()), _wide(angle[left].sin())
        values, vectors = spectral.eigenvectors(p[left] * c + q[left] * s)
        top = values[..., 0]
        better = ~(top < best[left])
        best[left] = torch.where(better, top, best[left])
        vector[left] = torch.where(better[..., None], vectors[..., 0], vector[left])
        along = (vectors.mT @ (q[left] * c - p[left] * s) @ vectors[..., :1])[..., 0]
        gaps = (top[..., None] - values).clamp(min=torch.finfo(p.dtype).eps * (1 + top.abs()[..., None]))
        bend = 2 * (along[..., 2:] ** 2 / gaps[..., 2:]).sum(-1) - top
        # Newton's step where the largest eigenvalue bends down, elsewhere on to where z^* A z itself points
        newton = (along[..., 0] / torch.where(bend < 0, -bend, 1.0)).clamp(-0.2, 0.2)
        move = torch.where(bend < 0, newton, torch.atan2(along[..., 0], top))
        angle[left] = angle[left] + move
        left = left[move.abs() > SMALL]  # not where it is no number
        if not len(left):
            break
    return vector, best


def _form(u: Tensor, a: Tensor, v: Tensor) -> Tensor:
    return (u.mT @ a @ v)[..., 0, 0]


def _modulus(re: Tensor, im: Tensor) -> Tensor:
    return spectral.frobenius(torch.stack([re, im], -1)[..., None])


def _wide(x: Tensor) -> Tensor:
    return x[..., None, None]


def _real_form(x: Tensor, y: Tensor) -> Tensor:
    return torch.cat([torch.cat([x, -y], -1), torch.cat([y, x], -1)], -2)


def _halves(a: Tensor) -> tuple[Tensor, Tensor]:
    """X and Y where all matrices read [[X, -Y], [Y, X]], else the matrix and zero."""
    n = a.shape[-1]
    k = n // 2
    if n % 2 == 0:
        (x, minus), (y, again) = ((part[..., :k], part[..., k:]) for part in (a[..., :k, :], a[..., k:, :]))
        size = a.detach().abs().amax((-2, -1), keepdim=True) * SAME
        if bool((((x - again).abs() <= size) & ((y + minus).abs() <= size)).all()):
            return x, y
    return a, torch.zeros_like(a)
