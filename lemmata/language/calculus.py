"""The one differentiator of the language: rates of change along a scalar, by the rules of calculus alone.

It covers spectra along polynomial families and the layers of networks, with roots, quotients and entrywise products,
and knows no formula for any result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr, Integer, pi

from lemmata.language import atoms, columns, core, families, functions, matrices
from lemmata.language.core import joined
from lemmata.language.defined import unfolded


def ddt(expr: Any, x: Any) -> Any:
    """Derivative of a scalar, vector or matrix with respect to the scalar variable x, entry by entry.

    Undefined, as the trees are, where a root or a quotient in it is.  Raises TypeError for what has no rule here and
    ValueError for what does not depend on x.
    """
    out = _rate(unfolded(expr), x)
    if out is None:
        raise ValueError(f"{expr} does not depend on {x}")
    return out


def _rate(expr: Any, x: Any) -> Any:
    """None stands for zero."""
    if expr == x:
        return Integer(1)
    if not expr.has(x):
        return None
    rule = _RULES.get(type(expr))
    if rule is None:
        raise TypeError(f"{type(expr).__name__} has no rate of change here")
    return rule(expr, x)


def _sum(join: type) -> Callable[[Any, Any], Any]:
    return lambda e, x: joined([d for a in e.args if (d := _rate(a, x)) is not None], join)


def _times(*factors: Any) -> Any:
    """A product of quantities without factors 1."""
    return joined([f for f in factors if f != 1] or [Integer(1)], core.Times)


def _multiple(c: Any, a: Any) -> Any:
    return a if c == 1 else matrices.Scaled(c, a)


def _product(multiply: Any, add: type) -> Callable[[Any, Any], Any]:
    """The product rule; factors keep their places."""

    def build(e: Any, x: Any) -> Any:
        changes = [(k, d) for k, a in enumerate(e.args) if (d := _rate(a, x)) is not None]
        return joined([multiply(*e.args[:k], d, *e.args[k + 1 :]) for k, d in changes], add)

    return build


def _scaled(e: Any, x: Any) -> Any:
    c, a = e.args
    dc, da = _rate(c, x), _rate(a, x)
    parts = [_multiple(dc, a)] if dc is not None else []
    parts += [_multiple(c, da)] if da is not None else []
    return joined(parts, matrices.MatPlus)


def _quotient(e: Any, x: Any) -> Expr:
    a, b = e.args
    da, db = _rate(a, x), _rate(b, x)
    parts = [] if da is None else [core.Quotient(da, b)]
    parts += [] if db is None else [core.Neg(core.Quotient(_times(a, db), core.Power(b, 2)))]
    return joined(parts, core.Plus)


def _power(e: Any, x: Any) -> Expr:
    base, exponent = e.args
    if exponent.has(x):
        raise TypeError(f"{e} has {x} in the exponent")
    below = exponent - 1
    return _times(exponent, base if below == 1 else core.power(base, below), _rate(base, x))


def _bell(a: Any) -> Expr:
    """What the error function grows by."""
    return _times(core.Quotient(Integer(2), core.Sqrt(pi)), core.Exp(core.Neg(core.Power(a, 2))))


def _inside(e: Any, x: Any) -> Any:
    """Linear functions of one argument."""
    return e.func(_rate(e.args[0], x))


def _over(e: Any, x: Any) -> Any:
    return e.func(*e.args[:3], _rate(e.body, x))


_RULES: dict[type, Callable[[Any, Any], Any]] = {
    core.Neg: _inside,
    core.Plus: _sum(core.Plus),
    core.Times: _product(_times, core.Plus),
    core.Quotient: _quotient,
    core.Power: _power,
    core.RealPower: _power,
    core.Sqrt: lambda e, x: core.Quotient(_rate(e.args[0], x), _times(Integer(2), e)),
    core.Exp: lambda e, x: _times(_rate(e.args[0], x), e),
    core.Erf: lambda e, x: _times(_rate(e.args[0], x), _bell(e.args[0])),
    core.Log: lambda e, x: core.Quotient(_rate(e.args[0], x), e.args[0]),
    core.Total: _inside,
    atoms.Tr: _inside,
    columns.Entries: _inside,
    columns.Column: _inside,
    columns.DiagonalMatrix: _inside,
    columns.DiagonalEntries: _inside,
    matrices.MatPlus: _sum(matrices.MatPlus),
    matrices.MatNeg: _inside,
    matrices.Transpose: _inside,
    matrices.Scaled: _scaled,
    matrices.MatTimes: _product(matrices.MatTimes, matrices.MatPlus),
    matrices.Kron: _product(matrices.Kron, matrices.MatPlus),
    functions.Hadamard: _product(functions.Hadamard, matrices.MatPlus),
    families.SumOver: _over,
    families.MatSumOver: _over,
    families.StackOver: _over,
}
