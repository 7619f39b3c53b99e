"""Spectra of Gauss-Newton matrices without forming them, and their ranks without a threshold."""

from fractions import Fraction as F

import pytest
import torch

from lemmata.networks import gauss_newton as gn
from tests.oracles import extreme_models, rank_oracles


@pytest.fixture(autouse=True)
def _double_precision():
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(before)


def drawn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed + sum(shape)))


def network(widths, seed=0):
    return [drawn(b, a, seed=seed + k) for k, (a, b) in enumerate(zip(widths, widths[1:], strict=False))]


@pytest.mark.parametrize("widths", [(3, 2), (3, 4, 2), (4, 1, 3), (3, 5, 4, 2), (4, 1, 1, 3), (2, 3, 3, 3, 3, 2)])
@pytest.mark.parametrize("samples", [1, 3, 9])
def test_spectrum_is_that_of_the_outer_products(widths, samples):
    weights, data = network(widths), drawn(widths[0], samples)
    spectrum = gn.gauss_newton_spectrum(weights, data / samples**0.5)
    assert len(spectrum) == widths[0] * widths[-1] and spectrum.dtype == torch.float64
    architecture = extreme_models.linear(widths)
    theta = torch.cat([w.reshape(-1) for w in weights])
    whole = torch.linalg.eigvalsh(architecture.gauss_newton(theta, data.T)).flip(0)
    size = min(len(whole), len(spectrum))
    assert torch.allclose(whole[:size], spectrum[:size], atol=1e-12 * float(whole[0]))
    assert bool((whole[size:].abs() <= 1e-12 * whole[0]).all())
    assert bool((spectrum[size:] <= 1e-12 * whole[0]).all())


@pytest.mark.parametrize(("d", "m", "k", "n"), [(3, 4, 2, 5), (4, 1, 3, 6), (2, 6, 1, 1)])
def test_leaky_spectrum(d, m, k, n):
    w, v, x = drawn(k, m), drawn(m, d), drawn(d, n)
    architecture = extreme_models.leaky(d, m, k, F(1, 10))
    theta = torch.cat([v.reshape(-1), w.reshape(-1)])
    whole = torch.linalg.eigvalsh(n * architecture.gauss_newton(theta, x.T)).flip(0)
    spectrum = gn.leaky_spectrum(w, v, x, 0.1)
    size = min(len(whole), n * k)
    assert len(spectrum) == n * k
    assert torch.allclose(spectrum[:size], whole[:size], atol=1e-12 * float(whole[0]))
    assert torch.allclose(
        torch.linalg.eigvalsh(gn.leaky_gram(w, v, x, 0.1)).flip(0), spectrum, atol=1e-12 * float(whole[0])
    )
    factor = gn.leaky_factor(w, v, x, 0.1)
    assert torch.allclose(factor.T @ factor, gn.leaky_gram(w, v, x, 0.1), atol=1e-12)


@pytest.mark.parametrize(
    ("widths", "samples", "rank"),
    [
        ((3, 4, 2), 5, 6),
        ((3, 4, 2), 2, 4),  # two data points
        ((4, 1, 3), 9, 6),  # a bottleneck: 1 (3 + 4 - 1)
        ((4, 2, 5, 3), 9, 10),  # 2 (3 + 4 - 2)
        ((3, 2), 9, 6),
    ],
)
def test_rank_of_networks_in_general_position(widths, samples, rank):
    weights, data = network(widths), drawn(widths[0], samples)
    assert rank_oracles.gauss_newton_rank(weights, data) == rank
    spectrum = gn.gauss_newton_spectrum(weights, data)
    assert gn.pseudo_condition(spectrum, rank) >= 1
