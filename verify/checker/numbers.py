"""Numbers: `Fraction` where exact, `Real` (an enclosure between rationals) where irrational, `Dual` for derivatives."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import isqrt
from typing import Any

from verify.checker.format import NotEstablished
from verify.checker.heights import Height, both, either, of_rational, of_square_root


class Undefined(Exception):
    """The expression has no value here (division by zero, root of a negative number, missing index)."""


class Undecided(Exception):
    """The enclosures are too wide to go on; more precision may help, and `bits`, if known, will."""

    def __init__(self, why: str, bits: int | None = None) -> None:
        super().__init__(why)
        self.bits = bits


class Real:
    """A real number known to lie in [lo, hi].

    `key`, where known, is the exact rational x * abs(x): it is there for square roots of rationals and lets them be
    compared, multiplied and squared exactly.  `height`, where known, says how small the number can be without being
    zero; `name` identifies roots of polynomials and says what exponentials and logarithms are taken of.
    """

    __slots__ = ("bits", "height", "hi", "key", "lo", "name")

    def __init__(
        self,
        lo: Any,
        hi: Any,
        bits: int,
        key: Fraction | None = None,
        height: Height | None = None,
        name: Hashable = None,
    ) -> None:
        scale = 1 << (bits + 32)  # keep denominators bounded; the end points move outwards
        self.lo = Fraction(lo.numerator * scale // lo.denominator, scale)
        self.hi = Fraction(-(-hi.numerator * scale // hi.denominator), scale)
        self.bits, self.key, self.height, self.name = bits, key, height, name

    def __add__(self, other: Any) -> Any:
        if other == 0:
            return self
        lo, hi = ends(other)
        mine, its = self.key, key(other)
        if mine is not None and its:
            ratio = surd(mine / its, self.bits)
            if isinstance(ratio, Fraction):
                return (1 + ratio) * other
        return Real(self.lo + lo, self.hi + hi, self.bits, height=both(self.height, height(other), 1))

    def __neg__(self) -> Real:
        return Real(-self.hi, -self.lo, self.bits, None if self.key is None else -self.key, self.height)

    def __mul__(self, other: Any) -> Any:
        its = key(other)
        if self.key is not None and its is not None:
            return surd(self.key * its, self.bits)
        if other == 0:
            return Fraction(0)
        products = [a * b for a in (self.lo, self.hi) for b in ends(other)]
        return Real(min(products), max(products), self.bits, height=both(self.height, height(other)))

    def __truediv__(self, other: Any) -> Any:
        return self * inverse(other)

    def __rtruediv__(self, other: Any) -> Any:
        return inverse(self) * other

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__


def ends(x: Any) -> tuple[Fraction, Fraction]:
    """End points of a number's enclosure."""
    if isinstance(x, Dual):
        raise NotEstablished("only polynomials and quotients are differentiated here")
    return (x.lo, x.hi) if isinstance(x, Real) else (x, x)


def height(x: Any) -> Height | None:
    """What is known of the number's height."""
    return x.height if isinstance(x, Real) else of_rational(x) if isinstance(x, Fraction | int) else None


def vanishes(x: Any) -> bool:
    """Whether a number is zero for certain."""
    if not isinstance(x, Real):
        return x == 0
    if x.key is not None or x.height is None or not x.lo <= 0 <= x.hi:
        return x.key == 0
    return max(-x.lo, x.hi) < Fraction(1, 1 << x.height.separation) if x.height.separation < 4 * x.bits else False


def enough(x: Any) -> int | None:
    """Bits at which `vanishes` is likely to decide a number that cannot be told from zero; None if unknown."""
    if not isinstance(x, Real) or x.height is None:
        return None
    magnitude = max(abs(x.lo), abs(x.hi))
    wide = x.bits + 1 + magnitude.numerator.bit_length() - magnitude.denominator.bit_length()  # bits lost so far
    return x.height.separation + max(wide, 0) + 64


def key(x: Any) -> Fraction | None:
    """x * abs(x), where it is known exactly."""
    return x.key if isinstance(x, Real) else x * absolute(x)


