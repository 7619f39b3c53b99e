"""The compiled part: singular values and symmetric eigenvalues of many small matrices, one matrix per SIMD lane.

A tile holds some matrices as a structure of arrays, entry by entry; a pack is one entry of `LANES` of them, and every
operation below is one on packs.  All lanes go through the same steps: Householder reflections to bidiagonal or
tridiagonal form, then passes of the differential quotient-difference algorithm with shifts (Fernando and Parlett 1994),
whose one division per step is all it needs, no root and no branch.  The shift is Laguerre's lower bound of the
smallest eigenvalue, from the traces of the inverse and of its square, which one pass yields along the way: a pass
transforms and says where to go next, and the bound is never beyond the smallest eigenvalue, as the algorithm wants.
A lane that is done before the others of its pack goes on with shift zero.

Of the fast-math rules only the fused product and sum is allowed: NaN compares as NaN.
"""

from __future__ import annotations

import numpy as np

from lemmata.evaluate.cpu_lanes.compiling import EPS, Array, compiled
from lemmata.evaluate.cpu_lanes.quotients import eigenvalues
from lemmata.evaluate.cpu_lanes.simd import LANES, Pack, load, octave, root, size, splat, store, where

TRUSTED = 64.0 * EPS  # of the Frobenius norm: what screening counts as rounding noise
ROUNDINGS = 16.0  # of the Frobenius norm, and two more per square root of the order, and one per sixteen passes


@compiled
def gather(a: Array, first: int, w: Array) -> None:
    """Rows first.. of `a` (B, entries) into the tile; lanes beyond the batch are zero."""
    lanes = w.shape[1]
    entries = a.shape[1]
    there = min(lanes, a.shape[0] - first)
    if there < lanes:
        w[:entries] = 0.0
    for block in range(0, entries, 8):  # a cache line of every row at a time
        stop = min(block + 8, entries)
        for lane in range(there):
            for k in range(block, stop):
                w[k, lane] = a[first + lane, k]


@compiled
def squares(w: Array, first: int, step: int, count: int, lane: int) -> Pack:
    """Sum of the squares of so many rows from one on, that far apart."""
    total = splat(0.0)
    for k in range(count):
        x = load(w, first + k * step, lane)
        total = total + x * x
    return total


@compiled
def reflector(alpha: Pack, tail: Pack) -> tuple[Pack, Pack, Pack]:
    """Of a Householder reflection of a vector with first entry `alpha` and the square `tail` of the others: its new
    first entry squared, the first entry of the reflector, and the inverse of half of the reflector's square."""
    square = alpha * alpha + tail
    length = root(square)
    whole = square + length * size(alpha)
    sound = whole > 1e-290
    inverse = where(sound, 1.0 / where(sound, whole, 1.0), 0.0)
    return square, alpha + where(alpha >= 0.0, length, 0.0 - length), inverse


@compiled
def reflect(w: Array, v: int, apart: int, at: int, step: int, across: int, lines: int, count: int, scale: Pack) -> None:
    """Reflect so many lines of `count` entries of a matrix, the first at `at`, entries `step` and lines `across` apart.

    The vector of the reflection stands from row `v` on, with entries that far apart; `scale` is as from `reflector`.
    """
    for k in range(lines):
        first = at + k * across
        total = splat(0.0)
        for i in range(count):
            total = total + load(w, v + i * apart, 0) * load(w, first + i * step, 0)
        total = total * scale
        for i in range(count):
            here = first + i * step
            store(w, here, 0, load(w, here, 0) - total * load(w, v + i * apart, 0))


