"""Matrices written entry by entry are seen to be symmetric where entries differ in the order of terms alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lemmata.evaluate.decide import judge
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate


@pytest.mark.parametrize(
    "upper, lower, seen",
    [
        ("(1 + x * y)**p", "(y * x + 1)**p", True),
        ("x**p / (x + y)", "x**p / (y + x)", True),
        ("x**p * (2 - y)", "(2 - y) * x**p", True),
        ("x**p - y", "y - x**p", False),  # the other way round is another number
        ("x**p / y", "y / x**p", False),
        ("x**p", "p**x", False),
    ],
)
def test_order_of_terms_and_factors(upper: str, lower: str, seen: bool) -> None:
    let = {"x": "positive", "y": "positive", "p": "interval(1, 2)"}
    claim = f"lmin([[x**p, {upper}], [{lower}, -1 * y**p]]) >= 0"
    concrete = instantiate(conjecture_files.build("written", let, [], [claim]), {})
    instance = Instance({}, {"x": Fraction(2), "y": Fraction(3), "p": Fraction(3, 2)})
    found = judge(concrete, instance)
    assert (found.outcome == "violation") == seen, found.reason
