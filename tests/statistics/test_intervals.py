"""Intervals, tests and laws: exact coverage, published values, the false alarm rate measured on true claims."""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch
from scipy import stats

from lemmata.claims import finite_probability
from lemmata.evaluate.floats import Evaluation
from lemmata.evaluate.randomness import Stream
from lemmata.language import ActivationPattern, Dim, Id, Scalar, chain, cond, s, smax, sqrt
from lemmata.language.core import Gap
from lemmata.language.probability import Iid
from lemmata.statistics import bands, binomial, events, finite_laws, laws
from lemmata.statistics import tracy_widom as tw
from lemmata.statistics.cells import Cell
from lemmata.statistics.sequential import MeanTest, allowance, log_wealth


@pytest.mark.parametrize("p", [0.003, 0.2, 0.5, 0.97])
@pytest.mark.parametrize("draws", [7, 60])
def test_intervals_cover_as_they_promise(p, draws):
    """Exact coverage: sum of the binomial weights of the counts whose interval holds p."""
    for error in (0.1, 1e-3):
        covered = sum(
            stats.binom.pmf(k, draws, p)
            for k in range(draws + 1)
            for low, high in [binomial.interval(k, draws, error)]
            if low <= p <= high
        )
        assert covered >= 1 - error


def test_p_values_are_the_tails_of_the_binomial():
    assert binomial.p_at_most(3, 10, 0.1) == pytest.approx(stats.binom.sf(2, 10, 0.1))
    assert binomial.p_at_least(3, 10, 0.6) == pytest.approx(stats.binom.cdf(3, 10, 0.6))
    assert binomial.p_at_most(1, 10, 0.0) == 0 and binomial.p_at_most(0, 10, 0.0) == 1


@pytest.mark.parametrize("level", [0.1, 0.5])
def test_order_statistics_enclose_the_quantile(level):
    draws, error = 80, 0.02
    low, high = binomial.quantile_ranks(draws, level, error)
    below, above = stats.binom.cdf(low - 1, draws, level), stats.binom.sf(high - 1, draws, level)
    assert below <= error / 2 and above <= error / 2
    assert stats.binom.cdf(low, draws, level) > error / 2, "a tighter rank would do"
    assert stats.binom.sf(high - 2, draws, level) > error / 2, "a tighter rank would do"


@pytest.mark.parametrize("mean", [0.001, 0.3, 0.5, 0.99])
def test_wealth_is_a_martingale_at_the_bound(mean):
    """Expectation of the wealth over all outcomes of ten draws: 1 at the bound, less where the claim is true."""

    def expected(p):
        return sum(stats.binom.pmf(k, 10, p) * math.exp(log_wealth({1.0: k, 0.0: 10 - k}, mean)) for k in range(11))

    assert expected(mean) == pytest.approx(1, rel=1e-9)
    assert expected(mean + (1 - mean) / 3) < 1
    assert expected(mean * 0.5) > 1


def test_false_alarms_are_as_rare_as_promised():
    """2,000 sequences of up to 1,000 draws at the boundary of the claim, looked at 20 times, at a loose level."""
    rng, level, alarms = np.random.default_rng(5), 1e-2, 0
    for _ in range(2_000):
        test = MeanTest(-0.1, 0.9)
        for _ in range(20):
            hits = int(rng.binomial(50, 0.1))
            test.add({0.9: hits, -0.1: 50 - hits})
            if test.rejected(level):
                alarms += 1
                break
    assert alarms <= binomial_limit(2_000, level)
    assert alarms > 0, "a test that never rejects at its boundary is idle"


def binomial_limit(draws, level):
    return int(stats.binom.isf(1e-6, draws, level))


def test_a_claim_off_by_a_fifth_is_rejected_at_the_suite_level():
    test, rng = MeanTest(-0.08, 0.92), np.random.default_rng(1)
    hits = int(rng.binomial(200_000, 0.064))  # claimed: at least 0.08
    test.add({0.92: hits, -0.08: 200_000 - hits})
    assert test.rejected(allowance(10))


def test_the_sum_of_several_events_is_tested_as_one_mean():
    rng = np.random.default_rng(2)
    a, b = rng.random(40_000) < 0.5, rng.random(40_000) < 0.3
    for offset, wrong in ((-0.78, False), (-0.84, True)):  # P(a) + P(b) = 0.8
        test, values = MeanTest(offset, 2 + offset), a.astype(float) + b + offset
        test.add({float(v): int((values == v).sum()) for v in np.unique(values)})
        assert test.rejected(1e-9) is wrong


def test_certainties():
    assert log_wealth({1.0: 5}, 1.0) == 0 and log_wealth({1.0: 5, 0.5: 1}, 1.0) == math.inf
    assert log_wealth({0.0: 100}, 0.0) == 0
    claimless = MeanTest(0.2, 0.5)
    claimless.add({0.2: 1000})
    assert not claimless.rejected(0.5)
    hopeless = MeanTest(-0.5, -0.1)
    hopeless.add({-0.1: 1})
    assert hopeless.rejected(1e-300)
    with pytest.raises(ValueError):
        claimless.add({0.6: 1})
    with pytest.raises(ValueError):
        MeanTest(1, 0)


