"""Signs: a question ends after so much work, whatever the time; what is above zero because it is not zero."""

import pytest

from lemmata.kernel import ZERO, sub
from lemmata.language import conjecture_files
from lemmata.prove import signs
from lemmata.prove.elaborating import begin
from lemmata.prove.state import State

FACTORS = " * ".join(f"(exp(x{k}) + exp(x{k + 1}) * x{k}**2)" for k in range(3))


def slack(text, **let):
    """The state of a conjecture, and its larger side less the smaller."""
    begin()
    state = State(conjecture_files.build("claim", let, [], [text]))
    _, a, b = state.reading.conclusions[0]
    return state, sub(b, a)


def exponentials(text):
    """With four exponentials."""
    return slack(text, **{f"x{k}": "real" for k in range(4)})


@pytest.mark.parametrize("limit", [0, 50, 500])
def test_a_question_costs_no_more_than_it_may(monkeypatch, limit):
    monkeypatch.setattr(signs, "MOST", limit)
    spent = []
    counted = signs.Signs.affords

    def affords(self, cost):
        spent.append((cost, enough := counted(self, cost)))
        return enough

    monkeypatch.setattr(signs.Signs, "affords", affords)
    state, rest = exponentials(f"{FACTORS} >= exp(x0) * exp(x1) * x2 + x3 * exp(x2) / (1 + exp(x3))")
    assert state.signs.sign(rest) is None
    assert sum(cost for cost, enough in spent if enough) <= limit


def test_what_needs_work_is_seen_with_it_and_not_without(monkeypatch):
    state, rest = slack("x * y + 2 * x >= 2 * y + 4", x="interval(2, 3)", y="positive")
    assert state.signs.sign(rest) is not None
    monkeypatch.setattr(signs, "MOST", 0)
    state, rest = slack("x * y + 2 * x >= 2 * y + 4", x="interval(2, 3)", y="positive")
    assert state.signs.sign(rest) is None


def test_terms_that_ask_for_more_than_their_range_do_not_hide_what_is_known():
    let, claim = {"n": "integer(1, 4)", "k": "integer(1, 4)", "P": "real(n, n)"}, ["1 / kyfan(k, P) >= 0"]
    for given, seen in ((["kyfan(k, P) > 0"], True), ([], False)):
        begin()
        state = State(conjecture_files.build("claim", let, given, claim))
        (whole,) = state.reading.conclusions[0][2:]
        assert (state.prove(("<=", ZERO, whole)) is not None) == seen
