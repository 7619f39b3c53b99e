"""Worker processes for conjectures, seen from the process that asks: what they say, and an end to those that overrun.

A process that says *proved* is not believed: what it hands over is replayed.  A check ends itself in time; the clock
here is for a step of a native library that nothing in its process can stop.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from lemmata.language.verdicts import Verdict
from lemmata.run import entries

WORK = 1.5  # budgets of processor time after which a check is ended from outside: the budget counts work
PATIENCE = 6.0  # on a machine as busy as this many times over that takes as many times longer; where the system does
STARVED = 5.0  # tell a process's work, this many times longer still
GRACE = 1.5  # seconds past all of these
LOADING = 120.0  # seconds in which a fresh process has to be ready
LAST_WORDS = 3.0  # seconds of work for what was found, after an interrupt
PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nfrom lemmata.conjectures.worker import main; main()"
)
Job = dict[str, Any]


@dataclass(frozen=True)
class PoolEvent:
    """What came of a job: `read` (the statement), `progress`, and at last `entry`, or `bad` (a line on the mistake)."""

    job: int
    kind: str
    value: Any


def work_of(process: int) -> float | None:
    """Seconds of processor time of the process of that number; None where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


@dataclass(eq=False)
class _Worker:
    """One process, and the job it is at."""

    inbox: queue.SimpleQueue[tuple[_Worker, str | None]]
    log: Any = field(default_factory=tempfile.TemporaryFile)
    number: int | None = None
    job: Job = field(default_factory=dict)
    limit: float = 0.0
    head: dict[str, Any] = field(default_factory=dict)
    progress: dict[str, Any] = field(default_factory=dict)
    begun: float = 0.0  # when the job at work was ready, on `time.time`'s clock; 0 before
    most: float | None = None  # the work of the process at which it is over; None before it was ready

    def __post_init__(self) -> None:
        # -P: nothing is imported from the folder the command is used in, which may be a stranger's
        root = str(Path(__file__).absolute().parents[2])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            env={**os.environ, "PYTHONPATH": path},
            text=True,
            encoding="utf-8",
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.inbox.put((self, line))
        self.inbox.put((self, None))

    def give(self, number: int, job: Job) -> None:
        assert self.process.stdin is not None
        self.number, self.job, self.head, self.progress, self.begun = number, job, {}, {}, 0.0
        self.most = None
        self.limit = time.monotonic() + LOADING
        try:
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()
        except OSError:  # it died before it was asked: its output ends too, and that is reported
            return

    def ready(self) -> None:
        """The clock begins: libraries are loaded."""
        self.begun = time.time()
        worked = self.work()
        patience = PATIENCE * self.job["budget"] * STARVED
        if worked is not None:
            self.most = worked + WORK * self.job["budget"] + GRACE
        else:  # time on the wall stands for work, that of loading too
            spent = time.time() - self.job["started"] if "started" in self.job else 0.0
            patience = PATIENCE * max(self.job["budget"] - spent, 1.5 * min(self.job["budget"], 1.0))
        self.limit = time.monotonic() + patience + GRACE

    def work(self) -> float | None:
        """Seconds of processor time of the process; None where the system does not tell."""
        return work_of(self.process.pid)

    def late(self) -> bool:
        """Whether its work, or the time in which it could have been done, is over."""
        work = self.work() if self.most is not None else None
        over = work is not None and self.most is not None and work > self.most
        return over or time.monotonic() > self.limit

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    def last_words(self) -> str:
        self.log.seek(0)
        return self.log.read()[-2000:].decode(errors="replace").strip()

    def interrupt(self) -> None:
        if self.number is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            work, patience = self.work() if self.most is not None else None, LAST_WORDS
            if work is not None and self.most is not None:
                self.most, patience = min(self.most, work + LAST_WORDS), LAST_WORDS * STARVED
            self.limit = min(self.limit, time.monotonic() + patience)


