"""Checking statements about matrices (kinds A, D and I): screen, nominate, certify."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sympy import Basic

from lemmata import catalogue, certificates
from lemmata.certificates.confirmation import checked, confirmed, undisturbed, withdrawn
from lemmata.claims import counterexample, cross_check
from lemmata.claims.counting import EDGES
from lemmata.claims.exact_check import ENOUGH, ExactCheck, Found
from lemmata.claims.profiles import Profile
from lemmata.claims.screening import OutOfTime, Screening, Watch
from lemmata.evaluate.decide import Judgement, decide
from lemmata.language.conjecture_files import CONJECTURE, restricted
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.verdicts import Finding, Verdict
from lemmata.network_checker.network_program import CertificateError
from lemmata.sample.plan import dimensions

if TYPE_CHECKING:
    from lemmata.claims.schedule import Stage
    from lemmata.prove.proofs import ProofReport

# What the screening of an algebraic claim found, as the report tells it.
CERTAIN = ("holds", "tie", "broken")


def account(exact_check: ExactCheck) -> dict[str, Any]:
    """What was tried and what came of it: counts, stages, ensembles, conjuncts and hypotheses."""
    screening, tally = exact_check.screening, exact_check.screening.tally
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
        "undecided_because": exact_check.unresolved(),
        "out_of_domain": tally.out_of_domain,
        "stopped": "every planned instance was screened",
        "dimensions": scope(screening),
        "device": screening.device,
        "stages": tally.stages,
        "refutation": tally.refutation,
        "edges": list(EDGES),  # of the histograms of all ensembles
        "ensembles": [e.to_json() for e in tally.ensembles.values()],
        "conjuncts": list(_conjuncts(exact_check)),
        "hypotheses": list(_hypotheses(exact_check)),
        "level": {
            "count": len(exact_check.near_ties),
            "first": exact_check.near_ties[0] if exact_check.near_ties else None,
        },
        "tightest": _tightest(exact_check),
    }


def _tightest(exact_check: ExactCheck) -> dict[str, Any] | None:
    """The tightest instance in the variables of the statement as it was asked."""
    found = None if exact_check.tightest is None else exact_check.as_asked(exact_check.tightest[1])
    return None if found is None else counterexample.shown(exact_check.screening.asked, *found[1:])


def _conjuncts(exact_check: ExactCheck) -> Iterator[dict[str, Any]]:
    for k, clause in enumerate(exact_check.screening.asked.conjuncts):
        slack = exact_check.screening.tally.conjunct_slack.get(k)
        tight = k in exact_check.ties and _bounds(clause)
        yield {"text": write(clause), "min_slack": slack, "tight": tight, "status": "holds"}


def _bounds(clause: Any) -> bool:
    """Whether a clause has an inequality, which may be attained; an equation holds or does not."""
    return any(r.op != "==" for r in clause.atoms(Relation)) if isinstance(clause, Basic) else True


def _hypotheses(exact_check: ExactCheck) -> Iterator[dict[str, Any]]:
    """Every hypothesis with a certified instance that meets it, one that does not, and its acceptance rate."""
    screening = exact_check.screening
    tally = screening.tally
    for k, clause in enumerate(tally.hypothesis_texts):
        tried = tally.hypothesis_tried[k] if k < len(tally.hypothesis_tried) else 0
        shown: dict[str, Any] = {}
        for wanted, name in ((True, "met"), (False, "missed")):
            shown[name] = None
            for candidate in screening.examples.get((k, wanted), ()):
                instance = candidate.exact()
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


def blame(exact_check: ExactCheck) -> str:
    """Why a claim says nothing: the hypotheses that were never met, or that there was nothing to meet them."""
    tally = exact_check.screening.tally
    texts = tally.hypothesis_texts
    never = [text for text, met in zip(texts, tally.hypothesis_met, strict=False) if not met]
    if never:
        return f"never met: {'; '.join(never)}"
    if exact_check.undefined and not exact_check.met:
        return "the claim has no meaning at any instance re-evaluated that meets the hypotheses"
    if texts:
        return f"each hypothesis was met somewhere, all of them together at {exact_check.met} certified instances"
    if exact_check.screening.asked.given:
        return f"no dimensions tried meet {'; '.join(map(write, exact_check.screening.asked.given))}"
    return "the domains generated no instance"


def scope(screening: Screening) -> str:
    """What was covered: "n ≤ 64", or numbers alone where a statement has no dimensions; before that, whether the claim
    has no value at most instances that meet the hypotheses."""
    tally = screening.tally
    if not tally.instances:
        return "no instance"
    covered = ", ".join(f"{k} ≤ {v}" for k, v in tally.covered.items()) or "real numbers"
    met = tally.instances + tally.out_of_domain
    if tally.out_of_domain <= met / 2:
        return covered
    return f"only where the claim has a value, {100 * tally.instances / met:.2g} % of the instances: {covered}"


SAMPLED = 20  # instances re-evaluated, from which on they speak for the others
SHORT = 4.0  # seconds left that are not searched away to the last: what adds to an answer needs time as well
MOST = 0.75  # of the time that is left after the first pass goes to the anytime search, the rest to all stages
OTHERS = 6  # certificates tried where the checker refused one
OPEN = "hypothesis not established"  # how the checker says so
NEIGHBOURS, STEPS = 128, 8  # of a violation whose certificate was refused, and how far away they are looked for


def check(
    statement: Statement,
    profile: Profile,
    seed: int,
    device: str = "cpu",
    watch: Watch | None = None,
) -> Finding:
    """Check one statement about matrices.

    `watch` sets a deadline and is informed of progress; without one the outcome depends on nothing but the statement,
    the profile and the seed.
    """
    from lemmata.claims.minimise import improved
    from lemmata.claims.schedule import sample
    from lemmata.evaluate.randomness import Stream

    proof = _proof(statement)
    if proof is not None and proof.ok:
        profile = profile.next_to_a_proof()
    elif statement.source.paper.textbook and len(dimensions(statement)) < len(statement.let):
        profile = profile.of_the_textbook()
    screening = Screening(statement, profile, Stream(statement.id, seed, device), device)
    screening.watch = watch or Watch()
    exact_check = ExactCheck(screening)
    began = screening.watch.clock()
    found, first, stopped = None, None, ""
    try:
        found = _search(exact_check, proof is not None and proof.ok)
    except OutOfTime:
        stopped = "the time allowed was over"
        found = exact_check.check_pending()
    if found is not None and not screening.witness:
        by = next((s["name"] for s in screening.tally.stages if s.get("refuted")), "the exact check")
        screening.tally.refutation = {"stage": by, "seconds": round(screening.watch.clock() - began, 3)}
        first, (found, way) = found, improved(exact_check, found, began)
        screening.tally.refutation["improved"] = way
        if profile.after:  # for the record: how rare are violations among random instances?
            with (
                contextlib.suppress(OutOfTime),
                screening.stage("after", "random instances, after the refutation") as record,
            ):
                record["tried"] = sum(sample(screening, profile.after, "after"))
    if found is None and exact_check.met < ENOUGH:
        exact_check.confirm()
    with undisturbed():
        finding = confirmed(statement, conclude(exact_check, proof, found, stopped))
    refused = finding.verdict is Verdict.INCONCLUSIVE
    return _instead(exact_check, proof, first, finding) if first is not None and refused else finding


class _Enough(Exception):
    """The checker was asked often enough."""


def _instead(exact_check: ExactCheck, proof: ProofReport | None, first: Found, refused: Finding) -> Finding:
    """Where the checker does not accept a refutation: that of the instance as it was before it was made simpler, or of
    the next suspect, or of one next to it, that it accepts.  If there is none, the finding as it was.

    Suspects at hand are simple, and often refused for one reason, a multiple eigenvalue say; neighbours, and what a
    search comes to, are more general.  Each of the three has `OTHERS` tries.  Where a hypothesis that is met with
    equality could not be established, instances inside it are waited for.
    """
    statement, shown, edges, left = exact_check.screening.asked, set[str](), set[int](), 0

    def accept(drawn: Found) -> bool:
        nonlocal left
        found = exact_check.as_asked(drawn[1])
        if found is None or found[2].outcome != exact_check.wanted:
            return False
        tied = {k: d.relation for k, d in enumerate(found[2].hypotheses) if d.status == "tie"}
        if (values := repr(found[1].to_json())) in shown or edges & tied.keys():
            return False
        if not left:
            raise _Enough
        left -= 1
        shown.add(values)
        with undisturbed(), contextlib.suppress(CertificateError):
            result = checked(counterexample.certificate(statement, *found))[0]
            edges.update(k for k, relation in tied.items() if f"{OPEN}: {relation} is" in result.lines[0])
            return result.accepted
        return False

    exact_check.accept, exact_check.seen = accept, 0
    looks = (
        lambda: first if accept(first) else exact_check.check_pending(),
        lambda: _beside(exact_check, first),
        lambda: _hunt(exact_check, last=True),
    )
    with contextlib.suppress(OutOfTime):
        for look in looks:
            left = OTHERS
            with contextlib.suppress(_Enough):
                if (found := look()) is not None:
                    with undisturbed():
                        return confirmed(statement, conclude(exact_check, proof, found, ""))
    refused.evidence["stopped"] = _advised(statement, refused.evidence["stopped"])
    return refused


def _beside(exact_check: ExactCheck, found: Found) -> Found | None:
    """The first violation that passes the exact check among random neighbours of one."""
    from lemmata.claims.nominate import nominate
    from lemmata.sample.batches import as_batch
    from lemmata.search.space import Space

    concrete, instance, _ = found
    screening = exact_check.screening
    if not concrete.variables:
        return None
    values = as_batch(concrete, [instance] * NEIGHBOURS)
    for step in range(STEPS):
        values = Space(concrete).near(values, screening.stream_of("beside", concrete, step))
        nominate(screening, concrete, values, "beside", "neighbours of a violation")
        if (other := exact_check.check_pending()) is not None:
            return other
    return None


def _advised(statement: Statement, why: str) -> str:
    """Why nothing was settled, and what to write where a matrix may be symmetric by its values only."""
    if next(restricted(statement), None) is None:
        return why
    return f"{why}; where only its values show that a matrix A is symmetric, write sym(A)"


def _proof(statement: Statement) -> ProofReport | None:
    """The report on a statement's proof.  A conjecture has none, and need not wait for the catalogue to be loaded."""
    if statement.source.paper is CONJECTURE:
        return None
    from lemmata.prove import proofs

    return proofs.check(statement)


