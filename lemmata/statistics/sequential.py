"""Anytime-valid tests by betting: a look after every batch costs nothing.

A *wealth process* starts at 1, is never negative, and does not grow on average while the claim is true.  By Ville's
inequality it ever exceeds 1 / error with probability at most `error`, whenever one stops and however often one looks.
Here the claim is "the mean of Y is at least mu" for independent Y in [0, 1]; the wealth is the average over a grid of
bets b of the products of (1 + b (mu - Y)), 0 < b <= 1 / (1 - mu) (Waudby-Smith and Ramdas, "Estimating means of
bounded random variables by betting", 2024).  For Y in {0, 1} a bet is the likelihood ratio of a smaller probability
against mu.

One false alarm budget serves the whole suite: `SUITE_ERROR` is the probability that a run refutes any true
probability or limit claim; it is divided evenly over `STATEMENTS` places, and within a statement over its tests
(union bounds, so that no independence is needed).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

SUITE_ERROR = 1e-9
STATEMENTS = 64
_STEPS = 2.0 ** (-np.arange(1, 49) / 2)
BETS = np.concatenate([_STEPS, 1 - _STEPS[1:], [1.0]])  # as fractions of the largest bet


def allowance(tests: int) -> float:
    """Error probability of each of the tests of one statement.  Raises ValueError for fewer than one test."""
    if tests < 1:
        raise ValueError("a statement has at least one test")
    return SUITE_ERROR / STATEMENTS / tests


def log_wealth(counts: Mapping[float, int], mean: float) -> float:
    """Logarithm of the wealth against "E Y >= mean" when the value y in [0, 1] was seen counts[y] times.

    Infinite where the claim is contradicted outright (mean >= 1 and a value below it); 0 where it claims nothing.
    Raises ValueError for values outside [0, 1].
    """
    values = np.array(list(counts), dtype=float)
    times = np.array([counts[v] for v in counts], dtype=float)
    if ((values < 0) | (values > 1)).any():
        raise ValueError("the values of a bounded variable lie in [0, 1]")
    if mean <= 0 or not times.sum():
        return 0.0
    if mean >= 1:
        return float("inf") if (times[values < mean] > 0).any() else 0.0
    factors = 1 + BETS[:, None] * (mean - values) / (1 - mean)
    with np.errstate(divide="ignore"):
        logs = np.where(times > 0, np.log(np.maximum(factors, 0.0)) * np.maximum(times, 1), 0.0).sum(1)
    top = float(logs.max())
    return top + float(np.log(np.exp(logs - top).mean()))


class MeanTest:
    """Sequential test of "E X >= 0" for independent X that take finitely many values in [low, high].

    `add` feeds counts per value; `rejected(error)` says whether the wealth has ever exceeded 1 / error at a look.
    Raises ValueError where high < low, and in `add` for values outside [low, high].
    """

    def __init__(self, low: float, high: float) -> None:
        if high < low:
            raise ValueError(f"no number lies between {low} and {high}")
        self.low, self.high = low, high
        self.counts: dict[float, int] = {}
        self.peak = 0.0  # logarithm of the largest wealth at a look

    @property
    def draws(self) -> int:
        """How many values were fed."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """Average of the values; NaN before the first."""
        return sum(v * c for v, c in self.counts.items()) / self.draws if self.draws else float("nan")

    def add(self, counts: Mapping[float, int]) -> float:
        """Feed counts and look: the logarithm of the wealth."""
        for value, count in counts.items():
            if not self.low <= value <= self.high:
                raise ValueError(f"{value} does not lie between {self.low} and {self.high}")
            self.counts[value] = self.counts.get(value, 0) + count
        wealth = self._log_wealth()
        self.peak = max(self.peak, wealth)
        return wealth

    def _log_wealth(self) -> float:
        if self.low >= 0:
            return 0.0  # the claim cannot fail
        if self.high < 0:
            return float("inf") if self.draws else 0.0
        width = self.high - self.low
        scaled: dict[float, int] = {}
        for value, count in self.counts.items():
            at = min(max((value - self.low) / width, 0.0), 1.0)
            scaled[at] = scaled.get(at, 0) + count
        return log_wealth(scaled, -self.low / width)

    def rejected(self, error: float) -> bool:
        """Whether the claim is rejected with error probability at most `error`."""
        return self.peak >= -float(np.log(error))
