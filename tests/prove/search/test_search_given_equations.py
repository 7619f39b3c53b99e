"""Equations between matrices that are given, and laws of inverses, used within norms and traces."""

from __future__ import annotations

import pytest

from lemmata.language import conjecture_files
from lemmata.prove.search.finding import NotFound, OutOfTime
from lemmata.prove.search.findings import find
from lemmata.prove.search.given_equations import Traces
from lemmata.prove.search.sampling import WANTED, Sample, holds
from lemmata.prove.state import State
from tests.prove.search.tactics import run, searching

SECONDS = 30.0
LET = {
    "n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)", "x": "real(n, 1)", "y": "real(n, 1)",
    "b": "real(n, 1)", "c": "real(n, 1)", "t": "positive", "G": "psd(n)",
}  # fmt: skip
BALANCED = ["A.T @ A == B @ B.T"]
PERTURBED = ["A @ x == b", "(A + B) @ y == b"]
RIDGE = ["(A.T @ A + t * I(n)) @ x == A.T @ b"]
FIXED = ["x == relu(A @ x + b)", "y == relu(A @ y + c)"]
SMOOTHED = "tr(G @ inv(G + t * I(n))) == {} - t * tr(inv(G + t * I(n)))"
PUSHED = "normF(inv(t * I(n) + A @ A.T) @ A) == normF({} @ inv(t * I(n) + A.T @ A))"


def claim(text, given):
    """A conjecture in the variables that it speaks of."""
    words = text + " ".join(given)
    return conjecture_files.build("claim", {k: d for k, d in LET.items() if k == "n" or k in words}, given, [text])


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("normF(A @ B) == normF(A.T @ A)", BALANCED),
        ("norm2(A)**2 <= norm2(B)**2", BALANCED),
        ("(1 - norm2(A)) * normF(x - y) <= normF(b - c)", FIXED),
        ("smin(A) * normF(x - y) <= norm2(B) * normF(y)", PERTURBED),
        ("normF(x - y) <= norm2(inv(A)) * norm2(B) * normF(y)", PERTURBED),
        ("normF(A @ x - b)**2 + t * normF(x)**2 <= normF(b)**2", RIDGE),
        ("normF(A @ x) <= normF(b)", RIDGE),
        ("cond(B @ A) <= (1 + t) / (1 - t)", ["norm2(I(n) - B @ A) <= t", "t < 1"]),
        ("normF(x - y - B @ A @ x + B @ A @ y) <= norm2(I(n) - B @ A) * normF(x - y)", []),
        ("2 * rank(A) <= n", ["A @ A == 0 * A"]),
        ("det(A) == 0", ["A @ B - B @ A == A"]),
        (SMOOTHED.format("n"), []),
        (PUSHED.format("A"), []),
    ],
)
def test_what_is_given_is_put_in(text, given):
    found = find(claim(text, given), SECONDS)
    assert found is not None and found.judgement.accepted


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("2 * rank(A) <= n - 1", ["A @ A == 0 * A"]),
        ("det(A) == 0", ["A @ B == A"]),
        (SMOOTHED.format("1"), []),
        (PUSHED.format("A.T"), []),
    ],
)
def test_what_is_false_all_the_same_is_not_proved(text, given):
    assert find(claim(text, given), 2.0) is None


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("normF(A @ B) == normF(A @ A)", BALANCED),
        ("normF(A @ B) == normF(A.T @ A)", ["A.T @ A == B.T @ B"]),
        ("normF(A @ B) == normF(B @ A)", BALANCED),
        ("normF(A @ x - b)**2 + 3 * t * normF(x)**2 <= normF(b)**2", RIDGE),
    ],
)
def test_nothing_else_follows(text, given):
    made = searching(claim(text, given), SECONDS)
    with pytest.raises((NotFound, OutOfTime)), made.search.trial():
        run(made, Traces)
    assert not made.search.steps


@pytest.mark.parametrize("given", [BALANCED, PERTURBED, RIDGE, FIXED])
def test_instances_are_moved_onto_what_is_given(given):
    state = State(claim("normF(A) + normF(B) + normF(x) + normF(y) + normF(b) + normF(c) + t >= 0", given))
    asked = [f for f in state.granted if not f[0].startswith("simple")]
    found = Sample(state.statement, state.names, asked).instances
    assert len(found) == WANTED
    assert all(holds(f, at, True) for f in asked for at in found)


@pytest.mark.long
def test_no_instance_of_what_has_none():
    state = State(claim("normF(A) >= 0", ["A.T @ A == -I(n)"]))
    assert not Sample(
        state.statement, state.names, [f for f in state.granted if not f[0].startswith("simple")]
    ).instances
