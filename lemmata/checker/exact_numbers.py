"""Numbers: `Fraction` where exact, `Real` (an interval with dyadic ends) where not, `Dual` for derivatives.

An interval of an algebraic number also carries its height, which says how close to zero it can be without being zero:
the absolute logarithmic height h (here to base 2) satisfies h(p/q) = log max(|p|, q), h(x + y) <= h(x) + h(y) + 1,
h(x y) <= h(x) + h(y), h(1/x) = h(x), h(sqrt x) = h(x) / 2, and by Liouville's inequality a real x != 0 in a field of
degree D has |x| >= 2**(-D h(x)): an interval around zero that is narrower contains nothing but zero.  (Waldschmidt,
Diophantine Approximation on Linear Algebraic Groups, chapter 3.)
"""

from __future__ import annotations

import decimal
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil, perm
from typing import Any

from lemmata.checker.format import require, tick, well_formed

MAX_BITS = 40_000  # of an exact number, or of an end of an interval
MAX_DEGREE, MAX_POWER = 1 << 20, 100
LARGEST = 2000  # arguments of exp beyond this give numbers nobody needs
TOO_LARGE = "numbers grow too large for this checker"


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
        out = 1
        for (_, degree), count in Counter((family, degree) for family, degree, _ in self.generators).items():
            out *= perm(degree, count)  # after k roots of a polynomial the next one has degree d - k
        return out * self.bits if out <= MAX_DEGREE else None


class _Number:
    """Differences, where sums and negatives are known."""

    __slots__ = ()

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other  # type: ignore[operator]


class Real(_Number):
    """A real number in [lo, hi] * 2**-bits.  `name` tells roots apart."""

    __slots__ = ("bits", "height", "hi", "lo", "name")

    def __init__(self, lo: int, hi: int, bits: int, height: Height | None = None, name: Hashable = None) -> None:
        require(max(lo.bit_length(), hi.bit_length()) <= MAX_BITS, TOO_LARGE)
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
        products = [a * b for a in (self.lo, self.hi) for b in scaled(other, self.bits)]
        return Real(min(products) >> self.bits, -(-max(products) >> self.bits), self.bits, _both(self, other))

    __radd__, __rmul__ = __add__, __mul__


class Dual(_Number):
    """a + b e with e * e = 0: b is the derivative of a."""

    __slots__ = ("a", "b")

    def __init__(self, a: Any, b: Any = Fraction(0)) -> None:
        self.a, self.b = a, b

    def __add__(self, other: Any) -> Dual:
        a, b = parts(other)
        return Dual(self.a + a, self.b + b)

    def __neg__(self) -> Dual:
        return Dual(-self.a, -self.b)

    def __mul__(self, other: Any) -> Dual:
        a, b = parts(other)
        return Dual(self.a * a, self.a * b + self.b * a)

    __radd__, __rmul__ = __add__, __mul__


def parts(x: Any) -> tuple[Any, Any]:
    """Value and derivative."""
    return (x.a, x.b) if isinstance(x, Dual) else (x, Fraction(0))


def between(lo: Fraction, hi: Fraction, bits: int, height: Height | None = None, name: Hashable = None) -> Real:
    """The interval with these rational end points, moved outwards to multiples of 2**-bits."""
    return Real(scaled(lo, bits)[0], scaled(hi, bits)[1], bits, height, name)


def scaled(x: Any, bits: int) -> tuple[int, int]:
    """End points of a number's enclosure in units of 2**-bits, moved outwards."""
    if isinstance(x, Real):
        more = bits - x.bits
        return (x.lo << more, x.hi << more) if more >= 0 else (x.lo >> -more, -(-x.hi >> -more))
    n, d = ends(x)[0].numerator << bits, x.denominator
    return n // d, -(-n // d)


def ends(x: Any) -> tuple[Fraction, Fraction]:
    """End points of a number's enclosure."""
    require(not isinstance(x, Dual), "only polynomials and quotients are differentiated here")
    return (Fraction(x.lo, 1 << x.bits), Fraction(x.hi, 1 << x.bits)) if isinstance(x, Real) else (x, x)


def checked(x: Any) -> Any:
    """The number, if it is not too long; a look at the clock besides."""
    tick()
    if isinstance(x, Fraction):
        require(x.numerator.bit_length() + x.denominator.bit_length() <= MAX_BITS, TOO_LARGE)
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
    known = x.height and x.lo <= 0 <= x.hi and x.height.separation
    return x.lo == x.hi == 0 or bool(known and known <= x.bits and max(-x.lo, x.hi) << known < 1 << x.bits)


