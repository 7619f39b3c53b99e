"""Determinants, inverses and exponentials of a pack of small matrices."""

from __future__ import annotations

import numpy as np

from lemmata.evaluate.cpu_lanes.compiling import EPS, Array, compiled
from lemmata.evaluate.cpu_lanes.kernels import reflect, reflector, squares
from lemmata.evaluate.cpu_lanes.simd import load, octave, root, some, splat, store, where

TERMS = 16  # of the exponential series, of a matrix of norm at most 1/2: the next is below 2^-65


@compiled
def _triangular(w: Array, rows: int, cols: int) -> None:
    """Reflect the first `rows` columns of matrices (rows * cols, LANES) to upper triangular form, the others along.

    The diagonal comes out with the signs that keep the determinant.
    """
    for k in range(rows - 1):
        at = k * cols + k
        alpha = load(w, at, 0)
        square, head, inverse = reflector(alpha, squares(w, at + cols, cols, rows - k - 1, 0))
        store(w, at, 0, head)
        reflect(w, at, cols, at + 1, cols, 1, cols - k - 1, rows - k, inverse)
        # A reflection turns the determinant's sign: the row is turned with it.
        usable, length = inverse > 0.0, root(square)
        for j in range(at + 1, (k + 1) * cols):
            x = load(w, j, 0)
            store(w, j, 0, where(usable, 0.0 - x, x))
        # What is not finite leaves NaN on the diagonal.
        store(w, at, 0, where(usable, where(alpha >= 0.0, length, 0.0 - length), alpha + (square - square)))


@compiled
def _into(regs: Array, a: int, lane: int, w: Array, order: int, cols: int) -> None:
    for i in range(order):
        for j in range(order):
            store(w, i * cols + j, 0, load(regs, a + i * order + j, lane))


@compiled
def determinant(regs: Array, out: int, a: int, order: int, lane: int, w: Array) -> None:
    """Determinants, by reflections."""
    _into(regs, a, lane, w, order, order)
    _triangular(w, order, order)
    z = load(w, 0, 0)
    for k in range(1, order):
        z = z * load(w, k * order + k, 0)
    store(regs, out, lane, z)


@compiled
def inverse(regs: Array, out: int, a: int, order: int, lane: int, w: Array) -> None:
    """Inverses, by reflections and substitution; NaN where the matrix is singular up to rounding."""
    cols = 2 * order
    _into(regs, a, lane, w, order, cols)
    energy = squares(regs, a, 1, order * order, lane)
    for i in range(order):
        for j in range(order):
            store(w, i * cols + order + j, 0, splat(1.0 if i == j else 0.0))
    _triangular(w, order, cols)
    for j in range(order):
        for i in range(order - 1, -1, -1):
            x = load(w, i * cols + order + j, 0)
            for k in range(i + 1, order):
                x = x - load(w, i * cols + k, 0) * load(regs, out + k * order + j, lane)
            store(regs, out + i * order + j, lane, x / load(w, i * cols + i, 0))
    sound = root(energy) * root(squares(regs, out, 1, order * order, lane)) * (order * EPS) < 1.0
    for k in range(order * order):
        store(regs, out + k, lane, where(sound, load(regs, out + k, lane), np.nan))


@compiled
def exponential(regs: Array, out: int, a: int, order: int, lane: int, w: Array) -> None:
    """Exponentials: the series of a matrix scaled by a power of two, squared as many times."""
    entries = order * order
    norm = root(squares(regs, a, 1, entries, lane))
    scale = octave(4.0 * norm)  # twice to four times the norm
    scale = where(scale > 1.0, scale, 1.0)
    shrink = 1.0 / scale
    for k in range(entries):
        store(w, k, 0, load(regs, a + k, lane) * shrink)
        store(w, entries + k, 0, splat(1.0 if k % (order + 1) == 0 else 0.0))
    for term in range(TERMS, 0, -1):  # Horner's rule
        _times(w, 0, entries, 2 * entries, order)
        for k in range(entries):
            one = 1.0 if k % (order + 1) == 0 else 0.0
            store(w, entries + k, 0, load(w, 2 * entries + k, 0) * (1.0 / term) + one)
    for _ in range(1100):
        growing = scale > 1.0
        if not some(growing):
            break
        _times(w, entries, entries, 2 * entries, order)
        for k in range(entries):
            store(w, entries + k, 0, where(growing, load(w, 2 * entries + k, 0), load(w, entries + k, 0)))
        scale = 0.5 * scale
    for k in range(entries):
        store(regs, out + k, lane, where(norm < 1e3, load(w, entries + k, 0), np.nan))


@compiled
def _times(w: Array, a: int, b: int, out: int, order: int) -> None:
    for i in range(order):
        for j in range(order):
            z = load(w, a + i * order, 0) * load(w, b + j, 0)
            for k in range(1, order):
                z = z + load(w, a + i * order + k, 0) * load(w, b + k * order + j, 0)
            store(w, out + i * order + j, 0, z)
