"""Where an exception from a signal would do harm, or be lost, so that whoever raises it waits a little."""

from __future__ import annotations

from types import FrameType

SOON = 0.02  # seconds after which it is tried again
MODULES = ("importlib._bootstrap", "llvmlite", "numba", "weakref", "_weakrefset")
FUNCTIONS = ("__enter__", "__exit__", "__del__")


def whole(frame: FrameType | None, outside: FrameType | None = None) -> bool:
    """Whether this is code that has to come to its end, or was called by such code inside the frame `outside`.

    A module half imported stays so for the whole process, as does what a `with` was to take back: where gradients are
    switched off and the way back is cut, every later search is without them.  LLVM called back with an exception frees
    memory twice.  What `__del__` and the callbacks of weak references raise is swallowed.
    """
    while frame is not None and frame is not outside:
        name = frame.f_globals.get("__name__") or ""
        if name.startswith(MODULES) or frame.f_code.co_name in FUNCTIONS:
            return True
        frame = frame.f_back
    return False
