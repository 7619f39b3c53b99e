"""Convergence in law: the law that a claim names, the distance of the draws to it, and whether they approach it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sympy import Basic

from lemmata.claims import limit_approach as approach
from lemmata.claims.limit_task import Point, Reported, Series, Task, compare, drawn, number
from lemmata.language.instantiate import substitute
from lemmata.language.probability import Density, Law, ScaledLaw, TracyWidom, UpToScale
from lemmata.language.text import write
from lemmata.language.variables import Scalar
from lemmata.language.verdicts import Verdict
from lemmata.statistics import bands, known, laws
from lemmata.statistics.cells import Cell
from lemmata.statistics.events import values
from lemmata.statistics.reduction import replaced
from lemmata.statistics.tracy_widom import TracyWidom1

Array = NDArray[np.float64]
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
    law = approach.exact(clause.value, task.cells[0].law, lambda tree, n: _concrete(task, tree, n))
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


def _approach(task: Task, law: approach.Exact | None, target: laws.Law, samples: Mapping[int, Array]) -> None:
    """Whether quantiles of the draws, or of the exact law, tend to those of the claim."""

    series = task.series
    for level in approach.LEVELS:
        wanted = float(target.quantile(np.array([level]))[0])
        if law is not None:
            found = approach.limit_of(approach.exact_readings(law, level), approach.EXACT_APART)
        else:
            found = approach.limit_of(approach.quantiles(samples, level))
        series.reported.append(Reported(f"quantile at {level:g}", wanted, found, "exact laws" if law else "draws"))
    if law is not None and (odd := approach.apart_from(law, samples)) is not None:
        n, level, share = odd
        series.odd = f"at n = {n} a share {share:.4g} of the draws lies below the exact quantile at {level:g}"


def _scaled(task: Task, law: approach.Exact | None, samples: Mapping[int, Array]) -> laws.Law | None:
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
        if law is not None and series.off > 0 and approach.apart_from(law, samples) is None:
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


def _spread(sample: Array, n: int = 0) -> approach.Reading | None:
    found = [approach.quantiles({n: sample}, level) for level in (0.25, 0.75)]
    if not all(found):
        return None
    (a,), (b,) = found
    return approach.Reading(n, b.value - a.value, b.low - a.high, b.high - a.low)


def _exponent(law: approach.Exact | None, samples: Mapping[int, Array]) -> tuple[float, float] | None:
    """Where the exponent of the interquartile range in n tends: from pairs of neighbouring sizes of the exact law, else
    between the two sizes of the draws."""
    if law is not None:
        spreads = [law.quantile(n, 0.75) - law.quantile(n, 0.25) for n in approach.SIZES]
        local = []
        for (n, a), (m, b) in zip(
            zip(approach.SIZES, spreads, strict=True), list(zip(approach.SIZES, spreads, strict=True))[1:], strict=False
        ):
            value = math.log(b / a) / math.log(m / n)
            local.append(approach.Reading(n, value, value, value))
        return approach.limit_of(local, approach.EXACT_APART)
    readings = [r for n, x in samples.items() if (r := _spread(x, n)) is not None and r.low > 0]
    pair = approach.ends([r.n for r in readings], approach.APART)
    if pair is None:
        return None
    first, last = (next(r for r in readings if r.n == n) for n in pair)
    run = math.log(last.n / first.n)
    # a correction of relative size n^(-1/3) at the smaller size is not distinguished from a power
    slack = first.n ** (-approach.SLOWEST) / run
    return math.log(last.low / first.high) / run - slack, math.log(last.high / first.low) / run + slack


def _factors(law: approach.Exact | None, samples: Mapping[int, Array], base: laws.Law) -> tuple[float, float] | None:
    """The factors that bring every quantile of the base law into the interval for its limit, None where there are
    none."""
    low, high = 0.0, math.inf
    for level in approach.LEVELS:
        q = float(base.quantile(np.array([level]))[0])
        if law is not None:
            found = approach.limit_of(approach.exact_readings(law, level), approach.EXACT_APART)
        else:
            found = approach.limit_of(approach.quantiles(samples, level))
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
            out.append({"n": n, "scale": spread.value / unit, "level": 1 - 2 * approach.ERROR,
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
