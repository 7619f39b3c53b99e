"""Linear algebra on lists of rows of Fractions (products also of mpmath numbers): what highprec needs exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Poly, Rational, Symbol

Rows = list[list[Any]]


def identity(n: int) -> Rows:
    """Identity of order n."""
    return [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]


def product(a: Rows, b: Rows) -> Rows:
    """Matrix product."""
    columns = list(zip(*b, strict=True))
    return [[sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0)) for column in columns] for row in a]


def eliminated(rows: Rows) -> tuple[int, Fraction]:
    """Rank and determinant (0 unless square and regular) of a rational matrix, by elimination."""
    a = [list(row) for row in rows]
    rank, det = 0, Fraction(1)
    for column in range(len(a[0])):
        pivot = next((r for r in range(rank, len(a)) if a[r][column] != 0), None)
        if pivot is None:
            continue
        if pivot != rank:
            a[rank], a[pivot], det = a[pivot], a[rank], -det
        det *= a[rank][column]
        for r in range(rank + 1, len(a)):
            factor = a[r][column] / a[rank][column]
            a[r] = [x - factor * y for x, y in zip(a[r], a[rank], strict=True)]
        rank += 1
    return rank, det if rank == len(a) == len(a[0]) else Fraction(0)


def inverse(rows: Rows) -> Rows | None:
    """Inverse of a rational matrix, by elimination; None if it is singular."""
    n = len(rows)
    a = [list(row) + unit for row, unit in zip(rows, identity(n), strict=True)]
    for k in range(n):
        pivot = next((r for r in range(k, n) if a[r][k] != 0), None)
        if pivot is None:
            return None
        a[k], a[pivot] = a[pivot], a[k]
        a[k] = [x / a[k][k] for x in a[k]]
        for r in range(n):
            if r != k:
                a[r] = [x - a[r][k] * y for x, y in zip(a[r], a[k], strict=True)]
    return [row[n:] for row in a]


def characteristic_polynomial(rows: Rows) -> Poly:
    """det(x I - A) of a rational matrix (Faddeev-LeVerrier)."""
    n = len(rows)
    coefficients, power = [Fraction(1)], identity(n)
    for k in range(1, n + 1):
        power = product(rows, power)
        coefficients.append(-sum((power[i][i] for i in range(n)), Fraction(0)) / k)
        power = [[x + coefficients[-1] * int(i == j) for j, x in enumerate(r)] for i, r in enumerate(power)]
    return Poly([Rational(c.numerator, c.denominator) for c in coefficients], Symbol("x"), domain="QQ")


def distinct_real_eigenvalues(rows: Rows) -> int:
    """Number of distinct real eigenvalues of a rational matrix, by Sturm's theorem."""
    return int(characteristic_polynomial(rows).sqf_part().count_roots())