def _search(exact_check: ExactCheck, proved: bool) -> Found | None:
    """Go through the stages, with small budgets first if the profile has a first pass, until something is certified."""
    screening = exact_check.screening
    profile = screening.profile
    for number, budgets in enumerate((profile.first, profile)):
        if budgets is not None:
            screening.profile, screening.turn = budgets, number
            found = _climb(exact_check, proved)
            if found is not None:
                return found
            if _denial(screening.statement) is not None:
                return None  # a witness is out of the question: the opposite is proved
            if not proved:
                found = _hunt(exact_check, last=budgets is profile)
                if found is not None:
                    return found
    return None if screening.witness else exact_check.confirm()


def _hunt(exact_check: ExactCheck, last: bool) -> Found | None:
    """Search with the time that is left, or a part of it; without a deadline for as many turns as the profile has."""
    from lemmata.claims.anytime import anytime_search
    from lemmata.claims.schedule import Stage

    screening = exact_check.screening
    deadline = screening.watch.deadline
    turns: int | None = screening.profile.turns
    if deadline is None and not turns:
        return None
    until: float | None = None
    if deadline is not None:
        now = screening.watch.clock()
        whole = last and deadline - now > SHORT
        until, turns = deadline if whole else now + MOST * (deadline - now), None
    stage = Stage("anytime", "BFGS in many coordinates, chosen by a bandit", lambda s: anytime_search(s, until, turns))
    return _run(exact_check, stage)


