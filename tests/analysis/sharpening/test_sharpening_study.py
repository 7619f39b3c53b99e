"""The study finds planted faults of sharpness, and finds none where there are none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lemmata.analysis.sharpening import study
from lemmata.analysis.sharpening.derive import bounds
from lemmata.analysis.sharpening.study import Survey, takes_negative_values
from lemmata.claims.profiles import profile
from lemmata.evaluate.decide import judge
from lemmata.language import Statement, det, eq, normF, smax, smin, tr
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.verdicts import Finding, Verdict
from tests.analysis.sharpening.planted import A, B, c, found_true, statement

QUICK = profile("quick")


def studied(one: Statement, others: tuple[Statement, ...] = ()) -> dict[str, Any]:
    out = study(one, found_true(), QUICK, seed=0, others=others)
    return json.loads(json.dumps(out))


def outcome(one: Statement, shown: dict[str, Any]) -> str:
    """What the certifier says of a statement at an instance of the study."""
    instance = Instance.from_json({"dims": shown["dims"], "values": shown["values"]})
    return judge(instantiate(one, instance.dims), instance).outcome


def test_a_superfluous_hypothesis_is_found() -> None:
    (entry,) = studied(statement("triangle", smax(A + B) <= smax(A) + smax(B), tr(A) > 0))["hypotheses"]
    assert entry["status"] == "not needed"
    assert entry["text"] == "tr(A) > 0" and entry["instead"] == "tr(A) <= 0"
    assert entry["instances"] >= 60 and entry["certified"] >= 1
    assert "survived" in entry["detail"] and "proved" not in entry["detail"]


def test_a_needed_hypothesis_comes_with_a_certified_counterexample() -> None:
    claim = smax(A) ** 2 <= smax(A)
    (entry, equality) = studied(statement("square", claim, smax(A) < 1))["hypotheses"]
    assert entry["status"] == "needed"
    without = statement("square-without", claim)
    assert outcome(without, entry["counterexample"]) == "violation"
    assert outcome(statement("square-outside", claim, smax(A) >= 1), entry["counterexample"]) == "violation"
    assert entry["certificate"]["kind"] == "violation"
    # at smax(A) == 1 the claim still holds, so the strict inequality asks too much
    assert equality["instead"] == "smax(A) == 1" and equality["status"] in (
        "less is enough",
        "not studied",
        "undecided",
    )


def test_nothing_is_needed_and_unnecessary_at_once() -> None:
    for claim, given in ((smax(A) ** 2 <= smax(A), (smax(A) < 1,)), (eq(smax(c * A), c * smax(A)), ())):
        entries = studied(statement("both", claim, *given))["hypotheses"]
        needed = {e["text"] for e in entries if e["status"] == "needed"}
        assert needed and not needed & {e["text"] for e in entries if e["status"] == "not needed"}


def test_a_loose_constant_is_improved_to_the_true_one() -> None:
    out = studied(statement("loose", smax(A) <= 2 * normF(A)))
    (constant,) = out["constants"]
    assert constant["status"] == "improvable" and constant["survived"] == "1/2"
    assert 0.49 < float(constant["at_least"]) <= 0.5
    assert outcome(statement("too-small", smax(A) <= normF(A) * 2 * 49 / 100), constant["instance"]) == "violation"
    (attained,) = out["attained"]
    assert attained["status"] == "not approached"


def test_a_sharp_constant_is_left_alone() -> None:
    out = studied(statement("sharp", smax(A) <= normF(A)))
    assert [e["status"] for e in out["constants"]] == ["best"]
    (attained,) = out["attained"]
    assert attained["status"] == "attained" and attained["structure"]
    assert outcome(statement("equal", eq(smax(A), normF(A))), attained["instance"]) == "holds"
    assert float(attained["instance"]["lhs"].strip("[]").split()[0]) != 0


def test_a_side_is_negative_only_where_that_is_certified() -> None:
    """Determinants of singular semidefinite matrices round to negative numbers, which say nothing of their sign."""
    one = statement("rounded", smax(A) <= smax(A) + det(B.T @ B) * 1000)
    survey = Survey(one, bounds(one), 0, "cpu", 64)
    survey.run()
    (bound,) = survey.bounds
    sides = survey.sides[bound.conjunct]
    assert sides.ratio is not None and not takes_negative_values(survey, bound)
    sides.negative = sides.ratio  # as if rounding had made it negative
    assert not takes_negative_values(survey, bound)
    signed = statement("signed", tr(A) <= tr(A) + 1)
    survey = Survey(signed, bounds(signed), 0, "cpu", 64)
    survey.run()
    assert takes_negative_values(survey, survey.bounds[0])


def test_a_dominated_bound_is_found() -> None:
    better = statement("better", smax(A) <= normF(A))
    worse = statement("worse", smax(A) <= normF(A) + smin(A))
    (entry,) = studied(worse, (better,))["dominated_by"]
    assert (entry["by"], entry["status"]) == ("planted.better", "dominated")
    assert outcome(statement("strictly", normF(A) < normF(A) + smin(A)), entry["strict"]) == "holds"
    (entry,) = studied(better, (worse,))["dominated_by"]
    assert entry["status"] == "not dominated"


def test_an_incomparable_pair_is_not_called_dominated() -> None:
    first = statement("first", smax(A @ B) <= smax(A) * normF(B))
    second = statement("second", smax(A @ B) <= normF(A) * smax(B))
    for one, other in ((first, second), (second, first)):
        entries = studied(one, (other,))["dominated_by"]
        assert entries and {e["status"] for e in entries} == {"not dominated"}


def test_the_same_seed_gives_the_same_study() -> None:
    one = statement("again", smax(A) <= 2 * normF(A), tr(A) > 0)
    assert studied(one) == studied(one)


@pytest.mark.parametrize("verdict", [v for v in Verdict if v not in (Verdict.PROVED, Verdict.SUPPORTED)])
def test_only_true_statements_are_studied(verdict: Verdict) -> None:
    finding = Finding(verdict, "", {})
    assert study(statement("false", smax(A) <= smin(A)), finding, QUICK, 0) == {}
