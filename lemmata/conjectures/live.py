"""What a person sees while a conjecture is checked: one moving line on a terminal, a plain line now and then elsewhere.

It goes to standard error, so that standard output holds the answer alone.
"""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.status import Status

from lemmata.run.progress import console

SELDOM = 2.0  # seconds between two plain lines


class Live:
    """A context manager; give it text by `say`, or the progress of a check by `news`."""

    def __init__(self) -> None:
        self.console: Console = console(stderr=True)
        self.said, self.shown = 0.0, ""
        self.status = Status("", console=self.console, spinner="line") if self.console.is_terminal else None

    def __enter__(self) -> Live:
        if self.status:
            self.status.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        if self.status:
            self.status.stop()

    def say(self, text: str) -> None:
        """Show where things are on a terminal."""
        if self.status:
            self.status.update(text)

    def news(self, progress: dict[str, Any]) -> None:
        """Stage, dimensions, instances so far, the smallest slack so far."""
        text = line(progress)
        self.said = self.said or time.monotonic()  # an answer at once needs no progress
        if self.status:
            self.status.update(text)
        elif time.monotonic() - self.said >= SELDOM and text != self.shown:
            self.said, self.shown = time.monotonic(), text
            self.console.print(text, markup=False)


def line(progress: dict[str, Any]) -> str:
    """Progress in one line."""
    parts = [progress["stage"].replace("_", " "), progress["dimensions"], f"{progress['instances']:,} instances"]
    if progress["slack"] is not None:
        parts.append(f"smallest slack {progress['slack']:.3g}")
    if progress["suspects"]:
        parts.append(f"{progress['suspects']:,} suspects")
    return " · ".join(filter(None, parts))
