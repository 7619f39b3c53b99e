"""What the machine does entry by entry, and reductions: all on registers, rows of `regs`, one number per lane.

Lanes are as many as packs hold, or a multiple.  NaN stays NaN: extremes keep it, undefined quotients, roots and
logarithms are NaN.
"""

from __future__ import annotations

import numpy as np

from lemmata.evaluate.cpu_lanes.compiling import EPS, Array, compiled
from lemmata.evaluate.cpu_lanes.simd import LANES, load, root, size, splat, store, where


@compiled
def pairwise(op: int, regs: Array, out: int, a: int, b: int, count: int, step_a: int, step_b: int) -> None:
    """Entry by entry; a step is 0 where the argument is a scalar to be repeated."""
    for k in range(count):
        for lane in range(0, regs.shape[1], LANES):
            x, y = load(regs, a + k * step_a, lane), load(regs, b + k * step_b, lane)
            if op == 1:
                z = x + y
            elif op == 2:
                z = x - y
            elif op == 3:
                z = x * y
            elif op == 4:
                z = where(y != 0.0, x / y, np.nan)
            elif op == 5:
                z = where((x >= y) | (x != x), x, y)
            elif op == 6:
                z = where((x <= y) | (x != x), x, y)
            elif op == 11:  # GUARD: x where y is not below zero
                z = where(y >= 0.0, x, np.nan)
            else:  # ROOT_ERROR: x is the root, y the size behind its square
                most = root(y / EPS)
                error = where(x > 0.0, y / where(x > 0.0, x, 1.0), most)
                z = where(error < most, error, most)
            store(regs, out + k, lane, z)


@compiled
def single(op: int, regs: Array, out: int, a: int, count: int) -> None:
    """Entry by entry."""
    if op == 23 or op == 24:
        for k in range(count):
            for lane in range(regs.shape[1]):
                x = regs[a + k, lane]
                regs[out + k, lane] = np.exp(x) if op == 23 else (np.log(x) if x > 0.0 else np.nan)
        return
    for k in range(count):
        for lane in range(0, regs.shape[1], LANES):
            x = load(regs, a + k, lane)
            if op == 7:
                x = 0.0 - x
            elif op == 8:
                x = size(x)
            elif op == 9:
                x = where(x >= 0.0, root(where(x >= 0.0, x, 0.0)), np.nan)
            elif op == 25:
                x = where((x > 0.0) | (x != x), x, 0.0)
            store(regs, out + k, lane, x)


@compiled
def powers(regs: Array, out: int, a: int, b: int, count: int, step_a: int, step_b: int) -> None:
    """Real powers: of bases above zero, and 0 of the base 0 where the exponent is above zero."""
    for k in range(count):
        for lane in range(regs.shape[1]):
            x, y = regs[a + k * step_a, lane], regs[b + k * step_b, lane]
            zero = 0.0 if x == 0.0 and y > 0.0 else np.nan
            regs[out + k, lane] = x**y if x > 0.0 else zero


@compiled
def reduced(op: int, regs: Array, out: int, a: int, count: int) -> None:
    """One number from all entries."""
    for lane in range(0, regs.shape[1], LANES):
        z = load(regs, a, lane)
        if op == 15:  # the Frobenius norm, scaled against overflow and underflow
            top = size(z)
            for k in range(1, count):
                x = size(load(regs, a + k, lane))
                top = where((x >= top) | (x != x), x, top)
            inverse = 1.0 / where(top > 1e-300, top, 1.0)
            total = splat(0.0)
            for k in range(count):
                x = load(regs, a + k, lane) * inverse
                total = total + x * x
            z = root(total) / inverse
        elif op == 12:
            for k in range(1, count):
                z = z + load(regs, a + k, lane)
        elif op == 16:
            for k in range(1, count):
                z = z * load(regs, a + k, lane)
        elif op == 13:
            for k in range(1, count):
                x = load(regs, a + k, lane)
                z = where((x >= z) | (x != x), x, z)
        else:
            for k in range(1, count):
                x = load(regs, a + k, lane)
                z = where((x <= z) | (x != x), x, z)
        store(regs, out, lane, z)


@compiled
def cumulative(regs: Array, out: int, a: int, count: int, step: int) -> None:
    """Sums of the first 1, 2, ... entries; `step` is 0 where one number is repeated."""
    for lane in range(0, regs.shape[1], LANES):
        z = splat(0.0)
        for k in range(count):
            z = z + load(regs, a + k * step, lane)
            store(regs, out + k, lane, z)


@compiled
def kept(op: int, regs: Array, out: int, a: int, count: int, rate: float) -> None:
    """Of descending singular values: those above `rate` times the largest, counted, or the largest over the least."""
    for lane in range(0, regs.shape[1], LANES):
        top = load(regs, a, lane)
        number, least = splat(0.0), top
        for k in range(count):
            x = load(regs, a + k, lane)
            above = x > rate * top
            number = number + where(above, 1.0, 0.0)
            least = where(above & (x < least), x, least)
        if op == 26:
            number = where(top > 0.0, top / where(top > 0.0, least, 1.0), np.nan)
        store(regs, out, lane, where(top != top, np.nan, number))


@compiled
def matmul(regs: Array, out: int, a: int, b: int, rows: int, inner: int, cols: int) -> None:
    """Products of matrices."""
    for lane in range(0, regs.shape[1], LANES):
        for i in range(rows):
            for j in range(cols):
                z = load(regs, a + i * inner, lane) * load(regs, b + j, lane)
                for k in range(1, inner):
                    z = z + load(regs, a + i * inner + k, lane) * load(regs, b + k * cols + j, lane)
                store(regs, out + i * cols + j, lane, z)


@compiled
def kron(regs: Array, out: int, a: int, b: int, p: int, q: int, r: int, m: int) -> None:
    """Kronecker products of p x q and r x m matrices."""
    for i in range(p * r):
        for j in range(q * m):
            for lane in range(0, regs.shape[1], LANES):
                x, y = load(regs, a + (i // r) * q + j // m, lane), load(regs, b + (i % r) * m + j % m, lane)
                store(regs, out + i * q * m + j, lane, x * y)


@compiled
def mirrored(regs: Array, out: int, a: int, order: int) -> None:
    """The largest difference between mirrored entries."""
    for lane in range(0, regs.shape[1], LANES):
        z = splat(0.0)
        for i in range(order):
            for j in range(i):
                x = size(load(regs, a + i * order + j, lane) - load(regs, a + j * order + i, lane))
                z = where((x >= z) | (x != x), x, z)
        store(regs, out, lane, z)
