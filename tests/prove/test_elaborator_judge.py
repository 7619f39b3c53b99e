"""Judgements: a kernel changed in memory has no say, and what is kept answers only the question that was asked."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata import kernel as terms
from lemmata.language import Scalar, proof
from lemmata.language.proof import Combine, Proof, Sign, Step
from lemmata.language.statement import Statement
from lemmata.prove import elaborating, judge
from tests.made import statement

x, y = Scalar("x"), Scalar("y")
CLAIM = statement(x * x - 2 * x * y + y * y >= 0, name="test.judged")
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


def test_a_kernel_replaced_in_memory_has_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """The elaborator is misled, the process that has the last word is not."""
    false = replace(CLAIM, claim=x * x - 2 * x * y + y * y > 0)
    monkeypatch.setattr(elaborating, "proves", anything)
    verdict = judge.judge(false, SQUARE)
    assert not verdict.accepted


def test_a_theorem_of_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "elaborate", lambda *_: [logic.linear(("<", terms.ZERO, terms.ONE), [])])
    verdict = judge.judge(CLAIM, SQUARE)
    assert not verdict.accepted and "refuses" in str(verdict.reason)


def test_a_judgement_is_kept(asked: list[Any], elsewhere: Path) -> None:
    first = judge.judge(CLAIM, SQUARE)
    assert first.accepted and first.reason is None and len(asked) == 1
    assert len(list(elsewhere.rglob("*.json"))) == 1
    assert judge.judge(CLAIM, SQUARE) == first and len(asked) == 1


def test_another_proof_is_another_question(asked: list[Any]) -> None:
    assert judge.judge(CLAIM, SQUARE).accepted
    other = judge.judge(CLAIM, HALF)
    assert len(asked) == 2 and not other.accepted and "no sign that is seen" in str(other.reason)
    assert judge.judge(CLAIM, HALF) == other and len(asked) == 3  # a refusal is not kept


def test_another_statement_is_another_question(asked: list[Any]) -> None:
    assert judge.judge(CLAIM, SQUARE).accepted
    assert not judge.judge(replace(CLAIM, claim=x * x - 2 * x * y + y * y > 0), SQUARE).accepted
    assert len(asked) == 2


def test_what_nobody_used_for_long_goes(asked: list[Any], elsewhere: Path) -> None:
    judge.judge(CLAIM, SQUARE)
    (kept,) = elsewhere.rglob("*.json")
    old, used, long_ago = kept.with_name("old.json"), kept.with_name("used.json"), time.time() - 2 * judge.UNUSED
    for path in (old, used, kept):
        path.write_text(kept.read_text())
        os.utime(path, (long_ago, long_ago))
    os.utime(used)
    assert judge.judge(CLAIM, SQUARE).accepted and len(asked) == 1, "to be read is to be used"
    judge._prune.cache_clear()
    judge._prune(kept.parent)
    assert not old.exists() and used.exists() and kept.exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"accepted": true}', '{"accepted": true, "imports": [1]}'])
def test_a_damaged_file_is_no_judgement(content: str, asked: list[Any], elsewhere: Path) -> None:
    judge.judge(CLAIM, SQUARE)
    (kept,) = elsewhere.rglob("*.json")
    kept.write_text(content)
    assert judge.judge(CLAIM, SQUARE).accepted and len(asked) == 2


def test_the_derivation_of_something_else_is_no_judgement(asked: list[Any], elsewhere: Path) -> None:
    weak = replace(CLAIM, claim=x * x >= 0)
    assert judge.judge(weak, Proof("a square", (Step("claim", x * x >= 0, Sign()),))).accepted
    (other,) = elsewhere.rglob("*.json")
    derivation = other.read_text()
    other.unlink()
    assert judge.judge(CLAIM, SQUARE).accepted
    (kept,) = elsewhere.rglob("*.json")
    kept.write_text(derivation)
    assert judge.judge(CLAIM, SQUARE).accepted and len(asked) == 3


def test_what_the_kernel_cannot_express_is_named(asked: list[Any]) -> None:
    flow = Proof("flow", (Step("flow", CLAIM.claim[0], proof.OnPrinciple("gradient flow")),))
    beyond = next(
        statement
        for statement, given in ((s, catalogue.proof_of(s.id)) for s in catalogue.all_statements())
        if given is not None and any(step.by == proof.OnPrinciple("gradient flow") for step in given.steps)
    )
    verdict = judge.judge(beyond, flow)
    assert not verdict.accepted and verdict.outside == "gradient flow" and not asked
    assert "the kernel can express" in str(judge.judge(CLAIM, flow).reason)  # of what can be said it proves nothing
