"""Values and derivatives of scalar expressions over boxes: truncated power series in any arithmetic of numbers.

One reader for three arithmetics: balls for those who look for a cover, intervals of mpmath for the check, fractions for
what must be exactly zero.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from mpmath.ctx_iv import MPIntervalContext
from sympy import Rational, pi

from lemmata.language import core
from lemmata.language.variables import Scalar

iv = MPIntervalContext()
iv.prec = 100


class NoJet(Exception):
    """An expression has no value, no derivative, or no rule here."""


class Numbers(ABC):
    """An arithmetic: + - * / of Python, and what these functions say."""

    @abstractmethod
    def rational(self, q: Fraction) -> Any:
        """A rational number."""

    @abstractmethod
    def hull(self, low: Fraction, high: Fraction) -> Any:
        """All numbers from low to high."""

    @abstractmethod
    def pi(self) -> Any:
        """The constant pi."""

    @abstractmethod
    def exp(self, x: Any) -> Any:
        """exp(x)."""

    @abstractmethod
    def log(self, x: Any) -> Any:
        """log(x), x above zero."""

    @abstractmethod
    def root(self, x: Any) -> Any:
        """The root of x, which is not negative."""

    @abstractmethod
    def sign(self, x: Any) -> int | None:
        """1 where all of x is above zero, -1 where all of it is below, 0 where it is zero, None elsewhere."""

    @abstractmethod
    def at_least(self, x: Any) -> bool:
        """Whether no part of x is below zero."""

    @abstractmethod
    def extreme(self, x: Any, y: Any, largest: bool) -> Any:
        """The larger, or the smaller, of two."""

    def modulus(self, x: Any) -> Any:
        """|x|."""
        return self.extreme(x, -x, True)


class Intervals(Numbers):
    """Intervals of mpmath, rounded outwards."""

    def rational(self, q: Fraction) -> Any:
        """q, enclosed."""
        return iv.mpf(q.numerator) / iv.mpf(q.denominator)

    def hull(self, low: Fraction, high: Fraction) -> Any:
        """From low to high."""
        return iv.mpf([self.rational(low).a, self.rational(high).b])

    def pi(self) -> Any:
        """Enclosed."""
        return iv.pi + 0

    def exp(self, x: Any) -> Any:
        """Enclosed."""
        return iv.exp(x)

    def log(self, x: Any) -> Any:
        """Enclosed.  Raises NoJet unless x is above zero."""
        if not x.a > 0:
            raise NoJet("a logarithm at or below zero")
        return iv.log(x)

    def root(self, x: Any) -> Any:
        """Enclosed.  Raises NoJet below zero."""
        if not x.a >= 0:
            raise NoJet("a root below zero")
        return iv.sqrt(x)

    def sign(self, x: Any) -> int | None:
        """By the ends."""
        return 1 if x.a > 0 else -1 if x.b < 0 else 0 if x.a == x.b == 0 else None

    def at_least(self, x: Any) -> bool:
        """By the lower end."""
        return bool(x.a >= 0)

    def extreme(self, x: Any, y: Any, largest: bool) -> Any:
        """End by end."""
        pick = max if largest else min
        return iv.mpf([pick(x.a, y.a), pick(x.b, y.b)])


class Fractions(Numbers):
    """Rational numbers; what is not rational, or not seen to be, raises NoJet."""

    def rational(self, q: Fraction) -> Any:
        """q."""
        return q

    def hull(self, low: Fraction, high: Fraction) -> Any:
        """A point."""
        if low != high:
            raise NoJet("no point")
        return low

    def pi(self) -> Any:
        """Not rational."""
        raise NoJet("pi")

    def exp(self, x: Any) -> Any:
        """At zero."""
        if x != 0:
            raise NoJet("an exponential that is not rational")
        return Fraction(1)

    def log(self, x: Any) -> Any:
        """At one."""
        if x != 1:
            raise NoJet("a logarithm that is not rational")
        return Fraction(0)

    def root(self, x: Any) -> Any:
        """Of squares."""
        if x < 0:
            raise NoJet("a root below zero")
        found = Fraction(isqrt(x.numerator), isqrt(x.denominator))
        if found**2 != x:
            raise NoJet("a root that is not rational")
        return found

    def sign(self, x: Any) -> int | None:
        """As it is."""
        return (x > 0) - (x < 0)

    def at_least(self, x: Any) -> bool:
        """As it is."""
        return bool(x >= 0)

    def extreme(self, x: Any, y: Any, largest: bool) -> Any:
        """As it is."""
        return max(x, y) if largest else min(x, y)


Jet = list[Any]  # coefficients of a power series, the value first


class Reader:
    """Jets of expressions where each variable is a jet."""

    def __init__(self, numbers: Numbers, at: Mapping[str, Jet], order: int) -> None:
        self.numbers, self.at, self.order = numbers, at, order
        self.memory: dict[Any, Jet] = {}

    def __call__(self, node: Any) -> Jet:
        """The jet of an expression.  Raises NoJet."""
        if node not in self.memory:
            self.memory[node] = self._read(node)
        return self.memory[node]

    def constant(self, x: Any) -> Jet:
        """A number."""
        zero = self.numbers.rational(Fraction(0))
        return [x, *[zero] * self.order]

    def _read(self, node: Any) -> Jet:
        if isinstance(node, Rational):
            return self.constant(self.numbers.rational(Fraction(int(node.p), int(node.q))))
        if node == pi:
            return self.constant(self.numbers.pi())
        if isinstance(node, Scalar):
            if node.name not in self.at:
                raise NoJet(f"{node.name} has no bounds")
            return self.at[node.name]
        if isinstance(node, core.Max | core.Min):
            return self.extreme([self(a) for a in node.args], isinstance(node, core.Max))
        if isinstance(node, core.Power):
            return self.power(self(node.args[0]), int(node.args[1]))
        rule = _RULES.get(type(node))
        if rule is None:
            raise NoJet(f"no rule for {type(node).__name__}")
        return rule(self, *(self(a) for a in node.args))

    def plus(self, *jets: Jet) -> Jet:
        """Sum."""
        out = list(jets[0])
        for jet in jets[1:]:
            out = [a + b for a, b in zip(out, jet, strict=True)]
        return out

    def negative(self, a: Jet) -> Jet:
        """-a."""
        return [-x for x in a]

    def times(self, *jets: Jet) -> Jet:
        """Product; the square of a value is not negative."""
        out = jets[0]
        for b in jets[1:]:
            out = [self.total([out[i] * b[k - i] for i in range(k + 1)]) for k in range(self.order + 1)]
        return out

    def total(self, xs: Sequence[Any]) -> Any:
        """Sum of numbers."""
        out = xs[0]
        for x in xs[1:]:
            out = out + x
        return out

    def over(self, a: Jet, b: Jet) -> Jet:
        """a / b.  Raises NoJet where b may be zero."""
        if not self.numbers.sign(b[0]):
            raise NoJet("a denominator that may be zero")
        out: Jet = []
        for k in range(self.order + 1):
            rest = self.total([a[k], *(-(out[i] * b[k - i]) for i in range(k))])
            out.append(rest / b[0])
        return out

    def power(self, a: Jet, k: int) -> Jet:
        """a^k."""
        if k < 0:
            return self.over(self.constant(self.numbers.rational(Fraction(1))), self.power(a, -k))
        if self.order == 0:
            value = self.modulus(a)[0] if k % 2 == 0 and k else a[0]
            out = self.numbers.rational(Fraction(1))
            for _ in range(k):
                out = out * value
            return [out]
        jet = self.constant(self.numbers.rational(Fraction(1)))
        for _ in range(k):
            jet = self.times(jet, a)
        return jet

    def exp(self, a: Jet) -> Jet:
        """exp(a)."""
        out = [self.numbers.exp(a[0])]
        for k in range(1, self.order + 1):
            out.append(self.total([a[j] * out[k - j] * j for j in range(1, k + 1)]) / k)
        return out

    def log(self, a: Jet) -> Jet:
        """log(a)."""
        out = [self.numbers.log(a[0])]
        for k in range(1, self.order + 1):
            known = [-(out[j] * a[k - j] * j) / k for j in range(1, k)]
            out.append(self.total([a[k], *known]) / a[0])
        return out

    def root(self, a: Jet) -> Jet:
        """sqrt(a)."""
        out = [self.numbers.root(a[0])]
        if self.order and self.numbers.sign(out[0]) != 1:
            raise NoJet("a root that is not smooth")
        for k in range(1, self.order + 1):
            known = [-(out[j] * out[k - j]) for j in range(1, k)]
            out.append(self.total([a[k], *known]) / (out[0] * 2))
        return out

    def real_power(self, a: Jet, b: Jet) -> Jet:
        """a^b, a above zero."""
        return self.exp(self.times(b, self.log(a)))

    def modulus(self, a: Jet) -> Jet:
        """|a|."""
        sign = self.numbers.sign(a[0])
        if sign is not None and (sign or not self.order):
            return self.negative(a) if sign < 0 else a
        if self.order:
            raise NoJet("a modulus that is not smooth")
        return [self.numbers.modulus(a[0])]

    def extreme(self, jets: Sequence[Jet], largest: bool) -> Jet:
        """The largest or smallest."""
        out = jets[0]
        for b in jets[1:]:
            sign = self.numbers.sign(b[0] - out[0])
            if sign:
                out = b if (sign > 0) is largest else out
            elif self.order:
                raise NoJet("a largest that is not smooth")
            else:
                out = [self.numbers.extreme(out[0], b[0], largest)]
        return out


_RULES: dict[type, Callable[..., Jet]] = {
    core.Plus: Reader.plus,
    core.Neg: Reader.negative,
    core.Times: Reader.times,
    core.Quotient: Reader.over,
    core.Exp: Reader.exp,
    core.Log: Reader.log,
    core.Sqrt: Reader.root,
    core.Abs: Reader.modulus,
    core.RealPower: Reader.real_power,
}

__all__ = ["Fractions", "Intervals", "Jet", "NoJet", "Numbers", "Reader"]
