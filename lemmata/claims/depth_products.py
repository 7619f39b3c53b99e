"""Products f(1) f(2) ... f(L) of a rational function in closed form, and limits of what is made of them.

A product is c^L R(L) with c rational and R a rational function, whenever the linear factors of f cancel up to integer
shifts; the form is confirmed by induction, P(0) = 1 and P(L) / P(L - 1) = f(L), as an identity of rational functions.
Quotients of sums of such terms have limits that the term of the largest base decides, exactly, along even L.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from sympy import (
    Expr,
    Integer,
    Poly,
    Rational,
    Symbol,
    cancel,
    degree,
    factor_list,
    fraction,
    oo,
    together,
)

LAYER = Symbol("l", positive=True, integer=True)
DEPTH = Symbol("L", positive=True, integer=True)


class NoClosedForm(ValueError):
    """The product of this function is not of the form c^L R(L)."""


@dataclass(frozen=True)
class ClosedProduct:
    """base^L factor(L), the product of `body` over the layers 1..L."""

    base: Rational
    factor: Expr  # a rational function of DEPTH
    body: Expr  # a rational function of LAYER

    def at(self, depth: int) -> Rational:
        """Exact value at a depth >= 0."""
        return Rational(self.base) ** depth * self.factor.subs(DEPTH, depth)

    def confirmed(self) -> bool:
        """The form is 1 at depth 0 and gains the factor body(L) at every L: exact identities."""
        step = self.base * self.factor / self.factor.subs(DEPTH, DEPTH - 1) - self.body.subs(LAYER, DEPTH)
        return bool(self.factor.subs(DEPTH, 0) == 1 and cancel(together(step)) == 0)


@cache
def product(body: Expr) -> ClosedProduct:
    """The product of a rational function of LAYER that has no pole at the layers 1, 2, ...

    Raises NoClosedForm where the factors do not cancel, or the product is zero.
    """
    if body.is_Rational and body != 0:
        return ClosedProduct(body, Integer(1), body)
    num, den = fraction(cancel(together(body)))
    base, factor, balance = Rational(1), Integer(1), 0
    for polynomial, sign in ((num, 1), (den, -1)):
        constant, factors = factor_list(polynomial, LAYER)
        base = base * Rational(constant) ** sign
        for linear, power in factors:
            if degree(linear, LAYER) != 1:
                raise NoClosedForm(f"{linear} is not linear")
            lead, shift = Poly(linear, LAYER).all_coeffs()
            if not (shift / lead).is_integer or shift / lead < 0:
                raise NoClosedForm(f"{linear} is no integer shift of the layer")
            base = base * Rational(lead) ** (sign * power)
            balance += sign * power
            for k in range(1, int(shift / lead) + 1):
                factor = factor * ((DEPTH + k) / k) ** (sign * power)
    if balance or base == 0:
        raise NoClosedForm(f"the product of {body} grows like a factorial, or is zero")
    closed = ClosedProduct(base, cancel(together(factor)), body)
    if not closed.confirmed():
        raise AssertionError(f"the closed form of the product of {body} fails its own induction")
    return closed


@cache
def reduced(value: Expr) -> tuple[Expr, Expr]:
    """Numerator and denominator without common factors."""
    num, den = fraction(cancel(together(value)))
    return num, den


def even_limit(value: Expr, products: Mapping[Symbol, ClosedProduct]) -> Expr:
    """Limit, along even L, of a rational function of symbols that stand for products: a rational number, oo or -oo.

    Raises NoClosedForm where the denominator vanishes at all even L.
    """
    num, den = reduced(value)
    (top, over), (bottom, under) = _dominant(num, products), _dominant(den, products)
    if under == 0:
        raise NoClosedForm(f"the denominator of {value} is zero at every even depth")
    if over == 0 or top < bottom:
        return Integer(0)
    p, q = (Poly(part, DEPTH) for part in reduced(over / under))
    lead = p.LC() / q.LC()
    if top > bottom or p.degree() > q.degree():
        return oo if lead > 0 else -oo
    return lead if p.degree() == q.degree() else Integer(0)


def _dominant(polynomial: Expr, products: Mapping[Symbol, ClosedProduct]) -> tuple[Rational, Expr]:
    """Largest squared base among the terms of a polynomial in products, and the rational function next to it.

    Along even L the term base^L is positive, so that terms of the same squared base add up.
    """
    groups: dict[Rational, Expr] = {}
    symbols = sorted(polynomial.free_symbols & set(products), key=str)
    terms = Poly(polynomial, *symbols).terms() if symbols else [((), polynomial)]
    for powers, c in terms:
        base, factor = Rational(1), Rational(c)
        for symbol, power in zip(symbols, powers, strict=True):
            base = base * products[symbol].base ** (2 * power)
            factor = factor * products[symbol].factor ** power
        groups[base] = groups.get(base, Integer(0)) + factor
    settled = {b: f if f.is_Rational else cancel(together(f)) for b, f in groups.items()}
    alive = [b for b, f in settled.items() if f != 0]
    return (max(alive), settled[max(alive)]) if alive else (Rational(0), Integer(0))


def vanishes(value: Expr, products: Mapping[Symbol, ClosedProduct]) -> bool:
    """Whether a rational function of products is zero at all even depths; if not, it is zero at finitely many."""
    return bool(_dominant(reduced(value)[0], products)[1] == 0)


@cache
def sign_at_all_layers(f: Expr) -> int | None:
    """1, -1 or 0 when a rational function of LAYER is positive, negative or zero at every layer >= 1; None otherwise.

    Decided by the coefficients after the shift l -> l + 1: enough for the sequences used here, and never wrong.
    """
    if f.is_Rational:
        return 1 if f > 0 else -1 if f < 0 else 0
    num, den = fraction(cancel(together(f)))
    if num == 0:
        return 0
    signs = []
    for part in (num, den):
        coefficients = Poly(part.subs(LAYER, LAYER + 1), LAYER).all_coeffs()
        last = coefficients[-1]  # the value at layer 1
        if last == 0 or any(c * last < 0 for c in coefficients):
            return None
        signs.append(1 if last > 0 else -1)
    return signs[0] * signs[1]


def exact(value: Rational) -> Fraction:
    """A SymPy rational as a Fraction."""
    return Fraction(int(value.p), int(value.q))
