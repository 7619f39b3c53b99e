"""Witnesses changed at random: what is still accepted is still a violation."""

import copy
import random

import pytest

from lemmata.catalogue import get
from lemmata.run import engine
from tests.certificates.certificate_samples import at, examine, places, resealed
from tests.checker.certificate_alterations import altered
from tests.checker.oracle import violated
from tests.claims.engine_runs import TINY

IDS = (
    "le.lemma-3.eq-5", "le.thm-1.fully-connected", "le.thm-1.convolutional", "le.thm-1.between-blocks",
    "le.thm-1.conv-fc", "le.lemma-4", "le.lemma-8", "le.lemma-10.eq-61~flow", "le.cor-1", "le.eq-81", "le.eq-87~ball",
    "le.lemma-6~vertex-sets", "oyedotun.thm-1", "oyedotun.thm-2~positive", "oyedotun.thm-3", "riedi.lemma-24.leaky",
)  # fmt: skip
KEPT = ("schema", "kind", "statement", "hash", "text", "digest")
MUTANTS = 120


def forged(cert, rng):
    """The certificate with one to three entries of its witness changed, moved, left out or doubled."""
    out = copy.deepcopy(cert)
    for _ in range(rng.randint(1, 3)):
        path = rng.choice(every := [place for place in places(out) if place[0] not in KEPT])
        held, old = at(out, path[:-1]), at(out, path)
        match rng.choice(("new", "new", "other", "drop", "double")):
            case "drop" if isinstance(held, list):
                held.pop(path[-1])
            case "double" if isinstance(held, list):
                held.insert(path[-1], copy.deepcopy(old))
            case "other":
                held[path[-1]] = copy.deepcopy(at(out, rng.choice(every)))
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


# --- Every clause is read whole: what is accepted after one alteration of a text is violated by the same witness

# Every form of text that a certificate of these kinds has in the catalogue; rows that differ in their activations
# only are left out.
ALTERED = (
    "le.lemma-3.eq-5", "le.thm-1.fully-connected", "le.thm-1.convolutional", "le.thm-1.within-block",
    "le.thm-1.between-blocks", "le.thm-1.conv-fc", "le.thm-1.conv-resnet", "le.thm-1.conv-resnet~stacked",
    "le.thm-1.resnet-fc", "le.thm-1.resnet-fc~reversed", "le.lemma-4", "le.lemma-4.eq-8", "le.lemma-8",
    "le.lemma-8~some-position", "le.lemma-10.eq-61~flow", "le.thm-2.eq-13", "le.thm-2.eq-15", "le.cor-1", "le.eq-81",
    "le.eq-87~ball", "le.lemma-6~vertex-sets", "oyedotun.thm-1", "oyedotun.thm-1~absolute", "oyedotun.thm-1~direction",
    "oyedotun.remark-1", "oyedotun.thm-2", "oyedotun.thm-2~positive", "oyedotun.thm-2~difference", "oyedotun.thm-3",
    "oyedotun.thm-3~each-path", "riedi.lemma-24.leaky", "macdonald.thm-4.4.nonlinearity",
)  # fmt: skip

MOST = 40  # alterations of a row that are tried


@pytest.mark.sampled(4)
@pytest.mark.parametrize("identifier", ALTERED)
def test_an_altered_text_is_refused_unless_it_is_violated_too(identifier, tmp_path):
    """What may still be accepted: a network is in a wider or narrower class as well, a bound of a layer number moved
    away from it, a hypothesis dropped or exchanged for another true one, a claim with the same derivative, or with
    arguments exchanged that play the same part.  The suite's own interpreters have to say so of each."""
    statement = get(identifier)
    cert = engine.dispatch(statement, TINY, 0, "cpu").certificate
    assert examine(tmp_path, cert) == 0 and violated(cert)
    total, wrong, accepted = 0, [], 0
    changes = list(altered(cert))
    for what, other in changes[len(identifier) % 3 :: max(1, len(changes) // MOST)]:  # spread over all of them
        total += 1
        if examine(tmp_path, other) == 0:
            accepted += 1
            if not violated(other):
                wrong.append(what)
    assert not wrong
    assert total > 20 and accepted < total / 3
