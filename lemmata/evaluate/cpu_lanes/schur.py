"""Eigenvalues of packs of small matrices that need not be symmetric, and how far their eigenvectors magnify errors.

Reflections to Hessenberg form, then complex QR steps with Wilkinson's shifts to triangular form; eigenvectors by
substitution.  A matrix is kept as two, real and imaginary parts; no entry is ever a complex number.
"""

from __future__ import annotations

import numpy as np

from lemmata.evaluate.cpu_lanes.compiling import EPS, Array, compiled
from lemmata.evaluate.cpu_lanes.kernels import reflect, reflector, scaled, squares
from lemmata.evaluate.cpu_lanes.simd import Pack, load, root, size, some, splat, store, where

PASSES = 40  # per eigenvalue; three are usual
UNUSUAL = 10  # passes after which a shift is taken that no symmetry of the matrix can hold in place
DISTINCT = 1e-6  # relative distance, and imaginary part, from which eigenvalues are two, or not real


@compiled
def _hessenberg(w: Array, order: int, v: int) -> None:
    """Make the real matrix in `w` zero below its first subdiagonal, by reflections from both sides; rows of `w` from
    `v` on are scratch."""
    for k in range(order - 2):
        tail = splat(0.0)
        for i in range(k + 2, order):
            x = load(w, i * order + k, 0)
            tail = tail + x * x
            store(w, v + i, 0, x)
            store(w, i * order + k, 0, splat(0.0))
        alpha = load(w, (k + 1) * order + k, 0)
        square, head, inverse = reflector(alpha, tail)
        length = root(square)
        turned = where(alpha >= 0.0, 0.0 - length, length)
        store(w, (k + 1) * order + k, 0, where(inverse > 0.0, turned, alpha))
        store(w, v + k + 1, 0, head)
        rest = order - k - 1
        reflect(w, v + k + 1, 1, (k + 1) * (order + 1), order, 1, rest, rest, inverse)
        reflect(w, v + k + 1, 1, k + 1, 1, order, order, rest, inverse)


@compiled
def _quotient(a: Pack, b: Pack, c: Pack, d: Pack) -> tuple[Pack, Pack]:
    """(a + i b) / (c + i d), zero where the denominator is."""
    top = where(size(c) > size(d), size(c), size(d))
    sound = top > 1e-300
    inverse = 1.0 / where(sound, top, 1.0)
    c, d = c * inverse, d * inverse
    below = where(sound, c * c + d * d, 1.0)
    inverse = where(sound, inverse / below, 0.0)
    return (a * c + b * d) * inverse, (b * c - a * d) * inverse


@compiled
def _shift(w: Array, order: int, last: int) -> tuple[Pack, Pack]:
    """The eigenvalue of the trailing two rows and columns that is nearest to the last entry."""
    entries = order * order
    at = (last - 1) * order + last - 1
    a, ai = load(w, at, 0), load(w, entries + at, 0)
    b, bi = load(w, at + 1, 0), load(w, entries + at + 1, 0)
    c, ci = load(w, at + order, 0), load(w, entries + at + order, 0)
    d, di = load(w, at + order + 1, 0), load(w, entries + at + order + 1, 0)
    m, mi = 0.5 * (a - d), 0.5 * (ai - di)
    p, pi = b * c - bi * ci, b * ci + bi * c
    x, y = m * m - mi * mi + p, 2.0 * m * mi + pi
    half = root(0.5 * (root(x * x + y * y) + size(x)))
    other = where(half > 0.0, 0.5 * y / where(half > 0.0, half, 1.0), 0.0)
    u = where(x >= 0.0, half, size(other))
    v = where(x >= 0.0, other, where(y >= 0.0, half, 0.0 - half))
    along = m * u + mi * v >= 0.0  # the sum that does not cancel
    q, qi = _quotient(p, pi, m + where(along, u, 0.0 - u), mi + where(along, v, 0.0 - v))
    return d - q, di - qi


