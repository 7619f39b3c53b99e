"""Which float values are the values themselves, without a rounding error, and what follows: certain zeros, ranks.

A number all of whose binary digits fit is a small multiple of some power of two, its *unit*; sums and products of such
numbers are exact as long as their size in units stays below the precision.  The masks below, all of shape (B, K, 1),
are True only where the fact is beyond doubt; False says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from sympy import Rational
from torch import Tensor

from lemmata.evaluate.error_bounds import magnitude
from lemmata.evaluate.float_rules import COUNTED, Scope, spectrum
from lemmata.language import core, families, functions, matrices, variables
from lemmata.language.specification import Exact, Spec, Specified, Zero

MARGIN = 2.0**10  # how far above its rounding noise a value must stand for its sign to be beyond doubt
Rule = Callable[[Scope, Any], Tensor]


def nowhere(scope: Scope, node: Any = None) -> Tensor:
    """The mask that is False."""
    return torch.zeros(1, 1, 1, dtype=torch.bool, device=scope.device)


def answers(node: Any) -> Spec:
    """The specification of a node; a number has none of its own."""
    return node.spec if isinstance(node, Specified) else Spec()


def somewhere(mask: Tensor) -> Tensor:
    """Whether any entry of a quantity is marked."""
    return mask.any(-1, keepdim=True)


def exponent_of_unit(x: Tensor) -> Tensor:
    """Largest e such that all entries over the last axis are multiples of 2^e, as (..., 1); inf for zeros alone.

    Entries that are not finite make it NaN.
    """
    mantissa, exponent = torch.frexp(x.detach().double().nan_to_num(nan=0.0, posinf=0.0, neginf=0.0))
    whole = (mantissa * 2.0**53).to(torch.int64)
    lowest = (whole & -whole).double()
    units = torch.where(whole == 0, torch.inf, lowest.log2().round() + exponent - 53).amin(-1, keepdim=True)
    return torch.where(x.isfinite().all(-1, keepdim=True), units, torch.nan)


def unit(scope: Scope, node: Any) -> Tensor:
    """Exponent of a power of two of which an exactly represented value is a multiple; -inf where roundings may be."""
    return scope.shared("unit", node, partial(_unit, scope, node))


def _unit(scope: Scope, node: Any) -> Tensor:
    rule = next((UNITS[cls] for cls in type(node).__mro__ if cls in UNITS), None) or EXACT.get(answers(node).exact)
    if rule is None:
        return torch.full((1, 1, 1), -torch.inf, dtype=torch.float64, device=scope.device)
    found = rule(scope, node)
    size = magnitude(scope, node).detach().double().amax(-1, keepdim=True)
    digits = -math.log2(torch.finfo(scope.dtype).eps) - 1
    return torch.where(size.log2() - found < digits, found, -torch.inf)  # NaN compares false


def _flat(scope: Scope, node: Any) -> Tensor:
    value = scope.value(node)
    return value.flatten(2) if node.is_Matrix else value


def exact(scope: Scope, node: Any) -> Tensor:
    """Where the float value of a node certainly is its value."""
    return unit(scope, node) > -torch.inf


def zero(scope: Scope, node: Any) -> Tensor:
    """Where some entry of a quantity, or every entry of a matrix, certainly is zero."""
    return scope.shared("zero", node, partial(_zero, scope, node))


def _zero(scope: Scope, node: Any) -> Tensor:
    flat = _flat(scope, node) == 0
    out = exact(scope, node) & (flat.all(-1, keepdim=True) if node.is_Matrix else somewhere(flat))
    rule = ZEROS.get(type(node)) or ZERO.get(answers(node).zero)
    return out if rule is None else out | rule(scope, node)


def deficient(scope: Scope, a: Any) -> Tensor:
    """Where the rank of a matrix node certainly is below min(r, c).

    For a matrix of integers of rank k some minor of order k is at least 1 in absolute value, and the product of the k
    largest singular values is no less.
    """
    return scope.shared("deficient", a, partial(_deficient, scope, a))


def _deficient(scope: Scope, a: Any) -> Tensor:
    values = spectrum(scope, a).detach().double()
    raised = (values + MARGIN * scope.noise(a).double()).log2().sum(-1, keepdim=True)
    whole = exact(scope, a)
    order = values.shape[-1]
    return zero(scope, a) | (whole & (raised - order * torch.where(whole, unit(scope, a), 0.0) < -1))


def of_first(rule: Rule) -> Rule:
    """What the rule says of the first part of a node."""

    return lambda scope, node: rule(scope, node.args[0])


def _least(scope: Scope, node: Any) -> Tensor:
    units = [unit(scope, a) for a in node.args]
    return torch.stack(torch.broadcast_tensors(*units)).amin(0)


def _sum(scope: Scope, node: Any) -> Tensor:
    out = unit(scope, node.args[0])
    for a in node.args[1:]:
        out = out + unit(scope, a)
    return out.nan_to_num(nan=-torch.inf, posinf=torch.inf, neginf=-torch.inf)


def _leaf(scope: Scope, node: Any) -> Tensor:
    return exponent_of_unit(_flat(scope, node))


def _number(scope: Scope, node: Any) -> Tensor:
    represented = Rational(float(scope.value(node))) == node
    return _leaf(scope, node) if represented else torch.full_like(_leaf(scope, node), -torch.inf)


def _power(scope: Scope, node: Any) -> Tensor:
    exponent = int(node.args[1])
    if exponent <= 0:
        return torch.full_like(unit(scope, node.args[0]), 0.0 if exponent == 0 else -torch.inf)
    return float(min(exponent, COUNTED)) * unit(scope, node.args[0])


EXACT: dict[Exact, Rule] = {Exact.SAME: of_first(unit), Exact.FINEST: _least, Exact.PRODUCT: _sum}
UNITS: dict[type, Rule] = {
    Rational: _number,
    variables.Scalar: _leaf,
    variables.Index: _leaf,
    variables.Matrix: _leaf,
    matrices.Id: _leaf,
    functions.Ones: _leaf,
    families.Unit: _leaf,
    core.Power: _power,
}


def _some(scope: Scope, node: Any) -> Tensor:
    """A product with a factor that is zero."""
    out = zero(scope, node.args[0])
    for a in node.args[1:]:
        out = out | zero(scope, a)
    return out


ZERO: dict[Zero, Rule] = {
    Zero.ARGUMENT: lambda scope, node: zero(scope, node.args[-1]),
    Zero.DEFICIENT: of_first(deficient),
    Zero.FACTOR: _some,
}
ZEROS: dict[type, Rule] = {
    core.Power: lambda scope, node: zero(scope, node.args[0]) if int(node.args[1]) > 0 else nowhere(scope, node),
}
