"""Determinants, inverses and exponentials of a pack of small matrices."""

from __future__ import annotations

import numpy as np

from lemmata.evaluate.cpu_lanes.compiling import EPS, Array, compiled
from lemmata.evaluate.cpu_lanes.simd import load, octave, root, size, some, splat, store, where

TERMS = 16  # of the exponential series, of a matrix of norm at most 1/2: the next is below 2^-65


@compiled
def _triangular(w: Array, rows: int, cols: int) -> None:
    """Reflect the first `rows` columns of matrices (rows * cols, LANES) to upper triangular form, the others along.

    The diagonal comes out with the signs that keep the determinant.
    """
    for k in range(rows - 1):
        tail = splat(0.0)
        for i in range(k + 1, rows):
            x = load(w, i * cols + k, 0)
            tail = tail + x * x
        alpha = load(w, k * cols + k, 0)
        length = root(alpha * alpha + tail)
        signed = where(alpha >= 0.0, length, 0.0 - length)
        whole = length * (length + size(alpha))
        usable = whole > 1e-290
        inverse = where(usable, 1.0 / where(usable, whole, 1.0), 0.0)
        head = alpha + signed
        for j in range(k + 1, cols):
            total = head * load(w, k * cols + j, 0)
            for i in range(k + 1, rows):
                total = total + load(w, i * cols + k, 0) * load(w, i * cols + j, 0)
            total = total * inverse
            # A reflection turns the determinant's sign: the row is turned with it.
            top = load(w, k * cols + j, 0) - total * head
            store(w, k * cols + j, 0, where(usable, 0.0 - top, top))
            for i in range(k + 1, rows):
                store(w, i * cols + j, 0, load(w, i * cols + j, 0) - total * load(w, i * cols + k, 0))
        store(w, k * cols + k, 0, where(usable, signed, alpha))


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
    energy, found = splat(0.0), splat(0.0)
    for i in range(order):
        for j in range(order):
            x = load(w, i * cols + j, 0)
            energy = energy + x * x
            store(w, i * cols + order + j, 0, splat(1.0 if i == j else 0.0))
    _triangular(w, order, cols)
    for j in range(order):
        for i in range(order - 1, -1, -1):
            x = load(w, i * cols + order + j, 0)
            for k in range(i + 1, order):
                x = x - load(w, i * cols + k, 0) * load(regs, out + k * order + j, lane)
            x = x / load(w, i * cols + i, 0)
            found = found + x * x
            store(regs, out + i * order + j, lane, x)
    sound = root(energy) * root(found) * (order * EPS) < 1.0
    for k in range(order * order):
        store(regs, out + k, lane, where(sound, load(regs, out + k, lane), np.nan))


@compiled
def exponential(regs: Array, out: int, a: int, order: int, lane: int, w: Array) -> None:
    """Exponentials: the series of a matrix scaled by a power of two, squared as many times."""
    entries = order * order
    energy = splat(0.0)
    for k in range(entries):
        x = load(regs, a + k, lane)
        energy = energy + x * x
    norm = root(energy)
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
