"""Mutants that are true for a plain reason are told; false ones never are."""

from __future__ import annotations

import pytest
from sympy import Integer

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    Scalar,
    Statement,
    Symmetric,
    cond,
    det,
    diag,
    kron,
    lmax,
    normF,
    ones,
    s,
    smax,
    smin,
)
from lemmata.language.atoms import Rho
from lemmata.language.families import SumOver
from lemmata.mutants import equivalence
from lemmata.mutants.known_orders import weaker
from lemmata.mutants.sites import sign, sites
from lemmata.mutants.variants import variants
from lemmata.textbook import TEXTBOOK

n = Dim("n")
A, x = Matrix("A", n, n), Scalar("x")


def mutant(origin, now):
    """The mutant of a statement whose changed part reads like this."""
    return next(v for v in variants(origin) if v.change[0] == now)


@pytest.mark.parametrize(
    ("origin", "now", "because"),
    [
        ("riedi.thm-16", "(left out)", "riedi.thm-16~sharpened implies it"),
        ("riedi.lemma-21", "smax(M_o + rho * I(n))**2 <= smax(M_o + rho * I(n))**2", "the original implies it"),
        (
            "riedi.lemma-21",
            "smax(M_o + rho * I(n))**2 <= smax(M_o)**2 + rho * lmax(M_o + M_o.T) + rho",
            "weaker than the original",
        ),
        ("riedi.prop-4.norms", "norm2(A) <= sum(s(A))", "weaker than the original"),
        ("riedi.thm-6", "(left out)", "wherever the claim is defined"),
        (
            "riedi.prop-5.weyl",
            "s(A, i + j - 1) <= s(B, i - 1) + s(A - B, j) for i in 2..n for j in 1..n + 1 - i",
            "weaker",
        ),
        ("riedi.lemma-36.eq-78", "smax(W_1) <= 1", "no value where the hypothesis holds with equality"),
        ("classical.least-singular-perturbation", "smin(M + P.T) <= smin(M) + smax(P)", "of a transpose"),
        ("classical.kronecker-identity", "smax(kron(I(r), P.T)) == smax(P)", "of a transpose"),
    ],
)
def test_a_true_mutant_is_told_with_its_reason(origin, now, because):
    assert because in (equivalence.reason(mutant(origin, now)) or "nothing was seen")


@pytest.mark.parametrize(
    ("origin", "now"),
    [
        ("riedi.lemma-21", "smin(M_o + rho * I(n))**2 <= 99/100 * smax(M_o + rho * I(n))**2"),
        ("riedi.lemma-21", "rho = real"),
        ("riedi.lemma-18~repaired", "(left out)"),
        ("riedi.thm-22.eq-53", "(left out)"),
        ("classical.rayleigh", "lmin(A) * tr(x.T @ x) < tr(x.T @ A @ x)"),
        ("riedi.prop-5.weyl", "s(A, i + j - 1) <= s(B, i + 1) + s(A - B, j) for i in 1..n - 1 for j in 1..n + 1 - i"),
        # what the newer reasons must not take for true: signs and transposes that are seen, needed hypotheses
        ("riedi.lemma-21", "smin(M_o)**2 + rho * lmin(M_o + M_o.T) + rho**2 <= smin(M_o - rho * I(n))**2"),
        ("riedi.prop-26", "s((M_o.T + rho * I(n)) @ D) == s(D @ (M_o + rho * I(n)).T)"),
        ("classical.kronecker-identity", "smax(kron(I(r), P)) == normF(P)"),
        ("riedi.thm-22.eq-53", "smax(M_o) < 11/10"),
        ("riedi.cor-9~repaired", "normF(z) >= 0"),  # true, by no reason that is seen
    ],
)
def test_a_false_mutant_is_never_called_true(origin, now):
    assert equivalence.reason(mutant(origin, now)) is None


def test_a_hypothesis_nothing_meets_is_told():
    v = next(v for v in variants("riedi.thm-6") if v.id.endswith("reversed.1"))
    assert "no instance meets" in (equivalence.contradiction(v) or "")
    assert equivalence.contradiction(mutant("riedi.thm-22.eq-53", "smax(M_o) <= 1")) is None


