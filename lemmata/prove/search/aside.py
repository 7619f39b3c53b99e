"""The search for a proof in a process of its own: pickled settings in, one line of JSON out.

The settings are the statement, the seconds it has, and a niceness with the seconds after which it is taken on.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import pickle
import sys
import threading
import time

from lemmata.processes import collect_seldom
from lemmata.prove.attempts import Attempt, attempt

OVERRUN, ROOM = 1.5, 2.0  # times its seconds, and seconds more, after which the system ends the process


def main() -> None:
    """Serve one statement; what a library prints does not mix with the answer."""
    collect_seldom()
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    statement, seconds, niceness, undisturbed = pickle.load(sys.stdin.buffer)
    with contextlib.suppress(ImportError):  # for a step that does not look at the clock
        import resource

        most = math.ceil(time.process_time() + OVERRUN * seconds + ROOM)
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    if niceness and hasattr(os, "setpriority"):
        timer = threading.Timer(undisturbed, os.setpriority, (os.PRIO_PROCESS, os.getpid(), niceness))
        timer.daemon = True
        timer.start()
    try:
        found = attempt(statement, seconds)
    except MemoryError:  # its memory is limited as the time is: no proof was found within it
        found = Attempt()
    out.write(json.dumps(found.to_json()) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
