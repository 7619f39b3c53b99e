"""Kernel and certificate checker in processes of their own, without the start of an interpreter for every task.

A first process (`python -I -S`) imports the entry and what that imports, source files and the standard library, once.
For each task it forks, and the fork does the task and ends.  So a task shares nothing with whoever asks, and finds
nothing of the tasks before it: the first process never does one itself.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, NoReturn

ROOT = Path(__file__).absolute().parents[2]  # where the package lemmata lies
ALONE = "import sys; sys.path.append(sys.argv[1]); from lemmata.processes import fork_server; fork_server."


@dataclass(frozen=True)
class Done:
    """What became of a task: its exit status (below zero: minus the signal that ended it), and what it wrote."""

    code: int
    out: str
    err: str


def run(entry: str, arguments: Sequence[str] = (), given: str = "", seconds: float | None = None) -> Done:
    """Call `entry` ("module:function", as a command line tool calls it) with these arguments in `sys.argv` and `given`
    on standard input.

    Raises TimeoutError after `seconds`; the task is ended then, and whenever this is interrupted.
    """
    if not hasattr(os, "fork"):
        return _afresh(entry, arguments, given, seconds)
    key = os.getpid(), entry  # a fork of this process must not share the pipes
    with _one_at_a_time:
        server = _servers.get(key)
        if server is None or server.process.poll() is not None:
            server = _servers[key] = _Server(entry)
        try:
            return server.ask(arguments, given, seconds)
        except BaseException:  # an alarm may ring anywhere: an answer nobody waited for is not to be another one's
            server.end()
            raise


def _afresh(entry: str, arguments: Sequence[str], given: str, seconds: float | None) -> Done:
    """The same where processes do not fork."""
    command = [sys.executable, "-I", "-S", "-c", f"{ALONE}once()", str(ROOT), entry, *arguments]
    try:
        done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as late:
        raise TimeoutError(f"{entry} did not answer within {seconds:g} s") from late
    return Done(done.returncode, done.stdout, done.stderr)


class _Server:
    """The first process of an entry."""

    def __init__(self, entry: str) -> None:
        self.entry = entry
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", f"{ALONE}serve()", str(ROOT), entry],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip

    def ask(self, arguments: Sequence[str], given: str, seconds: float | None) -> Done:
        until = None if seconds is None else time.monotonic() + seconds
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        answer = b""
        with suppress(BrokenPipeError):
            stdin.write(json.dumps([list(arguments), given]).encode() + b"\n")
            stdin.flush()
        while not answer.endswith(b"\n"):
            left = None if until is None else max(until - time.monotonic(), 0.0)
            if not select.select([stdout], [], [], left)[0]:
                raise TimeoutError(f"{self.entry} did not answer within {seconds:g} s")
            more = os.read(stdout.fileno(), 1 << 16)
            if not more:
                raise RuntimeError(f"the process that does {self.entry} ended with exit code {self.process.wait()}")
            answer += more
        return Done(*json.loads(answer))

    def end(self) -> None:
        """End it, and a task that it is at."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()


_servers: dict[tuple[int, str], _Server] = {}
_one_at_a_time = threading.Lock()


@atexit.register
def _end_all() -> None:
    for (owner, _), server in _servers.items():
        if owner == os.getpid():
            server.end()


def serve() -> None:
    """The first process: a task per line of standard input, an answer per line of standard output."""
    entry = sys.argv[2]
    function = _named(entry)
    gc.disable()  # a task ends with its process, and has a limit of memory
    for line in sys.stdin.buffer:
        arguments, given = json.loads(line)
        with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            source.write(given.encode())
            source.seek(0)
            task = os.fork()
            if not task:
                _become(partial(_called, function, [entry, *arguments]), (source, out, err))
            code = os.waitstatus_to_exitcode(os.waitpid(task, 0)[1])
            answer = json.dumps([code, _written(out), _written(err)]).encode() + b"\n"
        while answer:
            answer = answer[os.write(1, answer) :]


def once() -> None:
    """One task in this process, with its arguments and standard streams."""
    entry, *arguments = sys.argv[2:]
    sys.exit(_called(_named(entry), [entry, *arguments]))


def _named(entry: str) -> Callable[[], int | None]:
    module, _, name = entry.partition(":")
    found: Callable[[], int | None] = getattr(importlib.import_module(module), name)
    return found


def _called(function: Callable[[], int | None], argv: list[str]) -> int:
    """The exit status of a command line tool."""
    sys.argv = argv
    try:
        return function() or 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
    except BaseException:  # what it died of is reported on its standard error, as an interpreter does
        traceback.print_exc()
    return 1


def _become(task: Callable[[], int], files: Sequence[IO[Any]]) -> NoReturn:
    """In the fork: do the task with these as standard streams, and end."""
    code = 1
    try:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - until the process ends
            for number, mode in enumerate("rww")
        )
        code = task()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _written(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")
