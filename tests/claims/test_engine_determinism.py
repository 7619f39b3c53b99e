"""A seed fixes a run, whatever the number of threads; and an entry has just the keys a reader of runs expects."""

import json

import pytest
import torch

from lemmata import catalogue
from lemmata.language.verdicts import Verdict
from lemmata.run import engine
from tests import split
from tests.claims.engine_runs import NARROW, without_times

ENTRY = [
    *("id", "paper", "locator", "kind", "title", "verdict", "scope", "tight", "depends_on", "text", "notes", "hash"),
    *("evidence", "sharpness", "proof", "certificate", "counterexample", "reproduce", "figure", "error", "seconds"),
    *("_certificate", "_derivations", "spent"),
]
EVIDENCE = {
    *("instances", "searches", "certified", "min_slack", "decided", "undecided", "out_of_domain", "stopped"),
    *("dimensions", "device", "stages", "ensembles", "conjuncts", "hypotheses", "tightest"),
}
ALGEBRAIC = {
    *split("generated; within_rounding; suspects; refutation; checker; second_route; level; undecided_because"),
    "edges",
}
SAMPLE = ("riedi.lemma-21", "riedi.lemma-18", "riedi.lemma-24.leaky", "riedi.cor-7", "zhao.lemma-1", "le.lemma-2")


@pytest.fixture
def threads():
    before = torch.get_num_threads()
    yield torch.set_num_threads
    torch.set_num_threads(before)


def run(identifier, seed=0, profile=NARROW):
    entry = without_times(engine.check(identifier, profile, seed))
    assert entry["error"] is None
    return entry


@pytest.mark.sampled(2)
@pytest.mark.parametrize("identifier", ["riedi.lemma-21", "riedi.lemma-18", "zhao.lemma-2.first", "le.lemma-3.eq-5"])
def test_one_seed_one_run(identifier, threads):
    threads(1)
    first = run(identifier)
    threads(2)
    assert run(identifier) == first


@pytest.mark.parametrize("identifier", SAMPLE)
def test_entry_has_the_keys_of_the_schema_and_is_strict_json(identifier):
    entry = engine.check(identifier, NARROW)
    statement = catalogue.get(identifier)
    assert list(entry) == ENTRY
    assert set(entry["evidence"]) - ALGEBRAIC - {"places", "power"} == EVIDENCE
    assert json.loads(json.dumps(entry, allow_nan=False)) == entry
    assert (entry["id"], entry["hash"], entry["text"]) == (identifier, statement.hash, statement.text)
    assert entry["reproduce"] == f"lemmata verify {identifier} --profile tiny --seed 0"
    assert (
        (entry["verdict"] == "refuted") == (entry["_certificate"] is not None) == (entry["counterexample"] is not None)
    )
    for conjunct, text in zip(entry["evidence"]["conjuncts"], statement.conjuncts, strict=True):
        assert {"text", "min_slack", "tight"} <= set(conjunct) <= {"text", "min_slack", "tight", "status"}, text
    for stage in entry["evidence"]["stages"]:
        assert {"name", "label"} <= set(stage) and ("skipped" in stage or {"tried", "found"} <= set(stage))
    for counted in entry["evidence"]["ensembles"]:
        assert sum(counted["counts"]) <= counted["accepted"] <= counted["generated"]
        assert len(entry["evidence"]["edges"]) == len(counted["counts"]) + 1


def test_a_failing_check_is_reported_and_not_raised(monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("a bug in the checker")

    monkeypatch.setattr(engine, "dispatch", fail)
    entry = engine.check("riedi.lemma-21", NARROW)
    assert entry["verdict"] == Verdict.ERROR
    assert "ZeroDivisionError: a bug in the checker" in entry["error"]
    assert list(entry) == ENTRY


def test_an_unknown_statement_is_the_callers_mistake():
    with pytest.raises(catalogue.UnknownStatement):
        engine.check("riedi.lemma-999", NARROW)
