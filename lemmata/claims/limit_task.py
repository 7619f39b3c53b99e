"""One limit claim along n as a task: its cells, its draws, and the series of what is measured."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Rational
from torch import Tensor

from lemmata.evaluate.floats import evaluate
from lemmata.evaluate.randomness import Stream
from lemmata.language import core
from lemmata.language.families import Unit
from lemmata.language.instantiate import substitute
from lemmata.language.matrices import MatPlus
from lemmata.language.variables import Dim
from lemmata.language.verdicts import Verdict
from lemmata.statistics import bands, known
from lemmata.statistics.cells import Cell
from lemmata.statistics.events import Sampler, values
from lemmata.statistics.reduction import at_edges, noises, reduce, replaced


# What classical limit theorems say of a quantity of random matrices: from a claim to `statistics.known`.
def tree_at(tree: Any, order: int, cell: Cell, dim: Dim, settled: dict[Any, bool]) -> Any | None:
    """A tree over what limit theorems speak of, `dim` growing to `order`; None where no theorem is at hand.

    `settled` remembers of which trees theorems give the law.
    """
    reduced = reduce(tree) if noises(tree) else tree
    edges = [] if reduced is not None else [at_edges(tree, shift, dim) for shift in (0.0, known.NUDGE, -known.NUDGE)]
    if reduced is None and edges[0] is None:
        return None

    patterns = cell.patterns.items() if edges else ()
    diagonals = {name: _diagonal(values) for name, values in patterns}

    def at(node: Any, n: int) -> Any:
        dims = {**cell.dims, dim.name: n}
        return replaced(substitute(node, dims), cell.values | diagonals)

    if tree not in settled:
        if edges:
            settled[tree] = known.edge_follows([at(node, known.ORDERS[-1]) for node in edges])
        else:
            settled[tree] = not noises(tree) or known.follows(at(reduced, known.ORDERS[-1]))
    return at(edges[0] if edges else reduced, order) if settled[tree] else None


def _diagonal(values: Sequence[Fraction]) -> Any:
    """A diagonal matrix of numbers."""
    n = len(values)
    units = [Unit(n, j + 1) for j in range(n)]
    parts = [Rational(v.numerator, v.denominator) * (e @ e.T) for v, e in zip(values, units, strict=True)]
    return parts[0] if n == 1 else MatPlus(*parts)


Array = NDArray[np.float64]
SHRINKS = 0.5  # a distance that falls below this part of itself from n = 10^6 to 10^12 is on its way to 0
TINY = 1e-4  # distances below are the rounding and the grid of the stand-ins for infinity


@dataclass
class Point:
    """What was measured at one size: some distance to the claimed limit, with an exact interval."""

    n: int
    draws: int
    value: float
    low: float
    high: float
    undefined: int = 0
    predicted: float = math.nan  # the same distance by the limit theorems, taken at this n


@dataclass(frozen=True)
class Reported:
    """What the sizes that were looked at tell of one number of the limit, next to what is claimed of it."""

    what: str
    claimed: float
    limit: tuple[float, float] | None  # None where too few sizes say anything
    by: str

    @property
    def agrees(self) -> bool | None:
        """Whether the claim lies in the interval."""
        return None if self.limit is None else self.limit[0] <= self.claimed <= self.limit[1]

    @property
    def noticed(self) -> float | None:
        """By how much the limit would have to differ from the claim to be distinguished from it for certain."""
        return max(self.claimed - self.limit[0], self.limit[1] - self.claimed) if self.limit and self.agrees else None


@dataclass
class Series:
    """One conjunct at one choice of parameters and one law of the entries, along n."""

    conjunct: int
    label: str
    measure: str
    points: list[Point] = field(default_factory=list)
    theory: list[float] = field(default_factory=list)  # the same distance at the orders of `known`
    verdict: Verdict = Verdict.SUPPORTED
    reason: str = ""
    trend: bands.Trend | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    reported: list[Reported] = field(default_factory=list)
    odd: str = ""  # where draws and an exact law differ
    own: bool = False  # the theorem at hand is the claim in other words, and supports nothing

    @property
    def off(self) -> float:
        """Distance of the true limit to the claimed one, by theorems: 0 where it vanishes, NaN where none applies."""
        if not self.theory:
            return math.nan
        first, last = self.theory[0], self.theory[-1]
        return 0.0 if last <= TINY or last <= SHRINKS * first else last


@dataclass
class Task:
    clause: Any
    series: Series
    cells: list[Cell]
    draws: tuple[dict[int, int], dict[int, int]]
    factor: float
    error: float
    seed: int
    name: str
    bank: dict[Any, Any]
    settled: dict[Any, bool] = field(default_factory=dict)  # whether theorems give the law of a tree

    def sample(self, cell: Cell, trees: list[Any]) -> tuple[Sampler, int]:
        """A sampler of trees at a cell, and how much to draw from it."""
        sampler = Sampler(cell, trees)
        table = self.draws[0] if sampler.narrow else self.draws[1]
        size = self.size(cell)
        share = min(size / sampler.widest, 1.0)
        return sampler, int(table.get(size, 0) * self.factor * share)

    def in_the_limit(self, tree: Any, order: int) -> Any | None:
        """A tree over what limit theorems speak of (see `tree_at`), None where no theorem is at hand."""
        return tree_at(tree, order, self.cells[0], self.clause.dim, self.settled) if self.cells else None

    def size(self, cell: Cell) -> int:
        """The value of the growing dimension."""
        return cell.dims[self.clause.dim.name]

    def batches(self, sampler: Sampler, count: int) -> Iterable[dict[str, Tensor]]:
        """The draws; extreme spectra are kept, to serve every choice of the other parameters and every conjunct."""
        key: tuple[str | int, ...] = (sampler.cell.law, sampler.order, *sorted(sampler.needed))
        if not sampler.reduced:
            return sampler.batches(Stream((self.name, "limit", sampler.cell.label), self.seed), count)
        if key not in self.bank:
            self.bank[key] = list(sampler.batches(Stream((self.name, "limit", key), self.seed), count))
        return self.bank[key]


def number(tree: Any, cell: Cell) -> float:
    """A tree without random matrices at a cell."""
    return float(evaluate(cell.concrete(tree), cell.env(1))[0, 0])


def drawn(task: Task, cell: Cell, tree: Any, least: int = 1) -> Array | None:
    """Values of a tree at a cell, or None where fewer than `least` draws are planned.

    A factor that is not random is put before the values of the rest, which are kept: claims that differ in such a
    factor alone are put to the same draws.
    """
    factors = [a for a in tree.args if not noises(a)] if isinstance(tree, core.Times) else []
    rest = [a for a in tree.args if noises(a)] if factors else [tree]
    base = rest[0] if len(rest) == 1 else core.Times(*rest)
    key = ("values", cell.label, base)
    if key not in task.bank:
        sampler, count = task.sample(cell, [base])
        if count < least:
            return None
        task.bank[key] = np.concatenate([values(sampler.trees[0], env) for env in task.batches(sampler, count)])
    found: Array = task.bank[key]
    for factor in factors:
        found = number(factor, cell) * found
    return found


def compare(series: Series, by_theorems: Callable[[int], float]) -> None:
    """Fill in what the theorems predict, at large orders and at those measured, and judge."""
    theory = [by_theorems(order) for order in known.ORDERS]
    series.theory = [] if any(map(math.isnan, theory)) else theory
    for point in series.points:
        point.predicted = by_theorems(point.n)
    _judge(series)


def _judge(series: Series) -> None:
    """Verdict of one series of distances, from its largest sizes and the theorems."""
    sized = [p for p in series.points if p.draws]
    if not sized:
        series.verdict, series.reason = Verdict.VACUOUS, "the quantity has no value at any draw"
        return
    off, last = series.off, sized[-1]
    series.extra["distance_by_theorems"] = series.theory
    if math.isnan(off):
        first = sized[0]
        shrinking = last.low == 0 or (last.high < first.low and last.value < first.low / 2)
        if not shrinking:
            series.verdict, series.reason = Verdict.INCONCLUSIVE, "no theorem is at hand, the distance does not shrink"
        return
    away = [p for p in sized if p.predicted > TINY and p.low > min(off, p.predicted) / 2]
    if off > 0 and sized[-2:] == away[-2:]:
        series.verdict = Verdict.REFUTED
        series.reason = (
            f"by theorems the distance tends to {off:.3g} and is {last.predicted:.3g} at n = {last.n}, where it is "
            f"measured above {last.low:.3g}"
        )
    elif off > 0:
        series.verdict, series.reason = Verdict.INCONCLUSIVE, "theorems give another limit, the draws do not tell yet"
