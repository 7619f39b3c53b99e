"""Singular values along an identity shift: exact corners, certain extrema."""

from fractions import Fraction

from flint import arb

from lemmata.claims.experiments.record import EFFORTS, run
from numerics.riedi2022 import perturbation_paths as paths

QUICK = EFFORTS["quick"]
THREE = (Fraction(-2, 5), Fraction(-1, 5), Fraction(-1, 10))


def values(record):
    return {name: m.value for name, m in record.measures.items()}


def test_the_family_of_example_1():
    """diag(-4, -2) + rho, in units of 4: zeros at 1/2 and 1, both moduli 1/4 in between."""
    found = run("perturbation_paths.diagonal", {"entries": (Fraction(-1), Fraction(-1, 2))}, QUICK, 0)
    assert paths.corners((Fraction(-1), Fraction(-1, 2))) == (0, Fraction(1, 2), Fraction(3, 4), 1)
    seen = values(found)
    assert (seen["fall_1"], seen["rise_1"], seen["corners_1"], seen["dent_1"]) == (0.75, 0.25, 1, 0)
    assert (seen["fall_2"], seen["rise_2"], seen["corners_2"], seen["dent_2"]) == (0.75, 0.25, 2, 2)
    assert (seen["zeros"], seen["sharp_zeros"]) == (1, 1)  # the other zero is an end


def test_extrema_are_counted_from_certain_moves_only():
    up_down_up = [arb(0), arb(2), arb(1), arb(3)]
    assert paths.extrema(up_down_up) == 2
    assert paths.extrema([arb(0), arb(1), arb(1, 0.5), arb(2)]) == 0  # a move within the balls is none
    assert paths.extrema([arb(1)]) == paths.extrema([]) == 0
    assert paths.bump(up_down_up) == arb(1.5)
    assert paths.bump([arb(0), arb(1)]) == 0


def test_a_singular_value_that_meets_another_or_zero_is_not_clear():
    assert paths.clear([arb(3), arb(2), arb(1)], 1, 4)
    assert not paths.clear([arb(2.1), arb(2), arb(1)], 1, 4)
    assert not paths.clear([arb(2), arb(0.1)], 1, 4)
    assert paths.clear([arb(2), arb(0.2)], 1, 4)  # zero stands still
    assert not paths.clear([arb(2), arb(1, 2)], 0, 4)
