"""The steps of the printed proofs of Theorems 31, 32, 38 and 39, and what they would say a little otherwise."""

from dataclasses import replace

import pytest

from lemmata.claims import algebraic, profiles
from lemmata.evaluate.decide import decide, judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import Id, chain, eq, forall, maxabs, normF, sqrt, tr
from lemmata.language.instantiate import instantiate
from lemmata.prove.proofs import examine
from lemmata.sample.batches import exact
from lemmata.textbook import THEOREMS
from numerics.riedi2022.constructions import bounded
from tests.theorems.riedi_statements import PROOFS, STATEMENTS, verdict
from theorems.riedi2022 import section4_families as s4
from theorems.riedi2022 import section5_steps as hard
from theorems.riedi2022 import section6_steps as st

# --- the remarks in the notes, by hand


def test_the_difference_of_roots_needs_an_order():
    """The paper asks for 0 < a, b < 1 only."""
    printed = replace(st.thm_39_eq_87_roots, given=(st.a > 0, st.a < 1, st.b > 0, st.b < 1), id="riedi.thm-39~printed")
    assert verdict(printed, {}, a="1/4", b="9/16").outcome == "violation"
    assert verdict(st.thm_39_eq_87_roots, {}, a="9/16", b="1/4").outcome == "holds"
    assert not examine(printed, PROOFS["riedi.thm-39.eq-87~roots"]).ok


def test_the_assumption_that_66_leaves_out_is_needed_in_its_printed_proof():
    """At n = 3, m = 1 and c = 1/4 the radicands compare as 2 against 1/3."""
    bare = replace(hard.thm_31_eq_66_algebra, given=hard.c >= 0, id="riedi.thm-31~bare")
    assert verdict(bare, {"n": 3, "m": 1}, c="1/4").outcome == "violation"


# --- false variants are refuted, and no proof fits them

n, m, m_1 = st.W.shape[0], st.m, st.m_1
PATTERN = {v.name: v for v in THEOREMS["classical.entries-beside-a-pattern"].let}
FALSE = {
    "zeros forgotten": (st.thm_39_sure, forall(st.j, 1, n - m, st.deviation <= st.V_1 + st.V_2 - m)),
    "cross terms forgotten": (st.thm_39_sure, eq(normF(st.plain - st.link) ** 2, st.V_1 + m)),
    "limit of (83)": (
        st.thm_38_eq_83_algebra,
        eq((st.half + 1 / st.r + 1) / (1 - 1 / st.r), (st.r**2 + st.r + 1) / (st.r**2 - st.r)),
    ),
    "entries of M^T M": (hard.thm_32_entries, maxabs(hard.A) <= 3 * hard.c),
    "order left out": (hard.thm_31_deviations, forall(hard.j, 1, n - hard.m, abs(hard.of_M - hard.of_cut) <= hard.c)),
    "one too many": (
        THEOREMS["classical.entries-beside-a-pattern"],
        eq(tr(Id(PATTERN["n"]) - PATTERN["D"]), (1 - PATTERN["eta"]) * PATTERN["m"] + 1),
    ),
    "root dropped": (hard.thm_31_eq_66_algebra, chain(hard.lost, "<=", sqrt(hard.m / n) / 8)),
}  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("why", FALSE)
def test_false_variants_are_refuted(why):
    true, claim = FALSE[why]
    false = replace(true, id=f"{true.id.split('~')[0]}~false", claim=claim)
    assert algebraic.check(false, profiles.profile("quick"), 0).verdict.value == "refuted"
    if true.id in PROOFS:
        assert not examine(false, PROOFS[true.id]).ok


# --- instances built for Theorem 39


@pytest.mark.parametrize(
    "statement", [s for s in STATEMENTS.values() if s.construct == "theorem-39"], ids=lambda s: s.id
)
def test_instances_of_theorem_39_lie_in_the_event_and_break_nothing(statement):
    assert bounded.theorem_39(instantiate(statement, {"n": 4, "m": 1, "m_1": 1}), Stream("small"), 3) is None
    scaled = statement.id.endswith("~concentrated")  # by a root: the rank of what lost columns is not decided
    concrete = instantiate(statement, {"n": 5, "m": 0 if scaled else 2, "m_1": 1})
    values = bounded.theorem_39(concrete, Stream("built"), 12)
    assert list(values) == list(concrete.variables)
    outcomes = [judge(concrete, exact(concrete, values, row)) for row in range(12)]
    met = [o for o in outcomes if all(d.established for d in o.hypotheses)]
    assert len(met) >= 6
    assert {o.outcome for o in met} <= {"holds", "tight"}


def test_the_bounds_on_both_traces_alone_do_not_bound_the_weights():
    """Entries that both patterns keep enter neither V_1 nor V_2: without s_1 <= 1/r the bound (86) is broken."""
    false = replace(st.thm_39_eq_86_event, given=st.thm_39_eq_86_event.given[:-1], id="riedi.thm-39~unbounded")
    concrete = instantiate(false, {"n": 5, "m": 1, "m_1": 1})
    values = bounded.theorem_39(concrete, Stream("built"), 48)
    assert any(judge(concrete, exact(concrete, values, row)).outcome == "violation" for row in range(48))


# --- Example 1 and Lemma 12: corners and discriminants


@pytest.mark.parametrize("h", ["1/2", "1/1024"])
@pytest.mark.parametrize("rho", ["3", "2", "4", "7/3", "-5"])
def test_corners_of_example_1(h, rho):
    assert verdict(s4.example_1, {}, h=h, rho=rho).outcome == "holds"


def test_one_point_fewer_would_not_do():
    """diag(rho^2 - 5 rho + 4, 0): double at 1 and 4 only, so two of the five points meet the hypothesis."""
    N = {"N_0": [[4, 0], [0, 0]], "N_1": [[-5, 0], [0, 0]], "N_2": [[1, 0], [0, 0]], "rho": 0}
    judgement = verdict(s4.lemma_12, {"n": 2}, r=[[1], [4], [0], [2], [3]], **N)
    assert judgement.outcome == "out_of_domain"
    concrete = instantiate(s4.lemma_12, {"n": 2})
    assert decide(
        concrete.hypotheses[0], exact(concrete, bounded.always_multiple(concrete, Stream("x"), 1), 0)
    ).established
