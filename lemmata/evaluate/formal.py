"""Equalities that hold by algebra alone, whatever the eigenvalues are.

A number built from spectra by + - * / is a rational function of the square roots of eigenvalues it was built from.  If
the numerator of a difference is the zero polynomial, reduced by the minimal polynomial of each variable, the difference
is zero (its denominators are numbers known not to be zero).  The converse fails: different roots of one polynomial are
related in ways that are not looked at here.
"""

from __future__ import annotations

from typing import Any

from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx

from lemmata.evaluate.number_fields import Field, Numbers
from lemmata.linalg.heights import Algebraic

MAX_TERMS = 20000
Fraction = tuple[fmpq_mpoly, fmpq_mpoly]


class _TooLarge(ArithmeticError):
    """The polynomials have too many terms."""


def vanishes(numbers: Numbers, x: Algebraic) -> bool:
    """Whether x is zero as a rational function of its generators.  False means only that this was not found."""
    if x.value is not None:
        return bool(x.value == 0)
    variables: dict[Any, int] = {}
    _collect(numbers, x, variables, set())
    context = fmpq_mpoly_ctx.get([("x", len(variables))], Ordering.lex)
    try:
        numerator, _ = _Functions(numbers, variables, context).of(x)
    except _TooLarge:
        return False
    return bool(numerator == 0)


def _parts(origin: tuple) -> tuple[Algebraic, ...]:
    kind, *rest = origin
    if kind in ("product", "inverse", "square"):
        return tuple(rest)
    return tuple(rest[1]) if kind == "sum" else ()


def _collect(numbers: Numbers, x: Algebraic, variables: dict[Any, int], seen: set[Algebraic]) -> None:
    if x in seen:
        return
    seen.add(x)
    origin = numbers.origin(x)
    if origin[0] in ("power", "leaf"):
        variables.setdefault(origin[1], len(variables))
    for part in _parts(origin):
        _collect(numbers, part, variables, seen)


class _Functions:
    def __init__(self, numbers: Numbers, variables: dict[Any, int], context: fmpq_mpoly_ctx) -> None:
        self.numbers, self.variables, self.context = numbers, variables, context
        self.gens = context.gens()
        self.known: dict[Algebraic, Fraction] = {}
        self.moduli = [
            sum((c * self.gens[k] ** (2 * j) for j, c in enumerate(field.f.coeffs())), context.constant(0))
            for field, k in variables.items()
            if isinstance(field, Field)
        ]

    def reduced(self, p: fmpq_mpoly) -> fmpq_mpoly:
        """Remainder by the minimal polynomials; they have no variable in common, so their order does not matter."""
        if len(p) > MAX_TERMS:
            raise _TooLarge
        for modulus in self.moduli:
            p = p % modulus
        return p

    def of(self, x: Algebraic) -> Fraction:
        """Numerator and denominator of a number."""
        if x not in self.known:
            numerator, denominator = self._build(self.numbers.origin(x))
            self.known[x] = self.reduced(numerator), self.reduced(denominator)
        return self.known[x]

    def _build(self, origin: tuple) -> Fraction:
        kind, *rest = origin
        one = self.context.constant(1)
        if kind == "rational":
            return self.context.constant(rest[0]), one
        if kind == "power":
            return self.gens[self.variables[rest[0]]] ** rest[1], one
        if kind == "leaf":
            return self.gens[self.variables[rest[0]]], one
        if kind == "inverse":
            numerator, denominator = self.of(rest[0])
            return denominator, numerator
        if kind == "square":
            numerator, denominator = self.of(rest[0])
            return numerator**2, denominator**2
        if kind == "product":
            (a, b), (c, d) = self.of(rest[0]), self.of(rest[1])
            return a * c, b * d
        constant, terms = rest
        numerator, denominator = self.context.constant(constant), one
        for atom, c in terms.items():
            a, b = self.of(atom)
            if b == denominator:
                numerator += c * a
            else:
                numerator = self.reduced(numerator * b + c * a * denominator)
                denominator = self.reduced(denominator * b)
        return numerator, denominator
