"""How large the numbers behind a value were: the size in whose roundings its error is to be counted.

`smin(A)` of a singular matrix comes out as 1e-17 times the norm of A rather than 0, so a relation between two such
values cannot be judged by its own size.  What a class says in its specification, or one rule here, bounds, to first
order and up to modest constants, the sensitivity of the value to a relative perturbation of everything it was computed
from.  The bounds widen what screening lets through as "equal to rounding"; they decide nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from sympy import Rational
from sympy.core.numbers import NumberSymbol
from torch import Tensor

from lemmata.evaluate import spectral_floats as spectral
from lemmata.evaluate.float_functions import radius, real_power, schatten
from lemmata.evaluate.float_rules import ROUNDINGS, Scope, distance, divide, pick, spectrum, whole_power
from lemmata.language import atoms, columns, core, families, functions, matrices, variables
from lemmata.language.specification import Moves

SLOPE_ERROR = 1e-7  # of the norm of the matrix's derivative; see `float_rules.slope_and_speed`

Rule = Callable[[Scope, Any], Tensor]


def magnitude(scope: Scope, node: Any) -> Tensor:
    """Size behind the value of a node, broadcasting against it: (B, K, 1 or k); matrices have one, of norm type.

    Raises TypeError for a node without a rule.
    """
    rule = next((RULES[cls] for cls in type(node).__mro__ if cls in RULES), None)
    rule = rule or node.spec.magnitude or MOVES.get(node.spec.moves)
    if rule is None:
        raise TypeError(f"{type(node).__name__} has no magnitude")
    return scope.shared("magnitude", node, partial(rule, scope, node))


def _size(scope: Scope, node: Any) -> Tensor:
    """Norm of a matrix value, absolute value of a quantity; squares of small entries must not vanish."""
    value = scope.value(node)
    if not node.is_Matrix:
        return value.abs()
    return spectral.frobenius(value)[..., None].nan_to_num(nan=torch.inf, posinf=torch.inf)


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
        return whole_power(size, int(exponent))
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


def _roundings(scope: Scope) -> float:
    return ROUNDINGS * torch.finfo(scope.dtype).eps


def _spread(scope: Scope, low: Tensor, high: Tensor) -> Tensor:
    """Magnitude of a value known to lie between two others."""
    return (high - low).abs() / _roundings(scope)


def _exp(scope: Scope, node: Any) -> Tensor:
    return scope.value(node) * (1 + magnitude(scope, node.args[0]))


def _log(scope: Scope, node: Any) -> Tensor:
    """Unknown (infinite) where the argument may as well be zero."""
    x, error = scope.value(node.args[0]), scope.noise(node.args[0])
    return torch.where(x > error, magnitude(scope, node.args[0]) / (x - error) + scope.value(node).abs(), torch.inf)


def _real_power(scope: Scope, node: Any) -> Tensor:
    """Between the powers of what the base may be; the error of the exponent counts through the logarithm."""
    base, exponent = (scope.value(a) for a in node.args)
    error = scope.noise(node.args[0])
    low, high = real_power((base - error).clamp(min=0), exponent), real_power(base + error, exponent)
    value = scope.value(node).abs()
    turned = torch.where(base > 0, torch.where(base > 0, base, 1.0).log().abs(), 0.0)
    size = _spread(scope, low, high) + value * (1 + turned * magnitude(scope, node.args[1]))
    return torch.where(low.isnan(), torch.inf, size)  # a negative power of what may be zero


def _product(scope: Scope, node: Any) -> Tensor:
    x, error = scope.value(node.args[0]).abs(), scope.noise(node.args[0])
    exact = x.prod(-1, keepdim=True)
    return _spread(scope, exact, (x + error).prod(-1, keepdim=True)) + x.shape[-1] * exact


def _cumulative(scope: Scope, node: Any) -> Tensor:
    return magnitude(scope, node.args[0]).expand(scope.value(node.args[0]).shape).cumsum(-1)


def _kyfan(scope: Scope, node: Any) -> Tensor:
    return magnitude(scope, node.args[1]) * scope.value(node.args[0]).abs()


def _schatten(scope: Scope, node: Any) -> Tensor:
    """Between the values at the least and greatest the singular values and the exponent may be."""
    p, values = scope.value(node.args[0]), spectrum(scope, node.args[1])
    error, turn = scope.noise(node.args[1]), scope.noise(node.args[0])
    low, high = schatten((values - error).clamp(min=0), p + turn), schatten(values + error, p - turn)
    size = _spread(scope, low, high) + scope.value(node) * (1 + divide(torch.ones_like(p), p).abs())
    return torch.where(p > turn, size, torch.inf)


def _radius(scope: Scope, node: Any) -> Tensor:
    """The lesser of two bounds on how far eigenvalues move: Bauer and Fike's by the eigenvectors, and Elsner's."""
    a = node.args[0]
    size, order = magnitude(scope, a), int(a.shape[0])
    condition = radius(scope, a)[1][..., None]
    most = (2 * size) ** (1 - 1 / order) * (_roundings(scope) * size) ** (1 / order) / _roundings(scope)
    return torch.minimum(condition * size, most)


def _inverse(scope: Scope, node: Any) -> Tensor:
    """A perturbation E of A moves the inverse X by X E X."""
    return magnitude(scope, node.args[0]) * _size(scope, node) ** 2


def _pseudo_inverse(scope: Scope, node: Any) -> Tensor:
    """A perturbation E that keeps the rank moves the pseudo-inverse X by at most sqrt(2) |X|^2 |E| (Wedin)."""
    return 2**0.5 * _inverse(scope, node)


def _exponential(scope: Scope, node: Any) -> Tensor:
    """A perturbation E of A moves exp(A) by at most |E| exp(mu), mu the largest eigenvalue of (A + A^T) / 2."""
    a = scope.value(node.args[0])
    mu = spectral.symmetric_eigenvalues((a + a.mT) / 2)[..., :1]
    return mu.exp() * (int(node.shape[0]) ** 0.5 + magnitude(scope, node.args[0]))


def _matrix_log(scope: Scope, node: Any) -> Tensor:
    """A perturbation E moves log(A) by at most |E| / lmin(A); unknown where lmin(A) may as well be zero."""
    least, error = scope.value(atoms.LMin(node.args[0])), scope.noise(node.args[0])
    known = least > error
    moved = magnitude(scope, node.args[0]) / torch.where(known, least - error, 1.0)
    return torch.where(known, moved + _size(scope, node), torch.inf)


def _matrix_root(scope: Scope, node: Any) -> Tensor:
    """A perturbation E moves the root by at most |E| / lmin(root), and by (sqrt(n) |E|)^(1/2) in any case."""
    size, least = magnitude(scope, node.args[0]), scope.value(atoms.LMin(node.args[0])).clamp(min=0).sqrt()
    most = (size * int(node.shape[0]) ** 0.5 / _roundings(scope)).sqrt()
    return torch.where(least > 0, torch.minimum(size / least, most), most) + _size(scope, node)


def _scaled(factor: float) -> Rule:
    return lambda scope, node: factor * magnitude(scope, node.args[0])


def _stacked(scope: Scope, node: Any) -> Tensor:
    """Norm of the magnitudes of a vector's entries."""
    sizes = magnitude(scope, node.args[0]).expand(scope.value(node.args[0]).shape)
    return torch.linalg.vector_norm(sizes, dim=-1, keepdim=True)


