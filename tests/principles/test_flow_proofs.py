"""Proofs about gradient flow: what the principle gives for vertices of a network, and what it does not."""

from lemmata import catalogue
from lemmata.language import Kind
from lemmata.language.networks import (
    Conserved,
    DifferentiableLoss,
    Dot,
    InWeights,
    Network,
    OutWeights,
    SameNeighbours,
    StableSigns,
    Vertex,
)
from lemmata.language.proof import OnPrinciple, Proof, Step
from lemmata.prove.proofs import examine
from tests.made import statement

FLOW = OnPrinciple("gradient flow")


def network_claim(invariant, nu, *given):
    return statement(Conserved(invariant, nu), (StableSigns(nu), DifferentiableLoss(), *given), Kind.TRAJECTORY)


def flow(invariant, nu, reason, *given):
    claim = network_claim(invariant, nu, *given)
    return examine(claim, Proof("flow", (Step("rate", claim.claim[0], reason),)))


def test_vertices():
    nu = Network("nu", "dag", ("relu",))
    a, b = Vertex("a", nu), Vertex("b", nu)
    assert flow(Dot(InWeights(a), InWeights(a)) - Dot(OutWeights(a), OutWeights(a)), nu, FLOW).ok
    assert not flow(Dot(InWeights(a), InWeights(a)) + Dot(OutWeights(a), OutWeights(a)), nu, FLOW).ok
    assert not flow(Dot(InWeights(a), InWeights(a)), nu, FLOW).ok
    both = Dot(InWeights(a), InWeights(b)) - Dot(OutWeights(a), OutWeights(b))
    assert not flow(both, nu, FLOW, SameNeighbours(a, b)).ok  # the slopes of a and b differ
    linear = Network("nu", "dag", ("linear",))
    a, b = Vertex("a", linear), Vertex("b", linear)
    both = Dot(InWeights(a), InWeights(b)) - Dot(OutWeights(a), OutWeights(b))
    assert flow(both, linear, FLOW, SameNeighbours(a, b)).ok
    assert not flow(both, linear, FLOW).ok
    for row in ("", "~relu", "~leaky"):
        claim = catalogue.get("le.lemma-3.eq-5" + row)
        assert not examine(claim, Proof("flow", (Step("rate", claim.claim[0], FLOW),))).ok
