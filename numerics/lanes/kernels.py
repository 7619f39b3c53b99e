"""The compiled part: singular values and symmetric eigenvalues of many small matrices, one matrix per SIMD lane.

A tile holds some matrices as a structure of arrays, entry by entry, so that every inner loop runs over the lanes and
is compiled to vector instructions.  All lanes go through the same steps: Householder reflections to bidiagonal or
tridiagonal form, then passes of the differential quotient-difference algorithm with shifts (Fernando and Parlett 1994),
whose one division per step is all it needs, no root and no branch.  The shift is Laguerre's lower bound of the
smallest eigenvalue, from the traces of the inverse and of its square, which one pass yields along the way: a pass
transforms and says where to go next, and the bound is never beyond the smallest eigenvalue, as the algorithm wants.
A lane that is done before the others of its tile goes on with shift zero.

Of the fast-math rules only the fused product and sum is allowed: NaN compares as NaN.
"""

from __future__ import annotations

import numpy as np

from lemmata.numerics.lanes.compiling import EPS, Array, compiled
from lemmata.numerics.lanes.quotients import eigenvalues

TRUSTED = 64.0 * EPS  # of the Frobenius norm: what screening counts as rounding noise
ROUNDINGS = 16.0  # of the Frobenius norm, and two more per square root of the order, and one per eight passes


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
def _scale(w: Array, scale: Array, inverse: Array) -> None:
    """Divide every matrix of a tile by the power of two in `scale`, so that its largest entry is in [1, 2)."""
    entries, lanes = w.shape
    for lane in range(lanes):
        scale[lane] = 0.0
    for k in range(entries):
        for lane in range(lanes):
            x = abs(w[k, lane])
            scale[lane] = x if x > scale[lane] else scale[lane]
    exponents = scale.view(np.int64)
    for lane in range(lanes):
        exponents[lane] = exponents[lane] & 0x7FF0000000000000  # the power of two at or below it
    for lane in range(lanes):
        scale[lane] = scale[lane] if scale[lane] > 0.0 else 2.0**-1022
        inverse[lane] = 1.0 / scale[lane]
    for k in range(entries):
        for lane in range(lanes):
            w[k, lane] *= inverse[lane]


@compiled
def _tridiagonal(w: Array, order: int, d: Array, e: Array, v: Array, p: Array, t: Array) -> None:
    """Diagonal and squared off-diagonal of an orthogonally similar tridiagonal matrix; the lower triangle is read."""
    lanes = w.shape[1]
    for k in range(order - 2):
        for lane in range(lanes):
            t[0, lane] = 0.0
        for i in range(k + 2, order):
            for lane in range(lanes):
                t[0, lane] += w[i * order + k, lane] ** 2
        for lane in range(lanes):
            alpha = w[(k + 1) * order + k, lane]
            square = alpha * alpha + t[0, lane]
            root = np.sqrt(square)
            e[k, lane] = square
            whole = square + root * abs(alpha)  # half of the reflector's square
            t[1, lane] = 1.0 / whole if whole > 1e-290 else 0.0
            v[k + 1, lane] = alpha + (root if alpha >= 0.0 else -root)
            t[0, lane] = 0.0
        for i in range(k + 2, order):
            for lane in range(lanes):
                v[i, lane] = w[i * order + k, lane]
        for i in range(k + 1, order):
            for lane in range(lanes):
                p[i, lane] = w[i * order + i, lane] * v[i, lane]
            for j in range(k + 1, i):
                for lane in range(lanes):
                    x = w[i * order + j, lane]
                    p[i, lane] += x * v[j, lane]
                    p[j, lane] += x * v[i, lane]
        for i in range(k + 1, order):
            for lane in range(lanes):
                p[i, lane] *= t[1, lane]
                t[0, lane] += p[i, lane] * v[i, lane]
        for lane in range(lanes):
            t[0, lane] *= 0.5 * t[1, lane]
        for i in range(k + 1, order):
            for lane in range(lanes):
                p[i, lane] -= t[0, lane] * v[i, lane]
        for i in range(k + 1, order):
            for j in range(k + 1, i + 1):
                for lane in range(lanes):
                    w[i * order + j, lane] -= v[i, lane] * p[j, lane] + p[i, lane] * v[j, lane]
    for i in range(order):
        for lane in range(lanes):
            d[i, lane] = w[i * order + i, lane]
    if order > 1:
        for lane in range(lanes):
            e[order - 2, lane] = w[order * (order - 1) + order - 2, lane] ** 2


