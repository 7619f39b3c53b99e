"""Constructions meet the hypotheses of the statements that name them, exactly."""

import pytest
import torch

from lemmata import catalogue
from lemmata.evaluate.decide import decide, judge
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import instantiate
from lemmata.sample import batches
from lemmata.sample.registry import constructions

# those of `constructions` itself, families of matrices of one order n; other rooms have tests of their own
OWN = sorted(name for name, build in constructions().items() if build.__module__.endswith("constructions.vectors"))
NAMED = [s for s in catalogue.all_statements() if s.construct in OWN]
ALWAYS = ("common-vector", "kernel-vector", "no-real-eigenvalue")  # meet their hypotheses in every row
NEEDS = {"flat-growth": lambda n: n >= 3, "no-real-eigenvalue": lambda n: n % 2 == 0}


def built(statement, n, batch=12, seed=0):
    """(concrete, exact instances), or (concrete, None) where the construction has no room."""
    concrete = instantiate(statement, {"n": n})
    values = constructions()[statement.construct](concrete, Stream(("built", n), seed), batch)
    if values is None:
        return concrete, None
    return concrete, [batches.exact(concrete, values, row) for row in range(batch)]


def test_every_construction_is_used_and_every_name_known():
    assert {s.construct for s in NAMED} == set(OWN)
    assert {s.construct for s in catalogue.all_statements() if s.construct is not None} <= set(constructions())


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("statement", NAMED, ids=lambda s: s.id)
def test_hypotheses_are_met_exactly(statement, n):
    concrete, found = built(statement, n)
    assert (found is not None) == NEEDS.get(statement.construct, lambda n: True)(n)
    met = 0
    for instance in found or ():
        judgement = judge(concrete, instance)
        assert all(judgement.domains.values())
        assert judgement.outcome != "undecided"
        decisions = [decide(h, instance) for h in concrete.hypotheses]
        met += all(d.established for d in decisions)
    least = len(found or ()) if statement.construct in ALWAYS and statement.id != "riedi.lemma-18~repaired" else 3
    assert found is None or met >= least


@pytest.mark.parametrize("n", [2, 3, 4])
def test_common_vector_gives_both_outcomes(n):
    """Lemma 18 fails at t = 0 and holds for every other t."""
    concrete, found = built(catalogue.get("riedi.lemma-18"), n, batch=60)
    outcomes = {
        zero: {judge(concrete, i).outcome for i in found if (i.values["t"] == 0) == zero} for zero in (True, False)
    }
    assert "violation" in outcomes[True]
    assert outcomes[False] == {"holds"}


@pytest.mark.parametrize(
    ("name", "n", "outcomes"),
    [
        ("riedi.lemma-18~repaired", 3, {"holds", "out_of_domain"}),
        ("riedi.lemma-19", 3, {"holds", "out_of_domain"}),
        ("riedi.lemma-20~repaired", 3, {"holds"}),
        ("riedi.lemma-20.consequence", 4, {"holds"}),
    ],
)
def test_repaired_statements_hold_on_what_is_built(name, n, outcomes):
    concrete, found = built(catalogue.get(name), n, batch=30)
    assert {judge(concrete, i).outcome for i in found} == outcomes


@pytest.mark.parametrize(("name", "n"), [("riedi.lemma-20", 2), ("riedi.lemma-19~multiple", 3)])
def test_false_statements_are_violated_on_what_is_built(name, n):
    concrete, found = built(catalogue.get(name), n, batch=30)
    assert "violation" in {judge(concrete, i).outcome for i in found}


@pytest.mark.parametrize("name", OWN)
def test_a_construction_is_fixed_by_its_stream(name):
    statement = next(s for s in NAMED if s.construct == name)
    concrete = instantiate(statement, {"n": 4})
    first, again, other = (constructions()[name](concrete, Stream("c", seed), 8) for seed in (0, 0, 1))
    assert all(first[k].equal(again[k]) for k in first)
    assert not all(torch.equal(first[k], other[k]) for k in first)
