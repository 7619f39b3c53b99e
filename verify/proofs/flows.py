"""Gradient flow: rates of change of weights by the chain rule, checked and put into what is said to be conserved.

A gradient is not taken on trust: its inner product with an arbitrary change of the weights must be the first-order
change of the risk that Leibniz' rule gives.
"""

from __future__ import annotations

from typing import Any

from sympy import Integer

from theorems.language import atoms, proof
from theorems.language.matrices import MatrixTerm, Scaled
from theorems.language.networks import (
    Conserved,
    DifferentiableLoss,
    InWeights,
    LayerMatrix,
    LayerWidth,
    OutWeights,
    SameNeighbours,
    Vertex,
)
from theorems.language.text import write
from theorems.language.variables import Dim, Matrix, Scalar
from verify.proofs.book import Book
from verify.proofs.facts import Fact
from verify.proofs.trees import derivative, substitute
from verify.proofs.words import ProofError

MINUS = Integer(-1)


def _claim(book: Book, target: Fact, graph: str) -> Conserved:
    clause = target.clause
    if not isinstance(clause, Conserved):
        raise ProofError(f"{clause} does not say that something is conserved")
    if not any(isinstance(c, DifferentiableLoss) for c in book.statement.hypotheses):
        raise ProofError("without a differentiable loss there is no gradient flow")
    if clause.network.domain.graph not in (graph, "layered"):
        raise ProofError(f"{clause.network} is not {graph}")
    return clause


def _gradient(book: Book, risk: Any, weights: Any, gradient: MatrixTerm) -> None:
    """Check that `gradient` represents the derivative of `risk`, a quantity, in the weights."""
    change = Matrix("change", *weights.shape)
    first_order = derivative(risk, lambda x: change if x == weights else None)
    forms = book.forms
    if first_order is None or forms.scalar(first_order) != forms.scalar(atoms.Tr(gradient.T @ change)):
        raise ProofError(f"{gradient} is not the gradient in {weights}")
    book.remarks.append(f"gradient in {write(weights)}: {write(gradient)}")


def _constant(book: Book, invariant: Any, rates: dict[Any, Any]) -> None:
    """Check that the rate of change of a quantity or matrix vanishes identically."""
    rate = derivative(invariant, lambda x: rates.get(x))
    if rate is None:
        raise ProofError(f"{invariant} does not depend on the weights")
    if isinstance(rate, MatrixTerm):
        form = book.forms.matrix(rate)
        vanishes = not form.terms
    else:
        vanishes = book.forms.scalar(rate) == 0
    if not vanishes:
        raise ProofError(f"the rate of change of {write(invariant)} does not vanish")
    book.remarks.append("its rate of change has normal form 0")


def layer_flow(book: Book, reason: proof.LayerFlow, target: Fact) -> Fact:
    """Two consecutive layers of a linear network: outputs P W_{l+1} W_l Q, with P and Q made of the other layers.

    Q holds the layers below times all data points, P the layers above (1 x 1 and equal to one for the last layer),
    E the derivatives of the risk in the outputs.
    """
    claim = _claim(book, target, "layered")
    network = claim.network
    if network.domain.activations != ("linear",):
        raise ProofError("the outputs are a product of the layers for linear units only")
    if claim.invariant.atoms(InWeights, OutWeights):
        raise ProofError(f"{claim.invariant} speaks of the weights at a vertex")
    used = sorted(claim.invariant.atoms(LayerMatrix), key=lambda w: str(book.forms.scalar(w.args[1])))
    pairs = [(a, b) for a in used for b in used if book.forms.scalar(a.args[1]) - book.forms.scalar(b.args[1]) == 1]
    if len(used) != 2 or len(pairs) != 1:
        raise ProofError(f"{claim.invariant} does not speak of two consecutive layers")
    ((after, before),) = pairs
    index = before.args[1]
    data = Dim("N")
    p = Matrix("P", 1, LayerWidth(network, after.args[1]))
    q = Matrix("Q", LayerWidth(network, index - 1), data)
    e = Matrix("E", 1, data)
    risk = atoms.Tr(e.T @ (p @ after @ before @ q))
    gradients = {after: p.T @ e @ (before @ q).T, before: (p @ after).T @ e @ q.T}
    for weights, gradient in gradients.items():
        _gradient(book, risk, weights, gradient)
    _constant(book, claim.invariant, {w: Scaled(MINUS, g) for w, g in gradients.items()})
    return book.shown(target)


