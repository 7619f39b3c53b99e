"""Axes: from data to drawing units, with ticks where a reader expects them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lemmata.report import formats

MANY = 6  # ticks that an axis carries at most
MOST = 300  # decimal exponents shown at most: a float's own range, with room for ticks


def finite(values: Any) -> list[float] | None:
    """``values`` as floats, or None where that is not a list of finite numbers."""
    if not isinstance(values, list | tuple) or not values:
        return None
    numbers = [formats.as_float(value) for value in values]
    if any(number is None or not math.isfinite(number) for number in numbers):
        return None
    return [number for number in numbers if number is not None]


@dataclass(frozen=True)
class Axis:
    """A linear or logarithmic map from data to drawing units; `low` and `high` are logarithms on a logarithmic axis."""

    low: float
    high: float
    start: float
    stop: float
    log: bool = False
    at: tuple[float, ...] = ()  # where the ticks stand; by default wherever round numbers are
    whole: bool = False  # whether nothing lies between whole numbers

    def __call__(self, value: float) -> float:
        """Drawing units of a value; what lies beyond the axis is set on its end."""
        if self.log:
            value = math.log10(value) if value > 0 else self.low
        span = self.high - self.low
        # halved before they are subtracted: the difference of two huge numbers may be infinite
        share = (value / 2 - self.low / 2) / (span / 2) if span else 0.5
        return self.start + min(max(share, 0.0), 1.0) * (self.stop - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """Values with their labels."""
        values = self.at or (self._decades() if self.log else self._round())
        if self.log and not self.at and max(abs(self.low), abs(self.high)) >= 4 and self.high - self.low >= 2:
            return [(value, formats.power(round(math.log10(value)))) for value in values]
        return [(value, formats.significant(value, 4)) for value in values]

    def _decades(self) -> list[float]:
        low, high = math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9)
        if high - low >= 2:
            step = math.ceil((high - low) / (MANY - 1))
            return [10.0**k for k in range(low, high + 1, step)]
        digits = (1, 2, 5) if self.high - self.low > 0.7 else (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
        within = [m * 10.0**k for k in range(low - 1, high + 1) for m in digits]
        held = [value for value in within if self.low - 1e-9 <= math.log10(value) <= self.high + 1e-9]
        return held if len(held) > 1 else [10**self.low, 10**self.high]

    def _round(self) -> list[float]:
        span = self.high - self.low
        if not span:
            return [self.low]
        raw = span / (MANY - 1)
        unit = 10 ** math.floor(math.log10(raw))
        step = next(m * unit for m in (1, 2, 5, 10) if m * unit >= raw * 0.85)
        if self.whole:
            step = max(step, 1)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [k * step for k in range(first, last + 1)]


def axis(
    values: Sequence[float], start: float, stop: float, log: bool, tight: bool = False, foot: bool = False
) -> Axis:
    """An axis that holds all ``values``, with a little air at its ends unless it is ``tight``; none below a ``foot``.

    A logarithmic axis takes the positive values and turns linear where there are none. Few distinct values on a
    logarithmic axis (the sizes of a trend) are its ticks.
    """
    seen = sorted({value for value in values if value > 0}) if log else []
    if seen:
        first, last = math.log10(seen[0]), math.log10(seen[-1])
        air = 0 if tight else 0.05 * (last - first) or 0.5
        few = tuple(seen) if tight and 1 < len(seen) <= MANY + 2 else ()
        return Axis(max(first - air, -MOST), min(last + air, MOST), start, stop, True, few)
    low, high = min(values), max(values)
    if not math.isfinite(high - low):
        low, high = low / 4, high / 4
    air = 0 if tight and high > low else 0.05 * (high - low) if high > low else (abs(low) or 1.0) * 0.5
    whole = high - low > 1 and all(float(value).is_integer() for value in values)
    return Axis(low if foot else low - air, high + air, start, stop, whole=whole)


def thin(pairs: list[tuple[float, float]], most: int) -> list[tuple[float, float]]:
    """At most ``most`` points, keeping in each stretch the one farthest from the stretch before: peaks survive."""
    if len(pairs) <= most:
        return pairs
    size = math.ceil(len(pairs) / (most - 2))
    kept = [pairs[0]]
    for k in range(1, len(pairs) - 1, size):
        last = kept[-1][1]
        kept.append(max(pairs[k : min(k + size, len(pairs) - 1)], key=lambda pair: abs(pair[1] - last)))
    return [*kept, pairs[-1]]
