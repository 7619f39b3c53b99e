"""Worker processes, seen from the process that asks and from inside: jobs and what is said of them are lines of JSON.

A job with a `budget`, in seconds of work, ends itself in time; the clock here is for a step of a native library that
nothing in its process can stop.  A worker ends with the process that asked.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

from lemmata.processes import collect_seldom

WORK = 1.5  # budgets of processor time after which a job is ended from outside: the budget counts work
PATIENCE = 6.0  # on a machine as busy as this many times over that takes as many times longer; where the system does
STARVED = 5.0  # tell a process's work, this many times longer still
GRACE = 1.5  # seconds past all of these
LOADING = 120.0  # seconds in which a fresh process has to be ready
LAST_WORDS = 3.0  # seconds of work for what was found, after an interrupt
GOING_ON = ("ready", "read", "progress")  # kinds of messages after which there are more
Job = dict[str, Any]
Send = Callable[[str, Any], None]


@dataclass(frozen=True)
class PoolEvent:
    """What came of a job: `begun`, whatever its worker says, and `late` or `died` with the reason where the worker was
    ended or ended itself.  `said` is the last of each kind that the worker said before."""

    job: int
    kind: str
    value: Any
    said: Mapping[str, Any] = field(default_factory=dict)


def program_of(module: str) -> str:
    """The program of a worker, for `WorkerPool.program`: the function `main` of a module, which calls `serve`."""
    return f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nfrom {module} import main; main()"


def serve(work: Callable[[Job, Send], None]) -> NoReturn:
    """In a worker: do the jobs of standard input, one after the other; `work` sends what it has to say."""
    collect_seldom()
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints does not mix with answers

    def send(kind: str, value: Any) -> None:
        out.write(json.dumps({kind: value}, allow_nan=False) + "\n")
        out.flush()

    def listen() -> None:
        for line in sys.stdin:
            jobs.put(json.loads(line))
        os._exit(1)  # nobody reads what a job finds, and it may hold the main thread for minutes

    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
    threading.Thread(target=listen, daemon=True).start()
    while True:
        work(jobs.get(), send)


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

    program: str
    inbox: queue.SimpleQueue[tuple[_Worker, str | None]]
    log: Any = field(default_factory=tempfile.TemporaryFile)
    number: int | None = None
    job: Job = field(default_factory=dict)
    limit: float = 0.0
    said: dict[str, Any] = field(default_factory=dict)
    begun: float = 0.0  # when the job at work was ready, on `time.time`'s clock; 0 before
    most: float = math.inf  # the work of the process at which it is over

    def __post_init__(self) -> None:
        # -P: nothing is imported from the folder the command is used in, which may be a stranger's
        root = str(Path(__file__).absolute().parents[2])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", self.program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            env={**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"},
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
        self.number, self.job, self.said, self.begun, self.most = number, job, {}, 0.0, math.inf
        self.limit = time.monotonic() + LOADING if "budget" in job else math.inf
        with contextlib.suppress(OSError):  # it died before it was asked: its output ends too, and that is reported
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()

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
        return time.monotonic() > self.limit or self.most < math.inf and (self.work() or 0.0) > self.most

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    def last_words(self) -> str:
        self.log.seek(0)
        return self.log.read()[-2000:].decode(errors="replace").strip()

    def interrupt(self) -> None:
        if self.number is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            patience = LAST_WORDS
            if self.most < math.inf and (work := self.work()) is not None:
                self.most, patience = min(self.most, work + LAST_WORDS), LAST_WORDS * STARVED
            self.limit = min(self.limit, time.monotonic() + patience)


class WorkerPool:
    """Up to `count` worker processes, started when they are needed.  A context manager; its end ends them."""

    program = ""  # see `program_of`

    def __init__(self, count: int = 1, program: str | None = None) -> None:
        self.count = count
        self.program = program or self.program
        self.interrupted = False
        self.jobs: list[Job] = []  # of the run that goes on, by their numbers
        self._workers: list[_Worker] = []
        self._inbox: queue.SimpleQueue[tuple[_Worker, str | None]] = queue.SimpleQueue()
        self._waiting: deque[int] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def start(self) -> None:
        """Start a first process, which loads its libraries meanwhile."""
        if not self._workers:
            self._workers.append(_Worker(self.program, self._inbox))

    def interrupt(self) -> None:
        """Begin nothing more; jobs at work end with what they found."""
        self.interrupted = True
        for worker in self._workers:
            worker.interrupt()

    def run(self, jobs: Sequence[Job]) -> Iterator[PoolEvent]:
        """Do the jobs, in order as far as processes are free; each ends with one event unless interrupted.

        The budget of a job counts from its `started` (on `time.time`'s clock), without one from when it says `ready`.
        """
        self._waiting, self.jobs = deque(), []
        self.add(jobs)
        while True:
            yield from self._hand_out()
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
        self._waiting.extend(range(len(self.jobs), len(self.jobs) + len(jobs)))
        self.jobs += jobs

    def again(self, job: Job, said: Mapping[str, Any], begun: float) -> Job | None:
        """The job to try in place of one whose process was killed by a signal; None reports that."""
        return None

    def _hand_out(self) -> Iterator[PoolEvent]:
        while self._waiting and not self.interrupted:
            worker = next((w for w in self._workers if w.number is None), None)
            if worker is None:
                if len(self._workers) >= self.count:
                    return
                worker = _Worker(self.program, self._inbox)
                self._workers.append(worker)
            number = self._waiting.popleft()
            worker.give(number, self.jobs[number])
            yield PoolEvent(number, "begun", None)

    def _heard(self, worker: _Worker, message: dict[str, Any]) -> Iterator[PoolEvent]:
        ((kind, value),) = message.items()
        number = worker.number
        assert number is not None
        if kind == "ready":
            worker.ready()
            return
        before = dict(worker.said)
        worker.said[kind] = value
        if kind not in GOING_ON:
            worker.number = None
        yield PoolEvent(number, kind, value, before)

    def _overrun(self, worker: _Worker) -> PoolEvent:
        assert worker.number is not None
        self._workers.remove(worker)
        worker.end()
        why = "interrupted" if self.interrupted else "the time allowed was over in a step that cannot be cut short"
        return PoolEvent(worker.number, "late", why, worker.said)

    def _died(self, worker: _Worker) -> Iterator[PoolEvent]:
        self._workers.remove(worker)
        with contextlib.suppress(subprocess.TimeoutExpired):  # its output has ended: how it ended itself is of interest
            worker.process.wait(LAST_WORDS)
        worker.end()
        if worker.number is None:
            return
        code = worker.process.returncode
        other = self.again(worker.job, worker.said, worker.begun) if code < 0 and not self.interrupted else None
        if other is not None:
            self.jobs[worker.number] = other
            self._waiting.appendleft(worker.number)
            return
        why = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        hint = ", perhaps for want of memory" if code == -9 else ""
        text = f"{worker.last_words()}\nThe process of the check {why}{hint}.".strip()
        yield PoolEvent(worker.number, "died", text, worker.said)
