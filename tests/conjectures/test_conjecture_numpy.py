"""Instances as lines for NumPy."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lemmata.conjectures.numpy_form import number


@pytest.mark.parametrize(
    ("exact", "shown"),
    [
        ("0", "0"),
        ("-3", "-3"),
        ("1/3", "1/3"),
        ("1/2", "1/2"),
        ("-7/8", "-7/8"),
        ("4503599627370497/9007199254740992", "0.5000000000000001"),
        (str(2**53), f"{2**53}/1"),
        (str(Fraction(0.1)), "0.1"),
        ("1/10", "1/10"),
        ("1/" + "9" * 400, "1/" + "9" * 400),
    ],
)
def test_numbers(exact: str, shown: str) -> None:
    assert number(exact) == shown
    if len(shown) < 100:
        assert abs(Fraction(eval(shown)) - Fraction(exact)) <= abs(Fraction(exact)) / 2**52
