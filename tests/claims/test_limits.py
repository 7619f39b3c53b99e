"""Limits: the right law, scale, centre, constant and rate survive; wrong ones are refuted."""

import json
from fractions import Fraction

import pytest

from lemmata.claims import limits
from lemmata.claims.profiles import QUICK
from lemmata.language import Dim, Kind, Scalar, Statement, cond, exp, lmax, lmin, smax, sqrt, tr
from lemmata.language.probability import Converges, Density, Grows, Iid, P, Point, ScaledLaw, TracyWidom, UpToScale
from lemmata.language.verdicts import Verdict
from theorems.riedi2022 import RIEDI_2022

n = Dim("n")
G = Iid("K", n, n, "gaussian")
t_max = lmax(G + G.T)
Z = (t_max - sqrt(8 * n)) * n ** Fraction(1, 6)
TW = TracyWidom(1)
t, r = Point("t"), Scalar("r")


def check(claim, given=(), seed=0):
    return limits.check(Statement("riedi.test", "", RIEDI_2022.at("here"), Kind.LIMIT, claim, given), QUICK, seed)


def series(finding):
    return finding.evidence["limit"]["series"]


CLAIMS = {
    "scale": (Converges(Z, ScaledLaw(sqrt(2), TW), n, "in law"), Verdict.SUPPORTED),
    "wrong scale": (Converges(Z, TW, n, "in law"), Verdict.REFUTED),
    "scale off by a fifth": (Converges(Z, ScaledLaw(Fraction(17, 10), TW), n, "in law"), Verdict.REFUTED),
    "wrong centre": (
        Converges((t_max - sqrt(8 * n) + 1) * n ** Fraction(1, 6), ScaledLaw(sqrt(2), TW), n, "in law"),
        Verdict.REFUTED,
    ),
    "wrong power": (Converges((t_max - sqrt(8 * n)) * sqrt(n), ScaledLaw(sqrt(2), TW), n, "in law"), Verdict.REFUTED),
    "density": (
        Converges(cond(G) / n, Density(t, (2 * t + 4) / t**3 * exp(-2 / t - 2 / t**2)), n, "in law"),
        Verdict.SUPPORTED,
    ),
    "wrong density": (Converges(cond(G) / n, Density(t, exp(-t)), n, "in law"), Verdict.REFUTED),
    "constant": (Converges(smax(G) / sqrt(n), 2, n, "in probability"), Verdict.SUPPORTED),
    "wrong constant": (Converges(smax(G) / sqrt(n), Fraction(9, 4), n, "in probability"), Verdict.REFUTED),
    "no constant at all": (Converges(smax(G), 2, n, "almost surely"), Verdict.REFUTED),
    "probability": (Converges(P(cond(G) <= 2 * n), exp(-Fraction(3, 2)), n, "as numbers"), Verdict.SUPPORTED),
    "wrong probability": (Converges(P(cond(G) >= 2 * n), 1, n, "as numbers"), Verdict.REFUTED),
    "rate": (Grows(cond(G), n, n), Verdict.SUPPORTED),
    "wrong rate": (Grows(cond(G), sqrt(n), n), Verdict.REFUTED),
    "rate too fast": (Grows(cond(G), n**2, n), Verdict.REFUTED),
    "joint law unknown": (
        Converges(Z + (-lmin(G + G.T) - sqrt(8 * n)) * n ** Fraction(1, 6), TW, n, "in law"),
        Verdict.INCONCLUSIVE,
    ),
    "no theorem, true": (Converges(tr(G) / n, 0, n, "in probability"), Verdict.SUPPORTED),
    "no theorem, false": (Converges(tr(G) / n, 1, n, "in probability"), Verdict.INCONCLUSIVE),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CLAIMS)
def test_limits_with_known_answers(name):
    claim, verdict = CLAIMS[name]
    finding = check(claim)
    assert finding.verdict is verdict, series(finding)
    assert (finding.counterexample is not None) is (verdict is Verdict.REFUTED)
    assert finding.figure["kind"] == "trend" and json.dumps([finding.evidence, finding.figure], allow_nan=False)


def test_the_scale_left_open_is_found():
    (found,) = series(check(Converges(Z, UpToScale(TW), n, "in law")))
    scale = found["scale"]
    assert scale["read_as"] == "sqrt(2)" and scale["value"] == 2**0.5 and scale["from_theorems"]
    last = scale["measured"][-1]
    assert last["n"] == 128 and last["low"] < 2**0.5 < last["high"] and last["high"] - last["low"] < 0.6
    assert last["level"] > 0.9999


def test_a_run_is_fixed_by_its_seed():
    claim = Converges(smax(G) / sqrt(n), 2, n, "in probability")
    first, again, other = (check(claim, seed=s).evidence for s in (0, 0, 1))
    assert first == again != other


def test_hypotheses_that_never_hold_make_the_claim_vacuous():
    claim = Converges(smax(r * G) / sqrt(n), 2 * r, n, "in probability")
    assert check(claim, (r > 2, r < 1)).verdict is Verdict.VACUOUS
    assert check(claim, r > 2).verdict is Verdict.SUPPORTED


def test_a_quantity_without_value_makes_the_claim_vacuous():
    assert check(Converges(sqrt(-smax(G)), TW, n, "in law")).verdict is Verdict.VACUOUS


def test_claims_of_another_form_are_refused():
    with pytest.raises(TypeError):
        check(smax(G) <= 1)
    with pytest.raises(TypeError):
        check(Converges(P(smax(G) > 1, smax(G) > 2), 1, n, "as numbers"))


def test_no_quantity_tends_to_a_density_that_does_not_integrate_to_one():
    assert check(Converges(cond(G) / n, Density(t, 2 * exp(-t)), n, "in law")).verdict is Verdict.REFUTED
