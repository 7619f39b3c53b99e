"""Equations between matrices that are given, used within norms and traces."""

from __future__ import annotations

import time

import pytest

from lemmata.theorems import conjectures
from lemmata.verify.prove.search.book import usable
from lemmata.verify.prove.search.finding import NotFound, OutOfTime, Search
from lemmata.verify.prove.search.findings import find

SECONDS = 30.0
LET = {
    "n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)", "x": "real(n, 1)", "y": "real(n, 1)",
    "b": "real(n, 1)", "c": "real(n, 1)",
}  # fmt: skip
BALANCED = ["A.T @ A == B @ B.T"]
FIXED = ["x == relu(A @ x + b)", "y == relu(A @ y + c)"]


def claim(text, given):
    """A conjecture in the variables that it speaks of."""
    words = text + " ".join(given)
    return conjectures.build("claim", {k: d for k, d in LET.items() if k == "n" or k in words}, given, [text])


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("normF(A @ B) == normF(A.T @ A)", BALANCED),
        ("norm2(A)**2 <= norm2(B)**2", BALANCED),
        ("(1 - norm2(A)) * normF(x - y) <= normF(b - c)", FIXED),
        ("2 * rank(A) <= n", ["A @ A == 0 * A"]),
        ("det(A) == 0", ["A @ B - B @ A == A"]),
    ],
)
def test_what_is_given_is_put_in(text, given):
    found = find(claim(text, given), SECONDS)
    assert found is not None and found.judgement.accepted


@pytest.mark.parametrize(
    ("text", "given"), [("2 * rank(A) <= n - 1", ["A @ A == 0 * A"]), ("det(A) == 0", ["A @ B == A"])]
)
def test_what_is_false_all_the_same_is_not_proved(text, given):
    assert find(claim(text, given), 2.0) is None


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("normF(A @ B) == normF(A @ A)", BALANCED),
        ("normF(A @ B) == normF(A.T @ A)", ["A.T @ A == B.T @ B"]),
        ("normF(A @ B) == normF(B @ A)", BALANCED),
    ],
)
def test_nothing_else_follows(text, given):
    statement = claim(text, given)
    search = Search(statement, usable(statement.id), time.process_time() + SECONDS)
    with pytest.raises((NotFound, OutOfTime)):
        search.by_traces(search.state.reading.conclusions[0], 0)
    assert not search.steps
