"""Campaigns in chunks: what a kill, a full disk, a damaged journal and a second run do, and that nothing is lost."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata.claims.profiles import QUICK
from lemmata.errors import InputError
from lemmata.run import campaign, journal, sharding
from lemmata.run.journal import Journal
from lemmata.run.run_folder import RunFolder
from tests import PATIENCE
from tests.claims.engine_runs import without_times
from tests.run.runs import asked, stand_in, verdicts, write_script

FOUR = replace(QUICK, name="deep", chunks=4)
NAMES = ["riedi.lemma-18", "riedi.cor-2", "riedi.lemma-18~repaired"]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, tmp_path, chunks=True)


def units() -> set[str]:
    return {f"{i}#{k}" for i in NAMES for k in range(FOUR.chunks)}


def chunks_kept(run: Path) -> set[str]:
    """The units whose result is in the journal of a run."""
    if not (run / journal.NAME).exists():
        return set()
    with sqlite3.connect(run / journal.NAME) as base:
        try:
            return {f"{i}#{k}" for i, k in base.execute("SELECT statement, chunk FROM chunks")}
        except sqlite3.OperationalError:  # just being made
            return set()


def settled(run: Path) -> list[dict[str, Any]]:
    """Entries without times."""
    return list(without_times(verdicts(run)["statements"]))


@pytest.mark.long
def test_every_chunk_is_done_once_and_workers_change_nothing(tmp_path: Path) -> None:
    one = campaign.run(NAMES, FOUR, 3, worker_count=1)
    assert sorted(asked(tmp_path)) == sorted(units())
    three = campaign.run(NAMES, FOUR, 3, worker_count=3)
    assert settled(one.path) == settled(three.path)
    assert one.entries[NAMES[0]]["evidence"]["instances"] == 4 * 3, "the sum over chunks"
    assert verdicts(one.path)["complete"] is True


@pytest.mark.long
def test_the_first_chunk_that_refutes_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reported = {
        f"{NAMES[0]}#2": ["refuted", ""],
        f"{NAMES[0]}#3": ["refuted", ""],
        f"{NAMES[1]}#1": ["supported", "raise"],
    }
    monkeypatch.setenv("LEMMATA_TEST_SCRIPT", write_script(tmp_path, reported))
    found = campaign.run(NAMES, FOUR, worker_count=2)
    assert [found.entries[i]["verdict"] for i in NAMES] == ["refuted", "error", "supported"]

    monkeypatch.setenv("LEMMATA_TEST_SCRIPT", write_script(tmp_path, {}))
    asked(tmp_path)
    again = campaign.run(NAMES, FOUR, out=found.path, resume=True)
    assert asked(tmp_path) == [f"{NAMES[1]}#1"], "a chunk that failed is done again, no other"
    assert again.entries[NAMES[1]]["verdict"] == "supported"


COMMAND = """
import sys
from dataclasses import replace
from pathlib import Path
from lemmata.run import campaign
from lemmata.claims.profiles import QUICK
from tests.run import fake_engine
fake_engine.install()
campaign.chunks_of = lambda statement, profile: profile.chunks
campaign.run({names!r}, replace(QUICK, name="deep", chunks=4), 0, worker_count={workers}, out=Path({out!r}))
"""


def test_a_kill_loses_the_chunks_in_flight_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole process is killed while some chunks hang; what was done is not done again, and nothing is dropped."""
    workers = 2
    out = tmp_path / "out"
    hanging = {f"{NAMES[1]}#2": ["supported", "sleep"], f"{NAMES[2]}#0": ["supported", "sleep"]}
    (tmp_path / "expected.toml").write_text("", encoding="utf-8")
    root = str(Path(__file__).parents[2])
    environment = os.environ | {
        "LEMMATA_TEST_SCRIPT": write_script(tmp_path, hanging),
        "LEMMATA_TEST_EXPECTED": str(tmp_path / "expected.toml"),
        "PYTHONPATH": root,
    }
    program = COMMAND.format(names=NAMES, workers=workers, out=str(out))
    process = subprocess.Popen([sys.executable, "-c", program], cwd=root, env=environment)
    deadline, begun, kept = time.monotonic() + PATIENCE, set(), set()
    while not hanging.keys() <= begun or len(begun - kept) > workers:
        time.sleep(0.1)
        assert time.monotonic() < deadline and process.poll() is None
        log = tmp_path / "log"
        begun, kept = set(log.read_text(encoding="utf-8").split()) if log.exists() else set(), chunks_kept(out)
    process.send_signal(signal.SIGKILL)
    process.wait()
    begun, kept = set(asked(tmp_path)), chunks_kept(out)
    assert len(kept) >= 2 and begun - kept == hanging.keys()

    monkeypatch.setenv("LEMMATA_TEST_SCRIPT", write_script(tmp_path, {}))
    after = campaign.run(NAMES, FOUR, out=out, resume=True, worker_count=2)
    repeated = asked(tmp_path)
    assert sorted(repeated) == sorted(units() - kept), "none repeated, none dropped"
    assert settled(after.path) == settled(campaign.run(NAMES, FOUR).path)


