"""What the kernel proves for certificates, down to textbook facts: contraries of existence claims, and ties."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from lemmata import catalogue
from lemmata.checker.text_form import Tree, instances, parse_clause, written
from lemmata.checker.violation import declarations, sizes_of
from lemmata.kernel import KernelError, Theorem
from lemmata.language import proof
from lemmata.language.core import Entry
from lemmata.language.parse import ReadingError, read_claims
from lemmata.language.parse.declarations import read_variables
from lemmata.language.relations import CONTRARY, Relation
from lemmata.language.statement import Kind, Paper, Statement
from lemmata.language.text import write
from lemmata.network_checker.denial import tie
from lemmata.prove import derivations
from lemmata.prove.attempts import attempt
from lemmata.prove.elaborating import elaborate, statements_used, theorem_of
from lemmata.prove.state import text_of

SECONDS = 5.0  # for the proof of a tie
Proved = tuple[Theorem, str, str, str, int]  # the last four: name, letter, text and conjunct of what is proved


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


def proofs(cert: Mapping[str, Any], asked: Iterable[tuple[Tree, Tree]]) -> dict[tuple[Tree, Tree], Proved]:
    """Those of some ties of a certificate for which a proof is found, and what is proved."""
    let, known = cert["text"]["let"], dict[str, list[Theorem]]()
    sizes, found = sizes_of(declarations(let), cert["dims"]), dict[tuple[Tree, Tree], Proved]()
    for left, right in sorted(asked, key=repr):
        equation = f"{written(left)} == {written(right)}"
        if list(instances(parse_clause(equation), sizes)) != [("==", left, right)]:  # written, it is another
            continue
        try:
            text = tie(let, sizes, equation)
            found[left, right] = _proved(text, equation, known), equation, "A", text, 0
        except (KernelError, ReadingError):  # no proof is found, or the kernel has no words for it
            continue
    return found


def ties(proved: list[Proved]) -> dict[str, Any]:
    """The field "ties" of a certificate, from what is proved; nothing for nothing."""
    if not proved:
        return {}
    data = json.loads(derivations.write(proved))
    steps = [[step, equation] for step, equation, *_ in data["claims"]]
    return {"ties": {"rows": data["rows"], "steps": data["steps"], "equations": steps}}


def _proved(text: str, equation: str, known: dict[str, list[Theorem]]) -> Theorem:
    """The theorem that a text with one claim, an equation, says.  Raises KernelError where no proof is found."""
    lines = [line.removeprefix("let: ").split(" = ") for line in text.splitlines()[:-1]]
    claim = read_claims(equation, read_variables(dict(lines)))
    statement = Statement(
        id="made.tie", title="", source=Paper("made", "", "").at(""), kind=Kind.ALGEBRAIC, claim=claim
    )
    script = attempt(statement, SECONDS).script
    if script is None:
        raise KernelError("no proof is found")
    for other in statements_used(script):
        _below(other, known)
    (theorem,) = elaborate(statement, script, _finder(known))
    return theorem
