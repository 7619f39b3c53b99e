"""How large the numbers behind a value were: the size in whose roundings its error is to be counted.

`smin(A)` of a singular matrix comes out as 1e-17 times the norm of A rather than 0, so a relation between two such
values cannot be judged by its own size.  What a class says in its specification, or one rule here, bounds, to first
order and up to modest constants, the sensitivity of the value to a relative perturbation of everything it was computed
from.  The bounds widen what screening lets through as "equal to rounding"; they decide nothing.

A rule is written once, in the arithmetic of what `at.value` and `at.size` return: tensors (`error_bounds`), or blocks
of a program for the compiled lanes (`cpu_lanes.size_rules`), which emit instructions.  Matrices have one size, of norm
type.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

from sympy import Rational
from sympy.core.numbers import NumberSymbol

from lemmata.language import atoms, columns, core, families, functions, matrices, variables
from lemmata.language.specification import Moves

Term = Any  # a tensor or a block, with + - * / and abs
Sizes = Any  # `error_bounds.Tensors` or `size_rules.Blocks`, which have the same methods
Rule = Callable[[Sizes, Any], Term]


def exact(at: Sizes, node: Any) -> Term:
    """The size of what has roundings of its own alone."""
    return abs(at.value(node))


def _spread(at: Sizes, low: Term, high: Term) -> Term:
    """Size of a value known to lie between two others."""
    return abs(high - low) * (1 / at.roundings)


def _first(at: Sizes, node: Any) -> Term:
    return at.size(node.args[0])


def _sum(at: Sizes, node: Any) -> Term:
    return reduce(lambda x, y: x + y, map(at.size, node.args))


def _product(at: Sizes, node: Any) -> Term:
    return reduce(lambda x, y: x * y, map(at.size, node.args))


def _scaled(factor: Callable[[Any], float]) -> Rule:
    return lambda at, node: at.size(node.args[0]) * factor(node)


def _order(node: Any) -> int:
    return int(node.args[0].shape[0])


def _quotient(at: Sizes, node: Any) -> Term:
    a, b = node.args
    below = abs(at.value(b))
    return at.over(at.size(a), below) * at.over(at.size(b), below)


def _power(at: Sizes, node: Any) -> Term:
    base, exponent = node.args
    if int(exponent) >= 0:
        return at.raised(at.size(base), int(exponent))
    return at.over(at.size(base), abs(at.value(base))) * exact(at, node)


def _extreme(at: Sizes, node: Any) -> Term:
    return reduce(at.greater, (at.highest(at.size(a)) for a in node.args))


def _widest(at: Sizes, node: Any) -> Term:
    return at.highest(at.size(node.args[0]))


def _cond(at: Sizes, node: Any) -> Term:
    """Relative perturbations of the matrix move the smallest singular value by that part of the largest one."""
    value = at.value(node)
    return at.over(at.size(node.args[0]), at.value(atoms.SMax(node.args[0]))) * (value * value)


def _form(at: Sizes, node: Any) -> Term:
    """A perturbation of the matrix turns the vector by that perturbation over the gap."""
    a, i, x = node.args
    spectrum = (atoms.S if isinstance(node, atoms.SingularForm) else atoms.Lam)(a)
    apart = at.value(core.Gap(spectrum, i))
    if isinstance(node, atoms.SingularForm):  # the negatives of singular values are neighbours too
        apart = at.lesser(apart, at.value(core.Entry(spectrum, i)) * 2.0)
    return at.size(x) * (at.over(at.size(a), apart) + 1.0)


def _exp(at: Sizes, node: Any) -> Term:
    return at.value(node) * (at.size(node.args[0]) + 1.0)


def _log(at: Sizes, node: Any) -> Term:
    """In doubt where the argument may as well be zero."""
    a = node.args[0]
    return at.doubtful(at.size(a) / at.positive(at.value(a) - at.noise(a)) + exact(at, node))


def _real_power(at: Sizes, node: Any) -> Term:
    """Between the powers of what the base may be; the error of the exponent counts through the logarithm."""
    (base, exponent), error = map(at.value, node.args), at.noise(node.args[0])
    low, high = at.power(at.from_zero(base - error), exponent), at.power(base + error, exponent)
    factor = at.log_size(base) * at.size(node.args[1]) + 1.0
    return at.doubtful(_spread(at, low, high) + exact(at, node) * factor)  # a negative power of what may be zero


def _product_of_entries(at: Sizes, node: Any) -> Term:
    a = node.args[0]
    least = at.product(exact(at, a))
    most = at.product(exact(at, a) + at.noise(a))
    return _spread(at, least, most) + least * float(at.count(a))


def _schatten(at: Sizes, node: Any) -> Term:
    """Between the values at the least and greatest the singular values and the exponent may be."""
    p, values = at.value(node.args[0]), at.value(atoms.S(node.args[1]))
    turn, error = map(at.noise, node.args)
    low, high = at.schatten(at.greater(values - error, 0.0), p + turn), at.schatten(values + error, p - turn)
    return at.doubtful(_spread(at, low, high) + at.value(node) * (abs(1.0 / p) + 1.0))


def _radius(at: Sizes, node: Any) -> Term:
    """The lesser of two bounds on how far eigenvalues move: Bauer and Fike's by the eigenvectors, and Elsner's."""
    size, part = at.size(node.args[0]), 1 / _order(node)
    return at.lesser(at.condition(node.args[0]) * size, size * (2.0 ** (1 - part) * at.roundings ** (part - 1)))


def _inverse(at: Sizes, node: Any) -> Term:
    """A perturbation E of A moves the inverse X by X E X."""
    norm = at.norm(node)
    return at.size(node.args[0]) * (norm * norm)


def _pseudo_inverse(at: Sizes, node: Any) -> Term:
    """A perturbation E that keeps the rank moves the pseudo-inverse X by at most sqrt(2) |X|^2 |E| (Wedin)."""
    return _inverse(at, node) * 2**0.5


def _exponential(at: Sizes, node: Any) -> Term:
    """A perturbation E of A moves exp(A) by at most |E| exp(mu), mu the largest eigenvalue of (A + A^T) / 2."""
    return at.exp(at.top(node.args[0])) * (at.size(node.args[0]) + _order(node) ** 0.5)


def _logarithm(at: Sizes, node: Any) -> Term:
    """A perturbation E moves log(A) by at most |E| / lmin(A); in doubt where lmin(A) may as well be zero."""
    n = node.args[0]
    least = at.value(atoms.LMin(n)) - at.noise(n)
    return at.doubtful(at.size(n) / at.positive(least) + at.norm(node))


def _root(at: Sizes, node: Any) -> Term:
    """A perturbation E moves the root by at most |E| / lmin(root), and by (sqrt(n) |E|)^(1/2) in any case."""
    size = at.size(node.args[0])
    least = at.greater(at.sqrt(at.greater(at.value(atoms.LMin(node.args[0])), 0.0)), at.tiny)
    return at.lesser(size / least, at.sqrt(size * (_order(node) ** 0.5 / at.roundings))) + at.norm(node)


MOVES: dict[Moves, Rule] = {
    Moves.NONE: exact,
    Moves.ONCE: _first,
    Moves.ROOT_OF_ORDER: _scaled(lambda node: _order(node) ** 0.5),
    Moves.SHORTER_SIDE: _scaled(lambda node: float(min(map(int, node.args[0].shape)))),
}
NORMED = (variables.Matrix, matrices.Id, families.Unit, families.GradientGram, functions.Ones, functions.Pivoting)
RULES: dict[type, Rule] = {
    **dict.fromkeys((Rational, NumberSymbol, variables.Scalar, variables.Index), exact),
    **dict.fromkeys(NORMED, lambda at, node: at.norm(node)),
    **dict.fromkeys((core.Plus, matrices.MatPlus, families.VStack), _sum),
    **dict.fromkeys((core.Times, matrices.MatTimes, matrices.Scaled, matrices.Kron, functions.Hadamard), _product),
    **dict.fromkeys((core.Max, core.Min), _extreme),
    **dict.fromkeys((core.Entry, core.Gap), _widest),
    **dict.fromkeys((columns.Column, columns.DiagonalMatrix), lambda at, node: at.together(node.args[0])),
    **dict.fromkeys((atoms.EigenForm, atoms.SingularForm), _form),
    core.Quotient: _quotient,
    core.Power: _power,
    core.Sqrt: lambda at, node: at.root_error(at.value(node), at.size(node.args[0])),
    core.Total: lambda at, node: _widest(at, node) * float(at.count(node.args[0])),
    core.Exp: _exp,
    core.Erf: _scaled(lambda node: 2 / math.pi**0.5),
    core.Log: _log,
    core.RealPower: _real_power,
    core.Product: _product_of_entries,
    core.Cumulative: lambda at, node: at.sums(node.args[0]),
    atoms.Det: lambda at, node: at.raised(at.size(node.args[0]), _order(node)),
    atoms.Cond: _cond,
    atoms.Rho: _radius,
    atoms.KyFan: lambda at, node: at.size(node.args[1]) * exact(at, node.args[0]),
    atoms.Schatten: _schatten,
    functions.Inverse: _inverse,
    functions.PseudoInverse: _pseudo_inverse,
    functions.MatExp: _exponential,
    functions.MatLog: _logarithm,
    functions.MatSqrt: _root,
    functions.MatAbs: _scaled(lambda node: 2**0.5),  # Araki and Yamagami: Lipschitz with this constant
}
