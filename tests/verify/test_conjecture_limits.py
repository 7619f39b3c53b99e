"""Limits as n grows, checked from text."""

import pytest

from lemmata.theorems.conjectures import build
from lemmata.verify.conjectures.budget import Budget
from lemmata.verify.conjectures.checking import check


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("smax(G) / sqrt(n) -> 2 as n -> oo", "supported"),
        ("smax(G) / sqrt(n) -> 9/4 as n -> oo", "refuted"),
        ("P(cond(G) <= 2 * n) -> exp(-3/2) as n -> oo", "supported"),
        ("P(cond(G) >= 2 * n) -> 1 as n -> oo", "refuted"),
        ("cond(G) grows as sqrt(n) as n -> oo", "refuted"),
        (
            "tr(G) / n -> 1 as n -> oo",
            "inconclusive",
        ),  # false, but no theorem is at hand and draws alone are no refutation
    ],
)
def test_limits_are_judged(claim, verdict):
    statement = build("limit", {"n": "integer(1, 6)", "G": "gaussian(n, n)"}, [], [claim])
    entry = check(statement, Budget(600.0))  # one pass: it takes a second or two
    assert entry["verdict"] == verdict, entry
    assert bool(entry["counterexample"]) is (verdict == "refuted")
