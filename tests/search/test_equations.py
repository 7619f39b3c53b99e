"""Equations among hypotheses are solved exactly, away from trivial solutions, and the slack goes down there."""

from fractions import Fraction

import pytest
import torch

from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.relations import Relation
from lemmata.sample.batches import as_batch
from lemmata.search.equations import Unknowns, Variety, monomials, solve
from tests.made import read

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


# --- Parameters of instances: floats and fractions stand for the same members, zeros stay, Newton's steps arrive

LET = {
    "A": "real(2, 3)", "S": "symmetric(2)", "K": "skew(2)", "U": "upper(2)", "D": "diagonal(2)",
    "N": "nonnegative(2, 2)", "P": "psd(2)", "t": "interval(0, 1)", "r": "real", "q": "positive",
}  # fmt: skip


def started(concrete: Concrete, rows: int, factored: bool) -> tuple[Variety, torch.Tensor]:
    unknowns, x = Unknowns.started(concrete, Stream("unknowns", 0), rows, factored)
    return Variety(tuple(c for c in concrete.hypotheses if isinstance(c, Relation)), unknowns), x


@pytest.mark.parametrize("factored", [True, False])
def test_fractions_and_floats_are_the_same_members(factored: bool) -> None:
    concrete = read(LET, ["tr(S) == r"])
    unknowns, x = started(concrete, 6, factored)[0].unknowns, started(concrete, 6, factored)[1]
    near = torch.round(16 * x) / 16
    values = unknowns.members(near)
    exact = [unknowns.instance([Fraction(y) for y in row], values, k) for k, row in enumerate(near.tolist())]
    for name, found in as_batch(concrete, exact).items():
        assert torch.equal(found, values[name]), name


def test_nothing_arrives_where_there_is_no_solution() -> None:
    variety, x = started(read({"S": "symmetric(2)"}, ["S @ S == -1 * I(2)"]), 16, False)
    assert not bool(variety.within(variety.reached(x, torch.ones_like(x), 40, lambda: None)).any())


# --- Signed permutations that solve equations are found exactly, and nothing else is said to

MONOMIAL = {"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)", "P": "pd(n)", "t": "interval(1, 2)"}


def posed(n: int, *given: str, claim: str = "A @ B == B @ A") -> Concrete:
    return instantiate(conjecture_files.build("x", MONOMIAL, list(given), [claim]), {"n": n})


def test_the_quaternions_are_there_and_every_row_is_a_solution() -> None:
    found = monomials(posed(4, "A @ B @ A == B", "B @ A @ B == A"), Stream("test", 0), 20_000)
    a, b = found["A"], found["B"]
    assert bool((a @ b @ a == b).all()) and bool((b @ a @ b == a).all()) and set(a.unique().tolist()) <= {-1, 0, 1}
    assert bool((a @ b != b @ a).flatten(1).any(1).any())  # at order 4, and not at order 3
    small = monomials(posed(3, "A @ B @ A == B", "B @ A @ B == A"), Stream("test", 0), 20_000)
    assert torch.equal(small["A"] @ small["B"], small["B"] @ small["A"])


def test_rows_may_be_zero_and_other_variables_keep_their_domains() -> None:
    found = monomials(posed(2, "A @ A == 0 * A", claim="tr(A @ P) <= t"), Stream("test", 1), 2000)
    assert bool((found["A"] != 0).any()) and bool((torch.linalg.eigvalsh(found["P"]) > 0).all())
    assert bool((found["t"] >= 1).all()) and len(found["t"]) == len(found["A"])


@pytest.mark.parametrize(("n", "given"), [(2, "A @ A == 2 * I(n)"), (2, "tr(A) <= 1"), (1, "A @ B == B")])
def test_nothing_is_found_where_there_is_nothing(n: int, given: str) -> None:
    assert monomials(posed(n, given), Stream("test", 2), 2000) == {}
