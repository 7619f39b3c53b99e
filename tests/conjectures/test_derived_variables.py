"""Claims whose hypotheses determine a variable: false ones are refuted by a certificate, true ones never."""

import pytest

from lemmata.certificates.confirmation import checked
from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.language.conjecture_files import build
from lemmata.language.text import write
from lemmata.prove.attempts import attempt

N = "integer(1, 3)"
CHAIN = {"n": "integer(2, 4)", "A": "stochastic(n, n)", "p": "simplex(n)"}
EFFECTS = {"n": N, "A": "psd(n)", "B": "psd(n)", "C": "psd(n)"}
DEFINITE = {"n": N, "A": "pd(n)", "B": "pd(n)", "C": "pd(n)"}
COMPLEX = {"n": "integer(1, 4)", "A": "complex_pd(n)", "B": "complex_pd(n)", "C": "complex_pd(n)"}
STEIN = {"n": N, "A": "real(n, n)", "X": "pd(n)", "Q": "pd(n)"}
KRAUS = {"n": N, "K": "complex(n, n)", "L": "complex(n, n)"}
POSITIVE = "A[i, j] > 0 for i in 1..n for j in 1..n"
SUM = "A + B + C == I(n)"
CUBES = "6 * (A @ A @ A + B @ B @ B + C @ C @ C) + I(n) >= 5 * (A @ A + B @ B + C @ C)"
WEIGHTS = {"n": "integer(1, 4)", "p": "simplex(n)", "q": "simplex(n)"}
INSIDE = ["p[i] > 0 for i in 1..n", "q[i] > 0 for i in 1..n"]
STATES = {"n": "integer(1, 4)", "R": "density(n)", "S": "density(n)"}
PROVED = [(WEIGHTS, INSIDE, "sum(p * log(p / q)) >= 0"), (STATES, [], "tr(R @ S) <= 1")]
QUICK = [
    (WEIGHTS, INSIDE, "sum(p * log(p / q)) >= normF(p - q)"),
    (STATES, [], "tr(R @ S) <= 9/10"),
    (EFFECTS, [SUM], "normF(A @ B - B @ A) <= 1/10"),
    (DEFINITE, [SUM], "A @ A + B @ B + C @ C >= 1/2 * I(n)"),
]
FALSE = [
    (CHAIN, ["A.T @ p == p", POSITIVE], "norm2(A - ones(n, 1) @ p.T) < 1"),
    (COMPLEX, [SUM], CUBES),
    (STEIN, ["X - A @ X @ A.T == Q"], "norm2(A) <= 1"),
    ({"n": N, "A": "real(n, n)", "B": "real(n, n)", "P": "pd(n)", "Q": "psd(n)"},
     ["A.T @ P + P @ A - P @ B @ B.T @ P + Q == 0 * Q"], "tr(A) <= 0"),
    (KRAUS, ["K.H @ K + L.H @ L == I(n)"], "norm2(K @ K.H + L @ L.H) <= 1"),
    ({"n": N, "A": "pd(n)", "B": "pd(n)", "X": "real(n, n)"},
     ["A @ X + X @ B == I(n)"], "normF(X - X.T) <= 1/100"),
    ({"n": N, "A": "real(n, n)", "x": "real(n, 1)", "t": "positive"}, ["A @ x == t * x"], "t <= tr(A)"),
    ({"a": "positive", "b": "positive", "c": "positive"}, ["a + b + c == 1"], "a * b + b * c + c * a <= 3/10"),
]  # fmt: skip
TRUE = [
    (EFFECTS, [SUM], "A @ A + B @ B + C @ C <= I(n)"),
    (DEFINITE, [SUM], "A @ A + B @ B + C @ C >= 1/3 * I(n)"),
    (CHAIN, ["p.T @ A == p.T"], "maxabs(p) <= maxabs(A)"),
    (STEIN, ["X - A @ X @ A.T == Q"], "rho(A) <= 1"),
    ({"n": N, "A": "real(n, n)", "B": "real(n, n)", "P": "pd(n)", "Q": "psd(n)"},
     ["A.T @ P + P @ A - P @ B @ B.T @ P + Q == 0 * Q"], "tr(A - B @ B.T @ P) <= 0"),
    (KRAUS, ["K.H @ K + L.H @ L == I(n)"], "norm2(K) <= 1"),
    ({"n": N, "A": "pd(n)", "B": "pd(n)"}, ["A @ B == I(n)"], "A + B >= 2 * I(n)"),
]  # fmt: skip


def verdict(let, given, claim, seconds) -> str:
    """What a check says; a refutation with a certificate that the checker accepts."""
    entry = check(build("claim", let, given, [claim]), Budget(seconds))
    if entry["verdict"] == "refuted":
        assert checked(entry["certificate"])[0].accepted
    return entry["verdict"]


@pytest.mark.parametrize(("let", "given", "claim"), PROVED)
def test_what_the_domains_say_is_a_hypothesis_of_the_proof(let, given, claim) -> None:
    assert attempt(build("claim", let, given, [claim]), 30.0).report is not None


def test_a_domain_with_an_equation_is_a_hypothesis_and_drawn_to_meet_it() -> None:
    statement = build("claim", WEIGHTS, [], ["p <= q"])
    assert [write(c) for c in statement.given] == ["sum(p) == 1", "sum(q) == 1"]
    assert [list(map(str, recipe.values)) for recipe in statement.recipes] == [["p"], ["q"]]
    assert len(build("claim", {**WEIGHTS, "p": "nonnegative(n, 1)"}, [], ["p <= q"]).given) == 1


@pytest.mark.parametrize(("let", "given", "claim"), QUICK)
def test_false_at_what_one_would_try(let, given, claim) -> None:
    assert verdict(let, given, claim, 10.0) == "refuted"


@pytest.mark.long
@pytest.mark.parametrize(("let", "given", "claim"), FALSE)
def test_false_ones_are_refuted(let, given, claim) -> None:
    assert verdict(let, given, claim, 30.0) == "refuted"


@pytest.mark.long
@pytest.mark.parametrize(("let", "given", "claim"), TRUE)
def test_true_ones_are_not_refuted(let, given, claim) -> None:
    assert verdict(let, given, claim, 20.0) in ("supported", "proved")  # near ties take time to decide
