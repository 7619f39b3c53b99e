"""Lemma 4: sums of squared weights over layers in the sense of Definition 6."""

from lemmata.language import Kind, Statement
from lemmata.language.architectures import EdgeSet, EdgeWeights, IsCut, IsLayer, OutputWeights
from lemmata.language.networks import Conserved, DifferentiableLoss, Dot, Network, StableSigns
from theorems.le2022 import LE_2022


def lemma_4(suffix: str, title: str, layer: type) -> Statement:
    """Two layers."""
    nu = Network("nu", "dag")
    first, second = EdgeSet("F", nu), EdgeSet("G", nu)
    one, other = EdgeWeights(first), EdgeWeights(second)
    return Statement(
        id="le.lemma-4" + suffix,
        title="Balance of two layers of edges" + title,
        source=LE_2022.at("Lemma 4", "(7)"),
        kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss(), layer(first), layer(second)),
        claim=Conserved(Dot(one, one) - Dot(other, other), nu),
        depends_on=() if suffix else ("le.lemma-2",),
    )


def eq_8(suffix: str, title: str, layer: type) -> Statement:
    """A layer and the edges into the output."""
    nu = Network("nu", "dag")
    edges = EdgeSet("F", nu)
    one, last = EdgeWeights(edges), OutputWeights(nu)
    return Statement(
        id="le.lemma-4.eq-8" + suffix,
        title="Balance of a layer and the edges into the output" + title,
        source=LE_2022.at("Lemma 4", "(8)"),
        kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss(), layer(edges)),
        claim=Conserved(Dot(one, one) - Dot(last, last), nu),
        depends_on=() if suffix else ("le.lemma-4",),
    )


CUTS = ", cuts between inputs and output"
lemma_4_printed, lemma_4_repaired = lemma_4("", "", IsLayer), lemma_4("~repaired", CUTS, IsCut)
eq_8_printed, eq_8_repaired = eq_8("", "", IsLayer), eq_8("~repaired", CUTS, IsCut)
# "le.lemma-4~repaired", "le.lemma-4.eq-8~repaired"