@compiled
def _turn(w: Array, entries: int, one: int, two: int, c: Pack, ci: Pack, d: Pack, di: Pack) -> None:
    """Put c X + d Y and conj(c) Y - conj(d) X in the places of two complex entries X and Y."""
    x, xi = load(w, one, 0), load(w, entries + one, 0)
    y, yi = load(w, two, 0), load(w, entries + two, 0)
    store(w, one, 0, c * x - ci * xi + d * y - di * yi)
    store(w, entries + one, 0, c * xi + ci * x + d * yi + di * y)
    store(w, two, 0, c * y + ci * yi - d * x - di * xi)
    store(w, entries + two, 0, c * yi - ci * y + di * x - d * xi)


@compiled
def _step(w: Array, order: int, last: int, s: Pack, si: Pack, turns: int) -> None:
    """One QR step with a shift on rows and columns up to `last`; rows of `w` from `turns` on are scratch."""
    entries = order * order
    for k in range(last + 1):
        at = k * (order + 1)
        store(w, at, 0, load(w, at, 0) - s)
        store(w, entries + at, 0, load(w, entries + at, 0) - si)
    for k in range(last):
        at = k * (order + 1)
        a, ai = load(w, at, 0), load(w, entries + at, 0)
        b, bi = load(w, at + order, 0), load(w, entries + at + order, 0)
        length = root(a * a + ai * ai + b * b + bi * bi)
        sound = length > 1e-150
        inverse = 1.0 / where(sound, length, 1.0)
        c, ci = where(sound, a * inverse, 1.0), where(sound, ai * inverse, 0.0)
        d, di = where(sound, b * inverse, 0.0), where(sound, bi * inverse, 0.0)
        store(w, turns + 4 * k, 0, c)
        store(w, turns + 4 * k + 1, 0, ci)
        store(w, turns + 4 * k + 2, 0, d)
        store(w, turns + 4 * k + 3, 0, di)
        for j in range(k, order):
            _turn(w, entries, k * order + j, (k + 1) * order + j, c, 0.0 - ci, d, 0.0 - di)
    for k in range(last):
        c, ci = load(w, turns + 4 * k, 0), load(w, turns + 4 * k + 1, 0)
        d, di = load(w, turns + 4 * k + 2, 0), load(w, turns + 4 * k + 3, 0)
        for i in range(k + 2):
            _turn(w, entries, i * order + k, i * order + k + 1, c, ci, d, di)
    for k in range(last + 1):
        at = k * (order + 1)
        store(w, at, 0, load(w, at, 0) + s)
        store(w, entries + at, 0, load(w, entries + at, 0) + si)


@compiled
def _condition(w: Array, order: int, least: Pack) -> Pack:
    """Condition number, of Frobenius norms, of the unit eigenvectors of the triangular matrix in `w`; differences of
    eigenvalues below `least` are taken for that."""
    entries = order * order
    x, y = 2 * entries, 4 * entries
    for k in range(order):
        store(w, x + k * order + k, 0, splat(1.0))
        store(w, x + entries + k * order + k, 0, splat(0.0))
        whole = splat(1.0)
        for i in range(k - 1, -1, -1):
            a, ai = splat(0.0), splat(0.0)
            for j in range(i + 1, k + 1):
                t, ti = load(w, i * order + j, 0), load(w, entries + i * order + j, 0)
                u, ui = load(w, x + j * order + k, 0), load(w, x + entries + j * order + k, 0)
                a, ai = a + t * u - ti * ui, ai + t * ui + ti * u
            d = load(w, k * order + k, 0) - load(w, i * order + i, 0)
            di = load(w, entries + k * order + k, 0) - load(w, entries + i * order + i, 0)
            apart = size(d) + size(di) > least
            a, ai = _quotient(a, ai, where(apart, d, least), where(apart, di, 0.0))
            store(w, x + i * order + k, 0, a)
            store(w, x + entries + i * order + k, 0, ai)
            whole = whole + a * a + ai * ai
        inverse = 1.0 / root(whole)
        for i in range(k + 1):
            at = x + i * order + k
            store(w, at, 0, load(w, at, 0) * inverse)
            store(w, entries + at, 0, load(w, entries + at, 0) * inverse)
    whole = splat(0.0)
    for k in range(order):
        for i in range(k, -1, -1):
            a, ai = splat(1.0 if i == k else 0.0), splat(0.0)
            for j in range(i + 1, k + 1):
                t, ti = load(w, x + i * order + j, 0), load(w, x + entries + i * order + j, 0)
                u, ui = load(w, y + j * order + k, 0), load(w, y + entries + j * order + k, 0)
                a, ai = a - t * u + ti * ui, ai - t * ui - ti * u
            below = 1.0 / load(w, x + i * order + i, 0)
            a, ai = a * below, ai * below
            store(w, y + i * order + k, 0, a)
            store(w, y + entries + i * order + k, 0, ai)
            whole = whole + a * a + ai * ai
    found = root(whole) * np.sqrt(order)
    return where(found < np.inf, found, np.inf)


