"""A stop that does not wait for the work to look at the clock."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from lemmata.verify.conjectures.budget import clock
from lemmata.verify.stages.screening import OutOfTime

AGAIN = 0.5  # seconds after which an alarm that some library swallowed rings once more
SOON = 0.02  # seconds after which it rings again where an exception would do harm:
WHOLE = ("importlib._bootstrap", "llvmlite", "numba", "weakref")  # half an import stays, half a compilation ends LLVM


@contextmanager
def alarm(until: float) -> Iterator[None]:
    """Raise OutOfTime in this block from `until` on, by `clock`.

    What a library raises of its own once the alarm has rung in it is the alarm, too.  Imports and compilations are
    not cut: a module half imported stays so for the whole process, and LLVM called back with an exception frees
    memory twice.
    It needs the main thread and a system with timers; elsewhere the block runs to its end.  Another user's timer is
    suspended meanwhile and set again afterwards.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    rung, outside = False, sys._getframe(2)  # past contextlib: whoever entered the block

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal rung
        if _whole(frame, outside):
            signal.setitimer(signal.ITIMER_PROF, SOON, AGAIN)
            return
        rung = True
        raise OutOfTime

    start = clock()
    before = signal.signal(signal.SIGPROF, ring)
    delay, interval = signal.setitimer(signal.ITIMER_PROF, max(until - start, 1e-3), AGAIN)
    try:
        yield
    except Exception as problem:
        if rung and not isinstance(problem, OutOfTime):
            raise OutOfTime from problem
        raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        if delay:
            signal.setitimer(signal.ITIMER_PROF, max(delay - (clock() - start), 1e-3), interval)


def _whole(frame: FrameType | None, outside: FrameType) -> bool:
    """Whether this is code that has to come to its end, or was called by such code inside the block."""
    while frame is not None and frame is not outside:
        name = frame.f_globals.get("__name__") or ""
        if name.startswith(WHOLE):
            return True
        frame = frame.f_back
    return False
