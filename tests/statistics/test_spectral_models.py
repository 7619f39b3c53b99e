"""Narrow models against dense matrices, and trees against their reduced forms."""

from fractions import Fraction

import numpy as np
import pytest
import torch
from scipy import stats

from lemmata import language as lang
from lemmata.evaluate.floats import evaluate
from lemmata.evaluate.randomness import Stream
from lemmata.language.probability import Iid
from lemmata.statistics import events, models
from lemmata.statistics.cells import Cell
from lemmata.statistics.reduction import names, reduce

n, m = lang.Dim("n"), lang.Dim("m", 0, lang.Dim("n"))
r = lang.Scalar("r")
K = Iid("K", n, n, "gaussian", "uniform")
W = 1 / (r * lang.sqrt(8 * n)) * K
D, signs = lang.ActivationPattern("D", m, n, 0), lang.ActivationPattern("E", m, n, -1)
PLACE = Cell({"n": 6, "m": 2}, {"r": Fraction(3, 2)}, {"E": (Fraction(-1),) * 2 + (Fraction(1),) * 4}, "gaussian")


def same_law(a, b):
    """Two-sample test at a level that a correct program meets in all but one run in a million."""
    return stats.ks_2samp(a, b).pvalue > 1e-6


@pytest.mark.parametrize("order", [1, 2, 5, 30])
def test_bisection_finds_the_extremes(order):
    rng = np.random.default_rng(order)
    diagonal, beside = rng.normal(size=(order, 7)), rng.normal(size=(order - 1, 7))
    high, low = models.tridiagonal_extremes(diagonal, beside)
    s_high, s_low = models.bidiagonal_extremes(diagonal, beside)
    for k in range(7):
        a = np.diag(diagonal[:, k]) + np.diag(beside[:, k], 1) + np.diag(beside[:, k], -1)
        b = np.diag(diagonal[:, k]) + np.diag(beside[:, k], 1)
        values, singular = np.linalg.eigvalsh(a), np.linalg.svd(b, compute_uv=False)
        assert np.allclose((high[k], low[k]), (values[-1], values[0]), atol=1e-9)
        assert np.allclose((s_high[k], s_low[k]), (singular[0], singular[-1]), rtol=5e-9)


@pytest.mark.parametrize("order", [3, 12])
def test_narrow_models_have_the_law_of_dense_matrices(order):
    stream, batch = Stream(("models", order)), 8_000
    k = models.entries(stream, "gaussian", (batch, order, order))
    dense = torch.linalg.eigvalsh(k + k.mT).numpy()
    singular = torch.linalg.svdvals(k).numpy()
    high, low = models.symmetric_model(stream, order, batch)
    s_high, s_low = models.singular_model(stream, order, batch)
    assert same_law(high, dense[:, -1]) and same_law(low, dense[:, 0])
    assert same_law(s_high, singular[:, 0]) and same_law(s_low, singular[:, -1])
    assert same_law(s_high / s_low, singular[:, 0] / singular[:, -1])
    assert not same_law(high / np.sqrt(2), dense[:, -1]), "the scale matters"


TREES = {
    "largest": lang.smax(W) ** 2 + 1,
    "smallest": lang.smin(signs @ W),
    "condition": lang.cond(signs @ K.T) / n,
    "eigenvalues": lang.lmax(W + W.T) - lang.lmin(-(2 * K) + (-(2 * K)).T),
    "both": lang.sqrt((lang.smax(W) ** 2 + lang.lmax(W + W.T) + 1) / (lang.lmin(W + W.T) + 1)),
}


@pytest.mark.parametrize("name", TREES)
def test_reduced_trees_have_the_value_of_the_whole(name):
    tree = PLACE.concrete(TREES[name])
    reduced = reduce(tree)
    assert reduced is not None and names(reduced)
    k = models.entries(Stream(("reduced", name)), "gaussian", (50, 6, 6))
    values, singular = torch.linalg.eigvalsh(k + k.mT), torch.linalg.svdvals(k)
    env = {"t_max(K)": values[:, -1], "t_min(K)": values[:, 0], "s_max(K)": singular[:, 0], "s_min(K)": singular[:, -1]}
    whole = evaluate(tree, {"K": k, **PLACE.env(50)})[:, 0]
    assert torch.allclose(evaluate(reduced, env)[:, 0], whole, rtol=1e-9)


@pytest.mark.parametrize("law", ["gaussian", "uniform"])
def test_samplers_draw_the_same_law_by_every_way(law):
    place = Cell({"n": 26, "m": 0}, {"r": Fraction(2)}, {}, law)
    fast = events.Sampler(place, [lang.smax(W)])
    slow = events.Sampler(place, [lang.smax(W), lang.tr(K)])
    assert fast.model is (law == "gaussian") and not slow.reduced
    draws = [
        np.concatenate([events.values(s.trees[0], env) for env in s.batches(Stream("way", k), 3_000)])
        for k, s in enumerate((fast, slow))
    ]
    assert same_law(*draws)


def test_an_event_in_doubt_neither_happened_nor_failed():
    env = {"x": torch.tensor([0.0, 1.0, 1.0 + 1e-13, 2.0, torch.nan], dtype=torch.float64)}
    x = lang.Scalar("x")
    for event in (x >= 1, x > 1):
        seen = events.outcome(event, env)
        assert seen.happened.tolist() == [False, False, False, True, False]
        assert seen.failed.tolist() == [True, False, False, False, False]
    seen = events.outcome(lang.chain(0, "<=", x, "<", Fraction(3, 2)), env)
    assert seen.happened.tolist() == [False, True, True, False, False]
    assert seen.failed.tolist() == [False, False, False, True, False]
    with pytest.raises(TypeError):
        events.outcome(lang.chain(x, "==", 1), env)


def test_the_bidiagonal_model_of_a_tall_matrix_has_the_law_of_dense_ones():
    rows, n, draws = 24, 12, 4000
    largest, smallest = models.singular_model(Stream("tall"), n, draws, rows=rows)
    dense = np.linalg.svd(models.entries(Stream("dense"), "gaussian", (draws, rows, n)).numpy(), compute_uv=False)
    for model, values in ((largest, dense[:, 0]), (smallest, dense[:, -1])):
        assert stats.ks_2samp(model, values).pvalue > 1e-4
