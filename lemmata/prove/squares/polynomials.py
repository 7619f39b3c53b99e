"""Polynomials in numbered variables with rational coefficients, as dictionaries from exponents."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

Exponents = tuple[int, ...]
Polynomial = dict[Exponents, Fraction]


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    """p q."""
    out: Polynomial = {}
    for a, c in p.items():
        for b, d in q.items():
            e = tuple(i + j for i, j in zip(a, b, strict=True))
            out[e] = out.get(e, Fraction(0)) + c * d
    return {e: c for e, c in out.items() if c}


def plus(p: Polynomial, q: Polynomial, by: Fraction | int = 1) -> Polynomial:
    """p + by q."""
    out = dict(p)
    for e, c in q.items():
        out[e] = out.get(e, Fraction(0)) + by * c
        if not out[e]:
            del out[e]
    return out


def one(count: int) -> Polynomial:
    """The number 1 in so many variables."""
    return {(0,) * count: Fraction(1)}


def power(p: Polynomial, k: int, count: int) -> Polynomial:
    """p^k."""
    out = one(count)
    for _ in range(k):
        out = times(out, p)
    return out


def degree(p: Polynomial) -> int:
    """Largest total degree, 0 for no terms."""
    return max((sum(e) for e in p), default=0)


def degrees(polynomials: Iterable[Polynomial], count: int) -> list[int]:
    """Largest degree in each variable."""
    every = [e for p in polynomials for e in p]
    return [max((e[k] for e in every), default=0) for k in range(count)]


def monomials(most: list[int], total: int) -> list[Exponents]:
    """All exponents up to these degrees in each variable and in all, low degrees first."""
    found: list[Exponents] = [()]
    for bound in most:
        found = [(*e, k) for e in found for k in range(min(bound, total - sum(e)) + 1)]
    return sorted(found, key=lambda e: (sum(e), e))


def parities(polynomials: Iterable[Polynomial], count: int) -> list[int]:
    """A basis, as bit masks, of the changes of sign of variables that leave every polynomial as it is."""
    rows = {sum((k & 1) << j for j, k in enumerate(e)) for p in polynomials for e in p}
    pivots: dict[int, int] = {}
    for row in rows:
        for at, other in pivots.items():
            if row >> at & 1:
                row ^= other
        if row:
            at = row.bit_length() - 1
            pivots = {k: v ^ row if v >> at & 1 else v for k, v in pivots.items()} | {at: row}
    out = []
    for free in (j for j in range(count) if j not in pivots):
        mask = 1 << free
        for at, row in pivots.items():
            if row >> free & 1:
                mask |= 1 << at
        out.append(mask)
    return out


def class_of(e: Exponents, signs: list[int]) -> tuple[int, ...]:
    """How a monomial changes under these changes of sign."""
    odd = sum((k & 1) << j for j, k in enumerate(e))
    return tuple((odd & mask).bit_count() & 1 for mask in signs)
