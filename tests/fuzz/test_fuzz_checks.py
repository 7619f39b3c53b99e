"""A short run of the fuzzer of checks in every test run, and planted faults that it has to find."""

import pytest

from lemmata.verify.conjectures import bench
from tests.fuzz import checks

HEAD = "import json, os, sys\nfor line in sys.stdin:\n    print(json.dumps({'ready': True}), flush=True)\n"


def test_a_short_run_finds_nothing_wrong():
    found = checks.run(100, seed=1)
    assert found.wrong == [] and found.tried == 100
    assert found.verdicts["not read"] < 50 and found.verdicts["refuted"] > 10


@pytest.mark.parametrize(
    "fault",
    [
        "    os.kill(os.getpid(), 8)\n",
        "    raise SystemExit(3)\n",
        "    print(json.dumps({'failed': 'Traceback: ZeroDivisionError'}), flush=True)\n",
    ],
    ids=["signal", "exit", "exception"],
)
def test_planted_faults_are_found(monkeypatch, fault):
    monkeypatch.setattr(bench, "PROGRAM", HEAD + fault)
    assert len(checks.run(3).wrong) == 3


def test_what_is_tried_depends_on_the_seed_alone():
    one, two, other = (checks.jobs(seed) for seed in (4, 4, 5))
    assert [next(one) for _ in range(30)] == [next(two) for _ in range(30)] != [next(other) for _ in range(30)]
