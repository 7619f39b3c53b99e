"""A stop that does not wait for the work to look at the clock."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from lemmata.claims.budget import clock
from lemmata.claims.screening import OutOfTime
from lemmata.claims.uncut import SOON, whole

AGAIN = 0.5  # seconds after which an alarm that some library swallowed rings once more


@contextmanager
def alarm(until: float) -> Iterator[None]:
    """Raise OutOfTime in this block from `until` on, by `clock`.

    What a library raises of its own once the alarm went off in it is the alarm, too.  Where it would do harm, or be
    lost, it waits: see `whole`.  One that the interpreter swallowed all the same, in a callback that nobody called,
    rings again at once and is not reported.
    It needs the main thread and a system with timers; elsewhere the block runs to its end.  Another user's timer is
    suspended meanwhile and set again afterwards.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    rang, outside = False, sys._getframe(2)  # past contextlib: whoever entered the block

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal rang
        if whole(frame, outside):
            signal.setitimer(signal.ITIMER_PROF, SOON, AGAIN)
            return
        rang = True
        raise OutOfTime

    def swallowed(problem: sys.UnraisableHookArgs) -> None:
        if issubclass(problem.exc_type, OutOfTime):
            signal.setitimer(signal.ITIMER_PROF, SOON, AGAIN)
        else:
            reported(problem)

    start, reported = clock(), sys.unraisablehook
    before, sys.unraisablehook = signal.signal(signal.SIGPROF, ring), swallowed
    delay, interval = signal.setitimer(signal.ITIMER_PROF, max(until - start, 1e-3), AGAIN)
    try:
        yield
    except Exception as problem:  # what rang inside a library comes out as whatever the library makes of it
        if rang and not isinstance(problem, OutOfTime):
            raise OutOfTime from problem
        raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        sys.unraisablehook = reported
        if delay:
            signal.setitimer(signal.ITIMER_PROF, max(delay - (clock() - start), 1e-3), interval)
