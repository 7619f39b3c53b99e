"""Moves that stay inside a matrix domain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from lemmata.language import domains
from lemmata.sample.sampler import exact_number
from lemmata.sample.samplers import sampler
from lemmata.shrink import rows as plain
from lemmata.shrink.rows import Rows
from lemmata.shrink.scalars import simpler

TIERS = ("whole", "lines", "zeros", "values", "labels")
REAL = {
    "whole": plain.whole,
    "lines": plain.lines,
    "zeros": plain.zeroed,
    "values": plain.revalued,
    "labels": plain.relabelled,
}
DENOMINATORS = (1, 2, 10)
ROUNDING = 1e-12  # share of the largest eigenvalue that a float may lose


@dataclass(frozen=True)
class RealMoves:
    """Simpler members near a member: one generator per tier.  Every proposal lies in the domain, as far as known."""

    def propose(self, tier: str, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Iterator[Rows]:
        """Members that may read more easily; `values` are those of the other variables."""
        return REAL[tier](rows)

    def fit(self, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Rows:
        """A member near these rows, which have the right shape."""
        return rows


@dataclass(frozen=True)
class FormMoves(RealMoves):
    """Moves of a real matrix that keep its form."""

    inside: Callable[[Rows], bool]

    def propose(self, tier: str, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Iterator[Rows]:
        return filter(self.inside, super().propose(tier, domain, rows, values))


def _is_diagonal(rows: Rows) -> bool:
    return not any(x for i, row in enumerate(rows) for j, x in enumerate(row) if i != j)


def _is_upper(rows: Rows) -> bool:
    return not any(x for i, row in enumerate(rows) for x in row[:i])


def _is_pattern(*entries: int) -> Callable[[Rows], bool]:
    return lambda rows: _is_diagonal(rows) and all(row[i] in entries for i, row in enumerate(rows))


@dataclass(frozen=True)
class PsdMoves(RealMoves):
    """Changes of entries that floats find (semi)definite, and changes of the factors of L D L^T."""

    definite: bool = False

    def propose(self, tier: str, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Iterator[Rows]:
        yield from (x for x in super().propose(tier, domain, rows, values) if looks_definite(x, self.definite))
        for lower, weights in self._factors(tier, domain, rows, values):
            if not self.definite or all(weights):
                yield assembled(lower, weights)
        array, gram = plain.as_floats(rows), domains.PSD(domain.n)
        if tier == "whole" and array is not None:
            for denominator in DENOMINATORS:
                near: Any = sampler(gram).exact(gram, array, denominator, values)
                if not self.definite or all(factored(near)[1]):
                    yield near

    def _factors(
        self, tier: str, domain: Any, rows: Rows, values: Mapping[str, Any]
    ) -> Iterator[tuple[Rows, list[Fraction]]]:
        lower, weights = factored(rows)
        n = range(len(rows))
        if tier == "whole":
            for grid in plain.GRIDS:
                change = plain.each(lower, lambda x, g=grid: plain.rounded(x, g))  # type: ignore[misc]
                yield change, [plain.rounded(x, grid) for x in weights]
                yield change, [Fraction(int(x > 0)) for x in weights]
            yield plain.identity(len(rows)), weights
        if tier == "lines":
            for k in n:
                yield lower, [x if i != k else Fraction(0) for i, x in enumerate(weights)]
                yield lower, [x if i == k else Fraction(0) for i, x in enumerate(weights)]
        for i in n if tier in ("zeros", "values") else ():
            for j in range(i):
                if lower[i][j]:
                    for y in simpler(lower[i][j]) if tier == "values" else (Fraction(0),):
                        yield plain.replaced(lower, (i, j, y)), weights
            for y in simpler(weights[i]) if tier == "values" and weights[i] else ():
                if y > 0:
                    yield lower, [y if k == i else x for k, x in enumerate(weights)]

    def fit(self, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Rows:
        if not self.definite:
            return rows
        padded = [(i, i, Fraction(1)) for i, row in enumerate(rows) if not row[i]]  # lines of zeros
        return plain.replaced(rows, *padded)


def looks_definite(rows: Rows, strictly: bool) -> bool:
    """Whether a matrix is symmetric and floats find no eigenvalue below zero (strictly: at zero); true where they
    cannot tell."""
    array = plain.as_floats(rows) if plain.is_symmetric(rows) else None
    if array is None:
        return plain.is_symmetric(rows)
    values = np.linalg.eigvalsh(array)
    allowed = ROUNDING * max(abs(values[-1]), abs(values[0]))
    return bool(values[0] > allowed if strictly else values[0] >= -allowed)


def factored(rows: Rows) -> tuple[Rows, list[Fraction]]:
    """L, unit lower triangular, and the non-negative diagonal D of a semidefinite matrix L D L^T, exactly."""
    n = len(rows)
    rest, lower, weights = [list(row) for row in rows], plain.identity(n), [Fraction(0)] * n
    for k in range(n):
        weights[k] = rest[k][k]
        if not weights[k]:
            continue  # then the whole line of the remainder is zero
        for i in range(k + 1, n):
            lower[i][k] = rest[i][k] / weights[k]
        for i in range(k + 1, n):
            for j in range(k + 1, i + 1):
                rest[i][j] -= lower[i][k] * rest[j][k]
                rest[j][i] = rest[i][j]
    return lower, weights


def assembled(lower: Rows, weights: list[Fraction]) -> Rows:
    """L D L^T for a diagonal D."""
    return [
        [sum((w * x * y for w, x, y in zip(weights, a, b, strict=True)), Fraction(0)) for b in lower] for a in lower
    ]


class OrthogonalMoves(RealMoves):
    """Signed permutations, and orthogonal matrices of small denominators."""

    def propose(self, tier: str, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Iterator[Rows]:
        n = len(rows)
        if tier == "whole":
            yield plain.identity(n)
            yield self.fit(domain, rows, values)
            array = np.array(rows, dtype=float)
            for denominator in DENOMINATORS:
                yield sampler(domain).exact(domain, array, denominator, values)  # type: ignore[misc]
        if tier == "labels":
            for k in range(n):
                yield [[-x for x in row] if i == k else row for i, row in enumerate(rows)]
                yield [[-x if j == k else x for j, x in enumerate(row)] for row in rows]
            for order in plain.swaps(n):
                yield plain.picked(rows, order, range(n))
                yield plain.picked(rows, range(n), order)

    def fit(self, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Rows:
        n = len(rows)
        if assembled(rows, [Fraction(1)] * n) == plain.identity(n):
            return rows
        out, free = plain.each(rows, lambda x: Fraction(0)), list(range(n))
        for i in range(n):
            j = max(free, key=lambda k: (abs(rows[i][k]), -k))
            free.remove(j)
            out[i][j] = Fraction(-1 if rows[i][j] < 0 else 1)
        return out


class ActivationMoves(RealMoves):
    """The places of the entries eta."""

    def propose(self, tier: str, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Iterator[Rows]:
        n, m = len(rows), int(exact_number(domain.m, values))
        places = [i for i in range(n) if rows[i][i] != 1]
        if len(places) != m:
            return  # eta is 1: there is one member
        if tier == "whole":
            yield self._pattern(domain, n, range(m), values)
            yield self._pattern(domain, n, range(n - m, n), values)
        for i in places if tier == "labels" else ():
            for j in range(n):
                if j not in places:
                    yield self._pattern(domain, n, [j, *(k for k in places if k != i)], values)

    def fit(self, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Rows:
        n, m = len(rows), int(exact_number(domain.m, values))
        places = sorted(range(n), key=lambda i: (rows[i][i] == 1, i))[:m]
        return self._pattern(domain, n, places, values)

    def _pattern(self, domain: Any, n: int, places: Any, values: Mapping[str, Any]) -> Rows:
        eta = exact_number(domain.eta, values)
        return [[(eta if i in places else Fraction(1)) if i == j else Fraction(0) for j in range(n)] for i in range(n)]


class SelectionMoves(RealMoves):
    """The rows kept; the first ones where that is as good."""

    def propose(self, tier: str, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Iterator[Rows]:
        kept = [row.index(Fraction(1)) for row in rows]
        n = len(rows[0])
        if tier == "whole":
            yield self._rows(range(len(kept)), n)
        for i in kept if tier == "labels" else ():
            for j in range(i):
                if j not in kept:
                    yield self._rows(sorted([j, *(k for k in kept if k != i)]), n)

    def fit(self, domain: Any, rows: Rows, values: Mapping[str, Any]) -> Rows:
        n = len(rows[0])
        kept = [row.index(Fraction(1)) for row in rows if any(row)]
        others = [j for j in range(n) if j not in kept]
        return self._rows(sorted([*kept, *others][: len(rows)]), n)

    def _rows(self, kept: Any, n: int) -> Rows:
        return [[Fraction(int(j == k)) for j in range(n)] for k in kept]


MOVES: dict[type, RealMoves] = {
    domains.RealMatrices: RealMoves(),
    domains.Nonnegative: FormMoves(lambda rows: all(x >= 0 for row in rows for x in row)),
    domains.SymmetricMatrices: FormMoves(plain.is_symmetric),
    domains.Skew: FormMoves(plain.is_skew),
    domains.Upper: FormMoves(_is_upper),
    domains.DiagonalMatrices: FormMoves(_is_diagonal),
    domains.Signs: FormMoves(_is_pattern(1, -1)),
    domains.Projection: FormMoves(_is_pattern(0, 1)),
    domains.PSD: PsdMoves(),
    domains.PD: PsdMoves(definite=True),
    domains.Orthogonal: OrthogonalMoves(),
    domains.Activation: ActivationMoves(),
    domains.Selection: SelectionMoves(),
}
