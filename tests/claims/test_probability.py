"""Probabilities at finite n: what is true survives, what is false falls, and what says nothing is called vacuous."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata.claims import almost_surely, finite_probability
from lemmata.claims.profiles import QUICK
from lemmata.language import ActivationPattern, Dim, Kind, Scalar, Statement, chain, cond, eq, exp, smax, tr
from lemmata.language.probability import Iid, P
from lemmata.language.verdicts import Verdict
from lemmata.statistics.cells import Cell, admitted
from lemmata.statistics.sequential import STATEMENTS, SUITE_ERROR
from theorems.riedi2022 import RIEDI_2022, section6_probability

one = Dim("n", 1, 1)
X = Iid("K", one, one, "gaussian")  # a single standard normal number
n = Dim("n")
K = Iid("K", n, n, "gaussian", "uniform")
U = Iid("K", one, one, "uniform")  # a single number of variance 1, evenly spread


def statement(claim, given=(), kind=Kind.PROBABILITY):
    return Statement("riedi.test", "", RIEDI_2022.at("here"), kind, claim, given)


def check(claim, given=(), seed=0):
    return finite_probability.check(statement(claim, given), QUICK, seed)


def worst(finding):
    return finding.evidence["probability"]["worst"][0]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (P(tr(X) > 1) <= Fraction(1587, 10_000), Verdict.SUPPORTED),
        (P(tr(X) > 1) <= Fraction(127, 1_000), Verdict.REFUTED),  # too small by 20 %
        (P(tr(X) > 1) >= Fraction(1586, 10_000), Verdict.SUPPORTED),
        (P(tr(X) > 1) > Fraction(19, 100), Verdict.REFUTED),
        (P(tr(X) <= 0) >= Fraction(1, 2), Verdict.SUPPORTED),  # with equality
        (Fraction(3, 5) <= P(tr(X) <= 0), Verdict.REFUTED),
        (P(chain(-1, "<=", tr(X), "<", 1)) >= Fraction(68, 100), Verdict.SUPPORTED),
        (P(chain(-1, "<=", tr(X), "<", 1)) <= Fraction(60, 100), Verdict.REFUTED),
        (P(tr(X) <= 1) >= 1 - P(tr(X) <= -1), Verdict.SUPPORTED),  # equal: what is subtracted counts in full
        (P(tr(X) <= 1) >= Fraction(21, 20) - P(tr(X) <= -1), Verdict.REFUTED),
        (P(tr(X) <= 1) + 2 * P(tr(X) > 1) <= Fraction(116, 100), Verdict.SUPPORTED),
        (P(smax(X) >= 0) >= 1, Verdict.SUPPORTED),
        (P(smax(X) >= Fraction(1, 100)) >= 1, Verdict.REFUTED),
        (P(smax(X) < 0) <= 0, Verdict.SUPPORTED),
        (P(tr(X) > 1) <= 2, Verdict.SUPPORTED),
    ],
    ids=str,
)
def test_laws_with_known_answers(claim, verdict):
    finding = check(claim)
    assert finding.verdict is verdict
    assert (finding.counterexample is not None) is (verdict is Verdict.REFUTED)
    assert json.dumps([finding.evidence, finding.figure, finding.counterexample], allow_nan=False)


def test_a_condition_that_never_holds_makes_the_claim_vacuous():
    finding = check(P(tr(X) > 1, smax(X) < 0) <= Fraction(1, 2))
    assert finding.verdict is Verdict.VACUOUS and "condition" in finding.evidence["stopped"]
    assert finding.figure is None


def test_hypotheses_that_never_hold_make_the_claim_vacuous():
    r = Scalar("r")
    finding = check(P(smax(r * K) > 1) <= Fraction(1, 2), (r > 2, r < 1))
    assert finding.verdict is Verdict.VACUOUS and "hypotheses" in finding.evidence["stopped"]


def test_events_without_meaning_make_the_claim_vacuous():
    zero = ActivationPattern("D", n, n, 0)
    finding = check(P(cond(zero @ K) <= 1) <= Fraction(1, 2))
    assert finding.verdict is Verdict.VACUOUS
    assert finding.evidence["out_of_domain"] > 0 and "no meaning" in finding.evidence["stopped"]


def test_undecided_events_are_read_in_favour_of_the_claim():
    same = smax(K) - smax(K)
    for claim in (P(same > 0) <= 0, P(same > 0) >= 1):
        assert check(claim).verdict is Verdict.VACUOUS


def test_claims_of_another_form_are_refused():
    for claim in (eq(P(tr(X) > 1), Fraction(1, 2)), P(tr(X) > 1) ** 2 <= 1, tr(K) <= 1):
        with pytest.raises(TypeError):
            check(claim)


def test_the_error_probability_is_stated_and_kept():
    finding = check(P(tr(U) > 1) <= Fraction(1, 10))  # no law in closed form is known for it here
    said = finding.evidence["probability"]
    assert said["error_suite"] == SUITE_ERROR == 1e-9 and said["statements"] == STATEMENTS
    assert said["error_per_test"] * said["tests"] * STATEMENTS <= SUITE_ERROR * (1 + 1e-12)
    assert worst(finding)["log10_evidence"] >= -math.log10(said["error_per_test"])
    shown = worst(finding)["probabilities"][0]
    assert shown["low"] <= (3 - 3**0.5) / 6 <= shown["high"] and worst(finding)["p_value"] < said["error_per_test"]


def test_a_run_is_fixed_by_its_seed():
    claim = P(tr(X) > 1) <= Fraction(1587, 10_000)
    first, again, other = (check(claim, seed=s) for s in (0, 0, 1))
    assert first.evidence == again.evidence != other.evidence


def test_true_claims_are_not_refuted_when_the_level_is_loose(monkeypatch):
    """60 runs at the boundary with an error of 1 % per test: hardly ever an alarm."""
    monkeypatch.setattr(finite_probability, "allowance", lambda tests: 1e-2)
    monkeypatch.setattr(finite_probability, "FEWEST", 4_000)
    small = replace(QUICK, instances=4_000)
    half = statement(P(tr(X) <= 0) >= Fraction(1, 2))
    alarms = sum(finite_probability.check(half, small, seed).verdict is Verdict.REFUTED for seed in range(60))
    assert alarms <= 5


# --- the statements of the paper

ROWS = {s.id: s for s in vars(section6_probability).values() if isinstance(s, Statement)}


def weakened(name, claim):
    return replace(ROWS[name], claim=claim)


V, link, theta, tail = (getattr(section6_probability, k) for k in ("V", "link", "theta", "tail"))


@pytest.mark.long
def test_false_variants_of_the_paper_fall():
    for name, claim in {
        "riedi.thm-39.eq-86": P(cond(link) <= 1) >= 1 - 2 * tail - P(smax(V) >= 1),
        "riedi.thm-39.gauss-tail": P(2 * tr(V) > 0) <= exp(-(theta**2) / 2),
        "riedi.exception-s1": P(smax(section6_probability.W_5) >= Fraction(1, 10)) <= Fraction(1, 500_000),
    }.items():
        assert finite_probability.check(weakened(name, claim), QUICK, 0).verdict is Verdict.REFUTED


def test_no_multiple_singular_value_is_proved():
    finding = almost_surely.check(ROWS["riedi.thm-34"], QUICK, 0)
    assert finding.verdict is Verdict.PROVED and finding.scope == "all n"
    assert all(step["ok"] for step in finding.proof["steps"]) and len(finding.proof["steps"]) > 10


def test_almost_sure_claims_of_another_form_are_refused():
    from lemmata.language import Index, Matrix, forall, gap, s
    from lemmata.language.probability import AlmostSurely, Continuous

    i, M = Index("i"), Continuous("M", n, n)
    for event in (
        forall(i, 1, n, gap(s(Matrix("A", n, n)), i) > 0),
        forall(i, 1, n, gap(s(M), i) > 1),
        forall(i, 1, n, gap(s(M @ M), i) > 0),
        smax(M) > 0,
    ):
        with pytest.raises(TypeError):
            almost_surely.check(statement(AlmostSurely(event), kind=Kind.IDENTITY), QUICK, 0)


def test_a_parameter_that_may_be_any_number_is_tried_with_both_signs():
    """A tail bound for positive thresholds is false for negative ones."""
    t = Scalar("t")
    claim = P(tr(X) > t) <= exp(-(t**2) / 2)
    assert check(claim, t >= 0).verdict is Verdict.SUPPORTED
    assert check(claim).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("t", "inside"), [(Fraction(1, 2), True), (Fraction(1), True), (Fraction(2), False)])
def test_a_number_outside_its_domain_refutes_nothing(t: Fraction, inside: bool) -> None:
    power = Scalar("t", 0, 1)
    claimed = statement(P(tr(X) <= power) <= 1)
    assert admitted(claimed, Cell({}, {"t": t}, {}, "gaussian")) == inside
