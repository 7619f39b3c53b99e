"""What the principles share: a claim of the language as a kernel term, and rates of change checked by the kernel.

A gradient is not taken on trust: its inner product with an arbitrary change of the weights must be the first-order
change of the risk that Leibniz' rule gives, and the kernel proves both equations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lemmata.theorems.language.networks import Conserved, DifferentiableLoss
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.text import write
from lemmata.verify import kernel as logic
from lemmata.verify.kernel import ONE, ZERO, P, Reader, Term, Theorem, derivative, free, num, sort_of


class PrincipleError(Exception):
    """A principle does not give what a step states; the message says why."""


def dim(name: str) -> Term:
    """A size."""
    return ("v", name, P)


def array(name: str, rows: Term, cols: Term) -> Term:
    """A matrix variable."""
    return ("v", name, ("M", rows, cols))


def times(*factors: Term) -> Term:
    """A product of matrices."""
    out = factors[0]
    for x in factors[1:]:
        out = ("mm", out, x)
    return out


def inner(a: Term, b: Term) -> Term:
    """tr A^T B."""
    return ("tr", times(("T", a), b))


def read(node: Any, names: Mapping[str, Term]) -> Term:
    """An expression of the language as a kernel term.  Raises KernelError where it cannot be said."""
    reader = Reader()
    reader.names |= names
    value: Term = reader.expression(write(node))
    return value


def conserved(statement: Statement, states: Any, graph: str) -> Conserved:
    """The claim of a statement, which a step states: something is conserved in networks of a kind."""
    (claim,) = statement.conjuncts if len(statement.conjuncts) == 1 else (None,)
    if not isinstance(claim, Conserved) or states != claim:
        raise PrincipleError(f"{write(states)} is not the claim, or does not say that something is conserved")
    if not any(isinstance(c, DifferentiableLoss) for c in statement.hypotheses):
        raise PrincipleError("without a differentiable loss there is no gradient flow")
    if claim.network.domain.graph not in (graph, "layered"):
        raise PrincipleError(f"{claim.network} is not {graph}")
    return claim


def gradient(risk: Term, weights: Term, value: Term) -> Theorem:
    """The derivative of a risk in the direction of any change of the weights is the inner product with its gradient.

    Raises KernelError where it is not.
    """
    change = array("change", *sort_of(weights)[1:])
    return logic.identity(derivative(risk, {weights: change}), inner(value, change))


def descent(gradients: Mapping[Term, Term]) -> dict[Term, Term]:
    """Rates of change along gradient flow."""
    return {w: ("sc", num(-1), g) for w, g in gradients.items()}


def constant(invariant: Term, risk: Term, gradients: Mapping[Term, Term]) -> list[str]:
    """Check the gradients of a risk, and that the rate of a quantity or matrix vanishes identically with them.

    Raises KernelError where one of them is wrong, PrincipleError where nothing in the quantity changes.
    """
    for weights, value in gradients.items():
        gradient(risk, weights, value)
    sort = sort_of(invariant)
    rate = derivative(invariant, descent(gradients))
    if not free(invariant) & gradients.keys():
        raise PrincipleError("the quantity does not depend on the weights")
    logic.identity(rate, ("zero", *sort[1:]) if sort[0] == "M" else ZERO)
    return [f"gradient in {w[1]}: {told(g)}" for w, g in gradients.items()] + ["its rate of change has normal form 0"]


def told(t: Term) -> str:
    """A gradient for people."""
    op = t[0]
    if op in ("v", "q"):
        return str(t[1]) if t != ONE else ""
    if op == "id":
        return ""
    if op == "T":
        return f"{told(t[1])}.T" if told(t[1]) else ""
    if op in ("mm", "sc", "*"):
        return " ".join(word for x in t[1:] if (word := told(x)))
    return f"{op}({', '.join(told(x) for x in t[1:])})"
