"""Numbers: `Fraction` where exact, `Real` (an interval with dyadic ends) where not, `Dual` for derivatives.

An interval of an algebraic number also carries its height, which says how close to zero it can be without being zero:
the absolute logarithmic height h (here to base 2) satisfies h(p/q) = log max(|p|, q), h(x + y) <= h(x) + h(y) + 1,
h(x y) <= h(x) + h(y), h(1/x) = h(x), h(sqrt x) = h(x) / 2, and by Liouville's inequality a real x != 0 in a field of
degree D has |x| >= 2**(-D h(x)): an interval around zero that is narrower contains nothing but zero.  (Waldschmidt,
Diophantine Approximation on Linear Algebraic Groups, chapter 3.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt, perm
from typing import Any

from verify.checker.format import NotEstablished, tick

MAX_BITS = 40_000  # of an exact number, or of an end of an interval
MAX_DEGREE = 1 << 20
LARGEST = 2000  # arguments of exp beyond this give numbers nobody needs


class Undefined(Exception):
    """The expression has no value here (division by zero, root of a negative number, missing index)."""


class Undecided(Exception):
    """The enclosures are too wide to go on; more precision may help."""


@dataclass(frozen=True)
class Height:
    """An upper bound on the height of a number, and what generates a field it lies in.

    A generator (family, degree, number) is the number-th root of a polynomial of that degree.
    """

    bits: int
    generators: frozenset[tuple[Hashable, int, int]] = frozenset()

    @property
    def separation(self) -> int | None:
        """A number b such that the number is zero or at least 2**-b in absolute value."""
        families = Counter((family, degree) for family, degree, _ in self.generators)
        out = 1
        for (_, degree), count in families.items():
            out *= perm(degree, count)  # after k roots of a polynomial the next one has degree d - k
        return out * self.bits if out <= MAX_DEGREE else None


class Real:
    """A real number in [lo, hi] * 2**-bits.  `name` tells numbers that are roots apart."""

    __slots__ = ("bits", "height", "hi", "lo", "name")

    def __init__(self, lo: int, hi: int, bits: int, height: Height | None = None, name: Hashable = None) -> None:
        if max(lo.bit_length(), hi.bit_length()) > MAX_BITS:
            raise NotEstablished("numbers grow too large for this checker")
        self.lo, self.hi, self.bits, self.height, self.name = lo, hi, bits, height, name

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Dual) or other == 0:
            return other + self if isinstance(other, Dual) else self
        lo, hi = scaled(other, self.bits)
        return Real(self.lo + lo, self.hi + hi, self.bits, _both(self, other, 1))

    def __neg__(self) -> Real:
        return Real(-self.hi, -self.lo, self.bits, self.height)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Dual) or other == 0:
            return other * self if isinstance(other, Dual) else Fraction(0)
        ends = scaled(other, self.bits)
        products = [a * b for a in (self.lo, self.hi) for b in ends]
        return Real(min(products) >> self.bits, -(-max(products) >> self.bits), self.bits, _both(self, other))

    def __truediv__(self, other: Any) -> Any:
        return self * inverse(other)

    def __rtruediv__(self, other: Any) -> Any:
        return inverse(self) * other

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__


def between(lo: Any, hi: Any, bits: int, height: Height | None = None, name: Hashable = None) -> Real:
    """The interval with these rational end points, moved outwards to multiples of 2**-bits."""
    return Real(floor_of(lo, bits), -floor_of(-hi, bits), bits, height, name)


def floor_of(q: Any, bits: int) -> int:
    """Largest integer up to q * 2**bits."""
    return int((q.numerator << bits) // q.denominator)


def scaled(x: Any, bits: int) -> tuple[int, int]:
    """End points of a number's enclosure in units of 2**-bits, moved outwards."""
    if isinstance(x, Real):
        more = bits - x.bits
        return (x.lo << more, x.hi << more) if more >= 0 else (x.lo >> -more, -(-x.hi >> -more))
    if isinstance(x, Dual):
        raise NotEstablished("only polynomials and quotients are differentiated here")
    return floor_of(x, bits), -floor_of(-x, bits)


