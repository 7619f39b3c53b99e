"""Derived statements, and words on instances."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata import catalogue
from lemmata.analysis.sharpening import study
from lemmata.analysis.sharpening.derive import at_equality, bounds, negation, renamed, wider_domains, without_hypotheses
from lemmata.analysis.sharpening.matching_bounds import rivals
from lemmata.analysis.sharpening.study import Survey, structure, takes_negative_values
from lemmata.claims.profiles import profile
from lemmata.evaluate.decide import decide, judge
from lemmata.language import ActivationPattern, Dim, Index, Statement, det, eq, forall, normF, s, smax, smin, tr
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.verdicts import Finding, Verdict
from tests.analysis.sharpening.planted import A, B, c, found_true, n, statement

i = Index("i")
NUMBERS = st.integers(-2, 2)
SQUARES = st.integers(1, 2).flatmap(
    lambda k: st.lists(st.lists(NUMBERS, min_size=k, max_size=k), min_size=k, max_size=k)
)


@pytest.mark.parametrize(
    "clause",
    [
        smax(A) < 1,
        smax(A) <= 1,
        tr(A) > 0,
        tr(A) >= 1,
        eq(tr(A), 0),
        s(A) <= 1,
        s(A) > 0,
        eq(s(A), smax(A)),
        eq(A, A.T),
        forall(i, 1, n - 1, s(A, i) > s(A, i + 1)),
        forall(i, 1, n, s(A, i) <= 1),
    ],
    ids=str,
)
@settings(max_examples=25, deadline=None)
@given(rows=SQUARES)
def test_exactly_one_of_a_clause_and_its_negation_holds(clause: Any, rows: list[list[int]]) -> None:
    opposite = negation(clause)
    assert opposite
    value = [[Fraction(x) for x in row] for row in rows]
    instance = Instance({"n": len(rows)}, {"A": value})
    one = statement("either", tr(A) <= smax(A) * 100, (clause,))
    other = statement("or", tr(A) <= smax(A) * 100, opposite)

    def met(which: Any) -> bool:
        concrete = instantiate(which, instance.dims)
        if not concrete.admissible:
            return False
        decisions = [decide(h, instance) for h in concrete.hypotheses]
        assert all(d.status in ("holds", "tie", "broken") for d in decisions)
        return all(d.established for d in decisions)

    assert met(one) != met(other)


def test_a_derived_statement_has_the_construction_and_no_proof() -> None:
    lemma = catalogue.get("riedi.lemma-18~repaired")
    made = list(without_hypotheses(lemma))
    assert len(made) == len(lemma.hypotheses)
    assert all(a.statement is not None and a.statement.construct == lemma.construct for a in made)
    ids = [a.statement.id for a in made if a.statement]
    assert len(set(ids)) == len(ids) and catalogue.find(ids[0]) is None


def test_equality_is_tried_where_a_strict_hypothesis_can_be_crossed() -> None:
    made = list(at_equality(statement("strict", smin(A) <= smax(A), (smax(A) < 1, smin(A) > 0, tr(A) >= 0))))
    assert [a.wider for a in made] == ["smax(A) == 1"]


def test_renaming_reaches_the_domains_of_other_variables() -> None:
    eta, size = c, Dim("m", 0, n)
    pattern = ActivationPattern("D", size, n, eta)
    wide = renamed(smax(pattern) <= 1, {eta: Index("eta")})
    assert not wide.has(eta)
    assert "eta" in {leaf.name for leaf in statement("wide", wide).let}


@pytest.mark.parametrize(
    ("identifier", "said"),
    [
        ("riedi.lemma-24", {"D: any square matrix of norm at most 1", "D: any diagonal matrix"}),
        ("riedi.prop-23", {"D: any orthogonal matrix"}),
        ("zhao.skip-shift~repaired", {"W: symmetric, indefinite", "beta: zero or negative"}),
        ("riedi.lemma-24.leaky~repaired", {"eta: below its lower end", "eta: above its upper end"}),
        ("riedi.prop-26", {"D: any square matrix"}),
    ],
)
def test_every_kind_of_domain_has_a_wider_one(identifier: str, said: set[str]) -> None:
    assert said <= {a.wider for a in wider_domains(catalogue.get(identifier))}


# --- words on instances, and matching of bounds


def said(**values: list[list[int]]) -> list[str]:
    held = {name: [[Fraction(x) for x in row] for row in rows] for name, rows in values.items()}
    return structure(Instance({}, held))


def test_bounds_on_the_condition_number_meet() -> None:
    first, second = (catalogue.get(f"riedi.thm-22.eq-{k}") for k in (53, 54))
    (rival,) = rivals(first, (second,))
    better = rival.better(first)
    assert len(better.given) == 2 and len(better.claim) == 1


# --- The study finds planted faults of sharpness, and finds none where there are none

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
    for claim, hypotheses in ((smax(A) ** 2 <= smax(A), (smax(A) < 1,)), (eq(smax(c * A), c * smax(A)), ())):
        entries = studied(statement("both", claim, *hypotheses))["hypotheses"]
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
