"""Intervals and tests: exact coverage, known values, and the false alarm rate measured on true claims."""

import math

import numpy as np
import pytest
from scipy import stats

from lemmata.statistics import bands, binomial, trends
from lemmata.statistics.sequential import STATEMENTS, SUITE_ERROR, MeanTest, allowance, log_wealth


def test_no_success_gives_the_rule_of_three():
    assert binomial.upper(0, 500_000, 0.05) == pytest.approx(1 - 0.05 ** (1 / 500_000), rel=1e-12)
    assert binomial.lower(0, 10, 0.05) == 0 and binomial.upper(10, 10, 0.05) == 1


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


@pytest.mark.parametrize("bad", [(-1, 5, 0.1), (6, 5, 0.1), (0, 0, 0.1), (1, 5, 0.0), (1, 5, 1.0)])
def test_counts_that_do_not_fit_are_refused(bad):
    with pytest.raises(ValueError):
        binomial.upper(*bad)


@pytest.mark.parametrize("level", [0.1, 0.5])
def test_order_statistics_enclose_the_quantile(level):
    draws, error = 80, 0.02
    low, high = binomial.quantile_ranks(draws, level, error)
    below, above = stats.binom.cdf(low - 1, draws, level), stats.binom.sf(high - 1, draws, level)
    assert below <= error / 2 and above <= error / 2
    assert stats.binom.cdf(low, draws, level) > error / 2, "a tighter rank would do"
    assert stats.binom.sf(high - 2, draws, level) > error / 2, "a tighter rank would do"


def test_too_few_draws_leave_a_quantile_open():
    _, low, high = bands.quantile(np.arange(5.0), 0.5, 1e-9)
    assert (low, high) == (-math.inf, math.inf)


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


def test_the_budget_is_the_suite_s():
    assert allowance(1) * STATEMENTS == pytest.approx(SUITE_ERROR) == pytest.approx(1e-9)
    assert allowance(40) * 40 == pytest.approx(allowance(1))
    with pytest.raises(ValueError):
        allowance(0)


def test_bands_hold_the_truth_as_often_as_promised():
    rng, error = np.random.default_rng(3), 0.05
    missed = sum(bands.distance(rng.normal(size=300), stats.norm.cdf, error).low > 0 for _ in range(1_000))
    assert 0 < missed <= binomial_limit(1_000, error)


def test_a_shifted_law_is_told_apart():
    sample = np.random.default_rng(4).normal(0.2, 1, 20_000)
    d = bands.distance(sample, stats.norm.cdf, 1e-9)
    true = 2 * stats.norm.cdf(0.1) - 1
    assert d.low > 0.03 and d.low < true < d.high and d.value == pytest.approx(true, abs=0.02)
    assert d.value == pytest.approx(stats.kstest(sample, stats.norm.cdf).statistic, abs=1e-12)


def test_samples_that_are_no_samples_are_refused():
    for sample in ([], [1.0, math.nan], [math.inf]):
        with pytest.raises(ValueError):
            bands.distance(np.array(sample), stats.norm.cdf, 0.1)
    with pytest.raises(ValueError):
        bands.radius(0, 0.1)


def test_slopes():
    sizes = [8, 16, 32, 64, 128, 256, 512]
    noise = np.exp(np.random.default_rng(6).normal(0, 0.02, 7))
    trend = trends.fitted(sizes, [3 * n**-0.5 * e for n, e in zip(sizes, noise, strict=True)])
    assert trend.low < -0.5 < trend.high and trend.high - trend.low < 0.1
    exact = trends.between((8, 8.0, 8.0), (512, 500.0, 520.0), 1e-9)
    assert exact.low < 1 < exact.high
    assert trends.between((8, 0.0, 1.0), (16, 0.0, math.inf), 0.1).low == -math.inf
    for bad in ([1.0, 2.0], [1.0, -1.0, 2.0], [1.0, math.nan, 2.0]):
        with pytest.raises(ValueError):
            trends.fitted([1, 2, 3][: len(bad)], bad)
    with pytest.raises(ValueError):
        trends.between((8, 1, 1), (8, 1, 1), 0.1)


def test_fitted_slopes_cover():
    rng, sizes, missed = np.random.default_rng(7), np.array([8, 16, 32, 64, 128]), 0
    for _ in range(500):
        values = sizes**-0.3 * np.exp(rng.normal(0, 0.05, 5))
        trend = trends.fitted(sizes, values, 0.9)
        missed += not trend.low <= -0.3 <= trend.high
    assert 20 < missed < 85
