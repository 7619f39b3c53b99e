"""The differential quotient-difference algorithm with shifts, a tile of matrices at a time; see `kernels`."""

from __future__ import annotations

import numpy as np

from lemmata.numerics.lanes.compiling import EPS, Array, compiled

PASSES = 30  # per eigenvalue; four are usual
PATIENCE = 6  # passes after which lanes that are done stand still: rounding would add up
TOLERANCE = 2.0**-110  # on squares of discarded entries, the matrix scaled to norm about one


@compiled
def _pass(q: Array, e: Array, new_q: Array, new_e: Array, last: int, s: Array, t: Array) -> None:
    """One pass with shifts `s` over rows 0..last: new q and e of the shifted matrix, and what the next shift needs.

    Rows of `t`: 0 the running d, 1 and 2 minus its first and second derivative in the shift, 3 and 4 the traces of the
    inverse, times the last d, and of its square, times that squared, 5 and 6 without either and without row `last`, 7
    the smallest d.  Where the pivot is zero the
    matrix falls apart, and d starts anew.
    """
    lanes = q.shape[1]
    for lane in range(lanes):
        t[0, lane] = q[0, lane] - s[lane]
        t[1, lane] = 1.0
        t[2, lane] = 0.0
        t[3, lane] = 0.0
        t[4, lane] = 0.0
        t[7, lane] = t[0, lane]
    for i in range(last):
        for lane in range(lanes):
            d, first, second, coupling = t[0, lane], t[1, lane], t[2, lane], e[i, lane]
            pivot = d + coupling
            whole = pivot > 1e-280
            r = 1.0 / (pivot if whole else 1.0)
            ratio = q[i + 1, lane] * r
            new_q[i, lane] = pivot
            moved = coupling * ratio if whole else 0.0
            new_e[i, lane] = moved
            # The first is exact where nothing is coupled: rounding would drift the same way at every pass.
            d = (q[i + 1, lane] - moved if coupling <= d or not whole else d * ratio) - s[lane]
            y = first * r
            t[3, lane] += y
            t[4, lane] += second * r + y * y
            moved *= r
            t[2, lane] = moved * (second + 2.0 * first * y)
            t[1, lane] = moved * first + 1.0
            t[0, lane] = d
            t[7, lane] = d if d < t[7, lane] else t[7, lane]
    for lane in range(lanes):
        d = t[0, lane]
        new_q[last, lane] = d
        t[5, lane] = t[3, lane]
        t[6, lane] = t[4, lane]
        t[3, lane] = t[3, lane] * d + t[1, lane]
        t[4, lane] = (t[4, lane] * d + t[2, lane]) * d + t[1, lane] ** 2


@compiled
def _laguerre(first: Array, second: Array, unit: Array, count: int, s: Array) -> None:
    """Lower bound of the smallest of `count` positive numbers, from the sums of reciprocals and of their squares.

    The sums are those of the numbers divided by `unit`.

    The square of what rounding may have done to the difference is added, so that the bound stays one.
    """
    lanes = s.size
    for lane in range(lanes):
        j = first[lane]
        spread = count * second[lane] - j * j
        spread = (spread if spread > 0.0 else 0.0) + 8.0 * EPS * count * count * j * j
        bound = unit[lane] * count / (j + np.sqrt((count - 1) * spread)) * (1.0 - 1e-13)
        s[lane] = bound if bound > 0.0 and bound < 1e280 else 0.0


@compiled
def _remaining(q: Array, e: Array, total: Array, last: int, absolute: bool, rest: Array) -> float:
    """How far entry last - 1 of `e` is from being negligible, per lane, and the largest; not above zero where it is.

    It is where dropping it moves no singular value by more than 2^-55 of the norm: its root bounds that, and so does
    the root of its product with its neighbour over the singular value (`absolute`: of eigenvalues, not over it).
    """
    lanes = q.shape[1]
    worst = 0.0
    for lane in range(lanes):
        x = e[last - 1, lane]
        y = x * q[last - 1, lane] - TOLERANCE * (1.0 if absolute else total[lane] + q[last, lane] + x)
        x -= TOLERANCE
        rest[lane] = y if y < x else x
    for lane in range(lanes):
        worst = rest[lane] if rest[lane] > worst else worst
    return worst


@compiled
def eigenvalues(
    q: Array, e: Array, other_q: Array, other_e: Array, order: int, absolute: bool, t: Array, out: Array
) -> None:
    """Eigenvalues of B^T B, B upper bidiagonal with squared entries q and e, in `out`; all four arrays are overwritten.

    Row 8 of `t` counts what was discarded in units of 2^-55, and is infinite where a lane did not converge; row 13
    counts passes.
    """
    lanes = q.shape[1]
    s, total, damp, stuck, rest, spent = t[9], t[10], t[11], t[8], t[12], t[13]
    for lane in range(lanes):
        s[lane], total[lane], damp[lane], stuck[lane], spent[lane] = 0.0, 0.0, 1.0, 0.0, 0.0
    one = np.ones(lanes)
    last = order - 1
    passes = 0
    while last > 1:
        worst = _remaining(q, e, total, last, absolute, rest)
        if worst <= 0.0 or passes == PASSES:
            for lane in range(lanes):
                out[last, lane] = total[lane] + (q[last, lane] + e[last - 1, lane])  # the entry of B^T B
                stuck[lane] += 1.0 if rest[lane] <= 0.0 else np.inf
            if passes > 0:
                _laguerre(t[5], t[6], one, last, s)
            last -= 1
            passes = 0
            continue
        if passes > 0:
            _laguerre(t[3], t[4], t[0], last + 1, s)
        for lane in range(lanes):
            moving = rest[lane] > 0.0
            s[lane] = s[lane] * damp[lane] if moving else 0.0
            spent[lane] += 1.0 if moving else 0.0
        _pass(q, e, other_q, other_e, last, s, t)
        for lane in range(lanes):
            if t[7, lane] >= 0.0 and t[0, lane] >= 0.0:
                total[lane] += s[lane]
                if passes < PATIENCE or rest[lane] > 0.0:
                    continue
            else:  # the shift was too large by rounding: as before, and more carefully
                damp[lane] *= 0.5
                t[3, lane], t[4, lane], t[5, lane], t[6, lane] = np.inf, np.inf, np.inf, np.inf
            for i in range(last + 1):
                other_q[i, lane], other_e[i, lane] = q[i, lane], e[i, lane]
        q, e, other_q, other_e = other_q, other_e, q, e
        passes += 1
    for lane in range(lanes):  # what is left has two rows: no difference of what cancels
        x, y, z = q[0, lane], e[0, lane], q[1, lane]
        high = 0.5 * (x + y + z + np.sqrt((x + y - z) ** 2 + 4.0 * y * z))
        low = x * (z / (high if high > 0.0 else 1.0))
        out[0, lane], out[1, lane] = total[lane] + high, total[lane] + low