def vertex_flow(book: Book, reason: proof.VertexFlow, target: Fact) -> Fact:
    """One vertex, or two with the same neighbours, and one data point; the rate is linear in the data points.

    x holds the values of the in-vertices, delta the derivatives of the risk in the inputs of the out-vertices.  A
    positively 1-homogeneous activation sends z to g z with g its derivative at z (Euler); g = 1 for linear units.
    """
    claim = _claim(book, target, "dag")
    if claim.invariant.atoms(LayerMatrix):
        raise ProofError(f"{claim.invariant} speaks of the weights of a layer")
    vertices = sorted(claim.invariant.atoms(Vertex), key=lambda v: v.name)
    if any(v.domain.network != claim.network for v in vertices) or not 1 <= len(vertices) <= 2:
        raise ProofError(f"{claim.invariant} does not speak of one or two vertices of the network")
    alike = [set(c.args) for c in book.statement.hypotheses if isinstance(c, SameNeighbours)]
    if len(vertices) == 2 and set(vertices) not in alike:
        raise ProofError(f"{vertices[0]} and {vertices[1]} need not have the same neighbours")
    linear = claim.network.domain.activations == ("linear",)
    _vertices(book, claim.invariant, vertices, {v: v for v in vertices}, linear)
    if len(vertices) == 2:  # nothing keeps the two from being one and the same
        _vertices(book, claim.invariant, vertices, {v: vertices[0] for v in vertices}, linear)
    return book.shown(target)


def _vertices(book: Book, invariant: Any, vertices: list[Any], stand_in: dict[Any, Any], linear: bool) -> None:
    p, q = Dim("p"), Dim("q")
    x, delta = Matrix("x", p, 1), Matrix("delta", q, 1)
    names: dict[Any, Any] = {}
    rates: dict[Any, Any] = {}
    risk: Any = Integer(0)
    distinct = list(dict.fromkeys(stand_in.values()))
    for v in distinct:
        into, out = Matrix(f"w_in_{v.name}", p, 1), Matrix(f"w_out_{v.name}", q, 1)
        g = Integer(1) if linear else Scalar(f"g_{v.name}")
        names |= {v: (into, out, g)}
        risk = atoms.Tr(delta.T @ out) * g * atoms.Tr(x.T @ into) + risk
    for v in distinct:
        into, out, g = names[v]
        gradients = {
            into: Scaled(g * atoms.Tr(delta.T @ out) if g != 1 else atoms.Tr(delta.T @ out), x),
            out: Scaled(g * atoms.Tr(x.T @ into) if g != 1 else atoms.Tr(x.T @ into), delta),
        }
        for weights, gradient in gradients.items():
            _gradient(book, risk, weights, gradient)
            rates[weights] = Scaled(MINUS, gradient)
    values: dict[Any, Any] = {}
    for v in vertices:
        into, out, _ = names[stand_in[v]]
        values |= {InWeights(v): into, OutWeights(v): out}
    plain = substitute(invariant, values)
    _constant(book, _dots(plain), rates)


def _dots(node: Any) -> Any:
    """Inner products as traces."""
    if type(node).__name__ == "Dot":
        return atoms.Tr(node.args[0].T @ node.args[1])
    if not getattr(node, "args", ()) or hasattr(node, "domain"):
        return node
    return node.func(*(_dots(a) for a in node.args))
