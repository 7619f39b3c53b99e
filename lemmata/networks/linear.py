"""Jacobians and Gauss-Newton outer products of deep linear networks F(x) = W^L ... W^1 x.

Source: Zhao, Singh & Lucchi (2024), section 2 (1) and section 4.1. Two independent routes: exact rationals by
multilinearity, and torch by automatic differentiation. Parameters are flattened layer by layer from W^1 to W^L, each
matrix row by row; the Jacobian is p x k, one column per output.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Rational = int | Fraction | str
Vector = list[Fraction]
Matrix = list[list[Fraction]]


def as_rational(value: Rational) -> Fraction:
    """The exact value of an int, a Fraction or a string "p/q".

    Raises ValueError for anything else: a zero denominator, and floats, whose decimals are not what was meant.
    """
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, str)):
        raise ValueError(f"not an exact rational: {value!r} (give an int, a Fraction or a string 'p/q')")
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"not an exact rational: {value!r}") from error


def _checked(ws: Sequence[Sequence[Sequence[Rational]]]) -> list[Matrix]:
    if not ws:
        raise ValueError("a deep linear network needs at least one matrix")
    out = [[[as_rational(v) for v in row] for row in w] for w in ws]
    for level, w in enumerate(out):
        width = len(out[level - 1]) if level else len(w[0]) if w else 0
        if not w or not width or any(len(row) != width for row in w):
            raise ValueError(f"matrix {level + 1} must be rectangular, not empty, with {width} columns")
    return out


def _apply(w: Matrix, x: Vector) -> Vector:
    return [sum((a * b for a, b in zip(row, x, strict=True)), Fraction(0)) for row in w]


def linear_network_value(ws: Sequence[Sequence[Sequence[Rational]]], x: Sequence[Rational]) -> Vector:
    """F(x) = W^L ... W^1 x, exact, for W^l of shape (a_l, a_{l-1}) given as nested lists, W^1 first.

    Raises ValueError if the shapes do not chain.
    """
    matrices, out = _checked(ws), [as_rational(c) for c in x]
    if len(out) != len(matrices[0][0]):
        raise ValueError(f"{len(out)} coordinates for {len(matrices[0][0])} inputs")
    for w in matrices:
        out = _apply(w, out)
    return out


def jacobian_exact(ws: Sequence[Sequence[Sequence[Rational]]], x: Sequence[Rational]) -> Matrix:
    """The p x k Jacobian of F(x) in all weights, exact.

    F is linear in each W^l, so its derivative in W^l_ab is F with W^l replaced by the unit matrix E_ab: evaluated just
    so, with no Kronecker formula, to be a route of its own. Raises ValueError as `linear_network_value`.
    """
    matrices = _checked(ws)
    rows = []
    for level, w in enumerate(matrices):
        for a in range(len(w)):
            for b in range(len(w[0])):
                unit = [[Fraction(int((i, j) == (a, b))) for j in range(len(w[0]))] for i in range(len(w))]
                rows.append(linear_network_value([*matrices[:level], unit, *matrices[level + 1 :]], x))
    return rows


def gauss_newton_outer_product_exact(
    ws: Sequence[Sequence[Sequence[Rational]]], xs: Sequence[Sequence[Rational]]
) -> Matrix:
    """G_O = (1/n) sum_i J_i J_i^T of (1), exact, p x p. Raises ValueError on no data or shapes that do not chain."""
    if not xs:
        raise ValueError("no data")
    jacobians = [jacobian_exact(ws, x) for x in xs]
    p, n = len(jacobians[0]), len(xs)
    out = [[Fraction(0)] * p for _ in range(p)]
    for i in range(p):
        for j in range(i + 1):
            total = sum((u * v for jac in jacobians for u, v in zip(jac[i], jac[j], strict=True)), Fraction(0))
            out[i][j] = out[j][i] = total / n
    return out
