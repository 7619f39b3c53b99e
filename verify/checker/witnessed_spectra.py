"""Eigenvalues, spectral radii and functions of matrices: values that a witness claims, verified here.

Eigenvalues.  By Sylvester's law of inertia A - t I has as many positive pivots as A has eigenvalues above t.  A witness
lists all eigenvalues of A, descending: a decimal with d digits behind the point claims to be off by at most 10**-d, and
is verified by counting on both sides of that interval; a rational number claims to be an eigenvalue, as often as it is
listed, and is verified by the exact inertia of A - c I.  For a rational A they are algebraic, of degree at most n, and
the Frobenius norm bounds all conjugates, hence the height.  Squares of singular values are those of a Gram matrix.

Spectral radii (Stein).  If P > 0 and r**2 P - A^T P A >= 0 then rho(A) <= r.  If A^T Q A - r**2 Q >= 0 and Q has a
positive eigenvalue then rho(A) >= r: were it smaller, x^T Q x > 0 could not grow along (A / r)^k x, which tends to 0.

Roots, A >= 0.  For every S >= 0 the operator norm satisfies ||A^(1/2) - S|| <= ||A - S S||^(1/2).
Logarithms.  With B = expm(L), L symmetric, and both spectra in [m, oo), ||log A - L|| <= ||A - B|| / m.
(Bhatia, Matrix Analysis, theorems X.1.1 and X.3.8.)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any

from lemmata.verify.checker import exact_numbers, format
from lemmata.verify.checker.exact_numbers import (
    Height,
    Real,
    Undecided,
    Undefined,
    absolute,
    between,
    checked,
    compare,
    inverse,
    scaled,
    sqrt,
    vanishes,
)
from lemmata.verify.checker.format import conform, require, well_formed
from lemmata.verify.checker.linear_algebra import (
    Mat,
    characteristic,
    exact,
    gram,
    identity,
    inertia,
    matrix,
    mirrored,
    norm_above,
    semidefinite,
    symmetric,
)  # fmt: skip
from lemmata.verify.checker.text_form import Tree, written

LARGEST_NORM = 1000  # of the argument of a matrix exponential


def eigenvalues(ev: Any, a: Mat, name: str) -> list[Any]:
    """Eigenvalues, descending, of a symmetric matrix; `name` says what it is, for its witness."""
    if a.cols == 1:
        return [a.rows[0][0]]
    if ("eigenvalues", a, ev.bits) not in ev.kept:
        listed = conform(ev.witness(name, a), [format.expression], f"the witness for {name}")
        well_formed(len(listed) == a.cols, f"the witness for {name} must list {a.cols} eigenvalues")
        values: list[Any] = []
        for text, group in groupby(listed):
            values += _verified(ev, a, text, len(values), len(list(group)), name)
        ev.kept["eigenvalues", a, ev.bits] = tuple(values)
    return list(ev.kept["eigenvalues", a, ev.bits])


def _verified(ev: Any, a: Mat, text: str, first: int, count: int, name: str) -> list[Any]:
    """The eigenvalues number `first` (from 0) to `first` + `count` - 1, which a witness gives in one word."""
    what, wrong = f"an eigenvalue of {name}", f"the witness for {name} is wrong: {text[:40]} is not what it says"
    if format.RATIONAL.fullmatch(text):
        point = format.rational(text, what, format.MAX_WITNESS_DIGITS)
        require(exact(a) and inertia(_minus(a, point)) == (first, a.cols - first - count), wrong)
        return [point] * count
    middle = format.decimal(text, what, format.MAX_WITNESS_DIGITS)
    digits = len(text.partition(".")[2])
    well_formed("e" not in text.lower() and digits, f"{what} must be 'p/q' or have digits behind the point")
    radius = Fraction(1, 10**digits)
    for bits in (5 * digits + 64, 10 * digits + 256) if exact(a) else (ev.bits,):
        near = a.map(lambda x, bits=bits: Real(*scaled(x, bits), bits)) if exact(a) else a
        try:
            above, below = (inertia(_minus(near, end))[0] for end in (middle + radius, middle - radius))
        except Undecided:
            continue
        require(above <= first and below >= first + count, wrong)
        known = _height(a) if exact(a) else None
        family = tuple(characteristic(a)[0]) if known and a.cols <= 12 else a.rows
        places = [frozenset({(family, a.cols, k)}) for k in range(first, first + count)]
        sizes = [Height(known, place) if known else None for place in places]
        return [between(middle - radius, middle + radius, ev.bits, h, h and h.generators) for h in sizes]
    raise Undecided("whether an eigenvalue lies where its witness says")


def _minus(a: Mat, c: Fraction) -> Mat:
    return a - identity(a.cols).scaled(c)


def _height(a: Mat) -> int:
    """Bound on heights: q times an eigenvalue is an algebraic integer, its conjugates bounded by the norm of q A."""
    q = 1
    for x in (x for row in a.rows for x in row):
        q = exact_numbers.checked(Fraction(lcm(q, x.denominator))).numerator
    return q.bit_length() + (int(norm_above(a, 8) * q) + 1).bit_length()


def singular(ev: Any, tree: Tree) -> list[Any]:
    """Singular values, descending."""
    a = ev.matrix(tree)
    if min(a.shape) <= 1:
        return [sqrt(gram(a).rows[0][0], ev.bits)] if min(a.shape) else []
    squares = eigenvalues(ev, gram(a), f"gram({written(tree)})")
    roots = {id(x): sqrt(_not_negative(x), ev.bits) for x in squares}
    return [roots[id(x)] for x in squares]


def _not_negative(x: Any) -> Any:
    """An eigenvalue of a matrix that is known to be semidefinite."""
    return Real(max(x.lo, 0), max(x.hi, 0), x.bits, x.height, x.name) if isinstance(x, Real) else x


def radius(ev: Any, tree: Tree) -> Any:
    """Largest modulus of an eigenvalue of a square matrix."""
    a = ev.square(tree)
    require(a.cols, "the spectral radius of nothing")
    if exact(a) and symmetric(a) or a.cols == 1:
        values = eigenvalues(ev, a, f"lam({written(tree)})")
        return exact_numbers.largest([exact_numbers.absolute(values[0]), exact_numbers.absolute(values[-1])], ev.bits)
    if exact(a) and not any(characteristic(a)[0][1:]):
        return Fraction(0)
    form, number = (lambda x, w: _rows(x, a, w)), (lambda x, w: format.rational(x, w, format.MAX_WITNESS_DIGITS))
    pattern = {"above": number, "below": number, "shrinking": form, "growing": form}
    w = conform(ev.witness(f"rho({written(tree)})", a), pattern, "a witness for rho")
    high, low, p, q = w["above"], w["below"], w["shrinking"], w["growing"]
    bounded = high >= 0 and inertia(p) == (a.cols, 0) and semidefinite(p.scaled(high**2) - a.T @ p @ a)
    require(bounded, "the witness for rho does not bound it from above")
    bounded = low == 0 or low > 0 and inertia(q)[0] and semidefinite(a.T @ q @ a - q.scaled(low**2))
    require(bounded, "the witness for rho does not bound it from below")
    return low if low == high else between(low, high, ev.bits)


def _rows(value: Any, a: Mat, where: str) -> Mat:
    """A rational symmetric matrix of the order of another."""
    rows = format.rational_rows(value, where, format.MAX_WITNESS_DIGITS)
    out = matrix(rows, len(rows[0]) if rows else 0)
    fits = out.shape == a.shape and symmetric(out)
    well_formed(fits, f"{where} must be a symmetric matrix of order {a.cols}")
    return out


def root(ev: Any, a: Mat, name: str, known: bool = False) -> Mat:
    """Root of a symmetric matrix; `known` says that it is positive semidefinite."""
    if a.cols == 1:
        return matrix([[sqrt(a.rows[0][0], ev.bits)]], 1)
    if not known and not semidefinite(a):  # of an enclosed matrix: definite, or undecided
        raise Undefined("the root of a matrix that is not positive semidefinite")
    near = _rows(ev.witness(name, a), a, f"the witness for {name}")
    require(semidefinite(near), f"the witness for {name} is not positive semidefinite")
    if exact(a) and near @ near == a:
        return near
    return _around(near, sqrt(norm_above(a - near @ near, 4 * ev.bits), ev.bits), ev.bits)


def _around(center: Mat, error: Any, bits: int) -> Mat:
    """Every entry of a symmetric matrix widened by `error`; equal entries are one object."""
    most = scaled(error, bits)[1]  # an enclosure of its own for each entry: one object stands for one number
    return mirrored(center.map(lambda x: Real(-most, most, bits) + x))


def logarithm(ev: Any, a: Mat, name: str) -> Mat:
    """Logarithm of a symmetric matrix, which the witness shows to be positive definite."""
    if inertia(a) != (a.cols, 0):
        raise Undefined("the logarithm of a matrix that is not positive definite")
    if a.cols == 1 or a == identity(a.cols):
        return a.map(lambda x: exact_numbers.log(x, ev.bits) if x != 0 else x)
    near = _rows(ev.witness(name, a), a, f"the witness for {name}")
    gap = a - exponential(near, 2 * ev.bits)
    low, high = exact_numbers.ends(
        exact_numbers.exp(-norm_above(near, 8), ev.bits)
    )  # expm(L) has none below exp(-||L||)
    distances = [exact_numbers.ends(x) for row in gap.rows for x in row]
    require(all(max(x, -y) <= high for x, y in distances), f"the witness for {name} is not near the logarithm")
    apart = norm_above(gap, 2 * ev.bits)
    least = low - apart
    if not least > 0:  # at these bits: exp(-||L||) may be much less than one
        raise Undecided(f"whether the witness for {name} is near the logarithm")
    return _around(near, apart / least, ev.bits)


def exponential(a: Mat, bits: int) -> Mat:
    """Exponential of a square matrix: the series at A / 2**k, squared k times; exact where a power of A vanishes."""
    out = term = identity(a.cols)
    if exact(a) and a.cols <= 12 and not any(characteristic(a)[0][1:]):
        for k in range(1, a.cols):
            term = (term @ a).scaled(Fraction(1, k))
            out = out + term
        return out
    size = norm_above(a, 16)
    require(size <= LARGEST_NORM, f"expm(...) of a matrix of norm beyond {LARGEST_NORM} is too large for this checker")
    halvings = int(size).bit_length() + 4
    precision = bits + 3 * int(size) + 4 * halvings + a.cols + 64
    x = a.map(lambda y: Real(*scaled(y, precision), precision) * Fraction(1, 1 << halvings))
    k, left = 0, Fraction(1)
    while left * (1 << precision) > 1:  # ||A / 2**k|| <= 1/8: what is left of the series is less than its last term
        k += 1
        term = (term @ x).scaled(Fraction(1, k))
        out, left = out + term, left / (8 * k)
    out = out.map(lambda y: y + Real(-1, 1, precision))
    for _ in range(halvings):
        out = out @ out
    return out.map(lambda y: Real(*scaled(y, bits), bits) if isinstance(y, Real) else y)


def inverted(a: Mat) -> Mat:
    """Inverse: adjugate over determinant.  Raises Undefined, or Undecided at too low a precision."""
    coefficients, adjugate = characteristic(a)
    return adjugate[-1].scaled(exact_numbers.inverse(coefficients[-1]) * Fraction(-1))


def pseudo_inverted(a: Mat) -> Mat:
    """Moore and Penrose's inverse (C^T C)^-1 C^T of independent columns, F^T (F F^T)^-1 of independent rows, their
    product in the other order for A = C F.  Raises Undecided where enclosures do not show full rank."""
    if not exact(a):
        return _of_columns(a) if len(a.rows) >= a.cols else _of_columns(a.T).T
    left = [list(row) for row in a.rows]
    pivots: list[int] = []
    for j in range(a.cols):
        k = len(pivots)
        at = next((i for i in range(k, len(left)) if left[i][j] != 0), None)
        if at is None:
            continue
        left[k], left[at] = left[at], left[k]
        left[k] = [checked(x / left[k][j]) for x in left[k]]
        for i, row in enumerate(left):
            if i != k and row[j] != 0:
                left[i] = [checked(x - row[j] * y) for x, y in zip(row, left[k], strict=True)]
        pivots.append(j)
    if not pivots:
        return a.T
    kept = matrix(([row[j] for j in pivots] for row in a.rows), len(pivots))
    return _of_columns(matrix(left[: len(pivots)], a.cols).T).T @ _of_columns(kept)


def pivoting(a: Mat) -> Mat:
    """The permutation matrix of elimination with partial pivoting: the first of the rows that are largest."""
    rows = [list(row) for row in a.rows]
    order = list(range(a.cols))
    for k in range(a.cols - 1):
        best = k
        for i in range(k + 1, a.cols):
            side = compare(absolute(rows[i][k]), absolute(rows[best][k]))
            if side is None:
                raise Undecided("which of two rows is the pivot")
            best = i if side > 0 else best
        rows[k], rows[best], order[k], order[best] = rows[best], rows[k], order[best], order[k]
        if vanishes(rows[k][k]):
            continue
        over = inverse(rows[k][k])
        for i in range(k + 1, a.cols):
            c = -(rows[i][k] * over)
            rows[i] = [checked(x + c * y) for x, y in zip(rows[i], rows[k], strict=True)]
    return matrix([[Fraction(j == place) for j in range(a.cols)] for place in order], a.cols)


def _of_columns(a: Mat) -> Mat:
    try:
        return inverted(a.T @ a) @ a.T
    except Undefined:
        raise Undecided("whether a matrix has full rank") from None
