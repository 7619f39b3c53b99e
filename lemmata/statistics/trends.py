"""How a positive number changes with n: slopes in doubly logarithmic coordinates, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats


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
