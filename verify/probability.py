"""Checking probabilities at finite n (kind P): sequential tests on fresh draws, cell by cell.

A claim is an inequality, affine in probabilities of events, for all values of its parameters.  At a cell (see
`numerics.statistics.cells`) it says that some variable X with finitely many values, a function of the events on one
draw, has mean >= 0; probabilities that a claim subtracts are thereby measured on the same draws and need no separate
estimate.  X is fed to an anytime-valid test; the claim is refuted when one of its tests rejects, which happens to a
true claim with probability at most `SUITE_ERROR / STATEMENTS`.  Beside it stand exact intervals for every probability,
and rigorous bounds where a theorem gives one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Integer

from numerics.backends.floats import evaluate
from numerics.ensembles.randomness import Stream
from numerics.statistics import binomial, concentration, goe
from numerics.statistics.cells import Cell, cells, holds, spread
from numerics.statistics.events import Sampler, largest, outcome
from numerics.statistics.reduction import S_MAX, SYMMETRIC, T_MAX, T_MIN, names, noises, reduce, replaced
from numerics.statistics.sequential import STATEMENTS, SUITE_ERROR, MeanTest, allowance
from theorems.language import core
from theorems.language.instantiate import substitute
from theorems.language.probability import Probability
from theorems.language.relations import Chain, Relation, chain
from theorems.language.statement import Statement
from theorems.language.text import write
from theorems.language.variables import Scalar
from verify.profiles import Profile
from verify.verdicts import Finding, Verdict

FEWEST = 50_000  # draws per statement, whatever the profile
LOOKS = 8
SIZES = (1, 2, 3, 4, 5, 6, 8, 16, 32)
QUICK_SIZES = (1, 2, 5, 8, 16)
MANY = 500_000  # draws from which the fuller plan is followed
ORDER = 64  # of the largest matrix in a claim
ROUNDING = 1e-14  # of a bound, against the numbers it is made of
SHOWN = 12  # tests listed in the evidence


@dataclass
class Trial:
    """One conjunct at one cell."""

    cell: Cell
    conjunct: int
    text: str
    offset: float
    weights: list[float]
    events: list[Probability]
    test: MeanTest
    met: list[int] = field(default_factory=list)  # per event, counted in favour of the claim
    doubtful: int = 0
    undefined: int = 0
    outside: int = 0  # draws that missed the condition

    @property
    def telling(self) -> bool:
        """Whether any draw said something."""
        return self.doubtful + self.undefined < self.test.draws

    @property
    def bound_of_single(self) -> float | None:
        """The claimed bound where the claim is about one probability."""
        return -self.offset / self.weights[0] if len(self.weights) == 1 else None


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement of kind P.

    Raises TypeError for claims that are not inequalities affine in probabilities of inequalities.
    """
    many = profile.instances >= MANY
    admitted = cells(statement, SIZES if many else QUICK_SIZES)
    orders = {d: _order(statement, d) for d in {tuple(c.dims.items()) for c in admitted}}
    found = spread([c for c in admitted if orders[tuple(c.dims.items())] <= ORDER], 48 if many else 12)
    trials = [_trial(statement, k, cell) for cell in found for k in range(len(statement.conjuncts))]
    total = max(profile.instances, FEWEST)
    sizes = [(max(*c.dims.values(), 8), orders[tuple(c.dims.items())]) for c in found]
    share = [1 / size / max(order / size, 1.0) ** 2 for size, order in sizes]  # matrices may outgrow the dimensions
    budget = {id(c): math.ceil(total * w / sum(share)) for c, w in zip(found, share, strict=True)}
    error = allowance(max(len(trials), 1))
    spent = 0
    for index, cell in enumerate(found):
        mine = [t for t in trials if t.cell is cell]
        stream = Stream((statement.id, "probability", index), seed)
        spent += _run(cell, mine, stream, budget[id(cell)], error)
        if any(t.test.rejected(error) for t in mine):
            break
    return _finding(statement, trials, spent, error)


def _order(statement: Statement, dims: tuple[tuple[str, int], ...]) -> int:
    """The larger side of the largest matrix in the claim."""
    return max(largest(substitute(clause, dict(dims))) for clause in statement.conjuncts)


