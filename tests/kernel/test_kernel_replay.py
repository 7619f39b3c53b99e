"""Derivations written as data are done again by the kernel alone, and by no other derivation."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata import kernel as replay
from lemmata.kernel import ONE, KernelError
from lemmata.prove.derivations import Claim, write
from lemmata.prove.elaborating import elaborate
from lemmata.prove.state import text_of
from tests import python

REPOSITORY = Path(__file__).parents[2]
PROVED = ("riedi.prop-1", "riedi.lemma-21", "riedi.lemma-18~repaired", "oyedotun.lemma-1")


def claims(identifier: str) -> list[Claim]:
    statement = catalogue.get(identifier)
    made = elaborate(statement, catalogue.proof_of(identifier))
    return [(th, identifier, statement.kind.value, text_of(statement), k) for k, th in enumerate(made)]


@pytest.mark.parametrize("identifier", PROVED)
def test_the_same_theorems_are_made(identifier: str) -> None:
    given = claims(identifier)
    found = replay.replay(write(given))
    assert [(x["id"], x["conjunct"]) for x in found] == [(identifier, k) for k in range(len(given))]
    assert [{tuple(a) for a in x["axioms"]} for x in found] == [set(th.axioms) for th, *_ in given]


def test_a_process_of_its_own() -> None:
    data = write(claims("riedi.lemma-21"))
    code = f"import sys; sys.path.insert(0, {str(REPOSITORY)!r}); from lemmata.kernel import main; main()"

    def run(text: str) -> Any:
        return python("-I", "-S", "-c", code, text=text)

    done = run(data)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()[1:]] == replay.replay(data)
    assert run(data.replace("riedi.lemma-21", "riedi.lemma-22", 1)).returncode == 0  # a name; the text is what counts
    broken = run(data[:-20])
    assert broken.returncode == 1 and broken.stderr.startswith("no: no derivation")


def test_another_statement_is_not_proved() -> None:
    th, identifier, letter, text, k = claims("riedi.lemma-21")[1]
    assert "smax" in text
    for other in (text.replace("smax", "smin"), text.replace("rho", "tau", 1), text + "\ngiven: 0 < 1"):
        with pytest.raises(KernelError):
            replay.replay(write([(th, identifier, letter, other, 0)]))


def test_what_memory_holds_is_not_believed() -> None:
    """A theorem changed behind the kernel's back does not come out of its own derivation."""
    th, *rest = claims("oyedotun.lemma-1")[0]
    forged = logic.linear(("<", ("q", Fraction(0)), ONE), [])
    object.__setattr__(forged, "conclusion", th.conclusion)
    with pytest.raises(KernelError):
        replay.replay(write([(forged, *rest)]))  # type: ignore[list-item]


@pytest.mark.long
def test_damaged_derivations_prove_nothing_else() -> None:
    draw, refused = random.Random(6), 0
    data = write(claims("riedi.prop-1"))
    wanted = replay.replay(data)
    for _ in range(300):
        given = json.loads(data)
        part = draw.choice(["rows", "rows", "steps"])
        row = draw.choice([r for r in given[part] if r])
        k = draw.randrange(len(row))
        row[k] = draw.choice(
            [x for other in draw.sample(given[part], 2) for x in other] + ["q1", "j0", "sx", "r0", "t0", "", "r-1"]
        )
        try:
            found = replay.replay(json.dumps(given))
        except KernelError:
            refused += 1
            continue
        # spare parts of another derivation may do the same work, from the same texts or fewer
        assert [x["id"] for x in found] == [x["id"] for x in wanted]
        assert all(
            {a for a, _ in x["axioms"]} <= {a for a, _ in y["axioms"]} | {"x"}
            for x, y in zip(found, wanted, strict=True)
        )
    assert refused > 150


def test_standard_library_only() -> None:
    """The kernel starts in a process that has nothing but the standard library and the repository."""
    code = (
        f"import sys; before = set(sys.path); sys.path.insert(0, {str(REPOSITORY)!r})\n"
        "from lemmata import kernel as logic\n"
        "ours = {m.split('.')[0] for m in sys.modules}\n"
        "print(sorted(m for m in sys.modules if m.startswith('lemmata')))\n"
        "print(sorted(m for m in ours - {'lemmata', '__main__'} if m not in sys.stdlib_module_names))\n"
        "print(logic.identity(('q', 1), ('q', 1)).conclusion)"
    )
    done = python("-I", "-S", "-c", code)
    assert done.returncode == 0, done.stderr
    modules, others, _ = done.stdout.strip().split("\n")
    assert others == "[]"
    assert modules == "['lemmata', 'lemmata.kernel']"
