"""Where the time of a check goes, part by part; what runs inside another part counts for itself alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ContextDecorator, contextmanager
from typing import Any

REST = "everything else"
_running: list[list[Any]] = []  # parts that have begun: name, and since when its own time counts
_seconds: dict[str, float] = {}


def _pass(now: float) -> None:
    """Credit the innermost part with the time since it was last looked at."""
    if _running:
        name, since = _running[-1]
        _seconds[name] = _seconds.get(name, 0.0) + now - since
        _running[-1][1] = now


class part(ContextDecorator):  # noqa: N801 - reads as a word: `with part("proof"):`, `@part("proof")`
    """Count the time until the end of the block, or of the function, for the part of this name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        _pass(now := time.perf_counter())
        _running.append([self.name, now])

    def __exit__(self, *problem: object) -> None:
        _pass(now := time.perf_counter())
        if _running:  # an alarm may have cut in between
            _running.pop()
        if _running:
            _running[-1][1] = now


@contextmanager
def recorded() -> Iterator[list[dict[str, Any]]]:
    """A list that holds, when the block has ended, its parts and their seconds, the longest first."""
    out: list[dict[str, Any]] = []
    before, saved = dict(_seconds), _running[:]
    _seconds.clear()
    _running.clear()
    try:
        with part(REST):
            yield out
    finally:
        found = sorted(_seconds.items(), key=lambda item: -item[1])
        out += [{"part": name, "seconds": round(seconds, 3)} for name, seconds in found if seconds >= 5e-4]
        _seconds.clear()
        _seconds.update(before)
        _running[:] = saved


def total(parts: Iterator[list[dict[str, Any]]] | list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The sum of several records, part by part, the longest first."""
    sums: dict[str, float] = {}
    for record in parts:
        for row in record:
            sums[row["part"]] = sums.get(row["part"], 0.0) + row["seconds"]
    return [{"part": k, "seconds": round(v, 3)} for k, v in sorted(sums.items(), key=lambda item: -item[1])]
