"""Gradient flow over cuts: differences of squared weights.

Every path holds exactly one edge of a cut and no edge lies beyond another, so the output is c^T w with w the weights of
the cut and c independent of them; times the derivative of the loss that is one number e for all cuts.
"""

from __future__ import annotations

from fractions import Fraction

from lemmata.theorems.language.architectures import EdgeWeights, IsCut, OutputWeights
from lemmata.theorems.language.proof import Step
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.text import write
from lemmata.theorems.language.trees import substitute
from lemmata.theorems.language.variables import Dim, Matrix
from lemmata.verify import kernel as logic
from lemmata.verify.kernel import ONE, ZERO, R, Term, derivative, num, scalar
from lemmata.verify.principles.claim_terms import PrincipleError, array, conserved, descent, dim, gradient, inner, read


def over_cuts(statement: Statement, step: Step) -> list[str]:
    """A quantity made of the weights of cuts."""
    claim = conserved(statement, step.states, "dag")
    cuts = [c.args[0] for c in statement.hypotheses if isinstance(c, IsCut)]
    allowed = {EdgeWeights(f) for f in cuts} | {OutputWeights(claim.network)}
    used = sorted(claim.invariant.atoms(EdgeWeights, OutputWeights), key=write)
    if not used or not set(used) <= allowed:
        raise PrincipleError(f"{write(claim.invariant)} does not speak of cuts alone")
    sizes = [Dim(f"p_{k}") for k in range(len(used))]
    plain = substitute(claim.invariant, {w: Matrix(f"w_{k}", sizes[k], 1) for k, w in enumerate(used)})
    weights = [array(f"w_{k}", dim(f"p_{k}"), ONE) for k in range(len(used))]
    rest = [array(f"c_{k}", dim(f"p_{k}"), ONE) for k in range(len(used))]
    for w, c in zip(weights, rest, strict=True):
        gradient(inner(c, w), w, c)
    rate = derivative(read(plain, {w[1]: w for w in weights}), descent(dict(zip(weights, rest, strict=True))))
    e: Term = ("v", "e", R)
    items = []
    for w, c in zip(weights, rest, strict=True):  # c^T w = e, as often as it stands in the rate
        ((monomial, _),) = scalar(inner(c, w)).items()
        factor = scalar(rate).get(monomial, Fraction(0))
        items.append((num(factor), None, logic.assume(("=", inner(c, w), e))))
    logic.linear(("=", rate, ZERO), items)
    return ["each sum of squares has the rate -2 e, e the derivative of the loss times the output"]
