"""What the rules of the high-precision interpreter work on: the values of one exact instance, on an own mpmath context.

The rules themselves are in `highprec` and `highprec_spectra`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mpmath.ctx_mp import MPContext

from lemmata.language.relations import Relation

Number = Any  # Fraction or mpf
Rows = list[list[Number]]
Vector = list[Number]
Rules = Mapping[type, Callable[["Reader", Any], Any]]  # by class of node


class Undefined(ArithmeticError):
    """A quantity has no value at this instance: quotient by zero, root of a negative number, multiple value."""


@dataclass(frozen=True)
class Margin:
    """Slack of a clause at one instance: the smallest over entries and index tuples, and the sides where the relative
    one is attained (None for a clause over no index tuple, whose slack is infinite and relative slack 1)."""

    relative: Any
    absolute: Any
    lhs: Any = None
    rhs: Any = None


LARGEST_EXPONENT = 48  # bits: mpmath computes with as many digits more as an argument of exp has before its point


class Reader:
    """Values at one assignment.  Its mpmath context is its own, so that no global precision is touched."""

    def __init__(self, values: Mapping[str, Any], digits: int, rules: Rules, ctx: MPContext | None = None) -> None:
        self.values, self.digits, self.rules = values, digits, rules
        self.ctx = ctx or MPContext()
        if ctx is None:
            self.ctx.dps = digits
        self.memo: dict[Any, Any] = {}

    def value(self, node: Any) -> Any:
        """Rows of a matrix or entries of a quantity, exact where rational."""
        if node not in self.memo:
            for cls in type(node).__mro__:
                if cls in self.rules:
                    self.memo[node] = self.rules[cls](self, node)
                    break
            else:
                raise TypeError(f"the high-precision interpreter has no rule for {type(node).__name__}")
        return self.memo[node]

    def real(self, x: Number) -> Any:
        """A number as mpf, rounded once."""
        return self.ctx.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x

    def alike(self, x: Number, y: Number) -> tuple[Number, Number]:
        """Both exact or both mpf (mpmath does not subtract from or divide a Fraction)."""
        return (x, y) if isinstance(x, Fraction) and isinstance(y, Fraction) else (self.real(x), self.real(y))

    def forecast(self, x: Any) -> Any:
        """A number whose exponential has an exponent that fits its memory.  Raises OverflowError for others."""
        if x and self.ctx.mag(x) > LARGEST_EXPONENT:
            raise OverflowError(f"exp({self.ctx.nstr(x, 5)})")
        return x

    def dense(self, rows: Rows) -> Any:
        """Rows as an mpmath matrix."""
        return self.ctx.matrix([[self.real(x) for x in row] for row in rows])

    def noise(self, size: Any) -> Any:
        """What counts as zero next to `size` when rounding may have been at work."""
        return size * self.ctx.mpf(10) ** (-3 * self.digits // 5)

    def margins(self, relation: Relation) -> list[Margin]:
        """One margin per entry of a relation."""
        left, right = self.value(relation.lhs), self.value(relation.rhs)
        if relation.lhs.is_Matrix:
            left, right = [x for row in left for x in row], [x for row in right for x in row]
        length = max(len(left), len(right)) if left and right else 0
        out = []
        for lhs, rhs in zip(repeat(left, length), repeat(right, length), strict=True):
            a, b, difference = self.real(lhs), self.real(rhs), self.real(rhs + -lhs)
            gap = {"<": difference, ">": -difference, "=": -abs(difference)}[relation.op[0]]
            size = abs(a) + abs(b)
            relative = self.ctx.sign(gap) if self.ctx.isinf(gap) else gap / size if size else self.ctx.mpf(0)
            out.append(Margin(relative, gap, a, b))
        return out


def repeat(entries: Vector, length: int) -> Vector:
    """Entries of a vector, or a scalar `length` times."""
    return entries * length if len(entries) == 1 else entries


def place_of(at: Reader, index: Any, length: int) -> int:
    """An index as an offset.  Raises Undefined outside 1..length."""
    i = at.value(index)[0]
    if i != int(i) or not 1 <= i <= length:
        raise Undefined(f"no entry {i} in a vector of length {length}")
    return int(i) - 1
