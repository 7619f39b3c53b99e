"""Check the proof of a statement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from sympy import Integer

from theorems import catalogue
from theorems.language import proof
from theorems.language.networks import Conserved
from theorems.language.proof import Apply, Proof
from theorems.language.statement import Statement
from theorems.language.text import write
from theorems.language.typeset import mathml
from theorems.language.variables import Dim
from verify.proofs import vectors
from verify.proofs.book import Book, Library
from verify.proofs.report import ProofReport
from verify.proofs.rules import establish
from verify.proofs.words import ProofError
from verify.prove.judge import judge

# besides rules that do not apply: trees that cannot be built, since a wrong step may ask for A + B of other shapes
REJECTED = (ProofError, TypeError, ValueError)
MAX_MARKUP = 1_200
PRINCIPLES: dict[type, str] = {
    proof.SumOfMatrices: "classical.weyl-extremes",
    proof.Differentiate: vectors.DIFFERENTIABILITY,
    proof.Eigenvector: vectors.SPECTRAL_THEOREM,
    proof.SingularVectors: vectors.SINGULAR_VALUES,
}
CATALOGUE = Library(catalogue.find, catalogue.proof_of)
BECAUSE = {
    proof.Identity: "both sides have the same normal form",
    proof.Sign: "signs of the quantities in it",
    proof.Unrolled: "a product over an index, its last factor apart",
    proof.Vanishing: "a real matrix A with A^T A = 0 is zero",
    proof.Eigenvector: "choice of a unit eigenvector",
    proof.SingularVectors: "choice of unit singular vectors",
    proof.OneDirection: "a simple singular value has one direction of right singular vectors",
    proof.SumOfMatrices: "Weyl's inequality, by induction on the number of terms",
    proof.CommonEigenvector: "a common eigenvector of the factors is one of their product, by induction",
    proof.LargestTerm: "a term is at most the largest one",
    proof.Discriminant: "the discriminant is a polynomial in the parameter with more zeros than its degree",
    proof.LayerFlow: "chain rule for the product of the layers",
    proof.PartsFlow: "chain rule for the weights into and out of the shared neurons",
    proof.CutFlow: "every path crosses a cut once: Euler's identity",
    proof.VertexFlow: "chain rule at the vertex and Euler's identity for homogeneous activations",
}


def _typeset(clause: Any) -> str | None:
    """Markup of a step; the text form serves where it would be long."""
    markup = mathml(clause)
    return markup if len(markup) <= MAX_MARKUP else None


@cache
def check(statement: Statement) -> ProofReport | None:
    """The report on a statement's proof, None when it has none.  A wrong proof gives a report that is not ok."""
    given = CATALOGUE.proof_of(statement.id)
    if given is None:
        return None
    report = examine(statement, given)
    if report.ok:
        decide(statement, given, report)
    return report


def decide(statement: Statement, given: Proof, report: ProofReport) -> None:
    """Let the kernel decide on a proof whose script checks; what it cannot express stands on a named principle."""
    report.kernel = judge(statement, given)
    if report.kernel.outside is not None:
        report.leans_on = (*report.leans_on, report.kernel.outside)
        report.rests_on = (*report.rests_on, report.kernel.outside)
    elif not report.kernel.accepted:
        report.ok, report.failure = False, f"the kernel does not accept it: {report.kernel.reason}"


def examine(statement: Statement, given: Proof, library: Library = CATALOGUE) -> ProofReport:
    """The report on a proof offered for a statement."""
    report = ProofReport(False, scope(statement), given.method)
    book = Book(statement, library)
    for step in given.steps:
        entry: dict[str, Any] = {"name": step.name, "text": write(step.states), "because": because(step, library)}
        report.steps.append(entry)
        try:
            establish(book, step)
        except REJECTED as error:
            entry |= {"ok": False, "detail": str(error)}
            break
        entry |= {"ok": True, "detail": "; ".join(book.remarks), "mathml": _typeset(step.states)}
        book.remarks.clear()
    report.leans_on = tuple(book.leans)
    report.covers = tuple(k for k, c in enumerate(statement.conjuncts) if _covers(book, c))
    report.rests_on = tuple(_bottom(report.leans_on, library))
    report.failure = _failure(statement, report, library)
    report.ok = report.failure is None
    return report


def _covers(book: Book, conjunct: Any) -> bool:
    try:
        return book.covers(conjunct)
    except ProofError:  # not a relation, or one that has no normal form: no fact can be it
        return False


def _failure(statement: Statement, report: ProofReport, library: Library) -> str | None:
    for step in report.steps:
        if not step["ok"]:
            return f"step {step['name']!r}: {step['detail']}"
    missing = [k for k in range(len(statement.conjuncts)) if k not in report.covers]
    if missing:
        return f"no step gives conjunct {missing[0]}: {write(statement.conjuncts[missing[0]])}"
    circle = _circle(statement.id, report.leans_on, library, ())
    if circle:
        return f"circular: {' leans on '.join(circle)}"
    for name in report.leans_on:
        other, further = library.find(name), library.proof_of(name)
        below = _again(other, further, library) if other and further else None
        if below is not None and not below.ok:
            return f"leans on {name}, whose proof is not accepted: {below.failure}"
    return None


def _again(statement: Statement, given: Proof, library: Library) -> ProofReport | None:
    return check(statement) if library is CATALOGUE else examine(statement, given, library)


