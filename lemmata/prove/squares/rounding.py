"""From Gram matrices in floats to exact ones: zeros of p taken out, the rest rounded and corrected over the rationals.

Where p vanishes every square does, and no Gram matrix is definite.  The vectors on which they all vanish are rounded to
rationals and divided out; a definite matrix that solves the equations up to rounding is then moved onto them exactly.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from lemmata.prove.squares.gram import Block, Program
from lemmata.prove.squares.polynomials import Polynomial, plus
from lemmata.prove.squares.semidefinite import Interior, interior

INSIDE = 1e-7  # a depth from which on rounding can succeed
OUTSIDE = -1e-5  # and one below which there is no solution
ROUNDS = 6  # of taking out zeros
SMALL_DENOMINATORS = (1, 2, 3, 4, 6, 8, 12, 24, 60, 120, 720, 5040)
FINE = (2**12, 2**18, 2**26, 2**36)
ENTRIES = (1, 2, 3, 4, 5, 6, 8, 12, 24, 60)  # denominators of the vectors taken out


@dataclass(frozen=True, eq=False)
class Solution:
    """p = sum of d g q^2 over `squares` (d, number of g, q) + sum of t h over `multipliers` (t, number of h)."""

    squares: tuple[tuple[Fraction, int, Polynomial], ...]
    multipliers: tuple[tuple[Polynomial, int], ...]


def solve(given: Program, until: float, accept: Callable[[Solution], bool] = lambda _: True) -> Solution | None:
    """An exact solution that is accepted, None where none was found before `until` (on `time.process_time`'s clock)."""
    for _ in range(ROUNDS):
        left = until - time.process_time()
        if left <= 0 or not given.blocks:
            return None if given.blocks else _rounded(given, None, until, accept)
        found = interior(given, left)
        if found is None or found.depth < OUTSIDE:
            return None
        if found.depth > INSIDE:
            solution = _rounded(given, found, until, accept)
            if solution is not None:
                return solution
        smaller = _faced(given, found)
        if smaller is None:
            return None
        given = smaller
    return None


def _faced(given: Program, found: Interior) -> Program | None:
    """The program on the face of the cone where the solutions lie; None where no vector is seen to be taken out."""
    blocks: list[Block] = []
    changed = False
    largest = max((float(np.abs(g).max()) for g in found.grams), default=0.0) or 1.0
    for block, gram in zip(given.blocks, found.grams, strict=True):
        values, vectors = np.linalg.eigh(gram)
        kept: tuple[Polynomial, ...] | None = block.basis
        for kernel in _kernels(values, vectors, largest):
            kept = _complement(block, kernel)
            if kept is not None:
                changed = True
                break
            kept = block.basis
        if kept:
            blocks.append(replace(block, basis=kept))
    return replace(given, blocks=tuple(blocks)) if changed else None


def _kernels(values: Any, vectors: Any, largest: float) -> Iterator[Any]:
    """Candidates for the vectors on which a Gram matrix vanishes, by the widest gaps between its eigenvalues."""
    size = np.maximum(np.abs(values) / largest, 1e-16)
    gaps = []
    for k in range(1, len(size) + 1):
        here, above = size[k - 1], size[k] if k < len(size) else 1.0
        if here < 2e-4 and above / here > 20:
            gaps.append((above / here, k))
    for _, k in sorted(gaps, reverse=True)[:3]:
        yield vectors[:, :k].T


def _complement(block: Block, kernel: Any) -> tuple[Polynomial, ...] | None:
    """Polynomials that span what is orthogonal to rational vectors near the given ones; None where none are near."""
    reduced, pivots = _echelon(np.array(kernel))
    if reduced is None:
        return None
    size = block.size
    exact: list[list[Fraction]] = []
    for row in reduced:
        near = [_near(float(x)) for x in row]
        if any(x is None for x in near):
            return None
        exact.append([x for x in near if x is not None])
    out = []
    for free in (j for j in range(size) if j not in pivots):
        new = dict(block.basis[free])
        for row, p in zip(exact, pivots, strict=True):
            if row[free]:
                new = plus(new, block.basis[p], -row[free])
        out.append(new)
    return tuple(out)


def _near(x: float) -> Fraction | None:
    for d in ENTRIES:
        n = round(x * d)
        if abs(x - n / d) < 2e-3 / d:
            return Fraction(n, d)
    return None


def _echelon(a: Any) -> tuple[Any, list[int]]:
    """Reduced echelon form in floats, with the largest entries as pivots; None where it is not seen to be full."""
    rows, pivots = len(a), list[int]()
    for k in range(rows):
        rest = np.abs(a[k:]).copy()
        rest[:, pivots] = 0
        best = rest.max()
        if best < 1e-3:
            return None, []
        candidates = np.argwhere(rest > 0.5 * best)
        i, j = min(candidates.tolist(), key=lambda x: (x[1], -rest[x[0], x[1]]))
        a[[k, k + i]] = a[[k + i, k]]
        a[k] /= a[k, j]
        for r in range(rows):
            if r != k:
                a[r] -= a[r, j] * a[k]
        pivots.append(j)
    return a, pivots


def _rounded(
    given: Program, found: Interior | None, until: float, accept: Callable[[Solution], bool]
) -> Solution | None:
    """The nearest exact solutions, with small denominators first."""
    columns = given.columns()
    rows = sorted({m for c in columns for m in c} | set(given.p))
    place = {m: k for k, m in enumerate(rows)}
    table = [[fmpq(0)] * (len(columns) + 1) for _ in rows]
    for k, column in enumerate(columns):
        for m, c in column.items():
            table[place[m]][k] = fmpq(c.numerator, c.denominator)
    for m, c in given.p.items():
        table[place[m]][-1] = fmpq(c.numerator, c.denominator)
    reduced, rank = fmpq_mat(len(rows), len(columns) + 1, [x for row in table for x in row]).rref()
    pivots, column_at = [], 0
    for r in range(rank):
        while reduced[r, column_at] == 0:
            column_at += 1
        pivots.append(column_at)
    if pivots and pivots[-1] == len(columns):
        return None
    fixed = set(pivots)
    free = [k for k in range(len(columns)) if k not in fixed]
    sparse = [[(k, _fraction(reduced[r, k])) for k in free if reduced[r, k] != 0] for r in range(rank)]
    right = [_fraction(reduced[r, len(columns)]) for r in range(rank)]
    near = _flat(given, found)
    for d in (*SMALL_DENOMINATORS, *FINE):
        if time.process_time() > until:
            return None
        x = [Fraction(0)] * len(columns)
        for k in free:
            x[k] = Fraction(round(near[k] * d), d)
        for r, p in enumerate(pivots):
            x[p] = right[r] - sum((c * x[k] for k, c in sparse[r] if x[k]), Fraction(0))
        solution = _decomposed(given, x)
        if solution is not None and accept(solution):
            return solution
    return None


def _fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _flat(given: Program, found: Interior | None) -> list[float]:
    """The unknowns in the order of the columns."""
    if found is None:
        return [0.0] * given.unknowns
    out = [float(x) for x in found.multipliers]
    for gram in found.grams:
        out += [float(gram[i, j]) for i in range(len(gram)) for j in range(i, len(gram))]
    return out


def _decomposed(given: Program, x: list[Fraction]) -> Solution | None:
    """The squares of exact Gram matrices; None where one is not positive semidefinite."""
    at, squares = len(given.ideal), list[tuple[Fraction, int, Polynomial]]()
    grams = []
    for block in given.blocks:
        n = block.size
        gram = [[Fraction(0)] * n for _ in range(n)]
        for i in range(n):
            for j in range(i, n):
                gram[i][j] = gram[j][i] = x[at]
                at += 1
        if n and np.linalg.eigvalsh(np.array(gram, dtype=float))[0] < -1e-9 * max(1.0, float(abs(max(map(max, gram))))):
            return None
        grams.append(gram)
    for block, gram in zip(given.blocks, grams, strict=True):
        factored = ldl(gram)
        if factored is None:
            return None
        for d, row in factored:
            q: Polynomial = {}
            for b, c in zip(block.basis, row, strict=True):
                if c:
                    q = plus(q, b, c)
            squares.append((d, block.factor, q))
    sums: dict[int, Polynomial] = {}
    for (j, e), c in zip(given.ideal, x, strict=False):
        if c:
            sums[j] = plus(sums.get(j, {}), {e: c})
    return Solution(tuple(squares), tuple((t, j) for j, t in sums.items()))


def ldl(gram: list[list[Fraction]]) -> list[tuple[Fraction, list[Fraction]]] | None:
    """Positive d and rows l with gram = sum of d l^T l, exactly; None where it is not positive semidefinite."""
    a = [list(row) for row in gram]
    out = []
    for k in range(len(a)):
        d = a[k][k]
        if d < 0 or d == 0 and any(a[k][k:]):
            return None
        if d == 0:
            continue
        row = [Fraction(0)] * k + [x / d for x in a[k][k:]]
        out.append((d, row))
        for i in range(k + 1, len(a)):
            if row[i]:
                for j in range(k, len(a)):
                    a[i][j] -= row[i] * d * row[j]
    return out


__all__ = ["Solution", "ldl", "solve"]
