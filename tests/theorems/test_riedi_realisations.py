"""Section 6.2: what holds for every realisation, and the inequality of (77) that does not."""

from fractions import Fraction

import pytest

from lemmata.certificates import write
from lemmata.claims import counterexample
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.network_checker.network_program import check_certificate
from lemmata.prove.proofs import examine
from tests.theorems.riedi_statements import PROOFS, exact, verdict
from theorems.riedi2022 import section6_random as s6


def zeros(size):
    return [[0] * size for _ in range(size)]


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


def test_the_proof_of_the_equality_is_none_of_the_inequality():
    assert not examine(s6.lemma_36_eq_77_inequality, PROOFS["riedi.lemma-36.eq-77.equality"]).ok


def test_the_strict_form_of_theorem_41_needs_its_hypothesis():
    """W_1 = diag(1/2, 1/2) has condition number 1 < 3: the hypothesis is not met."""
    eye = [[1, 0], [0, 1]]
    judgement = verdict(s6.thm_41, {"n": 2, "m": 0}, W_1=[["1/2", 0], [0, "1/2"]], D=eye, D_1=eye)
    assert judgement.outcome == "out_of_domain"
