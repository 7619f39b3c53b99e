"""Limits as n grows, checked from text."""

import pytest

from lemmata.claims import limits
from lemmata.claims.budget import Budget
from lemmata.conjectures.answers import findings
from lemmata.conjectures.checking import check
from lemmata.language.conjecture_files import build


@pytest.mark.sampled(3)
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
        ("normN(G) / n**(3/2) -> 8 / (3 * pi) as n -> oo", "supported"),
        ("normN(G) / n**(3/2) -> 9/10 as n -> oo", "refuted"),
        ("normN(G) / n**(3/2) -> 17/20 as n -> oo", "inconclusive"),  # off by 0.0012, which draws do not tell
        ("schatten(4, G) / n**(3/4) -> 2**(1/4) as n -> oo", "supported"),
    ],
)
def test_limits_are_judged(claim, verdict):
    statement = build("limit", {"n": "integer(1, 6)", "G": "gaussian(n, n)"}, [], [claim])
    entry = check(statement, Budget(600.0))  # one pass: it takes a second or two
    assert entry["verdict"] == verdict, entry
    assert bool(entry["counterexample"]) is (verdict == "refuted")


def test_support_by_draws_alone_says_what_they_would_have_noticed(monkeypatch):
    statement = build("limit", {"n": "integer(1, 6)", "G": "gaussian(n, n)"}, [], ["normF(G) / n -> 1 as n -> oo"])
    entry = check(statement, Budget(600.0))
    reported = entry["evidence"]["limit"]["series"][0]["reported"][0]
    assert entry["verdict"] == "supported"
    assert 0 < reported["noticed"] < 0.02
    assert any("would be noticed" in line for line in findings(entry))
    monkeypatch.setattr(limits, "SEEN", 1 / 1000)  # finer than these draws can see
    entry = check(statement, Budget(600.0))
    assert entry["verdict"] == "inconclusive"
    assert "would not have been noticed" in entry["evidence"]["limit"]["series"][0]["reason"]
