"""Section 3: every feedforward network is a tree network of signs after its path products."""

from lemmata.language import Kind, Statement
from lemmata.language.networks import (
    DeterminedBySigns,
    IsTree,
    Network,
    PathProducts,
    SameFunction,
    TreeNetwork,
    UnitWeights,
)
from theorems.le2022 import LE_2022

nu = Network("nu", "dag")
mu, h = TreeNetwork(nu), PathProducts(nu)

lemma_2 = Statement(
    id="le.lemma-2",
    title="Decomposition into path products and a tree of signs",
    source=LE_2022.at("Lemma 2"),
    kind=Kind.GRAPH,
    claim=(SameFunction(mu, h, nu), IsTree(mu), UnitWeights(mu), DeterminedBySigns(mu, nu)),
    notes="mu is built as in the paper's appendix B: unroll, pull weights back from the output, subdivide the input "
    "edges. "
    "The paper's sgn takes values in {-1, 1}; sgn(0) is read as +1.",
)
