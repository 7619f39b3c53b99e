"""The digits as data, and how repetitions become exponents and curves."""

import numpy as np
import pytest
import torch

from lemmata.claims.experiments.summaries import banded, exponents
from numerics.zhao2024 import pictures


def test_three_pixels_are_blank_everywhere() -> None:
    assert pictures.features().shape == (1797, 61)
    assert sorted(set(range(64)) - set(pictures.varying())) == [0, 32, 39]
    assert int(pictures.features().amin()) == 0
    assert int(pictures.features().amax()) == 16


def test_whitened_features_have_mean_zero_and_covariance_one() -> None:
    x = pictures.whitened()
    assert float(x.mean(0).abs().max()) < 1e-10
    assert torch.allclose(x.T @ x / len(x), torch.eye(61, dtype=torch.float64), atol=1e-9)


def test_the_raw_factor_is_one_of_the_second_moments() -> None:
    x = pictures.features().to(torch.float64)
    factor = pictures.raw_factor()
    assert torch.allclose(factor @ factor.T, x.T @ x / len(x), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[1, 2], [2, 4]], 1),
        ([[0, 0], [0, 0]], 0),
        ([[1, 2, 3]], 1),
        ([[1, 0], [0, -1], [5, 7]], 2),
        ([[2**31 - 1, 0], [0, 1]], 2),
    ],
)
def test_ranks_are_exact(rows: list[list[int]], expected: int) -> None:
    assert pictures.exact_rank(torch.tensor(rows)) == expected


def test_centred_rows_stay_integers() -> None:
    rows = pictures.centred(torch.tensor([[1, 2], [4, 8], [1, 5]]))
    assert rows.tolist() == [[-3, -9], [6, 9], [-3, 0]]


def test_exponents_of_a_power_law() -> None:
    sizes = (2, 4, 16)
    found = exponents(sizes, [np.array([3.0 * n**2, n**-0.5]) for n in sizes])
    assert found == pytest.approx([2.0, -0.5])


@pytest.mark.parametrize(
    ("sizes", "values"),
    [
        ((2,), [np.ones(3)]),
        ((2, 2), [np.ones(3)] * 2),
        ((2, 4), [np.ones(3)]),
        ((2, 4), [np.ones(3), np.array([1.0, 0.0, 1.0])]),
        ((2, 4), [np.ones(3), np.array([1.0, np.inf, 1.0])]),
    ],
)
def test_no_exponent_without_positive_numbers_at_two_sizes(sizes: tuple[int, ...], values: list[np.ndarray]) -> None:
    with pytest.raises(ValueError, match="slope|power law"):
        exponents(sizes, values)


def test_a_band_holds_the_middle_half() -> None:
    curve = banded("x", {2: np.arange(5.0)})
    assert (curve.low, curve.y, curve.high) == ((1.0,), (2.0,), (3.0,))
