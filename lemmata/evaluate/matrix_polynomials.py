"""Matrix expressions as polynomials in a scalar variable, with exact coefficient matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import mul
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_poly
from sympy import Rational

from lemmata.language import core, matrices


def kronecker(
    a: Sequence[Sequence[Any]], b: Sequence[Sequence[Any]], times: Callable[[Any, Any], Any] = mul
) -> list[list[Any]]:
    """Rows of the Kronecker product of two tables."""
    return [[times(x, y) for x in top for y in bottom] for top in a for bottom in b]


def kron(a: fmpq_mat, b: fmpq_mat) -> fmpq_mat:
    """Kronecker product."""
    rows, cols = a.nrows() * b.nrows(), a.ncols() * b.ncols()
    return fmpq_mat(rows, cols, [x for row in kronecker(a.tolist(), b.tolist()) for x in row])


def coefficients(self: Any, node: Any, x: Any) -> list[fmpq_mat]:
    """Coefficients C_0, C_1, ... of a matrix expression at an instance; ``self`` is an exact interpreter.

    Raises TypeError where the expression is no polynomial in the scalar variable x.
    """
    if not node.has(x):
        return [self.table(node)]

    def parts() -> list[list[fmpq_mat]]:
        return [self.polynomial(a, x) for a in node.args]

    if isinstance(node, matrices.MatPlus):
        return reduce(_plus, parts())
    if isinstance(node, matrices.MatNeg):
        return [c * -1 for c in self.polynomial(node.args[0], x)]
    if isinstance(node, matrices.Transpose):
        return [c.transpose() for c in self.polynomial(node.args[0], x)]
    if isinstance(node, matrices.MatTimes):
        return reduce(lambda a, b: convolve(mul, a, b), parts())
    if isinstance(node, matrices.Kron):
        return convolve(kron, *parts())
    if isinstance(node, matrices.Scaled):
        scale = [c for c in _scalar_polynomial(self, node.args[0], x).coeffs()] or [fmpq(0)]
        return convolve(mul, self.polynomial(node.args[1], x), scale)
    raise TypeError(f"{type(node).__name__} is not a polynomial in {x.name}")


def convolve(times: Callable[[Any, Any], Any], a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
    """Coefficients of the product of two polynomials."""
    out: list[Any] = [None] * (len(a) + len(b) - 1)
    for i, u in enumerate(a):
        for j, v in enumerate(b):
            term = times(u, v)
            out[i + j] = term if out[i + j] is None else out[i + j] + term
    return out


def _plus(a: list[fmpq_mat], b: list[fmpq_mat]) -> list[fmpq_mat]:
    short, long = sorted((a, b), key=len)
    return [c + short[k] if k < len(short) else c for k, c in enumerate(long)]


def _scalar_polynomial(self: Any, node: Any, x: Any) -> fmpq_poly:
    if node == x:
        return fmpq_poly([0, 1])
    if isinstance(node, Rational) or not node.has(x):
        return fmpq_poly([self.scalar(node)])
    if isinstance(node, core.Power) and int(node.args[1]) >= 0:
        return _scalar_polynomial(self, node.args[0], x) ** int(node.args[1])
    parts = [_scalar_polynomial(self, a, x) for a in node.args]
    if isinstance(node, core.Plus):
        return reduce(lambda a, b: a + b, parts)
    if isinstance(node, core.Neg):
        return -parts[0]
    if isinstance(node, core.Times):
        return reduce(lambda a, b: a * b, parts)
    if isinstance(node, core.Quotient) and parts[1].degree() == 0:
        return parts[0] * (1 / parts[1][0])
    raise TypeError(f"{node} is not a polynomial in {x.name}")
