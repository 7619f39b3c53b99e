"""Witnesses changed at random: what is still accepted is still a violation."""

import copy
import random

import pytest

from lemmata.catalogue import get
from lemmata.run import engine
from tests.certificates.certificate_samples import examine, resealed
from tests.checker.oracle import violated
from tests.claims.engine_runs import TINY

IDS = (
    "le.lemma-3.eq-5", "le.thm-1.fully-connected", "le.thm-1.convolutional", "le.thm-1.between-blocks",
    "le.thm-1.conv-fc", "le.lemma-4", "le.lemma-8", "le.lemma-10.eq-61~flow", "le.cor-1", "le.eq-81", "le.eq-87~ball",
    "le.lemma-6~vertex-sets", "oyedotun.thm-1", "oyedotun.thm-2~positive", "oyedotun.thm-3", "riedi.lemma-24.leaky",
)  # fmt: skip
KEPT = ("schema", "kind", "statement", "hash", "text", "digest")
MUTANTS = 120


def places(value, path=()):
    """Every place below the witness."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if path or key not in KEPT:
            yield (*path, key)
            if isinstance(item, dict | list):
                yield from places(item, (*path, key))


def forged(cert, rng):
    """The certificate with one to three entries of its witness changed, moved, left out or doubled."""
    out = copy.deepcopy(cert)
    for _ in range(rng.randint(1, 3)):
        path = rng.choice(every := list(places(out)))
        held = out
        for key in path[:-1]:
            held = held[key]
        old = held[path[-1]]
        match rng.choice(("new", "new", "other", "drop", "double")):
            case "drop" if isinstance(held, list):
                held.pop(path[-1])
            case "double" if isinstance(held, list):
                held.insert(path[-1], copy.deepcopy(old))
            case "other":
                source = out
                for key in rng.choice(every):
                    source = source[key]
                held[path[-1]] = copy.deepcopy(source)
            case _ if isinstance(old, bool):
                held[path[-1]] = not old
            case _ if isinstance(old, int):
                held[path[-1]] = old + rng.choice((-1, 1))
            case _ if isinstance(old, str):
                held[path[-1]] = rng.choice(
                    ("0", "-1", "1/2", "3", f"-{old}", f"{old}0", "o", "relu", "linear", "2 * l")
                )
    return resealed(out)


@pytest.mark.sampled(3, 1)
@pytest.mark.parametrize("identifier", IDS)
def test_a_forged_witness_is_refused_unless_it_is_one(identifier, tmp_path, capsys):
    cert = engine.dispatch(get(identifier), TINY, 0, "cpu").certificate
    rng = random.Random(identifier)
    refused = 0
    for _ in range(MUTANTS):
        mutant = forged(cert, rng)
        capsys.readouterr()
        code = examine(tmp_path, mutant)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        refused += code != 0
        assert code != 0 or violated(mutant), mutant
    assert refused > MUTANTS / 3
