"""The rules of the nodes on floats: values, and how large the numbers behind them were.

A rule is written once, in the arithmetic that it is given, `at`: tensors with derivatives (`tensors`), or blocks of
registers of a program (`cpu_lanes.programs`), which emit instructions for compiled lanes and for the GPU.  `at.value`
and `at.size` give what the rule of another node returned.  Values that do not exist are NaN.

*Sizes*: `smin(A)` of a singular matrix comes out as 1e-17 times the norm of A rather than 0, so a relation between two
such values cannot be judged by its own size.  What a class says in its specification, or one rule here, bounds, to
first order and up to modest constants, the sensitivity of the value to a relative perturbation of everything it was
computed from: the size in whose roundings the error is to be counted.  The bounds widen what screening lets through as
"equal to rounding"; they decide nothing.  Matrices have one size, of norm type.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import numpy as np
from sympy import Rational
from sympy.core.numbers import NumberSymbol

from lemmata.language import atoms, columns, core, families, functions, matrices, variables
from lemmata.language.specification import Moves
from lemmata.language.subspaces import NumRadius

Term = Any  # a tensor or a block, with + - * / and abs
Arithmetic = Any  # `tensors.Evaluation` or `programs.Program`, which have the same methods
Rule = Callable[[Arithmetic, Any], Term]
SLOPE_ERROR = 1e-7  # of the norm of the matrix's derivative; see `tensors.Evaluation.slope`


def rule_for(table: Mapping[type, Rule], node: Any) -> Rule | None:
    """The rule of a class or of the next of its bases that has one."""
    return next((table[cls] for cls in type(node).__mro__ if cls in table), None)


def size_rule(node: Any) -> Rule | None:
    """The rule of the size behind the value of a node."""
    return rule_for(SIZES, node) or node.spec.magnitude or MOVES.get(node.spec.moves)


# Values.
def spectrum(at: Arithmetic, a: Any) -> Term:
    """Singular values of a matrix node: one decomposition serves every atom of that matrix."""
    return at.shared("s", a, lambda: at.singular(at.value(a)))


def eigenvalues(at: Arithmetic, n: Any) -> Term:
    """Eigenvalues of a symmetric matrix node, NaN where it is not symmetric as a value."""
    return at.shared("lam", n, lambda: at.where_symmetric(n, at.symmetric(at.value(n))))


def _radius(at: Arithmetic, a: Any) -> tuple[Term, Term]:
    """Spectral radius of a matrix node and the condition number of its eigenvectors."""
    found: tuple[Term, Term] = at.shared("rho", a, lambda: at.radius(at.value(a)))
    return found


def _of(operation: str) -> Rule:
    """An operation of the arithmetic on the values of the arguments."""
    return lambda at, node: getattr(at, operation)(*map(at.value, node.args))


def _folded(step: Callable[[Arithmetic, Term, Term], Term]) -> Rule:
    def rule(at: Arithmetic, node: Any) -> Term:
        out = at.value(node.args[0])
        for a in node.args[1:]:
            out = step(at, out, at.value(a))
        return out

    return rule


def _raised(at: Arithmetic, node: Any) -> Term:
    exponent = int(node.args[1])
    out = at.raised(at.value(node.args[0]), abs(exponent))
    return at.over(1.0, out) if exponent < 0 else out


def _place(of: Callable[[Arithmetic, Any], Term], k: int) -> Rule:
    return lambda at, node: at.place(of(at, node.args[0]), k)


def _of_spectrum(operation: str) -> Rule:
    """A function of a symmetric matrix, by its eigenvalues."""

    def rule(at: Arithmetic, node: Any) -> Term:
        n = node.args[0]
        return at.where_symmetric(n, getattr(at, operation)(at.value(n), at.noise(n)))

    return rule


def _kept(operation: str) -> Rule:
    """What is read off the singular values that are not zero up to rounding."""
    return lambda at, node: getattr(at, operation)(spectrum(at, node.args[0]), max(map(int, node.args[0].shape)))


def _unit(at: Arithmetic, node: Any) -> Term:
    length, place = map(int, node.args)
    return at.matrix(np.eye(length)[:, place - 1 : place])


VALUES: dict[type, Rule] = {
    **dict.fromkeys((Rational, NumberSymbol), lambda at, node: at.number(node)),
    **dict.fromkeys((variables.Scalar, variables.Index, variables.Matrix), lambda at, node: at.leaf(node)),
    **dict.fromkeys((core.Plus, matrices.MatPlus), _folded(lambda at, x, y: x + y)),
    **dict.fromkeys((core.Times, functions.Hadamard), _folded(lambda at, x, y: x * y)),
    **dict.fromkeys((core.Neg, matrices.MatNeg), lambda at, node: -at.value(node.args[0])),
    **dict.fromkeys((atoms.SMax, atoms.Norm2), _place(spectrum, 0)),
    core.Quotient: _folded(lambda at, x, y: at.over(x, y)),
    core.Power: _raised,
    core.RealPower: _of("power"),
    core.Sqrt: _of("sqrt"),
    core.Exp: _of("exp"),
    core.Erf: _of("erf"),
    core.Log: _of("log"),
    core.Abs: lambda at, node: abs(at.value(node.args[0])),
    core.Max: _of("highest"),
    core.Min: _of("lowest"),
    core.Total: _of("total"),
    core.Product: _of("product"),
    core.Cumulative: _of("sums"),
    core.Entry: lambda at, node: at.entry(at.value(node.args[0]), node.args[1]),
    core.Gap: lambda at, node: at.gap(at.value(node.args[0]), node.args[1]),
    matrices.Id: lambda at, node: at.matrix(np.eye(int(node.args[0]))),
    matrices.MatTimes: _folded(lambda at, x, y: at.matmul(x, y)),
    matrices.Scaled: _of("scaled"),
    matrices.Transpose: _of("transpose"),
    matrices.Kron: _of("kron"),
    families.VStack: _of("stacked"),
    families.Unit: _unit,
    families.GradientGram: lambda at, node: at.gradient_gram(node),
    columns.Entries: _of("flat"),
    columns.Column: _of("column"),
    columns.DiagonalEntries: _of("diagonal"),
    columns.DiagonalMatrix: _of("diagonal_matrix"),
    functions.Ones: lambda at, node: at.matrix(np.ones(tuple(map(int, node.args)))),
    functions.Relu: _of("relu"),
    functions.Inverse: _of("inverse"),
    functions.PseudoInverse: _of("pseudo_inverse"),
    functions.Pivoting: _of("pivoting"),
    functions.MatExp: _of("exponential"),
    functions.MatLog: _of_spectrum("log_matrix"),
    functions.MatSqrt: _of_spectrum("root_matrix"),
    functions.MatAbs: _of("absolute"),
    atoms.S: lambda at, node: spectrum(at, node.args[0]),
    atoms.SMin: _place(spectrum, -1),
    atoms.Lam: lambda at, node: eigenvalues(at, node.args[0]),
    atoms.LMax: _place(eigenvalues, 0),
    atoms.LMin: _place(eigenvalues, -1),
    atoms.NormN: lambda at, node: at.total(spectrum(at, node.args[0])),
    atoms.KyFan: lambda at, node: at.entry(at.sums(spectrum(at, node.args[1])), node.args[0]),
    atoms.Schatten: lambda at, node: at.schatten(spectrum(at, node.args[1]), at.value(node.args[0])),
    atoms.Cond: _kept("condition"),
    atoms.Rank: _kept("rank"),
    atoms.NormF: _of("norm"),
    atoms.MaxAbs: lambda at, node: at.highest(at.flat(abs(at.value(node.args[0])))),
    atoms.Tr: lambda at, node: at.total(at.diagonal(at.value(node.args[0]))),
    atoms.Det: _of("determinant"),
    atoms.Rho: lambda at, node: _radius(at, node.args[0])[0],
    atoms.RealEigenvalues: lambda at, node: at.real_eigenvalues(node.args[0]),
    atoms.EigenForm: lambda at, node: at.eigen_form(node),
    atoms.SingularForm: lambda at, node: at.singular_form(node),
    atoms.Slope: lambda at, node: at.slope(node)[0],
    NumRadius: _of("numerical_radius"),
}


# Sizes.
def exact(at: Arithmetic, node: Any) -> Term:
    """The size of what has roundings of its own alone."""
    return abs(at.value(node))


def _norm(at: Arithmetic, node: Any) -> Term:
    """The norm of a matrix, in doubt where that is not finite."""
    return at.doubtful(at.norm(at.value(node)))


def _spread(at: Arithmetic, low: Term, high: Term) -> Term:
    """Size of a value known to lie between two others."""
    return abs(high - low) * (1 / at.roundings)


def _sum(at: Arithmetic, node: Any) -> Term:
    return reduce(operator.add, map(at.size, node.args))


def _product(at: Arithmetic, node: Any) -> Term:
    return reduce(operator.mul, map(at.size, node.args))


def _scaled(factor: Callable[[Any], float]) -> Rule:
    return lambda at, node: at.size(node.args[0]) * factor(node)


def _entries(operation: str) -> Rule:
    """An operation on the sizes of all entries, of which there may be one that stands for all."""
    return lambda at, node: getattr(at, operation)(at.size(node.args[0]), at.count(at.value(node.args[0])))


def _order(node: Any) -> int:
    return int(node.args[0].shape[0])


def _quotient(at: Arithmetic, node: Any) -> Term:
    a, b = node.args
    below = abs(at.value(b))
    return at.over(at.size(a), below) * at.over(at.size(b), below)


def _power(at: Arithmetic, node: Any) -> Term:
    base, exponent = node.args
    if int(exponent) >= 0:
        return at.raised(at.size(base), int(exponent))
    return at.over(at.size(base), abs(at.value(base))) * exact(at, node)


def _extreme(at: Arithmetic, node: Any) -> Term:
    return reduce(at.greater, (at.highest(at.size(a)) for a in node.args))


def _widest(at: Arithmetic, node: Any) -> Term:
    return at.highest(at.size(node.args[0]))


def _cond(at: Arithmetic, node: Any) -> Term:
    """Relative perturbations of the matrix move the smallest singular value by that part of the largest one."""
    value = at.value(node)
    return at.over(at.size(node.args[0]), at.value(atoms.SMax(node.args[0]))) * (value * value)


def _form(at: Arithmetic, node: Any) -> Term:
    """A perturbation of the matrix turns the vector by that perturbation over the gap."""
    a, i, x = node.args
    spectrum = (atoms.S if isinstance(node, atoms.SingularForm) else atoms.Lam)(a)
    apart = at.value(core.Gap(spectrum, i))
    if isinstance(node, atoms.SingularForm):  # the negatives of singular values are neighbours too
        apart = at.lesser(apart, at.value(core.Entry(spectrum, i)) * 2.0)
    return at.size(x) * (at.over(at.size(a), apart) + 1.0)


def _exp(at: Arithmetic, node: Any) -> Term:
    return at.value(node) * (at.size(node.args[0]) + 1.0)


def _log(at: Arithmetic, node: Any) -> Term:
    """In doubt where the argument may as well be zero."""
    a = node.args[0]
    return at.doubtful(at.size(a) / at.positive(at.value(a) - at.noise(a)) + exact(at, node))


def _real_power(at: Arithmetic, node: Any) -> Term:
    """Between the powers of what the base may be; the error of the exponent counts through the logarithm."""
    (base, exponent), error = map(at.value, node.args), at.noise(node.args[0])
    low, high = at.power(at.from_zero(base - error), exponent), at.power(base + error, exponent)
    factor = at.log_size(base) * at.size(node.args[1]) + 1.0
    return at.doubtful(_spread(at, low, high) + exact(at, node) * factor)  # a negative power of what may be zero


def _product_of_entries(at: Arithmetic, node: Any) -> Term:
    a = node.args[0]
    least = at.product(exact(at, a))
    most = at.product(exact(at, a) + at.noise(a))
    return _spread(at, least, most) + least * float(at.count(at.value(a)))


def _schatten(at: Arithmetic, node: Any) -> Term:
    """Between the values at the least and greatest the singular values and the exponent may be."""
    p, values = at.value(node.args[0]), at.value(atoms.S(node.args[1]))
    turn, error = map(at.noise, node.args)
    low, high = at.schatten(at.greater(values - error, 0.0), p + turn), at.schatten(values + error, p - turn)
    return at.doubtful(_spread(at, low, high) + at.value(node) * (abs(1.0 / p) + 1.0))


def _moved_radius(at: Arithmetic, node: Any) -> Term:
    """The lesser of two bounds on how far eigenvalues move: Bauer and Fike's by the eigenvectors, and Elsner's."""
    size, part = at.size(node.args[0]), 1 / _order(node)
    return at.lesser(_radius(at, node.args[0])[1] * size, size * (2.0 ** (1 - part) * at.roundings ** (part - 1)))


def _inverse(at: Arithmetic, node: Any) -> Term:
    """A perturbation E of A moves the inverse X by X E X."""
    norm = _norm(at, node)
    return at.size(node.args[0]) * (norm * norm)


def _pseudo_inverse(at: Arithmetic, node: Any) -> Term:
    """A perturbation E that keeps the rank moves the pseudo-inverse X by at most sqrt(2) |X|^2 |E| (Wedin)."""
    return _inverse(at, node) * 2**0.5


def _exponential(at: Arithmetic, node: Any) -> Term:
    """A perturbation E of A moves exp(A) by at most |E| exp(mu), mu the largest eigenvalue of (A + A^T) / 2."""
    a = at.value(node.args[0])
    top = at.place(at.symmetric((a + at.transpose(a)) * 0.5), 0)
    return at.exp(top) * (at.size(node.args[0]) + _order(node) ** 0.5)


def _logarithm(at: Arithmetic, node: Any) -> Term:
    """A perturbation E moves log(A) by at most |E| / lmin(A); in doubt where lmin(A) may as well be zero."""
    n = node.args[0]
    least = at.value(atoms.LMin(n)) - at.noise(n)
    return at.doubtful(at.size(n) / at.positive(least) + _norm(at, node))


def _root(at: Arithmetic, node: Any) -> Term:
    """A perturbation E moves the root by at most |E| / lmin(root), and by (sqrt(n) |E|)^(1/2) in any case."""
    size = at.size(node.args[0])
    least = at.greater(at.sqrt(at.greater(at.value(atoms.LMin(node.args[0])), 0.0)), at.tiny)
    return at.lesser(size / least, at.sqrt(size * (_order(node) ** 0.5 / at.roundings))) + _norm(at, node)


MOVES: dict[Moves, Rule] = {
    Moves.NONE: exact,
    Moves.ONCE: lambda at, node: at.size(node.args[0]),
    Moves.ROOT_OF_ORDER: _scaled(lambda node: _order(node) ** 0.5),
    Moves.SHORTER_SIDE: _scaled(lambda node: float(min(map(int, node.args[0].shape)))),
}
NORMED = (variables.Matrix, matrices.Id, families.Unit, families.GradientGram, functions.Ones, functions.Pivoting)
SIZES: dict[type, Rule] = {
    **dict.fromkeys((Rational, NumberSymbol, variables.Scalar, variables.Index), exact),
    **dict.fromkeys(NORMED, _norm),
    **dict.fromkeys((core.Plus, matrices.MatPlus, families.VStack), _sum),
    **dict.fromkeys((core.Times, matrices.MatTimes, matrices.Scaled, matrices.Kron, functions.Hadamard), _product),
    **dict.fromkeys((core.Max, core.Min), _extreme),
    **dict.fromkeys((core.Entry, core.Gap), _widest),
    **dict.fromkeys((columns.Column, columns.DiagonalMatrix), _entries("together")),
    **dict.fromkeys((atoms.EigenForm, atoms.SingularForm), _form),
    core.Quotient: _quotient,
    core.Power: _power,
    core.Sqrt: lambda at, node: at.root_error(at.value(node), at.size(node.args[0])),
    core.Total: lambda at, node: _widest(at, node) * float(at.count(at.value(node.args[0]))),
    core.Exp: _exp,
    core.Erf: _scaled(lambda node: 2 / math.pi**0.5),
    core.Log: _log,
    core.RealPower: _real_power,
    core.Product: _product_of_entries,
    core.Cumulative: _entries("sums"),
    atoms.Det: lambda at, node: at.raised(at.size(node.args[0]), _order(node)),
    atoms.Cond: _cond,
    atoms.Rho: _moved_radius,
    atoms.KyFan: lambda at, node: at.size(node.args[1]) * exact(at, node.args[0]),
    atoms.Schatten: _schatten,
    atoms.Slope: lambda at, node: at.slope(node)[1] * (SLOPE_ERROR / at.roundings),
    functions.Inverse: _inverse,
    functions.PseudoInverse: _pseudo_inverse,
    functions.MatExp: _exponential,
    functions.MatLog: _logarithm,
    functions.MatSqrt: _root,
    functions.MatAbs: _scaled(lambda node: 2**0.5),  # Araki and Yamagami: Lipschitz with this constant
}
