"""A sample of the mutants, through the real mill: what continuous integration sees of the mutation report."""

from __future__ import annotations

import os
import random

import pytest

from theorems import catalogue
from verify import expected
from verify.certificates import write
from verify.checker import check_certificate
from verify.mutants import explanations
from verify.mutants.trial import MUTANT, check
from verify.mutants.variants import find, is_headline, sample, skipped, variants

SEED = int(os.environ.get("LEMMATA_MUTANT_SEED", "0"))
EACH = 8


@pytest.fixture(scope="module")
def records():
    """Records of a few mutants of headline theorems and of a few of all others."""
    rows = expected.load([s.id for s in catalogue.all_statements()])
    groups: dict[bool, list[str]] = {True: [], False: []}
    pick = random.Random(SEED)
    for statement in catalogue.all_statements():
        if skipped(statement, rows) is None and not statement.source.paper.textbook:
            groups[is_headline(statement)] += [v.id for v in pick.sample(variants(statement.id), 2)]
    chosen = [name for group in groups.values() for name in sample(group, EACH, SEED)]
    return [check(name, MUTANT, SEED, "cpu") for name in chosen]


def test_no_trial_fails(records):
    assert [r for r in records if r["outcome"] == "error"] == []


def test_most_mutants_are_killed_each_with_a_certificate_that_stands(records, tmp_path):
    killed = [r for r in records if r["outcome"] == "killed"]
    assert len(killed) > 0.5 * len(records)
    for record in killed:
        if record["kind"] not in "GPLF":  # what refutes these is no certificate of one instance
            path = write(tmp_path / f"{record['id']}.json", record["_certificate"])
            assert check_certificate(path).accepted, record["id"]


def test_every_survivor_of_a_headline_theorem_is_explained(records):
    explanations.annotate(records, explanations.load())
    assert [r["id"] for r in explanations.unexplained(records)] == []


def test_explanations_are_of_mutants_as_they_read_now():
    stale = []
    for name, row in explanations.load().items():
        try:
            stale += [name] * (find(name).hash != row.hash)
        except KeyError:
            stale.append(name)
    assert not stale, "their statement or an operator changed: review them again, or remove the rows"
