"""Beyond the verdict: the non-strict version of a strict bound, what a true one did not need, how far it is from sharp.

Each part has its share of the time that is left; one that is cut off is said to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from lemmata.certificates.confirmation import confirmed, undisturbed
from lemmata.claims import algebraic, counterexample
from lemmata.claims.budget import Budget, clock, planned
from lemmata.claims.deadline import alarm
from lemmata.claims.profiles import PROFILES, Profile
from lemmata.claims.screening import OutOfTime, Screening, Watch
from lemmata.claims.small_instances import at_once
from lemmata.evaluate.decide import judge
from lemmata.language import is_vector
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.matrices import MatrixTerm
from lemmata.language.relations import Clause, ForAll, Relation
from lemmata.language.statement import Kind, Statement
from lemmata.language.text import write
from lemmata.language.verdicts import Finding, Verdict
from lemmata.network_checker.network_program import CertificateError

NON_STRICT = {"<": "<=", ">": ">="}
LEAST = 0.3  # seconds below which nothing more is begun
BY_HAND = 0.5  # seconds for the instances that are tried before anything is loaded
THOROUGH = 8.0  # seconds left from which a study with more than the least effort is tried
READABLE = 6  # order up to which the structure of an instance is put into words


def study(statement: Statement, finding: Finding, budget: Budget, seed: int, device: str) -> dict[str, Any]:
    """Additions to an entry: `variants` of a refuted claim and whether it is broken by a `tie`, `sharpness` and
    `structure` of a true one.

    A strict claim that fails at a tie only is compared with its non-strict version; where that fails too, its
    counterexample, which is the stronger one, takes the place of the tie.
    """
    if statement.kind in (Kind.PROBABILITY, Kind.LIMIT) or not statement.let:
        return {}
    if finding.verdict is Verdict.REFUTED:
        return _variants(statement, finding, budget, seed, device)
    if finding.verdict in (Verdict.SUPPORTED, Verdict.PROVED):
        return _structure(finding) | _sharpness(statement, finding, budget, seed, device)
    return {}


def _variants(statement: Statement, finding: Finding, budget: Budget, seed: int, device: str) -> dict[str, Any]:
    broken = finding.counterexample
    if broken is None or broken.get("relation") not in (*NON_STRICT, "=="):
        return {}
    strict = broken["relation"] in NON_STRICT
    tie = _tie(statement, broken)
    if strict and not tie:
        return {}
    number = broken["conjunct"]
    ops = (NON_STRICT[broken["relation"]],) if strict else ("<=", ">=")
    entries: list[dict[str, Any]] = []
    additions: dict[str, Any] = {"variants": entries, "tie": tie}
    for k, op in enumerate(ops):
        other = _with(statement, number, op)
        if other is None or budget.left < LEAST:
            continue
        share = budget.left / (len(ops) - k)
        found = _brief(other, share, seed, device)
        entry = {"text": write(other.conjuncts[number]), "relation": op, **found[0]}
        entries.append(entry)
        if strict and found[1] is not None and found[1].verdict is Verdict.REFUTED:
            additions |= _stronger(statement, finding, found[1])
    return additions


def _tie(statement: Statement, broken: dict[str, Any]) -> bool:
    """Whether both sides of the broken relation are equal at the counterexample."""
    instance = Instance.from_json(broken)
    verdict = judge(instantiate(statement, instance.dims), instance)
    number = verdict.broken
    return number is not None and verdict.conjuncts[number].relative == 0


def _with(statement: Statement, number: int, op: str) -> Statement | None:
    """The statement with another relation in one conjunct; None for what is no relation between numbers."""

    def changed(clause: Clause) -> Clause | None:
        if isinstance(clause, Relation):
            return Relation(clause.lhs, op, clause.rhs)
        if isinstance(clause, ForAll):
            body = changed(clause.body)
            return None if body is None else ForAll(clause.index, clause.args[1], clause.args[2], body)
        return None

    if number >= len(statement.conjuncts):
        return None
    relation: Clause = statement.conjuncts[number]
    while isinstance(relation, ForAll):  # its range may not be a number yet
        relation = relation.body
    if isinstance(relation, Relation) and relation.op == "==" and not _scalar(relation):
        return None  # entrywise bounds say little about an equation of matrices or vectors
    new = changed(statement.conjuncts[number])
    if new is None:
        return None
    claim = tuple(new if k == number else c for k, c in enumerate(statement.conjuncts))
    return replace(statement, id=f"{statement.id}.variant", claim=claim, proof=None)


def _scalar(relation: Relation) -> bool:
    return not any(isinstance(side, MatrixTerm) or is_vector(side) for side in (relation.lhs, relation.rhs))


def tried_by_hand(
    statement: Statement, profile: Profile, look: Callable[[Screening, str], None] | None = None
) -> Finding | None:
    """The refutation by an instance one would try by hand, if there is one that the checker accepts.

    No numerical library is loaded for it.
    """
    began = clock()
    with suppress(OutOfTime), alarm(began + 2 * BY_HAND):
        seen = at_once(statement, profile, Watch(began + BY_HAND, look, clock))
        if seen is not None:
            exact_check, found = seen
            with undisturbed():
                finding = confirmed(statement, algebraic.conclude(exact_check, None, found, ""))
            return finding if finding.verdict is Verdict.REFUTED else None
    return None


def _brief(statement: Statement, seconds: float, seed: int, device: str) -> tuple[dict[str, Any], Finding | None]:
    """A short check of a related statement."""
    seconds, profile = min(seconds, 4.0), planned(2.0)
    now = clock()
    try:
        with alarm(now + seconds):
            finding = tried_by_hand(statement, profile) or algebraic.check(
                statement, profile, seed, device, watch=Watch(now + 0.7 * seconds, clock=clock)
            )
    except OutOfTime:
        return {"verdict": Verdict.INCONCLUSIVE.value, "instances": 0, "detail": "not decided in the time left"}, None
    evidence = finding.evidence
    detail = {
        Verdict.SUPPORTED: f"holds at {evidence['instances']:,} instances tried",
        Verdict.REFUTED: "fails too",
    }.get(finding.verdict, evidence.get("stopped", ""))
    return {"verdict": finding.verdict.value, "instances": evidence["instances"], "detail": detail}, finding


def _stronger(statement: Statement, finding: Finding, other: Finding) -> dict[str, Any]:
    """The counterexample and certificate of the statement itself at the instance that breaks its non-strict version;
    the evidence of its own finding then names this certificate."""
    assert other.counterexample is not None
    instance = Instance.from_json(other.counterexample)
    concrete = instantiate(statement, instance.dims)
    verdict = judge(concrete, instance)
    if verdict.outcome != "violation":
        return {}
    try:
        certificate = counterexample.certificate(statement, concrete, instance, verdict)
    except CertificateError:
        return {}
    found = confirmed(statement, Finding(Verdict.REFUTED, other.scope, {}, certificate=certificate))
    if found.verdict is not Verdict.REFUTED:
        return {}
    finding.evidence["checker"] = found.evidence["checker"]
    return {
        "certificate": certificate,
        "counterexample": counterexample.explain(statement, concrete, instance, verdict),
        "scope": other.scope,
        "tie": False,
    }


def _structure(finding: Finding) -> dict[str, Any]:
    """The tightest instance in words."""
    from lemmata.analysis.sharpening.study import structure

    tightest = finding.evidence.get("tightest")
    if not tightest or max(tightest["dims"].values(), default=1) > READABLE:
        return {}
    return {"structure": structure(Instance.from_json(tightest))}


def _sharpness(statement: Statement, finding: Finding, budget: Budget, seed: int, device: str) -> dict[str, Any]:
    """The study of a true claim, with as much effort as the time left allows."""
    from lemmata.analysis import sharpening

    kept: dict[str, Any] = {}
    for profile in _efforts(budget):
        if budget.left < LEAST:
            break
        try:
            with alarm(budget.extras_until):
                kept = sharpening.study(statement, finding, profile, seed, device, others=())
        except OutOfTime:
            if not kept:
                return {"sharpness": {"skipped": ["the time left did not last"]}}
    return {"sharpness": kept} if kept else {}


def _efforts(budget: Budget) -> Iterator[Any]:
    yield PROFILES["quick"]
    if budget.left > THOROUGH:
        yield PROFILES["standard"]
