"""Experiments with spectra, and what they record: definitions, laws, intervals."""

import math
from fractions import Fraction

import numpy as np
import pytest
import torch
from scipy import stats
from scipy.stats import norm

from lemmata.claims.experiments.record import EFFORTS, Effort, Proportion, Sampled, UnknownExperiment, find, run
from lemmata.evaluate.randomness import Stream
from lemmata.networks.gauss_newton import gauss_newton_spectrum
from lemmata.statistics import finite_laws
from numerics.riedi2022 import distances, draws, random_spectra
from numerics.zhao2024.gaussian_products import linear_networks

SMALL = Effort("small", 48, 400)
QUICK = EFFORTS["quick"]
SETTINGS = {
    "random_spectra.symmetric_edge": {"n": (5, 10), "laws": ("gaussian", "uniform")},
    "random_spectra.singular_edge": {"n": (5, 10)},
    "random_spectra.edge_ratio": {"n": (5, 10), "low": (Fraction(4, 5),), "high": (Fraction(6, 5),)},
    "random_bounds.efficiency": {"n": (5, 10), "r": (2,)},
    "random_bounds.condition": {"n": (5, 10), "r": (2, 3)},
}


@pytest.mark.parametrize("subject", SETTINGS)
def test_a_seed_fixes_the_record(subject):
    first, again, other = (run(subject, SETTINGS[subject], SMALL, seed) for seed in (1, 1, 2))
    assert first == again
    assert first.measures != other.measures


def test_normalisations_are_those_of_the_equations():
    assert random_spectra.normalised_eigenvalue(np.array([8.0]), 8)[0] == 0
    assert random_spectra.normalised_eigenvalue(np.array([24.0]), 64)[0] == pytest.approx(2 * (24 - 512**0.5))
    n, s = 5, np.array([4.0])
    mu = (2 + 5**0.5) ** 2
    expected = (16 - mu) / (mu**0.5 * (1 / 2 + 1 / 5**0.5) ** (1 / 3))
    assert random_spectra.normalised_square(s, n)[0] == pytest.approx(expected)


def test_tails_match_the_exact_law_of_the_largest_eigenvalue():
    found = run("random_spectra.symmetric_edge", {"n": (5,), "laws": ("gaussian",)}, QUICK, 0)
    for t in (0, 4):
        low, high = found.measures[f"gaussian_beyond_{t}"].interval(1e-6)
        assert low <= 1 - finite_laws.cdf("t_max(K)", 5, 40**0.5 + t / 5 ** (1 / 6)) <= high


def test_models_and_dense_matrices_agree():
    effort = Effort("test", 48, 4_000)
    by_model = random_spectra.largest_eigenvalues(Stream("a"), "gaussian", 6, effort)
    dense = draws.dense(Stream("b"), "gaussian", 6, 4_000, lambda K: [random_spectra.edge(K + K.mT)])[0]
    low, _ = random_spectra.distances.between("x", by_model, dense).interval(1e-6)
    assert low == 0
    assert len(by_model) == len(dense) == 4_000


# --- kolmogorov distances between samples


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


def test_laws_that_are_known_are_told_apart_without_noise():
    """Two normal laws a shift of d apart have their distribution functions 2 Phi(d/2) - 1 apart."""
    drawn = distances.Apart("x", 0.1, (100,))
    for shift in (0.0, 0.05, 0.3):
        found = distances.known(drawn, norm.cdf, lambda x, s=shift: norm.cdf(x - s), -10.0, 10.0)
        exact = 2 * norm.cdf(shift / 2) - 1
        assert found.low <= exact <= found.high <= exact + 1.1 * distances.WIDTH
        assert found.interval(1e-9) == found.interval(0.1) == (found.low, found.high)


# --- measures and their intervals, and how experiments are found


def test_a_median_interval_covers_as_often_as_it_says() -> None:
    draws = np.random.default_rng(0).exponential(size=(2_000, 25))
    inside = [low <= math.log(2) <= high for low, high in (Sampled("x", tuple(d)).interval(0.1) for d in draws)]
    assert np.mean(inside) >= 0.9


def test_few_repetitions_leave_the_interval_open() -> None:
    assert Sampled("x", (1.0, 2.0)).interval(0.01) == (-math.inf, math.inf)


def test_a_proportion_has_an_exact_interval() -> None:
    low, high = Proportion("x", 0, 100).interval(0.05)
    assert low == 0.0
    assert high == pytest.approx(1 - 0.025 ** (1 / 100))


@pytest.mark.parametrize("subject", ["nowhere.nothing", "draws.nothing"])
def test_an_unknown_experiment_is_named(subject: str) -> None:
    with pytest.raises(UnknownExperiment, match="nowhere|nothing"):
        find(subject)


# --- Gauss-Newton matrices drawn without their weights have the law of those drawn with them


def with_weights(source: Stream, d: int, k: int, m: int, depth: int, factor: torch.Tensor) -> torch.Tensor:
    sizes = (d, *[m] * (depth - 1), k)
    weights = [source.normal((b, a)) * (2 / a) ** 0.5 for a, b in zip(sizes, sizes[1:], strict=False)]
    return gauss_newton_spectrum(weights, factor)


@pytest.mark.parametrize(
    ("d", "k", "m", "depth"), [(4, 2, 9, 4), (3, 3, 4, 5), (4, 1, 4, 3), (3, 5, 4, 3), (2, 1, 60, 2), (1, 1, 1, 4)]
)
def test_the_law_is_that_of_networks_with_weights(d: int, k: int, m: int, depth: int) -> None:
    factor = torch.diag(torch.arange(1.0, d + 1, dtype=torch.float64))
    direct = np.stack([with_weights(Stream(("direct", t)), d, k, m, depth, factor).flip(0) for t in range(400)])
    reduced = linear_networks(Stream("reduced"), 4_000, d, k, m, depth).spectra(factor).numpy()
    for i in {0, d * k // 2, d * k - 1}:
        assert stats.ks_2samp(direct[:, i], reduced[:, i]).pvalue > 1e-4
