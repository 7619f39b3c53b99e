"""What the screening of an algebraic claim found, as the report tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Basic

from lemmata.claims import counterexample
from lemmata.claims.counting import EDGES
from lemmata.claims.exact_check import ExactCheck
from lemmata.claims.screening import Screening
from lemmata.evaluate.decide import decide
from lemmata.language.relations import Relation
from lemmata.language.text import write

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
        "level": {"count": len(exact_check.level), "first": exact_check.level[0] if exact_check.level else None},
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
                instance = exact_check.exact(candidate)
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
