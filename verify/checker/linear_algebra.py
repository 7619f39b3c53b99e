"""Vectors and matrices of the checker's numbers, their arithmetic by the definitions, inertia and polynomials."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from lemmata.verify.checker.exact_numbers import Undecided, checked, compare, ends, inverse, scaled, sign
from lemmata.verify.checker.format import require, well_formed

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
        well_formed(self.cols == len(other.rows), f"shapes {self.shape} and {other.shape} cannot be multiplied")
        columns = other.T.rows
        return matrix(([_inner(row, column) for column in columns] for row in self.rows), other.cols)

    def __add__(self, other: Mat) -> Mat:
        return entrywise(lambda x, y: x + y, self, other)

    def __sub__(self, other: Mat) -> Mat:
        return self + other.scaled(Fraction(-1))

    def scaled(self, c: Any) -> Mat:
        """c times the matrix."""
        return self.map(lambda x: checked(c * x))

    def map(self, f: Any) -> Mat:
        """The matrix with f of every entry."""
        return matrix(([f(x) for x in row] for row in self.rows), self.cols)


def matrix(rows: Any, cols: int) -> Mat:
    """A matrix from any iterable of rows."""
    out = Mat(tuple(tuple(row) for row in rows), cols)
    require(len(out.rows) * cols <= MAX_ENTRIES, "a matrix is too large for this checker")
    return out


def entrywise(f: Any, a: Mat, b: Mat) -> Mat:
    """f of the entries of two matrices of one shape."""
    well_formed(a.shape == b.shape, f"shapes {a.shape} and {b.shape} are not the same")
    return matrix((map(f, r, q) for r, q in zip(a.rows, b.rows, strict=True)), a.cols)


def column(values: Any) -> Mat:
    """A vector as a matrix with one column."""
    return matrix(([x] for x in values), 1)


def as_entries(value: Any) -> Any:
    """A matrix with one column as the vector of its entries; anything else unchanged."""
    return Vec(row[0] for row in value.rows) if isinstance(value, Mat) and value.cols == 1 else value


def diagonal(values: Any) -> Mat:
    """The diagonal matrix of a vector."""
    xs = list(values)
    require(len(xs) <= MAX_ORDER, f"a matrix of order {len(xs)} is too large for this checker")
    return matrix(([x if i == j else Fraction(0) for j in range(len(xs))] for i, x in enumerate(xs)), len(xs))


def identity(n: int) -> Mat:
    """Identity of order n."""
    require(0 <= n <= MAX_ORDER, f"an identity of order {n} is too large for this checker")
    return diagonal([Fraction(1)] * n)


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
    well_formed(len(x) == len(y), f"vectors of lengths {len(x)} and {len(y)} stand side by side")
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


def mirrored(a: Mat) -> Mat:
    """A matrix that is known to be symmetric, with one enclosure for two entries that are equal."""
    n = range(a.cols)
    return matrix(([a.rows[max(i, j)][min(i, j)] for j in n] for i in n), a.cols)


def inertia(a: Mat) -> tuple[int, int]:
    """Numbers of positive and of negative eigenvalues of a symmetric matrix, by elimination (Sylvester's law).

    Raises Undecided where enclosures do not tell the sign of any pivot that is left.
    """
    left = [list(row) for row in a.rows]
    signs = {-1: 0, 1: 0}
    while left:
        n = range(len(left))
        orders = [sign(left[k][k]) for k in n]
        if not any(orders):
            across = {sign(left[i][j]): (i, j) for i in n for j in range(i)}
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
        c.append(trace(a @ adjugate[-1]) * Fraction(-1, k))
    return c, adjugate


def real_eigenvalues(a: Mat) -> int:
    """Number of distinct real eigenvalues: Hermite's theorem, the signature of the matrix of traces of A**(i + j)."""
    power, traces = identity(a.cols), []
    for _ in range(2 * a.cols - 1):
        traces.append(trace(power))
        power = power @ a
    above, below = inertia(matrix((traces[i : i + a.cols] for i in range(a.cols)), a.cols))
    return above - below


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
