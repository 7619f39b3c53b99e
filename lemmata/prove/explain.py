"""The reasons of a proof script in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from lemmata import catalogue
from lemmata.language import proof


def _apply(by: proof.Apply) -> str:
    statement = catalogue.find(by.statement)
    title = "unknown statement" if statement is None else statement.title
    put = ", ".join(f"{k} = {v}" for k, v in by.where.items())
    return f"{title} ({by.statement})" + (f" with {put}" if put else "")


def _with_factors(facts: Any) -> str:
    return ", ".join(f"{c} × ({name})" for name, c in facts.items())


def _cases(by: proof.Cases) -> str:
    inside = [
        ", ".join(s.name for s in steps if not s.name.startswith(proof.INLINE)) for steps in (by.then, by.otherwise)
    ]
    return f"by cases, where {by.split}: {inside[0]}; elsewhere: {inside[1]}"


def _square(d: Any, facts: Iterable[str], q: Any) -> str:
    factors = [f"({q})**2"] * (q != "1") + [f"({name})" for name in facts]
    return f"{d} × {' × '.join(factors)}" if d != "1" and factors else " × ".join(factors) or d


def _squares(by: proof.Squares) -> str:
    terms = [_square(d, facts, q) for d, facts, q in by.terms]
    return "sum of squares " + " + ".join([*terms, *(f"{t} × ({name})" for name, t in by.multiples.items())])


WORDS: dict[type, str | Callable[[Any], str]] = {
    proof.Apply: _apply,
    proof.Combine: lambda by: f"combination of {_with_factors(by.facts)}",
    proof.Refute: lambda by: f"otherwise contradiction: {_with_factors(by.facts)}",
    proof.Squares: _squares,
    proof.Antisymmetric: lambda by: f"({by.below}) and ({by.above})",
    proof.Cases: _cases,
    proof.Induction: lambda by: f"by induction on {by.index}",
    proof.ForEach: lambda by: f"for each {by.index}: " + ", ".join(s.name for s in by.steps),
    proof.Congruence: lambda by: f"equal for equal matrices ({by.fact})",
    proof.Applied: lambda by: f"{by.function} of both sides of ({by.fact})",
    proof.Instance: lambda by: f"({by.fact}) at {by.index} = {by.value}",
    proof.SomeTerms: lambda by: f"some of the sum of ({by.fact})",
    proof.Multiply: lambda by: "matrix combination of " + ", ".join(f"({name})" for name in by.facts),
    proof.At: lambda by: f"entry {by.index} of ({by.fact})",
    proof.Entrywise: lambda by: f"({by.fact}) for every {by.index}",
    proof.Summed: lambda by: f"sum of ({by.fact}) over " + ("all entries" if by.index is None else by.index),
    proof.Defined: lambda by: "where the claim is defined" + (f", with ({by.fact})" if by.fact else ""),
    proof.Differentiate: lambda by: f"derivative of ({by.fact}) with respect to {by.variable}",
    proof.EveryTerm: lambda by: f"({by.fact}) for every {by.index}",
    proof.Identity: "both sides have the same normal form",
    proof.Sign: "signs of the quantities in it",
    proof.Unrolled: "a product over an index, its last factor apart",
    proof.Vanishing: "a real matrix A with A^T A = 0 is zero",
    proof.Eigenvector: "choice of a unit eigenvector",
    proof.SingularVectors: "choice of unit singular vectors",
    proof.OneDirection: "a simple singular value has one direction of right singular vectors",
    proof.LargestTerm: "a term is at most the largest one",
    proof.OnPrinciple: lambda by: f"the principle: {by.principle}" + (f", with {by.row}" if by.row else ""),
}


def because(step: proof.Step) -> str:
    """The reason of a step in words."""
    words = WORDS[type(step.by)]
    return words if isinstance(words, str) else words(step.by).replace(f"({proof.INLINE}", "(")
