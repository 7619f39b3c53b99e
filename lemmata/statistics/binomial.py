"""Exact inference for a probability from independent draws (Clopper and Pearson, Biometrika 26, 1934)."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from scipy import special

# Claims altered to measure the power of a check ask for the same bounds again and again.
_remembered = lru_cache(maxsize=1 << 14)


@_remembered
def upper(successes: int, draws: int, error: float) -> float:
    """Upper confidence bound: the probability is larger with error probability at most `error`.

    Raises ValueError for counts that do not fit together or an error outside (0, 1).
    """
    _check(successes, draws, error)
    if successes == draws:
        return 1.0
    return float(special.betainccinv(successes + 1, draws - successes, error))


@_remembered
def lower(successes: int, draws: int, error: float) -> float:
    """Lower confidence bound, with the errors of `upper`."""
    _check(successes, draws, error)
    if successes == 0:
        return 0.0
    return float(special.betaincinv(successes, draws - successes + 1, error))


def interval(successes: int, draws: int, error: float) -> tuple[float, float]:
    """Two-sided Clopper-Pearson interval, half the error on each side."""
    return lower(successes, draws, error / 2), upper(successes, draws, error / 2)


def p_at_most(successes: int, draws: int, bound: float) -> float:
    """p-value of "probability <= bound": the chance of at least this many successes at the bound.

    Raises ValueError as `upper` does.
    """
    _check(successes, draws, 0.5)
    if bound >= 1 or successes == 0:
        return 1.0
    return _more(successes - 1, draws, bound) if bound > 0 else 0.0


def p_at_least(successes: int, draws: int, bound: float) -> float:
    """p-value of "probability >= bound"."""
    return p_at_most(draws - successes, draws, 1 - bound)


@_remembered
def quantile_ranks(draws: int, level: float, error: float) -> tuple[int, int]:
    """Ranks (from 1) of the two order statistics that enclose the quantile of `level`, each side missing with at most
    half of `error`; 0 and draws + 1 stand for no bound (minus and plus infinity).

    P[X_(k) > q] <= P[Bin(draws, level) < k], and the law may have atoms.
    """
    _check(0, draws, error)
    low = bisect_left(range(draws), True, key=lambda k: _at_most(k, draws, level) > error / 2)
    high = bisect_left(range(draws + 1), True, key=lambda k: _more(k, draws, level) <= error / 2) + 1
    return low, high


def _more(successes: int, draws: int, level: float) -> float:
    """P[Bin(draws, level) > successes], with less than all of the draws counted or 0."""
    return float(special.betainc(successes + 1, draws - successes, level)) if successes < draws else 0.0


def _at_most(successes: int, draws: int, level: float) -> float:
    """P[Bin(draws, level) <= successes], for successes below the draws."""
    return float(special.betaincc(successes + 1, draws - successes, level))


def _check(successes: int, draws: int, error: float) -> None:
    if not 0 <= successes <= draws or draws < 1:
        raise ValueError(f"{successes} successes in {draws} draws")
    if not 0 < error < 1:
        raise ValueError(f"an error probability lies in (0, 1), not at {error}")
