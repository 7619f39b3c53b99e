"""A proof has one derivation, bit for bit, whatever the process hashes by and whatever it derived before."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import pytest

from lemmata import catalogue
from lemmata.principles import outside
from lemmata.prove import judge

DERIVE = """
import hashlib, json, sys
from lemmata import catalogue
from lemmata.prove import elaborating, judge, normal_words
if sys.argv[1] == "hashed":
    normal_words.in_order = list
if sys.argv[1] == "texts kept":
    elaborating.read = type("Kept", (), {"cache_clear": lambda: None})
found = {}
for name in json.load(sys.stdin):
    made = judge.derived(catalogue.get(name), catalogue.proof_of(name))
    found[name] = hashlib.sha256(made.encode()).hexdigest()
print(json.dumps(found))
"""
SAMPLE = [  # choices of vectors, indices, sums, powers, instances of other rows, cases
    *(
        "riedi.lemma-21",
        "riedi.lemma-18~repaired",
        "oyedotun.lemma-1",
        "zhao.lemma-2.first",
        "zhao.hf-inverse~repaired",
    ),
    *("riedi.lemma-29~sharpened", "riedi.thm-32.eq-68~algebra", "classical.projection"),
]


def derivations(names: list[str], seed: int, order: str = "in order") -> dict[str, str]:
    """The digest of each derivation, made one after the other in a process that hashes by this seed."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", DERIVE, order], input=json.dumps(names), capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": str(seed)}, check=True,
    )  # fmt: skip
    found: dict[str, str] = json.loads(done.stdout)
    return found


def proved() -> list[str]:
    """The statements whose proofs the kernel reads."""
    every = ((s.id, catalogue.proof_of(s.id)) for s in catalogue.own_statements())
    return [name for name, given in every if given is not None and outside(given) is None]


def test_a_few_proofs_have_one_derivation() -> None:
    assert derivations(SAMPLE, 1) == derivations(SAMPLE[::-1], 2)


def test_hypotheses_in_the_order_of_their_hashes_are_noticed() -> None:
    assert derivations(SAMPLE[:4], 1, "hashed") != derivations(SAMPLE[:4], 2, "hashed")


def test_texts_that_were_read_before_change_nothing() -> None:
    twice = ["classical.condition"] * 2
    once = derivations(twice[:1], 1)
    assert once == derivations(twice, 1)
    assert once != derivations(twice, 1, "texts kept")


@pytest.mark.long
def test_every_proof_has_one_derivation() -> None:
    """Those that are kept, from other processes, are what one process makes in another order."""
    names, kept = proved(), dict[str, str | None]()
    for name in names:
        kept[name] = judge.judge(catalogue.get(name), catalogue.proof_of(name), replay=False).derivation
    again = derivations(names[::-1], 2)
    assert [n for n in names if hashlib.sha256((kept[n] or "").encode()).hexdigest() != again[n]] == []
