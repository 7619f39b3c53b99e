"""Edges of random spectra and the bounds of Lemma 36: definitions, laws, reproducibility."""

from fractions import Fraction

import numpy as np
import pytest
import torch

from lemmata.claims.experiments.record import EFFORTS, Effort, run
from lemmata.evaluate.randomness import Stream
from lemmata.statistics import finite_laws
from numerics.riedi2022 import draws, random_bounds, random_spectra

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


def test_tails_take_one_value_of_each_order():
    samples = {5: np.array([1.0, -1.0, 9.0]), 10: np.array([-1.0, 5.0])}
    found = random_spectra.right_tails("Z_n", samples, "gaussian_")
    assert [(m.hits, m.draws) for m in found.values()] == [(2, 2), (1, 2), (0, 2)]


def test_the_number_of_draws_is_bounded_by_their_cost():
    assert draws.affordable(QUICK, 25) == 4_000
    assert draws.affordable(QUICK, 25, 3) == 12_000
    assert draws.affordable(QUICK, 10_000) == 2_400
    assert draws.affordable(QUICK, 10**12) == 1


def test_dense_draws_do_not_mix_up_numbers_and_matrices():
    def look(K):
        return [K.mT.flatten(1).sum(1), K[:, 0, 0], K[:, 0, 0] * 0 + 7]

    found = draws.dense(Stream("x"), "uniform", 1, draws.CHUNK + 3, look)
    assert found.shape == (3, draws.CHUNK + 3)
    assert (found[0] == found[1]).all() and (found[2] == 7).all()


def test_histograms_are_densities():
    edges = draws.edges(0.0, 1.0)
    curve = draws.histogram("x", np.array([0.5, 0.25, 7.0, -1.0]), edges)
    assert sum(curve.y) / draws.BINS == pytest.approx(0.5)  # half of the sample lies outside
    assert len(curve.x) == len(curve.y) + 1 == draws.BINS + 1


def test_bound_ratios_by_hand():
    """W = diag(a, -b): everything is known, and the bounds are attained by what is normal."""
    W = torch.tensor([[[0.25, 0.0], [0.0, -0.125]]], dtype=torch.float64)
    tau, *ratios = (x.item() for x in random_bounds.bound_ratios(W))
    assert tau == -0.25
    smallest, largest, kappa = ratios
    assert smallest == pytest.approx(0.875**2 / (0.125**2 - 0.25 + 1))
    assert largest == pytest.approx((0.25**2 + 0.5 + 1) / 1.25**2)
    assert kappa == pytest.approx((1.5625 / 0.75) ** 0.5 / (1.25 / 0.875))


def test_the_constants_printed_in_the_paper():
    assert round(random_bounds.constant(Fraction(2)), 4) == 1.8028
    assert random_bounds.constant(Fraction(3)) == pytest.approx((25 / 12) ** 0.5)


def test_scaling_is_that_of_lemma_36():
    K = torch.ones(1, 2, 2, dtype=torch.float64)
    assert random_bounds.scaled(K, Fraction(2)).unique().tolist() == [1 / 8]


def test_exceptions_are_left_out_and_counted():
    """r close to 0: W is large, and some matrices miss the hypothesis."""
    found = run("random_bounds.efficiency", {"n": (3,), "r": (Fraction(1),)}, SMALL, 0).measures
    assert 0 < found["exceptions_3"].hits < found["exceptions_3"].draws
    assert found["not_above_3"].draws == found["exceptions_3"].draws - found["exceptions_3"].hits
    assert found["not_above_3"].hits == 0
    with pytest.raises(ValueError, match="none of"):
        run("random_bounds.efficiency", {"n": (30,), "r": (Fraction(1, 100),)}, SMALL, 0)
