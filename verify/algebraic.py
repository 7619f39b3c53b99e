"""Checking statements about matrices (kinds A, D and I): screen, nominate, certify."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from numerics.backends.decide import Judgement, decide, judge
from numerics.ensembles import instances
from numerics.ensembles.matrices import Ensemble
from numerics.ensembles.randomness import Stream
from numerics.instance import Instance
from theorems import catalogue
from theorems.language.instantiate import Concrete
from theorems.language.statement import Statement
from theorems.language.text import write
from verify import certificates, exhibits, proofs
from verify.plan import largest_order
from verify.profiles import Profile
from verify.screening import Candidate, Screening
from verify.shrink import CLEAR, complexity, shrink
from verify.verdicts import Finding, Verdict

HOPELESS = 6  # undecided suspects in a row after which the others of a round are left alone
CERTAIN = ("holds", "tie", "broken")
ENOUGH = 3  # certified instances that meet all hypotheses, without which a statement is vacuous


@dataclass
class Court:
    """Re-evaluates nominated instances rigorously and keeps what it established."""

    screening: Screening
    judged: dict[str, int] = field(default_factory=dict)
    met: int = 0
    tightest: tuple[float, Instance, Judgement] | None = None
    ties: set[int] = field(default_factory=set)
    undefined: int = 0  # instances that meet all hypotheses and give the claim no meaning
    stuck: list[str] = field(default_factory=list)
    seen: int = 0

    def judge(self, concrete: Concrete, instance: Instance) -> Judgement:
        """Judge one exact instance and record the outcome."""
        verdict = judge(concrete, instance)
        tally = self.screening.tally
        self.judged[verdict.outcome] = self.judged.get(verdict.outcome, 0) + 1
        if verdict.outcome == "undecided":
            return verdict
        if verdict.outcome == "out_of_domain":
            tally.out_of_domain += 1
            self.undefined += bool(verdict.conjuncts)
            return verdict
        tally.certified += 1
        self.met += 1
        self.ties |= {k for k, d in enumerate(verdict.conjuncts) if d.status == "tie"}
        worst = min((d.relative for d in verdict.conjuncts), default=float("inf"))
        if self.tightest is None or (worst, complexity(instance)) < (self.tightest[0], complexity(self.tightest[1])):
            self.tightest = (worst, instance, verdict)
        return verdict

    def suspects(self, wanted: str) -> tuple[Concrete, Instance, Judgement] | None:
        """The most readable suspect with the wanted outcome ("violation" or "witness"), if any is certified."""
        fresh, self.seen = self.screening.suspects[self.seen :], len(self.screening.suspects)
        profile = self.screening.profile
        fresh = [c for c in fresh if largest_order(c.concrete) <= profile.certify_order]
        fresh.sort(key=lambda c: (not c.relative < -CLEAR, -c.broken, sum(c.concrete.dims.values()), c.size))
        affordable = [(c, i) for c in fresh[: 2 * profile.suspects] if (i := self._exact(c)) is not None]
        affordable.sort(key=lambda pair: (not pair[0].relative < -CLEAR, -pair[0].broken, complexity(pair[1])))
        hopeless = 0
        for candidate, instance in affordable[: profile.suspects]:
            if hopeless == HOPELESS:
                break  # the rest stays counted as undecided
            verdict = self.judge(candidate.concrete, instance)
            hopeless = hopeless + 1 if verdict.outcome == "undecided" else 0
            self.screening.tally.resolved += verdict.outcome != "undecided"
            if verdict.outcome == "undecided" and candidate.relative < 0:
                self.stuck.append(verdict.reason)
            if verdict.outcome == wanted:
                return candidate.concrete, instance, verdict
        return None

    def _exact(self, candidate: Candidate) -> Instance | None:
        if not all(bool(v.isfinite().all()) for v in candidate.values.values()):
            return None  # an overflow of the search itself, not a member of the domain
        return instances.exact(candidate.concrete, candidate.values, 0, candidate.denominator)

    def confirm(self) -> tuple[Concrete, Instance, Judgement] | None:
        """Certify the tightest instances and some that meet the hypotheses; a violation among them is returned."""
        profile = self.screening.profile
        tight = sorted(self.screening.tightest.items(), key=lambda item: (item[1].relative, item[1].size, item[0]))
        chosen = [c for (size, _), c in tight if size <= profile.certify_order][: profile.tightest]
        for candidate in [*chosen, *self.screening.accepted]:
            if candidate not in chosen and self.met >= ENOUGH:
                break
            instance = self._exact(candidate)
            if instance is None:
                continue
            verdict = self.judge(candidate.concrete, instance)
            if verdict.outcome == "violation":
                return candidate.concrete, instance, verdict
        return None


def check(statement: Statement, profile: Profile, seed: int, device: str, extra: tuple[Ensemble, ...] = ()) -> Finding:
    """Check one statement about matrices.

    `extra` are ensembles beyond the registered ones (the trained networks).
    """
    screening = Screening(statement, profile, Stream(statement.id, seed, device), device, extra=extra)
    court, proof = Court(screening), proofs.check(statement)
    wanted = "witness" if screening.witness else "violation"
    screening.enumerate_small()
    screening.construct()
    found = court.suspects(wanted)
    textbook = statement.paper == "classical"  # leaned on, not under review: a tenth of the instances
    thin = statement.construct is not None  # random instances hardly ever meet its hypotheses
    screening.sample(0.1 if textbook or thin or found is not None else 1.0)
    if found is None:
        screening.ascend()
        found = court.suspects(wanted) or (None if screening.witness else court.confirm())
    if found is not None and wanted == "violation":
        found = _readable(court, *found)
    return _finding(court, proof, found)


def _readable(
    court: Court, concrete: Concrete, instance: Instance, verdict: Judgement
) -> tuple[Concrete, Instance, Judgement]:
    broken, clear = _broken(verdict), verdict.conjuncts[verdict.broken or 0].relative < -CLEAR

    def violates(candidate: Instance) -> bool:
        again = judge(concrete, candidate)
        if again.outcome != "violation" or not broken <= _broken(again):
            return False
        return not clear or again.conjuncts[again.broken or 0].relative < -CLEAR

    small = shrink(instance, violates)
    return concrete, small, judge(concrete, small)


def _broken(verdict: Judgement) -> set[int]:
    return {k for k, d in enumerate(verdict.conjuncts) if d.status == "broken"}


def _finding(court: Court, proof: Any, found: tuple[Concrete, Instance, Judgement] | None) -> Finding:
    screening, statement = court.screening, court.screening.statement
    evidence = _evidence(court)
    finding = Finding(Verdict.SUPPORTED, _scope(screening), evidence, tight=bool(court.ties))
    if proof is not None:
        finding.proof = proof.to_json()
    if screening.witness:
        return _existence(court, finding, found)
    if found is not None:
        if proof is not None and proof.ok:
            raise RuntimeError(
                f"{statement.id} has an accepted proof and a certified counterexample: one of them is wrong"
            )
        finding.verdict, finding.tight = Verdict.REFUTED, False
        finding.certificate = exhibits.certificate(statement, *found)
        finding.counterexample = exhibits.explain(statement, *found)
        finding.evidence["undecided"] = len(court.stuck)  # other suspects no longer matter
        for k in _broken(found[2]):
            finding.evidence["conjuncts"][k]["status"] = "broken"
        finding.evidence["min_slack"] = found[2].conjuncts[found[2].broken or 0].relative
        finding.scope = _dims(found[1])
    elif proof is not None and proof.ok:
        finding.verdict, finding.scope = Verdict.PROVED, proof.scope
    elif proof is not None:
        raise RuntimeError(f"the proof of {statement.id} is not accepted: {proof.failure}")
    elif court.met < ENOUGH and court.judged.get("undecided"):
        finding.verdict = Verdict.INCONCLUSIVE
        finding.evidence["stopped"] = "the instances re-evaluated could not be decided at the highest precision"
    elif court.met < ENOUGH:
        finding.verdict = Verdict.VACUOUS
        finding.evidence["stopped"] = _blame(court)
        finding.scope = "no instance"
    elif finding.evidence["undecided"] > evidence["instances"] / 2:
        finding.verdict = Verdict.INCONCLUSIVE
        finding.evidence["stopped"] = "most instances were beyond floating point and too many to re-evaluate"
    elif court.stuck:
        finding.verdict = Verdict.INCONCLUSIVE
        finding.evidence["stopped"] = f"undecided at the highest precision: {court.stuck[0]}"
    return finding


def _existence(court: Court, finding: Finding, found: tuple[Concrete, Instance, Judgement] | None) -> Finding:
    """An existence claim: a witness proves it, a proof of the opposite statement refutes it."""
    statement = court.screening.statement
    if found is not None:
        finding.verdict, finding.scope, finding.counterexample = Verdict.PROVED, "a witness", None
        finding.evidence["tightest"] = exhibits.shown(statement, found[1], found[2])
        return finding
    denial = statement.denied_by
    opposite = denial and catalogue.find(denial.statement)
    report = opposite and proofs.check(opposite)
    if not (denial and report and report.ok):
        finding.verdict = Verdict.INCONCLUSIVE
        finding.evidence["stopped"] = "no witness was found, and nothing proves that there is none"
        return finding
    finding.verdict, finding.scope = Verdict.REFUTED, report.scope
    finding.proof = {**report.to_json(), "of": denial.statement}
    finding.certificate = certificates.build_negation(
        statement, denial.gram, write(denial.factor), write(denial.weight), denial.pattern.name
    )
    finding.counterexample = exhibits.illustrate(statement, denial)
    return finding


def _evidence(court: Court) -> dict[str, Any]:
    screening, tally = court.screening, court.screening.tally
    slacks = [e.min_slack for e in tally.ensembles.values() if e.min_slack is not None]
    return {
        "instances": tally.instances,
        "searches": tally.searches,
        "certified": tally.certified,
        "min_slack": min(slacks) if slacks else None,
        "generated": tally.generated,
        "decided": tally.decided,
        "within_rounding": tally.within_rounding,
        "suspects": tally.suspects,
        "undecided": tally.suspects - tally.resolved,
        "out_of_domain": tally.out_of_domain,
        "stopped": "every planned instance was screened",
        "dimensions": _scope(screening),
        "device": screening.device,
        "stages": tally.stages,
        "ensembles": [e.to_json() for e in tally.ensembles.values()],
        "conjuncts": list(_conjuncts(court)),
        "hypotheses": list(_hypotheses(court)),
        "tightest": None if court.tightest is None else exhibits.shown(screening.statement, *court.tightest[1:]),
    }


def _conjuncts(court: Court) -> Iterator[dict[str, Any]]:
    for k, clause in enumerate(court.screening.statement.conjuncts):
        slack = court.screening.tally.conjunct_slack.get(k)
        yield {"text": write(clause), "min_slack": slack, "tight": k in court.ties, "status": "holds"}


def _hypotheses(court: Court) -> Iterator[dict[str, Any]]:
    """Every hypothesis with a certified instance that meets it, one that does not, and its acceptance rate."""
    screening = court.screening
    tally = screening.tally
    for k, clause in enumerate(tally.hypothesis_texts):
        tried = tally.hypothesis_tried[k] if k < len(tally.hypothesis_tried) else 0
        shown: dict[str, Any] = {}
        for wanted, name in ((True, "met"), (False, "missed")):
            shown[name] = None
            for candidate in screening.examples.get((k, wanted), ()):
                instance = court._exact(candidate)
                decision = instance and decide(candidate.concrete.hypotheses[k], instance)
                if instance and decision and decision.established == wanted and decision.status in CERTAIN:
                    shown[name] = instance.to_json()
                    break
        yield {
            "text": clause,
            "met": shown["met"] is not None,
            "missed": shown["missed"] is not None,
            "example_met": shown["met"],
            "example_missed": shown["missed"],
            "acceptance": tally.hypothesis_met[k] / tried if tried else None,
        }


def _blame(court: Court) -> str:
    tally = court.screening.tally
    texts = tally.hypothesis_texts
    never = [text for text, met in zip(texts, tally.hypothesis_met, strict=False) if not met]
    if never:
        return f"never met: {'; '.join(never)}"
    if court.undefined and not court.met:
        return "the claim has no meaning at any instance re-evaluated that meets the hypotheses"
    if texts:
        return f"each hypothesis was met somewhere, all of them together at {court.met} certified instances"
    if court.screening.statement.given:
        return f"no dimensions tried meet {'; '.join(map(write, court.screening.statement.given))}"
    return "the domains generated no instance"


def _scope(screening: Screening) -> str:
    """What was covered: "n ≤ 64", or numbers alone where a statement has no dimensions."""
    if not screening.tally.instances:
        return "no instance"
    return ", ".join(f"{k} ≤ {v}" for k, v in screening.tally.covered.items()) or "real numbers"


def _dims(instance: Instance) -> str:
    return ", ".join(f"{k} = {v}" for k, v in instance.dims.items()) or "the instance shown"
