"""Appendix B: the steps of the decomposition, unrolling and pulling weights back."""

from lemmata.language import Kind, Statement
from lemmata.language.networks import DeterminedBySigns, IsTree, Network, SameFunction, UnitWeights, Vertex
from lemmata.language.unrolling import (
    AbsolutePathProducts,
    AbsoluteTree,
    InputVertex,
    PathInputs,
    PulledBack,
    ScaledInput,
    SingleOut,
    UnrolledByVertices,
    UnrolledNetwork,
)
from theorems.le2022 import LE_2022

nu = Network("nu", "dag")
mu, h, tau = AbsoluteTree(nu), AbsolutePathProducts(nu), UnrolledNetwork(nu)
v, i = Vertex("v", nu), InputVertex("i", nu)

lemma_5 = Statement(
    id="le.lemma-5",
    title="Decomposition into moduli of path products and a tree of signs",
    source=LE_2022.at("Lemma 5"),
    kind=Kind.GRAPH,
    claim=(SameFunction(mu, h, nu), IsTree(mu), UnitWeights(mu), DeterminedBySigns(mu, nu)),
    depends_on=("le.lemma-6", "le.lemma-7"),
    notes="sgn(0) is read as +1; the sign of every edge of the tree is that of the original weight, as step 1 of the "
    "printed proof has it.",
)
lemma_6 = Statement(
    id="le.lemma-6",
    title="The unrolled network computes the same function",
    source=LE_2022.at("Lemma 6"),
    kind=Kind.GRAPH,
    claim=(SameFunction(tau, PathInputs(nu), nu), IsTree(tau)),
    notes="Paths are sets of edges, as section 2 says; that the unrolled network is a tree is part of Definition 9.",
)
lemma_6_vertex_sets = Statement(
    id="le.lemma-6~vertex-sets",
    title="The unrolled network is a tree, paths read as sets of vertices",
    source=LE_2022.at("Definition 9", "Lemma 6"),
    kind=Kind.GRAPH,
    claim=IsTree(UnrolledByVertices(nu)),
    notes="The reading of the printed proof of Lemma 6, which calls the trivial path {o_G}.",
)
lemma_7 = Statement(
    id="le.lemma-7",
    title="Weight pull-back through a vertex",
    source=LE_2022.at("Lemma 7", "(25)"),
    kind=Kind.GRAPH,
    given=SingleOut(v),
    claim=SameFunction(PulledBack(nu, v), nu),
    notes="sgn(0) is read as +1.",
)
lemma_7_inputs = Statement(
    id="le.lemma-7~inputs",
    title="Weight pull-back through an input",
    source=LE_2022.at("Lemma 7", "second part"),
    kind=Kind.GRAPH,
    given=SingleOut(i),
    claim=SameFunction(PulledBack(nu, i), ScaledInput(nu, i), nu),
)