@compiled
def _bidiagonal(w: Array, rows: int, cols: int, q: Array, e: Array, v: Array, t: Array) -> None:
    """Squares of the diagonal and superdiagonal of a bidiagonal matrix with the same singular values; rows >= cols."""
    lanes = w.shape[1]
    for k in range(cols):
        for lane in range(lanes):
            t[0, lane] = 0.0
        for i in range(k + 1, rows):
            for lane in range(lanes):
                t[0, lane] += w[i * cols + k, lane] ** 2
        for lane in range(lanes):
            alpha = w[k * cols + k, lane]
            square = alpha * alpha + t[0, lane]
            root = np.sqrt(square)
            q[k, lane] = square
            whole = square + root * abs(alpha)
            t[1, lane] = 1.0 / whole if whole > 1e-290 else 0.0
            w[k * cols + k, lane] = alpha + (root if alpha >= 0.0 else -root)
        for j in range(k + 1, cols):
            for lane in range(lanes):
                t[0, lane] = 0.0
            for i in range(k, rows):
                for lane in range(lanes):
                    t[0, lane] += w[i * cols + k, lane] * w[i * cols + j, lane]
            for lane in range(lanes):
                t[0, lane] *= t[1, lane]
            for i in range(k, rows):
                for lane in range(lanes):
                    w[i * cols + j, lane] -= t[0, lane] * w[i * cols + k, lane]
        if k == cols - 1:
            break
        for lane in range(lanes):
            t[0, lane] = 0.0
        for j in range(k + 2, cols):
            for lane in range(lanes):
                t[0, lane] += w[k * cols + j, lane] ** 2
        for lane in range(lanes):
            alpha = w[k * cols + k + 1, lane]
            square = alpha * alpha + t[0, lane]
            root = np.sqrt(square)
            e[k, lane] = square
            whole = square + root * abs(alpha)
            t[1, lane] = 1.0 / whole if whole > 1e-290 else 0.0
            w[k * cols + k + 1, lane] = alpha + (root if alpha >= 0.0 else -root)
        if k == cols - 2:
            continue  # one entry: it is the superdiagonal as it stands, its sign is immaterial
        for i in range(k + 1, rows):
            for lane in range(lanes):
                t[0, lane] = 0.0
            for j in range(k + 1, cols):
                for lane in range(lanes):
                    t[0, lane] += w[k * cols + j, lane] * w[i * cols + j, lane]
            for lane in range(lanes):
                t[0, lane] *= t[1, lane]
            for j in range(k + 1, cols):
                for lane in range(lanes):
                    w[i * cols + j, lane] -= t[0, lane] * w[k * cols + j, lane]


@compiled
def _finish(t: Array, values: Array, energy: Array, order: int, scale: Array, error: Array) -> None:
    """Error bounds of a tile; its values sorted, descending, and scaled back.

    The bound is infinite where it exceeds `TRUSTED`, where the squares of the values do not sum up to the energy of the
    matrix, and where anything is not finite.
    """
    count, lanes = values.shape
    for lane in range(lanes):
        error[lane] = 0.0
    for k in range(count):
        for lane in range(lanes):
            error[lane] += values[k, lane] ** 2
    for lane in range(lanes):
        norm = np.sqrt(energy[lane])
        bound = t[8, lane] * 2.0**-55 + (ROUNDINGS + 2.0 * np.sqrt(order) + t[13, lane] / 8.0) * EPS * norm
        sound = abs(error[lane] - energy[lane]) <= 2.0 * norm * np.sqrt(count) * bound + 1e-300
        error[lane] = bound * scale[lane] if sound and bound <= TRUSTED * norm else np.inf
    for k in range(count):
        for lane in range(lanes):
            values[k, lane] *= scale[lane]
    for k in range(1, count):
        for i in range(k, 0, -1):
            for lane in range(lanes):
                x, y = values[i - 1, lane], values[i, lane]
                values[i - 1, lane] = x if x >= y else y
                values[i, lane] = y if x >= y else x


def scratch(order: int) -> int:
    """Rows of scratch that a tile of matrices of this order (the longer side) needs."""
    return 7 * order + 17