def _trial(statement: Statement, k: int, cell: Cell) -> Trial:
    """The claim as "offset + sum of weights times probabilities >= 0" at a cell."""
    clause = statement.conjuncts[k]
    if not isinstance(clause, Relation) or clause.op not in ("<=", "<", ">=", ">"):
        raise TypeError(f"{statement.id}: a probability is bounded by an inequality, not by {write(clause)}")
    relation = cell.concrete(clause)
    events: list[Probability] = []
    sides = [_named(side, events) for side in (relation.lhs, relation.rhs)]
    if not events or len(events) > 1 and any(e.condition is not None for e in events):
        raise TypeError(f"{statement.id}: one conditional probability, or several plain ones, not {write(clause)}")
    big, small = sides if relation.op[0] == ">" else sides[::-1]

    def at(values: list[int]) -> float:
        numbers = {f"p_{i}": Integer(v) for i, v in enumerate(values)}
        parts = [replaced(side, numbers) for side in (big, small)]
        return float(evaluate(parts[0], {})[0, 0]) - float(evaluate(parts[1], {})[0, 0])

    count = len(events)
    offset = at([0] * count)
    weights = [at([int(i == j) for j in range(count)]) - offset for i in range(count)]
    expected = offset + sum(w * (i + 2) for i, w in enumerate(weights))
    scale = abs(offset) + sum(map(abs, weights)) + abs(expected)
    if not math.isfinite(scale) or abs(at([i + 2 for i in range(count)]) - expected) > 1e-9 * scale:
        raise TypeError(f"{statement.id}: {write(clause)} is not affine in its probabilities")
    offset += ROUNDING * scale  # what rounding may have taken from the claim
    low = offset + sum(min(w, 0.0) for w in weights)
    high = offset + sum(max(w, 0.0) for w in weights)
    return Trial(cell, k, write(clause), offset, weights, events, MeanTest(low, high), [0] * count)


def _named(node: Any, events: list[Probability]) -> Any:
    """A tree with its probabilities as scalars p_0, p_1, ..."""
    if isinstance(node, Probability):
        if node not in events:
            events.append(node)
        return Scalar(f"p_{events.index(node)}")
    if not isinstance(node, core.Quantity) or hasattr(node, "domain") or not node.args:
        return node
    return node.func(*(_named(a, events) for a in node.args))


def _run(cell: Cell, trials: list[Trial], stream: Stream, draws: int, error: float) -> int:
    """Feed one cell until a test rejects or its draws are spent; how many were drawn."""
    events = list(dict.fromkeys(part for t in trials for e in t.events for part in e.args))
    sides = [side for event in events for r in _relations(event) for side in (r.lhs, r.rhs)]
    sampler = Sampler(cell, sides)
    by_side = dict(zip(sides, sampler.trees, strict=True))
    trees = {event: _rebuilt(event, by_side) for event in events}
    done, look = 0, math.ceil(draws / LOOKS)
    pending: list[tuple[Trial, dict[float, int]]] = [(t, {}) for t in trials]
    for env in sampler.batches(stream, draws):
        seen = {event: outcome(tree, env) for event, tree in trees.items()}
        batch = len(next(iter(env.values())))
        for trial, counts in pending:
            _count(trial, seen, counts, batch)
        done += batch
        if done >= look or done == draws:
            look += math.ceil(draws / LOOKS)
            for trial, counts in pending:
                trial.test.add(counts)
                counts.clear()
            if any(t.test.rejected(error) for t in trials):
                break
    return done


def _relations(event: Any) -> tuple[Relation, ...]:
    return event.relations if isinstance(event, Chain) else (event,)


def _rebuilt(event: Any, by_side: dict[Any, Any]) -> Any:
    """An event over the sampler's trees."""
    links = [Relation(by_side[r.lhs], r.op, by_side[r.rhs]) for r in _relations(event)]
    if len(links) == 1:
        return links[0]
    return chain(*(part for r in links for part in (r.lhs, r.op)), links[-1].rhs)


def _count(trial: Trial, seen: dict[Any, Any], counts: dict[float, int], batch: int) -> None:
    kept: NDArray[np.bool_] = np.ones(batch, dtype=bool)
    condition = trial.events[0].condition
    if condition is not None:
        kept = seen[condition].happened
        trial.outside += int((~kept).sum())
    code = np.zeros(batch, dtype=np.int64)
    for i, (event, weight) in enumerate(zip(trial.events, trial.weights, strict=True)):
        seen_event = seen[event.event]
        happened = seen_event.happened if weight < 0 else ~seen_event.failed  # doubt in favour of the claim
        trial.doubtful += int((kept & seen_event.doubtful).sum())
        trial.undefined += int((kept & seen_event.undefined).sum())
        trial.met[i] += int((kept & happened).sum())
        code |= happened.astype(np.int64) << i
    tally = np.bincount(code[kept], minlength=1 << len(trial.events))
    for pattern, number in enumerate(tally):
        if number:
            value = trial.offset + sum(w for i, w in enumerate(trial.weights) if pattern >> i & 1)
            value = min(max(value, trial.test.low), trial.test.high)
            counts[value] = counts.get(value, 0) + int(number)


