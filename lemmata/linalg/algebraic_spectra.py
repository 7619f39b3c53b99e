"""Real roots of irreducible integer polynomials as exact algebraic numbers (constructors for ``heights``).

Each is named by its polynomial and its place among the real roots.  Its height is log M(f) / k; the Mahler measure
M(f) = |lead| prod max(1, |root|) is computed from all roots and is never more than Landau's bound ||f||_2.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from flint import arb, fmpz_poly

from lemmata.linalg.characteristic import complex_roots, real_roots
from lemmata.linalg.heights import Algebraic, rational, upper_float
from lemmata.linalg.precision import precision


class _Roots:
    """Real roots of one irreducible polynomial, refined together and remembered at the highest precision asked for."""

    def __init__(self, coefficients: tuple[int, ...]) -> None:
        self.f = fmpz_poly(list(coefficients))
        self.prec = 0
        self.balls: list[arb] = []

    def enclose(self, index: int, prec: int) -> arb:
        if prec > self.prec:
            self.balls = [root for root, _ in real_roots(self.f, prec)]
            self.prec = prec
        return self.balls[index]

    def height(self) -> float:
        """log M(f) / k from all complex roots."""
        with precision(64):
            measure = abs(arb(self.f.leading_coefficient()))
            for root, _ in complex_roots(self.f):
                measure *= abs(root).max(arb(1))
            return upper_float(measure.log() / self.f.degree())


@lru_cache(maxsize=4096)
def _roots(coefficients: tuple[int, ...]) -> _Roots:
    return _Roots(coefficients)


@lru_cache(maxsize=4096)
def _root(coefficients: tuple[int, ...], index: int) -> Algebraic:
    if len(coefficients) == 2:
        return rational(Fraction(-coefficients[0], coefficients[1]))
    roots = _roots(coefficients)
    return Algebraic(lambda prec: roots.enclose(index, prec), [("root", coefficients, index)], roots.height())


def real_root(f: fmpz_poly, index: int) -> Algebraic:
    """The index-th largest real root (0 is the largest) of an *irreducible* integer polynomial.

    Irreducibility matters: it makes the degree of the polynomial the degree of the number.  Raises ValueError when f is
    constant or reducible over the rationals, or has no such real root.
    """
    f = fmpz_poly([c // f.content() for c in f.coeffs()]) if not f.is_zero() else f
    f = f if f.degree() < 0 or f.leading_coefficient() > 0 else -f
    factors = f.factor()[1] if f.degree() >= 1 else []
    if len(factors) != 1 or factors[0][1] != 1:
        raise ValueError("an irreducible polynomial of positive degree is needed")
    if not 0 <= index < len(real_roots(f, 32)):
        raise ValueError(f"the polynomial has no real root of index {index}")
    return _root(tuple(int(c) for c in f.coeffs()), index)
