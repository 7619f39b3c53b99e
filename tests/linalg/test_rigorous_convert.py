"""Conversions are exact or outward; precision is restored."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy  # type: ignore[import-untyped]
from flint import arb, arb_mat, fmpq, fmpq_mat, fmpz

from lemmata.linalg.convert import bounds, exact_value, midpoint, to_fmpq, to_fmpq_mat, to_fraction, to_fraction_rows
from tests.oracles.enclosing import balls_around, encloses


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (3, Fraction(3)),
        (0.1, Fraction(3602879701896397, 2**55)),
        ("1.41", Fraction(141, 100)),
        ("-7/3", Fraction(-7, 3)),
        ("1e-3", Fraction(1, 1000)),
        (Fraction(2, 6), Fraction(1, 3)),
        (fmpz(5), Fraction(5)),
        (fmpq(5, 7), Fraction(5, 7)),
        (sympy.Rational(5, 7), Fraction(5, 7)),
        (np.float32(0.1), Fraction(float(np.float32(0.1)))),
        (np.int64(-4), Fraction(-4)),
        (5e-324, Fraction(1, 2**1074)),
        (arb(0.75), Fraction(3, 4)),
    ],
)
def test_numbers_are_read_exactly(given, expected):
    assert to_fraction(given) == expected


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "one", np.float64("-inf"), arb("nan")])
def test_non_finite_and_unreadable_values_are_refused(bad):
    with pytest.raises(ValueError):
        to_fmpq(bad)


def test_matrices_round_trip_through_strings_and_fractions():
    A = to_fmpq_mat([["1/3", 2, 0.5], [0, "-4", Fraction(7, 9)]])
    assert to_fmpq_mat(to_fraction_rows(A)) == A
    assert to_fmpq_mat(np.array([[0.1, 2.0]]))[0, 0] == to_fmpq(0.1)
    assert to_fmpq_mat([]).nrows() == 0


def test_balls_enclose_and_separate():
    x = balls_around([["1/3"]], 40)[0, 0]
    assert encloses(x, fmpq(1, 3)) and not x.is_exact()
    assert not encloses(x, fmpq(1, 3) + fmpq(1, 2**30))
    assert encloses(balls_around([["1/3"]], 64)[0, 0], "1/3")
    lo, hi = bounds(x)
    assert lo < fmpq(1, 3) < hi
    with pytest.raises(ValueError):
        bounds(arb("inf"))
    with pytest.raises(ValueError):
        exact_value(x)


def test_midpoint_and_radii_cover_the_matrix():
    A = arb_mat([[arb(1, 0.25), arb(2)]])
    mid, radii = midpoint(A)
    assert mid == fmpq_mat(1, 2, [1, 2])
    assert radii[0, 0] >= 0.25 and radii[0, 1].is_zero()
    with pytest.raises(ValueError):
        midpoint(arb_mat([[arb("nan")]]))