def rigorous(event: Any, cell: Cell) -> dict[str, Any] | None:
    """What a theorem says of the probability of one extreme value passing a threshold: exact value or upper bound."""
    if not isinstance(event, Relation):
        return None
    found = [reduce(side) if noises(side) else side for side in (event.lhs, event.rhs)]
    sides = [side for side in found if side is not None]
    if len(sides) < 2:
        return None
    used = names(Relation(sides[0], event.op, sides[1]))
    singular = used == {S_MAX.name}
    if not singular and not (used and used <= SYMMETRIC):
        return None

    def excess(x: float) -> float:
        known = {S_MAX.name: Integer(int(x)), T_MAX.name: Integer(int(x)), T_MIN.name: Integer(-int(x))}
        a, b = (float(evaluate(replaced(side, known), {})[0, 0]) for side in sides)
        return a - b if event.op[0] == ">" else b - a

    at = [excess(x) for x in (0, 1, 2)]
    slope = at[1] - at[0]
    if not slope > 0 or abs(at[2] - at[1] - slope) > 1e-9 * (abs(at[0]) + slope) or at[0] >= 0:
        return None
    threshold, n = -at[0] / slope, max(cell.dims.values())
    bound = (concentration.largest_singular if singular else concentration.largest_symmetric)(n, threshold, cell.law)
    out: dict[str, Any] = {"threshold": threshold, "upper_bound": bound, "by": "concentration of measure"}
    if not singular and cell.law == "gaussian" and n <= 20:
        exact = goe.largest_sf(n, threshold)
        if exact > 1e-12:  # below, the rounding of the determinant shows
            out |= {"exact": exact, "by": "exact finite-n law (Pfaffian)"}
    return out


def _described(trial: Trial, error: float) -> dict[str, Any]:
    draws = trial.test.draws
    parts = []
    for event, count in zip(trial.events, trial.met, strict=True):
        low, high = binomial.interval(count, draws, error) if draws else (0.0, 1.0)
        part: dict[str, Any] = {"event": write(event), "seen": count, "low": low, "high": high}
        known = rigorous(event.event, trial.cell) if event.condition is None else None
        parts.append(part | ({"rigorous": known} if known else {}))
    out: dict[str, Any] = {
        "cell": trial.cell.label,
        "conjunct": trial.conjunct,
        "draws": draws,
        "doubtful": trial.doubtful,
        "undefined": trial.undefined,
        "outside_condition": trial.outside,
        "mean_slack": trial.test.mean if draws else None,
        "log10_evidence": min(trial.test.peak / math.log(10), 1e9),
        "probabilities": parts,
    }
    bound = trial.bound_of_single
    if bound is not None and draws:
        p_value = binomial.p_at_most if trial.weights[0] < 0 else binomial.p_at_least
        out |= {"bound": bound, "p_value": p_value(trial.met[0], draws, bound)}
    return out


def _contradicted(trial: Trial) -> bool:
    """Whether an exact value lies on the wrong side of the bound, beyond the 1e-12 that its computation may be off."""
    bound = trial.bound_of_single
    known = rigorous(trial.events[0].event, trial.cell) if trial.events[0].condition is None else None
    if bound is None or known is None or "exact" not in known:
        return False
    off = known["exact"] - bound
    return (off if trial.weights[0] < 0 else -off) > 1e-12


def _finding(statement: Statement, trials: list[Trial], spent: int, error: float) -> Finding:
    usable = [t for t in trials if t.telling]
    refuting = [t for t in usable if t.test.rejected(error)]
    verdict = Verdict.SUPPORTED
    stopped = f"all {spent:,} planned draws were made"
    if refuting:
        verdict, stopped = Verdict.REFUTED, "a test rejected the claim"
    elif not usable:
        verdict = Verdict.VACUOUS
        if not trials:
            stopped = "no parameters meet the hypotheses"
        elif not any(t.test.draws for t in trials):
            stopped = "no draw meets the condition of the claim"
        else:
            stopped = "the claim has no meaning, or is left open by rounding, at every draw"
    elif any(_contradicted(t) for t in usable):
        verdict, stopped = Verdict.INCONCLUSIVE, "draws allow the claim, the exact law at some cell does not"
    sizes = sorted({max(t.cell.dims.values()) for t in usable})
    scope = f"{len({id(t.cell) for t in usable})} choices of parameters, n = {sizes[0]} … {sizes[-1]}" if sizes else ""
    evidence = _evidence(statement, trials, usable, spent, error, stopped)
    finding = Finding(verdict, scope, plain(evidence), figure=_figure(usable, error))
    if refuting:
        finding.counterexample = _counterexample(refuting[0], error)
    return finding


