"""A sample of the mutants, through the real mill: what continuous integration sees of the mutation report."""

from __future__ import annotations

import itertools
import os
import random

import pytest

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.certificates import write
from lemmata.mutants import explanations
from lemmata.mutants.trial import MUTANT, check
from lemmata.mutants.variants import find, is_headline, skipped, variants
from lemmata.network_checker.network_program import check_certificate

SEED = int(os.environ.get("LEMMATA_MUTANT_SEED", "0"))
EACH = 4


@pytest.fixture(scope="module")
def records():
    """Records of a few mutants of headline theorems and of a few of all others."""
    rows = expected.load()
    pick = random.Random(SEED)
    own = [s for s in catalogue.all_statements() if not s.source.paper.textbook]
    chosen = []
    for group in ([s for s in own if is_headline(s)], [s for s in own if not is_headline(s)]):
        drawn = pick.sample(group, len(group))  # lazily: to look for the mutants of all takes minutes
        some = itertools.islice((s for s in drawn if skipped(s, rows) is None), EACH)
        chosen += [pick.choice(variants(s.id)).id for s in some]
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
