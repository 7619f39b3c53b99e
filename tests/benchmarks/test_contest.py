"""The contest of the benchmarks: what counts as found, as missed, as an error, and who is reported."""

import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import contest, runner
from benchmarks.known_claims import Claim, ClaimList, lists
from lemmata.language.statement import Statement
from tests import PATIENCE

LITERATURE = {(c.truth, c.name): c for found in lists() if "literature" in found.name for c in found.claims}
EASY = LITERATURE[False, "trace-abab"].statement()


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Import once what every contestant's process would import again."""
    contest.warm_up()


def ours(statement: Statement) -> contest.Outcome:
    return contest.measure("ours", contest.engine("quick"), statement, 0, 30.0)


def test_our_engine_refutes_and_shows_what_with() -> None:
    found = ours(EASY)
    assert found.refuted and found.seconds < 30
    assert found.detail["scope"] == "n = 2" and found.detail["counterexample"]["values"]


def listed(claim: Claim, **changed: Any) -> tuple[ClaimList, Claim]:
    """A claim on a list of its own, with another truth, say."""
    claim = replace(claim, **changed)
    return ClaimList("aside", "", "2026-11-27", "engine", False, (claim,)), claim


def test_a_true_claim_that_is_called_false_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    false = listed(LITERATURE[False, "trace-abab"], truth=True)
    monkeypatch.setattr(runner, "chosen", lambda *_: [false])
    assert runner.main(["--budget", "30"]) == 1
    assert "engine on aside/trace-abab: refuted" in capsys.readouterr().out


def test_a_false_claim_that_is_called_proved_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(runner, "chosen", lambda *_: [listed(LITERATURE[False, "trace-abab"])])
    monkeypatch.setitem(contest.CONTESTANTS, "prover", lambda *_: ("proved", {}))
    assert runner.main(["--by", "prover"]) == 1
    assert "0 of 1 right" in capsys.readouterr().out


def work(seconds: float) -> None:
    """Use up processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


@pytest.mark.parametrize(("way", "patience"), [(work, contest.STARVED), (time.sleep, 1.0)])
def test_a_contestant_that_does_not_stop_is_ended(way: Any, patience: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "GRACE", 0.2)
    monkeypatch.setattr(contest, "STARVED", patience)
    late = contest.measure("slow", lambda *_: way(10 * PATIENCE) or ("refuted", {}), EASY, 0, 0.1)
    assert late.result == "time-out"


@pytest.mark.parametrize(("way", "result"), [(work, "time-out"), (time.sleep, "refuted")])
def test_a_refutation_after_so_much_work_is_a_time_out(way: Any, result: str) -> None:
    found = contest.measure("late", lambda *_: way(0.5) or ("refuted", {}), EASY, 0, 0.1)
    assert found.result == result and (found.seconds == 0.1) == (result == "time-out")


@pytest.mark.parametrize(
    ("words", "differ"),
    [(("proved", "proved"), 0), (("supported", "inconclusive"), 0), (("supported", "proved"), 1), (("proved",), 0)],
)
def test_two_commands_that_say_different_words_are_a_fault(words: tuple[str, ...], differ: int) -> None:
    row = {by: contest.Outcome("x", by, word, 1.0, {}) for by, word in zip(runner.SHELL, words, strict=False)}
    found, claim = listed(LITERATURE[True, next(name for true, name in LITERATURE if true)])
    assert runner.summary([(found, claim, row)])[-1] == f"{differ} wrong or in error"


def test_an_error_is_an_error() -> None:
    def wrong(*_: Any) -> Any:
        raise ZeroDivisionError("nothing is hidden")

    first = contest.measure("wrong", wrong, EASY, 0, 5.0)
    assert first.result == "error" and "nothing is hidden" in first.detail["traceback"]
    died = contest.measure("died", lambda *_: os._exit(3), EASY, 0, 5.0)
    assert died.result == "error" and "without an answer" in died.detail["traceback"]
    found, claim = listed(LITERATURE[False, "trace-abab"])
    lines = runner.summary([(found, claim, {"wrong": first, "died": died})])
    assert lines[-1] == "2 wrong or in error" and any("nothing is hidden" in line for line in lines)


@pytest.mark.long
def test_a_run_is_written_down(tmp_path: Path, capsys: Any) -> None:
    path, table = tmp_path / "out.json", tmp_path / "table.md"
    asked = ["--lists", "*literature*", "--names", "trace-abab", "--budget", "10"]
    assert runner.main([*asked, "--json", str(path), "--table", str(table)]) == 0
    printed = capsys.readouterr().out
    assert "2026-11-21-literature-false, false, engine: 1 of 1 right (1 refuted)" in printed
    assert printed.endswith("0 wrong or in error\n")
    written = json.loads(path.read_text(encoding="utf-8"))
    assert [(row["truth"], [o["contestant"] for o in row["outcomes"]]) for row in written] == [
        (False, ["engine"]), (True, ["engine"]),
    ]  # fmt: skip
    assert "| engine | 1 of 1 | 1 of 1 |" in table.read_text(encoding="utf-8")


def test_a_glob_without_matches_is_said(capsys: Any) -> None:
    assert runner.main(["--names", "nothing*"]) == 2
    assert "no claim matches" in capsys.readouterr().err


def test_the_prover_proves_and_says_what_has_no_words() -> None:
    square = Claim("square", True, "normF(A)**2 >= 0", {"n": "integer(1, 3)", "A": "real(n, n)"})
    drawn = Claim("drawn", True, "E(normF(G)**2) >= 0", {"G": "gaussian(2, 2)"})
    assert runner.measured(square, "prover", 0, 20.0).result == "proved"
    assert runner.measured(drawn, "prover", 0, 20.0).result == "no words"
