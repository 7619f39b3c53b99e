"""Polynomials as SymPy's, for factors and quotients; multiples of polynomials."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Integer, Symbol
from sympy import Poly as SympyPoly

from lemmata.kernel import Poly, plus


def multiple(p: Poly, q: Poly) -> Fraction | None:
    """c with p = c q, None where there is none."""
    if set(p) != set(q) or not q:
        return None
    m = next(iter(q))
    c = p[m] / q[m]
    return c if all(p[k] == c * q[k] for k in q) else None


def may_help(p: Poly, e: Poly) -> bool:
    """Whether subtracting a fact can leave only non-negative terms: a new negative term needs a multiple next to it."""
    rest = plus(p, e, -1)
    names = {m: {x for x, _ in m} for m in rest}
    return not any(c < 0 and not any(o != m and names[m] <= names[o] for o in rest) for m, c in rest.items())


def monomial_of(m: Any, names: dict[int, Any]) -> Any:
    """A monomial with SymPy's symbols for its atoms."""
    out: Any = Integer(1)
    for x, k in m:
        out = out * names[x] ** k
    return out


def poly_of(e: Any, back: dict[Any, int]) -> Poly:
    """A polynomial from SymPy's expression of it."""
    symbols = sorted(e.free_symbols, key=lambda s: back[s])
    out: Poly = {}
    for powers, c in SympyPoly(e, *symbols).terms():
        m = tuple((back[s], k) for s, k in zip(symbols, powers, strict=True) if k)
        out[m] = Fraction(int(c.p), int(c.q))
    return out


def divided(p: Any, q: Any) -> Any:
    """The polynomial p / q, None where q does not divide p."""
    names = {x: Symbol(f"y{x}") for x in sorted({x for r in (p, q) for m in r for x, _ in m})}
    if not q or not names:
        return None
    a, b = (sum((c.numerator * monomial_of(m, names) / c.denominator for m, c in r.items())) for r in (p, q))
    quotient, rest = SympyPoly(a, *names.values()).div(SympyPoly(b, *names.values()))
    if not rest.is_zero:
        return None
    back = {v: k for k, v in names.items()}
    e = quotient.as_expr()
    if not e.free_symbols:
        return {(): Fraction(int(e.p), int(e.q))}
    return poly_of(e, back)
