"""Enclosed laws of extreme spectra next to draws, next to a quadrature of their own, and next to closed forms."""

import numpy as np
import pytest
from flint import arb

from lemmata.linalg.gaussian_extremes import (
    chi_square_above,
    gamma_lower,
    normal_above,
    singular_within,
    symmetric_within,
)
from lemmata.linalg.precision import precision
from lemmata.statistics import finite_laws


def at(value):
    return None if value is None else lambda bits: arb(value).sqrt() if value >= 0 else -arb(-value).sqrt()


@pytest.mark.parametrize("order", [1, 2, 3, 5, 8, 20])
@pytest.mark.parametrize("square", [4, 40])
def test_the_largest_eigenvalue_agrees_with_quadrature(order, square):
    enclosed = float(symmetric_within(order, None, at(square)))
    assert enclosed == pytest.approx(finite_laws.cdf("t_max(K)", order, square**0.5), abs=1e-12)


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


@pytest.mark.parametrize("p", [0.5, 1, 7, 40.5, 300])
@pytest.mark.parametrize("share", [0.01, 0.5, 1, 1.9, 2.1, 10, 1000])
def test_incomplete_gamma_functions_agree_with_arb(p, share):
    for bits in (64, 300):
        with precision(bits):
            own = gamma_lower(arb(p), arb(p * share))
            assert own.overlaps(arb(p * share).gamma_lower(arb(p))) and own.rel_accuracy_bits() > bits - 20
    assert not gamma_lower(arb(1), arb.nan()).is_finite()


@pytest.mark.parametrize("square", [6000, 6400, 6900])
def test_long_matrices_have_their_laws_too(square):
    """As many degrees of freedom as a statement about edges asks for; one column is a chi-square variable."""
    assert singular_within(6400, 1, at(square), None).overlaps(chi_square_above(6400, arb(square)))
    both = singular_within(6400, 2, None, at(square)) + singular_within(6400, 2, at(square), None)
    assert 0 < both < 1  # what is missing is one value on either side
