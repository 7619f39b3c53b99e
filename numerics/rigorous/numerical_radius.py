"""Numerical radii as balls.

The Hermitian parts of e^(-i theta) A are cos(theta) P + sin(theta) N, with P and N the Hermitian part of A and that of
-iA; w(A) is the largest of their largest eigenvalues.  Any direction bounds it from below.  For a rational r the
matrices r - cos P - sin N, or with t = tan(theta / 2) the pencil t^2 (r + P) - 2 t N + (r - P), are definite for all
directions if and only if they are for one and the pencil is singular at no real t: exactly then w(A) < r, and the
eigenvalues of its companion matrix tell (the Hermitian version of Byers' test; Mengi and Overton 2005, section 2).
All matrices here are real: a Hermitian X + iY stands as [[X, -Y], [Y, X]].
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from lemmata.numerics.rigorous.ball_spectra import symmetric_eigenvalues
from lemmata.numerics.rigorous.characteristic import count_real_eigenvalues, is_pd
from lemmata.numerics.rigorous.convert import Matrix, midpoint
from lemmata.numerics.rigorous.enclosures import frobenius_upper, widen
from lemmata.numerics.rigorous.precision import precision

__all__ = ["best_direction", "numerical_radius", "parts", "stays_below"]

DIRECTIONS = 96
BISECTIONS = 60
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
    n = P.nrows()
    one = fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
    high, low = one * r + P, one * r - P
    if not (r > 0 and is_pd(high) and is_pd(low)):
        return False
    inverse = high.inv()
    last = [[*p, *q] for p, q in zip((-(inverse * low)).tolist(), (inverse * N * 2).tolist(), strict=True)]
    first = [[fmpq(0)] * n + row for row in one.tolist()]
    return count_real_eigenvalues(fmpq_mat(first + last)) == 0


def best_direction(P: fmpq_mat, N: fmpq_mat) -> tuple[fmpq, fmpq]:
    """A rational point (c, s) of the unit circle near which cos P + sin N has its largest eigenvalue, by floats."""
    p, q = (np.array([[float(Fraction(int(x.p), int(x.q))) for x in row] for row in M.tolist()]) for M in (P, N))
    angles = np.linspace(-np.pi, np.pi, DIRECTIONS, endpoint=False)
    family = np.cos(angles)[:, None, None] * p + np.sin(angles)[:, None, None] * q
    if not np.isfinite(family).all():
        return fmpq(1), fmpq(0)
    best = angles[int(np.linalg.eigvalsh(family)[:, -1].argmax())]

    def rises(angle: float) -> bool:
        vector = np.linalg.eigh(np.cos(angle) * p + np.sin(angle) * q)[1][:, -1]
        return bool(vector @ (np.cos(angle) * q - np.sin(angle) * p) @ vector > 0)

    low, high = best - 2 * np.pi / DIRECTIONS, best + 2 * np.pi / DIRECTIONS
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) else (low, middle)
    side = 1 if abs(best) <= np.pi / 2 else -1
    angle = (low + high) / 2 if side == 1 else (low + high) / 2 - np.copysign(np.pi, best)
    t = Fraction(float(np.tan(angle / 2)))
    c, s = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    return fmpq(side * c.numerator, c.denominator), fmpq(side * s.numerator, s.denominator)


def numerical_radius(A: Matrix, prec: int) -> arb:
    """w(A) of a square matrix, relative radius near 2**-min(prec, 90); wider where several directions compete.

    The answer is right however poor the direction that floats found: only its width depends on it.
    Raises ValueError when A is not finite.
    """
    if isinstance(A, arb_mat):
        mid, radii = midpoint(A)
        with precision(prec + 8):
            found = widen(numerical_radius(mid, prec), frobenius_upper(radii, prec + 8))
            return found if not found.contains(0) else arb(0).union(found.upper())
    A = fmpq_mat(A)
    prec = min(prec, DOUBLE + GUARD)
    P, N = parts(A)
    c, s = best_direction(P, N)
    below = symmetric_eigenvalues(P * c + N * s, prec, "enclosure")[0]
    with precision(prec + 8):
        for bits in (prec - GUARD, prec // 2, 16, 8, 4):
            above = _rational(below.upper() * (1 + arb(2) ** -bits), prec)
            if stays_below(P, N, above):
                return below.lower().union(arb(above))
        return below.lower().union(frobenius_upper(arb_mat(A), prec))


def _rational(x: arb, prec: int) -> fmpq:
    """A dyadic number not below a ball."""
    man, exp = x.upper().man_exp()
    shift = max(0, int(man).bit_length() - prec)
    up = (int(man) >> shift) + (1 if shift else 0)
    e = int(exp) + shift
    return fmpq(up * 2**e) if e >= 0 else fmpq(up, 2**-e)