@compiled
def _tridiagonal(w: Array, order: int, d: Array, e: Array, v: Array, p: Array) -> None:
    """Diagonal and squared off-diagonal of an orthogonally similar tridiagonal matrix; the lower triangle is read."""
    for k in range(order - 2):
        tail = splat(0.0)
        for i in range(k + 2, order):
            x = load(w, i * order + k, 0)
            tail = tail + x * x
            store(v, i, 0, x)
        square, head, inverse = reflector(load(w, (k + 1) * order + k, 0), tail)
        store(e, k, 0, square)
        store(v, k + 1, 0, head)
        for i in range(k + 1, order):
            own = load(v, i, 0)
            total = load(w, i * order + i, 0) * own
            for j in range(k + 1, i):
                x = load(w, i * order + j, 0)
                total = total + x * load(v, j, 0)
                store(p, j, 0, load(p, j, 0) + x * own)
            store(p, i, 0, total)
        half = splat(0.0)
        for i in range(k + 1, order):
            x = load(p, i, 0) * inverse
            store(p, i, 0, x)
            half = half + x * load(v, i, 0)
        half = half * (0.5 * inverse)
        for i in range(k + 1, order):
            store(p, i, 0, load(p, i, 0) - half * load(v, i, 0))
        for i in range(k + 1, order):
            vi, pi = load(v, i, 0), load(p, i, 0)
            for j in range(k + 1, i + 1):
                at = i * order + j
                store(w, at, 0, load(w, at, 0) - (vi * load(p, j, 0) + pi * load(v, j, 0)))
    for i in range(order):
        store(d, i, 0, load(w, i * order + i, 0))
    if order > 1:
        x = load(w, order * (order - 1) + order - 2, 0)
        store(e, order - 2, 0, x * x)


@compiled
def _bidiagonal(w: Array, rows: int, cols: int, q: Array, e: Array) -> None:
    """Squares of the diagonal and superdiagonal of a bidiagonal matrix with the same singular values; rows >= cols."""
    for k in range(cols):
        at = k * cols + k
        square, head, inverse = reflector(load(w, at, 0), squares(w, at + cols, cols, rows - k - 1, 0))
        store(q, k, 0, square)
        store(w, at, 0, head)
        reflect(w, at, cols, at + 1, cols, 1, cols - k - 1, rows - k, inverse)
        if k == cols - 1:
            break
        square, head, inverse = reflector(load(w, at + 1, 0), squares(w, at + 2, 1, cols - k - 2, 0))
        store(e, k, 0, square)
        store(w, at + 1, 0, head)
        if k < cols - 2:  # one entry is the superdiagonal as it stands, its sign is immaterial
            reflect(w, at + 1, 1, at + cols + 1, 1, cols, rows - k - 1, cols - k - 1, inverse)


@compiled
def _finish(
    stuck: Pack,
    spent: Pack,
    found: Array,
    count: int,
    energy: Pack,
    order: int,
    scale: Pack,
    out: Array,
    at: int,
    lane: int,
) -> Pack:
    """Values of a pack sorted, descending, and scaled back, in rows at.. of `out` from a lane on, and error bounds.

    The bound is infinite where it exceeds `TRUSTED`, where the squares of the values do not sum up to the energy of the
    matrix, and where anything is not finite.
    """
    total = splat(0.0)
    for k in range(count):
        x = load(found, k, 0)
        total = total + x * x
        x = x * scale
        for i in range(at, at + k):  # x goes where it belongs among those there are
            y = load(out, i, lane)
            store(out, i, lane, where(x >= y, x, y))
            x = where(x >= y, y, x)
        store(out, at + k, lane, x)
    norm = root(energy)
    bound = stuck * 2.0**-55 + (ROUNDINGS + 2.0 * np.sqrt(order) + spent * 0.0625) * EPS * norm
    sound = size(total - energy) <= 2.0 * np.sqrt(count) * norm * bound + 1e-300
    return where(sound & (bound <= TRUSTED * norm), bound * scale, np.inf)


@compiled
def scaled(w: Array, entries: int) -> Pack:
    """Divide a pack by the powers of two that bring the largest entries into [1, 2), and return these."""
    most = splat(0.0)
    for k in range(entries):
        x = size(load(w, k, 0))
        most = where(x > most, x, most)
    most = octave(most)
    scale = where(most > 0.0, most, 2.0**-1022)
    inverse = 1.0 / scale
    for k in range(entries):
        store(w, k, 0, load(w, k, 0) * inverse)
    return scale


