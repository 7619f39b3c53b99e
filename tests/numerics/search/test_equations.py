"""Equations among hypotheses are solved exactly, away from trivial solutions, and the slack goes down there."""

from __future__ import annotations

import pytest

from lemmata.numerics.evaluate.decide import judge
from lemmata.numerics.instances.randomness import Stream
from lemmata.numerics.search.equations import solve
from lemmata.theorems import conjectures
from lemmata.theorems.language.instantiate import Concrete, instantiate

ONE = {"A": "real(n, n)"}
PAIR = {**ONE, "B": "real(n, n)"}
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
    (SOLVED, "A @ X + X @ A.T == C", "tr(X) >= 0", "tr(C) == 2 * tr(A @ X)"),
]  # fmt: skip


def problem(let: dict[str, str], equation: str, claim: str) -> Concrete:
    return instantiate(conjectures.build("x", {"n": "integer(1, 3)", **let}, [equation], [claim]), {"n": 2})


def outcomes(concrete: Concrete) -> list[str]:
    return [judge(concrete, instance).outcome for instance in solve(concrete, Stream("equations", 0), 32)]


@pytest.mark.parametrize(("let", "equation", "false", "true"), CASES, ids=[c[1] for c in CASES])
def test_solutions_break_what_is_false_and_nothing_else(let, equation, false, true) -> None:
    assert "violation" in outcomes(problem(let, equation, false))
    held = outcomes(problem(let, equation, true))
    assert "violation" not in held and held.count("holds") + held.count("tie") > 0, held


def test_nothing_is_found_where_there_is_only_the_trivial_solution() -> None:
    let = {"A": "pd(n)", "B": "pd(n)"}
    assert outcomes(problem(let, "A @ A == B @ B", "smax(A) == smax(B)")) == []


def test_without_equations_there_is_nothing_to_solve() -> None:
    for hypothesis in ("smax(A) <= 1", "rank(A) == 1"):  # a rank has no slope
        assert solve(problem(ONE, hypothesis, "tr(A) <= 1"), Stream("equations", 0), 4) == []
