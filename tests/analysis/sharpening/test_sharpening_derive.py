"""Derived statements: negations are negations, wider domains are wider, renaming reaches domains."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata import catalogue
from lemmata.analysis.sharpening.derive import (
    at_equality,
    bounds,
    negation,
    renamed,
    scaled,
    wider_domains,
    without_hypotheses,
)
from lemmata.evaluate.decide import decide
from lemmata.language import ActivationPattern, Dim, Index, Matrix, eq, forall, normF, s, smax, smin, tr
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.relations import ForAll, Relation
from tests.analysis.sharpening.planted import A, B, c, n, statement

i = Index("i")
NUMBERS = st.integers(-2, 2)
SQUARES = st.integers(1, 2).flatmap(
    lambda k: st.lists(st.lists(NUMBERS, min_size=k, max_size=k), min_size=k, max_size=k)
)


@pytest.mark.parametrize(
    "clause",
    [
        smax(A) < 1,
        smax(A) <= 1,
        tr(A) > 0,
        tr(A) >= 1,
        eq(tr(A), 0),
        s(A) <= 1,
        s(A) > 0,
        eq(s(A), smax(A)),
        eq(A, A.T),
        forall(i, 1, n - 1, s(A, i) > s(A, i + 1)),
        forall(i, 1, n, s(A, i) <= 1),
    ],
    ids=str,
)
@settings(max_examples=25, deadline=None)
@given(rows=SQUARES)
def test_exactly_one_of_a_clause_and_its_negation_holds(clause: Any, rows: list[list[int]]) -> None:
    opposite = negation(clause)
    assert opposite
    value = [[Fraction(x) for x in row] for row in rows]
    instance = Instance({"n": len(rows)}, {"A": value})
    one = statement("either", tr(A) <= smax(A) * 100, (clause,))
    other = statement("or", tr(A) <= smax(A) * 100, opposite)

    def met(which: Any) -> bool:
        concrete = instantiate(which, instance.dims)
        if not concrete.admissible:
            return False
        decisions = [decide(h, instance) for h in concrete.hypotheses]
        assert all(d.status in ("holds", "tie", "broken") for d in decisions)
        return all(d.established for d in decisions)

    assert met(one) != met(other)


def test_an_inequality_between_matrices_has_no_negation() -> None:
    assert negation(Relation(A, "<=", B)) is None
    (entry,) = without_hypotheses(statement("entrywise", smax(A) <= smax(B), Relation(A, "<=", B)))
    assert entry.statement is None


def test_a_derived_statement_has_the_construction_and_no_proof() -> None:
    lemma = catalogue.get("riedi.lemma-18~repaired")
    made = list(without_hypotheses(lemma))
    assert len(made) == len(lemma.hypotheses)
    assert all(a.statement is not None and a.statement.construct == lemma.construct for a in made)
    ids = [a.statement.id for a in made if a.statement]
    assert len(set(ids)) == len(ids) and catalogue.find(ids[0]) is None


def test_the_others_stay_when_one_hypothesis_goes() -> None:
    first, second = without_hypotheses(statement("two", smin(A) <= smax(A), (tr(A) > 0, smax(A) < 1)))
    assert first.statement and second.statement
    assert first.statement.text["given"] == ["smax(A) < 1", "tr(A) <= 0"]
    assert second.statement.text["given"] == ["tr(A) > 0", "smax(A) >= 1"]


def test_equality_is_tried_where_a_strict_hypothesis_can_be_crossed() -> None:
    made = list(at_equality(statement("strict", smin(A) <= smax(A), (smax(A) < 1, smin(A) > 0, tr(A) >= 0))))
    assert [a.wider for a in made] == ["smax(A) == 1"]


def test_renaming_reaches_the_domains_of_other_variables() -> None:
    eta, size = c, Dim("m", 0, n)
    pattern = ActivationPattern("D", size, n, eta)
    wide = renamed(smax(pattern) <= 1, {eta: Index("eta")})
    assert not wide.has(eta)
    assert "eta" in {leaf.name for leaf in statement("wide", wide).let}


@pytest.mark.parametrize(
    ("identifier", "said"),
    [
        ("riedi.lemma-24", {"D: any square matrix of norm at most 1", "D: any diagonal matrix"}),
        ("riedi.prop-23", {"D: any orthogonal matrix"}),
        ("zhao.skip-shift~repaired", {"W: symmetric, indefinite", "beta: zero or negative"}),
        ("riedi.lemma-24.leaky~repaired", {"eta: below its lower end", "eta: above its upper end"}),
        ("riedi.prop-26", {"D: any square matrix"}),
    ],
)
def test_every_kind_of_domain_has_a_wider_one(identifier: str, said: set[str]) -> None:
    assert said <= {a.wider for a in wider_domains(catalogue.get(identifier))}


def test_a_matrix_whose_eigenvalues_are_ordered_stays_symmetric() -> None:
    assert list(wider_domains(catalogue.get("riedi.prop-1"))) == []


def test_the_smaller_side_is_found_whichever_way_it_is_printed() -> None:
    up, down = bounds(statement("both", (smin(A) <= smax(A), normF(A) >= smax(A))))
    assert (up.small, up.large) == (smin(A), smax(A))
    assert (down.small, down.large) == (smax(A), normF(A))
    assert bounds(statement("equal", eq(smax(A), smax(A.T)))) == []


def test_a_scaled_claim_keeps_its_quantifiers() -> None:
    one = statement("all", forall(i, 1, n, s(A, i) <= normF(A)))
    from sympy import Rational

    (bound,) = bounds(one)
    (clause,) = scaled(one, bound, Rational(1, 2)).conjuncts
    assert isinstance(clause, ForAll)
    assert scaled(one, bound, Rational(1, 2)).text["claim"] == ["s(A, i) <= 1/2 * normF(A) for i in 1..n"]


def test_matrices_of_other_names_are_told_apart() -> None:
    assert renamed(A @ B, {A: B}) == B @ B
    assert renamed(smax(Matrix("A", n, n)), {A: B}) == smax(B)
