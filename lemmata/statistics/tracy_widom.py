"""The Tracy-Widom law of real symmetric matrices (beta = 1), from its Fredholm determinant.

F_1(s) = det(Id - B_s) on L^2(0, inf) with the kernel Ai(x + y + s) (Ferrari and Spohn, J. Phys. A 38, 2005, in the form
that has a factor 1/2 absorbed by the variables).  The determinant is that of the kernel matrix at Gauss-Legendre nodes
(Bornemann, Math. Comp. 79, 2010): it converges exponentially, and 40 nodes on (0, 16) leave the rounding of float64.
The kernel matrix is symmetric, so the determinant is the product of 1 - lambda_i: its logarithm through log1p.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray
from scipy.interpolate import CubicHermiteSpline
from scipy.special import airy

Array = NDArray[np.float64]
NODES, LENGTH = 40, 16.0
LOW, HIGH = -10.0, 12.0  # beyond: F_1(-10) < 1e-20, 1 - F_1(12) < 1e-13
STEP = 0.05


@cache
def _nodes() -> tuple[Array, Array]:
    x, w = leggauss(NODES)
    return (x + 1) * LENGTH / 2, w * LENGTH / 2


def _kernels(s: Array) -> tuple[Array, Array]:
    """Symmetrised kernel matrices of B_s and of its derivative in s, shape (len(s), nodes, nodes)."""
    x, w = _nodes()
    i, j = np.triu_indices(NODES)
    ai, slope, _, _ = airy(x[i] + x[j] + s[:, None])
    weight = np.sqrt(w[i] * w[j])
    out = np.empty((2, len(s), NODES, NODES))
    for k, values in enumerate((ai, slope)):
        out[k][:, i, j] = out[k][:, j, i] = weight * values
    return out[0], out[1]


def _parts(s: Array) -> tuple[Array, Array]:
    """log F_1 and its derivative."""
    kernel, slope = _kernels(np.asarray(s, dtype=float).ravel())
    values, vectors = np.linalg.eigh(kernel)
    moved = (vectors * (slope @ vectors)).sum(-2)
    return np.log1p(-values).sum(-1), -(moved / (1 - values)).sum(-1)


def _log(s: Array) -> Array:
    """log F_1 alone."""
    kernel, _ = _kernels(np.clip(s, LOW, 60.0).ravel())
    return np.log1p(-np.linalg.eigvalsh(kernel)).sum(-1).reshape(s.shape)


def cdf(s: Array | float) -> Array:
    """F_1(s), within 1e-13."""
    s = np.asarray(s, dtype=float)
    return np.exp(_log(s)) * (s > LOW)


@cache
def _spline() -> tuple[CubicHermiteSpline, Array, Array]:
    s = np.arange(LOW, HIGH + STEP / 2, STEP)
    log, slope = _parts(s)
    values = np.exp(log)
    rising = np.concatenate([[True], np.diff(np.maximum.accumulate(values)) > 0])
    return CubicHermiteSpline(s, values, values * slope), values[rising], s[rising]


class TracyWidom1:
    """F_1 for large samples: a cubic through values and slopes 0.05 apart (within 1e-8 of `cdf`)."""

    def cdf(self, x: Array) -> Array:
        """Distribution function."""
        x = np.asarray(x, dtype=float)
        inside = _spline()[0](np.clip(x, LOW, HIGH))
        return np.clip(np.where(x <= LOW, 0.0, np.where(x >= HIGH, 1.0, inside)), 0.0, 1.0)

    def quantile(self, p: Array) -> Array:
        """Inverse of `cdf` by interpolation between the tabulated points and two Newton steps."""
        spline, values, points = _spline()
        p = np.asarray(p, dtype=float)
        x = np.interp(p, values, points)
        slope = spline.derivative()
        for _ in range(2):
            step = (spline(x) - p) / np.maximum(slope(x), 1e-300)
            x = np.clip(x - np.clip(step, -STEP, STEP), LOW, HIGH)
        return x
