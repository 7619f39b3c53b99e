"""Relations, chains and quantifiers: order, conjuncts, hypotheses."""

import pytest

from lemmata.language import chain, eq, exists, forall, lam, lmin, s, smax
from lemmata.language.relations import OPERATORS, ForAll, Relation, conjuncts, strict
from lemmata.language.text import write
from tests.language.samples import A, B, N, eta, i, m, n, rho


def texts(clause):
    return [write(c) for c in conjuncts(clause)]


def test_relations_keep_their_sides():
    for op in OPERATORS:
        relation = Relation(rho, op, smax(A))
        assert (relation.lhs, relation.op, relation.rhs) == (rho, op, smax(A))
        assert Relation(smax(A), op, rho) != relation
    assert write(smax(A) >= rho) == "smax(A) >= rho"


def test_relations_are_never_decided_or_simplified():
    assert write(Relation(1, "<=", 0)) == "1 <= 0"
    assert write(eq(rho, rho)) == "rho == rho"
    assert write(rho - rho < 0) == "rho - rho < 0"


def test_only_strict_relations_break_at_equality():
    assert [op for op in OPERATORS if strict(op)] == ["<", ">"]


def test_quantified_chains_split_under_their_quantifiers():
    clause = forall(i, 1, n - m, chain(s(A, i), ">=", s(B, i), ">=", s(A, i + m)))
    assert texts(clause) == ["s(A, i) >= s(B, i) for i in 1..n - m", "s(B, i) >= s(A, i + m) for i in 1..n - m"]
    assert all(isinstance(c, ForAll) and c.index == i for c in conjuncts(clause))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (rho <= 1, rho < 1),
        (chain(0, "<=", rho, "<=", 1), chain(0, "<=", rho, "<", 1)),
        (forall(i, 1, n, s(A, i) <= 1), forall(i, 1, m, s(A, i) <= 1)),
        (forall(i, 1, n, s(A, i) <= 1), forall(i, 2, n, s(A, i) <= 1)),
        (exists(rho <= eta), rho <= eta),
        (lam(N) >= 0, lmin(N) >= 0),
    ],
)
def test_clauses_that_differ_are_unequal(one, other):
    assert one != other and write(one) != write(other)
    assert one == one.func(*one.args)
