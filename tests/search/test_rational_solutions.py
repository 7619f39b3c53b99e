"""Equations that are linear in some of their variables are solved over the rationals; impossible ones have none."""

import pytest

from lemmata import check
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.search.equations import equations
from lemmata.search.rational_solutions import drawn
from tests.made import read

ONE = {"n": "integer(1, 3)", "A": "real(n, n)"}
LYAPUNOV = {**ONE, "X": "pd(n)"}
SYLVESTER = {"n": "integer(1, 3)", "A": "pd(n)", "X": "symmetric(n)", "C": "psd(n)"}
RESIDUAL = {**ONE, "X": "real(n, n)", "E": "real(n, n)", "F": "real(n, n)"}

# variables, equations, a false claim, one that is true
CASES = [
    (LYAPUNOV, ("A @ X + X @ A.T == -1 * I(n)",), "lmax(sym(A)) <= 0", "tr(A) <= 0"),
    (LYAPUNOV, ("X - A @ X @ A.T == I(n)",), "norm2(A) <= 1", "rho(A) <= 1"),
    (SYLVESTER, ("A @ X + X @ A == C",), "lmin(C - 2 * lmin(A) * X) >= 0", "lmin(X) >= 0"),
    ({**ONE, "B": "real(n, n)"}, ("A @ B == -1 * B @ A",), "det(A @ B) >= 0", "tr(A @ B) == 0"),
    (RESIDUAL, ("A @ X == (A + E) @ (X + F)",), "norm2(E) <= norm2(A + E) * norm2(F)", "E @ X == -1 * (A + E) @ F"),
    ({**LYAPUNOV, "t": "real"}, ("A @ X == t * X",), "t >= 0", "A == t * I(n)"),
]  # fmt: skip


def outcomes(concrete: Concrete) -> list[str]:
    found = drawn(concrete, tuple(equations(concrete)), Stream("solutions", 0), 64)
    return [judge(concrete, instance).outcome for instance in found]


@pytest.mark.parametrize(("let", "given", "false", "true"), CASES, ids=[c[1][0] for c in CASES])
def test_solutions_meet_the_equations_and_break_what_is_false_only(let, given, false, true) -> None:
    found = outcomes(read(let, given, false, {"n": 2}))
    assert "violation" in found and "out_of_domain" not in found
    held = outcomes(read(let, given, true, {"n": 2}))
    assert held and "violation" not in held


def test_impossible_equations_have_no_solution() -> None:
    for equation in ("A @ X - X @ A == I(n)", "A @ X - A @ X == I(n)"):
        assert outcomes(read(LYAPUNOV, [equation], "tr(A) == 0", {"n": 2})) == []


@pytest.mark.long
def test_a_hypothesis_that_is_met_trivially_only_or_never() -> None:
    let = {**RESIDUAL, "n": "integer(2, 3)"}
    only = check("smax(X) <= 1", let=let, given=["A @ X == 0 * A", "det(A) >= 1"], budget=6)
    assert str(only.verdict) == "inconclusive"
    plain = {"n": "integer(1, 2)", "A": "real(n, n)", "X": "real(n, n)"}
    never = check("smax(X) <= 1", let=plain, given=["A @ X - X @ A == I(n)"], budget=15)
    assert str(never.verdict) == "vacuous"
