"""Campaigns on a Dask cluster: the same for any number of workers, one killed in mid-run and one added later."""

import contextlib
import os
import signal
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'lemmata[cluster]'")
dask = pytest.importorskip("dask")

from lemmata.claims.profiles import QUICK  # noqa: E402
from lemmata.errors import InputError  # noqa: E402
from lemmata.run import campaign  # noqa: E402
from tests.run.runs import stand_in, verdicts, write_script  # noqa: E402
from tests.run.test_campaign_chunks import settled  # noqa: E402

SIX = replace(QUICK, name="deep", chunks=6)
NAMES = ["riedi.lemma-18", "riedi.cor-2", "riedi.lemma-18~repaired"]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, tmp_path, chunks=True)


@contextlib.contextmanager
def cluster(workers: int) -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, memory_limit=0, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def journalled(run: Path) -> int:
    with contextlib.closing(sqlite3.connect(run / "journal.sqlite")) as base:
        return int(base.execute("SELECT count(*) FROM chunks").fetchone()[0])


@pytest.mark.long
def test_a_worker_is_killed_and_one_added_and_nothing_is_lost_or_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEMMATA_TEST_SCRIPT", write_script(tmp_path, {f"{NAMES[0]}#4": ["refuted", ""]}))
    here = campaign.run(NAMES, SIX, 3, worker_count=2)
    (tmp_path / "log").unlink()
    finished: list[str] = []
    with cluster(2) as made:

        def disturb(event: campaign.Event) -> None:
            if event.kind != "finish":
                return
            finished.append(event.id)
            if len(finished) == 1:
                os.kill(_pids(made)[0], signal.SIGKILL)
                made.scale(3)

        there = campaign.run(NAMES, SIX, 3, on_event=disturb, cluster=made.scheduler_address)
    assert sorted(finished) == sorted(NAMES)
    assert settled(here.path) == settled(there.path)
    assert verdicts(there.path)["complete"] is True
    assert journalled(there.path) == journalled(here.path) == len(NAMES) * SIX.chunks


def _pids(made: Any) -> list[int]:
    with distributed.Client(made) as client:
        return list(client.run(os.getpid).values())


def test_a_cluster_here_gives_the_same_and_what_no_worker_survives_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEMMATA_TEST_SCRIPT", write_script(tmp_path, {NAMES[1]: ["supported", "die"]}))
    here = campaign.run(NAMES, QUICK, 5, worker_count=1)
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        there = campaign.run(NAMES, QUICK, 5, worker_count=1, cluster="local")
    assert [there.entries[i]["verdict"] for i in NAMES] == ["supported", "error", "supported"]
    assert "died" in there.entries[NAMES[1]]["error"]
    others = [[e for e in settled(run.path) if e["id"] != NAMES[1]] for run in (here, there)]
    assert others[0] == others[1]


def test_no_scheduler_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    from lemmata.run import cluster as module

    monkeypatch.setattr(module, "PATIENCE", "1s")
    with pytest.raises(InputError, match="--cluster tcp://127.0.0.1:1: .*dask scheduler"):
        campaign.run(NAMES, QUICK, cluster="tcp://127.0.0.1:1")
