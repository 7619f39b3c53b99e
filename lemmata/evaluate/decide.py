"""Verdicts on relations and statements at one exact instance: balls for signs, exact arithmetic for ties, no tolerance.

`decide` answers for a relation, `judge` for a whole statement, domains and hypotheses included.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from flint import arb

from lemmata.evaluate.comparison import SIZE_LIMITS, Evaluation, Part, Status, compare, largest_order
from lemmata.evaluate.interpreter import Undefined
from lemmata.evaluate.membership import member
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, index_tuples
from lemmata.language.relations import Clause, Exists, Relation, conjuncts
from lemmata.language.text import write
from lemmata.linalg.precision import precision

Outcome = Literal["holds", "tight", "violation", "out_of_domain", "undecided", "witness", "no_witness"]
DIGITS = 20


@dataclass(frozen=True)
class Decision:
    """What is known of one relation at one instance.

    status: "holds"; "tie" (a bound that holds with equality somewhere); "broken" (equality breaks a strict relation);
    "undefined"; "undecided".  An equality that holds has the status "holds".
    lhs, rhs: decimal enclosures of the entry with the smallest relative slack (of the worst status); ``slack`` its
    approximate slack, ``relative`` = slack / (|lhs| + |rhs|), ``entry`` its place (from 1), ``index`` the values of
    the bound indices.  exact: that entry was decided by exact arithmetic, not by a ball.
    """

    status: Status
    relation: str
    lhs: str = ""
    rhs: str = ""
    index: tuple[int, ...] = ()
    entry: tuple[int, ...] = ()
    slack: float = math.nan
    relative: float = math.nan
    precision: int = 0
    exact: bool = False
    reason: str = ""

    @property
    def established(self) -> bool:
        """Whether the relation certainly holds, with equality or without."""
        return self.status in ("holds", "tie")


@dataclass(frozen=True)
class Judgement:
    """A statement at one instance: its outcome, with the membership of every variable and a decision per relation."""

    outcome: Outcome
    domains: Mapping[str, bool]
    hypotheses: tuple[Decision, ...] = ()
    conjuncts: tuple[Decision, ...] = ()
    reason: str = ""

    @property
    def broken(self) -> int | None:
        """Number (from 0) of the first broken conjunct."""
        return next((k for k, d in enumerate(self.conjuncts) if d.status == "broken"), None)


def decide(
    clause: Clause,
    instance: Instance,
    start: int = 64,
    limit: int = 4096,
    evaluation: Evaluation | None = None,
) -> Decision:
    """Decide a relation, or a relation under `forall`s, of a concrete problem at an exact instance.

    Precision doubles from ``start`` up to ``limit`` bits (less for spectra of matrices beyond order 16, see
    SIZE_LIMITS).  ``evaluation`` shares values with earlier decisions at the instance.  Where some entry is undefined
    so is the relation; a broken entry is reported only where all others are known to be defined.

    Raises ValueError for ill-fitting lengths, KeyError for missing values, TypeError for a clause that is no relation.
    """
    indices, tuples, relation = index_tuples(clause)
    if not isinstance(relation, Relation):
        raise TypeError(f"{type(relation).__name__} is not a relation")
    state = Evaluation(instance) if evaluation is None else evaluation
    order = max(largest_order(relation.lhs), largest_order(relation.rhs))
    limit = min(limit, next(bits for size, bits in SIZE_LIMITS if order <= size))
    parts: list[Part] = []
    reason = ""
    for values in tuples:
        at = dict(zip([i.name for i in indices], values, strict=True))
        try:
            found, why = compare(relation, values, at, state, start, limit)
            parts += found
            reason = reason or why
        except Undefined as undefined:
            return Decision("undefined", text_of(clause), index=values, exact=True, reason=str(undefined))
    return _summary(text_of(clause), parts, reason)


@lru_cache(maxsize=4096)
def text_of(clause: Any) -> str:
    """Text form of a clause, remembered."""
    return write(clause)


def _summary(text: str, parts: list[Part], reason: str) -> Decision:
    """The decision on a relation from those on its entries; ``reason`` is set where some of them has no value."""
    present = {part.status for part in parts}
    order: tuple[Status, ...] = ("undecided", "broken") if reason else ("broken", "undecided")
    statuses: tuple[Status, ...] = (*order, "tie", "holds")
    if reason and "undecided" not in present:
        return Decision("undecided", text, reason=reason)
    status = next((s for s in statuses if s in present), None)
    if status is None:
        return Decision("holds", text, exact=True, reason="no index lies in its range")
    ranked = [(part.slacks(), part) for part in parts if part.status == status]
    (slack, relative), worst = min(ranked, key=lambda item: item[0][1])
    return Decision(
        status, text, _shown(worst.lhs, worst.bits), _shown(worst.rhs, worst.bits), worst.index, worst.entry,
        slack, relative, worst.bits, worst.exact, reason or worst.reason,
    )  # fmt: skip


def _shown(x: arb, bits: int) -> str:
    with precision(bits + 16):
        return x.str(DIGITS)


@lru_cache(maxsize=256)
def _plan(concrete: Concrete) -> tuple[tuple[Clause, ...], tuple[Clause, ...], bool]:
    """Hypotheses and conjuncts of a concrete problem, existence claims opened, and whether there were any."""
    bodies: list[Clause] = []
    for clause in concrete.claim:
        bodies += conjuncts(clause.body) if isinstance(clause, Exists) else [clause]
    return concrete.hypotheses, tuple(bodies), any(isinstance(c, Exists) for c in concrete.claim)


def judge(concrete: Concrete, instance: Instance, start: int = 64, limit: int = 4096) -> Judgement:
    """Judge a concrete statement at one exact instance.

    Outcomes: "violation" (domains and hypotheses certified, some conjunct broken), "out_of_domain" (a domain or
    hypothesis certainly not met, or a part of the claim undefined and no conjunct broken), "undecided", "tight" (the
    claim holds, a bound with equality), "holds"; for existence claims "witness" and "no_witness" in place of the last
    two and of "violation".  Raises what :func:`decide` and `membership.member` raise.
    """
    if dict(concrete.dims) != dict(instance.dims):
        raise ValueError(f"dimensions {dict(instance.dims)} of the instance, {dict(concrete.dims)} of the problem")
    if not concrete.admissible:
        return Judgement("out_of_domain", {}, reason="the dimensions are not admissible")
    state = Evaluation(instance)
    hypotheses, claim, existence = _plan(concrete)
    domains = {name: member(state.exact, leaf) for name, leaf in concrete.variables.items()}
    outside = [name for name, inside in domains.items() if not inside]
    if outside:
        return Judgement("out_of_domain", domains, reason=f"{', '.join(outside)} outside its domain")
    met: list[Decision] = []
    for clause in hypotheses:
        met.append(decide(clause, instance, start=start, limit=limit, evaluation=state))
        if met[-1].status in ("broken", "undefined"):
            return Judgement("out_of_domain", domains, tuple(met), reason=f"not met: {met[-1].relation}")
    found = tuple(decide(clause, instance, start=start, limit=limit, evaluation=state) for clause in claim)
    if not existence and len(claim) > len(concrete.statement.meaning[1]):
        found = _as_wholes(found, concrete.wholes)
    outcome, reason = _outcome(met, found, existence)
    return Judgement(outcome, domains, tuple(met), found, reason)


def _as_wholes(found: tuple[Decision, ...], wholes: tuple[int, ...]) -> tuple[Decision, ...]:
    """Decisions on links and cases of the clauses of a claim: broken only where the whole clause has values."""
    out = list(found)
    for k, decision in enumerate(found):
        whole = [d for its, d in zip(wholes, found, strict=True) if its == wholes[k]]
        without = next((d for d in whole if d.status == "undefined" or d.status == "undecided" and not d.lhs), None)
        if decision.status == "broken" and without is not None:
            out[k] = replace(decision, status=without.status, reason=without.reason)
    return tuple(out)


def _outcome(met: list[Decision], found: tuple[Decision, ...], existence: bool) -> tuple[Outcome, str]:
    open_hypotheses = [d for d in met if d.status == "undecided"]
    if open_hypotheses:
        return "undecided", f"hypothesis undecided: {open_hypotheses[0].relation} ({open_hypotheses[0].reason})"
    by_status = {status: d for d in reversed(found) for status in [d.status]}
    if "broken" in by_status:
        return "no_witness" if existence else "violation", f"broken: {by_status['broken'].relation}"
    if "undefined" in by_status:
        return "out_of_domain", f"undefined: {by_status['undefined'].reason}"
    if "undecided" in by_status:
        return "undecided", f"undecided: {by_status['undecided'].relation} ({by_status['undecided'].reason})"
    if existence:
        return "witness", ""
    return ("tight" if "tie" in by_status else "holds"), ""
