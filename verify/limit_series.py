"""One limit claim along n: what is measured at each size, and what classical theorems give at n = 10^6, 10^9, 10^12."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sympy import Basic
from torch import Tensor

from numerics.backends.floats import evaluate
from numerics.ensembles.randomness import Stream
from numerics.statistics import bands, binomial, known, laws, trends
from numerics.statistics.cells import Cell
from numerics.statistics.events import Sampler, outcome, values
from numerics.statistics.tracy_widom import TracyWidom1
from theorems.language import core
from theorems.language.probability import Density, Grows, Law, Probability, ScaledLaw, TracyWidom, UpToScale
from theorems.language.relations import Chain, Relation, chain
from theorems.language.text import write
from theorems.language.variables import Scalar
from verify.limit_theorems import tree_at
from verify.verdicts import Verdict

Array = NDArray[np.float64]
SHRINKS = 0.5  # a distance that falls below this part of itself from n = 10^6 to 10^12 is on its way to 0
LEAST = 500  # draws for a law: with fewer its band is idle
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
    trend: trends.Trend | None = None
    extra: dict[str, Any] = field(default_factory=dict)

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
    bank: dict[Any, list[dict[str, Tensor]]]
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


def measured(task: Task) -> Series:
    """Measure one series, judge it, fit its trend."""
    clause = task.clause
    if isinstance(clause, Grows):
        _growth(task)
    elif isinstance(clause.target, Law):
        _law(task)
    elif clause.mode == "as numbers":
        _numbers(task)
    else:
        _constant(task)
    usable = [p for p in task.series.points if p.value > 0]
    if len(usable) >= 3:
        task.series.trend = trends.fitted([p.n for p in usable], [p.value for p in usable])
    return task.series


def _draw(task: Task, cell: Cell, tree: Any, least: int = 1) -> Array | None:
    """Values of a tree at a cell, or None where fewer than `least` draws are planned."""
    sampler, count = task.sample(cell, [tree])
    if count < least:
        return None
    return np.concatenate([values(sampler.trees[0], env) for env in task.batches(sampler, count)])


def _number(tree: Any, cell: Cell) -> float:
    return float(evaluate(cell.concrete(tree), cell.env(1))[0, 0])


def has_target(clause: Any, cell: Cell) -> bool:
    """Whether the number that a quantity is said to tend to exists at a cell; laws and rates always do."""
    if isinstance(clause, Grows) or isinstance(clause.target, Law):
        return True
    return math.isfinite(_number(clause.target, cell))


# --- convergence in law


def law_of(node: Law, cell: Cell) -> laws.Law:
    """The law that a claim names, as numbers.  Raises TypeError for `UpToScale`, which names none."""
    if isinstance(node, TracyWidom):
        return TracyWidom1()
    if isinstance(node, ScaledLaw):
        return laws.Scaled(law_of(node.args[1], cell), _number(node.args[0], cell))
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


def _law(task: Task) -> None:
    clause, series = task.clause, task.series
    trees = [task.in_the_limit(clause.value, order) for order in known.ORDERS]
    pushed = [known.pushed(tree, order) for tree, order in zip(trees, known.ORDERS, strict=True) if tree is not None]
    samples = {c: x for c in task.cells if (x := _draw(task, c, clause.value, LEAST)) is not None}
    if clause.target.has(UpToScale):
        target = _with_scale(series, clause.target, samples, pushed, {c: task.size(c) for c in samples})
    else:
        target = law_of(clause.target, task.cells[0])
    series.measure = "Kolmogorov distance"
    for cell, sample in samples.items():
        _add_distance(series, task.size(cell), sample, target, task.error)

    def by_theorems(order: int) -> float:
        tree = task.in_the_limit(clause.value, order)
        return math.nan if tree is None else _grid_distance(known.pushed(tree, order), target)

    _compare(series, by_theorems)
    measured_at = {task.size(c): x[np.isfinite(x)] for c, x in samples.items() if np.isfinite(x).any()}
    if measured_at:
        last = max(measured_at)
        series.extra["curve"] = _curve(measured_at[last], target, last)


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


def _with_scale(
    series: Series, target: Any, samples: dict[Cell, Array], pushed: list[Array], sizes: dict[Cell, int]
) -> laws.Law:
    """Find the factor that a claim leaves open: from the theorems where they apply, else from the largest sample."""
    base = law_of(target.args[0], next(iter(samples), None))  # type: ignore[arg-type]
    unit = float(np.subtract(*base.quantile(np.array([0.75, 0.25]))))
    measured = []
    for cell, sample in samples.items():
        kept = sample[np.isfinite(sample)]
        (_, a, b), (_, c, d) = (bands.quantile(kept, level, 0.005) for level in (0.25, 0.75))
        row = {"n": sizes[cell], "scale": laws.best_scale(kept, base), "level": 0.99}
        measured.append(row | {"low": (c - b) / unit, "high": (d - a) / unit})
    scale = laws.best_scale(pushed[-1], base) if pushed else measured[-1]["scale"]
    square = scale**2
    plain = bool(pushed) and abs(square - round(square)) < 1e-5
    scale, exact = (math.sqrt(round(square)), f"sqrt({round(square)})") if plain else (scale, f"{scale:.6g}")
    series.extra["scale"] = {"value": scale, "read_as": exact, "from_theorems": bool(pushed), "measured": measured}
    return laws.Scaled(base, scale)


def _curve(sample: Array, target: laws.Law, n: int) -> dict[str, Any]:
    """Both distribution functions at 61 points, for a picture."""
    low, high = (float(q) for q in np.quantile(sample, (0.001, 0.999)))
    x = np.linspace(low, high, 61)
    empirical = np.searchsorted(np.sort(sample), x, side="right") / len(sample)
    return {"n": n, "x": x.tolist(), "measured": empirical.tolist(), "claimed": target.cdf(x).tolist()}


# --- convergence to a number


def _constant(task: Task) -> None:
    clause, series = task.clause, task.series
    series.measure = "median distance to the limit"
    for cell in task.cells:
        sample = _draw(task, cell, clause.value)
        if sample is None:
            continue
        off = np.abs(sample - _number(clause.target, cell))
        lost = int(np.isnan(off).sum())
        # what has no value counts as far away above, as close below
        _, low, _ = bands.quantile(np.nan_to_num(off, nan=0.0), 0.5, task.error)
        middle, _, high = bands.quantile(np.nan_to_num(off, nan=np.inf), 0.5, task.error)
        series.points.append(Point(task.size(cell), len(off), middle, max(low, 0.0), high, lost))

    def by_theorems(order: int) -> float:
        tree = task.in_the_limit(clause.value, order)
        if tree is None:
            return math.nan
        return float(np.median(np.abs(known.pushed(tree, order) - _number(clause.target, task.cells[0]))))

    _compare(series, by_theorems)


# --- convergence of probabilities


def _numbers(task: Task) -> None:
    """|P(event) - limit|: exact binomial intervals."""
    clause, series = task.clause, task.series
    if not isinstance(clause.value, Probability) or clause.value.condition is not None:
        raise TypeError(f"{task.name}: limits of numbers are limits of a plain probability, not {write(clause)}")
    series.measure = "distance of the probability to its limit"
    event = clause.value.event
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
        limit = _number(clause.target, cell)
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
        return abs(chances[0] - _number(clause.target, task.cells[0]))

    _compare(series, by_theorems)


def _sides(event: Any) -> list[Any]:
    links = event.relations if isinstance(event, Chain) else (event,)
    return [side for r in links for side in (r.lhs, r.rhs)]


def _on_sides(event: Any, sides: list[Any]) -> Any:
    links = event.relations if isinstance(event, Chain) else (event,)
    made = [Relation(sides[2 * k], r.op, sides[2 * k + 1]) for k, r in enumerate(links)]
    if len(made) == 1:
        return made[0]
    return chain(*(part for r in made for part in (r.lhs, r.op)), made[-1].rhs)


# --- orders of growth


def _growth(task: Task) -> None:
    """Median of the quotient by the claimed rate: its exponent in n is 0 if the claim is true."""
    clause, series = task.clause, task.series
    series.measure = "median of the quotient by the claimed rate"
    quotient = core.Quotient(clause.value, clause.rate)
    for cell in task.cells:
        sample = _draw(task, cell, quotient)
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
    slope = trends.between(ends[0], ends[1], 2 * task.error)
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


def _compare(series: Series, by_theorems: Callable[[int], float]) -> None:
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
