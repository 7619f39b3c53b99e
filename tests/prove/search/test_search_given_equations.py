"""Equations between matrices that are given: what does not follow from them, and instances that meet them."""

import pytest

from lemmata.prove.search.finding import NotFound, OutOfTime
from lemmata.prove.search.ordering import Order
from lemmata.prove.search.sampling import WANTED, Sample, holds
from lemmata.prove.state import State
from tests.prove.search.tactics import claim, run, searching

SECONDS = 30.0
LET = {
    "n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)", "x": "real(n, 1)", "y": "real(n, 1)",
    "b": "real(n, 1)", "c": "real(n, 1)", "t": "positive", "G": "psd(n)",
}  # fmt: skip
BALANCED = ["A.T @ A == B @ B.T"]
PERTURBED = ["A @ x == b", "(A + B) @ y == b"]
RIDGE = ["(A.T @ A + t * I(n)) @ x == A.T @ b"]
FIXED = ["x == relu(A @ x + b)", "y == relu(A @ y + c)"]


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
    made = searching(claim(text, LET, given), SECONDS)
    with pytest.raises((NotFound, OutOfTime)), made.search.trial():
        run(made, Order)
    assert not made.search.steps


PAIR = ["A @ x == k * x", "normF(x) == 1"]


@pytest.mark.parametrize(
    ("given", "true", "false"),
    [
        (PAIR, "abs(k) <= norm2(A)", "abs(k) <= norm2(A) / 2"),
        ([*PAIR, "A.T @ A == I(n)"], "abs(k) == 1", "k == 1"),
        (PAIR[:1], "0 <= 0", "abs(k) <= norm2(A)"),  # the zero column
        (["A @ A == I(n)"], "abs(det(A)) == 1", "det(A) == 1"),
        (["A @ A == A", "A.T == A"], "norm2(A) <= 1", "norm2(A) <= 1/2"),
        (["k == 1"], "k * A == A", "k * A == A.T"),
        (["normF(x) == 1"], "(I(n) - 2 * x @ x.T) @ (I(n) - 2 * x @ x.T) == I(n)", "x @ x.T == I(n)"),
        (["normF(x) == 2"], "x @ x.T @ x @ x.T == 4 * x @ x.T", "x @ x.T @ x @ x.T == 2 * x @ x.T"),
        (["A @ B == I(n)"], "det(A) * det(B) == 1", "det(A) == det(B)"),
        (["A == A.T", "norm2(A) <= 1"], "min(lmin(A + A.T) + 2, 2 - lmax(A + A.T)) >= 0", "min(tr(A), 1) >= -1"),
        (["A == A.T", "norm2(A) <= 1"], "max(tr(A), 0) <= n", "max(tr(A), 1) <= 1"),
    ],
)
def test_what_an_equation_says(given, true, false):
    searching(claim(true, LET | {"k": "real"}, given), SECONDS).prove()
    with pytest.raises((NotFound, OutOfTime)):
        searching(claim(false, LET | {"k": "real"}, given), 2.0).prove()


@pytest.mark.parametrize("given", [BALANCED, PERTURBED, RIDGE, FIXED])
def test_instances_are_moved_onto_what_is_given(given):
    state = State(claim("normF(A) + normF(B) + normF(x) + normF(y) + normF(b) + normF(c) + t >= 0", LET, given))
    asked = [f for f in state.granted if not f[0].startswith("simple")]
    found = Sample(state, asked).instances
    assert len(found) == WANTED
    assert all(holds(f, at, True) for f in asked for at in found)


@pytest.mark.long
def test_no_instance_of_what_has_none():
    state = State(claim("normF(A) >= 0", LET, ["A.T @ A == -I(n)"]))
    assert not Sample(state, [f for f in state.granted if not f[0].startswith("simple")]).instances


@pytest.mark.parametrize("seed", range(4))
def test_instances_of_a_regular_matrix_are_far_from_singular_ones(seed):
    state = State(claim("cond(A.T @ A) == cond(A)**2", LET, ["smin(A) > 0"]))
    right, wrong = map(state.relation, ("cond(A.T @ A) == cond(A)**2", "cond(A.T @ A) == cond(A)"))
    found = Sample(state, [f for f in state.granted if not f[0].startswith("simple")], seed).instances
    assert len(found) == WANTED
    assert all(holds(right, at) is not False for at in found) and any(holds(right, at) for at in found)
    assert any(holds(wrong, at) is False for at in found)