def compare(a: Any, b: Any) -> int | None:
    """-1, 0 or 1 as a < b, a = b, a > b; None if the enclosures do not tell."""
    if a is b:
        return 0
    (alo, ahi), (blo, bhi) = ends(a), ends(b)
    if ahi < blo or alo > bhi:
        return -1 if ahi < blo else 1
    return 0 if alo == ahi == blo == bhi or vanishes(a - b) else None


def sign(x: Any) -> int | None:
    """-1, 0 or 1; None if the enclosure does not tell."""
    return compare(x, Fraction(0))


def inverse(x: Any) -> Any:
    """1 / x."""
    if vanishes(x) or isinstance(x, Dual) and vanishes(x.a):
        raise Undefined("division by zero")
    if isinstance(x, Dual):
        over = inverse(x.a)
        return Dual(over, -x.b * over * over)
    if not isinstance(x, Real):
        return 1 / Fraction(x)
    if x.lo <= 0 <= x.hi:
        raise Undecided("a denominator is not separated from zero")
    one = 1 << 2 * x.bits
    return Real(one // x.hi, -(-one // x.lo), x.bits, x.height)


def divide(x: Any, y: Any) -> Any:
    """x / y.  Raises Undefined for y = 0."""
    return x * inverse(y)


def absolute(x: Any) -> Any:
    """Absolute value; of something that moves, its derivative with it, which there is none of at zero."""
    if isinstance(x, Dual):
        if not (side := sign(x.a)):
            raise Undefined("the absolute value has no derivative at zero")
        return x * Fraction(side)
    if not isinstance(x, Real) or x.lo >= 0:
        return x if isinstance(x, Real) else abs(x)
    return -x if x.hi <= 0 else Real(0, max(-x.lo, x.hi), x.bits, x.height)


def largest(xs: list[Any], bits: int) -> Any:
    """Maximum of a non-empty list."""
    best = xs[0]
    for x in xs[1:]:
        order = compare(best, x)
        if order is None:  # the sum of both heights bounds each
            low, high = map(max, ends(best), ends(x))
            best = between(low, high, bits, _both(best, x))
        elif order < 0:
            best = x
    return best


def power(x: Any, exponent: int) -> Any:
    """x to an integer power.  Raises CertificateError beyond a modest size."""
    well_formed(abs(exponent) <= MAX_POWER, "a power is too large")
    if exponent < 0:
        return power(inverse(x), -exponent)
    match getattr(x, "name", None):
        case ("root", Fraction() as q, order) if exponent % order == 0:
            return power(q, exponent // order)
    x = absolute(x) if isinstance(x, Real) and exponent % 2 == 0 else x  # even powers stay non-negative
    out: Any = Fraction(1)
    for _ in range(exponent):
        out = checked(out * x)
    return out


def sqrt(x: Any, bits: int) -> Any:
    """Square root."""
    return root(x, 2, bits)


def root(x: Any, order: int, bits: int) -> Any:
    """The root of a number that is not negative, exact where it is rational."""
    if vanishes(x):
        return Fraction(0)
    lo, hi = scaled(x, order * bits)
    if hi < 0:
        raise Undefined("root of a negative number")
    if lo < 0:
        raise Undecided("a radicand is not separated from the negative numbers")
    if isinstance(x, Fraction):
        n, d = (_integer_root(k, order) for k in (x.numerator, x.denominator))
        if n**order == x.numerator and d**order == x.denominator:
            return Fraction(n, d)
    known, name = height(x), ("root", x if isinstance(x, Fraction) else x.name or object(), order)
    size = None if known is None else Height(known.bits // order + 1, known.generators | {(name, order, 0)})
    return Real(_integer_root(lo, order), _integer_root(hi, order) + 1, bits, size, name)


def _integer_root(n: int, order: int) -> int:
    """Largest integer whose power does not exceed n: Newton's steps from above."""
    if n < 2:
        return n
    found = 1 << -(-n.bit_length() // order)
    while (better := ((order - 1) * found + n // found ** (order - 1)) // order) < found:
        found = better
    return found


def real_power(x: Any, t: Any, bits: int) -> Any:
    """x**t for x > 0, and 0 for x = 0 < t.  Raises Undefined elsewhere, also where t is an integer."""
    base, exponent = sign(x), sign(t)
    if base is None and exponent == 1 and x.lo == 0:  # a number that is zero or positive
        return between(Fraction(0), ends(real_power(ends(x)[1], t, bits))[1], bits)
    if base is None or base == 0 and exponent is None:
        raise Undecided("a base or an exponent is not separated from zero")
    if base == -1 or base == 0 and exponent != 1:
        raise Undefined("a negative number to a real power, or zero to one that is not positive")
    if base == 0:
        return Fraction(0)
    if isinstance(t, Fraction) and t.denominator <= 64 and abs(t.numerator) <= MAX_POWER:
        return power(x if t.denominator == 1 else root(x, t.denominator, bits), t.numerator)
    return exp(log(x, bits) * t, bits)


def exp(x: Any, bits: int) -> Any:
    """Exponential."""
    require(all(abs(end) <= LARGEST for end in ends(x)), f"exp(...) beyond {LARGEST} is too large for this checker")
    return Fraction(1) if vanishes(x) else _rounded(Decimal.exp, x, bits)


def erf(x: Any, bits: int) -> Any:
    """The error function, which increases: at both ends."""
    if vanishes(x):
        return Fraction(0)
    low, high = (_erf_at(q, bits) for q in ends(x))
    return between(ends(low)[0], ends(high)[1], bits)


def _erf_at(q: Fraction, bits: int) -> Real:
    """2 / sqrt(pi) (q - q^3 / 3 + q^5 / (2! 5) - ...), alternating; 1 - erf(|q|) < exp(-q^2) for large q."""
    square, enough = q * q, min(bits, LARGEST)
    if square > enough:
        most = between(1 - Fraction(1, 1 << enough), Fraction(1), bits)
        return most if q > 0 else -most
    fine, k = bits + 3 * ceil(square) + 32, 0
    term = total = between(q, q, fine)
    while (left := max(-term.lo, term.hi)) > 1 or k <= square:  # then terms decrease, and bound all that is left out
        k += 1
        term = checked(term * (-square / k))
        total = total + term * Fraction(1, 2 * k + 1)
    total = Real(total.lo - left, total.hi + left, fine)
    return total * Fraction(2) * inverse(sqrt(pi(fine), fine))


def log(x: Any, bits: int) -> Any:
    """Natural logarithm.  Raises Undefined at and below zero."""
    if sign(x) is None:
        raise Undecided("the argument of a logarithm is not separated from zero")
    if sign(x) != 1:
        raise Undefined("logarithm of a number that is not positive")
    return Fraction(0) if sign(x - 1) == 0 else _rounded(Decimal.ln, x, bits)


def _rounded(f: Callable[[Decimal], Decimal], x: Any, bits: int) -> Real:
    """An increasing function that `decimal` rounds correctly: at the end points, and one unit further out.

    A zero, the logarithm of one, is exact; its unit would have 10**18 digits.
    """
    lo, hi = ends(x)
    with decimal.localcontext(prec=bits // 3 + 40, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN) as context:
        context.rounding = decimal.ROUND_FLOOR
        low = f(Decimal(lo.numerator) / lo.denominator)
        low = low.next_minus() if low else low
        context.rounding = decimal.ROUND_CEILING
        high = f(Decimal(hi.numerator) / hi.denominator)
        high = high.next_plus() if high else high
    return between(Fraction(low), Fraction(high), bits)


def pi(bits: int) -> Real:
    """Machin's formula: pi = 16 arctan(1/5) - 4 arctan(1/239), each term of the series off by less than 2 units."""
    fine, value = bits + 16, 0
    for factor, k in ((16, 5), (-4, 239)):
        term, j = (1 << fine) // k, 0
        while term:
            value += factor * (-1) ** j * (term // (2 * j + 1))
            term, j = term // (k * k), j + 1
    return Real((value - 20 * fine) >> 16, (value + 20 * fine >> 16) + 1, bits)


def shown(x: Any) -> str:
    """A number for people: exact if short, else to twelve significant digits."""
    lo, hi = ends(x)
    if lo == hi and lo.numerator.bit_length() + lo.denominator.bit_length() < 130:
        return str(lo)
    middle = (lo + hi) / 2
    with decimal.localcontext(prec=12):
        return f"{(Decimal(middle.numerator) / middle.denominator).normalize():g}..."