class WorkerPool:
    """Up to `count` worker processes, started when they are needed.  A context manager; its end ends them."""

    def __init__(self, count: int = 1) -> None:
        self.count = count
        self.interrupted = False
        self._workers: list[_Worker] = []
        self._inbox: queue.SimpleQueue[tuple[_Worker, str | None]] = queue.SimpleQueue()
        self._waiting: deque[tuple[int, Job]] = deque()
        self._jobs = 0

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def start(self) -> None:
        """Start a first process, which loads its libraries meanwhile."""
        if not self._workers:
            self._workers.append(_Worker(self._inbox))

    def interrupt(self) -> None:
        """Begin nothing more; checks at work end with what they found."""
        self.interrupted = True
        for worker in self._workers:
            worker.interrupt()

    def run(self, jobs: Sequence[Job]) -> Iterator[PoolEvent]:
        """Check the jobs, in order as far as processes are free; each gives one `entry` or `bad` unless interrupted.

        The budget of a job counts from its `started` (on `time.time`'s clock), without one from when a process has
        loaded its libraries.
        """
        self._waiting, self._jobs = deque(), 0
        self.add(jobs)
        while True:
            self._hand_out()
            busy = [w for w in self._workers if w.number is not None]
            if not busy:
                return
            try:
                worker, line = self._inbox.get(timeout=0.1)
            except queue.Empty:
                for late in [w for w in busy if w.late()]:
                    yield self._overrun(late)
                continue
            if worker not in self._workers:
                continue
            if line is None:
                yield from self._died(worker)
            elif worker.number is not None:
                yield from self._heard(worker, json.loads(line))

    def add(self, jobs: Sequence[Job]) -> None:
        """More jobs for the run that goes on; they are numbered after those there are."""
        self._waiting.extend(enumerate(jobs, self._jobs))
        self._jobs += len(jobs)

    def _hand_out(self) -> None:
        while self._waiting and not self.interrupted:
            worker = next((w for w in self._workers if w.number is None), None)
            if worker is None:
                if len(self._workers) >= self.count:
                    return
                worker = _Worker(self._inbox)
                self._workers.append(worker)
            number, job = self._waiting.popleft()
            worker.give(number, job)

    def _heard(self, worker: _Worker, message: dict[str, Any]) -> Iterator[PoolEvent]:
        ((kind, value),) = message.items()
        assert worker.number is not None
        number = worker.number
        if kind == "ready":
            worker.ready()
            return
        if kind == "read":
            worker.head = value
        elif kind == "progress":
            worker.progress = value
        else:
            worker.number = None
        if kind == "failed":
            verdict = Verdict.INCONCLUSIVE if value.startswith(("interrupted", "the memory")) else Verdict.ERROR
            kind, value = "entry", without_answer(worker.job, worker.head, worker.progress, verdict, value)
        if kind == "entry":
            from lemmata.prove.derivation_files import settle  # it loads the kernel, which mistakes do not need

            settle([value], value.get("derivations") or {})
        yield PoolEvent(number, kind, value)

    def _overrun(self, worker: _Worker) -> PoolEvent:
        assert worker.number is not None
        self._workers.remove(worker)
        worker.end()
        why = "interrupted" if self.interrupted else "the time allowed was over in a step that cannot be cut short"
        entry = without_answer(worker.job, worker.head, worker.progress, Verdict.INCONCLUSIVE, why)
        return PoolEvent(worker.number, "entry", entry)

    def _died(self, worker: _Worker) -> Iterator[PoolEvent]:
        self._workers.remove(worker)
        with contextlib.suppress(subprocess.TimeoutExpired):  # its output has ended: how it ended itself is of interest
            worker.process.wait(LAST_WORDS)
        worker.end()
        if worker.number is None:
            return
        code = worker.process.returncode
        if code < 0 and worker.head and not worker.job.get("careful") and not self.interrupted:
            # A native library ended the process: what is left of the budget is for the routes that do without it.
            self._waiting.appendleft(
                (worker.number, {"started": worker.begun or time.time(), **worker.job, "careful": True})
            )
            return
        why = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        hint = ", perhaps for want of memory" if code == -9 else ""
        text = f"{worker.last_words()}\nThe process of the check {why}{hint}.".strip()
        yield PoolEvent(
            worker.number, "entry", without_answer(worker.job, worker.head, worker.progress, Verdict.ERROR, text)
        )


def without_answer(
    job: Job, head: dict[str, Any], progress: dict[str, Any], verdict: Verdict, why: str
) -> dict[str, Any]:
    """The entry of a check that did not come to its end: inconclusive, or an error with its text."""
    error = verdict is Verdict.ERROR
    evidence = entries.nothing(stopped="the check failed" if error else why)
    evidence |= {"instances": progress.get("instances", 0), "min_slack": progress.get("slack")}
    named: dict[str, Any] = {"id": job.get("id") or "conjecture.unnamed", "title": job.get("name") or "", "defined": {}}
    return entries.entry(
        {**named, **head},
        verdict.value,
        evidence=evidence,
        reproduce=job.get("reproduce"),
        error=why if error else None,
        interrupted=why == "interrupted",
        seconds=round(time.time() - job["started"], 3) if "started" in job else float(job.get("budget", 0.0)),
    )
