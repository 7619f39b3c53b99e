"""Proofs for every network of a class: the rate of change along gradient flow vanishes identically."""

from lemmata.theorems.language.proof import CutFlow, LayerFlow, PartsFlow, Proof, Step, VertexFlow
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.le2022 import section4_architectures as parts
from lemmata.theorems.le2022 import section4_invariances as s4
from lemmata.theorems.le2022 import section4_layer_sums as edges


def at_vertices(statement: Statement) -> Proof:
    """The chain rule at one or two vertices."""
    (claim,) = statement.claim
    return Proof(
        "chain rule and Euler's identity at the vertex, for one data point at a time",
        (Step("rate", claim, VertexFlow()),),
    )


def between_layers(statement: Statement) -> Proof:
    """The chain rule in two consecutive layers of a linear network."""
    (claim,) = statement.claim
    return Proof("gradients of a product of matrices, in non-commuting symbols", (Step("rate", claim, LayerFlow()),))


def around_neurons(statement: Statement) -> Proof:
    """The chain rule around the neurons two parts share."""
    (claim,) = statement.claim
    return Proof(
        "gradients of W_2 W_1 at the shared neurons, a sum over positions, in non-commuting symbols",
        (Step("rate", claim, PartsFlow()),),
    )


def over_cuts(statement: Statement) -> Proof:
    """Euler's identity over cuts."""
    (claim,) = statement.claim
    return Proof("the output is linear in the weights of a cut", (Step("rate", claim, CutFlow()),))


def linear(rows: list[Statement]) -> Statement:
    """The row for linear units."""
    return next(row for row in rows if row.id.endswith("~linear"))


PROOFS = {row.id: at_vertices(row) for row in (*s4.eq_4_rows, linear(s4.eq_5_rows))}
PROOFS[linear(s4.layer_rows).id] = between_layers(linear(s4.layer_rows))

KEPT = ("linear", "repaired", "diagonal")
FAMILIES = (
    parts.convolutional_rows,
    parts.within_block_rows,
    parts.between_blocks_rows,
    parts.conv_fc_rows,
    parts.conv_resnet_rows,
    parts.resnet_fc_rows,
    parts.fc_resnet_rows,
)
PROOFS |= {row.id: around_neurons(row) for rows in FAMILIES for row in rows if row.id.endswith(KEPT)}
PROOFS |= {row.id: over_cuts(row) for row in (edges.lemma_4_repaired, edges.eq_8_repaired)}
