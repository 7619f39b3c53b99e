"""Spectra of Gauss-Newton matrices of linear, residual and one-hidden-layer leaky-ReLU networks, in float64.

Source: Zhao, Singh & Lucchi (2024), (4), (5), (7) and (10). The p x p matrix of (1) is never formed: its non-zero
eigenvalues are those of the Gram form, of order k r for a factor F of the covariance F F^T of shape (d, r). With one
hidden layer that splits into k problems of order r, and where there are fewer parameters than k r the p x p matrix is
the smaller one. Floats decide nothing here: the rank that a pseudo-condition number needs has to be
known.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor


def _matrix(name: str, a: Tensor) -> Tensor:
    a = torch.as_tensor(a, dtype=torch.float64)
    if a.ndim != 2 or not a.numel():
        raise ValueError(f"{name} must be a matrix with entries, not of shape {tuple(a.shape)}")
    if not torch.isfinite(a.sum()) and not torch.isfinite(a).all():  # a sum of finite entries may overflow
        raise ValueError(f"{name} has entries that are not finite")
    return a


def _chained(weights: Sequence[Tensor], factor: Tensor) -> tuple[list[Tensor], Tensor]:
    if not weights:
        raise ValueError("a linear network needs at least one matrix")
    out = [_matrix(f"matrix {level + 1}", w) for level, w in enumerate(weights)]
    root = _matrix("the root of the covariance", factor)
    for level, (rows, w) in enumerate(zip([root, *out], out, strict=False)):
        if w.shape[1] != rows.shape[0]:
            raise ValueError(f"matrix {level + 1} has {w.shape[1]} columns for {rows.shape[0]} inputs")
    return out, root


def residual_weights(weights: Sequence[Tensor], beta: float) -> list[Tensor]:
    """W^l + beta I, I the rectangular identity: the residual network as a linear one.

    Its derivative in W^l is that of the linear network at these matrices. Raises ValueError for no matrix.
    """
    out = [_matrix(f"matrix {level + 1}", w) for level, w in enumerate(weights)]
    return [w + beta * torch.eye(*w.shape, dtype=w.dtype, device=w.device) for w in out]


def products(weights: Sequence[Tensor]) -> tuple[list[Tensor], list[Tensor]]:
    """(above, below): above[l - 1] = W^{L:l+1} of shape (k, a_l) and below[l - 1] = W^{l-1:1} of shape (a_{l-1}, d)."""
    first, last = weights[0], weights[-1]
    above = [torch.eye(last.shape[0], dtype=last.dtype, device=last.device)]
    below = [torch.eye(first.shape[1], dtype=first.dtype, device=first.device)]
    for w in reversed(weights[1:]):
        above.append(above[-1] @ w)
    for w in weights[:-1]:
        below.append(w @ below[-1])
    return above[::-1], below


def _narrowed(factor: Tensor) -> Tensor:
    """A factor of the same covariance with at most as many columns as rows."""
    if factor.shape[1] <= factor.shape[0]:
        return factor
    return torch.linalg.qr(factor.T, mode="r").R.T


def gauss_newton_factor(weights: Sequence[Tensor], sigma_root: Tensor) -> Tensor:
    """U (I_k x F) of shape (p, k r): weights[l - 1] = W^l of shape (a_l, a_{l-1}), sigma_root = F of shape (d, r).

    G_O is this matrix times its transpose, parameters listed layer by layer and row by row. Raises ValueError for
    shapes that do not chain.
    """
    ws, root = _chained(weights, sigma_root)
    pairs = zip(*products(ws), strict=True)
    return torch.cat([torch.kron(a.T.contiguous(), (b @ root).contiguous()) for a, b in pairs])


def _gram(weights: Sequence[Tensor], root: Tensor) -> Tensor:
    total = torch.zeros((), dtype=root.dtype, device=root.device)
    for a, b in zip(*products(weights), strict=True):
        inner = b @ root
        total = total + torch.kron((a @ a.T).contiguous(), (inner.T @ inner).contiguous())
    return total


def _padded(values: Tensor, length: int) -> Tensor:
    """Eigenvalues of a positive semidefinite matrix, descending, with zeros up to a length; rounding below 0 cut."""
    values = values.clamp_min(0.0).sort(descending=True).values[:length]
    return torch.cat([values, values.new_zeros(length - len(values))])


def gauss_newton_spectrum(weights: Sequence[Tensor], sigma_root: Tensor) -> Tensor:
    """All d k eigenvalues of the Gram form G-hat of a linear network, descending, float64.

    weights[l - 1] = W^l of shape (a_l, a_{l-1}); sigma_root of shape (d, r) with sigma_root sigma_root^T the covariance
    (its square root, or data X / sqrt(n)). Absolute error of the order of 1e-15 times the largest one. Raises
    ValueError for shapes that do not chain or entries that are not finite.
    """
    ws, root = _chained(weights, sigma_root)
    (d, k), root = (root.shape[0], ws[-1].shape[0]), _narrowed(root)
    if len(ws) == 1:
        return _padded(torch.linalg.eigvalsh(root.T @ root).repeat(k), d * k)
    if len(ws) == 2:
        # the eigenvectors of W W^T split the problem: mu_i F^T F + F^T V^T V F for each of its eigenvalues mu_i
        mu = torch.linalg.eigvalsh(ws[1] @ ws[1].T).clamp_min(0.0)
        inner = ws[0] @ root
        pieces = mu[:, None, None] * (root.T @ root) + inner.T @ inner
        return _padded(torch.linalg.eigvalsh(pieces).reshape(-1), d * k)
    if sum(w.numel() for w in ws) < k * root.shape[1]:
        factor = gauss_newton_factor(ws, root)
        return _padded(torch.linalg.eigvalsh(factor @ factor.T), d * k)
    return _padded(torch.linalg.eigvalsh(_gram(ws, root)), d * k)


def pseudo_condition(spectrum: Tensor, rank: int) -> float:
    """Largest eigenvalue over the smallest non-zero one, for a descending spectrum of a matrix of known rank.

    The rank is not read off the floats, it has to be known. Raises ValueError for a
    rank outside 1 ... length, and ArithmeticError where the eigenvalue that the rank names is lost in the rounding.
    """
    if not 1 <= rank <= len(spectrum):
        raise ValueError(f"rank {rank} of a matrix of order {len(spectrum)}: a pseudo-condition number needs 1 or more")
    largest, least = float(spectrum[0]), float(spectrum[rank - 1])
    if not least > len(spectrum) * torch.finfo(torch.float64).eps * largest:
        raise ArithmeticError(
            f"eigenvalue {rank} is {least:.3g} next to {largest:.3g}: lost in the rounding of float64"
        )
    return largest / least


def slopes(v: Tensor, x: Tensor, alpha: float) -> Tensor:
    """sigma'(V X) of shape (m, n), entries 1 or alpha. Raises ValueError where a pre-activation is 0."""
    before = v @ x
    if (before == 0).any():
        raise ValueError("a pre-activation is 0: the network is not differentiable there")
    return torch.where(before > 0, 1.0, float(alpha)).to(before.dtype)


