"""The journal of a search: one JSON line whenever it says something new, to look at meanwhile and to go on from."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from lemmata.errors import InputError

LINES, BAR = 12, 40  # of the view: improvements shown, and characters of the longest bar
FIRST = b'{"process": '  # how a note begins
SELDOM = 60.0  # seconds after which a search that finds nothing is noted all the same


class Journal:
    """Notes of all processes of a check in one file; None keeps none.

    A last line that was torn when its writer ended is left out.  A file that cannot be written any more, once a search
    goes on, costs the notes and not the search; `trouble` then says why.  Raises InputError for what is no journal, and
    where none can be kept.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.began = time.time()
        self.last: dict[int, tuple[float, float | None]] = {}
        self.turns = 0
        self.trouble = ""
        if path is not None:
            self._begin(path)

    def _begin(self, path: Path) -> None:
        """Read how far it came, and end the file with a whole line: what is noted next begins one of its own."""
        try:
            with path.open("a+b") as file:
                file.seek(0)
                *whole, rest = file.read().split(b"\n")
                for line in whole:
                    self.turns = max(self.turns, int(json.loads(line)["turns"]))
                if rest and not FIRST.startswith(rest[: len(FIRST)]):
                    raise ValueError
                file.truncate(sum(len(line) + 1 for line in whole))
        except OSError as problem:
            why = f"cannot be written ({problem.strerror})"
            raise InputError(f"--journal {path}: {why}: choose another") from problem
        except (ValueError, KeyError, TypeError):
            raise InputError(f"--journal {path}: is no journal of a search: choose another file") from None

    def _lines(self) -> list[str]:
        if self.path is None or not self.path.exists():
            return []
        try:
            return self.path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as problem:
            raise InputError(f"--journal {self.path}: cannot be read: choose another file") from problem

    def note(self, process: int, progress: dict[str, Any]) -> None:
        """Write down the progress of a process where its slack became smaller, and once a minute."""
        if self.path is None or self.trouble:
            return
        when, slack = self.last.get(process, (0.0, None))
        smaller = progress["slack"] is not None and (slack is None or progress["slack"] < slack)
        if not smaller and time.time() - when < SELDOM:
            return
        self.last[process] = time.time(), progress["slack"]
        note = {"process": process, "seconds": round(time.time() - self.began, 1), "turns": progress.get("turns", 0)}
        note |= {key: progress[key] for key in ("stage", "instances", "slack", "suspects")}
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(note) + "\n")
        except OSError as problem:
            self.trouble = f"the journal was not written further after {note['seconds']:.0f} s: {problem.strerror}"

    def view(self) -> list[str]:
        """Slack against time in lines of text: each time it became smaller than ever before, at most `LINES` of them.

        Parts of a search that went on from its journal are put one after the other.
        """
        steps: list[tuple[float, float]] = []
        offset = last = 0.0
        for line in self._lines():
            note = json.loads(line)
            if note["seconds"] < last:
                offset += last
            last = note["seconds"]
            if note["slack"] is not None and (not steps or note["slack"] < steps[-1][1]):
                steps.append((offset + last, note["slack"]))
        shown = steps[:: max(-(-len(steps) // LINES), 1)]
        shown += steps[-1:] if steps and shown[-1] != steps[-1] else []
        top = max((abs(slack) for _, slack in shown), default=0.0) or 1.0
        lines = [f"{at:9.1f} s  {slack:12.6g}  {'#' * round(BAR * abs(slack) / top)}" for at, slack in shown]
        return [*lines, self.trouble] if self.trouble else lines
