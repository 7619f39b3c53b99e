"""Checking probabilities at finite n (kind P): enclosures where a law is known, sequential tests on draws elsewhere.

A claim is an inequality, affine in probabilities of events, for all values of its parameters.  At a cell (see
`statistics.cells`) it says that some variable X with finitely many values, a function of the events on one
draw, has mean >= 0; probabilities that a claim subtracts are thereby measured on the same draws and need no separate
estimate.  Where every event has a law in closed form (`statistics.exact_tails`) balls decide the inequality
itself, at many cells and however small the numbers.  Elsewhere X is fed to an anytime-valid test; the claim is refuted
when one of its tests rejects, which happens to a true claim with probability at most `SUITE_ERROR / STATEMENTS`.

Cells are the ends of the ranges of all parameters, and those at which the claimed probability is neither close to 0 nor
to 1: elsewhere a wrong claim cannot be caught by draws.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Integer

from lemmata.claims import evidence
from lemmata.claims.power.measure import RECHECK
from lemmata.claims.probability_exact import (
    NEVER,
    TINY,
    Decision,
    decided,
    distant,
    endangered,
    margin,
    nearer,
    worst,
)
from lemmata.claims.probability_trials import Bank, Trial, draw, trial
from lemmata.claims.profiles import Profile
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import fold, substitute
from lemmata.language.probability import IidMatrices
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.variables import Dim, Matrix
from lemmata.language.verdicts import Finding, Verdict
from lemmata.statistics import binomial, exact_tails
from lemmata.statistics.cells import Cell, cells, holds, of_matrices, spread
from lemmata.statistics.events import MODEL_FROM, Sampler, entries
from lemmata.statistics.reduction import noises
from lemmata.statistics.sequential import STATEMENTS, SUITE_ERROR, allowance

FEWEST = 50_000  # draws per statement, whatever the profile
SIZES = (1, 2, 3, 4, 5, 6, 8, 16, 32)
QUICK_SIZES = (1, 2, 5, 8, 16)
LONG = (400, 6400)  # of one dimension where others stay small: there the edges of a spectrum are sharp
MIDDLE = (64,)  # of one dimension where others are of its order, as far as the matrices stay within ENTRIES
MIDDLE_DRAWS = 2_000  # at least, at each of the few cells that a pilot chooses there
WIDE = (1600,)  # of Gaussian matrices of which extreme singular values alone are asked: a bidiagonal one has them too
MANY = 500_000  # draws from which the fuller plan is followed
ENTRIES = 64**2  # of the largest matrix in a claim
LONG_ENTRIES = 1 << 15
CLOSED = 64  # the largest order of a spectrum that is enclosed; sums are, at twice the size too
CLOSEST = 6  # cells where the claim is closest to its limit, and as many others, at which altered claims are decided
PILOT, PILOTED = 64, 16  # draws that say where a claim has little margin; the cells taken, of four times as many
SPREAD = {False: (12, 12), True: (48, 24)}  # cells over all sizes, and where the claim is in danger; many draws or not
SHOWN = 12  # tests listed in the evidence


@dataclass
class Checked:
    """Everything that was established about one statement."""

    trials: list[Trial]
    decisions: list[Decision]
    spent: int
    error: float

    @property
    def usable(self) -> list[Trial]:
        """Trials of which some draw said something."""
        return [t for t in self.trials if t.telling and t.test.draws]


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement of kind P.

    Raises TypeError for claims that are not inequalities affine in probabilities of inequalities.
    """
    bank = Bank()
    finding = _finding(statement, _checked(statement, profile, seed, bank))
    finding.extra[RECHECK] = lambda altered: _verdict(_checked(altered, profile, seed, bank))[0]
    return finding


def _checked(statement: Statement, profile: Profile, seed: int, bank: Bank) -> Checked:
    """What enclosures and draws say of a claim, or where the bank holds another's of one that differs from it."""
    many = profile.instances >= MANY
    found = bank.cells if bank.cells is not None else _cells(statement, many, profile.walks, seed)
    bank.cells = found
    numbers = range(len(statement.conjuncts))
    if bank.closed:  # where anything is enclosed, draws add little to what is noticed
        decisions = []
        for decision in (decided(statement, k, c) for c in bank.closed for k in numbers):
            decisions += [] if decision is None else [decision]
            if decision is not None and decision.holds is False:
                break
        return Checked([], decisions, 0, allowance(1))
    trials = [trial(statement, k, cell) for cell in found for k in numbers]
    total = max(profile.instances, FEWEST)
    costs = [1 / max(_cost(statement, c), 64) for c in found]
    share = sum(costs[: sum(SPREAD[many])])  # cells that a pilot adds take nothing from the others
    least = {id(c): MIDDLE_DRAWS for c in found if max(c.dims.values(), default=1) in MIDDLE}
    budget = {id(c): max(math.ceil(total * w / share), least.get(id(c), 1)) for c, w in zip(found, costs, strict=True)}
    error = allowance(max(len(trials), 1))
    decisions = []
    if bank.closed is None:
        decisions = _decisions(statement, found, many)
        nearest = sorted(decisions, key=lambda d: d.relative)
        first = {d.cell.label: d.cell for d in (*nearest[:CLOSEST], *spread(nearest, CLOSEST))}
        bank.closed = list(first.values())
    spent = 0
    if not any(d.holds is False for d in decisions):  # the first time the draws are held against the enclosures
        for index, cell in enumerate(found):
            mine = [t for t in trials if t.cell is cell]
            stream = Stream((statement.id, "probability", index), seed)
            spent += draw(cell, mine, stream, budget[id(cell)], error, bank)
            if any(t.test.rejected(error) for t in mine):
                break
    return Checked(trials, decisions, spent, error)


