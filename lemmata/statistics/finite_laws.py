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
from numpy.polynomial import legendre
from numpy.typing import NDArray
from scipy.optimize import brentq

from lemmata.statistics.reduction import S_MAX, T_MAX, T_MIN

# Exact law of the largest eigenvalue of K + K^T for K of independent standard normal entries, any finite order.
#
# K + K^T is sqrt(2) times a matrix of the Gaussian orthogonal ensemble with variances 1 off and 2 on the diagonal,
# whose eigenvalues have a density proportional to prod |x_i - x_j| exp(-sum x_i^2 / 4).  By de Bruijn's formula the
# chance that all lie below x is a Pfaffian: of the matrix of double integrals over y < z < x of f_j(y) f_k(z) - f_k(y)
# f_j(z), where f_j is the j-th normalised Hermite polynomial times exp(-y^2 / 4), bordered for odd orders by the
# integrals of f_j. Its logarithm is half a log-determinant.
Array = NDArray[np.float64]
POINTS = 24  # of a panel; there are 12 panels and one more for every two functions, at most 60
REACH = 9.0  # beyond the edge 2 sqrt(n) by so much the weight is rounding


def _hermite(order: int, t: Array) -> Array:
    """f_0 ... f_{order-1} at t, by the three-term recurrence."""
    out = np.empty((order, len(t)))
    out[0] = np.exp(-t * t / 4)
    if order > 1:
        out[1] = t * out[0]
    for j in range(1, order - 1):
        out[j + 1] = (t * out[j] - np.sqrt(j) * out[j - 1]) / np.sqrt(j + 1)
    return out


@lru_cache(maxsize=1)
def _panel() -> tuple[Array, Array, Array]:
    """Nodes and weights of Gauss and Legendre, and what turns values at the nodes into integrals up to each."""
    nodes, weights = legendre.leggauss(POINTS)
    integrals = legendre.legval(nodes, legendre.legint(np.eye(POINTS), lbnd=-1)).T
    return nodes, weights, integrals @ np.linalg.inv(legendre.legvander(nodes, POINTS - 1))


def half_log_determinant(order: int, upper: float, lower: float, even: bool = False) -> float:
    """log Pfaffian of the double integrals up to `upper`, by Gauss-Legendre panels and spectral integration.

    `even` takes every other Hermite function, of the variable times sqrt(2): that of the singular values of a square
    matrix, whose density has exp(-s^2 / 2) where the eigenvalues have exp(-x^2 / 4).
    """
    nodes, weights, integrate = _panel()
    number = min(12 + order // 2, 60)
    edges = np.linspace(lower, upper, number + 1)
    half = (upper - lower) / number / 2
    t = (((edges[1:] + edges[:-1]) / 2)[:, None] + half * nodes).ravel()
    f = _hermite(2 * order, np.sqrt(2) * t)[::2] if even else _hermite(order, t)
    panels = f.reshape(order, number, POINTS)
    masses = panels @ weights * half
    before = np.cumsum(masses, 1) - masses
    running = before[:, :, None] + half * np.einsum("ij,kpj->kpi", integrate, panels)
    products = (running.reshape(order, -1) * np.tile(weights * half, number)) @ f.T
    skew = products - products.T
    if order % 2:
        border = masses.sum(1)[:, None]
        skew = np.block([[skew, border], [-border.T, np.zeros((1, 1))]])
    return float(np.linalg.slogdet(skew)[1]) / 2


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
        top = 2 * np.sqrt(order) + REACH
        log = half_log_determinant(order, min(x, top), 0.0, True) - _whole(leaf, order)
    else:
        top = 2 * np.sqrt(order) + REACH
        log = half_log_determinant(order, min(x / np.sqrt(2), top), -top) - _whole(leaf, order)
    return float(np.exp(min(log, 0.0)))


@lru_cache(maxsize=1000)
def _whole(leaf: str, order: int) -> float:
    top = 2 * np.sqrt(order) + REACH
    if leaf == S_MAX.name:
        return half_log_determinant(order, top, 0.0, True)
    return half_log_determinant(order, top, -top)


@lru_cache(maxsize=10_000)
def quantile(leaf: str, order: int, level: float) -> float:
    """The quantile of a leaf at a level, by bisection."""
    if leaf == T_MIN.name:
        return -quantile(T_MAX.name, order, 1 - level)
    edge = 2 * np.sqrt(order) * (1 if leaf == S_MAX.name else np.sqrt(2))
    low, high = max(edge - SPREAD * np.sqrt(order), 1e-9), edge + SPREAD
    return float(brentq(lambda x: cdf(leaf, order, float(x)) - level, low, high, xtol=1e-8, rtol=1e-12))