def _unit_checked(w: Tensor, v: Tensor, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    w, v, x = _matrix("W", w), _matrix("V", v), _matrix("X", x)
    if w.shape[1] != v.shape[0] or v.shape[1] != x.shape[0]:
        raise ValueError(f"W, V, X of shapes {tuple(w.shape)}, {tuple(v.shape)}, {tuple(x.shape)} do not chain")
    return w, v, x


def leaky_gram(w: Tensor, v: Tensor, x: Tensor, alpha: float) -> Tensor:
    """G-hat of (10) for W sigma(V X), of order n k: W (k, m), V (m, d), data X (d, n), negative slope alpha.

    Without the factor 1/n of (1), as (10) has it; rows and columns are indexed by data point, then output. Raises
    ValueError for shapes that do not chain and where a pre-activation is 0.
    """
    w, v, x = _unit_checked(w, v, x)
    k, n = w.shape[0], x.shape[1]
    mask = slopes(v, x, alpha)
    after = mask * (v @ x)
    # sum_i Lambda^i X^T X Lambda^i (W_.i W_.i^T)_{ab} is X^T X entrywise times sum_i W_ai W_bi of the masks' products
    inputs, second = x.T @ x, after.T @ after
    out = torch.empty(n, k, n, k, dtype=x.dtype, device=x.device)
    for a in range(k):
        for b in range(a + 1):
            out[:, a, :, b] = out[:, b, :, a] = inputs * (mask.T @ ((w[a] * w[b])[:, None] * mask))
        out[:, a, :, a] += second
    return out.reshape(n * k, n * k)


def leaky_factor(w: Tensor, v: Tensor, x: Tensor, alpha: float) -> Tensor:
    """The p x n k matrix whose Gram matrix is (10): derivatives by V row by row, then by W^T row by row.

    W^T row by row lists W column by column, as Lemma 3 does. Arguments and errors as `leaky_gram`.
    """
    w, v, x = _unit_checked(w, v, x)
    (k, m), (d, n) = w.shape, x.shape
    mask = slopes(v, x, alpha)
    by_v = torch.einsum("ai,in,dn->idna", w, mask, x).reshape(m * d, n * k)
    eye = torch.eye(k, dtype=x.dtype, device=x.device)
    by_w = torch.einsum("in,ab->ianb", mask * (v @ x), eye).reshape(m * k, n * k)
    return torch.cat([by_v, by_w])


def leaky_spectrum(w: Tensor, v: Tensor, x: Tensor, alpha: float) -> Tensor:
    """All n k eigenvalues of G-hat of (10), descending, float64. Arguments and errors as `leaky_gram`."""
    w, v, x = _unit_checked(w, v, x)
    order = w.shape[0] * x.shape[1]
    if w.numel() + v.numel() < order:
        factor = leaky_factor(w, v, x, alpha)
        return _padded(torch.linalg.eigvalsh(factor @ factor.T), order)
    return _padded(torch.linalg.eigvalsh(leaky_gram(w, v, x, alpha)), order)
