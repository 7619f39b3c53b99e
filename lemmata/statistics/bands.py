"""Distance of a sample to a law, with bands that hold for every sample size.

Dvoretzky, Kiefer and Wolfowitz with Massart's constant (Annals of Probability 18, 1990): the empirical distribution
function of N independent draws stays within sqrt(log(2 / error) / (2 N)) of the true one everywhere, except with
probability `error`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lemmata.statistics.binomial import quantile_ranks

Cdf = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def radius(draws: int, error: float) -> float:
    """Half width of the uniform band.  Raises ValueError for no draws or an error outside (0, 1)."""
    if draws < 1 or not 0 < error < 1:
        raise ValueError(f"no band for {draws} draws at error probability {error}")
    return float(np.sqrt(np.log(2 / error) / (2 * draws)))


@dataclass(frozen=True)
class Distance:
    """Kolmogorov distance of the law of a sample to a given law: its estimate, and a certified interval."""

    draws: int
    value: float
    low: float
    high: float


def distance(sample: NDArray[np.float64], cdf: Cdf, error: float) -> Distance:
    """Distance of the law behind `sample` to the continuous law with distribution function `cdf`.

    The interval misses with probability at most `error`.  Raises ValueError for an empty or non-finite sample.
    """
    x = np.sort(np.asarray(sample, dtype=float))
    if not len(x) or not np.isfinite(x).all():
        raise ValueError("a distance needs a non-empty sample of finite numbers")
    steps = np.arange(len(x) + 1) / len(x)
    expected = cdf(x)
    value = float(max((steps[1:] - expected).max(), (expected - steps[:-1]).max()))
    half = radius(len(x), error)
    return Distance(len(x), value, max(value - half, 0.0), min(value + half, 1.0))


def quantile(sample: NDArray[np.float64], level: float, error: float) -> tuple[float, float, float]:
    """A quantile of the law behind a sample: estimate, and exact order-statistic bounds (Clopper and Pearson's ranks).

    Bounds are infinite where there are too few draws for the error.  Raises ValueError for an empty sample or NaN.
    """
    x = np.sort(np.asarray(sample, dtype=float))
    if not len(x) or np.isnan(x).any():
        raise ValueError("a quantile needs a non-empty sample without NaN")
    low, high = quantile_ranks(len(x), level, error)
    middle = float(x[min(int(level * len(x)), len(x) - 1)])
    return middle, float(x[low - 1]) if low else -np.inf, float(x[high - 1]) if high <= len(x) else np.inf


def fewest(error: float) -> int:
    """The least number of draws that bounds a median on both sides: of k of them all lie on one side with probability
    2^(1-k)."""
    return math.ceil(1 - math.log2(error))
