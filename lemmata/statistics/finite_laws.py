"""The laws of extreme spectra of Gaussian matrices at finite orders, by quadrature: what draws are compared with.

t_max(K) and -t_min(K), largest eigenvalues of K + K^T and of its negative, and s_max(K), the largest singular value, K
square with standard normal entries.  Both are Pfaffians as in `goe`; the singular values of a square matrix have a
density proportional to prod |s_i^2 - s_j^2| exp(-sum s_i^2 / 2), so that even Hermite functions on the half-line take
the place of all of them on the line.  Absolute error near 1e-12 up to order 256 (`linalg.gaussian_extremes`
encloses the same numbers, far more slowly).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy.optimize import brentq

from lemmata.statistics import goe
from lemmata.statistics.reduction import S_MAX, T_MAX, T_MIN

LARGEST = 256
LEAVES = (T_MAX.name, T_MIN.name, S_MAX.name)
SPREAD = 6.0  # quantiles lie within so much of the edge above, and so many times the root of the order below


def cdf(leaf: str, order: int, x: float) -> float:
    """P[leaf <= x], leaf one of `LEAVES`.  Raises ValueError for another leaf or an order beyond `LARGEST`."""
    if leaf not in LEAVES or not 1 <= order <= LARGEST:
        raise ValueError(f"no law of {leaf} at order {order} is computed here")
    if leaf == T_MIN.name:
        return 1 - _largest(T_MAX.name, order, -x)
    return _largest(leaf, order, x)


@lru_cache(maxsize=100_000)
def _largest(leaf: str, order: int, x: float) -> float:
    if leaf == S_MAX.name:
        if x <= 0:
            return 0.0
        top = 2 * np.sqrt(order) + goe.REACH
        log = goe.half_log_determinant(order, min(x, top), 0.0, True) - _whole(leaf, order)
    else:
        top = 2 * np.sqrt(order) + goe.REACH
        log = goe.half_log_determinant(order, min(x / np.sqrt(2), top), -top) - _whole(leaf, order)
    return float(np.exp(min(log, 0.0)))


@lru_cache(maxsize=1000)
def _whole(leaf: str, order: int) -> float:
    top = 2 * np.sqrt(order) + goe.REACH
    if leaf == S_MAX.name:
        return goe.half_log_determinant(order, top, 0.0, True)
    return goe.half_log_determinant(order, top, -top)


@lru_cache(maxsize=10_000)
def quantile(leaf: str, order: int, level: float) -> float:
    """The quantile of a leaf at a level, by bisection."""
    if leaf == T_MIN.name:
        return -quantile(T_MAX.name, order, 1 - level)
    edge = 2 * np.sqrt(order) * (1 if leaf == S_MAX.name else np.sqrt(2))
    low, high = max(edge - SPREAD * np.sqrt(order), 1e-9), edge + SPREAD
    return float(brentq(lambda x: cdf(leaf, order, float(x)) - level, low, high, xtol=1e-8, rtol=1e-12))
