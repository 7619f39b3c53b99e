"""Functions of a pack of small matrices by Jacobi's rotations: roots, logarithms, absolute values."""

from __future__ import annotations

import numpy as np

from lemmata.evaluate.cpu_lanes.compiling import EPS, Array, compiled
from lemmata.evaluate.cpu_lanes.kernels import scaled, squares
from lemmata.evaluate.cpu_lanes.normals import logarithm
from lemmata.evaluate.cpu_lanes.simd import Pack, load, root, size, some, splat, store, where

SWEEPS = 30  # over all pairs; some six are usual


@compiled
def _rotate(w: Array, order: int, i: int, j: int) -> None:
    """Make entry (i, j) of matrices (order^2, LANES) zero, and turn columns of those behind them along."""
    x = load(w, i * order + j, 0)
    turning = x != 0.0
    slope = (load(w, i * order + i, 0) - load(w, j * order + j, 0)) / where(turning, 2.0 * x, 1.0)
    tangent = 1.0 / (size(slope) + root(slope * slope + 1.0))
    tangent = where(turning, where(slope >= 0.0, tangent, 0.0 - tangent), 0.0)
    cosine = 1.0 / root(tangent * tangent + 1.0)
    sine = tangent * cosine
    for k in range(2 * order):
        y, z = load(w, k * order + j, 0), load(w, k * order + i, 0)
        store(w, k * order + j, 0, cosine * y - sine * z)
        store(w, k * order + i, 0, sine * y + cosine * z)
    for k in range(order):
        y, z = load(w, j * order + k, 0), load(w, i * order + k, 0)
        store(w, j * order + k, 0, cosine * y - sine * z)
        store(w, i * order + k, 0, sine * y + cosine * z)


@compiled
def _diagonalised(regs: Array, a: int, order: int, lane: int, w: Array) -> Pack:
    """Turn symmetric matrices to diagonal form in `w`, their eigenvectors behind them as columns.

    Zero, or NaN where this does not converge or squares of entries leave the range of numbers.
    """
    entries = order * order
    energy, most = splat(0.0), splat(0.0)
    for i in range(order):
        for j in range(order):
            x = 0.5 * (load(regs, a + i * order + j, lane) + load(regs, a + j * order + i, lane))
            energy, most = energy + x * x, most + size(x)
            store(w, i * order + j, 0, x)
            store(w, entries + i * order + j, 0, splat(1.0 if i == j else 0.0))
    limit = (EPS * EPS) * energy
    rest = splat(0.0)
    for _ in range(SWEEPS):
        rest = splat(0.0)
        for i in range(order):
            for j in range(i):
                x = load(w, i * order + j, 0)
                rest = rest + x * x
        if not some(rest > limit):
            break
        for i in range(order):
            for j in range(i):
                _rotate(w, order, i, j)
    return where((rest <= limit) & (energy < 1e250) & ((energy > 1e-250) | (most == 0.0)), 0.0, np.nan)


@compiled
def of_spectrum(op: int, regs: Array, out: int, a: int, noise: int, order: int, lane: int, w: Array) -> None:
    """Positive semidefinite roots (ROOT), or logarithms, of symmetric matrices.

    NaN where an eigenvalue lies below minus the number in register `noise` (a logarithm: is not above zero), and where
    squares of entries leave the range of numbers.
    """
    entries = order * order
    doubt = _diagonalised(regs, a, order, lane, w)
    lowest = 0.0 - load(regs, noise, lane)
    for k in range(order):
        x = load(w, k * order + k, 0)
        if op == 34:
            x = where(x > 0.0, root(where(x > 0.0, x, 0.0)), where(x >= lowest, 0.0, np.nan))
        else:
            x = where(x > 1e-300, logarithm(where(x > 1e-300, x, 1.0)), np.nan)
        store(w, k, 0, x)  # the first row: entries on the diagonal after it are not touched
    for i in range(order):
        for j in range(order):
            total = doubt
            for k in range(order):
                x = load(w, entries + i * order + k, 0) * load(w, entries + j * order + k, 0)
                total = total + x * load(w, k, 0)
            store(regs, out + i * order + j, lane, total)


@compiled
def _turned(w: Array, rows: int, cols: int, i: int, j: int, floor: Pack) -> Pack:
    """Make columns i and j of matrices (rows * cols, LANES) orthogonal, and turn columns of those behind them along.

    How many, one or none, were not; columns below `floor`, squared, are rounding noise and need not be.
    """
    alpha, beta, gamma = splat(0.0), splat(0.0), splat(0.0)
    for k in range(rows):
        x, y = load(w, k * cols + i, 0), load(w, k * cols + j, 0)
        alpha, beta, gamma = alpha + x * x, beta + y * y, gamma + x * y
    least = where(alpha < beta, alpha, beta)
    apart = (gamma * gamma > (16.0 * EPS * EPS * rows) * alpha * beta) & (least > floor)
    slope = (beta - alpha) / where(apart, 2.0 * gamma, 1.0)
    tangent = 1.0 / (size(slope) + root(slope * slope + 1.0))
    tangent = where(apart, where(slope < 0.0, 0.0 - tangent, tangent), 0.0)
    cosine = 1.0 / root(tangent * tangent + 1.0)
    sine = tangent * cosine
    for k in range(rows + cols):
        x, y = load(w, k * cols + i, 0), load(w, k * cols + j, 0)
        store(w, k * cols + i, 0, cosine * x - sine * y)
        store(w, k * cols + j, 0, sine * x + cosine * y)
    return where(apart, 1.0, 0.0)


@compiled
def absolute(regs: Array, out: int, a: int, rows: int, cols: int, lane: int, w: Array) -> None:
    """(A^T A)^(1/2), by rotations of columns: A^T A is not formed.  `w` has (rows + cols) * cols rows.

    NaN where this does not converge or an entry is not finite.
    """
    for k in range(rows * cols):
        store(w, k, 0, load(regs, a + k, lane))
    scale = scaled(w, rows * cols)
    energy, left = squares(w, 0, 1, rows * cols, 0), splat(0.0)
    for k in range(cols * cols):
        store(w, rows * cols + k, 0, splat(1.0 if k % (cols + 1) == 0 else 0.0))
    floor = (0.0625 * EPS * EPS) * energy
    for _ in range(SWEEPS):
        left = splat(0.0)
        for i in range(cols):
            for j in range(i):
                left = left + _turned(w, rows, cols, j, i, floor)
        if not some(left > 0.0):
            break
    doubt = where((left == 0.0) & (energy < np.inf), 0.0, np.nan)
    for i in range(cols * cols):
        store(regs, out + i, lane, doubt)
    for k in range(cols):
        value = root(squares(w, k, cols, rows, 0)) * scale
        for i in range(cols):
            x = load(w, (rows + i) * cols + k, 0) * value
            for j in range(cols):
                at = out + i * cols + j
                store(regs, at, lane, load(regs, at, lane) + x * load(w, (rows + j) * cols + k, 0))
