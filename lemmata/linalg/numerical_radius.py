"""Numerical radii as balls.

The Hermitian parts of e^(-i theta) A are cos(theta) P + sin(theta) N, with P and N the Hermitian part of A and that of
-iA; w(A) is the largest of their largest eigenvalues.  Any direction bounds it from below.  For a rational r the
matrices r - cos P - sin N, or with t = tan(theta / 2) the pencil t^2 (r + P) - 2 t N + (r - P), are definite for all
directions if and only if they are for one and the pencil is singular at no real t: exactly then w(A) < r, and the
eigenvalues of its companion matrix tell (the Hermitian version of Byers' test; Mengi and Overton 2005, section 2).
All matrices here are real: a Hermitian X + iY stands as [[X, -Y], [Y, X]].
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from lemmata.linalg.ball_spectra import symmetric_eigenvalues
from lemmata.linalg.characteristic import inertia, integer_scaling, real_roots
from lemmata.linalg.convert import Matrix, midpoint
from lemmata.linalg.enclosures import frobenius_upper, widen
from lemmata.linalg.precision import precision
from lemmata.linalg.rational_functions import identity

Direction = tuple[fmpq, fmpq]  # a point (c, s) of the unit circle

DIRECTIONS = 96
SPACING = 2 * math.pi / DIRECTIONS
BISECTIONS = 60
SLACK = 1e-9  # of the ends of an arc, which the choice in it does not depend on
ROUNDS = 8
GUARD = 8
DOUBLE = 90  # bits to which a direction found in doubles settles a radius, which depends on its square


def parts(A: fmpq_mat) -> tuple[fmpq_mat, fmpq_mat]:
    """P and N of a square rational matrix; of X + iY where it reads [[X, -Y], [Y, X]]."""
    rows, n = A.tolist(), A.nrows()
    half = n // 2
    X, Y = A, fmpq_mat(n, n)
    if n % 2 == 0:
        left, right = (
            [fmpq_mat([row[j : j + half] for row in rows[i : i + half]]) for i in (0, half)] for j in (0, half)
        )
        if left[0] == right[1] and left[1] == -right[0]:
            X, Y = left
    Xt, Yt = X.transpose(), Y.transpose()
    return _real_form((X + Xt) / 2, (Y - Yt) / 2), _real_form((Y + Yt) / 2, (Xt - X) / 2)


def _real_form(X: fmpq_mat, Y: fmpq_mat) -> fmpq_mat:
    above = [[*p, *(-y for y in q)] for p, q in zip(X.tolist(), Y.tolist(), strict=True)]
    below = [[*q, *p] for p, q in zip(X.tolist(), Y.tolist(), strict=True)]
    return fmpq_mat(above + below)


def stays_below(P: fmpq_mat, N: fmpq_mat, r: fmpq) -> bool:
    """Whether w < r, exactly."""
    return not _reached(P, N, r)


def _reached(P: fmpq_mat, N: fmpq_mat, r: fmpq) -> list[tuple[float, float]]:
    """Arcs of directions outside which cos P + sin N stays below r, nearly; none, exactly, where all do."""
    n = P.nrows()
    one = identity(n)
    high, low = one * r + P, one * r - P
    for form, place in ((low, 0.0), (high, math.pi)):
        if not (r > 0 and inertia(form)[0] == n):
            return [(place - SPACING, place + SPACING)]
    inverse = high.inv()
    last = [[*p, *q] for p, q in zip((-(inverse * low)).tolist(), (inverse * N * 2).tolist(), strict=True)]
    first = [[fmpq(0)] * n + row for row in one.tolist()]
    pencil, scale = integer_scaling(fmpq_mat(first + last))
    ends = sorted(2 * math.atan(float((t / scale).mid())) for t, _ in real_roots(pencil.charpoly(), 64))
    return [(x - SLACK, y + SLACK) for x, y in pairwise([*ends, ends[0] + 2 * math.pi])] if ends else []


class _Family:
    """The matrices cos P + sin N in floats, scaled."""

    def __init__(self, P: fmpq_mat, N: fmpq_mat) -> None:
        size = max((abs(x) for M in (P, N) for x in M.entries()), default=fmpq(0)) or fmpq(1)
        self.p, self.q = (
            np.array([[int(y.p) / int(y.q) for y in (x / size for x in row)] for row in M.tolist()]) for M in (P, N)
        )

    def at(self, angles: np.ndarray) -> np.ndarray:
        return np.asarray(np.cos(angles)[:, None, None] * self.p + np.sin(angles)[:, None, None] * self.q)

    def peaks(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Directions between others in which the largest eigenvalue stops rising."""
        for _ in range(BISECTIONS):
            angle = (low + high) / 2
            vector = np.linalg.eigh(self.at(angle))[1][:, :, -1:]
            rises = (np.swapaxes(vector, 1, 2) @ self.at(angle + math.pi / 2) @ vector)[:, 0, 0] > 0
            low, high = np.where(rises, angle, low), np.where(rises, high, angle)
        return (low + high) / 2

    def highest(self) -> float:
        """The best peak near those of some directions that are nearly as good as any."""
        angles = np.linspace(-math.pi, math.pi, DIRECTIONS, endpoint=False)
        tops = np.linalg.eigvalsh(self.at(angles))[:, -1]
        # the largest eigenvalue falls from its peak no faster than the cosine
        near = (tops >= tops.max() * math.cos(SPACING)) & (tops >= np.roll(tops, 1)) & (tops >= np.roll(tops, -1))
        peaks = self.peaks(angles[near] - SPACING, angles[near] + SPACING)
        return float(peaks[np.linalg.eigvalsh(self.at(peaks))[:, -1].argmax()])


