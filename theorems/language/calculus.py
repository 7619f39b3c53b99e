"""Differentiation of matrix families that are polynomial in a scalar variable."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer

from lemmata.theorems.language.core import Neg, Plus, Power, Quotient, Times
from lemmata.theorems.language.matrices import MatNeg, MatPlus, MatrixTerm, MatTimes, Scaled, Transpose


def _scalar(expr: Expr, x: Any) -> Expr | None:
    """Derivative of a scalar polynomial in x; None stands for zero."""
    if expr == x:
        return Integer(1)
    if not expr.has(x):
        return None
    if isinstance(expr, Neg):
        inner = _scalar(expr.args[0], x)
        return None if inner is None else Neg(inner)
    if isinstance(expr, Plus):
        parts = [d for a in expr.args if (d := _scalar(a, x)) is not None]
        return parts[0] if len(parts) == 1 else Plus(*parts)
    if isinstance(expr, Power):
        base, exponent = expr.args
        inner = _scalar(base, x)
        k = int(exponent)
        if k < 1:
            raise TypeError(f"{expr} is not a polynomial in {x}")
        if k == 1:
            return inner
        head: Expr = base if k == 2 else Power(base, k - 1)
        factors = [Integer(k), head] if inner == 1 else [Integer(k), head, inner]
        return Times(*factors)
    if isinstance(expr, Times):
        parts = []
        for k, factor in enumerate(expr.args):
            d = _scalar(factor, x)
            if d is not None:
                rest = [*expr.args[:k], *([] if d == 1 else [d]), *expr.args[k + 1 :]]
                parts.append(rest[0] if len(rest) == 1 else Times(*rest))
        return parts[0] if len(parts) == 1 else Plus(*parts)
    if isinstance(expr, Quotient) and not expr.args[1].has(x):
        return Quotient(_scalar(expr.args[0], x), expr.args[1])
    raise TypeError(f"{expr} is not a polynomial in {x}")


def derivative(expr: MatrixTerm, x: Any) -> MatrixTerm:
    """Entrywise derivative of `expr` with respect to the scalar variable x, by the product rule.

    Raises TypeError when the family is not polynomial in x, ValueError when it does not depend on x.
    """
    out = _matrix(expr, x)
    if out is None:
        raise ValueError(f"{expr} does not depend on {x}")
    return out


def _matrix(expr: MatrixTerm, x: Any) -> MatrixTerm | None:
    if not expr.has(x):
        return None
    if isinstance(expr, MatPlus):
        parts = [d for a in expr.args if (d := _matrix(a, x)) is not None]
        return parts[0] if len(parts) == 1 else MatPlus(*parts)
    if isinstance(expr, MatNeg):
        return MatNeg(_matrix(expr.args[0], x))
    if isinstance(expr, Transpose):
        inner = _matrix(expr.args[0], x)
        return None if inner is None else inner.T
    if isinstance(expr, Scaled):
        c, a = expr.args
        dc, da = _scalar(c, x), _matrix(a, x)
        parts = [] if dc is None else [a if dc == 1 else Scaled(dc, a)]
        parts += [] if da is None else [Scaled(c, da)]
        return parts[0] if len(parts) == 1 else MatPlus(*parts)
    if isinstance(expr, MatTimes):
        parts = []
        for k, factor in enumerate(expr.args):
            d = _matrix(factor, x)
            if d is not None:
                parts.append(MatTimes(*expr.args[:k], d, *expr.args[k + 1 :]))
        return parts[0] if len(parts) == 1 else MatPlus(*parts)
    raise TypeError(f"{type(expr).__name__} is not polynomial in {x}")
