"""Relations, chains and quantifiers: order, conjuncts, hypotheses."""

import pytest
from sympy import Integer

from lemmata.language import chain, eq, exists, forall, lam, lmin, s, smax, smin
from lemmata.language.relations import OPERATORS, Chain, ForAll, Relation, conjuncts, strict
from lemmata.language.text import write
from tests.language.samples import SAMPLES, A, B, L, M_o, N, W, eta, i, j, l, m, n, rho


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


def test_a_chain_of_two_is_a_relation():
    assert isinstance(chain(rho, "<=", 1), Relation)
    assert isinstance(chain(0, "<=", rho, "<=", 1), Chain)


def test_chains_split_into_their_links_in_order():
    clause = chain(smin(A) ** 2, "<=", s(A) ** 2, "<", smax(A) ** 2 + 1, "==", rho)
    assert texts(clause) == ["smin(A)**2 <= s(A)**2", "s(A)**2 < smax(A)**2 + 1", "smax(A)**2 + 1 == rho"]
    assert write(clause) == "smin(A)**2 <= s(A)**2 < smax(A)**2 + 1 == rho"


def test_matrix_chains():
    assert texts(chain(A, "==", B, "==", M_o)) == ["A == B", "B == M_o"]


def test_quantified_chains_split_under_their_quantifiers():
    clause = forall(i, 1, n - m, chain(s(A, i), ">=", s(B, i), ">=", s(A, i + m)))
    assert texts(clause) == ["s(A, i) >= s(B, i) for i in 1..n - m", "s(B, i) >= s(A, i + m) for i in 1..n - m"]
    assert all(isinstance(c, ForAll) and c.index == i for c in conjuncts(clause))


def test_nested_quantifiers_keep_the_outer_one_outside():
    clause = forall(i, 1, n, j, 1, n + 1 - i, chain(0, "<=", s(A, i + j - 1), "<=", s(B, i) + s(A - B, j)))
    assert [c.index for c in conjuncts(clause)] == [i, i]
    assert [c.body.index for c in conjuncts(clause)] == [j, j]
    assert texts(clause)[1] == "s(A, i + j - 1) <= s(B, i) + s(A - B, j) for i in 1..n for j in 1..n + 1 - i"


def test_quantifiers_nested_by_hand_are_the_same():
    body = s(A, i) >= s(A, j)
    assert forall(i, 1, n, forall(j, i, n, body)) == forall(i, 1, n, j, i, n, body)


def test_quantifiers_over_layers():
    clause = forall(l, 1, L, smax(W.layer(l)) <= 1)
    assert write(clause) == "smax(W[l:l]) <= 1 for l in 1..L"
    assert clause.args[1] == Integer(1)


def test_an_existence_claim_is_one_conjunct():
    clause = exists(smax(A) > rho)
    assert list(conjuncts(clause)) == [clause]
    assert clause.body == (smax(A) > rho)


def test_other_clauses_are_their_own_conjunct():
    clauses = [node for node, _, _ in SAMPLES if type(node).__module__.endswith("networks") and hasattr(node, "body")]
    for clause in [*clauses, rho <= 1]:
        assert list(conjuncts(clause)) == [clause]


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
