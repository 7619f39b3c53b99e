"""Existence claims that are false: the derivation of the contrary, down to textbook facts, for their certificates."""

from __future__ import annotations

import json
from typing import Any

from lemmata import catalogue
from lemmata.kernel import KernelError, Theorem
from lemmata.language import proof
from lemmata.language.core import Entry
from lemmata.language.relations import Relation
from lemmata.language.statement import Kind, Statement
from lemmata.language.text import write
from lemmata.prove import derivations
from lemmata.prove.elaborating import elaborate, statements_used, theorem_of
from lemmata.prove.facts import text_of

CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def derivation(statement: Statement) -> dict[str, Any] | None:
    """Steps of the kernel for the contrary of `exists: a < b`, from the statement that `denied_by` names, if they fit.

    That statement says the contrary in the same variables, or for vectors of which the claim has an entry.
    """
    (claim,) = statement.claim
    relation, denial = claim.args[0], statement.denied_by
    if denial is None or not isinstance(relation, Relation) or relation.op not in CONTRARY:
        return None
    other = catalogue.get(denial.statement)
    claim = Relation(relation.lhs, CONTRARY[relation.op], relation.rhs)
    contrary = Statement(
        id=statement.id.split("~")[0] + "~contrary",
        title="",
        source=statement.source,
        kind=Kind.ALGEBRAIC,
        given=statement.given,
        claim=claim,
    )
    if contrary.text["let"] != statement.text["let"]:
        return None
    known: dict[str, list[Theorem]] = {}
    steps = [proof.Step("contrary", other.conjuncts[0], proof.Apply(other.id))]
    if isinstance(relation.lhs, Entry) and write(other.conjuncts[0]) != write(claim):
        steps.append(proof.Step("there", claim, proof.At("contrary", relation.lhs.args[-1])))
    try:
        _below(other.id, known)
        (theorem,) = elaborate(contrary, proof.Proof("by its contrary", tuple(steps)), _finder(known))
        data = json.loads(derivations.write([(theorem, contrary.id, "A", text_of(contrary), 0)]))
    except KernelError:  # it says something else
        return None
    return {"rows": data["rows"], "steps": data["steps"], "step": data["claims"][0][0]}


def _finder(known: dict[str, list[Theorem]]) -> Any:
    return lambda name, conjunct: known[name][conjunct] if name in known else theorem_of(name, conjunct)


def _below(name: str, known: dict[str, list[Theorem]]) -> None:
    """Theorems for a statement and all that its proof uses; what has no proof stays an axiom."""
    given = catalogue.proof_of(name)
    if given is None or name in known:
        return
    for other in statements_used(given):
        _below(other, known)
    known[name] = elaborate(catalogue.get(name), given, _finder(known))
