"""The power of a check is measured on altered claims, and a check without any supports nothing."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.claims import finite_probability, measured_claims, whole_trainings
from lemmata.claims.power import measure
from lemmata.claims.profiles import QUICK
from lemmata.language import Dim, Kind, Statement, normF, smax, tr
from lemmata.language.networks import LayerMatrix, Network
from lemmata.language.probability import Iid, P
from lemmata.language.training import TendsTo
from lemmata.language.verdicts import Finding, Verdict
from theorems.riedi2022 import RIEDI_2022

one = Dim("n", 1, 1)
X = Iid("K", one, one, "gaussian")
QUICK = replace(QUICK, instances=3_000)


def statement(claim, kind, given=()):
    return Statement("riedi.test", "", RIEDI_2022.at("here"), kind, claim, given)


def supported(recheck):
    return Finding(Verdict.SUPPORTED, "", {"instances": 100, "certified": 0}, extra={measure.RECHECK: recheck})


def test_the_smallest_change_is_found_by_bisection():
    asked = []

    def recheck(changed):
        (claim,) = changed.conjuncts
        if not claim.rhs.args:  # the event was changed, not the bound
            return Verdict.SUPPORTED
        asked.append(float(claim.rhs.args[1]))
        return Verdict.REFUTED if asked[-1] >= 1.05 else Verdict.SUPPORTED

    finding = supported(recheck)
    measure.attach(statement(P(tr(X) > 1) <= Fraction(1, 5), Kind.PROBABILITY), finding)
    change = finding.evidence["power"]["changes"][0]
    assert change["smallest"] == 0.05 and change["verdicts"] == ["refuted"] and len(asked) < 12
    assert "5 % on the probability" in finding.evidence["power"]["summary"]


def test_a_check_that_notices_nothing_supports_nothing():
    finding = supported(lambda changed: Verdict.SUPPORTED)
    measure.attach(statement(P(tr(X) > 1) <= Fraction(1, 5), Kind.PROBABILITY), finding)
    assert finding.verdict is Verdict.INCONCLUSIVE and "no power" in finding.evidence["stopped"]


def test_the_power_of_an_enclosed_probability():
    """P[Z > 1] = 0.1587 against 1/5: off by 26 %."""
    claim = statement(P(tr(X) > 1) <= Fraction(1, 5), Kind.PROBABILITY)
    finding = finite_probability.check(claim, QUICK, 0)
    measure.attach(claim, finding)
    found = {c["change"]: c["smallest"] for c in finding.evidence["power"]["changes"]}
    assert found["the probability"] == 0.5 and found["a threshold of the event"] == 0.2
    assert finding.verdict is Verdict.SUPPORTED


def test_a_limit_that_only_rays_reach_is_not_supported():
    """The difference of squared norms is 0 on every ray; elsewhere it stays what it was."""
    nu = Network("nu", "layered", ("linear",))
    first, second = LayerMatrix(nu, 1), LayerMatrix(nu, 2)
    row = catalogue.get("le.cor-1~linear")
    claim = TendsTo(normF(second) ** 2 - normF(first) ** 2, 0, nu)
    false = replace(row, claim=(claim,), given=())
    finding = whole_trainings.check(false, QUICK, 0)
    assert finding.verdict is Verdict.INCONCLUSIVE and "does not begin on a ray" in finding.evidence["stopped"]
    assert whole_trainings.check(row, QUICK, 0).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(("instances", "names", "kept"), [(12, ("a", "b"), True), (11, ("a", "b"), False),
                                                          (500, ("a",), False)])  # fmt: skip
def test_support_needs_instances_of_several_families(instances, names, kept):
    ensembles = [{"name": name, "accepted": 1} for name in names] + [{"name": "idle", "accepted": 0}]
    finding = Finding(Verdict.SUPPORTED, "", {"instances": instances, "ensembles": ensembles, "min_slack": 0.0})
    measure.attach(statement(smax(X) >= 0, Kind.ALGEBRAIC), finding)
    assert (finding.verdict is Verdict.SUPPORTED) is kept
    assert kept or "support needs" in finding.evidence["stopped"]


def test_a_handful_of_draws_supports_nothing_however_it_is_checked():
    def noticed(changed):
        return Verdict.REFUTED

    few = Finding(Verdict.SUPPORTED, "", {"instances": 11, "certified": 2}, extra={measure.RECHECK: noticed})
    measure.attach(statement(P(tr(X) > 1) <= Fraction(1, 5), Kind.PROBABILITY), few)
    assert few.verdict is Verdict.INCONCLUSIVE and "11 instances" in few.evidence["stopped"]


def test_a_claim_about_particular_objects_needs_no_dozen_but_needs_power():
    """What is enclosed altogether is no sample; a check that would notice nothing still supports nothing."""
    claim = statement(P(tr(X) > 1) <= Fraction(1, 5), Kind.PROBABILITY)

    def verdict(exhaustive, notices):
        recheck = {measure.RECHECK: lambda changed: Verdict.REFUTED if notices else Verdict.SUPPORTED}
        evidence = {"instances": 2, "certified": 0}
        finding = Finding(Verdict.SUPPORTED, "", evidence, extra={**recheck, measure.EXHAUSTIVE: exhaustive})
        measure.attach(claim, finding)
        assert not finding.extra
        return finding.verdict

    assert verdict(True, True) is Verdict.SUPPORTED
    assert verdict(False, True) is Verdict.INCONCLUSIVE
    assert verdict(True, False) is Verdict.INCONCLUSIVE


@pytest.mark.long
def test_only_a_figure_without_draws_is_about_particular_objects(monkeypatch):
    found = []
    monkeypatch.setattr(measured_claims, "EXHAUSTIVE", "seen")
    for identifier in ("riedi.fig-2", "riedi.fig-4"):
        found.append(measured_claims.check(catalogue.get(identifier), QUICK, 0).extra["seen"])
    assert found == [True, False]
