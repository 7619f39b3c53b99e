"""Many BFGS searches at once: minima that are known are found, and nothing that is not finite is accepted."""

from __future__ import annotations

import pytest
import torch

from lemmata.search.quasi_newton import minimise


def test_a_narrow_valley_is_followed_to_its_end() -> None:
    start = torch.tensor([[-1.2, 1.0], [2.0, -1.0], [0.0, 0.0]], dtype=torch.float64)
    x, value = minimise(lambda x: (1 - x[:, 0]) ** 2 + 100 * (x[:, 1] - x[:, 0] ** 2) ** 2, start, 150)
    assert bool((value < 1e-10).all()) and torch.allclose(x, torch.ones_like(x), atol=1e-4)


def test_rows_are_searches_of_their_own() -> None:
    start = torch.randn(6, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    together, _ = minimise(lambda x: (x**2).sum(1).log1p(), start, 20)
    alone, _ = minimise(lambda x: (x**2).sum(1).log1p(), start[2:3], 20)
    assert torch.allclose(together[2:3], alone)


def test_what_is_not_finite_is_never_accepted() -> None:
    start = torch.tensor([[0.5], [-1.0]], dtype=torch.float64)  # the second has no value at all
    x, value = minimise(lambda x: x[:, 0].log(), start, 40)
    assert float(x[0, 0]) > 0 and bool(torch.isfinite(value[0])) and not bool(torch.isfinite(value[1]))


def test_a_tick_may_end_it() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        minimise(lambda x: x.sum(1), torch.zeros(1, 1, dtype=torch.float64), 3, stop)
