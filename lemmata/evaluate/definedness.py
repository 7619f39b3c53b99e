"""Where a node certainly has no value, judged from floats by margins far above their rounding noise.

Most partial functions fail on a thin set that searches visit on purpose: singular matrices, zero denominators, products
that are not quite symmetric.  The float rules answer NaN there, and NaN alone would send every such instance to a
certifier.  The masks below are True only where the value is missing beyond doubt: a sign or an asymmetry that exceeds
`MARGIN` times the rounding noise of the value, or a zero or a rank deficiency of a value without rounding error (see
`float_exactness`).  False says nothing.  All masks have shape (B, K, 1).
"""

from __future__ import annotations

from functools import partial
from typing import Any

from torch import Tensor

from lemmata.evaluate.float_exactness import MARGIN, Rule, answers, deficient, nowhere, of_first, somewhere, zero
from lemmata.evaluate.float_rules import Scope, asymmetry, known_symmetric
from lemmata.language import atoms, core
from lemmata.language.specification import Domain


def undefined(scope: Scope, node: Any) -> Tensor:
    """Where the value of a node, or of anything in it, certainly does not exist."""
    return scope.shared("undefined", node, partial(_undefined, scope, node))


def _undefined(scope: Scope, node: Any) -> Tensor:
    out = nowhere(scope)
    rule = UNDEFINED.get(type(node)) or DOMAINS.get(answers(node).domain)
    if rule is not None:
        out = out | rule(scope, node)
    for part in node.args:
        out = out | undefined(scope, part)
    return out


def negative(scope: Scope, node: Any) -> Tensor:
    """Where some entry of a quantity is certainly below zero."""
    return somewhere(scope.value(node) < -MARGIN * scope.noise(node))


def _asymmetric(scope: Scope, node: Any) -> Tensor:
    n = node.args[0]
    if known_symmetric(n):
        return nowhere(scope)
    return asymmetry(scope.value(n)) > MARGIN * scope.noise(n)


def _indefinite(scope: Scope, node: Any) -> Tensor:
    n = node.args[0]
    return _asymmetric(scope, node) | (scope.value(atoms.LMin(n)) < -MARGIN * scope.noise(n))


def _real_power(scope: Scope, node: Any) -> Tensor:
    base, exponent = node.args
    return negative(scope, base) | (zero(scope, base) & (negative(scope, exponent) | zero(scope, exponent)))


def _outside(scope: Scope, index: Any, most: int) -> Tensor:
    """Where an index is no integer from 1 to `most`."""
    i, error = scope.value(index), MARGIN * scope.noise(index)
    return somewhere((i < 1 - error) | (i > most + error) | ((i - i.round()).abs() > error + 1e-3))


def _entry(scope: Scope, node: Any) -> Tensor:
    return _outside(scope, node.args[1], scope.value(node.args[0]).shape[-1])


def _kyfan(scope: Scope, node: Any) -> Tensor:
    return _outside(scope, node.args[0], min(int(d) for d in node.args[1].shape))


def _denominator(scope: Scope, node: Any) -> Tensor:
    return zero(scope, node.args[1])


DOMAINS: dict[Domain, Rule] = {
    Domain.SYMMETRIC: _asymmetric,
    Domain.NONZERO: of_first(zero),
    Domain.REGULAR: of_first(deficient),
    Domain.SEMIDEFINITE: _indefinite,
    Domain.DEFINITE: lambda scope, node: _indefinite(scope, node) | deficient(scope, node.args[0]),
    Domain.FROM_ZERO: of_first(negative),
    Domain.ABOVE_ZERO: lambda scope, node: negative(scope, node.args[0]) | zero(scope, node.args[0]),
}
UNDEFINED: dict[type, Rule] = {
    core.Quotient: _denominator,
    core.Power: lambda scope, node: zero(scope, node.args[0]) if int(node.args[1]) < 0 else nowhere(scope, node),
    core.RealPower: _real_power,
    core.Entry: _entry,
    core.Gap: _entry,
    atoms.Schatten: lambda scope, node: negative(scope, node.args[0]) | zero(scope, node.args[0]),
    atoms.KyFan: _kyfan,
}
