"""Mutation runs: the file, interruption and resumption, workers that die, the command."""

import json
from pathlib import Path

import pytest

from lemmata.cli.app import main
from lemmata.mutants import explanations, trials
from lemmata.mutants.variants import variants
from lemmata.run import workers
from lemmata.run.campaign import Event
from tests.mutants import mutant_runs

TWO = ["riedi.lemma-21", "riedi.prop-1"]
ALL = [v.id for name in ("riedi.prop-1", "riedi.lemma-21") for v in variants(name)]


@pytest.fixture(autouse=True)
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The stand-in engine in this process, no explanations, an empty working directory; returns its log."""
    monkeypatch.setattr(trials, "ENGINE", mutant_runs.ENGINE)
    monkeypatch.setattr(workers, "in_processes", lambda job, names, count: workers.here(job, names))
    monkeypatch.setattr(explanations, "PATH", tmp_path / "mutants.toml")
    monkeypatch.setenv("LEMMATA_TEST_LOG", str(tmp_path / "log"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "log"


def stored(folder: Path) -> dict:
    return json.loads((folder / "mutants.json").read_text(encoding="utf-8"))


def test_a_run_is_written_whole(tmp_path: Path) -> None:
    events: list[Event] = []
    outcome = trials.run(TWO, seed=7, out=tmp_path / "run", on_event=events.append)
    data = stored(outcome.path)
    assert data["complete"] is True and data["seed"] == 7 and data["selection"] == TWO
    assert [r["id"] for r in data["mutants"]] == ALL == [r["id"] for r in outcome.records]
    assert {s["id"] for s in data["statements"]} == set(TWO)
    assert [e.kind for e in events[:2]] == ["begin", "start"] and sum(e.kind == "finish" for e in events) == len(ALL)
    assert outcome.page.read_text(encoding="utf-8").startswith("<!doctype html>")
    lines = (outcome.path / "mutants.json").read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith('{"id"') for line in lines) == len(ALL), "one line for every mutant"
    assert not list(outcome.path.glob(".*"))


def test_what_was_done_before_an_interrupt_is_kept_and_not_done_again(tmp_path: Path, stand_in: Path) -> None:
    def stop_after(count: int):
        done = []

        def on_event(event: Event) -> None:
            if event.kind == "finish":
                done.append(event.id)
                if len(done) == count:
                    raise KeyboardInterrupt

        return on_event

    first = trials.run(TWO, on_event=stop_after(5))
    assert first.interrupted and stored(first.path)["complete"] is False
    assert [r["id"] for r in stored(first.path)["mutants"]] == ALL[:5]
    again = trials.run(TWO, resume=True)
    assert again.path == first.path and not again.interrupted and stored(again.path)["complete"] is True
    assert mutant_runs.tried(stand_in) == ALL, "each was tried once"
    whole = trials.run(TWO, out=tmp_path / "whole")
    assert stored(whole.path)["mutants"] == stored(again.path)["mutants"]


def test_a_mutant_that_takes_its_worker_down_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stand_in: Path
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(trials, "ENGINE", mutant_runs.ENGINE)
    monkeypatch.setenv("LEMMATA_TEST_LOG", str(stand_in))
    monkeypatch.setenv("LEMMATA_TEST_DIES", ALL[2])
    monkeypatch.chdir(tmp_path)
    names = [v.id for v in variants("riedi.prop-1")]
    outcome = trials.run(["riedi.prop-1"], out=tmp_path / "run")
    assert [r["id"] for r in outcome.records] == names
    assert [r["id"] for r in outcome.records if r["outcome"] == "error"] == [ALL[2]]
    assert trials.exit_code(outcome.records) == 4


def test_unexplained_survivors_of_theorems_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", "riedi.thm-16~sharpened", "--workers", "1"]) == 1
    out = capsys.readouterr().out
    assert "riedi.thm-16~sharpened~strict.1: survived and nobody has explained it" in out
    rows = [
        f'["{v.id}"]\nfinding = "weaker"\nexplanation = "because"\nhash = "{v.hash}"\n'
        for v in variants("riedi.thm-16~sharpened")
        if v.operator == "strict"
    ]
    (tmp_path / "mutants.toml").write_text("\n".join(rows), encoding="utf-8")
    assert main(["mutants", "riedi.thm-16~sharpened", "--workers", "1"]) == 0


def test_an_explanation_of_another_wording_counts_for_nothing(tmp_path: Path) -> None:
    name = "riedi.thm-16~sharpened~strict.1"
    (tmp_path / "mutants.toml").write_text(
        f'["{name}"]\nfinding = "weaker"\nexplanation = "because"\nhash = "{"0" * 64}"\n', encoding="utf-8"
    )
    outcome = trials.run(["riedi.thm-16~sharpened"], out=tmp_path / "run")
    assert name in {r["id"] for r in explanations.unexplained(outcome.records)}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("mutants riedi.lema-21", "did you mean riedi.lemma-21"),
        ("mutants zz*", "no statement matches"),
        ("mutants --sample 0", "--sample 0: give a number of mutants from 1"),
        ("mutants --seed -1", "--seed -1"),
        ("mutants --workers 0", "--workers 0"),
        ("mutants --out file/run", "choose another --out"),
    ],
)
def test_bad_input_is_one_line(words: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(words.split()) == 2
    err = capsys.readouterr().err
    assert says in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[x", "not TOML"),
        ('["riedi.lemma-21"]\nfinding = "weaker"', "not the id of a mutant"),
        ('["riedi.lemma-21~strict.1"]\nfinding = "weaker"', "not a row"),
        ('["riedi.lemma-21~strict.1"]\nfinding = "a"\nexplanation = "b"\nhash = "c"', "is not one of weaker"),
        ('["riedi.lemma-21~strict.1"]\nfinding = "suite"\nexplanation = "b"\nhash = "c"', "64 hexadecimal digits"),
    ],
)
def test_a_malformed_review_is_bad_input(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mutants.toml").write_text(text, encoding="utf-8")
    assert main(["mutants", "riedi.prop-1"]) == 2
    assert says in capsys.readouterr().err
