"""Proofs for every network of a class: the rate of change along gradient flow vanishes identically."""

from theorems.language.proof import LayerFlow, Proof, Step, VertexFlow
from theorems.language.statement import Statement
from theorems.le2022 import section4_invariances as s4


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


def linear(rows: list[Statement]) -> Statement:
    """The row for linear units."""
    return next(row for row in rows if row.id.endswith("~linear"))


PROOFS = {row.id: at_vertices(row) for row in (*s4.eq_4_rows, linear(s4.eq_5_rows))}
PROOFS[linear(s4.layer_rows).id] = between_layers(linear(s4.layer_rows))