def _evidence(
    statement: Statement, trials: list[Trial], usable: list[Trial], spent: int, error: float, stopped: str
) -> dict[str, Any]:
    closest = sorted(usable, key=lambda t: (-t.test.peak, t.test.mean))
    cell = trials[0].cell if trials else None
    return {
        "instances": spent, "searches": 0, "certified": 0,
        "min_slack": min((t.test.mean for t in usable), default=None),
        "decided": spent, "undecided": sum(t.doubtful for t in trials),
        "out_of_domain": sum(t.undefined for t in trials), "stopped": stopped,
        "dimensions": ", ".join(sorted({f"n = {max(t.cell.dims.values())}" for t in usable}, key=lambda s: int(s[4:]))),
        "device": "cpu", "stages": [], "ensembles": [],
        "conjuncts": [
            {"text": write(c), "tight": False, "status": "broken" if broken else "holds",
             "min_slack": min((t.test.mean for t in usable if t.conjunct == k), default=None)}
            for k, c in enumerate(statement.conjuncts)
            for broken in [any(t.conjunct == k and t.test.rejected(error) for t in usable)]
        ],
        "hypotheses": [shown(c, cell) for c in statement.hypotheses], "tightest": None,
        "probability": {
            "error_suite": SUITE_ERROR, "statements": STATEMENTS, "error_per_test": error, "tests": len(trials),
            "method": "betting test of a bounded mean, valid at every look; Clopper-Pearson intervals",
            "worst": [_described(t, error) for t in closest[:SHOWN]],
        },
    }  # fmt: skip


def plain(value: Any) -> Any:
    """Plain data with None for every number that is not finite: a side left open, a prediction nobody makes."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def shown(clause: Any, cell: Cell | None) -> dict[str, Any]:
    """A hypothesis with parameters that meet it and parameters that do not."""
    met = missed = None
    if cell is not None:
        met = {"dims": dict(cell.dims), "values": {k: str(v) for k, v in cell.scalars.items()}}
        for name, value in cell.scalars.items():
            for other in (Fraction(-1), value * 1000 + 1000):
                moved = {**cell.scalars, name: other}
                if missed is None and not holds(clause, cell.dims, moved):
                    missed = {"dims": dict(cell.dims), "values": {k: str(v) for k, v in moved.items()}}
        missed = missed or _smaller(clause, cell)
    return {"text": write(clause), "met": met is not None, "missed": missed is not None,
            "example_met": met, "example_missed": missed}  # fmt: skip


def _smaller(clause: Any, cell: Cell) -> dict[str, Any] | None:
    """All dimensions at 0, where that misses a hypothesis on dimensions."""
    dims = dict.fromkeys(cell.dims, 0)
    if holds(clause, dims, cell.scalars):
        return None
    return {"dims": dims, "values": {k: str(v) for k, v in cell.scalars.items()}}


def _figure(usable: list[Trial], error: float) -> dict[str, Any] | None:
    """Claimed bound, frequency and upper confidence bound of the rarer side, test by test."""
    single = [t for t in usable if t.bound_of_single is not None]
    if not single:
        return None
    rows = []
    for t in single:
        at_most = t.weights[0] < 0
        count = t.met[0] if at_most else t.test.draws - t.met[0]
        bound = t.bound_of_single if at_most else 1 - (t.bound_of_single or 0.0)
        rows.append((bound, count / t.test.draws, binomial.upper(count, t.test.draws, error)))
    rows.sort(key=lambda r: r[0] or 0.0)
    labels = ("claimed bound", "frequency", "upper confidence bound")
    return {
        "kind": "probabilities", "title": "Probability of the exceptional event, test by test", "x_label": "test",
        "log": True, "t": [float(k + 1) for k in range(len(rows))],
        "series": [{"label": name, "y": [float(r[i] or 0.0) for r in rows]} for i, name in enumerate(labels)],
    }  # fmt: skip


def _counterexample(trial: Trial, error: float) -> dict[str, Any]:
    seen = _described(trial, error)
    parts = "; ".join(f"{p['event']} lies in [{p['low']:.6g}, {p['high']:.6g}]" for p in seen["probabilities"])
    cell = trial.cell
    bound = trial.bound_of_single
    return {
        "dims": dict(cell.dims),
        "values": {k: str(v) for k, v in cell.scalars.items()} | {"entries": cell.law},
        "conjunct": trial.conjunct,
        "claim": trial.text,
        "lhs": f"[{seen['probabilities'][0]['low']:.9g}, {seen['probabilities'][0]['high']:.9g}]",
        "rhs": f"{bound:.9g}" if bound is not None else "0",
        "relation": "<=" if trial.weights[0] < 0 else ">=",
        "explain": f"At {cell.label}, {trial.test.draws:,} independent draws: {parts}. A test that is wrong with "
        f"probability at most {error:.1e} rejects the claim (evidence 1e{trial.test.peak / math.log(10):+.0f}).",
    }


__all__ = ["FEWEST", "check", "plain", "rigorous", "shown"]
