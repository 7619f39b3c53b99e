"""Kind "opposite": an existence claim about positive numbers, refuted because the two sides stand the other way.

Claim refuted: some positive x, y, ... have a <= b (or a < b).  Both sides are brought over one denominator as
polynomials; if every coefficient of the numerator and of the denominator of a - b is positive, b < a everywhere.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.checker.domains import declarations
from verify.checker.format import CertificateError, NotEstablished
from verify.checker.syntax import Tree, parse_clause

Monomial = tuple[str, ...]  # a variable occurs as often as its exponent says, in order
Polynomial = dict[Monomial, Fraction]
Quotient = tuple[Polynomial, Polynomial]
ONE: Polynomial = {(): Fraction(1)}
MAX_TERMS, MAX_POWER = 2000, 12


def check_opposite(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established refutation.  Raises NotEstablished or CertificateError."""
    if len(cert["text"]["claim"]) != 1:
        raise CertificateError("an opposite certificate is about a single claim")
    clause = parse_clause(cert["text"]["claim"][0])
    if not clause.exists or clause.ranges or len(clause.relations) != 1:
        raise NotEstablished("the claim is not a single existence claim")
    let = declarations(cert["text"]["let"])
    if any(domain != "positive" or parameters for _, domain, parameters in let):
        raise NotEstablished("not all variables are declared positive")
    op, left, right = clause.relations[0]
    if op in (">", ">="):
        left, right = right, left
    elif op not in ("<", "<="):
        raise NotEstablished(f"the claim compares its sides by {op}")
    names = {name for name, *_ in let}
    above, below = _minus(_read(left, names), _read(right, names))
    for what, polynomial in (("numerator", above), ("denominator", below)):
        if not polynomial or any(c <= 0 for c in polynomial.values()):
            raise NotEstablished(f"the {what} of the difference has a coefficient that is not positive")
    return [
        f"{cert['statement']}: {cert['text']['claim'][0]} is refuted",
        f"checked: over one denominator the difference of the sides is a quotient of polynomials in "
        f"{', '.join(sorted(names))} with {len(above)} and {len(below)} positive coefficients and no others",
        "so it is positive for all positive values, and the claim holds at none",
        "refutation established",
    ]


def _read(tree: Tree, names: set[str]) -> Quotient:
    match tree:
        case ("num", q):
            return ({(): q} if q else {}), ONE
        case ("name", name) if name in names:
            return {(name,): Fraction(1)}, ONE
        case ("neg", a):
            top, bottom = _read(a, names)
            return {m: -c for m, c in top.items()}, bottom
        case ("add", a, b):
            return _add(_read(a, names), _read(b, names))
        case ("mul", a, b):
            return _multiply(_read(a, names), _read(b, names))
        case ("div", a, b):
            return _multiply(_read(a, names), _inverse(_read(b, names)))
        case ("pow", a, ("num", k)) if k == int(k) and 0 <= k <= MAX_POWER:
            out: Quotient = (ONE, ONE)
            for _ in range(int(k)):
                out = _multiply(out, _read(a, names))
            return out
    raise NotEstablished("a side is no quotient of polynomials in the variables")


def _inverse(a: Quotient) -> Quotient:
    if not a[0]:
        raise NotEstablished("a side divides by zero")
    return a[1], a[0]


def _minus(a: Quotient, b: Quotient) -> Quotient:
    return _add(a, ({m: -c for m, c in b[0].items()}, b[1]))


def _add(a: Quotient, b: Quotient) -> Quotient:
    if a[1] == b[1]:
        return _sum(a[0], b[0]), a[1]
    return _sum(_product(a[0], b[1]), _product(b[0], a[1])), _product(a[1], b[1])


def _multiply(a: Quotient, b: Quotient) -> Quotient:
    return _product(a[0], b[0]), _product(a[1], b[1])


def _sum(a: Polynomial, b: Polynomial) -> Polynomial:
    out = dict(a)
    for m, c in b.items():
        out[m] = out.get(m, Fraction(0)) + c
    return {m: c for m, c in out.items() if c}


def _product(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) * len(b) > MAX_TERMS:
        raise NotEstablished("a side has too many terms")
    out: Polynomial = {}
    for m, c in a.items():
        for n, d in b.items():
            monomial = tuple(sorted(m + n))
            out[monomial] = out.get(monomial, Fraction(0)) + c * d
    return {m: c for m, c in out.items() if c}