MOVES: dict[Moves, Rule] = {
    Moves.NONE: _exact,
    Moves.ONCE: _first,
    Moves.ROOT_OF_ORDER: lambda scope, node: magnitude(scope, node.args[0]) * int(node.args[0].shape[0]) ** 0.5,
    Moves.SHORTER_SIDE: lambda scope, node: magnitude(scope, node.args[0]) * min(map(int, node.args[0].shape)),
}
RULES: dict[type, Rule] = {
    Rational: _exact,
    NumberSymbol: _exact,
    variables.Scalar: _exact,
    variables.Index: _exact,
    variables.Matrix: _size,
    core.Plus: _fold(torch.add),
    core.Times: _fold(torch.mul),
    core.Quotient: _quotient,
    core.Power: _power,
    core.Sqrt: _sqrt,
    core.Max: _max,
    core.Min: _max,
    core.Total: _total,
    core.Entry: _widest,
    core.Gap: _widest,
    matrices.Id: _size,
    matrices.MatPlus: _fold(torch.add),
    matrices.MatTimes: _fold(torch.mul),
    matrices.Scaled: _fold(torch.mul),
    matrices.Kron: _fold(torch.mul),
    families.VStack: _fold(torch.add),
    families.GradientGram: _size,
    atoms.Det: _determinant,
    atoms.Cond: _cond,
    core.Exp: _exp,
    core.Erf: _scaled(2 / math.pi**0.5),
    core.Log: _log,
    core.RealPower: _real_power,
    core.Product: _product,
    core.Cumulative: _cumulative,
    atoms.Rho: _radius,
    atoms.Schatten: _schatten,
    atoms.KyFan: _kyfan,
    columns.Column: _stacked,
    columns.DiagonalMatrix: _stacked,
    functions.Inverse: _inverse,
    functions.PseudoInverse: _pseudo_inverse,
    functions.MatExp: _exponential,
    functions.MatLog: _matrix_log,
    functions.MatSqrt: _matrix_root,
    functions.MatAbs: _scaled(2**0.5),  # Araki and Yamagami: the absolute value is Lipschitz with this constant
    functions.Hadamard: _fold(torch.mul),
    functions.Ones: _size,
    functions.Pivoting: _size,
    families.Unit: _size,
    atoms.EigenForm: _form(atoms.Lam),
    atoms.SingularForm: _form(atoms.S),
    atoms.Slope: _slope,
}
