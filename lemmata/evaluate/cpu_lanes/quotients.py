"""The differential quotient-difference algorithm with shifts, a pack of matrices at a time; see `kernels`."""

from __future__ import annotations

import numpy as np

from lemmata.evaluate.cpu_lanes.compiling import EPS, Array, compiled
from lemmata.evaluate.cpu_lanes.simd import Pack, every, load, root, some, splat, store, where

PASSES = 30  # per eigenvalue; four are usual
PATIENCE = 6  # passes after which lanes that are done stand still: rounding would add up
TOLERANCE = 2.0**-110  # on squares of discarded entries, the matrix scaled to norm about one


@compiled
def _laguerre(first: Pack, second: Pack, unit: Pack, count: int) -> Pack:
    """Lower bound of the smallest of `count` positive numbers, from the sums of reciprocals and of their squares.

    The sums are those of the numbers divided by `unit`.

    The square of what rounding may have done to the difference is added, so that the bound stays one.
    """
    spread = count * second - first * first
    spread = where(spread > 0.0, spread, 0.0) + 8.0 * EPS * count * count * first * first
    bound = unit * (count * (1.0 - 1e-13)) / (first + root((count - 1) * spread))
    return where((bound > 0.0) & (bound < 1e280), bound, 0.0)


@compiled
def _remaining(q: Array, e: Array, total: Pack, last: int, absolute: bool) -> Pack:
    """How far entry last - 1 of `e` is from being negligible; not above zero where it is.

    It is where dropping it moves no singular value by more than 2^-55 of the norm: its root bounds that, and so does
    the root of its product with its neighbour over the singular value (`absolute`: of eigenvalues, not over it).
    """
    x = load(e, last - 1, 0)
    y = x * load(q, last - 1, 0)
    y = y - TOLERANCE if absolute else y - TOLERANCE * (total + load(q, last, 0) + x)
    x = x - TOLERANCE
    return where(y < x, y, x)


@compiled
def eigenvalues(
    q: Array, e: Array, other_q: Array, other_e: Array, order: int, absolute: bool, out: Array
) -> tuple[Pack, Pack]:
    """Eigenvalues of B^T B, B upper bidiagonal with squared entries q and e, in `out`; all four arrays are overwritten.

    Returns what was discarded in units of 2^-55, infinite where a lane did not converge, and how many passes a lane
    took part in.  A pass takes shifts `s` off and says what the next shift may be: next to the new q and e it yields
    the traces of the inverse and of its square.  Where a pivot is zero the matrix falls apart, and d starts anew.
    """
    zero, one = splat(0.0), splat(1.0)
    s, total, damp, stuck, spent = zero, zero, one, zero, zero
    inverse, square, inverse_before, square_before, d = zero, zero, zero, zero, zero
    last = order - 1
    passes = 0
    while last > 1:
        rest = _remaining(q, e, total, last, absolute)
        moving = rest > 0.0
        if passes == PASSES or not some(moving):
            store(out, last, 0, total + (load(q, last, 0) + load(e, last - 1, 0)))  # the entry of B^T B
            stuck = stuck + where(moving | (rest != rest), np.inf, 1.0)
            if passes > 0:
                s = _laguerre(inverse_before, square_before, one, last)
            last -= 1
            passes = 0
            continue
        if passes > 0:
            s = _laguerre(inverse, square, d, last + 1)
        s = where(moving, s * damp, 0.0)
        spent = spent + where(moving, 1.0, 0.0)
        d = load(q, 0, 0) - s
        first, second, lowest = one, zero, d  # minus the derivatives of d in the shift, and the smallest d
        inverse, square = zero, zero
        for i in range(last):
            coupling, below = load(e, i, 0), load(q, i + 1, 0)
            pivot = d + coupling
            whole = pivot > 1e-280
            r = 1.0 / where(whole, pivot, 1.0)
            ratio = below * r
            moved = where(whole, coupling * ratio, 0.0)
            store(other_q, i, 0, pivot)
            store(other_e, i, 0, moved)
            # The difference is exact where nothing is coupled: rounding would drift the same way at every pass.
            d = where(whole & (coupling > d), d * ratio, below - moved) - s
            y = first * r
            inverse = inverse + y
            square = square + (second * r + y * y)
            moved = moved * r
            second = moved * (second + 2.0 * first * y)
            first = moved * first + 1.0
            lowest = where(d < lowest, d, lowest)
        store(other_q, last, 0, d)
        inverse_before, square_before = inverse, square
        inverse = inverse * d + first
        square = (square * d + second) * d + first * first
        sound = (lowest >= 0.0) & (d >= 0.0)
        total = where(sound, total + s, total)
        kept = sound & moving if passes >= PATIENCE else sound
        if not every(kept):
            # A shift was too large by rounding: as before, and more carefully.
            damp = where(sound, damp, 0.5 * damp)
            inverse, square = where(sound, inverse, np.inf), where(sound, square, np.inf)
            inverse_before = where(sound, inverse_before, np.inf)
            square_before = where(sound, square_before, np.inf)
            for i in range(last + 1):
                store(other_q, i, 0, where(kept, load(other_q, i, 0), load(q, i, 0)))
                store(other_e, i, 0, where(kept, load(other_e, i, 0), load(e, i, 0)))
        q, e, other_q, other_e = other_q, other_e, q, e
        passes += 1
    # What is left has two rows: no difference of what cancels.
    x, y, z = load(q, 0, 0), load(e, 0, 0), load(q, 1, 0)
    high = 0.5 * (x + y + z + root((x + y - z) * (x + y - z) + 4.0 * y * z))
    store(out, 0, 0, total + high)
    store(out, 1, 0, total + x * (z / where(high > 0.0, high, 1.0)))
    return stuck, spent
