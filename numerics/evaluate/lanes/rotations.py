"""Roots and logarithms of a pack of small symmetric matrices, by Jacobi's rotations."""

from __future__ import annotations

import numpy as np

from lemmata.numerics.evaluate.lanes.compiling import EPS, Array, compiled
from lemmata.numerics.evaluate.lanes.normals import logarithm
from lemmata.numerics.evaluate.lanes.packs import load, root, size, some, splat, store, where

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
def of_spectrum(op: int, regs: Array, out: int, a: int, noise: int, order: int, lane: int, w: Array) -> None:
    """Positive semidefinite roots (ROOT), or logarithms, of symmetric matrices.

    NaN where an eigenvalue lies below minus the number in register `noise` (a logarithm: is not above zero), and where
    squares of entries leave the range of numbers.
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
    sound = (rest <= limit) & (energy < 1e250) & ((energy > 1e-250) | (most == 0.0))
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
            total = splat(0.0)
            for k in range(order):
                x = load(w, entries + i * order + k, 0) * load(w, entries + j * order + k, 0)
                total = total + x * load(w, k, 0)
            store(regs, out + i * order + j, lane, where(sound, total, np.nan))
