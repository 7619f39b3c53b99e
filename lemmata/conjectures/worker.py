"""The process that checks conjectures, one after another.

It starts with the reader alone, so that a mistake is answered before the numerical libraries are loaded.
"""

from __future__ import annotations

import signal
import threading
import time
import traceback
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from lemmata.claims.uncut import SOON, whole
from lemmata.errors import InputError
from lemmata.language import conjecture_files
from lemmata.language.parse import ReadingError
from lemmata.language.statement import Statement
from lemmata.processes import one_thread
from lemmata.processes.worker_pool import Send, serve

MEMORY = 12 * 2**30  # bytes of data of this process


def read(job: dict[str, Any]) -> Statement:
    """The statement of a job: a file, or strings.  Raises ReadingError."""
    if job.get("file"):
        statement = conjecture_files.load(Path(job["file"]))
    else:
        statement = conjecture_files.build(job["name"], job["let"], job["given"], job["claim"], define=job["define"])
    return replace(statement, id=job["id"]) if job.get("id") else statement


def run(job: dict[str, Any], send: Send) -> None:
    """Read and check one conjecture.  Sends `bad` (a mistake), or `read`, any number of `progress`, and `entry`."""
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


def _interruptibly(job: dict[str, Any], send: Send) -> None:
    signal.signal(signal.SIGINT, _interrupted)
    run(job, send)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> None:
    """Serve jobs from standard input until it ends."""
    _limit_memory()
    serve(_interruptibly)