def surd(q: Fraction, bits: int) -> Any:
    """sign(q) * sqrt(abs(q)), exact if rational."""
    n, d = abs(q.numerator), q.denominator
    sign = 1 if q >= 0 else -1
    if isqrt(n) ** 2 == n and isqrt(d) ** 2 == d:
        return Fraction(sign * isqrt(n), isqrt(d))
    down = isqrt((n << 2 * bits + 64) // d)
    size = of_square_root(of_rational(abs(q)), ("sqrt", abs(q)))
    root = Real(Fraction(down, 1 << bits + 32), Fraction(down + 1, 1 << bits + 32), bits, abs(q), size)
    return root if sign > 0 else -root


def inverse(x: Any) -> Any:
    """1 / x."""
    if not isinstance(x, Real):
        if x == 0:
            raise Undefined("division by zero")
        return 1 / Fraction(x)
    if x.key is not None:
        return surd(1 / x.key, x.bits)
    if x.lo <= 0 <= x.hi:
        if vanishes(x):
            raise Undefined("division by zero")
        raise Undecided("a denominator is not separated from zero", enough(x))
    return Real(1 / x.hi, 1 / x.lo, x.bits, height=x.height)


def sqrt(x: Any, bits: int) -> Any:
    """Square root."""
    lo, hi = ends(x)
    if hi < 0:
        raise Undefined("square root of a negative number")
    if not isinstance(x, Real):
        return surd(x, bits)
    if lo <= 0 and vanishes(x):
        return Fraction(0)
    if lo < 0:
        raise Undecided("a radicand is not separated from the negative numbers", enough(x))
    name = ("sqrt", object() if x.name is None else x.name)
    size = None if x.height is None else of_square_root(x.height, name)
    return Real(ends(surd(lo, bits))[0], ends(surd(hi, bits))[1], bits, height=size)


def absolute(x: Any) -> Any:
    """Absolute value."""
    lo, hi = ends(x)
    if lo >= 0:
        return x
    if vanishes(x):
        return Fraction(0)
    return -x if hi <= 0 else Real(Fraction(0), max(-lo, hi), x.bits, height=x.height)


def compare(a: Any, b: Any) -> int | None:
    """-1, 0 or 1 as a < b, a = b, a > b; None if the enclosures do not tell."""
    if a is b:
        return 0
    if (inner := _images(a, b)) and (order := compare(*inner)) is not None:
        return order
    ka, kb = key(a), key(b)
    if ka is not None and kb is not None:
        return (ka > kb) - (ka < kb)
    (alo, ahi), (blo, bhi) = ends(a), ends(b)
    if ahi < blo or alo > bhi:
        return -1 if ahi < blo else 1
    return 0 if height(a) and height(b) and vanishes(a - b) else None


def _images(a: Any, b: Any) -> tuple[Any, Any] | None:
    """x and y where a and b are both exp(x) and exp(y), or both log(x) and log(y): these functions increase."""
    names = [x.name if isinstance(x, Real) and isinstance(x.name, tuple) else (None,) for x in (a, b)]
    return (names[0][1], names[1][1]) if names[0][0] == names[1][0] and names[0][0] in ("exp", "log") else None


def largest(xs: list[Any], bits: int) -> Any:
    """Maximum of a non-empty list."""
    best = xs[0]
    for x in xs[1:]:
        order = compare(best, x)
        if order is None:
            low, high = (max(pair) for pair in zip(ends(best), ends(x), strict=True))
            best = Real(low, high, bits, height=either(height(best), height(x)))
        elif order < 0:
            best = x
    return best


def length(x: Any) -> int:
    """Bits of the longest integer that the number is written with."""
    if isinstance(x, Dual):
        return max(length(x.a), length(x.b))
    held = [*ends(x), *([x.key] if isinstance(x, Real) and x.key is not None else [])]
    return max(max(q.numerator.bit_length(), q.denominator.bit_length()) for q in held)


def power(x: Any, exponent: int) -> Any:
    """x to an integer power."""
    if exponent < 0:
        return power(inverse(x), -exponent)
    if not isinstance(x, Real):
        out = type(x)(1)
        for _ in range(exponent):
            out = out * x
        return out
    if x.key is not None:
        return abs(x.key) ** (exponent // 2) * (x if exponent % 2 else Fraction(1))
    if exponent % 2 == 0:
        x = absolute(x)  # keeps even powers of intervals around zero non-negative
        if not isinstance(x, Real):
            return power(x, exponent)
    size = None if x.height is None else x.height.times(Fraction(exponent))
    return Real(x.lo**exponent, x.hi**exponent, x.bits, height=size)


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
        if a == 0:
            raise Undefined("division by zero")
        return Dual(self.a / a, (self.b * a - self.a * b) / (a * a))

    def __rtruediv__(self, other: Any) -> Dual:
        return Dual(*parts(other)) / self

    def __floordiv__(self, k: int) -> Dual:
        return Dual(self.a // k, self.b // k)

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
    if lo == hi and len(text := str(lo)) <= 40:
        return text
    try:
        return f"{float((lo + hi) / 2):.12g}..."
    except OverflowError:
        return f"about 2**{(abs(lo.numerator) // lo.denominator).bit_length()}"