def test_bands_hold_the_truth_as_often_as_promised():
    rng, error = np.random.default_rng(3), 0.05
    missed = sum(bands.distance(rng.normal(size=300), stats.norm.cdf, error).low > 0 for _ in range(1_000))
    assert 0 < missed <= binomial_limit(1_000, error)


def test_slopes():
    sizes = [8, 16, 32, 64, 128, 256, 512]
    noise = np.exp(np.random.default_rng(6).normal(0, 0.02, 7))
    trend = bands.fitted(sizes, [3 * n**-0.5 * e for n, e in zip(sizes, noise, strict=True)])
    assert trend.low < -0.5 < trend.high and trend.high - trend.low < 0.1
    exact = bands.between((8, 8.0, 8.0), (512, 500.0, 520.0), 1e-9)
    assert exact.low < 1 < exact.high
    assert bands.between((8, 0.0, 1.0), (16, 0.0, math.inf), 0.1).low == -math.inf
    for bad in ([1.0, 2.0], [1.0, -1.0, 2.0], [1.0, math.nan, 2.0]):
        with pytest.raises(ValueError):
            bands.fitted([1, 2, 3][: len(bad)], bad)
    with pytest.raises(ValueError):
        bands.between((8, 1, 1), (8, 1, 1), 0.1)


def test_fitted_slopes_cover():
    rng, sizes, missed = np.random.default_rng(7), np.array([8, 16, 32, 64, 128]), 0
    for _ in range(500):
        values = sizes**-0.3 * np.exp(rng.normal(0, 0.05, 5))
        trend = bands.fitted(sizes, values, 0.9)
        missed += not trend.low <= -0.3 <= trend.high
    assert 20 < missed < 85


# --- laws with known answers

# Bornemann, "On the numerical evaluation of distributions in random matrix theory", 2010
MOMENTS = (-1.2065335745820, 1.607781034581, 0.29346452408, 0.1652429384)
QUANTILES = {0.01: -3.8954, 0.05: -3.1804, 0.10: -2.7824, 0.30: -1.9104, 0.50: -1.2686, 0.70: -0.5923, 0.90: 0.4501,
             0.95: 0.9793, 0.99: 2.0234}  # fmt: skip


def density(s):
    """Of F_1, from the logarithm and its derivative."""
    log, slope = tw._parts(np.clip(s, tw.LOW, 60.0))
    return np.exp(log) * slope * (s > tw.LOW)


def moments():
    """Mean, variance, skewness and excess kurtosis, by Gauss-Legendre quadrature of the density."""
    x, w = np.polynomial.legendre.leggauss(200)
    s = (x + 1) * (tw.HIGH - tw.LOW) / 2 + tw.LOW
    weight = w * (tw.HIGH - tw.LOW) / 2 * density(s)
    mean = (weight * s).sum()
    variance, third, fourth = ((weight * (s - mean) ** k).sum() for k in (2, 3, 4))
    return mean, variance, third / variance**1.5, fourth / variance**2 - 3


def largest_above(n, x):
    """P[largest eigenvalue of K + K^T > x], K of independent standard normal entries."""
    return 1 - finite_laws.cdf("t_max(K)", n, x)


def edelman_density(t):
    return (2 * t + 4) / t**3 * np.exp(-2 / t - 2 / t**2)


def test_moments_are_the_published_ones():
    for got, published, digits in zip(moments(), MOMENTS, (1e-12, 1e-11, 1e-10, 1e-9), strict=True):
        assert got == pytest.approx(published, abs=digits)


@pytest.mark.parametrize("p", QUANTILES)
def test_quantiles_are_the_published_ones(p):
    assert tw.TracyWidom1().quantile(p) == pytest.approx(QUANTILES[p], abs=1e-4)


def test_the_table_agrees_with_the_determinant():
    law, s = tw.TracyWidom1(), np.linspace(-7, 5, 47)
    assert np.abs(law.cdf(s) - tw.cdf(s)).max() < 2e-8
    p = np.array([1e-6, 0.02, 0.5, 0.999])
    assert np.allclose(law.cdf(law.quantile(p)), p, atol=1e-10)
    assert law.cdf(np.array([-40.0, 40.0])).tolist() == [0, 1]


def test_edelman_is_consistent_and_its_density_defines_it():
    law = laws.Edelman()
    t = np.array([0.3, 1.0, 4.0, 50.0])
    assert np.allclose((law.cdf(t + 1e-5) - law.cdf(t - 1e-5)) / 2e-5, edelman_density(t), rtol=1e-5)
    assert np.allclose(law.quantile(law.cdf(t)), t, rtol=1e-8)
    again = laws.FromDensity(edelman_density)
    assert np.abs(again.cdf(t) - law.cdf(t)).max() < 1e-7
    assert np.allclose(again.quantile(law.cdf(t)), t, rtol=1e-3)
    assert law.cdf(np.array([-1.0, 0.0])).tolist() == [0, 0] == again.cdf(np.array([-1.0, 0.0])).tolist()
    assert abs(float(laws.FromDensity(lambda x: 2 * edelman_density(x)).cdf(np.array([1e9]))[0]) - 2) < 1e-6


