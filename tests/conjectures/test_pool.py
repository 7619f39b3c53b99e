"""Checks in processes of their own: what they answer, and what happens when they do not."""

from pathlib import Path
from typing import Any

import pytest

from lemmata.conjectures.command import joining
from lemmata.conjectures.pool import WorkerPool
from lemmata.processes import worker_pool
from tests import PATIENCE

LET = {"n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)"}
FALSE, TRUE = "smax(A + B) <= max(smax(A), smax(B))", "smax(A @ B) <= smax(A) * smax(B)"
STUB = """
import json, sys, time
line = sys.stdin.readline()
print(json.dumps({"read": {"id": "conjecture.stub", "title": "stub"}}))
print(json.dumps({"ready": True}))
print(json.dumps({"progress": {"instances": 7, "slack": 0.5}}), flush=True)
"""


def job(claim: str, budget: float = 2.0, **more: Any) -> dict[str, Any]:
    fixed = {"name": "test", "let": LET, "define": {}, "given": [], "claim": [claim], "seed": 0, "device": "cpu"}
    return {**fixed, "reproduce": None, "budget": budget, **more}


def answers(bench: WorkerPool, *jobs: dict[str, Any]) -> dict[int, tuple[str, Any]]:
    return {news.job: (news.kind, news.value) for news in bench.run(jobs) if news.kind in ("entry", "bad")}


def test_several_jobs_in_two_processes() -> None:
    with WorkerPool(2) as bench:
        found = answers(
            bench, job(FALSE), job("smax(A"), job(TRUE, budget=3.0), job("smax(A) <= s(A) @ A", given=["x"])
        )
    assert {k: kind for k, (kind, _) in found.items()} == {0: "entry", 1: "bad", 2: "entry", 3: "bad"}
    assert found[0][1]["verdict"] == "refuted", found[0][1]["error"] or found[0][1]["evidence"]
    assert found[0][1]["certificate"]["dims"] == {"n": 1}
    assert found[2][1]["verdict"] == "supported"
    assert "column" in found[1][1] and "\n" not in found[1][1]


def test_the_folder_it_is_used_in_is_not_imported_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("json", "theorems", "torch", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with WorkerPool() as bench:
        found = answers(bench, job("smax(A"))
    assert found[0][0] == "bad" and not (tmp_path / "ran").exists()


def test_a_check_that_overruns_is_ended_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerPool, "program", STUB + f"time.sleep({10 * PATIENCE})\n")
    monkeypatch.setattr(worker_pool, "GRACE", 0.3)
    monkeypatch.setattr(worker_pool, "STARVED", 1.0)
    with WorkerPool() as bench:
        ((kind, entry),) = answers(bench, job(TRUE, budget=1.0)).values()
    assert (kind, entry["verdict"], entry["id"]) == ("entry", "inconclusive", "conjecture.stub")
    assert entry["evidence"]["instances"] == 7 and "cannot be cut short" in entry["evidence"]["stopped"]


def test_a_process_that_dies_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerPool, "program", STUB + "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n")
    with WorkerPool() as bench:
        ((kind, entry),) = answers(bench, job(TRUE)).values()
    assert entry["verdict"] == "error" and "killed by signal 9" in entry["error"]


def test_what_a_dying_process_said_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerPool, "program", STUB + "raise SystemExit('the end')\n")
    with WorkerPool() as bench:
        ((kind, entry),) = answers(bench, job(TRUE)).values()
    assert entry["verdict"] == "error" and "the end" in entry["error"] and "exit code 1" in entry["error"]


def test_interrupted_with_what_was_found() -> None:
    kinds = []
    with WorkerPool() as bench:
        for news in bench.run([job(TRUE, budget=60.0), job(FALSE)]):
            kinds.append((news.job, news.kind))
            if news.kind == "progress" and news.value["instances"] > 100 and not bench.interrupted:
                bench.interrupt()
            if news.kind == "entry":
                entry = news.value
    assert entry["interrupted"] and entry["evidence"]["instances"] > 100
    assert {k for k, _ in kinds} == {0}, "nothing more is begun"


def test_a_check_whose_process_dies_begins_again_without_exact_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    more = "import os, signal\nif not json.loads(line).get('careful'): os.kill(os.getpid(), signal.SIGFPE)\n"
    monkeypatch.setattr(WorkerPool, "program", STUB + more + "print(json.dumps({'entry': {'verdict': 'supported'}}))\n")
    with WorkerPool() as bench:
        ((kind, entry),) = answers(bench, job(TRUE)).values()
    assert (kind, entry["verdict"]) == ("entry", "supported")


@pytest.mark.long
def test_jobs_join_a_run_that_goes_on() -> None:
    found, joined = {}, False
    with WorkerPool(2) as bench:
        for news in bench.run([job(TRUE, budget=4.9)]):  # too short for a proof
            if news.kind == "progress" and news.value["survived"] and not joined:
                joined = True
                bench.add(joining([job(FALSE, budget=30.0)], news.value["spent"]))
            if news.kind == "entry":
                found[news.job] = news.value["verdict"]
    assert joined and found == {0: "supported", 1: "refuted"}