def test_what_is_read_off_a_matrix_does_not_see_is_taken_away():
    B, N = Matrix("B", n, n), Symmetric("N", n)
    assert equivalence.plain(smax(-(A.T)) <= cond(kron(B, A))) == (smax(A) <= cond(kron(A, B)))
    seen = (smax(A + B.T) <= lmax(-N), smin(A - B) <= det(A))
    assert tuple(map(equivalence.plain, seen)) == seen


def test_a_transpose_is_seen_only_where_what_is_read_off_changes():
    B = Matrix("B", n, n)
    same = equivalence.plain(cond(A + Id(n)) <= lmax(A + A.T))
    for other in (
        cond(A.T + Id(n)) <= lmax(A + A),
        cond(-(A + Id(n)).T) <= lmax(A.T + A),
        cond(A + Id(n)) <= lmax(A.T + A.T),
    ):
        assert equivalence.plain(other) == same
    for other in (cond(A - Id(n)) <= lmax(A + A), cond(A + Id(n)) <= lmax(B + A.T), cond(A + Id(n)) <= smax(A + A)):
        assert equivalence.plain(other) != same
    assert equivalence.plain(smax(A.T @ B) <= x) == equivalence.plain(smax(B.T @ A) <= x)
    assert equivalence.plain(smax(A.T @ B) <= x) != equivalence.plain(smax(A @ B) <= x)
    assert equivalence.plain(lmax(A @ A) <= x) != equivalence.plain(lmax(A.T @ A) <= x)
    assert equivalence.plain(Rho(A @ B) <= x) == equivalence.plain(Rho(A.T @ B.T) <= x)
    assert equivalence.plain(Rho(A @ B @ A) <= x) != equivalence.plain(Rho(A @ B @ B) <= x)
    assert equivalence.plain(smax(A @ B) <= x) != equivalence.plain(smax(B @ A) <= x)


def test_singular_values_of_a_gram_matrix_are_its_eigenvalues():
    B, N = Matrix("B", n, n), Symmetric("N", n)
    for gram in (A.T @ A, diag(x * B @ ones(n, 1)) @ diag(x * B @ ones(n, 1)), kron(N @ N, A @ A.T)):
        assert equivalence.plain(smax(gram) <= x) == equivalence.plain(lmax(gram) <= x), gram
    for other in (N, A @ A, N @ N @ N, A.T @ B):  # the last of these have no mirror image, or the wrong sign
        assert equivalence.plain(smax(other) <= x) == (smax(other) <= x), other


def test_only_members_of_the_same_domain_take_each_others_place():
    r = Dim("r")
    C, N, c = Matrix("C", n, r), Symmetric("N", n), Scalar("c", 0, 1)
    claim = smax(A) + smax(C) + lmax(N) + x <= c
    made = Statement(id="test.made", title="", source=TEXTBOOK.at(""), kind=Kind.ALGEBRAIC, claim=claim)
    found = [{k.name: str(v) for k, v in values.items()} for values in equivalence.renamings(made)]
    assert found == [{"A": "-A"}, {"A": "A.T"}, {"C": "-C"}, {"N": "-N"}, {"x": "-x"}]


def test_a_shorter_sum_says_less_only_where_no_term_is_negative():
    i = Index("i")
    for body, less in ((s(A, i), True), (s(A, i) * x, False)):
        claim = SumOver(i, 1, n, body) <= x
        site = next(z for z in sites(claim, "claim") if isinstance(z.node, SumOver))
        assert weaker(site, SumOver(i, 2, n, body), sign) is less
        assert not weaker(site, SumOver(i, 0, n, body), sign)


def test_a_factor_of_a_matrix_says_less_only_where_it_keeps_its_sign():
    site = next(z for z in sites(smax(2 * A) <= x, "claim") if z.node == 2)
    assert [weaker(site, Integer(k), sign) for k in (1, 3, -5)] == [True, False, False]


def test_a_condition_number_says_less_than_its_square():
    for quantity, less in ((cond(A), True), (smax(A), False)):
        site = next(z for z in sites(quantity**2 <= x, "claim") if z.node == quantity**2)
        assert weaker(site, quantity, sign) is less
        product = smin(A) * quantity**2 * normF(A)
        site = next(z for z in sites(product <= x, "claim") if z.node == product)
        assert weaker(site, smin(A) * normF(A), sign) is less
