"""Vectors and matrices of the checker's numbers, their arithmetic by the definitions, inertia and polynomials."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import isqrt
from typing import Any

from verify.checker.format import CertificateError, NotEstablished
from verify.checker.numbers import Undecided, checked, compare, ends, inverse, scaled

MAX_ENTRIES, MAX_ORDER = 6400, 80
INFINITE = object()  # the gap of the only entry of a vector


class Vec(tuple):
    """A vector quantity."""


@dataclass(frozen=True)
class Mat:
    """A matrix: rows of numbers, all of length `cols`."""

    rows: tuple[tuple[Any, ...], ...]
    cols: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), self.cols

    @property
    def T(self) -> Mat:  # noqa: N802
        """Transpose."""
        return matrix(zip(*self.rows, strict=True) if self.rows else [()] * self.cols, len(self.rows))

    def __matmul__(self, other: Mat) -> Mat:
        if self.cols != len(other.rows):
            raise CertificateError(f"shapes {self.shape} and {other.shape} cannot be multiplied")
        columns = other.T.rows
        return matrix(([_inner(row, column) for column in columns] for row in self.rows), other.cols)

    def __add__(self, other: Mat) -> Mat:
        if self.shape != other.shape:
            raise CertificateError(f"shapes {self.shape} and {other.shape} cannot be added")
        pairs = zip(self.rows, other.rows, strict=True)
        return matrix(([a + b for a, b in zip(r, q, strict=True)] for r, q in pairs), self.cols)

    def __sub__(self, other: Mat) -> Mat:
        return self + other.scaled(Fraction(-1))

    def scaled(self, c: Any) -> Mat:
        """c times the matrix."""
        return matrix(([checked(c * x) for x in row] for row in self.rows), self.cols)

    def map(self, f: Any) -> Mat:
        """The matrix with f of every entry."""
        return matrix(([f(x) for x in row] for row in self.rows), self.cols)


def matrix(rows: Any, cols: int) -> Mat:
    """A matrix from any iterable of rows."""
    out = Mat(tuple(tuple(row) for row in rows), cols)
    if len(out.rows) * cols > MAX_ENTRIES:
        raise NotEstablished("a matrix is too large for this checker")
    return out


def column(values: Vec) -> Mat:
    """A vector as a matrix with one column."""
    return matrix(([x] for x in values), 1)


def as_entries(value: Any) -> Any:
    """A matrix with one column as the vector of its entries; anything else unchanged."""
    return Vec(row[0] for row in value.rows) if isinstance(value, Mat) and value.cols == 1 else value


def identity(n: int) -> Mat:
    """Identity of order n."""
    if not 0 <= n <= MAX_ORDER:
        raise NotEstablished(f"an identity of order {n} is too large for this checker")
    return matrix(([Fraction(i == j) for j in range(n)] for i in range(n)), n)


def _inner(a: Any, b: Any) -> Any:
    return total(x * y for x, y in zip(a, b, strict=True) if x != 0 and y != 0)


def total(xs: Any) -> Any:
    """Sum, exact zero for nothing."""
    out: Any = Fraction(0)
    for x in xs:
        out = checked(out + x)
    return out


def exact(a: Mat) -> bool:
    """Whether every entry is rational."""
    return all(isinstance(x, Fraction | int) for row in a.rows for x in row)


def pairs(a: Any, b: Any) -> list[tuple[Any, Any]]:
    """Entries side by side; a scalar is repeated."""
    n = len(a) if isinstance(a, Vec) else len(b) if isinstance(b, Vec) else 1
    x, y = (v if isinstance(v, Vec) else (v,) * n for v in (a, b))
    if len(x) != len(y):
        raise CertificateError(f"vectors of lengths {len(x)} and {len(y)} stand side by side")
    return list(zip(x, y, strict=True))


def gram(a: Mat) -> Mat:
    """The smaller of A A^T and A^T A."""
    return a @ a.T if len(a.rows) <= a.cols else a.T @ a


def norm_above(a: Mat, bits: int) -> Fraction:
    """Upper bound on the Frobenius norm."""
    squares = sum(max(x * x for x in scaled(x, bits)) for row in a.rows for x in row)
    return Fraction(isqrt(squares) + 1, 1 << bits)


def symmetric(a: Mat) -> bool:
    """Whether a square matrix is symmetric for certain."""
    return all(compare(a.rows[i][j], a.rows[j][i]) == 0 for i in range(a.cols) for j in range(i))


def inertia(a: Mat) -> tuple[int, int]:
    """Numbers of positive and of negative eigenvalues of a symmetric matrix, by elimination (Sylvester's law).

    Raises Undecided where enclosures do not tell the sign of any pivot that is left.
    """
    left = [list(row) for row in a.rows]
    signs = {-1: 0, 1: 0}
    while left:
        n = range(len(left))
        orders = [compare(left[k][k], Fraction(0)) for k in n]
        if not any(orders):
            across = {compare(left[i][j], Fraction(0)): (i, j) for i in n for j in range(i)}
            sure = across.get(1) or across.get(-1)
            if None in orders or sure is None and None in across:
                raise Undecided("the sign of a pivot")
            if sure is None:
                break
            i, j = sure
            left[i] = [x + y for x, y in zip(left[i], left[j], strict=True)]
            for row in left:  # adding row and column j to i is a congruence; the entry at i becomes 2 a_ij
                row[i] = row[i] + row[j]
            continue
        k = max((k for k in n if orders[k]), key=lambda k: min(map(abs, ends(left[k][k]))))
        signs[orders[k] or 0] += 1
        row = left.pop(k)
        over = inverse(row.pop(k))
        for other in left:
            other.pop(k)
        for i, x in enumerate(row):
            factor = x * over
            for j in range(i + 1) if factor != 0 else ():
                left[i][j] = left[j][i] = checked(left[i][j] - factor * row[j])
    return signs[1], signs[-1]


def semidefinite(a: Mat) -> bool:
    """Whether a symmetric matrix is positive semidefinite."""
    return inertia(a)[1] == 0


def characteristic(a: Mat) -> tuple[list[Any], list[Mat]]:
    """Coefficients c of det(x I - A), leading first, and the B_k with adj(x I - A) = sum of x**(n-1-k) B_k.

    Faddeev and LeVerrier's recursion; entries may be numbers of any kind.
    """
    c: list[Any] = [Fraction(1)]
    adjugate: list[Mat] = []
    for k in range(1, a.cols + 1):
        unit = identity(a.cols).scaled(c[-1])
        adjugate.append(a @ adjugate[-1] + unit if adjugate else unit)
        product = a @ adjugate[-1]
        c.append(trace(product) * Fraction(-1, k))
    return c, adjugate


def trace(a: Mat) -> Any:
    """Sum of the diagonal."""
    return total(row[k] for k, row in enumerate(a.rows))


def horner(coefficients: Any, x: Any) -> Any:
    """Value of a polynomial, leading coefficient first."""
    out: Any = Fraction(0)
    for c in coefficients:
        out = checked(x * out + c)
    return out


def derivative(p: list[Any]) -> list[Any]:
    """Derivative of a polynomial."""
    return [c * (len(p) - 1 - k) for k, c in enumerate(p[:-1])]


def real_roots(p: list[Fraction], low: Fraction | None = None, high: Fraction | None = None) -> int:
    """Number of distinct real roots of a polynomial in (low, high], or of all: Sturm's theorem."""
    while p and p[0] == 0:
        p = p[1:]
    chain = [p, derivative(p)]
    while chain[-1]:
        rest = list(chain[-2])
        while len(rest) >= len(chain[-1]):
            factor = rest[0] / chain[-1][0]
            rest = [checked(x - factor * y) for x, y in zip_longest(rest, chain[-1], fillvalue=Fraction(0))][1:]
        while rest and rest[0] == 0:
            rest = rest[1:]
        chain.append([-x for x in rest])

    def changes(x: Fraction | None, sign: int) -> int:
        values = [horner(q, x) if x is not None else q[0] * sign ** (len(q) - 1) for q in chain if q]
        if not any(values):
            raise Undecided("an end of the interval is a multiple root")
        signs = [v > 0 for v in values if v != 0]
        return sum(a != b for a, b in zip(signs, signs[1:], strict=False))

    return changes(low, -1) - changes(high, 1)
