"""Jacobians of the networks of `architectures` by formula, p x k in float64; nothing here is differentiated.

With A = W^{L:l+1} above and h = W^{l-1:1} x below a layer, the derivative of W^L ... W^1 x in W^l, listed row by row,
is A^T ⊗ h (Singh, Bachmann & Hofmann 2021; Zhao, Singh & Lucchi 2024, section 4.1).  The others follow: a skip
connection shifts the matrices, a leaky ReLU multiplies by its slopes, a convolution is a matrix of Toeplitz blocks, and
weight normalisation puts the Jacobian of the normalisation in front.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.networks.gauss_newton import gauss_newton_factor, residual_weights, slopes


def linear_jacobian(weights: Sequence[Tensor], x: Tensor) -> Tensor:
    """W^L ... W^1 x, weights[l - 1] = W^l, x of shape (d,).  Raises ValueError for shapes that do not chain."""
    return gauss_newton_factor(weights, x.reshape(-1, 1))


def residual_jacobian(weights: Sequence[Tensor], x: Tensor, beta: float) -> Tensor:
    """(W^L + beta I) ... (W^1 + beta I) x.  Raises ValueError for shapes that do not chain."""
    return linear_jacobian(residual_weights(weights, beta), x)


def leaky_jacobian(w: Tensor, v: Tensor, x: Tensor, alpha: float) -> Tensor:
    """W sigma(V x) in V, then W, both row by row.  Raises ValueError where a pre-activation is 0."""
    mask = slopes(v, x.reshape(-1, 1), alpha)[:, 0]
    after = mask * (v @ x)
    by_v = torch.kron((mask[:, None] * w.T).contiguous(), x.reshape(-1, 1))
    return torch.cat([by_v, torch.kron(torch.eye(len(w), dtype=w.dtype), after.reshape(-1, 1))])


def toeplitz_matrix(kernel: Tensor, length: int) -> Tensor:
    """T of (16) for a kernel (outputs, inputs, size): (outputs n) x (inputs length), n = length - size + 1.

    Block (i, j) has the fibre kernel[i, j] along its diagonals.  Raises ValueError for a kernel longer than its input.
    """
    outputs, inputs, size = kernel.shape
    positions = length - size + 1
    if positions < 1:
        raise ValueError(f"a kernel of size {size} on an input of length {length}")
    out = kernel.new_zeros(outputs, positions, inputs, length)
    for p in range(positions):
        out[:, p, :, p : p + size] = kernel
    return out.reshape(outputs * positions, inputs * length)


def convolutional_jacobian(kernels: Sequence[Tensor], x: Tensor, length: int) -> Tensor:
    """Convolutions one after the other, in their tensors, each entry by entry in its order.

    x of shape (inputs length,), channel by channel.  Raises ValueError for a kernel longer than its input.
    """
    matrices, lengths = [], [length]
    for kernel in kernels:
        matrices.append(toeplitz_matrix(kernel, lengths[-1]))
        lengths.append(lengths[-1] - kernel.shape[2] + 1)
    hidden = [x.reshape(-1)]
    for t in matrices[:-1]:
        hidden.append(t @ hidden[-1])
    above = torch.eye(len(matrices[-1]), dtype=x.dtype)
    pieces: list[Tensor] = []
    for level in reversed(range(len(kernels))):
        (outputs, inputs, size), positions = kernels[level].shape, lengths[level + 1]
        channels = hidden[level].reshape(inputs, -1)
        windows = channels.unfold(1, positions, 1)[:, :size]  # (inputs, size, positions)
        back = above.reshape(-1, outputs, positions)
        pieces.append(torch.einsum("cop,isp->oisc", back, windows).reshape(outputs * inputs * size, -1))
        above = above @ matrices[level]
    return torch.cat(pieces[::-1])


def weight_normalised_jacobian(directions: Sequence[Tensor], gains: Sequence[Tensor], x: Tensor) -> Tensor:
    """Rows g_i v_i / |v_i|, in v row by row and then g, layer by layer; directions[l] (a, b), gains[l] (a,).

    Raises ValueError for a vanishing row, at which the normalisation has no value.
    """
    norms = [v.norm(dim=1) for v in directions]
    if any((n == 0).any() for n in norms):
        raise ValueError("a row is 0: it cannot be normalised")
    units = [v / n[:, None] for v, n in zip(directions, norms, strict=True)]
    plain = linear_jacobian([g[:, None] * u for g, u in zip(gains, units, strict=True)], x)
    pieces, at = [], 0
    for u, g, n in zip(units, gains, norms, strict=True):
        rows, cols = u.shape
        block = plain[at : at + rows * cols].reshape(rows, cols, -1)
        along = torch.einsum("rc,rck->rk", u, block)
        by_direction = (g / n)[:, None, None] * (block - u[:, :, None] * along[:, None, :])
        pieces += [by_direction.reshape(rows * cols, -1), along]
        at += rows * cols
    return torch.cat(pieces)


def gauss_newton(jacobians: Sequence[Tensor]) -> Tensor:
    """(1/n) sum of J J^T, p x p.  Raises ValueError without Jacobians."""
    if not jacobians:
        raise ValueError("no data")
    return torch.stack([j @ j.T for j in jacobians]).mean(0)
