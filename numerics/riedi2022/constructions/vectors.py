"""Vectors that a shift of the identity treats in a special way, and matrices without real eigenvalues (section 4).

All entries are small integers or dyadic rationals, so that the hypotheses hold exactly.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch
from lemmata.sample.registry import construction
from theorems.riedi2022 import M_o, n, rho
from theorems.riedi2022 import section4_skip as skip


def _quarters(stream: Stream, batch: int) -> Tensor:
    return stream.integers(0, 4, (batch,)).to(stream.dtype) / 4


def signed_permutations(stream: Stream, batch: int, n: int) -> Tensor:
    """Random signed permutation matrices."""
    eye = torch.eye(n, dtype=stream.dtype, device=stream.device)
    return eye[stream.permutation(batch, n)] * stream.signs((batch, n, 1))


def _integers(stream: Stream, batch: int, rows: int, cols: int, bound: int = 3) -> Tensor:
    return stream.integers(-bound, bound, (batch, rows, cols)).to(stream.dtype)


def _unit(stream: Stream, batch: int, n: int) -> Tensor:
    out = torch.zeros(batch, n, 1, dtype=stream.dtype, device=stream.device)
    out[:, 0] = 1
    return out


def _shift_back(m: Tensor, rho: Tensor) -> Tensor:
    """M_o from M(rho)."""
    return m - rho[:, None, None] * torch.eye(m.shape[-1], dtype=m.dtype, device=m.device)


@construction("common-vector")
def common_vector(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """M(rho_o) w = t w with w a right singular vector.

    For t = 0 any first row will do; otherwise w must be an eigenvector of the transpose too (see riedi.lemma-18).
    """
    order = int(concrete.dims[n.name])
    m = _integers(stream, batch, order, order)
    t = stream.integers(-2, 2, (batch,)).to(stream.dtype)
    m[:, :, 0] = 0
    m[:, 0, 1:] = torch.where((t == 0)[:, None], m[:, 0, 1:], torch.zeros_like(m[:, 0, 1:]))
    m[:, 0, 0] = t
    p, rho_o = signed_permutations(stream, batch, order), _quarters(stream, batch)
    return {
        M_o.name: _shift_back(p @ m @ p.mT, rho_o),
        skip.w.name: p @ _unit(stream, batch, order),
        skip.t.name: t,
        skip.mu.name: t**2,
        skip.rho_o.name: rho_o,
        rho.name: _quarters(stream, batch),
    }


@construction("kernel-vector")
def kernel_vector(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """M(rho_o) w = 0."""
    order = int(concrete.dims[n.name])
    m = _integers(stream, batch, order, order)
    m[:, :, 0] = 0
    p, rho_o = signed_permutations(stream, batch, order), _quarters(stream, batch)
    return {
        M_o.name: _shift_back(p @ m @ p.mT, rho_o),
        skip.w.name: p @ _unit(stream, batch, order),
        skip.rho_o.name: rho_o,
        rho.name: _quarters(stream, batch),
    }


@construction("extreme-growth")
def extreme_growth(concrete: Concrete, stream: Stream, batch: int) -> Batch:
    """M(rho_o) with eigenvector w, eigenvalue epsilon s and s a simple singular value: s_i' = epsilon.

    Of order two on, one in four has s off the diagonal, where s_i' = 0.
    """
    order = int(concrete.dims[n.name])
    m = _integers(stream, batch, order, order)
    epsilon, s = stream.signs((batch,)), stream.integers(1, 4, (batch,)).to(stream.dtype)
    m[:, 0, :] = 0
    m[:, :, 0] = 0
    m[:, 0, 0] = epsilon * s
    if order > 1:
        still = stream.child("still").uniform((batch,)) < 0.25
        turned = m.clone()
        turned[:, :2, :] = 0
        turned[:, :, :2] = 0
        turned[:, 1, 0], turned[:, 0, 1] = s, -2 * s
        m = torch.where(still[:, None, None], turned, m)
        epsilon = torch.where(still, torch.zeros_like(epsilon), epsilon)
    above = (torch.linalg.svdvals(m) > s[:, None] + 1e-9).sum(1)
    p, rho_o = signed_permutations(stream, batch, order), _quarters(stream, batch)
    return {
        M_o.name: _shift_back(p @ m @ p.mT, rho_o),
        skip.w.name: p @ _unit(stream, batch, order),
        skip.k.name: above + 1,
        skip.sign.name: epsilon.to(torch.int64),
        skip.rho_o.name: rho_o,
        rho.name: _quarters(stream, batch),
    }


@construction("flat-growth")
def flat_growth(concrete: Concrete, stream: Stream, batch: int) -> Batch | None:
    """A triple singular value c whose middle branch grows with slope 1: eigenvalues c, c, -c at rho_o, n >= 3.

    Then s_2 is c + h and c - h at rho_o + h and rho_o - h, and w is any right singular vector to c.
    """
    order = int(concrete.dims[n.name])
    if order < 3:
        return None
    c = stream.integers(1, 3, (batch,)).to(stream.dtype)
    diagonal = torch.zeros(batch, order, dtype=stream.dtype, device=stream.device)
    diagonal[:, :3] = c[:, None] * torch.tensor([1.0, 1.0, -1.0], dtype=stream.dtype, device=stream.device)
    w = torch.zeros(batch, order, 1, dtype=stream.dtype, device=stream.device)
    w[:, :3] = _integers(stream, batch, 3, 1, 1)
    p, rho_o = signed_permutations(stream, batch, order), _quarters(stream, batch)
    return {
        M_o.name: _shift_back(p @ torch.diag_embed(diagonal) @ p.mT, rho_o),
        skip.w.name: p @ w,
        skip.k.name: torch.full((batch,), 2, dtype=torch.int64, device=w.device),
        skip.h.name: torch.full((batch,), 0.25, dtype=stream.dtype, device=w.device),
        skip.rho_o.name: rho_o,
        rho.name: _quarters(stream, batch),
    }


@construction("no-real-eigenvalue")
def no_real_eigenvalue(concrete: Concrete, stream: Stream, batch: int) -> Batch | None:
    """Block diagonal turns a Id + b J, plus a small strictly block-upper part, signed and permuted; even order only.

    The matrix goes to the matrix variable, whatever its name; scalars are free.
    """
    order = int(concrete.dims[n.name])
    if order % 2:
        return None
    m = torch.zeros(batch, order, order, dtype=stream.dtype, device=stream.device)
    for k in range(0, order, 2):
        a = stream.integers(-2, 2, (batch,)).to(stream.dtype)
        b = stream.integers(1, 3, (batch,)).to(stream.dtype) * stream.signs((batch,))
        m[:, k, k], m[:, k + 1, k + 1], m[:, k, k + 1], m[:, k + 1, k] = a, a, b, -b
        m[:, k : k + 2, k + 2 :] = _integers(stream, batch, 2, order - k - 2)
    p = signed_permutations(stream, batch, order)
    return {
        name: p @ m @ p.mT if leaf.is_Matrix else stream.integers(-8, 8, (batch,)).to(stream.dtype) / 4
        for name, leaf in concrete.variables.items()
    }