def _denial(statement: Statement) -> ProofReport | None:
    """The accepted proof of the opposite of an existence claim, if there is one."""
    if statement.denied_by is None:
        return None
    opposite = catalogue.find(statement.denied_by.statement)
    report = opposite and _proof(opposite)
    return report if report and report.ok else None


def _climb(exact_check: ExactCheck, proved: bool) -> Found | None:
    from lemmata.claims.schedule import stages

    screening = exact_check.screening
    statement, profile = screening.statement, screening.profile
    textbook = statement.source.paper.textbook  # leaned on, not under review: a tenth of the instances
    thin = statement.construct is not None  # random instances hardly ever meet its hypotheses
    spared = not profile.thorough and (proved or textbook)
    for stage in stages(0.1 if textbook or thin else 1.0, searches_first=profile.first is not None):
        if stage.expensive and spared:
            reason = "a proof is at hand" if proved else "a textbook fact, leaned on and not under review"
            with screening.stage(stage.name, stage.label) as record:
                record["skipped"] = reason
            continue
        found = _run(exact_check, stage)
        if found is None and stage.name == "ascent" and not screening.witness:
            found = exact_check.confirm()
        if found is not None:
            return found
    return None


def _run(exact_check: ExactCheck, stage: Stage) -> Found | None:
    """Run one stage to its end, or until a clear violation is certified."""
    screening = exact_check.screening
    found = None
    with screening.stage(stage.name, stage.label) as record:
        for tried in stage.run(screening):
            record["tried"] += tried
            found = exact_check.check_clearest()
            if found is not None:
                break
    if found is None:
        found = exact_check.check_pending()
    if found is not None:
        record["refuted"] = True
    return found


