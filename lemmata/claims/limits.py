"""Checking what holds as n grows (kind L): distances to the claimed limit at n = 8 ... 512, with bands and trends.

Draws at finite n alone can neither prove nor refute a limit.  Two things are therefore put side by side: what is
measured, with exact intervals, and what follows from the classical limit theorems of `statistics.known` for
quantities that depend on extreme spectra only: these are pushed through the claim at n = 10^6, 10^9, 10^12.  A claim is
*refuted* when the theorems give another limit, at a distance delta > 0 that does not shrink, and the measurements at
the two largest sizes exclude, with error probability at most `allowance`, that the distance is less than half of what
the theorems predict, or exact laws at finite n exclude the claim (below).  It is *supported* when the
theorems allow it and the draws, by themselves, lie where they ought to and approach it; a theorem that is the claim in
other words does not count.  Where no theorem is at hand the draws have to be able to see a limit that is off by a
twentieth.  Everything else is *inconclusive*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sympy import Basic, Rational
from torch import Tensor

from lemmata.claims import evidence
from lemmata.claims.finite_probability import entries_at, plain, shown
from lemmata.claims.power.measure import RECHECK
from lemmata.claims.profiles import Profile
from lemmata.evaluate.floats import evaluate
from lemmata.evaluate.randomness import Stream
from lemmata.language import core
from lemmata.language.families import Unit
from lemmata.language.instantiate import substitute
from lemmata.language.matrices import MatPlus
from lemmata.language.probability import Converges, Density, Grows, Law, Probability, ScaledLaw, TracyWidom, UpToScale
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.variables import Dim, Scalar
from lemmata.language.verdicts import Finding, Verdict
from lemmata.statistics import bands, binomial, finite_laws, known, laws
from lemmata.statistics.cells import Cell, cells, spread
from lemmata.statistics.events import Sampler, outcome, values
from lemmata.statistics.reduction import at_edges, joined, names, noises, reduce, relations, replaced
from lemmata.statistics.sequential import STATEMENTS, SUITE_ERROR, allowance
from lemmata.statistics.tracy_widom import TracyWidom1


# One limit claim along n as a task: its cells, its draws, and the series of what is measured.
#
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


# One limit claim along n: what is measured at each size, and what classical theorems give at n = 10^6, 10^9, 10^12.
#
# Whether what is measured at finite sizes approaches the claimed limit: the draws' own voice, next to the theorems'.
#
# A quantity Q(n) whose limit is Q differs from it at finite n by about c n^(-g).  For what is claimed here the theorems
# behind the limits give 1/3 <= g <= 1: between two sizes a < b the limit then lies between Q(b) + (Q(b) - Q(a)) / (r -
# 1) for r = (b/a)^(1/3) and for r = b/a.  That interval, widened by the sampling error of both ends, is what the draws
# say of the limit; a claim outside it is not supported, and how far outside it would have to lie is the power of the
# draws.
#
# Where the value is a monotone function of one extreme of a Gaussian matrix its law is known at every size
# (`statistics.finite_laws`).  It then takes the place of the draws in the interval, up to larger sizes and
# without sampling error, and the draws are held against it, size by size: they have to lie at the predicted distance.
SLOWEST, FASTEST = 1 / 3, 1.0
LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)
ERROR = 1e-5  # of each interval of a quantile, and of each comparison with an exact law
SIZES = (8, 16, 32, 64)  # at which exact laws are taken
APART = 8  # the two sizes of an extrapolation differ at least by this factor, where the sizes allow it
EXACT_APART = 4


@dataclass(frozen=True)
class Reading:
    """A number at one size, with an interval."""

    n: int
    value: float
    low: float
    high: float


def ends(sizes: Sequence[int], apart: int) -> tuple[int, int] | None:
    """The two sizes to extrapolate from: the largest, and the largest that is `apart` times smaller."""
    ordered = sorted(sizes)
    if len(ordered) < 2:
        return None
    last = ordered[-1]
    return max((n for n in ordered[:-1] if n * apart <= last), default=ordered[0]), last


def extrapolated(first: Reading, last: Reading) -> tuple[float, float]:
    """The interval for the limit, from readings at two sizes."""
    steps = [1 / ((last.n / first.n) ** g - 1) for g in (SLOWEST, FASTEST)]
    low = min(last.low + step * (last.low - first.high) for step in steps)
    high = max(last.high + step * (last.high - first.low) for step in steps)
    return low, high


def quantiles(samples: Mapping[int, Array], level: float) -> list[Reading]:
    """A quantile at every size; what has no value may lie anywhere."""
    out = []
    for n, sample in sorted(samples.items()):
        _, low, _ = bands.quantile(np.nan_to_num(sample, nan=-np.inf), level, ERROR)
        _, _, high = bands.quantile(np.nan_to_num(sample, nan=np.inf), level, ERROR)
        kept = sample[~np.isnan(sample)]
        if len(kept) and math.isfinite(low) and math.isfinite(high):
            out.append(Reading(n, float(np.quantile(kept, level)), low, high))
    return out


def limit_of(readings: Sequence[Reading], apart: int = APART) -> tuple[float, float] | None:
    """The interval for the limit of what was read at several sizes, None where there are too few."""
    by_size = {r.n: r for r in readings}
    pair = ends(list(by_size), apart)
    return None if pair is None else extrapolated(by_size[pair[0]], by_size[pair[1]])


# --- exact laws


@dataclass(frozen=True)
class Exact:
    """A value that is a monotone function of one leaf whose law is known at every size."""

    leaf: str
    rising: bool
    at: Callable[[int, float], float]

    def quantile(self, n: int, level: float) -> float:
        """Of the value, at size n."""
        return self.at(n, finite_laws.quantile(self.leaf, n, level if self.rising else 1 - level))


def exact(tree: Any, law: str, concrete: Callable[[Any, int], Any]) -> Exact | None:
    """The law of a value at finite sizes, None where it is not that of one extreme of a Gaussian matrix.

    `concrete` puts a size, and the parameters of the cell, into a tree.
    """
    reduced = reduce(tree) if law == "gaussian" and noises(tree) else None
    if reduced is None:
        return None
    used = names(reduced)
    if not used or not used <= set(finite_laws.LEAVES):
        return None
    trees: dict[int, Any] = {}

    def put(n: int, env: Mapping[str, float]) -> float:
        tree_n = trees.setdefault(n, concrete(reduced, n))
        return float(values(tree_n, {k: torch.tensor([v], dtype=torch.float64) for k, v in env.items()})[0])

    middles = {name: finite_laws.quantile(name, SIZES[0], 0.5) for name in used}
    here = put(SIZES[0], middles)
    moving = [name for name in used if put(SIZES[0], middles | {name: 1.01 * middles[name]}) != here]
    if len(moving) != 1:
        return None  # the law of several extremes together is not known
    leaf = moving[0]

    def at(n: int, x: float) -> float:
        others = {name: finite_laws.quantile(name, n, 0.5) for name in used if name != leaf}
        return put(n, {leaf: x} | others)

    points = [at(SIZES[0], finite_laws.quantile(leaf, SIZES[0], level)) for level in (0.05, *LEVELS, 0.95)]
    steps = np.diff(points)
    if not (np.isfinite(points).all() and ((steps > 0).all() or (steps < 0).all())):
        return None
    return Exact(leaf, bool(steps[0] > 0), at)


def exact_readings(law: Exact, level: float) -> list[Reading]:
    """A quantile of the exact law at each of `SIZES`."""
    found = [(n, law.quantile(n, level)) for n in SIZES]
    return [Reading(n, q, q, q) for n, q in found]


def _limit_of_quantile(law: Exact | None, samples: Mapping[int, Array], level: float) -> tuple[float, float] | None:
    """The interval for the limit of a quantile, by the exact law where it is known, else by the draws."""
    if law is not None:
        return limit_of(exact_readings(law, level), EXACT_APART)
    return limit_of(quantiles(samples, level))


def apart_from(law: Exact, samples: Mapping[int, Array]) -> tuple[int, float, float] | None:
    """A size, a level and the share of draws below its exact quantile where the draws do not follow the exact law."""
    for n, sample in sorted(samples.items()):
        if n > SIZES[-1]:
            continue
        kept = sample[np.isfinite(sample)]
        half = bands.radius(len(kept), ERROR) if len(kept) else 1.0
        for level in LEVELS:
            share = float((kept <= law.quantile(n, level)).mean()) if len(kept) else level
            if abs(share - level) > half:
                return n, level, share
    return None


# Convergence in law: the law that a claim names, the distance of the draws to it, and whether they approach it.
LEAST = 500  # draws for a law: with fewer its band is idle
DRIFT = 1e-3  # of the logarithm of a scale between the smallest and the largest order of the theorems
OWN = 1e-4  # distance, at every order, of a limit theorem to the claim that is that theorem in other words


def law_of(node: Law, cell: Cell) -> laws.Law:
    """The law that a claim names, as numbers.  Raises TypeError for `UpToScale`, which names none."""
    if isinstance(node, TracyWidom):
        return TracyWidom1()
    if isinstance(node, ScaledLaw):
        return laws.Scaled(law_of(node.args[1], cell), number(node.args[0], cell))
    if isinstance(node, Density):
        point, value = node.args
        variable = Scalar(point.args[0].name)
        tree = _placed(value, point, variable)

        def density(x: Array) -> Array:
            return values(tree, {variable.name: torch.from_numpy(np.array(x, dtype=float).ravel())}).reshape(x.shape)

        return laws.FromDensity(density)
    raise TypeError(f"{write(node)} names no single law")


def _placed(node: Any, point: Any, variable: Any) -> Any:
    if node == point:
        return variable
    if not isinstance(node, Basic) or not node.args:
        return node
    return node.func(*(_placed(a, point, variable) for a in node.args))


def in_law(task: Task) -> None:
    """Fill in one series about a law, and judge it."""

    clause, series = task.clause, task.series
    series.measure = "Kolmogorov distance"
    samples = {c: x for c in task.cells if (x := drawn(task, c, clause.value, LEAST)) is not None}
    by_size = {task.size(c): x for c, x in samples.items()}
    law = exact(clause.value, task.cells[0].law, lambda tree, n: _concrete(task, tree, n))
    if clause.target.has(UpToScale):
        target = _scaled(task, law, by_size)
        if target is None:
            return
    else:
        target = law_of(clause.target, task.cells[0])
    for cell, sample in samples.items():
        _add_distance(series, task.size(cell), sample, target, task.error)

    def by_theorems(order: int) -> float:
        tree = task.in_the_limit(clause.value, order)
        return math.nan if tree is None else _grid_distance(known.pushed(tree, order), target)

    series.own = all(by_theorems(order) < OWN for order in known.ORDERS)
    compare(series, by_theorems)
    _approach(task, law, target, by_size)
    measured_at = {n: x[np.isfinite(x)] for n, x in by_size.items() if np.isfinite(x).any()}
    if measured_at:
        last = max(measured_at)
        series.extra["curve"] = _curve(measured_at[last], target, last)


def _concrete(task: Task, tree: Any, n: int) -> Any:
    return replaced(substitute(tree, {**task.cells[0].dims, task.clause.dim.name: n}), task.cells[0].values)


def _approach(task: Task, law: Exact | None, target: laws.Law, samples: Mapping[int, Array]) -> None:
    """Whether quantiles of the draws, or of the exact law, tend to those of the claim."""

    series = task.series
    for level in LEVELS:
        wanted = float(target.quantile(np.array([level]))[0])
        found = _limit_of_quantile(law, samples, level)
        series.reported.append(Reported(f"quantile at {level:g}", wanted, found, "exact laws" if law else "draws"))
    if law is not None and (odd := apart_from(law, samples)) is not None:
        n, level, share = odd
        series.odd = f"at n = {n} a share {share:.4g} of the draws lies below the exact quantile at {level:g}"


def _scaled(task: Task, law: Exact | None, samples: Mapping[int, Array]) -> laws.Law | None:
    """The law with the factor that a claim leaves open, one for all orders and sizes; None where there is none."""
    series, clause = task.series, task.clause
    base = law_of(clause.target.args[0], task.cells[0])
    trees = [task.in_the_limit(clause.value, order) for order in known.ORDERS]
    factors = [
        laws.best_scale(known.pushed(t, o), base) for t, o in zip(trees, known.ORDERS, strict=True) if t is not None
    ]
    drift = math.log(factors[-1] / factors[0]) / math.log(known.ORDERS[-1] / known.ORDERS[0]) if factors else math.nan
    exponent = _exponent(law, samples)
    allowed = _factors(law, samples, base)
    series.extra["scale"] = {
        "value": None, "read_as": "", "from_theorems": bool(factors), "drift": drift, "exponent": exponent,
        "allowed": allowed, "measured": _measured_scales(samples, base),
    }  # fmt: skip
    moves = exponent is not None and not exponent[0] <= 0 <= exponent[1]
    if factors and abs(math.log(factors[-1] / factors[0])) > DRIFT:
        confirmed = exponent is not None and moves and exponent[0] * drift > 0
        series.verdict = Verdict.REFUTED if confirmed else Verdict.INCONCLUSIVE
        series.reason = f"by theorems the scale grows as n^{drift:.3g}: no factor serves all orders"
        if exponent is not None:
            series.reason += f"; at finite n its exponent tends to [{exponent[0]:.3g}, {exponent[1]:.3g}]"
    elif moves:
        series.verdict, series.reason = Verdict.INCONCLUSIVE, "the scale changes with n, as far as sizes tell"
    elif allowed is None:
        series.verdict, series.reason = Verdict.INCONCLUSIVE, "no factor brings all quantiles to those of the law"
        if len(factors) == len(trees):  # the spread fixes the factor, if there is one
            series.theory = [
                _grid_distance(known.pushed(t, o), laws.Scaled(base, c))
                for t, o, c in zip(trees, known.ORDERS, factors, strict=True)
            ]
        if law is not None and series.off > 0 and apart_from(law, samples) is None:
            series.verdict = Verdict.REFUTED
            series.reason = (
                f"by theorems the law with the spread of the limit stays {series.off:.3g} away from it; as the exact "
                "laws at finite n tell, no factor brings all quantiles to those of the law"
            )
    scale = factors[-1] if factors else math.sqrt(allowed[0] * allowed[1]) if allowed else math.nan
    if series.verdict is not Verdict.SUPPORTED or not math.isfinite(scale):
        _points(task, samples)
        return None
    square = scale**2
    plain = bool(factors) and abs(square - round(square)) < 1e-5
    scale, exact = (math.sqrt(round(square)), f"sqrt({round(square)})") if plain else (scale, f"{scale:.6g}")
    series.extra["scale"] |= {"value": scale, "read_as": exact}
    return laws.Scaled(base, scale)


def _points(task: Task, samples: Mapping[int, Array]) -> None:
    """Interquartile ranges, where there is no law to be at a distance from."""

    task.series.measure = "interquartile range"
    for n, sample in sorted(samples.items()):
        spread = _spread(sample)
        if spread is not None:
            task.series.points.append(Point(n, len(sample), spread.value, spread.low, spread.high))


def _spread(sample: Array, n: int = 0) -> Reading | None:
    found = [quantiles({n: sample}, level) for level in (0.25, 0.75)]
    if not all(found):
        return None
    (a,), (b,) = found
    return Reading(n, b.value - a.value, b.low - a.high, b.high - a.low)


def _exponent(law: Exact | None, samples: Mapping[int, Array]) -> tuple[float, float] | None:
    """Where the exponent of the interquartile range in n tends: from pairs of neighbouring sizes of the exact law, else
    between the two sizes of the draws."""
    if law is not None:
        spreads = [law.quantile(n, 0.75) - law.quantile(n, 0.25) for n in SIZES]
        local = []
        for (n, a), (m, b) in zip(
            zip(SIZES, spreads, strict=True), list(zip(SIZES, spreads, strict=True))[1:], strict=False
        ):
            value = math.log(b / a) / math.log(m / n)
            local.append(Reading(n, value, value, value))
        return limit_of(local, EXACT_APART)
    readings = [r for n, x in samples.items() if (r := _spread(x, n)) is not None and r.low > 0]
    pair = ends([r.n for r in readings], APART)
    if pair is None:
        return None
    first, last = (next(r for r in readings if r.n == n) for n in pair)
    run = math.log(last.n / first.n)
    # a correction of relative size n^(-1/3) at the smaller size is not distinguished from a power
    slack = first.n ** (-SLOWEST) / run
    return math.log(last.low / first.high) / run - slack, math.log(last.high / first.low) / run + slack


def _factors(law: Exact | None, samples: Mapping[int, Array], base: laws.Law) -> tuple[float, float] | None:
    """The factors that bring every quantile of the base law into the interval for its limit, None where there are
    none."""
    low, high = 0.0, math.inf
    for level in LEVELS:
        q = float(base.quantile(np.array([level]))[0])
        found = _limit_of_quantile(law, samples, level)
        if found is None:
            return None
        a, b = sorted((found[0] / q, found[1] / q))
        low, high = max(low, a), min(high, b)
    return (low, high) if 0 < low <= high else None


def _measured_scales(samples: Mapping[int, Array], base: laws.Law) -> list[dict[str, Any]]:
    unit = float(np.subtract(*base.quantile(np.array([0.75, 0.25]))))
    out = []
    for n, sample in sorted(samples.items()):
        spread = _spread(sample)
        if spread is not None:
            out.append({"n": n, "scale": spread.value / unit, "level": 1 - 2 * ERROR,
                        "low": spread.low / unit, "high": spread.high / unit})  # fmt: skip
    return out


def _add_distance(series: Series, size: int, sample: Array, target: laws.Law, error: float) -> None:

    kept = sample[np.isfinite(sample)]
    lost = len(sample) - len(kept)
    if not len(kept):
        series.points.append(Point(size, 0, math.nan, 0.0, 1.0, lost))
        return
    d = bands.distance(kept, target.cdf, error)
    share = lost / len(sample)  # what has no value may lie anywhere
    low, high = max(d.low - share, 0.0), min(d.high + share, 1.0)
    series.points.append(Point(size, len(kept), d.value, low, high, lost))


def _grid_distance(x: Array, target: laws.Law) -> float:
    if not np.isfinite(x).all():
        return math.nan
    return float(np.abs(target.cdf(x) - known.levels()).max())


def _curve(sample: Array, target: laws.Law, n: int) -> dict[str, Any]:
    """Both distribution functions at 61 points, for a picture."""
    low, high = (float(q) for q in np.quantile(sample, (0.001, 0.999)))
    x = np.linspace(low, high, 61)
    empirical = np.searchsorted(np.sort(sample), x, side="right") / len(sample)
    return {"n": n, "x": x.tolist(), "measured": empirical.tolist(), "claimed": target.cdf(x).tolist()}


SEEN = 0.05  # of the claimed number (of one, for a probability): a limit off by this much has to be noticed by draws


def measured(task: Task) -> Series:
    """Measure one series, judge it, fit its trend."""
    clause = task.clause
    if isinstance(clause, Grows):
        _growth(task)
    elif isinstance(clause.target, Law):
        in_law(task)
    elif clause.mode == "as numbers":
        _numbers(task)
    else:
        _constant(task)
    if not isinstance(clause, Grows):
        _weigh(task.series)
    usable = [p for p in task.series.points if 0 < p.value < math.inf]
    if len(usable) >= 3:
        task.series.trend = bands.fitted([p.n for p in usable], [p.value for p in usable])
    return task.series


def has_target(clause: Any, cell: Cell) -> bool:
    """Whether the number that a quantity is said to tend to exists at a cell; laws and rates always do."""
    if isinstance(clause, Grows) or isinstance(clause.target, Law):
        return True
    return math.isfinite(number(clause.target, cell))


# --- convergence to a number


def _constant(task: Task) -> None:
    clause, series = task.clause, task.series
    series.measure = "median distance to the limit"
    samples: dict[int, Array] = {}
    for cell in task.cells:
        sample = drawn(task, cell, clause.value, bands.fewest(task.error))
        if sample is None:
            continue
        samples[task.size(cell)] = sample
        off = np.abs(sample - number(clause.target, cell))
        lost = int(np.isnan(off).sum())
        # what has no value counts as far away above, as close below
        _, low, _ = bands.quantile(np.nan_to_num(off, nan=0.0), 0.5, task.error)
        middle, _, high = bands.quantile(np.nan_to_num(off, nan=np.inf), 0.5, task.error)
        series.points.append(Point(task.size(cell), len(off), middle, max(low, 0.0), high, lost))

    def by_theorems(order: int) -> float:
        tree = task.in_the_limit(clause.value, order)
        if tree is None:
            return math.nan
        return float(np.median(np.abs(known.pushed(tree, order) - number(clause.target, task.cells[0]))))

    compare(series, by_theorems)
    if samples:
        limit = limit_of(quantiles(samples, 0.5))
        series.reported.append(Reported("median", number(clause.target, task.cells[0]), limit, "draws"))


# --- convergence of probabilities


def _numbers(task: Task) -> None:
    """|P(event) - limit|: exact binomial intervals."""
    clause, series = task.clause, task.series
    if not isinstance(clause.value, Probability) or clause.value.condition is not None:
        raise TypeError(f"{task.name}: limits of numbers are limits of a plain probability, not {write(clause)}")
    series.measure = "distance of the probability to its limit"
    event = clause.value.event
    readings: list[Reading] = []
    for cell in task.cells:
        sampler, count = task.sample(cell, _sides(event))
        if not count:
            continue
        tree = _on_sides(event, sampler.trees)
        least = most = 0
        for env in task.batches(sampler, count):
            seen = outcome(tree, env)
            least += int(seen.happened.sum())
            most += int((~seen.failed).sum())
        low, high = binomial.lower(least, count, task.error / 2), binomial.upper(most, count, task.error / 2)
        readings.append(Reading(task.size(cell), least / count, low, high))
        limit = number(clause.target, cell)
        nearest = 0.0 if low <= limit <= high else min(abs(low - limit), abs(high - limit))
        farthest = max(abs(low - limit), abs(high - limit))
        point = Point(task.size(cell), count, abs(least / count - limit), nearest, farthest, most - least)
        series.points.append(point)

    def by_theorems(order: int) -> float:
        sides = [task.in_the_limit(side, order) for side in _sides(event)]
        if any(side is None for side in sides):
            return math.nan
        tree = _on_sides(event, sides)
        chances = [float(outcome(tree, known.leaves(order, c)).happened.mean()) for c in known.COUPLINGS]
        if order == known.ORDERS[-1] and max(chances) - min(chances) > TINY:  # their dependence matters
            return math.nan
        return abs(chances[0] - number(clause.target, task.cells[0]))

    compare(series, by_theorems)
    if readings:
        wanted = number(clause.target, task.cells[0])
        series.reported.append(Reported("probability", wanted, limit_of(readings), "draws"))


def _sides(event: Any) -> list[Any]:
    return [side for r in relations(event) for side in (r.lhs, r.rhs)]


def _on_sides(event: Any, sides: list[Any]) -> Any:
    pairs = zip(sides[::2], sides[1::2], strict=True)
    return joined([Relation(a, r.op, b) for r, (a, b) in zip(relations(event), pairs, strict=True)])


# --- orders of growth


def _growth(task: Task) -> None:
    """Median of the quotient by the claimed rate: its exponent in n is 0 if the claim is true."""
    clause, series = task.clause, task.series
    series.measure = "median of the quotient by the claimed rate"
    quotient = core.Quotient(clause.value, clause.rate)
    for cell in task.cells:
        sample = drawn(task, cell, quotient, bands.fewest(task.error))
        if sample is None:
            continue
        middle, low, high = bands.quantile(sample, 0.5, task.error)
        series.points.append(Point(task.size(cell), len(sample), middle, low, high))
    trees = [task.in_the_limit(quotient, order) for order in known.ORDERS]
    if all(t is not None for t in trees):
        medians = [float(np.median(known.pushed(t, o))) for t, o in zip(trees, known.ORDERS, strict=True)]
        theory = math.log(medians[-1] / medians[0]) / math.log(known.ORDERS[-1] / known.ORDERS[0])
        series.extra["exponent_by_theorems"] = round(theory, 6)
    else:
        theory = math.nan
    if len(series.points) < 2:
        series.verdict, series.reason = Verdict.VACUOUS, "fewer than two sizes could be measured"
        return
    ends = [(float(p.n), p.low, p.high) for p in (series.points[0], series.points[-1])]
    slope = bands.between(ends[0], ends[1], 2 * task.error)
    series.extra["exponent"] = {"low": slope.low, "high": slope.high, "error": 2 * task.error}
    excluded = slope.low > 0 or slope.high < 0
    if abs(theory) > 1e-3 and excluded:
        series.verdict = Verdict.REFUTED
        series.reason = (
            f"by theorems the quotient grows as n^{theory:.3g}; between the smallest and the largest size its exponent "
            f"lies in [{slope.low:.3g}, {slope.high:.3g}]"
        )
    elif abs(theory) > 1e-3:
        series.verdict, series.reason = Verdict.INCONCLUSIVE, "theorems exclude the rate, the draws do not yet"
    elif math.isnan(theory) and excluded and abs(slope.low + slope.high) > 0.2:
        series.verdict, series.reason = Verdict.INCONCLUSIVE, "the draws exclude the rate at these sizes"


def _weigh(series: Series) -> None:
    """What the sizes looked at tell, against the claim: theorems alone support nothing."""
    series.extra["reported"] = [vars(t) | {"agrees": t.agrees, "noticed": t.noticed} for t in series.reported]
    series.extra["own_theorem"] = series.own
    against = [t for t in series.reported if t.agrees is False]
    if series.verdict is Verdict.INCONCLUSIVE and series.off > 0 and against and not series.odd:
        t = against[0]
        assert t.limit is not None
        series.verdict = Verdict.REFUTED
        series.reason = (
            f"by theorems the distance tends to {series.off:.3g}; {t.by} put the {t.what} of the limit between "
            f"{t.limit[0]:.4g} and {t.limit[1]:.4g}, the claim says {t.claimed:.4g}"
        )
    if series.verdict is not Verdict.SUPPORTED:
        return
    if series.odd:
        series.verdict, series.reason = Verdict.INCONCLUSIVE, f"draws and exact laws disagree: {series.odd}"
    elif against:
        t = against[0]
        assert t.limit is not None
        series.verdict = Verdict.INCONCLUSIVE
        series.reason = (
            f"the {t.what} tends to a number between {t.limit[0]:.4g} and {t.limit[1]:.4g} as far as {t.by} tell, the "
            f"claim says {t.claimed:.4g}"
        )
    elif not any(t.agrees for t in series.reported):
        series.verdict, series.reason = Verdict.INCONCLUSIVE, "too few sizes were drawn to see an approach"
    elif math.isnan(series.off) and (blurred := next((t for t in series.reported if _blurred(t)), None)):
        series.verdict = Verdict.INCONCLUSIVE
        series.reason = f"no theorem is at hand, and a limit off by {blurred.noticed:.2g} would not have been noticed"


def _blurred(reported: Reported) -> bool:
    """Whether draws alone tell less of a limit than the mistakes that people make; of zero there is no share."""
    size = 1.0 if reported.what == "probability" else abs(reported.claimed)
    return reported.noticed is not None and size > 0 and reported.noticed > SEEN * size


MANY = 500_000
# draws by size: through narrow models (Gaussian entries, one family of spectra), and through dense matrices
MODEL = {8: 300_000, 16: 120_000, 32: 36_000, 64: 24_000, 128: 16_000, 256: 8_000, 512: 5_000}
DENSE = {8: 60_000, 16: 30_000, 32: 12_000, 64: 3_000, 128: 500, 256: 100, 512: 48}
QUICK_MODEL = {8: 6_000, 16: 4_000, 32: 4_000, 64: 4_000, 128: 6_000}
QUICK_DENSE = {8: 4_000, 16: 2_000, 32: 800, 64: 400, 128: 160, 256: 64}
THIN = {1024: 200, 4096: 120}  # where every matrix of the claim has at most so many rows or columns:
THINNEST = 64


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement of kind L.  Raises TypeError for claims that are no limits."""
    bank: dict[Any, Any] = {}
    error, series = _series(statement, profile, seed, bank)
    finding = _finding(statement, list(series), error, bank["shown"])
    if bank["nameless"]:
        finding.evidence["stopped"] += f"; left out, as the claim names no number there: {'; '.join(bank['nameless'])}"
    finding.extra[RECHECK] = lambda altered: _again(altered, profile, seed, bank)
    return finding