def _flat(steps: tuple[proof.Step, ...]) -> Iterator[proof.Step]:
    """All steps, those inside others included."""
    for step in steps:
        yield step
        if isinstance(step.by, proof.Cases):
            yield from _flat((*step.by.then, *step.by.otherwise))
        elif isinstance(step.by, proof.Induction):
            yield from _flat((*step.by.base, *step.by.then))
        elif isinstance(step.by, proof.ForEach):
            yield from _flat(step.by.steps)


def _leans(given: Proof) -> list[str]:
    """What a proof leans on by its own account, whether or not it checks."""
    steps = list(_flat(given.steps))
    named = [s.by.statement for s in steps if isinstance(s.by, Apply)]
    principles = [PRINCIPLES[type(s.by)] for s in steps if type(s.by) in PRINCIPLES]
    return list(dict.fromkeys(named + principles))


def _circle(goal: str, leans: tuple[str, ...] | list[str], library: Library, path: tuple[str, ...]) -> tuple[str, ...]:
    """A chain of proofs that leads back to the goal or to one of its own links; empty when there is none."""
    for name in leans:
        if name == goal or name in path:
            return (goal, *path, name)
        further = library.proof_of(name)
        if further is not None:
            found = _circle(goal, _leans(further), library, (*path, name))
            if found:
                return found
    return ()


def _bottom(leans: tuple[str, ...] | list[str], library: Library, seen: set[str] | None = None) -> dict[str, None]:
    """What is left once every statement with a proof is replaced by what that proof leans on."""
    seen = set() if seen is None else seen
    out: dict[str, None] = {}
    for name in leans:
        if name in seen:
            continue
        seen.add(name)
        further = library.proof_of(name)
        if further is None:
            out.setdefault(name)
        else:
            out |= _bottom(_leans(further), library, seen)
    return out


def ground(names: Iterable[str], library: Library = CATALOGUE) -> list[str]:
    """The names and whatever the proofs of the statements among them lean on, all the way down."""
    found: dict[str, None] = {}
    queue = list(names)
    while queue:
        name = queue.pop(0)
        if name not in found:
            found[name] = None
            further = library.proof_of(name)
            queue += _leans(further) if further else ()
    return list(found)


def because(step: proof.Step, library: Library = CATALOGUE) -> str:
    """The reason of a step in words."""
    by: Any = step.by
    if isinstance(by, Apply):
        statement = library.find(by.statement)
        title = "unknown statement" if statement is None else statement.title
        put = ", ".join(f"{write(k)} = {write(v)}" for k, v in {**by.where, **by.at}.items())
        return f"{title} ({by.statement})" + (f" with {put}" if put else "")
    if isinstance(by, proof.Combine):
        return "combination of " + ", ".join(f"{write(c)} × ({name})" for name, c in by.facts.items())
    if isinstance(by, proof.Refute):
        return "otherwise contradiction: " + ", ".join(f"{write(c)} × ({name})" for name, c in by.facts.items())
    if isinstance(by, proof.Antisymmetric):
        return f"({by.below}) and ({by.above})"
    if isinstance(by, proof.Cases):
        inside = [", ".join(s.name for s in steps) for steps in (by.then, by.otherwise)]
        return f"by cases, where {write(by.split)}: {inside[0]}; elsewhere: {inside[1]}"
    if isinstance(by, proof.Induction):
        return f"by induction on {by.index.name}"
    if isinstance(by, proof.ForEach):
        return f"for each {by.index.name}: " + ", ".join(s.name for s in by.steps)
    if isinstance(by, proof.Congruence):
        return f"equal for equal matrices ({by.fact})"
    if isinstance(by, proof.Instance):
        return f"({by.fact}) at {by.index.name} = {write(by.value)}"
    if isinstance(by, proof.SomeTerms):
        return f"some of the sum of ({by.fact})"
    if isinstance(by, proof.Multiply):
        return "matrix combination of " + ", ".join(f"({name})" for name in by.facts)
    if isinstance(by, proof.At):
        return f"entry {write(by.index)} of ({by.fact})"
    if isinstance(by, proof.Entrywise):
        return f"({by.fact}) for every {by.index.name}"
    if isinstance(by, proof.Summed):
        return f"sum of ({by.fact}) over " + ("all entries" if by.index is None else by.index.name)
    if isinstance(by, proof.Defined):
        return "where the claim is defined" + (f", with ({by.fact})" if by.fact else "")
    if isinstance(by, proof.Differentiate):
        return f"derivative of ({by.fact}) with respect to {write(by.variable)}"
    if isinstance(by, proof.EveryTerm):
        return f"({by.fact}) for every {by.index.name}"
    if isinstance(by, proof.Widths):
        return f"widths of the layers, with ({by.fact})"
    return BECAUSE[type(by)]


def scope(statement: Statement) -> str:
    """What a proof of a statement covers: all sizes that are symbols in it."""
    if any(isinstance(c, Conserved) for c in statement.conjuncts):
        return "every network of the class, any data and differentiable loss, wherever the risk is differentiable"
    sizes = [v for v in statement.let if isinstance(v, Dim)]
    few = [f"{v.name} = {v.bounds[0]} … {v.bounds[1]}" for v in sizes if isinstance(v.bounds[1], Integer)]
    every = [v.name for v in sizes if not isinstance(v.bounds[1], Integer)]
    parts = (["all " + ", ".join(every)] if every else []) + few
    return ", ".join(parts) if parts else "all values"


__all__ = ["check", "examine", "ground", "scope"]
