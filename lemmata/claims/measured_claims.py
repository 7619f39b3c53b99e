"""Checking figures and reported numbers (kind F): intervals for what was measured, put into what the caption says.

Every measured number comes with an interval at two error probabilities.  A relation is *broken* when it fails for all
numbers within the strict intervals, whose error is this statement's share of the suite's false-alarm budget; it
*holds* when it is true for all numbers within the usual intervals, at `USUAL` for the statement as a whole; otherwise
it is undecided.  One broken relation refutes, one undecided relation leaves the statement inconclusive.  Where nothing
is random, the intervals are rigorous enclosures; what holds is supported all the same, by programs that no kernel has
replayed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mpmath import iv
from sympy import Integer, Rational

from lemmata.claims import evidence
from lemmata.claims.experiments.record import EFFORTS, Effort, Enclosed, Measure, Record, run
from lemmata.claims.finite_probability import plain
from lemmata.claims.power.measure import EXHAUSTIVE, RECHECK
from lemmata.claims.profiles import Profile
from lemmata.language import core
from lemmata.language.experiments import Experiment, Measured
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.verdicts import Finding, Verdict
from lemmata.statistics.sequential import STATEMENTS, SUITE_ERROR, allowance

USUAL = 0.01  # error probability at which a statement as a whole is supported
SURE = 1e-6  # of each number where a relation that holds is called true; decides no verdict
Bounds = tuple[float, float]


@dataclass(frozen=True)
class Compared:
    """A statement's relations, and what the measured numbers in them say, at the errors for each (strict, usual)."""

    relations: list[Relation]
    records: dict[Experiment, Record]
    measures: dict[Measured, Measure]
    random: int  # how many of them come from draws
    errors: tuple[float, float]
    strict: dict[Any, Bounds]
    status: list[str]


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement of kind F.

    Raises TypeError for hypotheses, and for claims that are not relations between measured quantities; KeyError for an
    experiment or a measure that does not exist.
    """
    bank: dict[Experiment, Record] = {}
    found = _compared(statement, profile, seed, bank)
    relations, records, status, errors = found.relations, found.records, found.status, found.errors
    finding = Finding(_verdict(records, status), _scope(records), {}, tight=False)
    near = {m: measure.interval(SURE) for m, measure in found.measures.items()}
    sure = [_certain(r, near) is True for r in relations]
    runs = sum(r.runs for r in records.values())
    finding.evidence = plain(evidence.account(
        statement,
        runs,
        stopped="every planned run was made" if runs else "nothing was run",
        device="cpu",
        conjuncts=[
            {**evidence.conjunct(r, False), "status": s, "sure": b}
            for r, s, b in zip(relations, status, sure, strict=True)
        ],
        experiment={
            "error_suite": SUITE_ERROR, "statements": STATEMENTS, "error_per_interval": errors[0],
            "usual_error": USUAL, "sure_error": SURE, "trials": [_trial(e, r, errors) for e, r in records.items()],
        },
    ))  # fmt: skip
    finding.figure = plain(_figure(records))
    if finding.verdict is Verdict.REFUTED:
        k = status.index("broken")
        finding.counterexample = _counterexample(statement, k, found)
    finding.extra[EXHAUSTIVE] = not found.random
    finding.extra[RECHECK] = lambda altered: _again(altered, profile, seed, bank)
    return finding


def _again(altered: Statement, profile: Profile, seed: int, bank: dict[Experiment, Record]) -> Verdict:
    """The verdict on a claim that differs from the first, from the same records."""
    found = _compared(altered, profile, seed, bank)
    return _verdict(found.records, found.status)


def _compared(statement: Statement, profile: Profile, seed: int, bank: dict[Experiment, Record]) -> Compared:
    """The relations of a statement held against its experiments; `bank` holds the records of those already made."""
    if statement.given:
        raise TypeError(f"{statement.id}: a figure has no hypotheses, only settings")
    relations = [_relation(statement, clause) for clause in statement.conjuncts]
    effort = EFFORTS.get(profile.name, EFFORTS["quick"])
    experiments = [v for v in statement.let if isinstance(v, Experiment)]
    for e in experiments:
        if e not in bank:
            bank[e] = _record(e.domain.subject, e.domain.settings, effort, seed)
    records = {e: bank[e] for e in experiments}
    used = list(dict.fromkeys(m for r in relations for m in r.atoms(Measured)))
    measures = {m: records[m.experiment].measures[m.measure] for m in used}
    random = sum(not isinstance(m, Enclosed) for m in measures.values())
    errors = allowance(max(random, 1)), USUAL / max(random, 1)
    strict, usual = ({m: measures[m].interval(error) for m in used} for error in errors)
    status = [_status(r, strict, usual) for r in relations]
    return Compared(relations, records, measures, random, errors, strict, status)


@lru_cache(maxsize=16)
def _record(subject: str, settings: tuple[Any, ...], effort: Effort, seed: int) -> Record:
    """What an experiment found; several statements, and all altered ones, may speak of the same."""
    return run(subject, dict(settings), effort, seed)


def _relation(statement: Statement, clause: Any) -> Relation:
    if not isinstance(clause, Relation) or not clause.atoms(Measured):
        raise TypeError(
            f"{statement.id}: a figure is judged by relations between measured numbers, not {write(clause)}"
        )
    return clause


def value(node: Any, measured: dict[Any, Bounds]) -> Any:
    """Enclosure of an expression when each measured number lies within its bounds (interval arithmetic, 53 bits out).

    Raises TypeError for a node that is neither a number, a measured quantity nor arithmetic.
    """
    if isinstance(node, Rational):
        return iv.mpf(int(node.p)) / int(node.q)
    if isinstance(node, Measured):
        return iv.mpf(measured[node])
    if isinstance(node, core.Power) and isinstance(node.args[1], Integer):
        return value(node.args[0], measured) ** int(node.args[1])
    for cls, combine in _ARITHMETIC.items():
        if isinstance(node, cls):
            out, *others = (value(a, measured) for a in node.args)
            return combine(out, *others)
    raise TypeError(f"measured numbers are combined by arithmetic only, not by {write(node)}")


_ARITHMETIC: dict[type[core.Quantity], Any] = {
    core.Plus: lambda first, *others: sum(others, first),
    core.Times: lambda first, *others: math.prod(others, start=first),
    core.Neg: lambda a: -a,
    core.Quotient: lambda a, b: a / b,
    core.Sqrt: iv.sqrt,
    core.Abs: abs,
}


def _certain(relation: Relation, measured: dict[Any, Bounds]) -> bool | None:
    """Whether a relation holds for all numbers within the bounds (True), for none (False), or for some (None)."""
    left, right = value(relation.lhs, measured), value(relation.rhs, measured)
    if relation.op in (">", ">="):
        left, right = right, left
    if relation.op == "==":
        if left.b < right.a or right.b < left.a:
            return False
        return True if left.a == left.b == right.a == right.b else None
    if relation.op in ("<", ">"):
        return True if left.b < right.a else False if left.a >= right.b else None
    return True if left.b <= right.a else False if left.a > right.b else None


def _status(relation: Relation, strict: dict[Any, Bounds], usual: dict[Any, Bounds]) -> str:
    if _certain(relation, strict) is False:
        return "broken"
    return "holds" if _certain(relation, usual) else "undecided"


def _verdict(records: dict[Any, Record], status: list[str]) -> Verdict:
    if not any(r.runs for r in records.values()):
        return Verdict.VACUOUS
    if "broken" in status:
        return Verdict.REFUTED
    return Verdict.INCONCLUSIVE if "undecided" in status else Verdict.SUPPORTED


def _scope(records: dict[Any, Record]) -> str:
    return "; ".join(
        ", ".join(f"{name.replace('_', ' ')} {' '.join(map(str, values))}" for name, values in e.domain.settings)
        for e in records
    )


def _described(name: str, measure: Measure, errors: tuple[float, float]) -> dict[str, Any]:
    (strict_low, strict_high), (low, high) = (measure.interval(error) for error in errors)
    return {
        "name": name, "label": measure.label, "value": measure.value, "low": low, "high": high,
        "strict_low": strict_low, "strict_high": strict_high, "counted": measure.counted,
    }  # fmt: skip


def _trial(experiment: Any, record: Record, errors: tuple[float, float]) -> dict[str, Any]:
    return {
        "name": experiment.name, "subject": experiment.domain.subject, "facts": dict(record.facts),
        "settings": {name: " ".join(map(str, values)) for name, values in experiment.domain.settings},
        "runs": record.runs, "measures": [_described(k, m, errors) for k, m in record.measures.items()],
    }  # fmt: skip


def _figure(records: dict[Any, Record]) -> dict[str, Any] | None:
    panels = [_panel(panel) for record in records.values() for panel in record.panels]
    return {"kind": "panels", "panels": panels} if panels else None


def _panel(panel: Any) -> dict[str, Any]:
    return {
        **{k: v for k, v in vars(panel).items() if k not in ("curves", "rules", "marks")},
        "curves": [{k: list(v) if isinstance(v, tuple) else v for k, v in vars(c).items()} for c in panel.curves],
        "rules": [{"at": at, "label": label} for at, label in panel.rules],
        "marks": [{"at": at, "label": label} for at, label in panel.marks],
    }


def _counterexample(statement: Statement, k: int, found: Compared) -> dict[str, Any]:
    relation, measures = found.relations[k], found.measures
    used = sorted(relation.atoms(Measured), key=write)
    sides = [value(side, found.strict) for side in (relation.lhs, relation.rhs)]
    left, right = (f"{float(s.a):.6g}" if s.a == s.b else f"[{float(s.a):.6g}, {float(s.b):.6g}]" for s in sides)
    random = any(not isinstance(measures[m], Enclosed) for m in used)
    surety = f"except with probability {found.errors[0] * len(used):.1e}" if random else "rigorously"
    at = evidence.shown({write(m): f"{measures[m].value:.6g} ({measures[m].counted})" for m in used})
    why = f"The left side is within {left}, the right side within {right}, {surety}"
    why = f"{why}: no such numbers satisfy the relation."
    return evidence.counterexample(statement, k, at, (left, relation.op, right), why)
