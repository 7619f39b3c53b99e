"""Equations among hypotheses are solved exactly, away from trivial solutions, and the slack goes down there."""

from __future__ import annotations

import pytest

from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.search.equations import solve

ONE = {"A": "real(n, n)"}
PAIR = {**ONE, "B": "real(n, n)"}
THREE = dict.fromkeys("ABC", "psd(n)")
FORM = "[[1, 0], [0, -1]]"
SOLVED = ONE | {"X": "symmetric(n)", "C": "symmetric(n)"}

# variables, equation, a false claim, one that is true
CASES = [
    (ONE, "A @ A == A", "normF(A - A.T) <= 1/1000", "tr(A) == rank(A)"),
    (ONE, "A @ A == 0 * A", "smax(A) <= 1", "tr(A) == 0"),
    (ONE, "A @ A @ A == A", "smax(A) <= 1", "tr(A @ A) == rank(A)"),
    (ONE, "A @ A.T == A.T @ A", "A == A.T", "rho(A) == smax(A)"),
    (ONE, "A @ A - 3 * A + 2 * I(n) == 0 * A", "smax(A) <= 2", "det(A) >= 1"),
    (PAIR, "A @ B - B @ A == 0 * A", "normF(A) <= normF(B)", "det(A @ B) == det(B @ A)"),
    (PAIR, "A @ A == B @ B", "smax(A) == smax(B)", "abs(det(A)) == abs(det(B))"),
    ({"S": "nonnegative(2, 2)"}, "S @ ones(2, 1) == ones(2, 1)", "max(S[1, 1], S[1, 2]) >= 3/4", "S[1, 1] <= 1"),
    (THREE, "A @ A + B @ B == C @ C", "lmin(A + B - C) >= 0", "lmin(C - A) >= 0"),
    ({"A": "real(2, 2)"}, f"A.T @ {FORM} @ A == {FORM}", "abs(A[1, 1]) <= 1", "abs(det(A)) == 1"),
    (ONE, "A @ A == -1 * I(n)", "normF(A) <= 9", "tr(A) == 0"),
    (SOLVED, "A @ X + X @ A.T == C", "tr(X) >= 0", "tr(C) == 2 * tr(A @ X)"),
]  # fmt: skip


def problem(let: dict[str, str], equation: str, claim: str) -> Concrete:
    return instantiate(conjecture_files.build("x", {"n": "integer(1, 3)", **let}, [equation], [claim]), {"n": 2})


def outcomes(concrete: Concrete) -> list[str]:
    return [judge(concrete, instance).outcome for instance in solve(concrete, Stream("equations", 0), 32)]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("let", "equation", "false", "true"), CASES, ids=[c[1] for c in CASES])
def test_solutions_break_what_is_false_and_nothing_else(let, equation, false, true) -> None:
    assert "violation" in outcomes(problem(let, equation, false))
    held = outcomes(problem(let, equation, true))
    assert "violation" not in held and held.count("holds") + held.count("tie") > 0, held


def test_nothing_is_found_where_there_is_only_the_trivial_solution() -> None:
    let = {"A": "pd(n)", "B": "pd(n)"}
    assert outcomes(problem(let, "A @ A == B @ B", "smax(A) == smax(B)")) == []


def test_impossible_equations_have_no_solution() -> None:
    symmetric = {"A": "symmetric(n)", "B": "symmetric(n)"}
    for let, equation in ((symmetric, "A @ A + B @ B == -1 * I(n)"), (PAIR, "A @ B - B @ A == I(n)")):
        assert outcomes(problem(let, equation, "tr(A) == 0")) == []
