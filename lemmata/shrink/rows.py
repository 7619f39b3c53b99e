"""Exact matrices as lists of rows, and what changes one into a simpler one whatever its domain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil, gcd, isqrt, lcm

import numpy as np

from lemmata.shrink.scalars import simpler

Rows = list[list[Fraction]]
GRIDS = (1, 2, 10)  # whole matrices are rounded to multiples of 1, 1/2, 1/10
SCALES = 10**6  # common denominators up to here are multiplied away
FACTORS = 2  # ranks up to here are tried in place of a higher one


def each(rows: Rows, change: Callable[[Fraction], Fraction]) -> Rows:
    """The same matrix with every entry changed."""
    return [[change(x) for x in row] for row in rows]


def masked(rows: Rows, keep: Callable[[int, int], bool]) -> Rows:
    """The same matrix with zeros where `keep(i, j)` is false."""
    return [[x if keep(i, j) else Fraction(0) for j, x in enumerate(row)] for i, row in enumerate(rows)]


def identity(n: int) -> Rows:
    """Identity of order n."""
    return [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]


def transposed(rows: Rows) -> Rows:
    """Transpose."""
    return [list(column) for column in zip(*rows, strict=True)]


def is_symmetric(rows: Rows) -> bool:
    """Whether a matrix equals its transpose."""
    return len(rows) == len(rows[0]) and all(rows[i][j] == rows[j][i] for i in range(len(rows)) for j in range(i))


def is_skew(rows: Rows) -> bool:
    """Whether a matrix is the negative of its transpose."""
    n = len(rows)
    return n == len(rows[0]) and all(rows[i][j] == -rows[j][i] for i in range(n) for j in range(i + 1))


def picked(rows: Rows, lines: Sequence[int], columns: Sequence[int]) -> Rows:
    """The entries in these rows and columns, in this order; -1 stands for a line of zeros."""
    return [[rows[i][j] if min(i, j) >= 0 else Fraction(0) for j in columns] for i in lines]


def replaced(rows: Rows, *entries: tuple[int, int, Fraction]) -> Rows:
    """The same matrix with some entries replaced; untouched rows are shared."""
    out = list(rows)
    for i, j, x in entries:
        out[i] = [*out[i][:j], x, *out[i][j + 1 :]]
    return out


def as_floats(rows: Rows) -> np.ndarray | None:
    """The matrix in double precision; None where an entry is too large for it."""
    try:
        return np.array([[float(x) for x in row] for row in rows])
    except OverflowError:
        return None


def rounded(x: Fraction, grid: int) -> Fraction:
    """Nearest multiple of 1 / grid."""
    return Fraction(round(x * grid), grid)


def on_grids(rows: Rows) -> Iterator[Rows]:
    """Entries rounded, as they are and in units of the largest."""
    largest = max(abs(x) for row in rows for x in row)
    for grid in GRIDS:
        yield each(rows, lambda x, g=grid: rounded(x, g))  # type: ignore[misc]
        if largest and grid < 10:
            yield each(rows, lambda x, g=grid: rounded(x / largest, g))  # type: ignore[misc]


def scalings(rows: Rows) -> Iterator[Fraction]:
    """Factors that make the entries of a matrix integers, coprime, or at most 1 in modulus."""
    numbers = [x for row in rows for x in row if x]
    if numbers:
        bottom, top = lcm(*(x.denominator for x in numbers)), gcd(*(x.numerator for x in numbers))
        if 1 < bottom <= SCALES:
            yield Fraction(bottom)
        if bottom <= SCALES and Fraction(bottom, top) not in (1, bottom):
            yield Fraction(bottom, top)
        yield 1 / max(abs(x) for x in numbers)


def low_rank(rows: Rows) -> Iterator[Rows]:
    """Matrices of rank 1 and 2 with simple factors, near the truncated singular value decomposition."""
    A = as_floats(rows)
    if A is None or min(A.shape) < 2:
        return
    left, values, right = np.linalg.svd(A, full_matrices=False)
    for r in range(1, min(FACTORS, len(values) - 1) + 1):
        for grid in (1, 2):
            u, v = left[:, :r] * np.sqrt(values[:r]), right[:r].T * np.sqrt(values[:r])
            for scale in (1.0, 1.0 / max(np.abs(u).max(), np.abs(v).max(), 1e-300)):
                p, q = ([[round(x) for x in line] for line in (w * scale * grid).tolist()] for w in (u, v))
                yield [[Fraction(sum(a * b for a, b in zip(x, y, strict=True)), grid**2) for y in q] for x in p]


def concentrated(rows: Rows) -> Iterator[Rows]:
    """One entry in the place of all, as large as the largest of them or as their Euclidean length."""
    numbers = [x for row in rows for x in row]
    length = isqrt(ceil(sum(x * x for x in numbers)))
    for x in (ceil(max(map(abs, numbers))), length, length + 1):
        yield replaced(each(rows, lambda _: Fraction(0)), (0, 0, Fraction(x)))


def whole(rows: Rows) -> Iterator[Rows]:
    """Replacements of a whole real matrix."""
    square = len(rows) == len(rows[0])
    yield each(rows, lambda x: Fraction(0))
    if square:
        yield identity(len(rows))
        yield masked(rows, lambda i, j: i == j)
        yield masked(rows, lambda i, j: i <= j)
        yield masked(rows, lambda i, j: i >= j)
        yield masked(rows, lambda i, j: i < j)
        yield [[rows[min(i, j)][max(i, j)] for j in range(len(rows))] for i in range(len(rows))]
        yield [[(x + y) / 2 for x, y in zip(a, b, strict=True)] for a, b in zip(rows, transposed(rows), strict=True)]
        yield transposed(rows)
    yield each(rows, lambda x: Fraction((x > 0) - (x < 0)))
    yield each(rows, lambda x: Fraction(int(x != 0)))
    yield each(rows, lambda x: -x)
    yield each(rows, abs)
    yield from on_grids(rows)
    yield from low_rank(rows)
    yield from concentrated(rows)
    for factor in scalings(rows):
        yield each(rows, lambda x, c=factor: c * x)  # type: ignore[misc]


def swaps(n: int) -> Iterator[list[int]]:
    """Orders of n lines with two of them exchanged."""
    for i in range(n):
        for j in range(i):
            order = list(range(n))
            order[i], order[j] = j, i
            yield order


def lines(rows: Rows) -> Iterator[Rows]:
    """Rows and columns of a real matrix set to zero, or all others."""
    m, n = len(rows), len(rows[0])
    for k in range(m):
        yield masked(rows, lambda i, j, k=k: i != k)  # type: ignore[misc]
        yield masked(rows, lambda i, j, k=k: i == k)  # type: ignore[misc]
    for k in range(n):
        yield masked(rows, lambda i, j, k=k: j != k)  # type: ignore[misc]
        yield masked(rows, lambda i, j, k=k: j == k)  # type: ignore[misc]
    for k in range(n if m == n else 0):
        yield masked(rows, lambda i, j, k=k: k not in (i, j))  # type: ignore[misc]


def relabelled(rows: Rows) -> Iterator[Rows]:
    """Rows and columns of a real matrix given the other sign or exchanged."""
    m, n = len(rows), len(rows[0])
    everything = list(range(m)), list(range(n))
    for k in range(m):
        yield [[-x for x in row] if i == k else row for i, row in enumerate(rows)]
    for k in range(n):
        yield [[-x if j == k else x for j, x in enumerate(row)] for row in rows]
    for k in range(n if m == n else 0):
        yield [[-x if (i == k) != (j == k) else x for j, x in enumerate(row)] for i, row in enumerate(rows)]
    for order in swaps(m):
        yield picked(rows, order, everything[1])
        if m == n:
            yield picked(rows, order, order)
    for order in swaps(n):
        yield picked(rows, everything[0], order)


def zeroed(rows: Rows) -> Iterator[Rows]:
    """One non-zero entry, or one mirrored pair of a (skew-)symmetric matrix, set to zero."""
    mirrored = is_symmetric(rows) or is_skew(rows)
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            if x:
                yield replaced(rows, (i, j, Fraction(0)))
            if x and mirrored and i < j:
                yield replaced(rows, (i, j, Fraction(0)), (j, i, Fraction(0)))


def revalued(rows: Rows) -> Iterator[Rows]:
    """One non-zero entry, or one mirrored pair of a (skew-)symmetric matrix, given a simpler value; entries moved."""
    sign = 1 if is_symmetric(rows) else -1 if is_skew(rows) else 0
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            for y in simpler(x) if x else ():
                if y:
                    yield replaced(rows, (i, j, y))
                if y and sign and i < j:
                    yield replaced(rows, (i, j, y), (j, i, sign * y))
            if x and i and not rows[0][j]:
                yield replaced(rows, (i, j, Fraction(0)), (0, j, x))
            if x and j and not rows[i][0]:
                yield replaced(rows, (i, j, Fraction(0)), (i, 0, x))
