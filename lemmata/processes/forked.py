"""Tasks in forks of this process, each with bounded time and memory: what one does to itself ends with it."""

from __future__ import annotations

import json
import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import IO, Any

SECONDS, MEMORY = 300, 1 << 32  # of processor time, and bytes, for one task


def each(
    work: Callable[[str], Any], names: Sequence[str], processes: int = 1, seconds: int = SECONDS, memory: int = MEMORY
) -> Iterator[tuple[str, Any, str]]:
    """Per name what `work` returned, as JSON gives it back, and why there is nothing, as they end.

    One after the other in this process where there are no forks.
    """
    if not hasattr(os, "fork"):
        for name in names:
            yield name, json.loads(json.dumps(work(name))), ""
        return
    waiting, at_work = list(reversed(names)), dict[int, tuple[str, IO[str]]]()
    try:
        while waiting or at_work:
            while waiting and len(at_work) < max(processes, 1):
                name = waiting.pop()
                answer: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed when read
                child = os.fork()
                if not child:
                    _child(work, name, answer, seconds, memory)
                at_work[child] = name, answer
            child, status = os.wait()
            if child in at_work:
                name, answer = at_work.pop(child)
                with answer:
                    code = os.waitstatus_to_exitcode(status)
                    answer.seek(0)
                    if code:
                        yield name, None, f"ended by signal {-code}" if code < 0 else "ended by an error"
                    else:
                        yield name, json.load(answer), ""
    finally:
        for child in at_work:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def _child(work: Callable[[str], Any], name: str, answer: IO[str], seconds: int, memory: int) -> None:
    code = 1
    try:
        with suppress(ImportError, OSError, ValueError):  # where the system has limits; those that are lower remain
            import resource

            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        json.dump(work(name), answer)
        answer.flush()
        code = 0
    finally:
        os._exit(code)
