"""Single trials: kills with certificates the checker accepts, survivors, failures that are reported."""

from __future__ import annotations

import pytest

from lemmata.language.verdicts import Verdict
from lemmata.mutants import trial
from lemmata.mutants.trial import MUTANT, check
from lemmata.mutants.variants import variants
from tests.claims.engine_runs import accepted


def named(origin, operator, now=None):
    """The id of a mutant by its operator and, where there are several, its text."""
    return next(v.id for v in variants(origin) if v.operator == operator and now in (None, v.change[0]))


@pytest.mark.parametrize(
    ("origin", "operator", "now"),
    [
        ("riedi.lemma-21", "constant-1pct", "smin(M_o + rho * I(n))**2 <= 99/100 * smax(M_o + rho * I(n))**2"),
        ("riedi.lemma-18~repaired", "hypothesis-dropped", "(left out)"),
        ("riedi.prop-26", "domain-widened", None),
        ("riedi.eq-48", "min-max", None),
        ("zhao.eq-5", "constant-10pct", None),
        ("le.lemma-3.eq-4~relu", "sign-flipped", None),
        ("le.lemma-2", "network-for-tree", None),
    ],
)
def test_a_false_mutant_is_killed_with_a_certificate(origin, operator, now, tmp_path):
    ids = [v.id for v in variants(origin) if v.operator == operator and now in (None, v.change[0])]
    record = next(r for r in (check(i, MUTANT, 0, "cpu") for i in ids) if r["outcome"] == "killed")
    assert record["verdict"] == Verdict.REFUTED and record["instance"] and "=" in record["instance"]
    assert accepted(record["_certificate"], tmp_path)
    assert record["_certificate"]["statement"] == record["id"]


def test_a_true_mutant_is_equivalent_or_survives():
    plain = check(named("riedi.prop-4.norms", "sum-root"), MUTANT, 0, "cpu")
    assert plain["outcome"] == "equivalent" and plain["reason"] and plain["rounds"] == 1
    hard = check("riedi.thm-30~constant-1pct.4", MUTANT, 0, "cpu")  # true by an inequality that no proof here uses
    assert hard["outcome"] == "survived" and hard["rounds"] == 2 and hard["min_slack"] >= 0
    assert hard["tried"] > 0 and hard["instance"]


def test_a_trial_is_the_same_under_the_same_seed():
    first, second = (check(named("riedi.eq-21", "reversed"), MUTANT, 5, "cpu") for _ in range(2))
    for record in (first, second):
        record.pop("seconds")
    assert first == second


def test_a_failure_is_reported(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("the mill broke")

    monkeypatch.setattr(trial.engine, "dispatch", broken)
    record = check(named("riedi.eq-21", "reversed"), MUTANT, 0, "cpu")
    assert record["outcome"] == "error" and "the mill broke" in record["reason"]


def test_an_unknown_mutant_is_refused():
    with pytest.raises(KeyError):
        check("riedi.lemma-21~strict.77", MUTANT, 0, "cpu")


def test_instances_are_written_in_a_line():
    shown = {"dims": {"n": 2}, "values": {"M": [["0", "1"], ["1/2", "0"]], "rho": "1"}}
    assert trial.line(shown) == "n = 2, M = [0 1; 1/2 0], rho = 1"
    assert len(trial.line({"values": {"x": "1" * 1000}})) == trial.LONGEST


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("le.lemma-3.eq-5~repaired~flow-hypothesis-dropped.2", "killed"),  # same_neighbours
        ("le.lemma-4~repaired~flow-hypothesis-dropped.2", "killed"),  # is_cut
        ("le.eq-81~repaired~flow-hypothesis-dropped.2", "killed"),  # same_neighbours, under descent
        ("le.thm-1.within-block~diagonal~sign-flipped.1", "killed"),  # a diagonal in a certificate of a flow
        # true for linear units, but the template that proves the row states stable_signs
        ("le.thm-1.fully-connected~linear~flow-hypothesis-dropped.1", "survived"),
    ],
)
def test_hypotheses_of_flows_are_needed_or_proved_superfluous(name, outcome):
    record = check(name, MUTANT, 0, "cpu")
    assert record["outcome"] == outcome, record["reason"]
