"""Derived statements, and words on instances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata import catalogue
from lemmata.analysis.sharpening.derive import at_equality, negation, renamed, wider_domains, without_hypotheses
from lemmata.analysis.sharpening.matching_bounds import rivals
from lemmata.analysis.sharpening.study import structure
from lemmata.evaluate.decide import decide
from lemmata.language import ActivationPattern, Dim, Index, eq, forall, s, smax, smin, tr
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from tests.analysis.sharpening.planted import A, c, n, statement

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


def test_a_derived_statement_has_the_construction_and_no_proof() -> None:
    lemma = catalogue.get("riedi.lemma-18~repaired")
    made = list(without_hypotheses(lemma))
    assert len(made) == len(lemma.hypotheses)
    assert all(a.statement is not None and a.statement.construct == lemma.construct for a in made)
    ids = [a.statement.id for a in made if a.statement]
    assert len(set(ids)) == len(ids) and catalogue.find(ids[0]) is None


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


# --- words on instances, and matching of bounds


def said(**values: list[list[int]]) -> list[str]:
    held = {name: [[Fraction(x) for x in row] for row in rows] for name, rows in values.items()}
    return structure(Instance({}, held))


def test_bounds_on_the_condition_number_meet() -> None:
    first, second = (catalogue.get(f"riedi.thm-22.eq-{k}") for k in (53, 54))
    (rival,) = rivals(first, (second,))
    better = rival.better(first)
    assert len(better.given) == 2 and len(better.claim) == 1
