"""Words on instances, and matching of bounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.analysis.sharpening.matching_bounds import estimates, match, rivals
from lemmata.analysis.sharpening.structure_words import structure
from lemmata.language import Dim, Matrix, Symmetric, chain, normF, s, smax, smin
from lemmata.language.instance import Instance
from tests.analysis.sharpening.planted import A, B, n, statement


def said(**values: list[list[int]]) -> list[str]:
    held = {name: [[Fraction(x) for x in row] for row in rows] for name, rows in values.items()}
    return structure(Instance({}, held))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[0, 0], [0, 0]], "zero"),
        ([[1, 0], [0, 1]], "the identity"),
        ([[-3, 0], [0, -3]], "-3 times the identity"),
        ([[1, 0], [0, 2]], "diagonal and of full rank"),
        ([[1, 0], [0, -1]], "diagonal and orthogonal"),
        ([[0, 2], [2, 0]], "symmetric and a multiple of an orthogonal matrix"),
        ([[0, 1], [-1, 0]], "skew-symmetric and orthogonal"),
        ([[0, 1], [0, 0]], "of rank 1 and nilpotent"),
        ([[1, 2], [3, 4]], "of full rank"),
        ([[2, 0, 0], [0, 2, 0], [0, 0, 1]], "diagonal, of full rank and has equal singular values"),
        ([[1, 0, 0], [0, 1, 0]], "of rank 2 and has equal singular values"),
        ([[1], [2]], "of rank 1"),
        ([[5]], "the number 5"),
    ],
)
def test_the_structure_of_one_matrix(rows: list[list[int]], words: str) -> None:
    assert said(M=rows) == [f"M is {words}"]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]], "A and B are equal"),
        ([[1, 2], [3, 4]], [[-1, -2], [-3, -4]], "A and B are opposite"),
        ([[1, 0], [0, 0]], [[0, 0], [0, 1]], "the columns of A are orthogonal to those of B"),
        ([[1, 0], [0, 2]], [[3, 0], [0, 4]], "A and B commute"),
    ],
)
def test_the_structure_of_a_pair(first: list[list[int]], second: list[list[int]], words: str) -> None:
    assert said(A=first, B=second)[2:] == [words]


def test_nothing_is_said_of_a_pair_without_a_relation() -> None:
    assert len(said(A=[[1, 2], [3, 4]], B=[[0, 1], [1, 1]])) == 2


def test_an_unrestricted_matrix_takes_any_expression_of_its_shape() -> None:
    assert match(smax(A), smax(A @ B), {}) == {n: n, A: A @ B}
    m = Dim("m")
    assert match(smax(Matrix("T", n, m)), smax(A), {}) == {n: n, m: n, Matrix("T", n, m): A}
    assert match(smax(A), smax(Matrix("T", n, m)), {}) is None
    assert match(smax(A) + smax(A), smax(A) + smax(B), {}) is None


def test_a_symmetric_matrix_takes_symmetric_variables_only() -> None:
    N, P = Symmetric("N", n), Symmetric("P", n)  # noqa: N806
    assert match(normF(N), normF(P), {}) == {n: n, N: P}
    assert match(normF(N), normF(A), {}) is None


def test_a_chain_bounds_its_middle_from_both_sides() -> None:
    links = chain(smin(A), "<=", s(A), "<=", normF(A))
    found = {(e.subject, e.above) for e in estimates(statement("links", links))}
    assert found == {(smin(A), True), (s(A), False), (smin(A), False), (s(A), True), (smax(A), True)}


def test_bounds_on_the_condition_number_meet() -> None:
    first, second = (catalogue.get(f"riedi.thm-22.eq-{k}") for k in (53, 54))
    (rival,) = rivals(first, (second,))
    better = rival.better(first)
    assert len(better.given) == 2 and len(better.claim) == 1
