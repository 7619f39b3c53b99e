"""The contest of the refutation benchmark: what counts as found, as missed, as an error, and who is told."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
import torch

from benchmarks.refutation import __main__ as command
from benchmarks.refutation import contest, report, rivals
from benchmarks.refutation.false_statements import FALSE
from benchmarks.refutation.true_statements import TRUE
from lemmata.numerics.evaluate.floats import screen
from lemmata.theorems import conjectures
from lemmata.theorems.language.instantiate import instantiate
from lemmata.theorems.language.statement import Statement
from tests import PATIENCE

BY_ID = {s.id: s for s in (*FALSE, *TRUE)}
EASY, THIN, TRULY = BY_ID["false.trace-abab"], BY_ID["false.strict-product"], BY_ID["true.trace-abab"]


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Import once what every contestant's process would import again."""
    contest.warm_up()


def after(calls: int) -> Any:
    """A clock that is over after so many looks."""
    left = iter([False] * calls)
    return lambda: next(left, True)


@pytest.mark.parametrize("search", [rivals.sample, rivals.hypothesize])
def test_a_rival_finds_an_easy_violation(search: Any) -> None:
    tried = search(EASY, 0, after(200))
    assert tried is not None and tried >= 1


@pytest.mark.parametrize("search", [rivals.sample, rivals.hypothesize])
def test_a_rival_stops_when_the_time_is_over(search: Any) -> None:
    assert search(TRULY, 0, after(20)) is None


@pytest.mark.parametrize(("claim", "false"), [("k * S[1, 2] <= S[2, 1]", True), ("k * S[1, 2] >= 0", False)])
def test_words_that_numpy_has_no_rule_for_are_looked_at_all_the_same(claim: str, false: bool) -> None:
    statement = conjectures.build("entries", {"S": "nonnegative(2, 2)", "k": "integer(1, 3)"}, [], [claim])
    assert (rivals.hypothesize(statement, 0, after(100)) is not None) == false


def test_the_sampler_is_the_same_under_a_seed() -> None:
    assert rivals.sample(EASY, 3, after(50)) == rivals.sample(EASY, 3, after(50))


def test_equality_breaks_a_strict_relation_only() -> None:
    eye = torch.eye(2, dtype=torch.float64)[None]
    strict = instantiate(THIN, {"n": 2})
    assert bool(rivals.violations(strict, screen(strict, {"A": eye, "B": eye})))
    weak = instantiate(TRULY, {"n": 2})
    assert not bool(rivals.violations(weak, screen(weak, {"A": eye, "B": eye})))


def test_every_domain_of_the_benchmark_has_a_strategy() -> None:
    for statement in BY_ID.values():
        for concrete in rivals.problems(statement, (3, 4, 5)):
            rivals.instance(concrete).validate()


def outcome(statement: Statement, result: str = "refuted", seconds: float = 1.0, who: str = "ours") -> contest.Outcome:
    return contest.Outcome(statement.id, who, result, seconds)


def ours(statement: Statement) -> contest.Outcome:
    return contest.measure("ours", contest.engine("quick"), statement, 0, 30.0)


def test_our_engine_refutes_and_shows_what_with() -> None:
    found = ours(EASY)
    assert found.refuted and found.seconds < 30
    assert found.detail["scope"] == "n = 2" and found.detail["counterexample"]["values"]


def test_a_false_statement_among_the_true_ones_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(command, "FALSE", ())
    monkeypatch.setattr(command, "TRUE", (EASY,))
    assert command.main(["--profile", "quick", "--patience", "30"]) == 1
    assert "true statements called false: false.trace-abab (of 1)" in capsys.readouterr().out


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


def test_an_error_is_an_error() -> None:
    def wrong(*_: Any) -> Any:
        raise ZeroDivisionError("nothing is hidden")

    found = contest.measure("wrong", wrong, EASY, 0, 5.0)
    assert found.result == "error" and "nothing is hidden" in found.detail["traceback"]
    died = contest.measure("died", lambda *_: os._exit(3), EASY, 0, 5.0)
    assert died.result == "error" and "without an answer" in died.detail["traceback"]
    lines, data = report.summary({}, [found, died], 20.0)
    assert data["errors"] == 2 and any("nothing is hidden" in line for line in lines)


def test_time_outs_count_as_the_time_out_and_the_better_rival_is_taken_row_by_row() -> None:
    rows = {
        name: {
            "ours": outcome(EASY, seconds=ours_took),
            "sampling": outcome(EASY, *sampling, who="sampling"),
            "hypothesis": outcome(EASY, *hypothesis, who="hypothesis"),
        }
        for name, ours_took, sampling, hypothesis in (
            ("a", 1.0, ("refuted", 4.0), ("time-out", 20.0)),
            ("b", 2.0, ("time-out", 20.0), ("refuted", 10.0)),
            ("c", 3.0, ("time-out", 20.0), ("time-out", 20.0)),
        )
    }
    _, data = report.summary(rows, [], 20.0)
    assert data["ours"] == {"refuted": 3, "of": 3, "median": 2.0}
    assert data["sampling"]["median"] == 20.0 and data["better rival"]["median"] == 10.0
    assert data["better rival"]["ratio of medians"] == pytest.approx(0.2)


def test_a_run_is_written_down(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "out.json"
    ids = ["--ids", "*.trace-abab", "--profile", "quick"]
    assert command.main([*ids, "--timeout", "10", "--json", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "false.trace-abab" in printed and "true statements called false: none (of 1)" in printed
    written = json.loads(path.read_text(encoding="utf-8"))
    assert [(o["statement"], o["contestant"]) for o in written["outcomes"]] == [
        ("false.trace-abab", "ours"), ("false.trace-abab", "sampling"), ("false.trace-abab", "hypothesis"),
        ("true.trace-abab", "ours"),
    ]  # fmt: skip
    assert written["settings"]["seed"] == 0 and written["environment"]["torch"] == torch.__version__


def test_a_glob_without_matches_is_said(capsys: Any) -> None:
    assert command.main(["--ids", "nothing*"]) == 2
    assert "no statement matches 'nothing*'" in capsys.readouterr().err
