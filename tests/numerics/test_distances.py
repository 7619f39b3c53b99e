"""Kolmogorov distances between samples."""

import numpy as np
import pytest
from scipy.stats import norm

from numerics.riedi2022 import distances


class Uniform:
    """The law on (0, 1)."""

    def cdf(self, x):
        return np.clip(x, 0.0, 1.0)


def test_known_distances():
    assert distances.between("x", np.array([1.0, 2.0]), np.array([3.0])).value == 1
    assert distances.between("x", np.array([1.0, 3.0]), np.array([2.0])).value == 0.5
    assert distances.between("x", np.array([1.0, 1.0]), np.array([1.0])).value == 0
    assert distances.to_law("x", np.array([0.5]), Uniform()).value == 0.5


def test_the_interval_shares_its_error_and_stays_within_bounds():
    two = distances.Apart("x", 0.5, (1_000, 4_000))
    low, high = two.interval(0.01)
    half = np.sqrt(np.log(4 / 0.01) / 2_000) * 1.5
    assert (low, high) == pytest.approx((0.5 - half, 0.5 + half))
    assert distances.Apart("x", 0.5, (1,)).interval(1e-9) == (0.0, 1.0)
    assert two.counted == "1,000 and 4,000 draws"


def test_intervals_cover_the_true_distance_as_often_as_they_say():
    rng = np.random.default_rng(0)
    covered = []
    for _ in range(200):
        a, b = rng.uniform(size=300), rng.uniform(0.2, 1.2, size=200)
        found = distances.between("x", a, b), distances.to_law("x", b, Uniform())
        covered.append([low <= 0.2 <= high for low, high in (d.interval(0.1) for d in found)])
    assert (np.mean(covered, axis=0) >= 0.9).all()


@pytest.mark.parametrize("bad", [[], [np.nan], [np.inf]])
def test_samples_are_finite(bad):
    with pytest.raises(ValueError, match="finite"):
        distances.between("x", np.array(bad), np.array([1.0]))
    with pytest.raises(ValueError, match="finite"):
        distances.to_law("x", np.array(bad), Uniform())


def test_laws_that_are_known_are_told_apart_without_noise():
    """Two normal laws a shift of d apart have their distribution functions 2 Phi(d/2) - 1 apart."""
    drawn = distances.Apart("x", 0.1, (100,))
    for shift in (0.0, 0.05, 0.3):
        found = distances.known(drawn, norm.cdf, lambda x, s=shift: norm.cdf(x - s), -10.0, 10.0)
        exact = 2 * norm.cdf(shift / 2) - 1
        assert found.low <= exact <= found.high <= exact + 1.1 * distances.WIDTH
        assert found.interval(1e-9) == found.interval(0.1) == (found.low, found.high)


def test_a_peak_between_the_first_points_is_found():
    """A thin law beside a thinner one, both of them between two points of the first grid."""
    drawn = distances.Apart("x", 0.5, (100,))
    found = distances.known(
        drawn, lambda x: norm.cdf(1e3 * (x - 0.2)), lambda x: norm.cdf(1e3 * (x - 0.201)), -16.0, 16.0
    )
    assert found.low <= 2 * norm.cdf(0.5) - 1 <= found.high <= found.low + 1.1 * distances.WIDTH


def test_draws_that_contradict_a_known_law_leave_it_open():
    """What was drawn shifted does not meet the enclosure: the interval then holds both."""
    sample = np.random.default_rng(0).normal(size=2_000) + 1
    drawn = distances.to_law("x", sample, norm)
    found = distances.known(drawn, norm.cdf, norm.cdf, -10.0, 10.0)
    low, high = found.interval(1e-6)
    assert low == found.low == 0
    assert high == drawn.interval(1e-6)[1] > 0.3
