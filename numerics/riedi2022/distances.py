"""How far two laws are apart, as a measure: Kolmogorov distance.

Where a law is only drawn from, the bands of Dvoretzky, Kiefer and Wolfowitz bound it.  Where both distribution
functions are known it is enclosed by their values: between a < b no distance exceeds F(b) - G(a) or G(b) - F(a).  Then
the draws are there to contradict: an enclosure that their band does not meet is widened to both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lemmata.statistics import bands

Array = NDArray[np.float64]
Cdf = Callable[[float], float]
WIDTH = 2e-3  # of an enclosure
QUADRATURE = 1e-9  # far above the error of the distribution functions that are known


@dataclass(frozen=True)
class Apart:
    """Kolmogorov distance of two laws.

    `value` is the distance of what was seen: empirical distribution functions from `draws` of each law that was drawn
    from (two numbers, or one where the other law is known).
    """

    label: str
    value: float
    draws: tuple[int, ...]

    @property
    def counted(self) -> str:
        """The draws."""
        return " and ".join(f"{n:,}" for n in self.draws) + " draws"

    def interval(self, error: float) -> tuple[float, float]:
        """The error is shared by the bands around each empirical distribution function."""
        half = sum(bands.radius(n, error / len(self.draws)) for n in self.draws)
        return max(self.value - half, 0.0), min(self.value + half, 1.0)


def between(label: str, a: Array, b: Array) -> Apart:
    """Distance of the laws behind two samples.  Raises ValueError for an empty or non-finite one."""
    for sample in (a, b):
        if not len(sample) or not np.isfinite(sample).all():
            raise ValueError(f"{label}: a distance needs non-empty samples of finite numbers")
    a, b = np.sort(a), np.sort(b)
    at = np.concatenate([a, b])
    shares = [np.searchsorted(x, at, side="right") / len(x) for x in (a, b)]
    return Apart(label, float(np.abs(shares[0] - shares[1]).max()), (len(a), len(b)))


def to_law(label: str, sample: Array, law: Any) -> Apart:
    """Distance of the law behind a sample to a continuous one.  Raises ValueError for an empty or non-finite sample."""
    return Apart(label, bands.distance(sample, law.cdf, 0.5).value, (len(sample),))


@dataclass(frozen=True)
class Known:
    """Kolmogorov distance of two known laws, between `low` and `high`, and what was drawn from them."""

    drawn: Apart
    low: float
    high: float

    @property
    def label(self) -> str:
        """That of the draws."""
        return self.drawn.label

    @property
    def value(self) -> float:
        """The largest difference that was found."""
        return self.low

    @property
    def counted(self) -> str:
        """What bounds it, and what was held against it."""
        return f"exact laws by quadrature, held against {self.drawn.counted}"

    def interval(self, error: float) -> tuple[float, float]:
        """The enclosure; both, where the band around the draws does not meet it."""
        low, high = self.drawn.interval(error)
        if low <= self.high and self.low <= high:
            return self.low, self.high
        return min(low, self.low), max(high, self.high)


def known(drawn: Apart, first: Cdf, second: Cdf, low: float, high: float) -> Known:
    """The distance of two laws with continuous distribution functions, nearly all of whose mass lies in [low, high].

    Stretches that may hold the largest difference are halved until it is known within `WIDTH`.
    """
    ends = np.linspace(low, high, 33)
    values = {float(x): (first(float(x)), second(float(x))) for x in ends}
    (f0, g0), (f1, g1) = values[low], values[high]
    beyond = max(f0, g0, 1 - f1, 1 - g1)  # the most that the tails can hold
    best = max(abs(f - g) for f, g in values.values())
    open_, closed = list(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)), beyond
    while open_:
        a, b = open_.pop()
        bound = max(values[b][0] - values[a][1], values[b][1] - values[a][0])
        if bound <= best + WIDTH:
            closed = max(closed, bound)
            continue
        middle = (a + b) / 2
        values[middle] = f, g = first(middle), second(middle)
        best = max(best, abs(f - g))
        open_ += [(a, middle), (middle, b)]
    return Known(drawn, max(best - QUADRATURE, 0.0), max(best, closed) + QUADRATURE)
