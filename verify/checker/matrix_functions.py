"""Matrices made from matrices: inverses, exponentials, logarithms, roots, absolute values, entrywise maps.

Exact where the value is rational and that is seen, enclosed entry by entry elsewhere.  A matrix is taken apart into the
blocks that its zeros leave unconnected; blocks of order 1 are numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.checker import diagonal, scalars
from verify.checker.exponential import exponential
from verify.checker.format import CertificateError, NotEstablished
from verify.checker.matrices import Mat, Vec, blocks, exact, matrix, submatrix, symmetric
from verify.checker.numbers import Dual, Real, Undecided, Undefined, ends, inverse, largest, sqrt
from verify.checker.spectra import middle, norm_above, semidefinite
from verify.checker.symmetry import semidefinite_by_form
from verify.checker.syntax import Tree, as_integer

if TYPE_CHECKING:
    from verify.checker.evaluate import Evaluator

Rule = tuple[Callable[..., Any], tuple[int, ...]]


def by_blocks(f: Callable[[Mat], Mat], g: Callable[[Any], Any], a: Mat) -> Mat:
    """A function of a matrix, block by block: f of larger ones, g of numbers."""
    rows = [[Fraction(0)] * a.cols for _ in range(a.cols)]
    for block in blocks(a):
        if len(block) == 1:
            rows[block[0]][block[0]] = g(a.rows[block[0]][block[0]])
            continue
        part = f(submatrix(a, block))
        for i, row in zip(block, part.rows, strict=True):
            for j, x in zip(block, row, strict=True):
                rows[i][j] = x
    return matrix(rows, a.cols)


def _expm(ev: Evaluator, tree: Tree) -> Mat:
    a = ev.folded(tree)
    out = by_blocks(lambda b: exponential(b, ev.bits), lambda x: scalars.exp(x, ev.bits), a)
    return folded(out) if symmetric(a) else out


def folded(a: Mat) -> Mat:
    """A matrix that is known to be symmetric, with what is known of equal entries put together."""

    def one(x: Any, y: Any) -> Any:
        if not isinstance(x, Real) or not isinstance(y, Real):
            return y if isinstance(x, Real) else x
        return x if x is y else Real(max(x.lo, y.lo), min(x.hi, y.hi), x.bits)

    n = range(a.cols)
    known = [[one(a.rows[i][j], a.rows[j][i]) for j in range(i + 1)] for i in n]
    return matrix(([known[max(i, j)][min(i, j)] for j in n] for i in n), a.cols)


def root(ev: Evaluator, a: Mat, known: bool) -> Mat:
    """Root of a symmetric matrix; `known` says that it is positive semidefinite."""
    if not known and exact(a) and not semidefinite(a):
        raise Undefined("the root of a matrix that is not positive semidefinite")
    sure = known or exact(a)

    def number(x: Any) -> Any:
        return sqrt(Real(max(x.lo, Fraction(0)), x.hi, x.bits) if sure and ends(x)[0] < 0 else x, ev.bits)

    def block(b: Mat) -> Mat:
        at = diagonal.diagonalise(b, 2 * ev.bits)
        low, high = at.least
        if not sure and high < 0:
            raise Undefined("the root of a matrix that is not positive semidefinite")
        if not sure and low < 0:
            raise Undecided("whether a matrix is positive semidefinite")
        out = diagonal.root(b, ev.bits, at)
        return _rational_root(b, out) or out if exact(b) else out

    return by_blocks(block, number, a)


def _rational_root(a: Mat, near: Mat) -> Mat | None:
    """The root, if it is rational and not too long, from what encloses it."""
    guesses = [[sum(ends(x)) / Fraction(2) for x in row] for row in near.rows]
    most = 1 << max(next(x.bits for row in near.rows for x in row) // 2 - 8, 1)
    guess = matrix(([x.limit_denominator(most) for x in row] for row in guesses), a.cols)
    return guess if guess @ guess == a and symmetric(guess) and semidefinite(guess) else None


def _sqrtm(ev: Evaluator, tree: Tree) -> Mat:
    a = ev.symmetric(tree)
    return root(ev, a, not exact(a) and semidefinite_by_form(ev, tree))


def _absm(ev: Evaluator, tree: Tree) -> Mat:
    a = ev.matrix(tree)
    return root(ev, folded(a.T @ a), True)


def _logm(ev: Evaluator, tree: Tree) -> Mat:
    a = ev.symmetric(tree)
    if exact(a) and not semidefinite(a, strictly=True):
        raise Undefined("the logarithm of a matrix that is not positive definite")

    def block(b: Mat) -> Mat:
        at = diagonal.diagonalise(b, ev.bits)
        if at.least[1] <= 0:
            raise Undefined("the logarithm of a matrix that is not positive definite")
        return diagonal.logarithm(b, ev.bits, at)

    return by_blocks(block, lambda x: scalars.log(x, ev.bits), a)


def inverted(a: Mat) -> Mat:
    """Inverse of a rational matrix, by elimination.  Raises Undefined if there is none."""
    n = a.cols
    rows = [[*row, *(Fraction(i == j) for j in range(n))] for i, row in enumerate(a.rows)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            raise Undefined("the inverse of a singular matrix")
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k and rows[i][k]:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return matrix((row[n:] for row in rows), n)


def _inv(ev: Evaluator, tree: Tree) -> Mat:
    a = ev.folded(tree)

    def block(b: Mat) -> Mat:
        if exact(b):
            return inverted(b)
        center, left = middle(b)
        try:
            near = inverted(center)
        except Undefined as why:
            raise Undecided("whether a matrix is singular") from why
        size = norm_above(near)
        if size * left >= 1:
            raise Undecided("whether a matrix is singular")
        apart = size * size * left / (1 - size * left)
        out = matrix(([Real(x - apart, x + apart, ev.bits) for x in row] for row in near.rows), b.cols)
        return folded(out) if symmetric(b) else out

    if any(isinstance(x, Dual) for row in a.rows for x in row):
        raise NotEstablished("only polynomials are differentiated here")
    return by_blocks(block, inverse, a)


def _relu(ev: Evaluator, tree: Tree) -> Any:
    value = ev(tree)
    if not isinstance(value, Mat | Vec):
        raise CertificateError("relu(...) takes matrices and vectors: write max(x, 0)")

    def positive(xs: Any) -> list[Any]:
        return [largest([x, Fraction(0)], ev.bits) for x in xs]

    return Vec(positive(value)) if isinstance(value, Vec) else matrix(map(positive, value.rows), value.cols)


def _had(ev: Evaluator, a: Tree, b: Tree) -> Mat:
    x, y = ev.matrix(a), ev.matrix(b)
    if x.shape != y.shape:
        raise CertificateError(f"shapes {x.shape} and {y.shape} have no entrywise product")
    return matrix(([p * q for p, q in zip(r, s, strict=True)] for r, s in zip(x.rows, y.rows, strict=True)), x.cols)


def _ones(ev: Evaluator, r: Tree, c: Tree) -> Mat:
    rows, cols = as_integer(r), as_integer(c)
    if not (0 <= rows <= 80 and 0 <= cols <= 80):
        raise NotEstablished(f"a matrix of ones of shape {rows} x {cols} is too large for this checker")
    return matrix(([Fraction(1)] * cols for _ in range(rows)), cols)


def _unit(ev: Evaluator, n: Tree, j: Tree) -> Mat:
    """The column of length n with a one at place j and zeros elsewhere."""
    length, place = as_integer(n), as_integer(j)
    if not 1 <= place <= length:
        raise CertificateError(f"a column of length {length} has no place {place}")
    if length > 80:
        raise NotEstablished(f"a column of length {length} is too large for this checker")
    return matrix(([Fraction(k == place)] for k in range(1, length + 1)), 1)


def _diag(ev: Evaluator, tree: Tree) -> Any:
    """The diagonal of a square matrix, or the diagonal matrix of a vector or column (of order 1 they are the same)."""
    value = ev(tree)
    if isinstance(value, Mat) and value.cols != 1:
        return Vec(row[k] for k, row in enumerate(ev.square(tree).rows))
    entries = ev.quantity(tree)
    if not isinstance(entries, Vec):
        raise CertificateError("diag(...) takes a matrix or a vector")
    n = len(entries)
    return matrix(([x if i == j else Fraction(0) for j in range(n)] for i, x in enumerate(entries)), n)


RULES: dict[str, Rule] = {
    "inv": (_inv, (1,)),
    "expm": (_expm, (1,)),
    "logm": (_logm, (1,)),
    "sqrtm": (_sqrtm, (1,)),
    "absm": (_absm, (1,)),
    "relu": (_relu, (1,)),
    "had": (_had, (2,)),
    "ones": (_ones, (2,)),
    "unit": (_unit, (2,)),
    "diag": (_diag, (1,)),
}