def candidates(statement: Statement, many: bool) -> list[Cell]:
    """Cells at small sizes, and at the ends of the ranges of dimensions that have an upper one."""
    sizes = set(SIZES if many else QUICK_SIZES)
    bounded = [v.bounds for v in statement.let if isinstance(v, Dim) and v.bounds[1] is not None]
    sizes |= {int(e) for ends in bounded for e in map(fold, ends) if isinstance(e, Integer)}
    return cells(statement, sorted(sizes), fits=_of_at_most(statement, ENTRIES))


def _cells(statement: Statement, many: bool, walks: int, seed: int) -> list[Cell]:
    """Where the claim is put to draws."""
    admitted = candidates(statement, many)
    most, dangerous = SPREAD[many]
    found = spread(admitted, most)
    moved, middle, wide = endangered(statement, admitted), list[Cell](), list[Cell]()
    if _rectangular(statement):
        for v in statement.let:
            if isinstance(v, Dim):
                long = cells(statement, LONG, lead=v, fits=_of_at_most(statement, LONG_ENTRIES))
                moved += endangered(statement, long, 4)
                middle += cells(statement, MIDDLE, lead=v, fits=_of_at_most(statement, ENTRIES))
                narrow = (
                    [c for c in cells(statement, WIDE, lead=v) if _narrow(statement, c)] if _of_one(statement) else []
                )
                wide += endangered(statement, [c for c in narrow if min(c.dims.values()) >= WIDE[0] // 2])
    wide = [c for c in wide if any(_even(trial(statement, k, c)) for k in range(len(statement.conjuncts)))]
    found += spread(moved, dangerous) + spread(wide, dangerous // 4)
    found += _tightest(statement, spread(admitted, 4 * PILOTED), seed, PILOT, PILOTED)
    found += _tightest(statement, spread(middle, 4 * PILOTED), seed, PILOT // 4, PILOTED // 4)
    found += worst(
        statement, admitted, lambda c: margin(statement, c, seed), walks, Stream((statement.id, "worst"), seed)
    )
    return list({c.label: c for c in found}.values())


def _tightest(statement: Statement, known: list[Cell], seed: int, draws: int, most: int) -> list[Cell]:
    """At most so many cells, those where a few draws, not used again, leave the claim least margin."""
    margins: list[tuple[float, Cell]] = []
    for index, cell in enumerate(known):
        trials = [trial(statement, k, cell) for k in range(len(statement.conjuncts))]
        if not index and decided(statement, 0, cell) is not None:
            return []  # enclosures see more than draws
        stream = Stream((statement.id, "pilot", index), seed)
        draw(cell, trials, stream, draws, NEVER, Bank())
        margins += [(t.test.mean, cell) for t in trials if t.telling and t.test.draws]
    return [cell for _, cell in sorted(margins, key=lambda r: r[0])[:most]]


def _rectangular(statement: Statement) -> bool:
    """Whether one side of a random matrix can grow while the other stays."""
    shapes = [v.domain.shape for v in statement.let if isinstance(getattr(v, "domain", None), IidMatrices)]
    return any(rows != cols for rows, cols in shapes)


def _of_at_most(statement: Statement, most: int) -> Callable[[Mapping[str, int]], bool]:
    """Whether no matrix in the claim has more than so many entries."""
    return lambda dims: entries_at(statement, dims) <= most


def entries_at(statement: Statement, dims: Mapping[str, int]) -> int:
    """Entries of the largest matrix in the claim."""
    return max(entries(substitute(clause, dict(dims))) for clause in statement.conjuncts)


def _of_one(statement: Statement) -> bool:
    """Whether the claim has a single matrix."""
    return sum(isinstance(leaf, Matrix) for leaf in statement.let) == 1


def _narrow(statement: Statement, cell: Cell) -> bool:
    """Whether the claim asks for extreme singular values of one Gaussian matrix alone, and it is large."""
    if not _of_one(statement):
        return False
    events = [e.event for k in range(len(statement.conjuncts)) for e in trial(statement, k, cell).events]
    sides = [side for event in events for side in cell.concrete(event).args[::2]]
    return bool(events) and cell.law == "gaussian" and all(Sampler(cell, [s]).model for s in sides if noises(s))


def _even(claimed: Trial) -> bool:
    """Whether a probability near one half is claimed, which the fewest draws can contradict."""
    bound = claimed.bound_of_single
    return bound is not None and abs(bound - 0.5) < 0.25


def _cost(statement: Statement, cell: Cell) -> int:
    """What one draw costs, in entries of a matrix; a bidiagonal one has a few."""
    if max(cell.dims.values(), default=1) >= MODEL_FROM and _narrow(statement, cell):
        return max(cell.dims.values())
    return entries_at(statement, cell.dims)


def _decisions(statement: Statement, found: list[Cell], many: bool) -> list[Decision]:
    """What enclosures say, at the cells of the draws and at more and larger ones where they say anything."""
    numbers = range(len(statement.conjuncts))
    first = [d for c in found for k in numbers if (d := decided(statement, k, c)) is not None]
    if not first:
        return []
    tiny = cells(statement, range(1, TINY + 1), fits=lambda dims: max(dims.values(), default=1) <= TINY)
    large = cells(
        statement, (12, 24, 32, CLOSED, 2 * CLOSED), fits=lambda dims: max(dims.values(), default=1) <= 2 * CLOSED
    )
    more = {
        c.label: c
        for c in (
            *spread(tiny, 24),
            *spread(distant(statement, tiny), 12),
            *spread(large, 96 if many else 24),
            *spread(endangered(statement, spread(large, 60)), 24),
        )
    }
    first += [d for c in more.values() for k in numbers if (d := decided(statement, k, c)) is not None]
    if not any(d.holds is False for d in first):
        first += nearer(statement, first)
    return list({(d.cell.label, d.conjunct): d for d in first}.values())  # the searches meet at some places


def _described(trial: Trial, error: float) -> dict[str, Any]:
    draws = trial.test.draws
    parts = []
    for event, count in zip(trial.events, trial.met, strict=True):
        low, high = binomial.interval(count, draws, error) if draws else (0.0, 1.0)
        parts.append({"event": write(event), "seen": count, "low": low, "high": high})
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


def _verdict(checked: Checked) -> tuple[Verdict, str]:
    """The verdict, and why there was no more to do."""
    usable = checked.usable
    if any(d.holds is False for d in checked.decisions):
        return Verdict.REFUTED, "enclosures of the probabilities contradict the claim"
    if any(t.test.rejected(checked.error) for t in usable):
        return Verdict.REFUTED, "a test rejected the claim"
    if not usable and not any(d.holds for d in checked.decisions):
        if not checked.trials:
            return Verdict.VACUOUS, "no parameters meet the hypotheses"
        if not any(t.test.draws for t in checked.trials):
            return Verdict.VACUOUS, "no draw meets the condition of the claim"
        return Verdict.VACUOUS, "the claim has no meaning, or is left open by rounding, at every draw"
    if odd := _at_odds(checked):
        return Verdict.INCONCLUSIVE, f"draws and enclosures disagree: {odd}"
    return Verdict.SUPPORTED, "every planned draw was made"


def _finding(statement: Statement, checked: Checked) -> Finding:
    usable, error = checked.usable, checked.error
    verdict, stopped = _verdict(checked)
    refuting = [t for t in usable if t.test.rejected(error)]
    broken = [d for d in checked.decisions if d.holds is False]
    shown_at = [t.cell for t in usable] + [d.cell for d in checked.decisions]
    sizes = sorted({max(c.dims.values(), default=1) for c in shown_at})
    count = len({c.label for c in shown_at})
    scope = f"{count} choices of parameters, n = {sizes[0]} … {sizes[-1]}" if sizes else ""
    finding = Finding(verdict, scope, plain(_evidence(statement, checked, stopped)), figure=_figure(usable, error))
    if broken:
        finding.counterexample = _exact_counterexample(statement, broken[0])
    elif refuting:
        finding.counterexample = _counterexample(statement, refuting[0], error)
    return finding


def _at_odds(checked: Checked) -> str:
    """A probability whose enclosure lies outside the interval that the draws at the same cell give, in words."""
    for t in checked.usable:
        for event, count in zip(t.events, t.met, strict=True):
            if event.condition is not None or t.doubtful or t.undefined:
                continue
            known = exact_tails.probability(event.event, t.cell)
            low, high = binomial.interval(count, t.test.draws, checked.error)
            if known is not None and (bool(known < low) or bool(known > high)):
                return f"{write(event)} at {t.cell.label} is {float(known):.6g}, drawn in [{low:.6g}, {high:.6g}]"
    return ""


def _evidence(statement: Statement, checked: Checked, stopped: str) -> dict[str, Any]:
    usable, error, trials = checked.usable, checked.error, checked.trials
    closest = sorted(usable, key=lambda t: (-t.test.peak, t.test.mean))
    narrow = sorted(checked.decisions, key=lambda d: d.relative)
    cell = trials[0].cell if trials else None
    cells_seen = [t.cell for t in usable] + [d.cell for d in checked.decisions]
    sizes = sorted({max(c.dims.values(), default=1) for c in cells_seen})
    broken = {t.conjunct for t in usable if t.test.rejected(error)}
    broken |= {d.conjunct for d in checked.decisions if d.holds is False}
    return evidence.account(
        statement,
        checked.spent,
        certified=sum(d.holds is not None for d in checked.decisions),
        min_slack=min([t.test.mean for t in usable] + [d.margin for d in checked.decisions], default=None),
        undecided=sum(t.doubtful for t in trials),
        out_of_domain=sum(t.undefined for t in trials),
        stopped=stopped,
        dimensions=", ".join(f"n = {n}" for n in sizes),
        device="cpu",
        conjuncts=[
            evidence.conjunct(c, k in broken, min((t.test.mean for t in usable if t.conjunct == k), default=None))
            for k, c in enumerate(statement.conjuncts)
        ],
        hypotheses=[shown(c, cell) for c in statement.hypotheses],
        probability={
            "error_suite": SUITE_ERROR, "statements": STATEMENTS, "error_per_test": error, "tests": len(trials),
            "method": "betting test of a bounded mean, valid at every look; Clopper-Pearson intervals"
            + ("; enclosures in ball arithmetic where the law is known" if checked.decisions else ""),
            "worst": [_described(t, error) for t in closest[:SHOWN]],
            "enclosed": {
                "decisions": len(checked.decisions), "undecided": sum(d.holds is None for d in checked.decisions),
                "closest": [
                    {"cell": d.cell.label, "conjunct": d.conjunct, "probabilities": list(d.probabilities),
                     "margin": d.margin, "relative_slack": d.relative}
                    for d in narrow[:SHOWN]
                ],
            },
        },
    )  # fmt: skip


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
        met = _parameters(cell.dims, cell.scalars)
        for name, value in () if of_matrices(clause) else cell.scalars.items():
            for other in (Fraction(-1), value * 1000 + 1000):
                moved = {**cell.scalars, name: other}
                if missed is None and not holds(clause, cell.dims, moved):
                    missed = _parameters(cell.dims, moved)
        missed = missed or (None if of_matrices(clause) else _smaller(clause, cell))
    return evidence.hypothesis(clause, met, missed)


def _parameters(dims: Mapping[str, int], scalars: Mapping[str, Fraction]) -> evidence.Shown:
    return evidence.shown({k: str(v) for k, v in scalars.items()}, dims)


def at_cell(cell: Cell) -> evidence.Shown:
    """The parameters of a cell, with the law of the entries."""
    at = _parameters(cell.dims, cell.scalars)
    return {**at, "values": {**at["values"], "entries": cell.law}}


def _smaller(clause: Any, cell: Cell) -> dict[str, Any] | None:
    """All dimensions at 0, where that misses a hypothesis on dimensions."""
    dims = dict.fromkeys(cell.dims, 0)
    if holds(clause, dims, cell.scalars):
        return None
    return _parameters(dims, cell.scalars)


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


def _counterexample(statement: Statement, trial: Trial, error: float) -> dict[str, Any]:
    seen = _described(trial, error)
    parts = "; ".join(f"{p['event']} lies in [{p['low']:.6g}, {p['high']:.6g}]" for p in seen["probabilities"])
    bound, first = trial.bound_of_single, seen["probabilities"][0]
    sides = (
        f"[{first['low']:.9g}, {first['high']:.9g}]",
        "<=" if trial.weights[0] < 0 else ">=",
        "0" if bound is None else f"{bound:.9g}",
    )
    why = (
        f"At {trial.cell.label}, {trial.test.draws:,} independent draws: {parts}. A test that is wrong with "
        f"probability at most {error:.1e} rejects the claim (evidence 1e{trial.test.peak / math.log(10):+.0f})."
    )
    return evidence.counterexample(statement, trial.conjunct, at_cell(trial.cell), sides, why)


def _exact_counterexample(statement: Statement, decision: Decision) -> dict[str, Any]:
    cell, parts = decision.cell, "; ".join(decision.probabilities)
    why = (
        f"At {cell.label} the probabilities of the claim, in its order, are {parts}, each enclosed in ball "
        f"arithmetic: the claim misses by {decision.said.lstrip('-')}."
    )
    return evidence.counterexample(statement, decision.conjunct, at_cell(cell), (parts, ">=", "0"), why)
