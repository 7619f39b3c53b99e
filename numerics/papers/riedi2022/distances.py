"""How far two laws are apart, as a measure: Kolmogorov distance with the bands of Dvoretzky, Kiefer and Wolfowitz."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lemmata.numerics.statistics import bands

Array = NDArray[np.float64]


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