def ends(x: Any) -> tuple[Fraction, Fraction]:
    """End points of a number's enclosure."""
    if isinstance(x, Dual):
        raise NotEstablished("only polynomials and quotients are differentiated here")
    return (Fraction(x.lo, 1 << x.bits), Fraction(x.hi, 1 << x.bits)) if isinstance(x, Real) else (x, x)


def checked(x: Any) -> Any:
    """The number, if it is not too long; a look at the clock besides."""
    tick()
    if isinstance(x, Fraction) and x.numerator.bit_length() + x.denominator.bit_length() > MAX_BITS:
        raise NotEstablished("numbers grow too large for this checker")
    return x


def height(x: Any) -> Height | None:
    """What is known of the number's height."""
    if isinstance(x, Fraction | int):
        return Height((max(abs(x.numerator), x.denominator) - 1).bit_length())
    return x.height if isinstance(x, Real) else None


def _both(a: Any, b: Any, extra: int = 0) -> Height | None:
    """Height of a product, or, with `extra` = 1, of a sum; unknown where one of the two is."""
    h, k = height(a), height(b)
    return None if h is None or k is None else Height(h.bits + k.bits + extra, h.generators | k.generators)


def vanishes(x: Any) -> bool:
    """Whether a number is zero for certain."""
    if not isinstance(x, Real):
        return bool(x == 0)
    if x.lo == x.hi == 0 or x.height is None or not x.lo <= 0 <= x.hi:
        return x.lo == x.hi == 0
    known = x.height.separation
    return known is not None and known <= x.bits and max(-x.lo, x.hi) << known < 1 << x.bits


