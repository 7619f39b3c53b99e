"""How long a quantity is: nothing for a scalar, a dimension for a vector.

Arithmetic is entrywise and repeats a scalar standing next to a vector; two vectors must be equally long.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr

from lemmata.language.core import Quantity
from lemmata.language.dimensions import ShapeError, same_dimension, shorter
from lemmata.language.specification import Length


def length(node: Any) -> Expr | None:
    """Number of entries of a vector quantity, None for a scalar.

    Raises ShapeError where vectors of different lengths meet, or `max` and `min` are given several vectors.
    """
    if not isinstance(node, Quantity):
        return _length(node)
    known = node.__dict__
    if "_length" not in known:  # kept at the node: a part that stands in a tree a million times is looked at once
        known["_length"] = _length(node)
    found: Expr | None = known["_length"]
    return found


def _length(node: Any) -> Expr | None:
    kind = node.spec.length if isinstance(node, Quantity) else Length.SCALAR
    if kind is Length.SHORTER:
        return shorter(*node.args[0].shape)
    if kind is Length.ROWS:
        return node.args[0].shape[0]
    if kind is Length.ENTRYWISE:
        return _common(node)
    if kind is Length.EXTREME:
        lengths = [length(a) for a in node.args]
        if len(lengths) > 1 and any(x is not None for x in lengths):
            raise ShapeError(f"{node.name}(...) takes several scalars or one vector, not {node}")
    if kind is Length.REDUCED:
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
