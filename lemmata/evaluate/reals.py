"""Exact real numbers: algebraic ones, and those that exp and log make of them.

Three kinds of number, closed under what the language asks of them as far as their zeros can be decided:

* algebraic numbers (`number_fields`);
* quotients of sums c_1 exp(a_1) + ... + c_k exp(a_k) with algebraic c_i and different algebraic a_i: zero exactly where
  all c_i are (Lindemann and Weierstrass);
* sums r + c_1 log(a_1) + ... + c_k log(a_k) with algebraic r, c_i and positive algebraic a_i.  For rational c_i the sum
  is zero exactly where r = 0 and the product of the a_i^c_i is 1 (were r not 0, exp(r) would be algebraic); for others
  only the vanishing of all c_i is looked at.

What leads out of these raises `Unavailable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from flint import arb, fmpq

from lemmata.evaluate.interpreter import Unavailable, Undefined
from lemmata.evaluate.number_fields import Algebraic, Numbers, maximum, rational, total
from lemmata.linalg.precision import precision

SIGN_BITS = (64, 256, 1024)
LONGEST_PRODUCT = 64  # exponent up to which products of powers of logarithms' arguments are compared with 1
LARGEST_ROOT, LARGEST_POWER = 64, 1024  # denominators and numerators of exponents of algebraic numbers
Sum = dict[Algebraic, Algebraic]  # {a: c}: c exp(a) or c log(a)


class Exponential:
    """(sum c exp(a)) / (sum d exp(b)), the denominator not zero."""

    def __init__(self, above: Sum, below: Sum) -> None:
        self.above, self.below = above, below

    def enclose(self, prec: int) -> arb:
        """A ball that contains the number, computed with ``prec`` bits."""
        with precision(prec):
            parts = [
                reduce(lambda x, y: x + y, [c.enclose(prec) * a.enclose(prec).exp() for a, c in s.items()], arb(0))
                for s in (self.above, self.below)
            ]
            return parts[0] / parts[1]


class Logarithmic:
    """constant + sum c log(a)."""

    def __init__(self, constant: Algebraic, terms: Sum) -> None:
        self.constant, self.terms = constant, terms

    def enclose(self, prec: int) -> arb:
        """A ball that contains the number, computed with ``prec`` bits."""
        with precision(prec):
            total = self.constant.enclose(prec)
            for a, c in self.terms.items():
                total = total + c.enclose(prec) * a.enclose(prec).log()
            return total


Real = Algebraic | Exponential | Logarithmic
ONE, ZERO = rational(1), rational(0)


class Reals:
    """Arithmetic on exact reals of one instance.

    Raises Undefined where an operation has no value (division by zero, roots of negative numbers, logarithms of numbers
    that are not positive) and Unavailable where its value, or whether it has one, is out of reach.
    """

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._known: list[Algebraic] = [ZERO, ONE]
        self._rationals: dict[str, Algebraic] = {"0": ZERO, "1": ONE}

    # Signs.
    def sign(self, x: Real, probe_bits: int = 1024) -> int | None:
        """-1, 0 or 1 with proof, None where that is too expensive (see `Algebraic.sign`)."""
        if isinstance(x, Algebraic):
            return x.sign(probe_bits)
        ball = x.enclose(SIGN_BITS[0])
        if ball > 0 or ball < 0:
            return 1 if ball > 0 else -1
        if self._is_zero(x):
            return 0
        for bits in SIGN_BITS:
            ball = x.enclose(bits)
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
        return None

    def certain_sign(self, x: Real) -> int:
        """The sign.  Raises Unavailable where it is too expensive."""
        found = self.sign(x)
        if found is None:
            raise Unavailable("the sign of a number is undecided")
        return found

    def _vanishes(self, x: Algebraic) -> bool:
        return self.sign(x) == 0

    def _is_zero(self, x: Exponential | Logarithmic) -> bool:
        if isinstance(x, Exponential):
            return all(map(self._vanishes, x.above.values()))
        if not self._vanishes(x.constant):
            return False
        terms = {a: c for a, c in x.terms.items() if not self._vanishes(c)}
        if any(c.value is None for c in terms.values()):
            return False
        powers = [(a, c.value) for a, c in terms.items() if c.value is not None]
        common = reduce(lambda m, q: m * q // m.gcd(q), [c.q for _, c in powers], fmpq(1).q)
        exponents = [(a, int((c * common).p)) for a, c in powers]
        if any(abs(k) > LONGEST_PRODUCT for _, k in exponents):
            return False
        sides = [ONE, ONE]
        for a, k in exponents:
            sides[k < 0] *= a ** abs(k)
        return self._vanishes(sides[0] - sides[1])

    def _named(self, x: Algebraic) -> Algebraic:
        """The one object that stands for all numbers equal to x as an exponent or as an argument of log."""
        if x.value is not None:
            return self._rationals.setdefault(str(x.value), x)
        for y in self._known:
            if y is x:
                return y
        for y in self._known:
            if y.value is None and self.certain_sign(x - y) == 0:
                return y
        self._known.append(x)
        return x

    # Sums.
    def _collected(self, pairs: Sequence[tuple[Algebraic, Algebraic]]) -> Sum:
        out: Sum = {}
        for a, c in pairs:
            a = self._named(a)
            out[a] = out[a] + c if a in out else c
        return {a: c for a, c in out.items() if c.value != 0}

    def _exponential(self, x: Real) -> Exponential:
        if isinstance(x, Logarithmic):
            raise Unavailable("a sum or product of logarithms and exponentials")
        return x if isinstance(x, Exponential) else Exponential({ZERO: x} if x.value != 0 else {}, {ZERO: ONE})

    def _quotient(self, above: Sum, below: Sum) -> Real:
        """The quotient of two sums, a single term below divided out."""
        if len(below) == 1:
            ((b, d),) = below.items()
            above = self._collected([(a - b, c / d) for a, c in above.items()])
            if not above:
                return ZERO
            if set(above) == {ZERO}:
                return above[ZERO]
            below = {ZERO: ONE}
        return Exponential(above, below)

    def _times(self, s: Sum, t: Sum) -> Sum:
        return self._collected([(a + b, c * d) for a, c in s.items() for b, d in t.items()])

    def add(self, xs: Sequence[Real]) -> Real:
        """Sum of one or more numbers."""
        plain = [x for x in xs if isinstance(x, Algebraic)]
        if len(plain) == len(xs):
            return total(plain)
        if all(isinstance(x, Algebraic | Logarithmic) for x in xs):
            constants = [x.constant if isinstance(x, Logarithmic) else x for x in xs if not isinstance(x, Exponential)]
            terms = self._collected([item for x in xs if isinstance(x, Logarithmic) for item in x.terms.items()])
            constant = total(constants)
            return Logarithmic(constant, terms) if terms else constant
        value = self._exponential(xs[0])
        for x in xs[1:]:
            y = self._exponential(x)
            if value.below == y.below:
                value = self._exponential(self._quotient(self._joined(value.above, y.above), value.below))
            else:
                above = self._joined(self._times(value.above, y.below), self._times(y.above, value.below))
                value = self._exponential(self._quotient(above, self._times(value.below, y.below)))
        return self._quotient(value.above, value.below)

    def _joined(self, s: Sum, t: Sum) -> Sum:
        return self._collected([*s.items(), *t.items()])

    def multiply(self, a: Real, b: Real) -> Real:
        """Product."""
        if isinstance(a, Algebraic) and isinstance(b, Algebraic):
            return a * b
        for x, y in ((a, b), (b, a)):
            if isinstance(x, Logarithmic):
                if not isinstance(y, Algebraic):
                    raise Unavailable("a product with a logarithm")
                terms = self._collected([(arg, c * y) for arg, c in x.terms.items()])
                constant = x.constant * y
                return Logarithmic(constant, terms) if terms else constant
        x, y = self._exponential(a), self._exponential(b)
        return self._quotient(self._times(x.above, y.above), self._times(x.below, y.below))

    def negate(self, a: Real) -> Real:
        """Negative."""
        return self.multiply(rational(-1), a)

    def divide(self, a: Real, b: Real) -> Real:
        """Quotient."""
        if isinstance(b, Algebraic):
            if isinstance(a, Algebraic):
                return a / b
            return self.multiply(a, ONE / b)
        if self.certain_sign(b) == 0:
            raise Undefined("quotient by zero")
        x, y = self._exponential(a), self._exponential(b)
        return self._quotient(self._times(x.above, y.below), self._times(x.below, y.above))

    def power(self, a: Real, k: int) -> Real:
        """a**k for k >= 0, with 0**0 = 1."""
        if k > LARGEST_POWER and a is not ONE:
            raise Unavailable(f"a power with the exponent {k}")
        if isinstance(a, Algebraic):
            return a**k
        value: Real = ONE
        for _ in range(k):
            value = self.multiply(value, a)
        return value

    # Functions.
    def root(self, a: Real, k: int = 2) -> Real:
        """The non-negative k-th root."""
        if isinstance(a, Algebraic):
            return self.numbers.root(a, k)
        if self.certain_sign(a) < 0:
            raise Undefined(f"root of order {k} of a negative number")
        exponent, c = self._monomial(a)
        raised = exponent * fmpq(1, k)
        return self.multiply(self.root(c, k), self.exponential(raised))

    def _monomial(self, a: Real) -> tuple[Algebraic, Algebraic]:
        """(e, c) of a number c exp(e)."""
        if not isinstance(a, Exponential) or len(a.above) > 1 or set(a.below) != {ZERO}:
            raise Unavailable("a function of a sum of exponentials")
        return next(iter(a.above.items()))

    def exponential(self, a: Real) -> Real:
        """exp(a)."""
        if isinstance(a, Exponential):
            raise Unavailable("an exponential of an exponential")
        if isinstance(a, Algebraic):
            return ONE if self.certain_sign(a) == 0 else Exponential({self._named(a): ONE}, {ZERO: ONE})
        if any(c.value is None for c in a.terms.values()):
            raise Unavailable("a power with an irrational exponent")
        value = self.exponential(a.constant)
        for x, c in a.terms.items():
            value = self.multiply(value, self.real_power(x, c))
        return value

    def logarithm(self, a: Real) -> Real:
        """Natural logarithm."""
        if self.certain_sign(a) <= 0:
            raise Undefined("logarithm of a number that is not positive")
        if isinstance(a, Algebraic):
            one = a - ONE
            return ZERO if self.certain_sign(one) == 0 else Logarithmic(ZERO, {self._named(a): ONE})
        exponent, c = self._monomial(a)
        return self.add([exponent, self.logarithm(c)])

    def real_power(self, a: Real, b: Real) -> Real:
        """a**b for a > 0, and 0 for a = 0 < b."""
        s, t = self.certain_sign(a), self.certain_sign(b)
        if s < 0 or s == 0 and t <= 0:
            raise Undefined("a real power of a negative number, or a power of zero that is not positive")
        if s == 0 or t == 0:
            return ZERO if s == 0 else ONE
        if isinstance(b, Algebraic) and b.value is not None:
            if b.value.q > LARGEST_ROOT or abs(b.value.p) > LARGEST_POWER:
                raise Unavailable(f"a power with the exponent {b.value}")
            raised = self.power(self.root(a, int(b.value.q)), abs(int(b.value.p)))
            return raised if t > 0 else self.divide(ONE, raised)
        return self.exponential(self.multiply(b, self.logarithm(a)))

    def absolute(self, a: Real) -> Real:
        """Absolute value."""
        s = self.sign(a)
        if s is None:
            if isinstance(a, Algebraic):
                return abs(a)
            raise Unavailable("the sign of a number is undecided")
        return a if s >= 0 else self.negate(a)

    def extreme(self, a: Real, b: Real, direction: int) -> Real:
        """The larger (direction 1) or smaller (-1) of two."""
        s = self.sign(self.add([a, self.negate(b)]))
        if s is None:
            if isinstance(a, Algebraic) and isinstance(b, Algebraic):
                return maximum(a, b) if direction > 0 else -maximum(-a, -b)
            raise Unavailable("the order of two numbers is undecided")
        return a if s * direction >= 0 else b

    def descending(self, values: Sequence[Real]) -> list[Any]:
        """The numbers in descending order.  Raises Unavailable where it is too expensive to find."""
        out: list[Real] = []
        for x in values:
            place = len(out)
            while place and self.certain_sign(self.add([x, self.negate(out[place - 1])])) > 0:
                place -= 1
            out.insert(place, x)
        return out
