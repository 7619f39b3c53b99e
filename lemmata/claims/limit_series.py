"""One limit claim along n: what is measured at each size, and what classical theorems give at n = 10^6, 10^9, 10^12."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lemmata.claims import limit_approach as approach
from lemmata.claims.limit_laws import in_law
from lemmata.claims.limit_task import TINY, Point, Reported, Series, Task, compare, drawn, number
from lemmata.language import core
from lemmata.language.probability import Grows, Law, Probability
from lemmata.language.relations import Chain, Relation, chain
from lemmata.language.text import write
from lemmata.language.verdicts import Verdict
from lemmata.statistics import bands, binomial, known, trends
from lemmata.statistics.cells import Cell
from lemmata.statistics.events import outcome

Array = NDArray[np.float64]
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
        task.series.trend = trends.fitted([p.n for p in usable], [p.value for p in usable])
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
        limit = approach.limit_of(approach.quantiles(samples, 0.5))
        series.reported.append(Reported("median", number(clause.target, task.cells[0]), limit, "draws"))


# --- convergence of probabilities


def _numbers(task: Task) -> None:
    """|P(event) - limit|: exact binomial intervals."""
    clause, series = task.clause, task.series
    if not isinstance(clause.value, Probability) or clause.value.condition is not None:
        raise TypeError(f"{task.name}: limits of numbers are limits of a plain probability, not {write(clause)}")
    series.measure = "distance of the probability to its limit"
    event = clause.value.event
    readings: list[approach.Reading] = []
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
        readings.append(approach.Reading(task.size(cell), least / count, low, high))
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
        series.reported.append(Reported("probability", wanted, approach.limit_of(readings), "draws"))


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


def _weigh(series: Series) -> None:
    """What the sizes looked at tell, against the claim: theorems alone support nothing."""
    series.extra["reported"] = [vars(t) | {"agrees": t.agrees, "noticed": t.noticed} for t in series.reported]
    series.extra["own_theorem"] = series.own
    against = [t for t in series.reported if t.agrees is False]
    sure = [t for t in against if t.by == "exact laws"]
    if series.verdict is Verdict.INCONCLUSIVE and series.off > 0 and sure and not series.odd:
        t = sure[0]
        assert t.limit is not None
        series.verdict = Verdict.REFUTED
        series.reason = (
            f"by theorems the distance tends to {series.off:.3g}; the exact laws at finite n put the {t.what} of the "
            f"limit between {t.limit[0]:.4g} and {t.limit[1]:.4g}, the claim says {t.claimed:.4g}"
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
