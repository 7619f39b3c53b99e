"""Gauss-Newton matrices drawn without their weights have the law of those drawn with them."""

import numpy as np
import pytest
import torch
from scipy import stats

from lemmata.evaluate.randomness import Stream
from lemmata.networks.gauss_newton import gauss_newton_spectrum
from numerics.zhao2024.gaussian_products import linear_networks, trapezoid


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


@pytest.mark.parametrize(("rows", "columns"), [(3, 7), (3, 3), (4, 2), (2, 0), (1, 1)])
def test_trapezoids_have_the_moments_of_a_wishart_matrix(rows: int, columns: int) -> None:
    c = trapezoid(Stream(("wishart", rows, columns)), 40_000, rows, columns)
    gram = (c @ c.mT).mean(0)
    assert c.shape == (40_000, rows, min(rows, columns))
    assert torch.allclose(gram, columns * torch.eye(rows, dtype=torch.float64), atol=0.12)
