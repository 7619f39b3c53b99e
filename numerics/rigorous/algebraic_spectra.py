"""Eigenvalues and singular values of rational matrices as exact algebraic numbers (constructors for ``heights``).

Each is named by its irreducible factor of the characteristic polynomial and its place among that factor's real roots.
Its height is log M(f) / k, where the Mahler measure M(f) = |lead| prod max(1, |root|) is computed from all roots; it is
never more than Landau's bound log ||f||_2 / k.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, fmpz_poly

from lemmata.numerics.rigorous.characteristic import (
    complex_roots,
    gram,
    integer_scaling,
    order_factor_roots,
    real_roots,
    require_symmetric,
    spectrum_factors,
)
from lemmata.numerics.rigorous.convert import to_fmpq_mat
from lemmata.numerics.rigorous.heights import Algebraic, next_up, rational, upper_float
from lemmata.numerics.rigorous.precision import precision


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


def _spectrum(factors: list[tuple[fmpz_poly, int]]) -> list[Algebraic]:
    return [_root(tuple(int(c) for c in f.coeffs()), k) for f, k in order_factor_roots(factors)]


def eigenvalues(A: Any) -> list[Algebraic]:
    """Eigenvalues, descending, of a rational symmetric matrix as algebraic numbers; equal ones are the same object."""
    matrix = to_fmpq_mat(A)
    require_symmetric(matrix)
    return _spectrum(spectrum_factors(*integer_scaling(matrix)))


@lru_cache(maxsize=4096)
def _root_sqrt(coefficients: tuple[int, ...], index: int) -> Algebraic:
    """Square root of a positive root lambda of an irreducible f of degree k.

    If f(x^2) is irreducible, sqrt(lambda) has degree 2k and is a new generator.  If not, sqrt(lambda) has degree k, and
    as Q(lambda) lies in Q(sqrt(lambda)) the two fields are equal: no new generator is needed.
    """
    square = _root(coefficients, index)
    if square.value is not None:
        return square.sqrt()
    doubled = [0] * (2 * len(coefficients) - 1)
    doubled[::2] = coefficients
    splits = len(fmpz_poly(doubled).factor()[1]) > 1
    generators = square.generators | (frozenset() if splits else {("sqrt", ("root", coefficients, index))})
    return Algebraic(lambda prec: square.enclose(prec).sqrt(), generators, next_up(square.height / 2))


def singular_values(A: Any) -> list[Algebraic]:
    """The min(r, c) singular values, descending, of a rational matrix, exact; equal ones are the same object."""
    N, d = integer_scaling(to_fmpq_mat(A))
    if min(N.nrows(), N.ncols()) == 0:
        return []
    labels = order_factor_roots(spectrum_factors(gram(N), d * d))
    return [_root_sqrt(tuple(int(c) for c in f.coeffs()), k) for f, k in labels]
