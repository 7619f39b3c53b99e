"""What people are shown of an instance: the numbers, the relation, and why it fails."""

from __future__ import annotations

from typing import Any

from lemmata import certificates
from lemmata.evaluate.decide import Decision, Evaluation, Judgement, judge
from lemmata.evaluate.interpreter import NoValue
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, index_tuples, instantiate
from lemmata.language.matrices import MatrixTerm
from lemmata.language.relations import Exists, Relation, conjuncts
from lemmata.language.statement import Denial, Statement
from lemmata.language.text import write

WORDS = {"==": "equality", "<=": "≤", "<": "<", ">=": "≥", ">": ">"}
READABLE = 9  # entries of a side that are written out


def certificate(statement: Statement, concrete: Concrete, instance: Instance, verdict: Judgement) -> dict[str, Any]:
    """Certificate of the first broken conjunct."""
    number, decision, relation = _first_broken(concrete, verdict)
    given = []
    for clause, d in zip(concrete.hypotheses, verdict.hypotheses, strict=True):
        # A hypothesis over an empty range of indices has no sides to record.
        given.append((certificates.at_indices(clause, d.index) if d.lhs else clause, d.lhs, d.rhs))
    return certificates.build_violation(
        statement, instance, number, relation, decision.lhs, decision.rhs, given, decision.precision
    )


def explain(statement: Statement, concrete: Concrete, instance: Instance, verdict: Judgement) -> dict[str, Any]:
    """The counterexample in plain data: numbers, broken relation, both sides, and a sentence or two."""
    number, decision, relation = _first_broken(concrete, verdict)
    general, said = ([c for clause in claim for c in conjuncts(clause)][concrete.origins[number]]
                     for claim in (statement.meaning[1], statement.claim))  # fmt: skip
    sides = _written_out(instance, relation)
    left, right = sides or (short(decision.lhs), short(decision.rhs))
    where = f" (indices {', '.join(map(str, decision.index))})" if decision.index else ""
    return {
        **instance.to_json(),
        "conjunct": concrete.origins[number],
        "claim": write(said),
        "concrete": write(relation if said == general else said),  # with its words, as norminf, where it has any
        "lhs": left,
        "rhs": right,
        "relation": relation.op,
        "entry": list(decision.entry),
        "explain": f"Every hypothesis holds, but{where} the left side is {left} and the right side {right}, so "
        f"{WORDS[relation.op]} fails.",
    }


def illustrate(statement: Statement, denial: Denial) -> dict[str, Any]:
    """An instance at which a denied existence claim fails, with the reason why it fails everywhere.

    Raises ValueError when the illustration is outside the statement or satisfies the claim after all.
    """
    instance = Instance.from_json(denial.illustration)
    concrete = instantiate(statement, instance.dims)
    verdict = judge(concrete, instance)
    if verdict.outcome != "no_witness":
        raise ValueError(f"the illustration of {statement.id} is not a failing instance: {verdict.outcome}")
    decision = next(d for d in verdict.conjuncts if d.status == "broken")
    return {
        **instance.to_json(),
        "conjunct": 0,
        "claim": statement.text["claim"][0],
        "lhs": short(decision.lhs),
        "rhs": short(decision.rhs),
        "relation": index_tuples(statement.claim[0].args[0])[2].op,
        "explain": denial.because,
    }


def shown(statement: Statement, instance: Instance, verdict: Judgement) -> dict[str, Any]:
    """The tightest conjunct at an instance, in plain data."""
    worst = min(range(len(verdict.conjuncts)), key=lambda k: verdict.conjuncts[k].relative)
    decision = verdict.conjuncts[worst]
    clause = instantiate(statement, instance.dims).claim[worst]
    relation = index_tuples(clause.body if isinstance(clause, Exists) else clause)[2]
    return {
        **instance.to_json(),
        "conjunct": worst,
        "lhs": decision.lhs,
        "rhs": decision.rhs,
        "slack": f"{decision.slack:.6g}",
        "relation": relation.op,
        "exact_tie": decision.status == "tie" or (decision.exact and decision.slack == 0),
    }


def short(enclosure: str) -> str:
    """The middle of a decimal enclosure, for prose."""
    middle = enclosure.strip("[]").split(" +/- ")[0]
    return middle.rstrip("0").rstrip(".") if "." in middle and "e" not in middle else middle


def _first_broken(concrete: Concrete, verdict: Judgement) -> tuple[int, Decision, Relation]:
    number = verdict.broken
    assert number is not None
    decision = verdict.conjuncts[number]
    return number, decision, certificates.at_indices(concrete.claim[number], decision.index)


def _written_out(instance: Instance, relation: Relation) -> tuple[str, str] | None:
    """Both sides of a relation between small rational matrices, rows separated by semicolons."""
    if not isinstance(relation.lhs, MatrixTerm):
        return None
    exact = Evaluation(instance).exact
    try:
        sides = [exact.matrix(side, {}).tolist() for side in (relation.lhs, relation.rhs)]
    except NoValue:
        return None
    if len(sides[0]) * len(sides[0][0]) > READABLE:
        return None
    if len(sides[0]) == len(sides[0][0]) == 1:
        return str(sides[0][0][0]), str(sides[1][0][0])
    left, right = ("[" + "; ".join(", ".join(map(str, row)) for row in side) + "]" for side in sides)
    return left, right
