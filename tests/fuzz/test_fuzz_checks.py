"""A short run of the fuzzer of checks in every test run, and planted faults that it has to find."""

import os
import sys
from contextlib import suppress
from itertools import islice
from typing import Any

import mpmath
import pytest

from lemmata.language import conjecture_files
from lemmata.language.parse import ReadingError
from lemmata.network_checker.network_program import CheckResult
from lemmata.prove.attempts import Attempt
from tests.fuzz import checks, claims, stages
from tests.oracles import high_precision

pytestmark = pytest.mark.long


def test_a_short_run_finds_nothing_wrong() -> None:
    found = checks.run(40, seed=1)
    assert found.wrong == [] and found.tried == 40
    assert found.verdicts["not read"] < 20 and found.verdicts["refuted"] > 5


def is_read(job: dict[str, Any]) -> bool:
    """Whether the claim of a job is one that the reader takes."""
    with suppress(ReadingError):
        return bool(conjecture_files.build(job["name"], job["let"], job["given"], job["claim"], define=job["define"]))
    return False


def test_brief_trials_leave_stages_out_and_find_what_is_refuted_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    some = list(islice(claims.jobs(3), 60))
    jobs = [job for job in some if job["seed"] % stages.FULL]
    jobs += [job for job in some if job["seed"] % stages.FULL == 0 and is_read(job)][:2]
    monkeypatch.setattr(stages, "page", lambda *args: iter(["a page"]))
    monkeypatch.setattr(stages, "in_process", lambda *args: CheckResult(True, []))
    found = [stages.brief(job) for job in jobs[-12:]]
    assert any(("page", "a page") in answer["wrong"] for answer in found[-2:])
    assert not any(("page", "a page") in answer["wrong"] for answer in found[:-2])
    assert any("accepts a certificate against" in text for answer in found for _, text in answer["wrong"])


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (lambda: os.kill(os.getpid(), 8), "killed by signal 8"),
        (lambda: os._exit(3), "ended with exit code 3"),
        (lambda: sys.exit(3), "ended with exit code 1"),
    ],
    ids=["signal", "exit", "exception"],
)
def test_a_process_that_dies_is_found_and_the_others_are_tried(fault: Any, said: str) -> None:
    tried = [job["name"] for job in islice(claims.jobs(0), 4)]

    def trial(job: dict[str, Any]) -> dict[str, Any]:
        if job["name"] == tried[1]:
            fault()
        return {"verdict": "refuted", "wrong": []}

    found = checks.run(4, trial=trial)
    assert [(job["name"], why) for job, _, why in found.wrong] == [(tried[1], said)] and found.tried == 4


@pytest.mark.parametrize(
    ("module", "name", "planted", "said"),
    [
        (stages, "in_process", lambda *args: CheckResult(True, []), "accepts a certificate against"),
        (stages, "refutation", lambda *args: 1 / 0, "ZeroDivisionError"),
        (stages, "check", lambda *args: 1 / 0, "ZeroDivisionError"),
        (stages, "file_digest", lambda path: "", "not one that the checker accepted"),
        (stages, "ROOM", -1e9, "s of work for a budget"),
        (high_precision, "evaluate", lambda node, at, digits: mpmath.mpf(123), "by mpmath"),
    ],
)  # fmt: skip
def test_planted_faults_are_found(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, planted: Any, said: str
) -> None:
    monkeypatch.setattr(module, name, planted)
    job = {**checks.WARM, "let": {"a": "interval(1, 2)", "b": "interval(1, 2)"}, "claim": ["a + exp(b) <= 2 * a * b"]}
    found = stages.trial({**job, "budget": 0.5})
    assert any(said in text for _, text in found["wrong"]), found


def test_a_false_proof_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "attempt", lambda *args: Attempt({}))
    job = {**checks.WARM, "let": {"a": "real", "b": "real"}, "claim": ["a * b <= a**2"]}
    assert stages.prover(job)["wrong"][0][0] == "FALSE PROOF"


def test_what_is_tried_depends_on_the_seed_alone() -> None:
    one, two, other = (list(islice(claims.jobs(seed), 30)) for seed in (4, 4, 5))
    assert one == two != other
