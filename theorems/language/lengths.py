"""How long a quantity is: nothing for a scalar, a dimension for a vector.

Arithmetic is entrywise and repeats a scalar standing next to a vector; two vectors must be equally long.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr

from theorems.language import atoms, columns, core
from theorems.language.dimensions import ShapeError, same_dimension, shorter

ENTRYWISE = (
    core.Plus, core.Neg, core.Times, core.Quotient, core.Power, core.RealPower, core.Sqrt, core.Abs, core.Exp, core.Log,
)  # fmt: skip
REDUCING = (core.Total, core.Product, core.Entry, core.Gap)


def length(node: Any) -> Expr | None:
    """Number of entries of a vector quantity, None for a scalar.

    Raises ShapeError where vectors of different lengths meet, or `max` and `min` are given several vectors.
    """
    if isinstance(node, atoms.S):
        return shorter(*node.argument.shape)
    if isinstance(node, atoms.Lam | columns.DiagonalEntries | columns.Entries):
        return node.args[0].shape[0]
    if isinstance(node, ENTRYWISE):
        return _common(node)
    if isinstance(node, core.Cumulative):
        return length(node.args[0])
    if isinstance(node, core.Max | core.Min):
        lengths = [length(a) for a in node.args]
        if len(lengths) > 1 and any(x is not None for x in lengths):
            raise ShapeError(f"{node.name}(...) takes several scalars or one vector, not {node}")
        return None
    if isinstance(node, REDUCING):
        length(node.args[0])  # its own parts must fit together
    return None


def _common(node: Any) -> Expr | None:
    known: Expr | None = None
    for part in node.args:
        here = length(part)
        if known is None:
            known = here
        elif here is not None and not same_dimension(known, here):
            raise ShapeError(f"vectors of {known} and of {here} entries do not go together in {node}")
    return known


def is_vector(node: Any) -> bool:
    """Whether a quantity is a vector."""
    return length(node) is not None
