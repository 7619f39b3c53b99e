"""The process that checks conjectures, one after another: JSON lines in, JSON lines out.

It starts with the reader alone, so that a mistake is answered before the numerical libraries are loaded.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import time
import traceback
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import IO, Any

from lemmata.claims.uncut import SOON, whole
from lemmata.errors import InputError
from lemmata.language import conjecture_files
from lemmata.language.parse import ReadingError
from lemmata.language.statement import Statement
from lemmata.processes import collect_seldom

MEMORY = 12 * 2**30  # bytes of data of this process


def read(job: dict[str, Any]) -> Statement:
    """The statement of a job: a file, or strings.  Raises ReadingError."""
    if job.get("file"):
        statement = conjecture_files.load(Path(job["file"]))
    else:
        statement = conjecture_files.build(job["name"], job["let"], job["given"], job["claim"], define=job["define"])
    return replace(statement, id=job["id"]) if job.get("id") else statement


def run(job: dict[str, Any], out: IO[str]) -> None:
    """Read and check one conjecture.  Sends `bad` (a mistake), or `read`, any number of `progress`, and `entry`."""

    def send(kind: str, value: Any) -> None:
        out.write(json.dumps({kind: value}, allow_nan=False) + "\n")
        out.flush()

    begun = min(max(time.time() - job["started"], 0.0), 60.0) if "started" in job else 0.0
    begun = time.monotonic() - begun
    try:
        statement = read(job)
    except ReadingError as error:
        send("bad", str(error))
        return
    except Exception:  # a fault of the reader: the process that asked says so
        send("failed", traceback.format_exc())
        return
    head = {"id": statement.id, "title": statement.title, "text": statement.text, "notes": statement.notes}
    head["defined"] = dict(statement.defined)
    send("read", head | {"hash": statement.hash, "locator": statement.source.locator, "kind": statement.kind.value})
    try:
        one_thread()
        from lemmata.claims.budget import Budget, clock
        from lemmata.conjectures.checking import check

        if job.get("careful"):
            from lemmata.evaluate.comparison import balls_alone

            balls_alone()
        if "started" not in job:
            begun = time.monotonic()  # loading the libraries does not count
        budget = Budget(job["budget"], 0.0 if "started" in job else clock())
        entry = check(
            statement, budget, job["seed"], job["device"], lambda news: send("progress", news), job["reproduce"],
            turns=job.get("turns", 0), joining=job.get("joining", False), loaded=lambda: send("ready", True),
        )  # fmt: skip
        entry["seconds"] = round(time.monotonic() - begun, 3)
        send("entry", entry)
    except KeyboardInterrupt:
        send("failed", "interrupted")
    except InputError as error:
        send("bad", str(error))
    except MemoryError:
        send("failed", f"the memory allowed, {MEMORY // 2**30} GiB, was not enough")
    except Exception:  # reported by the process that asked, never hidden
        send("failed", traceback.format_exc())


def one_thread() -> None:
    """Numerical libraries keep to one thread, as everywhere in the suite."""
    from lemmata.run.workers import one_thread as limit

    limit()


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not a POSIX system
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _interrupted(number: int, frame: FrameType | None) -> None:
    if whole(frame):
        threading.Timer(SOON, signal.raise_signal, [number]).start()
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal may say it twice
    raise KeyboardInterrupt


def main() -> None:
    """Serve jobs from standard input until it ends, or nobody listens any more."""
    collect_seldom()
    with contextlib.suppress(BrokenPipeError):
        _serve()


def _serve() -> None:
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints does not mix with answers
    _limit_memory()
    for line in sys.stdin:
        signal.signal(signal.SIGINT, _interrupted)
        run(json.loads(line), out)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
