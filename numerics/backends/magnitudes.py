"""How large the numbers behind a value were: the size in whose roundings its error is to be counted.

`smin(A)` of a singular matrix comes out as 1e-17 times the norm of A rather than 0, so a relation between two such
values cannot be judged by its own size.  One rule per node class bounds, to first order and up to modest constants,
the sensitivity of the value to a relative perturbation of everything it was computed from.  The bounds widen what
screening lets through as "equal to rounding"; they decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from sympy import Rational
from sympy.core.numbers import NumberSymbol
from torch import Tensor

from numerics.backends.float_rules import ROUNDINGS, Scope, distance, divide, pick
from theorems.language import atoms, core, families, matrices, variables

SLOPE_ERROR = 1e-7  # of the norm of the matrix's derivative; see `float_rules.slope_and_speed`

Rule = Callable[[Scope, Any], Tensor]


def magnitude(scope: Scope, node: Any) -> Tensor:
    """Size behind the value of a node, broadcasting against it: (B, K, 1 or k); matrices have one, of norm type.

    Raises TypeError for a node without a rule.
    """
    rule = next((RULES[cls] for cls in type(node).__mro__ if cls in RULES), None)
    if rule is None:
        raise TypeError(f"{type(node).__name__} has no magnitude")
    return scope.shared("magnitude", node, partial(rule, scope, node))


def _size(scope: Scope, node: Any) -> Tensor:
    """Norm of a matrix value, absolute value of a quantity."""
    value = scope.value(node)
    return torch.linalg.vector_norm(value, dim=(-2, -1))[..., None] if node.is_Matrix else value.abs()


def _fold(step: Callable[[Tensor, Tensor], Tensor]) -> Rule:
    def rule(scope: Scope, node: Any) -> Tensor:
        out = magnitude(scope, node.args[0])
        for a in node.args[1:]:
            out = step(out, magnitude(scope, a))
        return out

    return rule


def _first(scope: Scope, node: Any) -> Tensor:
    return magnitude(scope, node.args[0])


def _quotient(scope: Scope, node: Any) -> Tensor:
    a, b = node.args
    below = scope.value(b).abs()
    return divide(magnitude(scope, a), below) * divide(magnitude(scope, b), below)


def _power(scope: Scope, node: Any) -> Tensor:
    base, exponent = node.args
    size = magnitude(scope, base)
    if int(exponent) >= 0:
        return size ** int(exponent)
    return divide(size, scope.value(base).abs()) * scope.value(node).abs()


def _sqrt(scope: Scope, node: Any) -> Tensor:
    """The error e of x becomes e / sqrt(x), but no more than sqrt(e)."""
    root, size = scope.value(node), magnitude(scope, node.args[0])
    eps = torch.finfo(scope.dtype).eps
    most = (size / eps).sqrt()
    return torch.where(root > 0, torch.minimum(size / torch.where(root > 0, root, 1.0), most), most)


def _max(scope: Scope, node: Any) -> Tensor:
    sizes = [magnitude(scope, a).amax(-1, keepdim=True) for a in node.args]
    return torch.stack(torch.broadcast_tensors(*sizes)).amax(0)


def _total(scope: Scope, node: Any) -> Tensor:
    return magnitude(scope, node.args[0]).amax(-1, keepdim=True) * scope.value(node.args[0]).shape[-1]


def _widest(scope: Scope, node: Any) -> Tensor:
    return magnitude(scope, node.args[0]).amax(-1, keepdim=True)


def _determinant(scope: Scope, node: Any) -> Tensor:
    return magnitude(scope, node.args[0]) ** int(node.args[0].shape[0])


def _cond(scope: Scope, node: Any) -> Tensor:
    """Relative perturbations of the matrix move the smallest singular value by that part of the largest one."""
    top = scope.value(atoms.SMax(node.args[0]))
    return divide(magnitude(scope, node.args[0]), top) * scope.value(node) ** 2


def _exact(scope: Scope, node: Any) -> Tensor:
    return scope.value(node).abs()


def _form(vector: Callable[[Any], Any]) -> Rule:
    """A perturbation of the matrix turns the vector by that perturbation over the gap."""

    def rule(scope: Scope, node: Any) -> Tensor:
        a, i, x = node.args
        apart = distance(scope.value(vector(a)), scope.value(i))
        if vector is atoms.S:
            apart = torch.minimum(apart, 2 * pick(scope.value(vector(a)), scope.value(i)))
        return magnitude(scope, x) * (1 + divide(magnitude(scope, a), apart))

    return rule


def _slope(scope: Scope, node: Any) -> Tensor:
    scope.value(node)
    speed = scope.shared("slope", node, lambda: None)[1].to(scope.dtype)
    return speed * (SLOPE_ERROR / (ROUNDINGS * torch.finfo(scope.dtype).eps))


RULES: dict[type, Rule] = {
    Rational: _exact,
    NumberSymbol: _exact,
    variables.Scalar: _exact,
    variables.Index: _exact,
    variables.Matrix: _size,
    core.Plus: _fold(torch.add),
    core.Neg: _first,
    core.Times: _fold(torch.mul),
    core.Quotient: _quotient,
    core.Power: _power,
    core.Sqrt: _sqrt,
    core.Abs: _first,
    core.Max: _max,
    core.Min: _max,
    core.Total: _total,
    core.Entry: _widest,
    core.Gap: _widest,
    matrices.Id: _size,
    matrices.MatPlus: _fold(torch.add),
    matrices.MatNeg: _first,
    matrices.MatTimes: _fold(torch.mul),
    matrices.Scaled: _fold(torch.mul),
    matrices.Transpose: _first,
    matrices.Kron: _fold(torch.mul),
    families.VStack: _fold(torch.add),
    families.GradientGram: _size,
    atoms.SpectralAtom: _first,
    atoms.Tr: lambda scope, node: magnitude(scope, node.args[0]) * int(node.args[0].shape[0]) ** 0.5,
    atoms.Det: _determinant,
    atoms.Cond: _cond,
    atoms.Rank: _exact,
    atoms.RealEigenvalues: _exact,
    atoms.EigenForm: _form(atoms.Lam),
    atoms.SingularForm: _form(atoms.S),
    atoms.Slope: _slope,
}
