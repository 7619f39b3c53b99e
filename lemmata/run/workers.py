"""Checking statements one at a time, here or in worker processes that may die without taking the run along."""

from __future__ import annotations

import contextlib
import importlib
import json
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from lemmata.claims.profiles import Profile
from lemmata.language.verdicts import Verdict
from lemmata.processes import collect_seldom
from lemmata.run import entries

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Job:
    """What every check of a run has in common.  `engine` is `module:function`: names reach any process."""

    engine: str
    profile: Profile
    seed: int
    device: str


@dataclass(frozen=True)
class Step:
    """One step of a run: a check begins (`entry` None) or has ended."""

    id: str
    entry: dict[str, Any] | None = None


def check_one(job: Job, identifier: str, sent: set[str] | None = None) -> str:
    """The entry of one statement as JSON text; a check that fails in any way gives an entry with verdict `error`.

    Derivations of the facts in `sent` are with whoever asks already: they are left out, and the others join them.

    The text is what crosses between processes: an entry that JSON cannot carry (NaN, a stray object) is itself a failed
    check, found here and not when the run is saved.
    """
    try:
        module, function = job.engine.split(":")
        check = getattr(importlib.import_module(module), function)
        entry = check(identifier, job.profile, job.seed, job.device)
        Verdict(entry["verdict"])
        if entry["id"] != identifier:
            raise ValueError(f"asked for {identifier}, the engine answered for {entry['id']}")
        files = entry.get("_derivations")
        if sent is None or not files:
            return json.dumps(entry, allow_nan=False)
        new = {name: file for name, file in files.items() if name == identifier or name not in sent}
        text = json.dumps(entry | {"_derivations": new}, allow_nan=False)
        sent.update(new)
        return text
    except Exception:  # becomes the verdict `error`, with the traceback in the report
        return json.dumps(failed(job, identifier, traceback.format_exc()))


def failed(job: Job, identifier: str, explanation: str) -> dict[str, Any]:
    """An entry with verdict `error`, as the module of the engine makes it where it has a `failed` of its own; of one
    chunk of a statement where the id names one."""
    own = getattr(sys.modules.get(job.engine.partition(":")[0]), "failed", None)
    if own is not None:
        made: dict[str, Any] = own(identifier, explanation)
        return made
    from lemmata.catalogue import get

    statement = get(identifier.partition("#")[0])
    return entries.entry(
        entries.about(statement),
        Verdict.ERROR.value,
        id=identifier,
        evidence=entries.nothing(stopped="the check failed"),
        reproduce=f"lemmata verify {statement.id} --profile {job.profile.name} --seed {job.seed}",
        error=explanation,
        _certificate=None,
    )


def one_thread() -> None:
    """Keep numerical libraries of this process to one thread: results do not depend on how many workers share cores."""
    collect_seldom()
    for name in THREAD_VARIABLES:
        os.environ[name] = "1"  # read by what is loaded from now on
    if (torch := sys.modules.get("torch")) is not None:
        torch.set_num_threads(1)


def here(job: Job, identifiers: Sequence[str]) -> Iterator[Step]:
    """Check statements in this process, in order."""
    one_thread()
    for identifier in identifiers:
        yield Step(identifier)
        yield Step(identifier, json.loads(check_one(job, identifier)))


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)  # the run is gone and nobody reads the result; a check may hold the main thread for minutes


def _serve(job: Job, pipe: Connection) -> None:
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    one_thread()
    sent = set[str]() if job.profile.chunks == 1 else None  # a chunk is kept with all that shows it
    with contextlib.suppress(EOFError):  # the parent has closed its end
        while True:
            pipe.send_bytes(check_one(job, pipe.recv(), sent).encode())


def safe_path() -> None:
    """Have processes that begin from here on import nothing from the current folder, which may be a stranger's."""
    os.environ["PYTHONSAFEPATH"] = "1"


class _Worker:
    """A process and the statement it is at."""

    def __init__(self, job: Job) -> None:
        safe_path()
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_serve, args=(job, theirs), daemon=True)
        self.id: str | None = None
        # A keyboard interrupt goes to every process of the terminal: workers never see it, the parent ends them.
        resource_tracker.ensure_running()
        maskable = hasattr(signal, "pthread_sigmask")
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if maskable else None
        try:
            self.process.start()
        finally:
            theirs.close()
            if before is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def give(self, identifier: str) -> None:
        self.id = identifier
        try:
            self.pipe.send(identifier)
        except OSError:  # it died before it was asked: its end of the pipe reads as closed, and `take` says so
            return

    def take(self, job: Job) -> tuple[dict[str, Any], bool]:
        """The finished entry, and whether the worker is still there."""
        identifier = self.id
        assert identifier is not None
        self.id = None
        try:
            return json.loads(self.pipe.recv_bytes()), True
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode or 0
            why = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
            hint = ", perhaps for want of memory" if code == -9 else ""
            return failed(job, identifier, f"The worker process checking {identifier} {why}{hint}."), False

    def stop(self) -> None:
        self.process.terminate()
        self.pipe.close()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def in_processes(job: Job, identifiers: Sequence[str], workers: int) -> Iterator[Step]:
    """Check statements in `workers` processes, in order of `identifiers` as far as they are free.

    A worker that dies gives its statement the verdict `error` and is replaced. Closing the iterator ends all workers.
    """
    waiting = deque(identifiers)
    pool: list[_Worker] = []
    try:
        for _ in range(min(workers, len(waiting))):
            pool.append(_Worker(job))
            yield from _next(pool[-1], waiting)
        while busy := {w.pipe: w for w in pool if w.id is not None}:
            for pipe in connection.wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                identifier = worker.id
                entry, alive = worker.take(job)
                assert identifier is not None
                yield Step(identifier, entry)
                if not alive:
                    worker.stop()
                    pool.remove(worker)
                    if not waiting:
                        continue
                    worker = _Worker(job)
                    pool.append(worker)
                yield from _next(worker, waiting)
    finally:
        for worker in pool:
            worker.stop()


def _next(worker: _Worker, waiting: deque[str]) -> Iterator[Step]:
    if waiting:
        worker.give(waiting.popleft())
        assert worker.id is not None
        yield Step(worker.id)
