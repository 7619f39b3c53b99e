"""What a hostile author may do in a process or with a file that is none; derivations as files: `tests/attacks`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.kernel import FALSE, ONE, KernelError, P, R, Term, opened, replay
from lemmata.prove import judge

n, x = ("v", "n", P), ("v", "x", R)
A = ("v", "A", ("M", n, n))
known, meaning = logic.assume, logic.meaning


def column(size: Term, name: str = "u") -> Term:
    return ("v", name, ("M", size, ONE))


INFERENCES: dict[str, Callable[[], Any]] = {
    "a vector of an eigenvalue for a singular value": lambda: meaning("form", A, ONE, A, column(n), column(n, "w"))
    .conclusion[1][0]
    .index("eigenform"),
    "a theorem changed": lambda: setattr(known(FALSE), "hypotheses", frozenset()),
    "a number that is a float": lambda: known(("<=", ("q", 0.5), x)),
}  # fmt: skip


@pytest.mark.parametrize("name", INFERENCES)
def test_no_inference(name: str) -> None:
    with pytest.raises((KernelError, TypeError, AttributeError, IndexError, ValueError, LookupError)):
        INFERENCES[name]()


ROWS = [["sR"], ["sv", "sx", "r0"]]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"rows": NaN}', "", "\x00", '{"steps": []}', "{" * 50])
def test_no_file(text: str) -> None:
    with pytest.raises(KernelError):
        replay(text)


def test_a_bomb_where_a_derivation_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept between runs may have been put there by anybody: it is refused, and the proof is done again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    statement = catalogue.get("riedi.lemma-21")
    given = catalogue.proof_of("riedi.lemma-21")
    place = judge._place(statement, given)
    place.parent.mkdir(parents=True)
    rows = [*ROWS, *(["s+", f"r{k}", f"r{k}"] for k in range(1, 80))]
    place.write_text(json.dumps({"rows": rows, "steps": [["identity", "r80", "r80"]], "claims": []}))
    assert judge.judge(statement, given).accepted
    assert opened(("b", 0), x) == x  # and the kernel of this process is as it was
