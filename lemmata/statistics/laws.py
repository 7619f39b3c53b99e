"""Laws on the line: what a limit claim names, as numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicHermiteSpline

Array = NDArray[np.float64]


class Law(Protocol):
    """A continuous law: distribution function and its inverse, entry by entry."""

    def cdf(self, x: Array) -> Array: ...

    def quantile(self, p: Array) -> Array: ...


@dataclass(frozen=True)
class Scaled:
    """The law of `factor` times a variable; the factor is positive."""

    law: Law
    factor: float

    def __post_init__(self) -> None:
        if not self.factor > 0:
            raise ValueError(f"a scale is positive, not {self.factor}")

    def cdf(self, x: Array) -> Array:
        """Distribution function."""
        return self.law.cdf(np.asarray(x) / self.factor)

    def quantile(self, p: Array) -> Array:
        """Inverse of the distribution function."""
        return self.factor * self.law.quantile(p)


class Edelman:
    """Limit of cond(K) / n for square matrices of independent standard normal entries.

    Distribution function exp(-2/t - 2/t^2) for t > 0 (Edelman, SIAM J. Matrix Anal. Appl. 9, 1988, Theorem 6.1).
    """

    def cdf(self, x: Array) -> Array:
        """Distribution function."""
        x = np.asarray(x, dtype=float)
        t = np.where(x > 0, x, 1.0)
        return np.where(x > 0, np.exp(-2 / t - 2 / t**2), 0.0)

    def quantile(self, p: Array) -> Array:
        """Inverse of the distribution function: 1/t solves 2u + 2u^2 = -log p."""
        with np.errstate(divide="ignore"):
            return 2 / (np.sqrt(1 - 2 * np.log(np.asarray(p, dtype=float))) - 1)


@dataclass(frozen=True)
class FromDensity:
    """A law on (0, inf) given by its density; tabulated once, evenly in log t.

    A density that does not integrate to 1 is that of no law: its distribution function ends elsewhere, and nothing
    comes near it.
    """

    density: Callable[[Array], Array]

    @cached_property
    def _table(self) -> tuple[Array, Array, Array]:
        """log t, the distribution function there (Simpson's rule on 4000 intervals), and its derivative in log t."""
        u = np.linspace(-12.0, 25.0, 4001)
        ends, centres = (self.density(np.exp(v)) * np.exp(v) for v in (u, (u[1:] + u[:-1]) / 2))
        pieces = (u[1] - u[0]) / 6 * (ends[:-1] + 4 * centres + ends[1:])
        return u, np.concatenate([[0.0], np.cumsum(pieces)]), ends

    @cached_property
    def _curve(self) -> CubicHermiteSpline:
        return CubicHermiteSpline(*self._table)

    def cdf(self, x: Array) -> Array:
        """Distribution function, within 1e-7."""
        x = np.asarray(x, dtype=float)
        u = np.log(np.where(x > 0, x, 1.0))
        return np.where(x > 0, np.clip(self._curve(np.clip(u, -12.0, 25.0)), 0.0, None), 0.0)

    def quantile(self, p: Array) -> Array:
        """Inverse of the distribution function, linear between the tabulated points (relative error near 1e-4)."""
        u, total, _ = self._table
        rising = np.concatenate([[True], np.diff(total) > 0])
        return np.exp(np.interp(np.asarray(p, dtype=float), total[rising], u[rising]))


def best_scale(sample: Array, law: Law) -> float:
    """The factor c for which c times the law has the interquartile range of the sample.

    Raises ValueError where the sample has none.
    """
    ordered = np.sort(np.asarray(sample, dtype=float))
    places = (np.arange(len(ordered)) + 0.5) / len(ordered)
    spread = float(np.subtract(*np.interp((0.75, 0.25), places, ordered)))
    unit = float(np.subtract(*law.quantile(np.array([0.75, 0.25]))))
    if not spread > 0:
        raise ValueError("a scale is fitted to a sample that varies")
    return spread / unit