def _broken(concrete: Concrete, verdict: Judgement) -> set[int]:
    return {k for k, d in zip(concrete.origins, verdict.conjuncts, strict=False) if d.status == "broken"}


def conclude(exact_check: ExactCheck, proof: Any, found: Found | None, stopped: str) -> Finding:
    """The verdict that follows from what the exact check established and a search found; `stopped` says why it did."""
    screening, statement = exact_check.screening, exact_check.screening.asked
    if found is not None:
        found = exact_check.as_asked(found[1])
        if found is None or found[2].outcome != exact_check.wanted:
            raise RuntimeError(f"{statement.id}: what the search certified is no counterexample to what was asked")
    evidence = account(exact_check)
    evidence["stopped"] = stopped or evidence["stopped"]
    evidence["second_route"] = _seen_again(exact_check, found)
    finding = Finding(
        Verdict.SUPPORTED, scope(screening), evidence, tight=any(c["tight"] for c in evidence["conjuncts"])
    )
    if proof is not None:
        finding.proof = proof.to_json()

    def left(why: str, verdict: Verdict = Verdict.INCONCLUSIVE) -> None:
        finding.verdict, finding.evidence["stopped"] = verdict, why

    if screening.witness:
        return _existence(exact_check, finding, found)
    if found is not None:
        if proof is not None and proof.ok:
            raise RuntimeError(
                f"{statement.id} has an accepted proof and a certified counterexample: one of them is wrong"
            )
        finding.verdict, finding.tight = Verdict.REFUTED, False
        try:
            finding.certificate = counterexample.certificate(statement, *found)
        except CertificateError as why:  # the claim is longer than a certificate may be, or a number is
            return withdrawn(finding, f"no certificate can be written: {why}")
        finding.counterexample = counterexample.explain(statement, *found)
        finding.evidence["undecided"] = len(exact_check.unsettled)  # other suspects no longer matter
        for k in _broken(found[0], found[2]):
            finding.evidence["conjuncts"][k]["status"] = "broken"
        finding.evidence["min_slack"] = found[2].conjuncts[found[2].broken or 0].relative
        finding.scope = _dims(found[1])
    elif proof is not None and proof.ok and not evidence["instances"]:
        finding.scope = "no instance"
        left(f"the proof is accepted, but it speaks of nothing: {blame(exact_check)}", Verdict.VACUOUS)
    elif proof is not None and proof.ok:
        finding.verdict, finding.scope = Verdict.PROVED, proof.scope
    elif proof is not None:
        raise RuntimeError(f"the proof of {statement.id} is not accepted: {proof.failure}")
    elif exact_check.met < ENOUGH and exact_check.judged.get("undecided"):
        reason = max(exact_check.undecided, key=exact_check.undecided.__getitem__, default="")
        said = "the instances re-evaluated could not be decided at the highest precision"
        left(_advised(statement, f"{said}: {reason}" if reason else said))
    elif exact_check.met < ENOUGH and stopped:
        finding.verdict = Verdict.INCONCLUSIVE
    elif exact_check.met < ENOUGH:
        finding.scope = "no instance"
        left(blame(exact_check), Verdict.VACUOUS)
    elif finding.evidence["undecided"] > evidence["instances"] / 2 and not _mostly_told(exact_check):
        partly = next(restricted(statement), "")
        beyond = "most instances were beyond floating point and too many to re-evaluate"
        left(f"too few instances had a value: {partly}" if partly else beyond)
    elif not exact_check.apart:
        left("an equation among the hypotheses was met only trivially: matrices equal, or zero")
    elif exact_check.unsettled:
        left(f"undecided at the highest precision: {exact_check.unsettled[0]}")
    elif empty := [k for k in range(len(statement.conjuncts)) if k not in screening.tally.conjunct_slack]:
        left(f"conjunct {empty[0] + 1} says nothing anywhere: its indices have no values")
    return finding


