"""Distance of a sample to a law, with bands that hold for every sample size.

Dvoretzky, Kiefer and Wolfowitz with Massart's constant (Annals of Probability 18, 1990): the empirical distribution
function of N independent draws stays within sqrt(log(2 / error) / (2 N)) of the true one everywhere, except with
probability `error`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

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


# How a positive number changes with n: slopes in doubly logarithmic coordinates, with intervals.
@dataclass(frozen=True)
class Trend:
    """Exponent of a power law n^slope, and an interval at `level`."""

    slope: float
    low: float
    high: float
    level: float
    method: str


def fitted(sizes: Sequence[float], values: Sequence[float], level: float = 0.99) -> Trend:
    """Least squares of log(value) on log(n), Student's interval for the slope from the scatter about the line.

    The interval describes a straight line with even scatter: evidence of a trend, not an exact statement.  Raises
    ValueError for fewer than three points or numbers that are not positive and finite.
    """
    x, y = _logs(sizes), _logs(values)
    if len(x) != len(y) or len(x) < 3:
        raise ValueError("a fitted slope needs three points at least")
    fit = stats.linregress(x, y)
    half = float(stats.t.isf((1 - level) / 2, len(x) - 2) * fit.stderr)
    return Trend(float(fit.slope), float(fit.slope) - half, float(fit.slope) + half, level, "least squares")


def between(first: tuple[float, float, float], last: tuple[float, float, float], error: float) -> Trend:
    """Slope between two sizes from enclosures (n, low, high) of the value at each: as sure as the enclosures are.

    Raises ValueError for equal sizes; a bound that is not positive and finite leaves that side of the slope open.
    """
    (n, a, b), (m, c, d) = first, last
    if n == m:
        raise ValueError("a slope needs two sizes")
    run = np.log(m / n)
    low = float(np.log(c / b) / run) if c > 0 and np.isfinite(b) else -np.inf
    high = float(np.log(d / a) / run) if a > 0 and np.isfinite(d) else np.inf
    return Trend((low + high) / 2, low, high, 1 - error, "exact intervals at the two ends")


def _logs(values: Sequence[float]) -> np.ndarray:
    numbers = np.asarray(values, dtype=float)
    if not (np.isfinite(numbers) & (numbers > 0)).all():
        raise ValueError("a trend is fitted to positive finite numbers")
    return np.log(numbers)
