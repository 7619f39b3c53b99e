"""Section 6.1 of the paper: hard bounds, what dominates them, and what happens without their hypotheses."""

import math

import pytest
import torch

from lemmata.claims import algebraic, profiles
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import Kind, Statement, cond, maxabs, smax
from lemmata.language.instantiate import instantiate
from lemmata.sample.batches import exact
from lemmata.sample.registry import constructions
from numerics.riedi2022.constructions import bounded
from tests.theorems.riedi_statements import PROOFS, STATEMENTS, offered, proved, verdict
from theorems.riedi2022 import RIEDI_2022, M_o, n, section5_bounds

c, M_1 = section5_bounds.c, section5_bounds.M_1


@pytest.mark.parametrize("name", [*offered("section5_bounds.proof"), *offered("section5_leaky.proof")])
def test_proofs_are_accepted(name):
    report = proved(name)
    assert report.ok, report.failure


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_constant_matrices_attain_lemma_27(size):
    judgement = verdict(section5_bounds.lemma_27, {"n": size}, W=[[-2] * size] * size, c=2)
    assert judgement.outcome == "tight"


def test_the_bounds_are_attained_at_zero_and_at_rank_one_only():
    values = {"M_o": [["1/4", "1/4"], ["1/4", "1/4"]], "c": "1/4"}
    judgement = verdict(section5_bounds.lemma_29, {"n": 2}, **values)
    above, ratio = judgement.conjuncts[3], judgement.conjuncts[5]
    assert (above.status, ratio.status) == ("tie", "holds")
    assert verdict(section5_bounds.lemma_29, {"n": 2}, M_o=[[0, 0], [0, 0]], c=0).conjuncts[5].status == "tie"


def test_relu_on_all_outputs_is_out_of_domain():
    values = {"M_o": [[0, 0], [0, 0]], "c": 0, "D": [[0, 0], [0, 0]]}
    assert verdict(section5_bounds.thm_31_eq_65, {"n": 2, "m": 2}, **values).outcome == "out_of_domain"


def test_order_of_the_bounds_of_theorem_31():
    """(1 + cn)/(1 - cn) lies below (65), (66) and (67) wherever these are defined."""
    for size in range(1, 12):
        for m in range(size):
            for k in range(400):
                t = k / 400
                sharp = (1 + t) / (1 - t)
                for below in (1 - 2 * t * (1 + size), 1 - 2 * t * (1 + 2 * m)):
                    assert below <= 0 or sharp <= (1 + t) / math.sqrt(below) + 1e-12
                left = 1 - t - math.sqrt(m / size)
                assert left <= 0 or sharp <= (1 + t) / left + 1e-12


def test_the_sharper_ratio_at_one_third():
    """kappa + 1/kappa = 2/(1 - 1/9) at kappa = 1.6404, well below 2."""
    half = 9 / 8
    kappa = half + math.sqrt(half**2 - 1)
    assert abs(kappa - 1.640388) < 1e-6


FALSE = [
    ("the order left out", maxabs(M_o) <= c, smax(M_o) <= c),
    ("a bound on the entries of one only", (maxabs(M_o) <= c, c < 1), cond(M_1) <= (1 + c * n) / (1 - c * n) * 1),
    ("half of the distance", (maxabs(M_o) <= c, c < 1 / n), cond(M_1) <= (2 + c * n) / (2 - c * n)),
]


@pytest.mark.parametrize(("why", "given", "claim"), FALSE, ids=[why for why, _, _ in FALSE])
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


def test_constructions_are_fixed_by_their_stream():
    concrete = instantiate(section5_bounds.thm_32_eq_69, {"n": 4, "m": 2})
    first, again, other = (bounded.entries_at_most_c(concrete, Stream("c", seed), 8) for seed in (0, 0, 1))
    assert all(first[k].equal(again[k]) for k in first)
    assert not all(torch.equal(first[k], other[k]) for k in first)


def test_every_construction_is_used():
    every = constructions()
    built = {name for name, build in every.items() if build.__module__ == bounded.__name__}
    used = {s.construct for s in STATEMENTS.values() if s.construct is not None}
    assert {name for name in used if every[name].__module__ == bounded.__name__} == built


def test_every_statement_with_a_proof_is_one_of_these():
    assert set(PROOFS) <= set(STATEMENTS)
