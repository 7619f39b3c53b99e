"""The collection of refuted conjectures: every statement is read, its history is told, and the quick ones fall."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.conjectures.__main__ import FALSE, NEVER, main
from benchmarks.conjectures.from_memory import CLAIMS
from lemmata.theorems import conjectures


def test_enough_conjectures_with_their_history() -> None:
    assert len(FALSE) >= 90 and len({c.name for c in FALSE}) == len(FALSE)
    assert all(1500 < c.year < 2030 and c.source for c in FALSE)
    assert {c.standing for c in FALSE} == {"conjecture", "question", "extension"}


@pytest.mark.parametrize("c", FALSE, ids=lambda c: c.name)
def test_conjectures_are_read(c) -> None:
    assert conjectures.build(c.name, c.let, list(c.given), [c.claim], define=c.define).hash


def test_controls_are_read() -> None:
    assert len({name for name, *_ in NEVER}) == len(NEVER) >= 50
    for name, let, given, claim in NEVER:
        assert conjectures.build(name, let, list(given), [claim]).hash


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "table.md"
    asked = ["--names", "absolute-value-*", "--sample", "1", "--seed", "1", "--budget", "10", "--rivals"]
    assert main([*asked, "--table", str(table)]) == 0
    said = capsys.readouterr().out
    assert "ours: 1 of 1 refuted" in said and "bfgs: 1 of 1" in said
    assert "| ours | " in table.read_text(encoding="utf-8") and "- processor: " in table.read_text(encoding="utf-8")


def test_claims_from_memory_are_read_and_both_kinds_are_there() -> None:
    false = sum(not c.true for c in CLAIMS)
    assert len({c.name for c in CLAIMS}) == len(CLAIMS) >= 100 and min(false, len(CLAIMS) - false) >= 30
    for c in CLAIMS:
        assert conjectures.build(c.name, c.let, list(c.given), [c.claim], define=c.define).hash


def test_verdicts_on_claims_from_memory_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--memory", "--names", "det-subadditive", "--budget", "3"]) == 0
    assert "1 of 1 right, 0 wrong" in capsys.readouterr().out
