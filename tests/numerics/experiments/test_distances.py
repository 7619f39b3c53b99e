"""Kolmogorov distances between samples."""

import numpy as np
import pytest

from lemmata.numerics.papers.riedi2022 import distances


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
