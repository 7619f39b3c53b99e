"""Section 6.1 of the paper: hard bounds, what dominates them, and what happens without their hypotheses."""

import pytest

from lemmata.claims import algebraic, profiles
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import Kind, Statement, cond, maxabs, smax
from lemmata.language.instantiate import instantiate
from lemmata.sample.batches import exact
from numerics.riedi2022.constructions import bounded
from tests.theorems.riedi_statements import STATEMENTS, verdict
from theorems.riedi2022 import RIEDI_2022, M_o, n, section5_bounds

c, M_1 = section5_bounds.c, section5_bounds.M_1


def test_relu_on_all_outputs_is_out_of_domain():
    values = {"M_o": [[0, 0], [0, 0]], "c": 0, "D": [[0, 0], [0, 0]]}
    assert verdict(section5_bounds.thm_31_eq_65, {"n": 2, "m": 2}, **values).outcome == "out_of_domain"


STRONGER = [
    ("the order left out", maxabs(M_o) <= c, smax(M_o) <= c),
    ("a bound on the entries of one only", (maxabs(M_o) <= c, c < 1), cond(M_1) <= (1 + c * n) / (1 - c * n) * 1),
    ("half of the distance", (maxabs(M_o) <= c, c < 1 / n), cond(M_1) <= (2 + c * n) / (2 - c * n)),
]


@pytest.mark.parametrize(("why", "given", "claim"), STRONGER, ids=[why for why, _, _ in STRONGER])
def test_weakened_hypotheses_and_stronger_claims_are_refuted(why, given, claim):
    statement = Statement(
        id="riedi.lemma-29~false",
        title=why,
        source=RIEDI_2022.at("none"),
        kind=Kind.ALGEBRAIC,
        given=given,
        claim=claim,
        construct="entries-at-most-c",
    )
    assert algebraic.check(statement, profiles.profile("quick"), 0).verdict.value == "refuted"


@pytest.mark.parametrize(
    "statement", [s for s in STATEMENTS.values() if s.construct == "entries-at-most-c"], ids=lambda s: s.id
)
def test_constructed_instances_meet_the_hypotheses_exactly_and_break_nothing(statement):
    size = 5 if "thm-32.eq-68" in statement.id else 3
    dims = {
        d.name: {"n": size, "p": 2}.get(d.name, 0 if "numbers" in statement.id and d.name == "m" else 1)
        for d in statement.let
        if type(d).__name__ == "Dim"
    }
    concrete = instantiate(statement, dims)
    values = bounded.entries_at_most_c(concrete, Stream("built"), 60)
    outcomes = [judge(concrete, exact(concrete, values, row)) for row in range(60)]
    met = [o for o in outcomes if o.hypotheses and all(d.established for d in o.hypotheses) and o.conjuncts]
    assert len(met) >= 4
    assert {o.outcome for o in met} <= {"holds", "tight"}
