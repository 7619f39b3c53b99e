"""Judgements: a changed kernel is noticed, and what is kept on disk answers only the question that was asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import pytest

from theorems.classical import TEXTBOOK
from theorems.language import Scalar, proof
from theorems.language.proof import Combine, Proof, Sign, Step
from theorems.language.statement import Kind, Statement
from verify.kernel import logic, normal, reading, terms
from verify.prove import judge

x, y = Scalar("x"), Scalar("y")
CLAIM = Statement(
    id="test.judged",
    title="judged",
    source=TEXTBOOK.at("test"),
    kind=Kind.ALGEBRAIC,
    claim=x * x - 2 * x * y + y * y >= 0,
)
SQUARE = Proof(
    "a square", (Step("square", (x - y) ** 2 >= 0, Sign()), Step("claim", CLAIM.claim[0], Combine({"square": 1})))
)
HALF = Proof("half of it", (SQUARE.steps[0], replace(SQUARE.steps[1], by=Combine({"square": 2}))))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Judgements are kept in a folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The proofs that were elaborated."""
    calls: list[Any] = []
    elaborate = judge.elaborate

    def counted(statement: Statement, given: Proof) -> Any:
        calls.append((statement, given))
        return elaborate(statement, given)

    monkeypatch.setattr(judge, "elaborate", counted)
    yield calls


def anything(*_: Any) -> bool:
    """Says yes to whatever it is asked."""
    return True


REPLACED = {
    "a function": (logic, "proves", anything),
    "a rule": (logic, "linear", anything),
    "a function that remembers": (terms, "size", anything),
    "a normal form": (normal, "scalar", anything),
    "a method": (logic.Theorem, "__init__", anything),
    "a reader's method": (reading.Reader, "clauses", anything),
    "a class": (logic, "Theorem", type("Theorem", (), {})),
    "another function of the kernel": (logic, "proves", logic.same_formula),
    "something that can be called": (logic, "proves", partial(anything)),
    "what symbols mean": (logic, "MEANINGS", MappingProxyType({"number": anything})),
}


def test_the_kernel_on_disk_is_the_one_in_memory() -> None:
    assert judge.tampered() == []


@pytest.mark.parametrize("name", REPLACED)
def test_a_replaced_part_of_the_kernel_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, attribute, value = REPLACED[name]
    shown = attribute if isinstance(place, ModuleType) else place.__name__
    monkeypatch.setattr(place, attribute, value)
    changed = judge.tampered()
    assert f"{place.__name__ if isinstance(place, ModuleType) else place.__module__}.{shown}" in changed
    verdict = judge.judge(CLAIM, SQUARE)
    assert not verdict.accepted and shown in str(verdict.reason)


def test_a_judgement_is_kept(asked: list[Any], elsewhere: Path) -> None:
    first = judge.judge(CLAIM, SQUARE)
    assert first.accepted and first.reason is None and len(asked) == 1
    assert len(list(elsewhere.rglob("*.json"))) == 1
    assert judge.judge(CLAIM, SQUARE) == first and len(asked) == 1


def test_another_proof_is_another_question(asked: list[Any]) -> None:
    assert judge.judge(CLAIM, SQUARE).accepted
    other = judge.judge(CLAIM, HALF)
    assert len(asked) == 2 and not other.accepted and "no sign that is seen" in str(other.reason)
    assert judge.judge(CLAIM, HALF) == other and len(asked) == 2  # a refusal is kept as well


def test_another_statement_is_another_question(asked: list[Any]) -> None:
    assert judge.judge(CLAIM, SQUARE).accepted
    assert not judge.judge(replace(CLAIM, claim=x * x - 2 * x * y + y * y > 0), SQUARE).accepted
    assert len(asked) == 2


@pytest.mark.parametrize("content", ["", "{", "[]", '{"accepted": true}', '{"accepted": true, "imports": [1]}'])
def test_a_damaged_file_is_no_judgement(content: str, asked: list[Any], elsewhere: Path) -> None:
    judge.judge(CLAIM, SQUARE)
    (kept,) = elsewhere.rglob("*.json")
    kept.write_text(content)
    assert judge.judge(CLAIM, SQUARE).accepted and len(asked) == 2


def test_what_the_kernel_cannot_express_is_named(asked: list[Any]) -> None:
    verdict = judge.judge(CLAIM, Proof("flow", (Step("flow", CLAIM.claim[0], proof.LayerFlow()),)))
    assert not verdict.accepted and verdict.outside == judge.GRADIENT_FLOW and not asked
