"""Vectors and matrices of the checker's numbers, and arithmetic on them by the definitions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from verify.checker.format import CertificateError, NotEstablished
from verify.checker.numbers import Dual, Real, compare, parts

MAX_ENTRIES = 6400
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

    def scaled(self, c: Any) -> Mat:
        """c times the matrix."""
        return matrix(([c * x for x in row] for row in self.rows), self.cols)


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
    if not 0 <= n <= 80:
        raise NotEstablished(f"an identity of order {n} is too large for this checker")
    return matrix(([Fraction(i == j) for j in range(n)] for i in range(n)), n)


def _inner(a: Any, b: Any) -> Any:
    return total(x * y for x, y in zip(a, b, strict=True))


def total(xs: Any) -> Any:
    """Sum, exact zero for nothing."""
    return sum(xs, Fraction(0))


def exact(a: Mat) -> bool:
    """Whether every entry is rational."""
    return all(isinstance(x, Fraction | int) for row in a.rows for x in row)


def symmetric(a: Mat) -> bool:
    """Whether a square matrix is symmetric for certain."""
    return all(compare(a.rows[i][j], a.rows[j][i]) == 0 for i in range(a.cols) for j in range(i))


def blocks(a: Mat, strongly: bool = False) -> list[list[int]]:
    """Indices that entries which may not be zero connect; with `strongly`, connect both ways."""
    n = range(a.cols)
    steps = [[j for j in n if a.rows[i][j] != 0 or not strongly and a.rows[j][i] != 0] for i in n]
    reached: list[set[int]] = []
    for i in n:
        here, fresh = {i}, [i]
        while fresh:
            fresh = [j for j in {j for k in fresh for j in steps[k]} if j not in here]
            here.update(fresh)
        reached.append(here)
    return [block for i in n if (block := [j for j in n if j in reached[i] and i in reached[j]])[0] == i]


def submatrix(a: Mat, block: list[int]) -> Mat:
    """Rows and columns with these indices."""
    return matrix(([a.rows[i][j] for j in block] for i in block), len(block))


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


def integral(a: Mat, moving: bool = False) -> tuple[tuple[tuple[Any, ...], ...], int]:
    """Rows times a common denominator, as integers (duals of integers if `moving`), and that denominator."""
    entries = [x for row in a.rows for x in row]
    flat = [p for x in entries for p in parts(x)] if moving else entries
    if any(isinstance(p, Real | Dual) for p in flat):
        raise NotEstablished("exact arithmetic on a matrix with irrational or moving entries")
    scale = lcm(*(Fraction(p).denominator for p in flat))

    def whole(x: Any) -> Any:
        return Dual(int(x.a * scale), int(x.b * scale)) if isinstance(x, Dual) else int(x * scale)

    return tuple(tuple(map(whole, row)) for row in a.rows), scale
