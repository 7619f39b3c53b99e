"""How sharp a true statement is: hypotheses it did not need, constants, equality, and better bounds elsewhere."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from decimal import ROUND_FLOOR, Context
from typing import Any

from sympy import Rational

from lemmata import catalogue
from lemmata.analysis.sharpening.derive import (
    Ablation,
    Bound,
    at_equality,
    bounds,
    scaled,
    wider_domains,
    without_hypotheses,
)
from lemmata.analysis.sharpening.effort import DerivedChecks, Effort, effort, survived
from lemmata.analysis.sharpening.matching_bounds import Rival, rivals
from lemmata.analysis.sharpening.structure_words import structure
from lemmata.analysis.sharpening.survey import Extreme, Survey
from lemmata.catalogue import expected
from lemmata.claims.profiles import Profile
from lemmata.language.families import Layers
from lemmata.language.probability import AlmostSurely
from lemmata.language.relations import Exists
from lemmata.language.statement import Kind, Statement
from lemmata.language.text import write
from lemmata.language.verdicts import Finding, Verdict

GRID = tuple(Rational(p, q) for p, q in ((1, 10), (1, 4), (1, 2), (3, 4), (9, 10), (99, 100)))
APPROACHED = 1e-3  # relative slack from which a bound is called approached
STUDIED = (Kind.ALGEBRAIC, Kind.DERIVATIVE, Kind.IDENTITY)


def applies(statement: Statement, finding: Finding) -> bool:
    """Whether a statement is studied: it came out true, is not from the textbook, is no existence claim and speaks of
    no random matrix."""
    return (
        finding.verdict in (Verdict.SUPPORTED, Verdict.PROVED)
        and statement.kind in STUDIED
        and not statement.source.paper.textbook
        and not any(isinstance(c, Exists | AlmostSurely) for c in statement.claim)
    )


def study(
    statement: Statement,
    finding: Finding,
    profile: Profile,
    seed: int,
    device: str = "cpu",
    others: tuple[Statement, ...] | None = None,
) -> dict[str, Any]:
    """What is known of the sharpness of a statement, as plain JSON: `hypotheses`, `constants`, `attained`,
    `dominated_by`, with `skipped`, the parts for which the budget did not last, and `checks`, the derived statements
    that went through the derived checks.

    `others` are the statements that may hold better bounds, by default those of the catalogue reviewed as true.
    Empty where the statement is not studied (see `applies`).
    """
    if not applies(statement, finding):
        return {}
    allowed = effort(profile)
    checks, skipped = DerivedChecks(allowed, seed, device), list[str]()
    found = bounds(statement)
    survey = Survey(statement, found, seed, device, allowed.rows)
    survey.run()
    attained = [_attained(survey, bound, allowed) for bound in found]
    tried = list(without_hypotheses(statement))
    hypotheses = [_ablated(checks, a) for a in tried]
    crossed = [a for a in at_equality(statement) if _crossed(hypotheses, a)]
    hypotheses += [_ablated(checks, a) for a in crossed]
    constants = [_constant(survey, checks, bound, seen) for bound, seen in zip(found, attained, strict=True)]
    opponents = sorted(
        rivals(statement, reviewed() if others is None else others), key=lambda r: r.statement.source.paper.textbook
    )
    papers = sum(not r.statement.source.paper.textbook for r in opponents)
    better = [_compared(checks, statement, r, allowed) for r in opponents[:papers]]
    wider = list(wider_domains(statement))
    hypotheses += [_ablated(checks, a) for a in wider]
    if allowed.split and len(statement.conjuncts) > 1:
        for entry, ablation in zip(hypotheses, (*tried, *crossed, *wider), strict=True):
            _split(checks, entry, ablation)
    better += [_compared(checks, statement, r, allowed) for r in opponents[papers:]]
    _agreed(hypotheses)
    for part, entries in (("hypotheses", hypotheses), ("constants", constants), ("better bounds", better)):
        left = sum(e["status"] == "not studied" for e in entries)
        if left:
            skipped.append(f"{part}: {left} of {len(entries)} not studied, the budget of this profile is spent")
    return {
        "hypotheses": hypotheses,
        "constants": constants,
        "attained": attained,
        "dominated_by": better,
        "skipped": skipped,
        "checks": checks.checks,
    }


def reviewed() -> tuple[Statement, ...]:
    """Statements reviewed as true that are about matrices of fixed number."""
    everything = catalogue.all_statements()
    rows = expected.load()
    true = {name for name, row in rows.items() if row.verdict in ("proved", "supported")}
    return tuple(
        s for s in everything if s.id in true and s.kind in STUDIED and not any(isinstance(v, Layers) for v in s.let)
    )


def _counts(finding: Finding) -> dict[str, int]:
    return {"instances": finding.evidence["instances"], "certified": finding.evidence["certified"]}


def _ablated(checks: DerivedChecks, ablation: Ablation) -> dict[str, Any]:
    """One hypothesis: needed, not needed, undecided; see `_agreed`."""
    entry: dict[str, Any] = {"text": ablation.text, "kind": ablation.kind, "instead": ablation.wider}
    if ablation.statement is None:
        return {**entry, "status": "undecided", "detail": "its negation has no form in the language"}
    return entry | _outcome(checks, ablation, ablation.statement)


def _split(checks: DerivedChecks, entry: dict[str, Any], ablation: Ablation) -> None:
    """Ask each conjunct alone where the claim as a whole needs the hypothesis."""
    if ablation.statement is None or entry["status"] not in ("needed", "gives meaning"):
        return
    parts = []
    for k, clause in enumerate(ablation.statement.conjuncts):
        single = replace(ablation.statement, id=f"{ablation.statement.id}.{k + 1}", claim=(clause,))
        parts.append({"text": write(clause), **_outcome(checks, ablation, single)})
        if parts[-1]["status"] == "not studied":
            return
    entry["conjuncts"] = parts


def _crossed(entries: list[dict[str, Any]], ablation: Ablation) -> bool:
    """Whether a hypothesis that may be met with equality was found needed, so that equality alone is of interest."""
    return any(e["text"] == ablation.text and e["status"] == "needed" for e in entries)


def _agreed(entries: list[dict[str, Any]]) -> None:
    """A hypothesis that was found needed in one form is not unnecessary in another: less than it is enough."""
    needed = {e["text"] for e in entries if e["status"] == "needed"}
    for e in entries:
        if e["status"] == "not needed" and e["text"] in needed:
            e["status"] = "less is enough"


def _outcome(checks: DerivedChecks, ablation: Ablation, statement: Statement) -> dict[str, Any]:
    finding = checks.check(statement)
    if finding is None:
        return {"status": "not studied", "detail": "the budget was spent"}
    entry: dict[str, Any] = dict(_counts(finding))
    if finding.verdict is Verdict.REFUTED:
        return {
            **entry,
            "status": "needed",
            "detail": "a certified instance without it breaks the claim",
            "counterexample": finding.counterexample,
            "certificate": finding.certificate,
        }
    where = "outside it" if ablation.outside else "on the wider domain"
    number = f"{entry['instances']:,} instances {where}, {entry['certified']} of them certified"
    if survived(finding):
        return {**entry, "status": "not needed", "detail": f"the claim survived {number}"}
    if finding.verdict is Verdict.VACUOUS and "no meaning" in finding.evidence["stopped"]:
        return {**entry, "status": "gives meaning", "detail": "the claim has no meaning outside it"}
    reason = finding.evidence["stopped"] if finding.verdict is not Verdict.SUPPORTED else f"only {number}"
    return {**entry, "status": "undecided", "detail": reason}


def _shown(extreme: Extreme) -> dict[str, Any]:
    return {**extreme.instance.to_json(), "lhs": extreme.decision.lhs, "rhs": extreme.decision.rhs}


def _attained(survey: Survey, bound: Bound, allowed: Effort) -> dict[str, Any]:
    """Whether equality occurs with both sides different from zero, and at what sort of instance."""
    entry = {"conjunct": bound.conjunct, "text": write(survey.statement.conjuncts[bound.conjunct])}
    sides = survey.sides[bound.conjunct]
    tie = _tie(survey, bound, entry)
    if tie is None:
        survey.climb(bound, allowed.restarts, allowed.steps)
        tie = _tie(survey, bound, entry)
    if tie is not None:
        return tie
    sequence = [{"size": size, "slack": slack} for size, slack in sides.falling]
    closest = sides.falling[-1][1] if sides.falling else None
    if closest is None:
        return {**entry, "status": "undecided", "detail": "no instance with a positive larger side was seen"}
    status = "approached" if closest < APPROACHED else "not approached"
    detail = f"no exact tie was found; the smallest relative slack seen is {closest:.3g}"
    return {**entry, "status": status, "detail": detail, "sequence": sequence}


def _tie(survey: Survey, bound: Bound, entry: Mapping[str, Any]) -> dict[str, Any] | None:
    certified: dict[int, Extreme] = {}
    for size, rows in sorted(survey.sides[bound.conjunct].ties.items()):
        for row in rows:
            extreme = survey.certify(row, bound)
            if extreme is not None and extreme.tie:
                certified[size] = extreme
                break
    if not certified:
        return None
    telling = certified.get(2) or certified[max(certified)]  # at size one most bounds are equalities
    return {
        **entry,
        "status": "attained",
        "detail": f"exact equality certified at size {', '.join(map(str, certified))}",
        "sizes": list(certified),
        "instance": _shown(telling),
        "structure": structure(telling.instance),
    }


def takes_negative_values(survey: Survey, bound: Bound) -> bool:
    """Whether an instance is certified at which the larger side is negative; rounding makes zeros look so."""
    below = survey.certify(survey.sides[bound.conjunct].negative, bound)
    return below is not None and bool(below.large < 0)


def _at_least(ratio: float) -> str:
    """Six digits of a number, not rounded up."""
    return f"{float(Context(prec=6, rounding=ROUND_FLOOR).create_decimal_from_float(ratio)):.6g}"


def _constant(survey: Survey, checks: DerivedChecks, bound: Bound, attained: Mapping[str, Any]) -> dict[str, Any]:
    """The best constant c in `small <= c * large`: at least a certified ratio, at most what survived on the grid."""
    sides = survey.sides[bound.conjunct]
    entry: dict[str, Any] = {
        "conjunct": bound.conjunct,
        "text": write(survey.statement.conjuncts[bound.conjunct]),
        "scaled": write(bound.large),
    }
    if 0 in (bound.small, bound.large):
        return {**entry, "status": "no constant", "detail": "the claim is about a sign"}
    if sides.ratio is None or takes_negative_values(survey, bound):
        return _gap(survey, bound, entry, attained)
    if attained["status"] == "attained":
        return {**entry, "status": "best", "at_least": "1", "detail": "equality is attained, so no constant below 1"}
    extreme = survey.certify(sides.ratio, bound)
    if extreme is None or math.isnan(extreme.ratio):
        return {**entry, "status": "undecided", "detail": "the largest ratio seen could not be certified"}
    if extreme.ratio <= 0:
        return {**entry, "status": "no constant", "detail": "the smaller side was zero wherever the other was not"}
    entry |= {"at_least": _at_least(extreme.ratio), "instance": _shown(extreme)}
    broken: list[str] = []
    ladder = [c for c in GRID if float(c) >= extreme.ratio][: checks.effort.scales]
    for constant in ladder:
        finding = checks.check(scaled(survey.statement, bound, constant))
        if finding is None:
            return {**entry, "status": "not studied", "detail": "the budget was spent", "broken": broken}
        if finding.verdict is Verdict.REFUTED:
            broken.append(str(constant))
        elif survived(finding):
            entry |= _counts(finding)
            detail = f"the claim with {constant} in place of 1 survived {entry['instances']:,} instances"
            return {**entry, "status": "improvable", "survived": str(constant), "broken": broken, "detail": detail}
        else:
            detail = f"the claim with {constant} in place of 1 was not decided"
            return {**entry, "status": "undecided", "broken": broken, "detail": detail}
    reach = (
        "no constant between that and 1 was tried"
        if len(ladder) < checks.effort.scales
        else ("larger ones were not tried at this profile")
    )
    tried = f"{', '.join(broken)} broken by certified instances; " if broken else ""
    return {**entry, "status": "open", "broken": broken, "detail": f"{tried}{reach}"}


def _gap(survey: Survey, bound: Bound, entry: dict[str, Any], attained: Mapping[str, Any]) -> dict[str, Any]:
    """Sides of both signs have no ratio: the smallest difference instead."""
    if attained["status"] == "attained":
        detail = "the larger side takes both signs; equality is attained, so nothing can be added to the smaller side"
        return {**entry, "status": "gap", "gap": ["0", "0"], "detail": detail}
    extreme = survey.certify(survey.sides[bound.conjunct].gap, bound)
    if extreme is None:
        return {**entry, "status": "undecided", "detail": "the smallest gap seen could not be certified"}
    low, high = extreme.gap
    detail = f"the larger side takes both signs; the smallest gap certified is {high:.3g}"
    return {**entry, "status": "gap", "gap": [repr(low), repr(high)], "instance": _shown(extreme), "detail": detail}


def _compared(checks: DerivedChecks, statement: Statement, rival: Rival, allowed: Effort) -> dict[str, Any]:
    """A rival's bound on the same quantity, given the hypotheses of both."""
    entry: dict[str, Any] = {
        "by": rival.statement.id,
        "conjunct": rival.mine.source.conjunct,
        "their_conjunct": rival.source.conjunct,
        "quantity": write(rival.mine.subject),
        "side": "above" if rival.mine.above else "below",
        "mine": write(rival.mine.bound),
        "theirs": write(rival.bound),
    }
    if rival.same:
        return {**entry, "status": "dominated", "detail": "the same bound under fewer hypotheses"}
    better = rival.better(statement)
    finding = checks.check(better)
    if finding is None:
        return {**entry, "status": "not studied", "detail": "the budget was spent"}
    entry |= _counts(finding)
    if finding.verdict is Verdict.REFUTED:
        detail = "a certified instance has the better bound here"
        return {**entry, "status": "not dominated", "detail": detail, "counterexample": finding.counterexample}
    if not survived(finding):
        return {**entry, "status": "undecided", "detail": finding.evidence["stopped"]}
    comparison = Survey(better, bounds(better), checks.seed, checks.device, allowed.rows)
    comparison.run()
    only = comparison.bounds[0]
    strict = comparison.certify(comparison.sides[only.conjunct].loose, only)
    survived_by = f"as good at {entry['instances']:,} instances that meet both sets of hypotheses"
    if strict is None:
        return {**entry, "status": "equal", "detail": f"{survived_by}, never seen strictly better"}
    detail = f"{survived_by}, strictly better at a certified one"
    return {**entry, "status": "dominated", "detail": detail, "strict": _shown(strict)}