def _again(altered: Statement, profile: Profile, seed: int, bank: dict[Any, Any]) -> Verdict:
    """The verdict on a claim that differs from the first, by the same draws; one series that breaks it is enough."""
    found: list[Series] = []
    for one in _series(altered, profile, seed, bank)[1]:
        found.append(one)
        if one.verdict is Verdict.REFUTED:
            break
    return _verdict(found)


def _series(statement: Statement, profile: Profile, seed: int, bank: dict[Any, Any]) -> tuple[float, Iterator[Series]]:
    """The error of each interval, and the series of measurements; `bank` holds the cells, and what was drawn, for
    claims that differ from the first."""
    for clause in statement.conjuncts:
        if not isinstance(clause, Converges | Grows):
            raise TypeError(f"{statement.id}: a limit is a Converges or a Grows, not {write(clause)}")
    many = profile.instances >= MANY
    draws = (MODEL, DENSE) if many else (QUICK_MODEL, QUICK_DENSE)
    if _thin(statement):
        draws = (draws[0], draws[1] | THIN)
    factor = max(profile.instances / 1_000_000, 1.0) if many else 1.0
    sizes = sorted({*draws[0], *draws[1]})
    if "cells" not in bank:  # those of the first claim, as its draws
        bank["cells"], bank["nameless"] = _choices(statement, sizes, 3 if many or profile.thorough else 2)
        bank["shown"] = next(iter(cells(statement, (8,), inside=True)), None)
    grouped = bank["cells"]
    count = sum(len(v) for v in grouped.values()) * len(statement.conjuncts)
    error = allowance(max(count, 1))
    return error, (
        measured(Task(clause, Series(k, label, ""), chosen, draws, factor, error, seed, statement.id, bank))
        for k, clause in enumerate(statement.conjuncts)
        for label, chosen in grouped.items()
    )