@compiled
def singular_tile(w: Array, rows: int, cols: int, work: Array, values: Array, error: Array) -> None:
    """Singular values, descending, of matrices (rows * cols, lanes) in `w`, rows >= cols, and error bounds (lanes,).

    `w` is overwritten; `work` has `scratch(rows)` rows.
    """
    lanes = w.shape[1]
    q, e, other_q, other_e = work[:cols], work[rows : rows + cols], work[2 * rows : 3 * rows], work[3 * rows : 4 * rows]
    v, t = work[4 * rows : 5 * rows], work[7 * rows : 7 * rows + 14]
    scale, energy = work[7 * rows + 14], work[7 * rows + 15]
    _scale(w, scale, energy)
    for lane in range(lanes):
        energy[lane] = 0.0
    for k in range(rows * cols):
        for lane in range(lanes):
            energy[lane] += w[k, lane] ** 2
    _bidiagonal(w, rows, cols, q, e, v, t)
    for lane in range(lanes):
        t[13, lane] = 0.0
    eigenvalues(q, e, other_q, other_e, cols, False, t, values)
    for k in range(cols):
        for lane in range(lanes):
            x = values[k, lane]
            values[k, lane] = np.sqrt(x if x > 0.0 else 0.0)
    _finish(t, values, energy, rows, scale, error)


@compiled
def symmetric_tile(w: Array, order: int, work: Array, values: Array, error: Array) -> None:
    """Eigenvalues, descending, of the symmetric matrices (order * order, lanes) in `w`, and error bounds (lanes,).

    Lower triangles are read.  `w` is overwritten; `work` has `scratch(order)` rows.
    """
    lanes = w.shape[1]
    q, e, other_q, other_e = (
        work[:order],
        work[order : 2 * order],
        work[2 * order : 3 * order],
        work[3 * order : 4 * order],
    )
    v, p, d = work[4 * order : 5 * order], work[5 * order : 6 * order], work[6 * order : 7 * order]
    t = work[7 * order : 7 * order + 14]
    scale, energy, shift = work[7 * order + 14], work[7 * order + 15], work[7 * order + 16]
    _scale(w, scale, energy)
    for lane in range(lanes):
        energy[lane] = 0.0
    for i in range(order):
        for j in range(i + 1):
            weight = 1.0 if i == j else 2.0
            for lane in range(lanes):
                energy[lane] += weight * w[i * order + j, lane] ** 2
    _tridiagonal(w, order, d, e, v, p, t)
    # Shifted by more than the largest row sum the matrix is positive definite, with room for rounding.
    for lane in range(lanes):
        before, most = 0.0, 0.0
        for i in range(order):
            after = np.sqrt(e[i, lane]) if i < order - 1 else 0.0
            most = max(most, abs(d[i, lane]) + before + after)
            before = after
        shift[lane] = 1.0625 * most
    for lane in range(lanes):
        q[0, lane] = d[0, lane] + shift[lane]
    for i in range(order - 1):
        for lane in range(lanes):
            pivot = q[i, lane]
            e[i, lane] = e[i, lane] / (pivot if pivot > 0.0 else 1.0)
            q[i + 1, lane] = d[i + 1, lane] + shift[lane] - e[i, lane]
    eigenvalues(q, e, other_q, other_e, order, True, t, values)
    for lane in range(lanes):  # the root of an entry moves a root of an eigenvalue, which is at most this
        t[8, lane] *= 2.0 * np.sqrt(2.0 * shift[lane])
    for k in range(order):
        for lane in range(lanes):
            values[k, lane] -= shift[lane]
    _finish(t, values, energy, order, scale, error)


@compiled
def tiles(
    a: Array, rows: int, cols: int, symmetric: bool, out: Array, bound: Array, start: int, stop: int, lanes: int
) -> None:
    """Spectra of rows start..stop of `a` (B, rows * cols), rows >= cols, into `out` (B, cols), and error bounds."""
    w, work = np.empty((rows * cols, lanes)), np.zeros((7 * rows + 17, lanes))
    values, error = np.empty((cols, lanes)), np.empty(lanes)
    for first in range(start, stop, lanes):
        gather(a, first, w)
        if symmetric:
            symmetric_tile(w, rows, work, values, error)
        else:
            singular_tile(w, rows, cols, work, values, error)
        for lane in range(min(lanes, stop - first)):
            bound[first + lane] = error[lane]
            for k in range(cols):
                out[first + lane, k] = values[k, lane]
