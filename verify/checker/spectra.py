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
from math import lcm
from typing import TYPE_CHECKING, Any

from verify.checker import format, numbers
from verify.checker.format import CertificateError, NotEstablished
from verify.checker.matrices import (
    Mat,
    characteristic,
    exact,
    gram,
    identity,
    inertia,
    matrix,
    norm_above,
    semidefinite,
    symmetric,
)
from verify.checker.numbers import Height, Real, Undecided, Undefined, between, scaled, sqrt
from verify.checker.syntax import Tree, written

if TYPE_CHECKING:
    from verify.checker.evaluate import Evaluator

LARGEST_NORM = 200  # of the argument of a matrix exponential


def eigenvalues(ev: Evaluator, a: Mat, name: str) -> list[Any]:
    """Eigenvalues, descending, of a symmetric matrix; `name` says what it is, for its witness."""
    if a.cols == 1:
        return [a.rows[0][0]]
    if (kept := ("eigenvalues", a, ev.bits)) in ev.kept:
        return list(ev.kept[kept])
    listed = ev.witness(name, a)
    if not isinstance(listed, list) or len(listed) != a.cols:
        raise CertificateError(f"the witness for {name} must list {a.cols} eigenvalues")
    texts = [format.string(x, f"an eigenvalue of {name}") for x in listed]
    values: list[Any] = []
    while len(values) < a.cols:
        text, first = texts[len(values)], len(values)
        count = next((k for k in range(first, a.cols) if texts[k] != text), a.cols) - first
        values += _verified(ev, a, text, first, count, name)
    ev.kept[kept] = tuple(values)
    return values


def _verified(ev: Evaluator, a: Mat, text: str, first: int, count: int, name: str) -> list[Any]:
    """The eigenvalues number `first` (from 0) to `first` + `count` - 1, which a witness gives in one word."""
    wrong = NotEstablished(f"the witness for {name} is wrong: {text[:40]} is not what it says")
    if format.RATIONAL.fullmatch(text):
        point = format.rational(text, f"an eigenvalue of {name}", format.MAX_WITNESS_DIGITS)
        if not exact(a) or inertia(_minus(a, point)) != (first, a.cols - first - count):
            raise wrong
        return [point] * count
    middle = format.decimal(text, f"an eigenvalue of {name}", format.MAX_WITNESS_DIGITS)
    digits = len(text.partition(".")[2].lower().partition("e")[0])
    radius = Fraction(1, 10**digits)
    if "e" in text.lower() or not digits:
        raise CertificateError(f"an eigenvalue of {name} must be 'p/q' or have digits behind the point")
    for bits in (5 * digits + 64, 10 * digits + 256) if exact(a) else (ev.bits,):
        near = matrix(([Real(*scaled(x, bits), bits) for x in row] for row in a.rows), a.cols) if exact(a) else a
        try:
            above, below = (inertia(_minus(near, end))[0] for end in (middle + radius, middle - radius))
        except Undecided:
            continue
        if above > first or below < first + count:
            raise wrong
        known = _height(a) if exact(a) else None
        family = tuple(characteristic(a)[0]) if known and a.cols <= 12 else a.rows
        sizes = [
            Height(known, frozenset({(family, a.cols, k)})) if known else None for k in range(first, first + count)
        ]
        return [between(middle - radius, middle + radius, ev.bits, h, h.generators if h else None) for h in sizes]
    raise Undecided("whether an eigenvalue lies where its witness says")


def _minus(a: Mat, c: Fraction) -> Mat:
    return a - identity(a.cols).scaled(c)


def _height(a: Mat) -> int:
    """Bound on heights: q times an eigenvalue is an algebraic integer, its conjugates bounded by the norm of q A."""
    q = 1
    for x in (x for row in a.rows for x in row):
        q = numbers.checked(Fraction(lcm(q, x.denominator))).numerator
    return q.bit_length() + (int(norm_above(a, 8) * q) + 1).bit_length()


def singular(ev: Evaluator, tree: Tree) -> list[Any]:
    """Singular values, descending."""
    a = ev.matrix(tree)
    if not min(a.shape):
        return []
    if min(a.shape) == 1:
        return [sqrt(gram(a).rows[0][0], ev.bits)]
    squares = eigenvalues(ev, gram(a), f"gram({written(tree)})")
    roots = {id(x): sqrt(_not_negative(x), ev.bits) for x in squares}
    return [roots[id(x)] for x in squares]


def _not_negative(x: Any) -> Any:
    """An eigenvalue of a matrix that is known to be semidefinite."""
    return Real(max(x.lo, 0), max(x.hi, 0), x.bits, x.height, x.name) if isinstance(x, Real) else x


