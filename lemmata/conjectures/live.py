"""What a person sees while a conjecture is checked: one moving line on a terminal, and nothing elsewhere.

It goes to standard error, so that standard output holds the answer alone.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

from rich.console import Console
from rich.status import Status

from lemmata.run.progress import console


class Live:
    """A context manager; give it text by `say`, or the progress of a check by `news`."""

    def __init__(self) -> None:
        to: Console = console(stderr=True)
        self.status = Status("", console=to, spinner="line") if to.is_terminal else None

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
        self.say(line(progress))


def line(progress: dict[str, Any]) -> str:
    """Progress in one line."""
    parts = [progress["stage"].replace("_", " "), progress["dimensions"], f"{progress['instances']:,} instances"]
    if progress["slack"] is not None:
        parts.append(f"smallest slack {progress['slack']:.3g}")
    if progress["suspects"]:
        parts.append(f"{progress['suspects']:,} suspects")
    return " · ".join(filter(None, parts))
