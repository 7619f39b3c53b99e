"""Polynomials that decide identities: in numbers that commute, in matrices that do not, and in powers of a depth.

A term is (b, letters, word): b**L, a product of commuting letters in order, and a word of matrices; "A'" is A^T.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from verify.checker.format import NotEstablished
from verify.checker.numbers import checked
from verify.checker.syntax import Tree

Term = tuple[Fraction, tuple[str, ...], tuple[str, ...]]
Polynomial = dict[Term, Fraction]
Quotient = tuple[Polynomial, Polynomial]
UNIT: Term = (Fraction(1), (), ())
ONE: Polynomial = {UNIT: Fraction(1)}
MAX_TERMS, MAX_POWER, MAX_DEGREE = 2000, 12, 100


def letter(name: str, word: bool = False) -> Quotient:
    """A variable: a number, or a matrix if `word`."""
    return {(Fraction(1), () if word else (name,), (name,) if word else ()): Fraction(1)}, ONE


def plus(a: Polynomial, b: Polynomial, sign: int = 1) -> Polynomial:
    """a + b, or a - b."""
    out = dict(a)
    for term, c in b.items():
        out[term] = out.get(term, Fraction(0)) + sign * c
    return {term: c for term, c in out.items() if c}


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    """a b, in this order.  Raises NotEstablished where that has too many terms."""
    if len(a) * len(b) > MAX_TERMS:
        raise NotEstablished("an expression has too many terms")
    out: Polynomial = {}
    for (p, s, v), c in a.items():
        for (q, t, w), d in b.items():
            term = p * q, tuple(sorted(s + t)), v + w
            if len(term[1]) + len(term[2]) > MAX_DEGREE:
                raise NotEstablished("an expression has too high a degree")
            checked(p * q)
            out[term] = checked(out.get(term, Fraction(0)) + c * d)
    return {term: c for term, c in out.items() if c}


def read(tree: Tree, leaf: Callable[[Tree], Quotient | None]) -> Quotient:
    """A quotient of polynomials; `leaf` knows what names and functions stand for.

    Whatever is divided by stays a factor of the denominator: where that is not zero, every part is defined.
    """
    if (known := leaf(tree)) is not None:
        return known
    match tree:
        case ("num", q):
            return ({UNIT: q} if q else {}), ONE
        case ("neg", a):
            top, bottom = read(a, leaf)
            return plus({}, top, -1), bottom
        case ("add", a, b):
            (n, d), (m, e) = read(a, leaf), read(b, leaf)
            return (plus(n, m), d) if d == e else (plus(times(n, e), times(m, d)), times(d, e))
        case ("mul", a, b):
            (n, d), (m, e) = read(a, leaf), read(b, leaf)
            return times(n, m), times(d, e)
        case ("div", a, b):
            (n, d), (m, e) = read(a, leaf), read(b, leaf)
            if not m or any(word for _, _, word in m):
                raise NotEstablished("something is divided by zero, or by a matrix")
            if set(m) == {UNIT} and e == ONE:
                return times(n, {UNIT: 1 / m[UNIT]}), d
            return times(n, times(e, e)), times(d, times(m, e))
        case ("pow", a, ("num", k)) if k.denominator == 1 and 0 <= k <= MAX_POWER:
            n, d = read(a, leaf)
            m, e = ONE, ONE
            for _ in range(int(k)):
                m, e = times(m, n), times(e, d)
            return m, e
    raise NotEstablished("an expression is none that this kind of certificate knows")


def coefficients(a: Polynomial, name: str) -> list[Fraction]:
    """Coefficients, lowest first, of a polynomial in one number.  Raises NotEstablished for any other."""
    if any(base != 1 or word or set(letters) - {name} for base, letters, word in a):
        raise NotEstablished(f"an expression is not a polynomial in {name}")
    degree = max((len(letters) for _, letters, _ in a), default=-1)
    return [a.get((Fraction(1), (name,) * k, ()), Fraction(0)) for k in range(degree + 1)]


def moved(c: list[Fraction], start: Fraction, step: Fraction) -> list[Fraction]:
    """Coefficients of p(start + step t) as a polynomial in t."""
    out: list[Fraction] = []
    for x in reversed(c):
        shifted = [Fraction(0), *(y * step for y in out)]
        out = [y + start * z for y, z in zip(shifted, [*out, Fraction(0)], strict=True)]
        out[0] = checked(out[0] + x)
    return out


def sign_from(c: list[Fraction], start: int) -> int:
    """Sign of a polynomial at every number >= start: 0 if it is zero, else that of all its coefficients there."""
    out = moved(c, Fraction(start), Fraction(1))
    if not any(out):
        return 0
    if out[0] == 0 or any(x * out[0] < 0 for x in out):
        raise NotEstablished("the sign of an expression is not seen for all depths")
    return 1 if out[0] > 0 else -1