@pytest.mark.parametrize("n", [3, 6, 11, 20])
def test_the_exact_law_agrees_with_draws_at_every_parity(n):
    rng = np.random.default_rng(n)
    k = rng.normal(size=(20_000, n, n))
    top = np.sort(np.linalg.eigvalsh(k + k.transpose(0, 2, 1))[:, -1])
    places = np.linspace(50, 19_950, 9).astype(int)
    exact = np.array([largest_above(n, max(float(top[i]), 0.0)) for i in places])
    assert np.abs(exact - (1 - places / 20_000))[top[places] > 0].max() < 0.02


def test_the_exact_law_tends_to_the_limit():
    gaps = [abs(largest_above(n, math.sqrt(8 * n)) - float(1 - tw.cdf(0.0))) for n in (5, 10, 20)]
    assert gaps[0] > gaps[1] > gaps[2]
    for leaf, order in (("t_max(K)", 257), ("t_max(K)", 0), ("rank", 5)):
        with pytest.raises(ValueError):
            finite_laws.cdf(leaf, order, 1.0)


# --- Events that differ from those drawn in what is not random are distinguished from the sides that were drawn

n, r = Dim("n"), Scalar("r")
K = Iid("K", n, n, "gaussian")
D = ActivationPattern("D", Dim("m", 0, n), n, -1)
CELL = Cell({"n": 4, "m": 2}, {"r": Fraction(3, 2)}, {"D": (Fraction(-1),) * 2 + (Fraction(1),) * 2}, "gaussian")
FIRST = cond(K @ D + Id(n)) <= 5 * r + smax(D)
OTHERS = (
    cond(K @ D + Id(n)) <= 7 * r + smax(D),
    cond(K @ D + Id(n)) > sqrt(r) * 3,
    chain(2, "<=", cond(K @ D + Id(n)), "<", 4 + smax(D)),
)


def seen(bank: finite_probability.Bank, event: Any) -> events.Outcome:
    parts = bank.seen[CELL.label, event]
    return events.Outcome(
        *(np.concatenate([getattr(p, k) for p in parts]) for k in ("happened", "failed", "undefined"))
    )


def drawn(wanted: list[Any], bank: finite_probability.Bank | None = None) -> finite_probability.Bank:
    bank = bank or finite_probability.Bank()
    finite_probability._see(CELL, wanted, Stream("sides"), 40_000, bank)
    return bank


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many matrices were drawn at once, each time."""
    out: list[int] = []
    before = events.Sampler.batches

    def counting(sampler: events.Sampler, stream: Stream, draws: int) -> Iterator[dict[str, torch.Tensor]]:
        for env in before(sampler, stream, draws):
            out.append(len(env["K"]))
            yield env

    monkeypatch.setattr(events.Sampler, "batches", counting)
    return out


def test_other_bounds_are_judged_as_if_drawn_again(batches: list[int]) -> None:
    bank = drawn([FIRST])
    once = len(batches)
    assert once > 1
    drawn(list(OTHERS), bank)
    assert len(batches) == once  # nothing was drawn
    for event in OTHERS:
        ours, theirs = seen(bank, event), seen(drawn([event]), event)
        assert (ours.happened == theirs.happened).all() and (ours.failed == theirs.failed).all()
        assert 0.01 < ours.happened.mean() < 0.99


def test_other_random_sides_are_drawn(batches: list[int]) -> None:
    bank = drawn([FIRST])
    once = len(batches)
    other = cond(K @ D + 2 * Id(n)) <= 5 * r + smax(D)
    drawn([other], bank)
    assert len(batches) == 2 * once and (seen(bank, other).happened != seen(bank, FIRST).happened).any()


def test_sides_that_are_told_are_looked_at() -> None:
    bank = drawn([FIRST])
    key = CELL.label, FIRST.lhs
    bank.sides[key] = [replace(one, value=2 * one.value) for one in bank.sides[key]]
    drawn([OTHERS[0]], bank)
    assert seen(bank, OTHERS[0]).happened.mean() < seen(drawn([OTHERS[0]]), OTHERS[0]).happened.mean() - 0.1


def test_what_rounding_leaves_open_is_drawn_again(batches: list[int]) -> None:
    bank = drawn([FIRST])
    once = len(batches)
    drawn([cond(K @ D + Id(n)) <= (r - Fraction(3, 2)) / (r - Fraction(3, 2))], bank)
    assert len(batches) == 2 * once


def test_a_side_in_doubt_is_not_kept() -> None:
    scope = Evaluation({"K": torch.zeros(3, 4, 4, dtype=torch.float64)})
    concrete = CELL.concrete(cond(K))
    assert events.side(concrete, scope) is None  # no value at the zero matrix
    assert events.side(CELL.concrete(smax(K)), scope) is not None
    sound = Evaluation({"K": torch.eye(4, dtype=torch.float64).expand(3, 4, 4)})
    assert events.side(concrete, sound) is not None
    assert events.side(CELL.concrete(Gap(s(K), 1)), sound) is None
