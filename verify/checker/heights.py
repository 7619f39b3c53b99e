"""How close to zero an algebraic number can be without being zero.

The absolute logarithmic height h (here to base 2) of algebraic numbers satisfies h(p/q) = log max(|p|, q),
h(x + y) <= h(x) + h(y) + 1, h(x y) <= h(x) + h(y), h(1/x) = h(x), h(sqrt x) = h(x) / 2, and h(x) <= log ||g|| / deg x
for a root of an integer polynomial g (Landau's inequality on Mahler's measure).  Liouville's inequality then says that
a real x != 0 in a field of degree D over the rationals has |x| >= 2**(-D h(x)): once an enclosure is narrower than
that and contains zero, x is zero.  (Waldschmidt, Diophantine Approximation on Linear Algebraic Groups, chapter 3.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, perm

MAX_DEGREE = 1 << 20


@dataclass(frozen=True)
class Height:
    """An upper bound on the height of a number, and what generates a field it lies in.

    A generator is (family, degree, number): the number-th root of a polynomial of that degree, or a square root.
    """

    bits: Fraction
    generators: frozenset[tuple[Hashable, int, int]]

    @property
    def degree(self) -> int:
        """Upper bound on the degree of the field: after k roots of a polynomial the next one has degree d - k."""
        families = Counter((family, degree) for family, degree, _ in self.generators)
        out = 1
        for (_, degree), count in families.items():
            out *= perm(degree, count)
        return out

    @property
    def separation(self) -> int:
        """A number b such that the number is zero or at least 2**-b in absolute value."""
        return ceil(min(self.degree, MAX_DEGREE) * self.bits) if self.degree <= MAX_DEGREE else MAX_DEGREE**2

    def times(self, factor: Fraction) -> Height:
        """Height of a power, or of a root that needs no new generator."""
        return Height(self.bits * factor, self.generators)


def of_rational(q: Fraction | int) -> Height:
    """Height of a rational number."""
    return Height(Fraction((max(abs(q.numerator), q.denominator) - 1).bit_length()), frozenset())


def of_root(polynomial: tuple[int, ...], number: int) -> Height:
    """Height of one of the roots of an integer polynomial without multiple roots."""
    degree = len(polynomial) - 1
    norm = Fraction((sum(c * c for c in polynomial) - 1).bit_length(), 2)
    return Height(norm / degree, frozenset({(polynomial, degree, number)}))


def of_square_root(radicand: Height, name: Hashable) -> Height:
    """Height of a square root; `name` tells roots of different numbers apart."""
    return Height(radicand.bits / 2, radicand.generators | {(name, 2, 0)})


def both(a: Height | None, b: Height | None, extra: int = 0) -> Height | None:
    """Height of a product, or, with `extra` = 1, of a sum; unknown where one of the two is."""
    return None if a is None or b is None else Height(a.bits + b.bits + extra, a.generators | b.generators)


def either(a: Height | None, b: Height | None) -> Height | None:
    """Height of a number that is known to be one of two."""
    return None if a is None or b is None else Height(max(a.bits, b.bits), a.generators | b.generators)
