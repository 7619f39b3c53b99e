"""Gauss-Newton matrices drawn without their weights have the law of those drawn with them."""

import numpy as np
import pytest
import torch
from scipy import stats

from lemmata.evaluate.randomness import Stream
from lemmata.networks.gauss_newton import gauss_newton_spectrum
from numerics.zhao2024.gaussian_products import linear_networks


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