def inverse(x: Any) -> Any:
    """1 / x."""
    if vanishes(x):
        raise Undefined("division by zero")
    if not isinstance(x, Real):
        return 1 / (x if isinstance(x, Dual) else Fraction(x))
    if x.lo <= 0 <= x.hi:
        raise Undecided("a denominator is not separated from zero")
    one = 1 << 2 * x.bits
    return Real(one // x.hi, -(-one // x.lo), x.bits, x.height)


def sqrt(x: Any, bits: int) -> Any:
    """Square root, exact where it is rational."""
    if vanishes(x):
        return Fraction(0)
    lo, hi = scaled(x, 2 * bits)
    if hi < 0:
        raise Undefined("square root of a negative number")
    if lo < 0:
        raise Undecided("a radicand is not separated from the negative numbers")
    if isinstance(x, Fraction) and (root := exact_root(x, 2)) is not None:
        return root
    known, name = height(x), ("sqrt", x if isinstance(x, Fraction) else x.name or object())
    size = known and Height(known.bits // 2 + 1, known.generators | {(name, 2, 0)})
    return Real(isqrt(lo), isqrt(hi) + 1, bits, size, name)


def exact_root(q: Fraction, order: int) -> Fraction | None:
    """The root of a positive rational, if it is rational."""
    n, d = (_integer_root(k, order) for k in (q.numerator, q.denominator))
    return Fraction(n, d) if n**order == q.numerator and d**order == q.denominator else None


def _integer_root(n: int, order: int) -> int:
    """Largest integer whose power does not exceed n > 0."""
    root = 1 << -(-n.bit_length() // order)  # from above, Newton's steps go down to it
    while (better := ((order - 1) * root + n // root ** (order - 1)) // order) < root:
        root = better
    return root


def absolute(x: Any) -> Any:
    """Absolute value."""
    if not isinstance(x, Real) or x.lo >= 0:
        return x if isinstance(x, Real) else abs(x)
    return -x if x.hi <= 0 else Real(0, max(-x.lo, x.hi), x.bits, x.height)


def compare(a: Any, b: Any) -> int | None:
    """-1, 0 or 1 as a < b, a = b, a > b; None if the enclosures do not tell."""
    if a is b:
        return 0
    if not isinstance(a, Real) and not isinstance(b, Real):
        (a, _), (b, _) = ends(a), ends(b)
        return (a > b) - (a < b)
    bits = max(x.bits for x in (a, b) if isinstance(x, Real))
    (alo, ahi), (blo, bhi) = scaled(a, bits), scaled(b, bits)
    if ahi < blo or alo > bhi:
        return -1 if ahi < blo else 1
    return 0 if vanishes(a - b) else None


def largest(xs: list[Any], bits: int) -> Any:
    """Maximum of a non-empty list."""
    best = xs[0]
    for x in xs[1:]:
        order = compare(best, x)
        if order is None:
            (a, b), (c, d), known = scaled(best, bits), scaled(x, bits), _both(best, x)
            best = Real(max(a, c), max(b, d), bits, known)  # the sum of both heights bounds each
        elif order < 0:
            best = x
    return best


def power(x: Any, exponent: int) -> Any:
    """x to an integer power."""
    if exponent < 0:
        return power(inverse(x), -exponent)
    if exponent > 1000 or isinstance(x, Fraction) and length(x) * exponent > MAX_BITS:
        raise NotEstablished("a power is too large for this checker")
    x = absolute(x) if isinstance(x, Real) and exponent % 2 == 0 else x  # even powers stay non-negative
    out: Any = Fraction(1)
    for _ in range(exponent):
        out = checked(out * x)
    return out


def length(x: Any) -> int:
    """Bits of the longest integer that the number is written with."""
    whole = (x.lo, x.hi) if isinstance(x, Real) else (x.numerator, x.denominator)
    return max(k.bit_length() for k in whole)


def real_power(x: Any, t: Any, bits: int) -> Any:
    """x**t for x > 0, and 0 for x = 0 < t.  Raises Undefined elsewhere, also where t is an integer."""
    if vanishes(x):
        if compare(t, Fraction(0)) is None:
            raise Undecided("an exponent is not separated from zero")
        if compare(t, Fraction(0)) != 1:
            raise Undefined("zero to a power that is not positive")
        return Fraction(0)
    lo, hi = ends(x)
    if hi < 0:
        raise Undefined("a negative number to a real power")
    if lo <= 0:
        raise Undecided("the base of a power is not separated from zero")
    if isinstance(t, Fraction) and t.denominator <= 2 and abs(t) <= 64:
        return power(x if t.denominator == 1 else sqrt(x, bits), t.numerator)
    if isinstance(t, Fraction) and isinstance(x, Fraction) and max(t.denominator, abs(t)) <= 64:
        root = exact_root(x, t.denominator)
        if root is not None:
            return power(root, t.numerator)
    return exp(log(x, bits) * t, bits)


def exp(x: Any, bits: int) -> Any:
    """Exponential: the series at x / 2**k, squared k times."""
    if vanishes(x):
        return Fraction(1)
    lo, hi = ends(x)
    if max(-lo, hi) > LARGEST:
        raise NotEstablished(f"exp(...) of a number beyond {LARGEST} is too large for this checker")
    return between(_exp(lo, bits)[0], _exp(hi, bits)[1], bits)


def _exp(q: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    if q < 0:
        low, high = _exp(-q, bits + 4 * int(-q) + 8)
        return 1 / high, 1 / low
    halvings = int(q).bit_length() + 8
    precision = bits + 2 * halvings + 2 * int(q) + 64
    x = floor_of(q, precision) >> halvings
    low = high = low_term = high_term = 1 << precision
    k = 0
    while low_term or high_term > 2:
        tick()
        k += 1
        low_term = (low_term * x >> precision) // k
        high_term = -(-high_term * (x + 1) // (k << precision))
        low, high = low + low_term, high + high_term
    high += high_term  # what is left of the series is less than its last term: the argument is below 1/2
    for _ in range(halvings):
        low, high = low * low >> precision, -(-high * high >> precision)
    return Fraction(low, 1 << precision), Fraction(high, 1 << precision)


def log(x: Any, bits: int) -> Any:
    """Natural logarithm.  Raises Undefined at and below zero."""
    lo, hi = ends(x)
    if hi <= 0 or vanishes(x):
        raise Undefined("logarithm of a number that is not positive")
    if lo <= 0:
        raise Undecided("the argument of a logarithm is not separated from zero")
    return between(_log(lo, bits)[0], _log(hi, bits)[1], bits) if lo != 1 or hi != 1 else Fraction(0)


def _log(q: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """log(m 2**e) = 2 artanh((m - 1) / (m + 1)) + e 2 artanh(1/3) with m between 1/2 and 2."""
    e = q.numerator.bit_length() - q.denominator.bit_length()
    m = q / Fraction(2) ** e
    precision = bits + abs(e).bit_length() + 40
    two = _odd_series(Fraction(1, 3), precision, 1)
    z = (m - 1) / (m + 1)
    low, high = _odd_series(abs(z), precision, 1)
    low, high = (low, high) if z >= 0 else (-high, -low)
    return 2 * (low + e * two[e < 0]), 2 * (high + e * two[e >= 0])


@lru_cache(maxsize=64)
def _odd_series(z: Fraction, precision: int, sign: int) -> tuple[Fraction, Fraction]:
    """Sum of sign**j z**(2 j + 1) / (2 j + 1) for 0 <= z <= 1/3."""
    low_power = floor_of(z, precision)
    high_power = low_power + 1
    low_square, high_square = low_power * low_power >> precision, -(-high_power * high_power >> precision)
    low, high, j = 0, 0, 0
    while low_power or high_power > 2:
        tick()
        low_term, high_term = low_power // (2 * j + 1), -(-high_power // (2 * j + 1))
        plus = sign**j > 0
        low, high = (low + low_term, high + high_term) if plus else (low - high_term, high - low_term)
        low_power = low_power * low_square >> precision
        high_power = -(-high_power * high_square >> precision)
        j += 1
    return Fraction(low - high_power, 1 << precision), Fraction(high + high_power, 1 << precision)


def pi(bits: int) -> Real:
    """Machin's formula: pi = 16 arctan(1/5) - 4 arctan(1/239)."""
    near, far = (_odd_series(Fraction(1, k), bits + 40, -1) for k in (5, 239))
    return between(16 * near[0] - 4 * far[1], 16 * near[1] - 4 * far[0], bits)


class Dual:
    """a + b e with e * e = 0: b is the derivative of a."""

    __slots__ = ("a", "b")

    def __init__(self, a: Any, b: Any = 0) -> None:
        self.a, self.b = a, b

    def __add__(self, other: Any) -> Dual:
        a, b = parts(other)
        return Dual(self.a + a, self.b + b)

    def __neg__(self) -> Dual:
        return Dual(-self.a, -self.b)

    def __sub__(self, other: Any) -> Dual:
        return self + -other

    def __mul__(self, other: Any) -> Dual:
        a, b = parts(other)
        return Dual(self.a * a, self.a * b + self.b * a)

    def __truediv__(self, other: Any) -> Dual:
        a, b = parts(other)
        inverted = inverse(a)
        return Dual(self.a * inverted, (self.b * a - self.a * b) * inverted * inverted)

    def __rtruediv__(self, other: Any) -> Dual:
        return Dual(other) / self

    def __rsub__(self, other: Any) -> Dual:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__


def parts(x: Any) -> tuple[Any, Any]:
    """Value and derivative."""
    return (x.a, x.b) if isinstance(x, Dual) else (x, 0)


def divide(x: Any, y: Any) -> Any:
    """x / y.  Raises Undefined for y = 0."""
    return x / y if isinstance(x, Dual) or isinstance(y, Dual) else x * inverse(y)


def shown(x: Any) -> str:
    """A number for people: exact if short, else to twelve significant digits."""
    lo, hi = ends(x)
    if lo == hi and length(lo) < 130 and len(text := str(lo)) <= 40:
        return text
    try:
        return f"{float((lo + hi) / 2):.12g}..."
    except OverflowError:
        return f"about 2**{(abs(lo.numerator) // lo.denominator).bit_length()}"
