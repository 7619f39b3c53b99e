"""Enclosed laws of extreme spectra beside draws, beside a quadrature of their own, and beside closed forms."""

import numpy as np
import pytest
from flint import arb

from lemmata.numerics.rigorous.gaussian_extremes import (
    chi_square_above,
    normal_above,
    singular_within,
    symmetric_within,
)
from lemmata.numerics.statistics import goe


def at(value):
    return None if value is None else lambda bits: arb(value).sqrt() if value >= 0 else -arb(-value).sqrt()


@pytest.mark.parametrize("order", [1, 2, 3, 5, 8, 20])
@pytest.mark.parametrize("square", [4, 40])
def test_the_largest_eigenvalue_agrees_with_quadrature(order, square):
    enclosed = float(symmetric_within(order, None, at(square)))
    assert enclosed == pytest.approx(1 - goe.largest_sf(order, square**0.5), abs=1e-12)


@pytest.mark.parametrize("shape", [(1, 1), (3, 1), (2, 2), (3, 2), (2, 5), (6, 6), (8, 3)])
@pytest.mark.parametrize("squares", [(None, 9), (1, None), (1, 16)])
def test_singular_values_agree_with_draws(shape, squares):
    values = np.linalg.svd(np.random.default_rng(1).normal(size=(40_000, *shape)), compute_uv=False)
    low, high = squares
    inside = np.ones(len(values), dtype=bool)
    if low is not None:
        inside &= values[:, -1] ** 2 >= low
    if high is not None:
        inside &= values[:, 0] ** 2 <= high
    enclosed = float(singular_within(*shape, at(low), at(high)))
    assert abs(inside.mean() - enclosed) < 5 * (max(enclosed * (1 - enclosed), 1e-4) / 40_000) ** 0.5


def test_one_column_is_a_chi_square_variable():
    assert singular_within(7, 1, None, at(5)).overlaps(1 - chi_square_above(7, arb(5)))


def test_one_entry_is_a_normal_variable():
    assert symmetric_within(1, None, at(4)).overlaps(1 - normal_above(arb(1)))


def test_enclosures_are_as_narrow_as_asked():
    for bits in (80, 300):
        assert singular_within(40, 30, None, at(150), bits).rad() < arb(2) ** -bits
