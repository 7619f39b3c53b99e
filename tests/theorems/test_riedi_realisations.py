"""Section 6.2: what holds for every realisation, and the inequality of (77) that does not."""

from fractions import Fraction

import pytest

from lemmata.certificates import write
from lemmata.claims import counterexample
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.network_checker.network_program import check_certificate
from lemmata.prove.proofs import examine
from tests.theorems.riedi_statements import PROOFS, exact, offered, proved, verdict
from theorems.riedi2022 import section6_random as s6


def zeros(size):
    return [[0] * size for _ in range(size)]


@pytest.mark.parametrize("name", offered("section6_random.proof"))
def test_proofs_are_accepted(name):
    report = proved(name)
    assert report.ok, report.failure


@pytest.mark.parametrize(("size", "outcome"), [(2, "holds"), (3, "holds"), (4, "violation"), (9, "violation")])
def test_the_inequality_of_77_falls_from_order_four_on(size, outcome):
    """At K = 0 the left side is 0, the right one (1 - n^(-2/3) mu_n/(sqrt(2) q_n))/(2 r^2), which turns negative."""
    assert verdict(s6.lemma_36_eq_77_inequality, {"n": size}, K=zeros(size), r=2).outcome == outcome


def test_the_certificate_of_77_is_accepted(tmp_path):
    statement, dims = s6.lemma_36_eq_77_inequality, {"n": 4}
    judgement = verdict(statement, dims, K=zeros(4), r=2)
    instance = Instance(dims, {"K": exact(zeros(4)), "r": Fraction(2)})
    certificate = counterexample.certificate(statement, instantiate(statement, dims), instance, judgement)
    assert check_certificate(write(tmp_path / "certificate.json", certificate)).accepted


def test_it_falls_at_a_matrix_of_typical_size_too():
    """Order 64, s_1(K) = 15 where mu_64 = 254.0: Y_n = -2.9 is negative, which the paper's step overlooks."""
    size = 64
    K = [[15 if i == j == 0 else 0 for j in range(size)] for i in range(size)]
    assert verdict(s6.lemma_36_eq_77_inequality, {"n": size}, K=K, r=2).outcome == "violation"
    assert verdict(s6.lemma_36_eq_77_repaired, {"n": size}, K=K, r=2).outcome == "holds"


@pytest.mark.parametrize("size", [2, 5, 64])
def test_identities_of_lemma_36_at_exact_points(size):
    K = [[Fraction(i == j) for j in range(size)] for i in range(size)]
    for statement in (s6.lemma_36_eq_76, s6.lemma_36_eq_77_equality):
        assert verdict(statement, {"n": size}, K=K, r=3).outcome in ("holds", "undecided")


def test_the_proof_of_the_equality_is_none_of_the_inequality():
    assert not examine(s6.lemma_36_eq_77_inequality, PROOFS["riedi.lemma-36.eq-77.equality"]).ok


def test_theorem_41_by_hand():
    """W_1 = diag(1/2, 1/8), D_1 = D = Id: 4 >= 3 = (1 + 1/2)/(1 - 1/2), and 4 >= (3/2)/(9/8)."""
    eye = [[1, 0], [0, 1]]
    values = {"W_1": [["1/2", 0], [0, "1/8"]], "D": eye, "D_1": eye}
    assert verdict(s6.thm_41, {"n": 2, "m": 0}, **values).outcome == "holds"
    assert verdict(s6.thm_41, {"n": 2, "m": 0}, **(values | {"W_1": eye})).outcome == "out_of_domain"


def test_the_strict_form_of_theorem_41_needs_its_hypothesis():
    """W_1 = diag(1/2, 1/2) has condition number 1 < 3: the hypothesis is not met."""
    eye = [[1, 0], [0, 1]]
    judgement = verdict(s6.thm_41, {"n": 2, "m": 0}, W_1=[["1/2", 0], [0, "1/2"]], D=eye, D_1=eye)
    assert judgement.outcome == "out_of_domain"