def _point(angle: float) -> Direction:
    """A rational point of the unit circle in about this direction."""
    side = 1 if math.cos(angle) >= 0 else -1
    t = Fraction(math.tan((angle if side == 1 else angle - math.pi) / 2))
    c, s = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    return fmpq(side * c.numerator, c.denominator), fmpq(side * s.numerator, s.denominator)


def settled(P: fmpq_mat, N: fmpq_mat, prec: int) -> tuple[Direction, arb, fmpq]:
    """A direction, the largest eigenvalue in it, and a number that w does not exceed, 2**-min(prec, 90) larger.

    Where directions compete floats may have chosen the wrong one.  Those in which a number is reached are arcs between
    real eigenvalues of the pencil, and the peak or the middle of one is better (Boyd and Balakrishnan 1990).
    The second bound is wider only where that comes to no end.
    """
    family = _Family(P, N)
    bits = min(prec, DOUBLE)
    best = _point(family.highest())
    below = _largest(P, N, best, prec)
    for _ in range(ROUNDS):
        above = _above(below, bits)
        arcs = _reached(P, N, above)
        if not arcs:
            return best, below, above
        low, high = np.array(arcs).T
        found = [(_largest(P, N, p, prec), p) for p in map(_point, (*family.peaks(low, high), *(low + high) / 2))]
        value, point = max(found, key=lambda pair: float(pair[0].mid()))
        if not value > below:
            break
        best, below = point, value
    for wide in range(bits, 0, -GUARD):
        above = _above(below, wide)
        if stays_below(P, N, above):
            return best, below, above
    return best, below, _rational(frobenius_upper(arb_mat(P), prec) + frobenius_upper(arb_mat(N), prec), prec)


def _largest(P: fmpq_mat, N: fmpq_mat, point: Direction, prec: int) -> arb:
    return symmetric_eigenvalues(P * point[0] + N * point[1], prec + GUARD, "enclosure")[0]


def _above(x: arb, bits: int) -> fmpq:
    """A number above a ball by 2**-bits of its size."""
    with precision(bits + GUARD):
        return _rational(x.upper() * (1 + arb(2) ** -bits), bits + GUARD)


def numerical_radius(A: Matrix, prec: int) -> arb:
    """w(A) of a square matrix, relative radius near 2**-min(prec, 90).

    The answer is right however poor the directions that floats found: only its width depends on them.
    Raises ValueError when A is not finite.
    """
    if isinstance(A, arb_mat):
        mid, radii = midpoint(A)
        with precision(prec + 8):
            found = widen(numerical_radius(mid, prec), frobenius_upper(radii, prec + 8))
            return found if not found.contains(0) else arb(0).union(found.upper())
    _, below, above = settled(*parts(fmpq_mat(A)), min(prec, DOUBLE))
    with precision(prec + 8):
        return below.lower().union(arb(above))


def _rational(x: arb, prec: int) -> fmpq:
    """A dyadic number not below a ball."""
    man, exp = x.upper().man_exp()
    shift = max(0, int(man).bit_length() - prec)
    up = (int(man) >> shift) + (1 if shift else 0)
    e = int(exp) + shift
    return fmpq(up * 2**e) if e >= 0 else fmpq(up, 2**-e)