@compiled
def general(regs: Array, out: int, a: int, order: int, lane: int, w: Array) -> None:
    """Eigenvalues, in real and imaginary parts by turns, and after them the condition number of the eigenvectors.

    NaN where the steps do not converge or an entry is not finite.  `w` has six times as many rows as the
    matrix has entries: for it, its eigenvectors and their inverse, in two parts each.
    """
    entries = order * order
    for k in range(entries):
        store(w, k, 0, load(regs, a + k, lane))
        store(w, entries + k, 0, splat(0.0))
    scale = scaled(w, entries)
    energy = squares(w, 0, 1, entries, 0)
    least = EPS * root(energy)
    _hessenberg(w, order, 2 * entries)
    stuck = energy - energy  # NaN where something is not finite
    last, passes = order - 1, 0
    while last > 0:
        at = last * order + last - 1
        x, y = load(w, at, 0), load(w, entries + at, 0)
        rest = size(x) + size(y) - 0.5 * least
        moving = rest > 0.0
        store(w, at, 0, where(moving, x, 0.0))
        store(w, entries + at, 0, where(moving, y, 0.0))
        if passes == PASSES or not some(moving):
            stuck = stuck + where(moving, np.nan, 0.0)
            last -= 1
            passes = 0
            continue
        s, si = _shift(w, order, last)
        passes += 1
        if passes % UNUSUAL == 0:
            s, si = s + (size(x) + size(y)), si + 0.5 * (size(x) + size(y))
        _step(w, order, last, s, si, 2 * entries)
    for k in range(order):
        at = k * (order + 1)
        store(regs, out + 2 * k, lane, load(w, at, 0) * scale + stuck)
        store(regs, out + 2 * k + 1, lane, load(w, entries + at, 0) * scale + stuck)
    store(regs, out + 2 * order, lane, _condition(w, order, least) + stuck)


@compiled
def real_eigenvalues(regs: Array, out: int, a: int, order: int, lane: int) -> None:
    """How many distinct real numbers are among eigenvalues as `general` leaves them."""
    top = splat(0.0)
    for k in range(2 * order):
        x = size(load(regs, a + k, lane))
        top = where((x >= top) | (x != x), x, top)
    inverse = 1.0 / where(top > 1e-300, top, 1.0)
    most = splat(0.0)
    for k in range(order):
        x, y = load(regs, a + 2 * k, lane) * inverse, load(regs, a + 2 * k + 1, lane) * inverse
        modulus = root(x * x + y * y)
        most = where(modulus > most, modulus, most)
    near = DISTINCT * most
    count = splat(0.0)
    for k in range(order):
        x, y = load(regs, a + 2 * k, lane) * inverse, load(regs, a + 2 * k + 1, lane) * inverse
        new = where(size(y) <= near, 1.0, 0.0)
        for j in range(order):
            u, v = load(regs, a + 2 * j, lane) * inverse, load(regs, a + 2 * j + 1, lane) * inverse
            before = (u < x) | ((u == x) & (splat(1.0 if j < k else 0.0) > 0.0))
            new = where(before & (size(v) <= near) & (x - u <= near), 0.0, new)
        count = count + new
    store(regs, out, lane, where(top < np.inf, count, np.nan))
