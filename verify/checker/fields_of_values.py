"""Numerical radii: w(A), the largest |x^* A x| over complex unit vectors x, between two bounds of a witness.

With P and N the Hermitian parts of A and of -iA, w is the largest eigenvalue of all c P + s N with c^2 + s^2 = 1.  One
(c, s) bounds it from below.  r - c P - s N is definite for all of them, and w < r, where it is for (1, 0) and (-1, 0)
and t^2 (r + P) - 2 t N + (r - P), t = s / (1 + c), is singular at no real t: no eigenvalue of the companion matrix is.
Known without a witness of its own: w = ||A|| of a normal matrix, since A is unitarily diagonal; w = ||A|| / 2 where
A^2 = 0, since A is unitarily a sum of blocks [[0, s], [0, 0]]; the largest eigenvalue of the symmetric part where no
entry is negative, since |x^* A x| <= |x|^T A |x|.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lemmata.verify.checker import format
from lemmata.verify.checker.exact_numbers import between, divide, ends
from lemmata.verify.checker.format import conform, require
from lemmata.verify.checker.linear_algebra import (
    Mat,
    exact,
    identity,
    inertia,
    matrix,
    norm_above,
    real_eigenvalues,
)
from lemmata.verify.checker.text_form import Tree, written
from lemmata.verify.checker.witnessed_spectra import eigenvalues, inverted, singular

HALF = Fraction(1, 2)


def numerical_radius(ev: Any, tree: Tree) -> Any:
    """w of a square matrix."""
    a = ev.square(tree)
    require(a.cols, "the numerical radius of nothing")
    if exact(a):
        if a @ a.T == a.T @ a:
            return singular(ev, tree)[0]
        if not any(x for row in (a @ a).rows for x in row):
            return divide(singular(ev, tree)[0], Fraction(2))
        if all(x >= 0 for row in a.rows for x in row):
            return eigenvalues(ev, (a + a.T).scaled(HALF), f"lam(({written(tree)} + ({written(tree)}).T) / 2)")[0]
    middle = a if exact(a) else a.map(lambda x: sum(ends(x)) * HALF)
    apart = Fraction(0) if exact(a) else norm_above(a - middle, ev.bits)
    pattern = {"above": _rational, "below": _rational, "direction": (_rational, _rational)}
    w = conform(ev.witness(f"numradius({written(tree)})", a), pattern, "a witness for numradius")
    high, low, (c, s) = w["above"], w["below"], w["direction"]
    p, n = hermitian_parts(middle)
    require(c * c + s * s == 1, "the witness for numradius names no direction")
    there = p.scaled(c) + n.scaled(s) - identity(p.cols).scaled(low)
    require(inertia(there)[1] < p.cols, "the witness for numradius does not bound it from below")
    require(_below(p, n, high), "the witness for numradius does not bound it from above")
    return between(max(low - apart, Fraction(0)), high + apart, ev.bits)


def _rational(value: Any, where: str) -> Fraction:
    return format.rational(value, where, format.MAX_WITNESS_DIGITS)


def hermitian_parts(a: Mat) -> tuple[Mat, Mat]:
    """P and N in real form, [[X, -Y], [Y, X]] for X + iY, of a rational matrix; of X + iY where it has this form."""
    x, y = _halves(a)
    return _real_form((x + x.T).scaled(HALF), (y - y.T).scaled(HALF)), _real_form(
        (y + y.T).scaled(HALF), (x.T - x).scaled(HALF)
    )


def _halves(a: Mat) -> tuple[Mat, Mat]:
    k = a.cols // 2
    if a.cols % 2 == 0:
        x, minus = ([row[j : j + k] for row in a.rows[:k]] for j in (0, k))
        y, again = ([row[j : j + k] for row in a.rows[k:]] for j in (0, k))
        if x == again and all(p == -q for r, m in zip(y, minus, strict=True) for p, q in zip(r, m, strict=True)):
            return matrix(x, k), matrix(y, k)
    return a, a.scaled(Fraction(0))


def _real_form(x: Mat, y: Mat) -> Mat:
    return _beside(x, y.scaled(Fraction(-1)), y, x)


def _beside(a: Mat, b: Mat, c: Mat, d: Mat) -> Mat:
    rows = [[*p, *q] for m, k in ((a, b), (c, d)) for p, q in zip(m.rows, k.rows, strict=True)]
    return matrix(rows, 2 * a.cols)


def _below(p: Mat, n: Mat, r: Fraction) -> bool:
    one = identity(p.cols)
    high, low = one.scaled(r) + p, one.scaled(r) - p
    if r <= 0 or inertia(high) != (p.cols, 0) or inertia(low) != (p.cols, 0):
        return False
    inverse = inverted(high)
    last = (inverse @ low).scaled(Fraction(-1)), (inverse @ n).scaled(Fraction(2))
    return real_eigenvalues(_beside(one.scaled(Fraction(0)), one, *last)) == 0
