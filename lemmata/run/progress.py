"""What a person sees while a run goes on, and at its end."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from lemmata.language.verdicts import Verdict, tally, verdict_words

if TYPE_CHECKING:  # a campaign knows every statement, and what is shown here needs none
    from lemmata.run.campaign import Event, Outcome

SIGNS = {
    Verdict.PROVED: ("∎", "green"),
    Verdict.SUPPORTED: ("✓", "green"),
    Verdict.REFUTED: ("✗", "magenta"),
    Verdict.VACUOUS: ("∅", "yellow"),
    Verdict.INCONCLUSIVE: ("?", "yellow"),
    Verdict.ERROR: ("!", "bold red"),
}
WIDTH = 1000  # of lines that are not for a terminal: they are never wrapped
FEW = 5  # statements up to which counterexamples are printed
SHOWN = 40  # characters of statement names next to the bar


def console(stderr: bool = False) -> Console:
    """A console that keeps to plain unwrapped lines where its output is not a terminal."""
    out = Console(stderr=stderr, highlight=False, soft_wrap=True)
    return out if out.is_terminal else Console(stderr=stderr, highlight=False, soft_wrap=True, width=WIDTH)


def verdict_line(entry: Mapping[str, Any]) -> Text:
    """One finished statement: sign, id, verdict, time, and what differs from the review."""
    sign, style = SIGNS[Verdict(entry["verdict"])]
    line = Text.assemble((f"{sign} ", style), f"{entry['id']:36} ", (f"{verdict_words(entry):12}", style))
    line.append(f" {entry['seconds']:8.1f} s")
    if not entry["as_expected"]:
        line.append("  NOT AS EXPECTED", "bold red")
    return line


class Progressing:
    """Shows events of a run: a bar with the statements at work on a terminal, one line per event elsewhere.

    Use as a context manager; call it with each event.
    """

    counted = "statement"

    def __init__(self, to: Console) -> None:
        self.console = to
        self.at_work: dict[str, None] = {}
        self.bar = Progress(
            BarColumn(bar_width=18),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}", markup=False),
            console=to,
            transient=True,
            disable=not to.is_terminal,
        )
        self.task = self.bar.add_task("")

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.bar.stop()

    def __call__(self, event: Event) -> None:
        if event.kind == "note":
            self.console.print(Text(event.text))
        elif event.kind == "begin":
            many = f"{event.total} {self.counted}{'s' if event.total != 1 else ''}"
            self.console.print(Text(many + (f", {event.kept} kept from the run resumed" if event.kept else "")))
            self.bar.update(self.task, total=event.total, completed=event.kept)
        elif event.kind == "start":
            self.at_work[event.id] = None
        elif event.entry is not None:
            self.at_work.pop(event.id, None)
            self.reported(event.id, event.entry)
            self.bar.advance(self.task)
        names = ", ".join(self.at_work)
        self.bar.update(self.task, description=names if len(names) <= SHOWN else names[: SHOWN - 3] + "...")

    def reported(self, name: str, entry: Mapping[str, Any]) -> None:
        """Say what became of one."""
        self.console.print(verdict_line(entry))


def summary(to: Console, outcome: Outcome) -> None:
    """Counts, every statement that is not as expected with what differs, and where the report is."""
    entries = list(outcome.entries.values())
    to.print(Text(tally(entries) or "no statement was checked"))
    for entry in entries:
        if not entry["as_expected"]:
            to.print(Text(f"{entry['id']}: {entry['difference']}", "red"))
            if entry["error"]:
                to.print(Text("    " + entry["error"].strip().splitlines()[-1]))
    if len(entries) <= FEW:
        for entry in entries:
            _counterexample(to, entry, outcome.path)
    if outcome.left_out:
        to.print(Text(f"{outcome.left_out} textbook facts that no paper uses were left out: lemmata verify --textbook"))
    to.print(Text(f"report: {short(outcome.page)}"))


def _counterexample(to: Console, entry: Mapping[str, Any], folder: Path) -> None:
    """The numbers that refute a statement, why they do, and how to check them again."""
    shown = entry["counterexample"]
    if not shown:
        return
    numbers = {**shown["dims"], **shown["values"]}
    to.print(Text(f"{entry['id']} fails at " + ", ".join(f"{k} = {number(v)}" for k, v in numbers.items()), "red"))
    to.print(Text(f"    {shown['claim']}"))
    to.print(Text(f"    {shown['explain']}"))
    if entry["certificate"]:
        to.print(Text(f"    check it again: lemmata certify {short(folder / entry['certificate'])}"))


def number(value: Any) -> str:
    """A number as it is, a matrix row by row."""
    return "[" + "; ".join(" ".join(row) for row in value) + "]" if isinstance(value, list) else str(value)


def short(path: Path) -> str:
    """A path as a person would type it: relative where it lies under the current directory."""
    shown = os.path.relpath(path)
    return str(path) if shown.startswith("..") else shown
