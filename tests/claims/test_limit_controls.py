"""Negative controls of kind L: draws that do not lie where they ought to, and exponents that are not the true one."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.claims import limits
from lemmata.claims.profiles import QUICK
from lemmata.language import sqrt
from lemmata.language.probability import Converges, UpToScale
from lemmata.language.verdicts import Verdict
from theorems.riedi2022.section6_probability import TracyWidom, n, t_max, t_min

ROWS = ("riedi.thm-33", "riedi.thm-33~sharpened", "riedi.thm-35.limit", "riedi.thm-35.fluctuation", "riedi.edelman",
        "riedi.thm-38.eq-83", "riedi.thm-38.eq-84")  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ROWS)
def test_larger_draws_change_the_verdict(name, monkeypatch):
    """The theorems still say what they said: they alone support nothing."""
    true = limits.drawn
    monkeypatch.setattr(limits, "drawn", lambda *args: None if (x := true(*args)) is None else 1.3 * x)
    monkeypatch.setattr(limits, "outcome", lambda *args: pytest.fail("not a row about probabilities"))
    assert limits.check(catalogue.get(name), QUICK, 0).verdict is Verdict.INCONCLUSIVE


@pytest.mark.sampled(3)
@pytest.mark.parametrize("power", [Fraction(1, 7), Fraction(1, 5), Fraction(1, 4), Fraction(1, 8), Fraction(1, 2)])
def test_any_other_exponent_of_theorem_33_is_refuted(power):
    claim = tuple(
        Converges((edge - sqrt(8 * n)) * n**power, UpToScale(TracyWidom(1)), n, "in law") for edge in (t_max, -t_min)
    )
    statement = replace(catalogue.get("riedi.thm-33"), claim=claim)
    assert limits.check(statement, QUICK, 0).verdict is Verdict.REFUTED


@pytest.mark.sampled(2)
@pytest.mark.parametrize("shift", [Fraction(1, 2), Fraction(-1, 2)])
def test_a_multiple_of_the_law_about_another_centre_is_refuted(shift):
    """The factor is left open, the place is not."""
    edge = (t_max - sqrt(8 * n)) * n ** Fraction(1, 6)
    claim = (Converges(edge + shift, UpToScale(TracyWidom(1)), n, "in law"),)
    found = limits.check(replace(catalogue.get("riedi.thm-33"), claim=claim), QUICK, 0)
    assert found.verdict is Verdict.REFUTED
    assert (
        limits.check(
            replace(catalogue.get("riedi.thm-33"), claim=(claim[0].func(edge, *claim[0].args[1:]),)), QUICK, 0
        ).verdict
        is Verdict.SUPPORTED
    )


@pytest.mark.long
def test_parameters_at_which_a_limit_has_no_value_are_left_out_and_named():
    """Without r > 1 the constant of (83) is a root of a negative number, or a quotient by 0, up to 1."""
    row = catalogue.get("riedi.thm-38.eq-83")
    found = limits.check(replace(row, given=()), QUICK, 0)
    assert "names no number there: r = 1, gaussian;" in found.evidence["stopped"]
    assert all("r = 1," not in s["parameters"] for s in found.evidence["limit"]["series"])
    assert "left out" not in limits.check(row, QUICK, 0).evidence["stopped"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["riedi.thm-38.eq-84", "riedi.lemma-40"])
def test_a_bound_on_a_parameter_is_missed_where_it_is_left_out(name):
    """(84) fails for r < 0, Lemma 40 for r below 1 / sqrt(2)."""
    found = limits.check(replace(catalogue.get(name), given=()), replace(QUICK, thorough=True), 0)
    assert found.verdict is Verdict.REFUTED


def test_a_theorem_that_is_the_claim_itself_is_named_and_does_not_count():
    finding = limits.check(catalogue.get("riedi.thm-35.fluctuation"), QUICK, 0)
    (series,) = finding.evidence["limit"]["series"]
    assert finding.verdict is Verdict.SUPPORTED and series["own_theorem"]
    assert all(reported["by"] == "exact laws" and reported["agrees"] for reported in series["reported"])
