"""Instances as lines for NumPy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lemmata.conjectures.numpy_form import assignments, number


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


def test_lines_run_as_they_are() -> None:
    values: dict[str, Any] = {
        "A": [["0", "1"], ["0", "0"]],
        "x": [["1/3"], ["-2"]],
        "t": "5/2",
        "W": [[str(Fraction(0.1 * (i + j))) for j in range(8)] for i in range(3)],
        "big": [[str(10**30)]],
    }
    lines = assignments({"dims": {"n": 2}, "values": values})
    assert lines[0].startswith("#") and "n = 2" in lines and "A = np.array([[0, 1], [0, 0]])" in lines
    names: dict[str, Any] = {"np": np}
    exec("\n".join(lines), names)
    assert names["n"] == 2 and names["t"] == 2.5 and names["A"].shape == (2, 2) and names["W"].shape == (3, 8)
    assert names["W"][2, 7] == 0.1 * 9 and names["x"][0, 0] == 1 / 3 and names["big"][0, 0] == 1e30


def test_nothing_is_said_of_rounding_where_nothing_is_rounded() -> None:
    assert assignments({"dims": {}, "values": {"t": "1/4"}}) == ["t = 1/4"]
