"""The rule on discriminants: enough points prove that eigenvalues coincide everywhere, one point fewer does not."""

from dataclasses import replace

import pytest

from lemmata.language import Dim, Index, Matrix, MaxOver, Statement, Symmetric, Vector, entry, eq, forall, gap, lam
from lemmata.language.proof import OnPrinciple, Proof, Step
from lemmata.prove.proofs import examine
from theorems.riedi2022 import section4_families as s4


def offered(statement: Statement, states=None):
    states = statement.conjuncts[0] if states is None else states
    return examine(statement, Proof("test", (Step("everywhere", states, OnPrinciple("discriminant")),)))


def lemma(order, count, terms, coefficient=lambda x, k: x if k == 1 else x**k, matrix=Symmetric, body=None):
    """Lemma 12 for sums of coefficient(rho, k) N_k, at `count` points."""
    r, i, k = Vector("r", count), Index("i"), Index("k")

    def meets(point):
        N = sum(
            (coefficient(point, power) * matrix(f"N_{power}", order) for power in range(1, terms)), matrix("N_0", order)
        )
        return eq(MaxOver(i, 1, order - 1, entry(lam(N), i + 1) - entry(lam(N), i)), 0)

    given = (forall(k, 1, count, gap(r, k) > 0), forall(k, 1, count, meets(entry(r, k))))
    return replace(s4.lemma_12, given=given, claim=body(meets) if body else meets(s4.rho), construct=None)


def square(name, order):
    return Matrix(name, order, order)


n, every = Dim("n", 2, 4), Dim("n", 2)


@pytest.mark.parametrize("order", [n, every], ids=["few", "every"])
@pytest.mark.parametrize("terms", [2, 3, 4])
def test_enough_points_prove_it_for_every_degree(order, terms):
    p = terms - 1
    zeros = order * (order - 1) if p == 1 else p * order * (order - 1)
    report = offered(lemma(order, zeros + 1, terms))
    assert report.ok, report.failure
    assert f"degree at most {p}n(n - 1)" in report.steps[0]["detail"]
    assert not offered(lemma(order, zeros, terms)).ok


@pytest.mark.parametrize(
    "statement",
    [
        lemma(every, 100, 2),  # too few points for large orders
        lemma(Dim("n", 2, 9), 72, 2),  # and for the largest
        lemma(Dim("n", 1, 3), 100, 2),  # order 1 has no two eigenvalues
        lemma(n, 100, 2, coefficient=lambda x, k: 1 / x),
        lemma(n, 100, 2, matrix=square),
    ],
    ids=["unbounded", "few points", "order one", "no polynomial", "not symmetric"],
)
def test_other_families_are_refused(statement):
    assert not offered(statement).ok


def test_other_hypotheses_are_refused():
    true = s4.lemma_12
    apart, meet = true.given
    assert offered(true).ok
    assert not offered(replace(true, given=(meet, meet))).ok
    assert not offered(replace(true, given=(apart, apart))).ok
    other = Vector("q", s4.many)
    assert not offered(replace(true, given=(forall(s4.k, 1, s4.many, gap(other, s4.k) > 0), meet))).ok
    few = (forall(s4.k, 1, s4.many - 1, gap(s4.r, s4.k) > 0), forall(s4.k, 1, s4.many - 1, meet.body))
    assert not offered(replace(true, given=few)).ok  # the points that count are not all of them
    not_apart = forall(s4.k, 1, s4.many, gap(s4.r, s4.k) >= 0)
    assert not offered(replace(true, given=(not_apart, meet))).ok


def test_the_rule_shows_nothing_else():
    assert not offered(s4.lemma_12, states=s4.rho <= 0).ok
    away = replace(s4.lemma_12, claim=eq(s4.multiple(s4.rho).lhs, 1))
    assert not offered(away).ok