def test_a_full_disk_is_one_line_and_what_was_written_stays(tmp_path: Path) -> None:
    kept = Journal(tmp_path)
    kept.add("a", "h", 0, {"x": 1})
    pages = kept._base.execute("PRAGMA page_count").fetchone()[0]
    kept._base.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(InputError, match="the disk is full: make room and go on with --resume") as caught:
        for k in range(1, 100):
            kept.add("a", "h", k, {"x": "y" * 4000})
    assert "\n" not in str(caught.value)
    kept.close()
    again = Journal(tmp_path)
    assert again.done("a", "h")[0] == {"x": 1}
    again.close()


@pytest.mark.parametrize("damage", ["garbage", "overwritten", "not JSON"])
def test_a_damaged_journal_is_one_line(tmp_path: Path, damage: str) -> None:
    kept = Journal(tmp_path)
    for k in range(40):
        kept.add("a", "h", k, {"x": "y" * 500})
    kept.close()
    path = tmp_path / journal.NAME
    if damage == "garbage":
        path.write_bytes(b"garbage" * 1000)
    elif damage == "overwritten":
        data = bytearray(path.read_bytes())
        data[4096:12288] = b"\xff" * 8192
        path.write_bytes(data)
    else:
        with sqlite3.connect(path) as base:
            base.execute("UPDATE chunks SET entry = '{' WHERE chunk = 3")
        base.close()
    with pytest.raises(InputError, match=r"journal\.sqlite: damaged .* --resume") as caught:
        Journal(tmp_path).done("a", "h")
    assert "\n" not in str(caught.value)


def test_two_runs_on_one_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"
    held = RunFolder.create(out, {"profile": "deep", "seed": 0, "environment": {"device": "cpu"}}, {}, tmp_path)
    held.save()
    for resume in (False, True):
        with pytest.raises(InputError, match="another run is writing here"):
            campaign.run(NAMES, FOUR, out=out, resume=resume, device="cpu")
    assert held.path == out


def test_real_chunks_add_their_instances_and_find_what_is_false() -> None:
    """No stand-in: one true statement and one false one, with little work."""
    tiny = replace(QUICK, instances=600, chunks=3, large_sizes=(), lattice=100, thorough=True)
    name = "riedi.lemma-21"
    whole = sharding.check(f"{name}#1", tiny)
    again = sharding.check(f"{name}#1", tiny)
    other = sharding.check(f"{name}#2", tiny)
    assert without_times(whole) == without_times(again)
    assert whole["id"] == f"{name}#1" and whole["verdict"] == "supported"
    assert whole["evidence"]["ensembles"] != other["evidence"]["ensembles"], "instances of its own"
    both = sharding.merged(name, {1: whole, 2: other})
    total = whole["evidence"]["generated"] + other["evidence"]["generated"]
    assert both["evidence"]["generated"] == total and both["id"] == name
    assert both["evidence"]["min_slack"] == min(e["evidence"]["min_slack"] for e in (whole, other))
    assert sharding.check("zhao.eq-12#1", tiny)["verdict"] == "refuted"