def _thin(statement: Statement) -> bool:
    """Whether the matrices of a claim grow on one side alone, so that large sizes cost little."""
    clause = next(c for c in statement.conjuncts if isinstance(c, Converges | Grows))
    size = min(THIN)
    return all(
        entries_at(statement, cell.dims) <= THINNEST * size
        for cell in cells(statement, (size,), inside=True, lead=clause.dim)
    )


def _choices(statement: Statement, sizes: list[int], most: int) -> tuple[dict[str, list[Cell]], list[str]]:
    """Cells with the same parameters at every size, by what they share; `most` parameters for each law of entries.

    Dimensions that stay while one grows, and positive definite matrices, are such parameters too.  Next to the cells:
    the parameters that are left out because the number which the claim names does not exist there.
    """
    clause = next(c for c in statement.conjuncts if isinstance(c, Converges | Grows))
    lead = clause.dim
    beside = [v.name for v in statement.let if isinstance(v, Dim) and v != lead and v.bounds[1] is None]
    out: dict[str, list[Cell]] = {}
    for cell in cells(statement, sizes, inside=True, lead=lead):
        shared = [f"{name} = {cell.dims[name]}" for name in beside]
        shared += [f"{name} = {value}" for name, value in cell.scalars.items()]
        shared += [f"{name} = diag({', '.join(map(str, cell.patterns[name]))})" for name in sorted(cell.definite)]
        mine = out.setdefault(", ".join(filter(None, (*shared, cell.law))), [])
        if all(c.dims[lead.name] != cell.dims[lead.name] for c in mine):
            mine.append(cell)
    named = {k: v for k, v in out.items() if all(has_target(c, v[0]) for c in statement.conjuncts)}
    nameless = [k for k in out if k not in named]
    if beside:
        whole = {k: v for k, v in named.items() if len(v) == len(sizes)}
        kept = spread(list(whole)[len(whole) // 3 :], most + 1)  # the first ones are those of order one
        # where all of them differ, and the scalars too, a claim that mistakes one for another is another claim
        apart = [k for k in whole if _different(whole[k][0], beside)]
        if not set(apart) & set(kept):
            kept += apart[len(apart) // 2 :][:1]
        return {k: whole[k] for k in kept}, nameless
    by_law: dict[str, int] = {}
    chosen = {}
    for label, members in named.items():
        by_law[members[0].law] = by_law.get(members[0].law, 0) + 1
        if by_law[members[0].law] <= most:
            chosen[label] = members
    return chosen, nameless


def _different(cell: Cell, names: Sequence[str]) -> bool:
    """Whether these dimensions of a cell are all different, and so are its scalars."""
    scalars = list(cell.scalars.values())
    return len({cell.dims[name] for name in names}) == len(names) and len(set(scalars)) == len(scalars)


def _verdict(found: list[Series]) -> Verdict:
    seen = {s.verdict for s in found}
    if seen <= {Verdict.VACUOUS}:
        return Verdict.VACUOUS
    return next((v for v in (Verdict.REFUTED, Verdict.INCONCLUSIVE) if v in seen), Verdict.SUPPORTED)


def _finding(statement: Statement, found: list[Series], error: float, cell: Cell | None) -> Finding:
    verdict, refuting = _verdict(found), [s for s in found if s.verdict is Verdict.REFUTED]
    scope = evidence.looked_at({p.n for s in found for p in s.points}, len({s.label for s in found}))
    finding = Finding(verdict, scope, plain(_evidence(statement, found, error, cell)), figure=plain(_figure(found)))
    if refuting:
        finding.counterexample = _counterexample(statement, refuting[0], error)
    return finding


def _described(series: Series) -> dict[str, Any]:
    out: dict[str, Any] = {
        "conjunct": series.conjunct, "parameters": series.label, "measure": series.measure,
        "points": [vars(p) for p in series.points], "status": series.verdict.value, "reason": series.reason,
        **{k: v for k, v in series.extra.items() if k != "curve"},
    }  # fmt: skip
    return out | ({"trend": vars(series.trend)} if series.trend else {})


def _evidence(statement: Statement, found: list[Series], error: float, cell: Cell | None) -> dict[str, Any]:
    draws = sum(p.draws for s in found for p in s.points)
    lost = sum(p.undefined for s in found for p in s.points)
    sizes = sorted({p.n for s in found for p in s.points})
    return evidence.account(
        statement,
        draws,
        {s.conjunct for s in found if s.verdict is Verdict.REFUTED},
        decided=draws - lost,
        out_of_domain=lost,
        stopped="every planned size was drawn" if sizes else "no parameters",
        dimensions="n = " + ", ".join(map(str, sizes)),
        device="cpu",
        hypotheses=[shown(c, cell) for c in statement.hypotheses],
        limit={
            "error_suite": SUITE_ERROR, "statements": STATEMENTS, "error_per_interval": error,
            "method": "uniform bands (Dvoretzky-Kiefer-Wolfowitz), order statistics and binomial intervals, all exact",
            "theorems": known.SOURCES, "orders": list(known.ORDERS), "series": [_described(s) for s in found],
        },
    )  # fmt: skip


def _figure(found: list[Series]) -> dict[str, Any]:
    """What the series of the evidence do not hold: both distribution functions at the largest size, where there are."""
    curve = next((s.extra["curve"] for s in found if len(s.points) > 1 and "curve" in s.extra), None)
    return {"kind": "trend"} | ({"curve": curve} if curve else {})


def _counterexample(statement: Statement, series: Series, error: float) -> dict[str, Any]:
    last = series.points[-1]
    found = series.extra.get("exponent") or {"low": last.low, "high": last.high}
    measure = f"{series.measure[0].upper()}{series.measure[1:]}"
    why = (
        f"{measure} at n = {last.n}, {last.draws:,} draws: {last.value:.4g}, in [{last.low:.4g}, "
        f"{last.high:.4g}] except with probability {2 * error:.1e}. {series.reason[0].upper()}{series.reason[1:]}."
    )
    at, left = evidence.shown({"parameters": series.label}, {"n": last.n}), f"[{found['low']:.6g}, {found['high']:.6g}]"
    return evidence.counterexample(statement, series.conjunct, at, (left, "==", "0"), why)
