"""When two dimensions agree, and how long a quantity is: nothing for a scalar, a dimension for a vector.

Dimensions are polynomials in dimension variables, compared before any has a value.  Arithmetic is entrywise and repeats
a scalar standing next to a vector; two vectors must be equally long.
"""

from __future__ import annotations

import re
from typing import Any

from sympy import Expr, Integer, Symbol, expand

from lemmata.language import core
from lemmata.language.specification import Length

HIGHEST_POWER = 8  # dimensions are n, n + 1, 2 * n, n**2; multiplying out anything longer is not worth the time


class ShapeError(ValueError):
    """Two matrices or vectors do not fit together."""


def same_dimension(a: Expr, b: Expr) -> bool:
    """Whether two dimensions agree for all values of the variables in them.

    What is no polynomial in the variables (the width of a layer, the shorter side of a matrix) is left open: it agrees
    with everything until it has a value.
    """
    if a == b:
        return True
    left, right = _polynomial(a), _polynomial(b)
    return left is None or right is None or expand(left - right) == 0


def _polynomial(x: Any) -> Any:
    """A dimension as an ordinary SymPy polynomial; None if it is none, or one too long to multiply out."""
    if isinstance(x, Integer):
        return x
    if hasattr(x, "name") and hasattr(x, "domain"):
        low, high = x.domain.low, x.domain.high
        return _polynomial(low) if low == high else Symbol(x.name)
    if isinstance(x, core.Power) and 0 < int(x.args[1]) <= HIGHEST_POWER:
        base = _polynomial(x.args[0])
        return None if base is None else base ** x.args[1]
    if not isinstance(x, core.Plus | core.Times | core.Neg) or len(x.args) > HIGHEST_POWER:
        return None
    parts = [_polynomial(a) for a in x.args]
    if any(part is None for part in parts):
        return None
    out = parts[0]
    for part in parts[1:]:
        out = out + part if isinstance(x, core.Plus) else out * part
    return -out if isinstance(x, core.Neg) else out


def product_of(a: Expr, b: Expr) -> Expr:
    """Product of two dimensions, evaluated when both are numbers."""
    if isinstance(a, Integer) and isinstance(b, Integer):
        return Integer(int(a) * int(b))
    return core.quantity(a) * core.quantity(b)


def shorter(a: Expr, b: Expr) -> Expr:
    """The smaller of two dimensions, evaluated when they are equal or numbers."""
    if same_dimension(a, b) and _polynomial(a) is not None and _polynomial(b) is not None:
        return a
    if isinstance(a, Integer) and isinstance(b, Integer):
        return Integer(min(int(a), int(b)))
    return core.Min(a, b)


def written(shape: Any) -> str:
    """A shape as people write it, as in `n x 2`."""
    return " x ".join(str(side) if side.is_Atom else f"({side})" for side in shape)


def with_article(shape: Any) -> str:
    """A shape as people write it after `a` or `an`, as it is spoken: `an n x 2`, `a 2 x n`, `an 11 x 2`."""
    size = written(shape)
    vowel = re.match(r"\(?([aefhilmnorsx](?![A-Za-z])|[aeio][A-Za-z]|8|1[18]\b)", size, re.IGNORECASE)
    return f"{'an' if vowel else 'a'} {size}"


def length(node: Any) -> Expr | None:
    """Number of entries of a vector quantity, None for a scalar.

    Raises ShapeError where vectors of different lengths meet, or `max` and `min` are given several vectors.
    """
    if not isinstance(node, core.Quantity):
        return _length(node)
    known = node.__dict__
    if "_length" not in known:  # kept at the node: a part that stands in a tree a million times is looked at once
        known["_length"] = _length(node)
    found: Expr | None = known["_length"]
    return found


def _length(node: Any) -> Expr | None:
    kind = node.spec.length if isinstance(node, core.Quantity) else Length.SCALAR
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