def radius(ev: Evaluator, tree: Tree) -> Any:
    """Largest modulus of an eigenvalue of a square matrix."""
    a = ev.square(tree)
    if exact(a) and symmetric(a) or a.cols == 1:
        values = eigenvalues(ev, a, f"lam({written(tree)})")
        return numbers.largest([numbers.absolute(values[0]), numbers.absolute(values[-1])], ev.bits)
    if exact(a) and not any(characteristic(a)[0][1:]):
        return Fraction(0)
    witness = ev.witness(f"rho({written(tree)})", a)
    format.keys(witness, {"above", "below", "shrinking", "growing"}, "a witness for rho")
    high, low = (
        format.rational(witness[side], f"the bound {side} rho", format.MAX_WITNESS_DIGITS)
        for side in ("above", "below")
    )
    p, q = (_rows(witness[form], a, "a form of rho") for form in ("shrinking", "growing"))
    if high < 0 or low < 0 or inertia(p) != (a.cols, 0) or not semidefinite(p.scaled(high**2) - a.T @ p @ a):
        raise NotEstablished("the witness for rho does not bound it from above")
    if low and (inertia(q)[0] == 0 or not semidefinite(a.T @ q @ a - q.scaled(low**2))):
        raise NotEstablished("the witness for rho does not bound it from below")
    return low if low == high else between(low, high, ev.bits)


def _rows(value: Any, a: Mat, where: str) -> Mat:
    """A rational symmetric matrix of the order of another."""
    rows = format.rational_rows(value, where, format.MAX_WITNESS_DIGITS)
    out = matrix(rows, len(rows[0]) if rows else 0)
    if out.shape != a.shape or not symmetric(out):
        raise CertificateError(f"{where} must be a symmetric matrix of order {a.cols}")
    return out


def root(ev: Evaluator, a: Mat, name: str, known: bool = False) -> Mat:
    """Root of a symmetric matrix; `known` says that it is positive semidefinite."""
    if a.cols == 1:
        return matrix([[sqrt(a.rows[0][0], ev.bits)]], 1)
    if not known and not semidefinite(a):  # of an enclosed matrix: definite, or undecided
        raise Undefined("the root of a matrix that is not positive semidefinite")
    near = _rows(ev.witness(name, a), a, f"the witness for {name}")
    if not semidefinite(near):
        raise NotEstablished(f"the witness for {name} is not positive semidefinite")
    if exact(a) and near @ near == a:
        return near
    return _around(near, sqrt(norm_above(a - near @ near, 4 * ev.bits), ev.bits), ev.bits)


def _around(center: Mat, error: Any, bits: int) -> Mat:
    """Every entry of a symmetric matrix widened by `error`; equal entries are one object."""
    wide, n = scaled(error, bits)[1], range(center.cols)
    ends = [[scaled(x, bits) for x in row[: i + 1]] for i, row in enumerate(center.rows)]
    known = [[Real(lo - wide, hi + wide, bits) for lo, hi in row] for row in ends]
    return matrix(([known[max(i, j)][min(i, j)] for j in n] for i in n), center.cols)


def logarithm(ev: Evaluator, a: Mat, name: str) -> Mat:
    """Logarithm of a symmetric matrix, which the witness shows to be positive definite."""
    if inertia(a) != (a.cols, 0):
        raise Undefined("the logarithm of a matrix that is not positive definite")
    if a.cols == 1 or a == identity(a.cols):
        return a.map(lambda x: numbers.log(x, ev.bits) if x != 0 else x)
    near = _rows(ev.witness(name, a), a, f"the witness for {name}")
    apart = norm_above(a - exponential(near, 2 * ev.bits), 2 * ev.bits)
    least = (
        numbers.ends(numbers.exp(-norm_above(near, 8), ev.bits))[0] - apart
    )  # no eigenvalue of expm(L) is below numbers.exp(-||L||)
    if least <= 0:
        raise NotEstablished(f"the witness for {name} is not near the logarithm")
    return _around(near, apart / least, ev.bits)


def exponential(a: Mat, bits: int) -> Mat:
    """Exponential of a square matrix: the series at A / 2**k, squared k times; exact where a power of A vanishes."""
    unit = identity(a.cols)
    if exact(a) and a.cols <= 12 and not any(characteristic(a)[0][1:]):
        out = term = unit
        for k in range(1, a.cols):
            term = (term @ a).scaled(Fraction(1, k))
            out = out + term
        return out
    size = norm_above(a, 16)
    if size > LARGEST_NORM:
        raise NotEstablished(f"expm(...) of a matrix of norm beyond {LARGEST_NORM} is too large for this checker")
    halvings = int(size).bit_length() + 4
    precision = bits + 3 * int(size) + 4 * halvings + a.cols + 64
    x = a.map(lambda y: Real(*scaled(y, precision), precision) * Fraction(1, 1 << halvings))
    out = term = unit
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
    over = numbers.inverse(coefficients[-1])
    return adjugate[-1].scaled(over * Fraction(-1))
