"""Non-singular with probability one: what is proved, and what is no such claim."""

import pytest

from lemmata.claims import almost_surely
from lemmata.claims.profiles import QUICK
from lemmata.language import Dim, Kind, Matrix, Scalar, Statement, det, ones, smin
from lemmata.language.domains import Positive
from lemmata.language.probability import AlmostSurely, Continuous, Iid
from lemmata.language.verdicts import Verdict
from theorems.oyedotun2021 import OYEDOTUN_2021
from theorems.oyedotun2021.section4_representations import prop_1

n = Dim("n")
X, A = Continuous("X", n, n), Matrix("A", n, n)
c, sigma = Scalar("c"), Scalar("sigma", domain=Positive())


def check(event):
    source = OYEDOTUN_2021.at("here")
    return almost_surely.check(Statement("oyedotun.test", "", source, Kind.IDENTITY, AlmostSurely(event)), QUICK, 0)


def test_the_proposition_is_proved():
    finding = almost_surely.check(prop_1, QUICK, 0)
    assert finding.verdict is Verdict.PROVED
    assert all(step["ok"] for step in finding.proof["steps"])
    assert len(finding.proof["steps"]) == 1 + almost_surely.WITNESSES + len(almost_surely.GENERIC)


@pytest.mark.parametrize("matrix", [X, sigma * X, c * ones(n, n) + X, Iid("G", n, n, "uniform")], ids=str)
def test_every_density_will_do(matrix):
    assert check(abs(det(matrix)) > 0).verdict is Verdict.PROVED


@pytest.mark.parametrize("matrix", [A, 2 * X, c * X, c * ones(n, n), X @ X, A + X, X + X, -1 * X], ids=str)
def test_other_matrices_are_refused(matrix):
    with pytest.raises(TypeError):
        check(abs(det(matrix)) > 0)


@pytest.mark.parametrize("event", [abs(det(X)) > 1, abs(det(X)) >= 0, det(X) > 0, smin(X) > 0], ids=str)
def test_other_events_are_refused(event):
    with pytest.raises(TypeError):
        check(event)