@compiled
def singular_pack(w: Array, rows: int, cols: int, work: Array, out: Array, at: int, lane: int) -> Pack:
    """Singular values, descending, of the matrices (rows * cols, LANES) in `w`, rows >= cols, and error bounds.

    They go to rows at.. of `out` from a lane on.  `w` is overwritten; `work` has 8 * rows rows.
    """
    q, e, other_q, other_e = work[:rows], work[rows : 2 * rows], work[2 * rows : 3 * rows], work[3 * rows : 4 * rows]
    found = work[4 * rows : 5 * rows]
    scale = scaled(w, rows * cols)
    energy = squares(w, 0, 1, rows * cols, 0)
    _bidiagonal(w, rows, cols, q, e)
    stuck, spent = eigenvalues(q, e, other_q, other_e, cols, False, found)
    for k in range(cols):
        x = load(found, k, 0)
        store(found, k, 0, root(where(x > 0.0, x, 0.0)))
    return _finish(stuck, spent, found, cols, energy, rows, scale, out, at, lane)


@compiled
def symmetric_pack(w: Array, order: int, work: Array, out: Array, at: int, lane: int) -> Pack:
    """Eigenvalues, descending, of the symmetric matrices (order * order, LANES) in `w`, and error bounds.

    Lower triangles are read.  They go to rows at.. of `out` from a lane on.  `w` is overwritten; `work` has
    8 * order rows.
    """
    q, e, other_q = work[:order], work[order : 2 * order], work[2 * order : 3 * order]
    other_e, found = work[3 * order : 4 * order], work[4 * order : 5 * order]
    v, p, d = work[5 * order : 6 * order], work[6 * order : 7 * order], work[7 * order : 8 * order]
    scale = scaled(w, order * order)
    energy = splat(0.0)
    for i in range(order):
        for j in range(i):
            x = load(w, i * order + j, 0)
            energy = energy + 2.0 * x * x
        x = load(w, i * order + i, 0)
        energy = energy + x * x
    _tridiagonal(w, order, d, e, v, p)
    # Shifted by more than the largest row sum the matrix is positive definite, with room for rounding.
    before, most = splat(0.0), splat(0.0)
    for i in range(order):
        after = root(load(e, i, 0)) if i < order - 1 else splat(0.0)
        x = size(load(d, i, 0)) + before + after
        most = where(x > most, x, most)
        before = after
    shift = 1.0625 * most
    pivot = load(d, 0, 0) + shift
    store(q, 0, 0, pivot)
    for i in range(order - 1):
        x = load(e, i, 0) / where(pivot > 0.0, pivot, 1.0)
        store(e, i, 0, x)
        pivot = load(d, i + 1, 0) + shift - x
        store(q, i + 1, 0, pivot)
    stuck, spent = eigenvalues(q, e, other_q, other_e, order, True, found)
    # The root of an entry moves a root of an eigenvalue, which is at most this.
    stuck = stuck * (2.0 * root(2.0 * shift))
    for k in range(order):
        store(found, k, 0, load(found, k, 0) - shift)
    return _finish(stuck, spent, found, order, energy, order, scale, out, at, lane)


@compiled
def tiles(a: Array, rows: int, cols: int, symmetric: bool, out: Array, bound: Array, start: int, stop: int) -> None:
    """Spectra of rows start..stop of `a` (B, rows * cols), rows >= cols, into `out` (B, cols), and error bounds."""
    w, work = np.empty((rows * cols, LANES)), np.zeros((8 * rows, LANES))
    values, error = np.empty((cols, LANES)), np.empty((1, LANES))
    for first in range(start, stop, LANES):
        gather(a, first, w)
        if symmetric:
            store(error, 0, 0, symmetric_pack(w, rows, work, values, 0, 0))
        else:
            store(error, 0, 0, singular_pack(w, rows, cols, work, values, 0, 0))
        for lane in range(min(LANES, stop - first)):
            bound[first + lane] = error[0, lane]
            for k in range(cols):
                out[first + lane, k] = values[k, lane]