def _seen_again(exact_check: ExactCheck, found: Found | None) -> str:
    tightest = None if exact_check.tightest is None else exact_check.as_asked(exact_check.tightest[1])
    return cross_check.seen_again(exact_check.screening.asked.id, [x for x in (found, tightest) if x is not None])


def _mostly_told(exact_check: ExactCheck) -> bool:
    """Whether nearly all instances beyond floating point that were re-evaluated could be decided, most of them because
    a side has no value there: what holds of these is taken to hold of those that were too many."""
    judged = sum(exact_check.judged.values())
    return judged >= SAMPLED and exact_check.judged.get("undecided", 0) <= judged / 20


def _existence(exact_check: ExactCheck, finding: Finding, found: Found | None) -> Finding:
    """An existence claim: a witness with its certificate proves it, a proof of the opposite statement refutes it."""
    statement = exact_check.screening.asked
    if found is not None:
        try:
            finding.certificate = certificates.build_witness(statement, found[1])
        except CertificateError as why:
            return withdrawn(finding, f"no certificate can be written: {why}")
        finding.verdict, finding.scope, finding.counterexample = Verdict.PROVED, "a witness", None
        finding.evidence["tightest"] = counterexample.shown(statement, found[1], found[2])
        return finding
    denial, report = statement.denied_by, _denial(statement)
    if denial is None or report is None:
        finding.verdict = Verdict.INCONCLUSIVE
        finding.evidence["stopped"] = "no witness was found, and nothing proves that there is none"
        return finding
    finding.verdict, finding.scope = Verdict.REFUTED, report.scope
    finding.proof = {**report.to_json(), "of": denial.statement}
    from lemmata.certificates import denials

    derivation = denials.derivation(statement)
    finding.certificate = None if derivation is None else certificates.build_denial(statement, derivation)
    finding.counterexample = counterexample.illustrate(statement, denial)
    return finding


def _dims(instance: Instance) -> str:
    return ", ".join(f"{k} = {v}" for k, v in instance.dims.items()) or "the instance shown"
