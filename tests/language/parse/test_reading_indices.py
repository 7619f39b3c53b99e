"""Entries, parts, literals and ranges: read as what the language has, and nothing else."""

from __future__ import annotations

import pytest

from lemmata.language.conjecture_files import build
from lemmata.language.parse import ReadingError, text_limits
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.sample.plan import plan

LET = {
    "n": "integer(2, 4)", "A": "real(n, n)", "B": "real(n, n)", "S": "symmetric(n)", "x": "real(n, 1)", "t": "real",
}  # fmt: skip

MEANINGS = [
    ("A[1, 2] <= 1", "entry(A @ unit(n, 2), 1) <= 1"),
    ("A[i, i] <= 1 for i in 1..n", "entry(diag(A), i) <= 1 for i in 1..n"),
    ("(A + B)[1, n] <= t", "entry((A + B) @ unit(n, n), 1) <= t"),
    ("x[n] <= lam(S)[1]", "entry(x, n) <= lam(S, 1)"),
    ("normF(A[:, 1]) <= sum(A[1, :])", "normF(A @ unit(n, 1)) <= sum(A.T @ unit(n, 1))"),
    ("det(A[1..2, 1..2]) <= 1", None),
    ("I(n)[:, 1] <= x", "unit(n, 1) <= x"),
    ("s(A)[i + j - 1] <= t for i in 1..n for j in 1..n-i+1",
     "s(A, i + j - 1) <= t for i in 1..n for j in 1..n - i + 1"),
    ("min(x[i] for i in 1..n) == t", "-max(-entry(x, i) for i in 1..n) == t"),
    ("prod(t + i for i in 1..n) <= 1", "product(t + i for i in 1..n) <= 1"),
    ("sum(A @ x for i in 1..n) == x", "sum(A @ x for i in 1..n) == x"),
    ("det([[1, 2], [3, t]]) == 0", "det(vstack(vstack(I(1), 2 * I(1)).T, vstack(3 * I(1), t * I(1)).T)) == 0"),
    ("norm2(block([[A, 0], [0, B]])) <= 1",
     "norm2(vstack(vstack(A.T, 0 * ones(n, n)).T, vstack(0 * ones(n, n), B.T).T)) <= 1"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "meant"), MEANINGS, ids=[typed for typed, _ in MEANINGS])
def test_reads_as_meant(typed: str, meant: str | None) -> None:
    (claim,) = build("t", LET, [], [typed]).text["claim"]
    assert meant is None or claim == meant


def test_definitions_are_put_in_and_said() -> None:
    statement = build("t", LET, [], ["normF(Z) <= 1"], define={"Y": "A @ B", "Z": "Y @ Y.T"})
    plain = build("t", LET, [], ["normF(A @ B @ (A @ B).T) <= 1"])
    assert statement.hash == plain.hash
    assert statement.defined == (("Y", "A @ B"), ("Z", "Y @ Y.T")) and plain.defined == ()


@pytest.mark.parametrize(
    ("define", "words"),
    [
        ({"A": "B"}, "declared in let"),
        ({"Z": "Y @ Y"}, "`Y` is not declared"),
        ({"tr": "A"}, "means tr"),
        ({"Y": "A @"}, "define Y, column 3"),
        ({"Y": "A <= B"}, "comparison inside"),
        ({f"Y{k}": "A" for k in range(text_limits.DEFINITIONS + 1)}, "too many"),
        (
            {"Y0": "A @ A"} | {f"Y{k + 1}": f"Y{k} + Y{k}.T @ Y{k}" for k in range(10)},
            "definitions and words are put in",
        ),
    ],
)
def test_wrong_definitions_are_explained(define: dict[str, str], words: str) -> None:
    with pytest.raises(ReadingError, match=words):
        build("t", LET, [], [f"normF({list(define)[-1]}) <= 1"], define=define)


def test_hypotheses_that_define() -> None:
    let = LET | {"r": "real", "P": "psd(n)"}
    chained = build("t", let, ["t == r**2", "r == smax(B)", "A == B @ B.T"], ["normF(A) <= t"])
    assert chained.text["given"] == [] and chained.text["claim"] == ["normF(B @ B.T) <= smax(B)**2"]
    assert build("t", let, ["x == s(A)"], ["sum(x) <= t"]).text["claim"] == ["sum(s(A)) <= t"]
    circle = build("t", let, ["A == 2 * B", "B == A @ A"], ["normF(B) <= 1"])
    assert len(circle.text["given"]) == 1  # the second is an equation, no definition
    assert build("t", let, ["P == A"], ["tr(P) >= t"]).text["claim"] == ["tr(P) >= t"]  # not every A is semidefinite


def test_a_definition_that_does_not_always_exist_stays_a_hypothesis() -> None:
    """`A == inv(B)` says that B is regular, whether or not A is spoken of."""
    assert build("t", LET, ["A == inv(B)"], ["rank(B) == n"]).text["given"] == ["1 + normF(inv(B)) > 0"]
    assert build("t", LET, ["A == inv(B)"], ["tr(A) <= 1"]).text["given"] == []


@pytest.mark.parametrize("wrong", ["unit", "unit(n, n)", "density(m)", "isometry(n, n + 1)", "unt(n)"])
def test_wrong_normalised_domains_are_explained(wrong: str) -> None:
    with pytest.raises(ReadingError, match=r"^let Q, column \d+: "):
        build("t", LET | {"Q": wrong}, [], ["normF(Q) <= 1"])


@pytest.mark.parametrize("name", [name for name, f in FUNCTIONS.items() if f.usage.startswith(f"{name}(k, ")])
def test_a_count_may_be_a_variable(name: str) -> None:
    let = {"n": "integer(2, 4)", "k": "integer(1, n - 1)", "A": "pd(n)"}
    assert plan(build("made", let, [], [f"{name}(k, A) == {name}(k, A)"]), 3, 4)
