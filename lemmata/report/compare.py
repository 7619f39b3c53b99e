"""Two runs side by side: which verdicts, smallest slacks and counterexamples changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lemmata.report import formats
from lemmata.report.formulas import typed
from lemmata.report.records import mapping, records
from lemmata.report.writing import Block, Code, Heading, Paragraph, Strong, Table
from lemmata.report.writing.paragraphs import Line


@dataclass(frozen=True)
class Change:
    """One statement of both runs, and what was read of it in each; `altered` says that the statement itself changed."""

    id: str
    old: str
    new: str
    altered: bool = False


@dataclass(frozen=True)
class Difference:
    """What differs between two runs; `gone` and `came` are the ids that only the old or the new one holds."""

    names: tuple[str, str]
    common: int
    verdicts: tuple[Change, ...]
    slacks: tuple[Change, ...]
    counterexamples: tuple[Change, ...]
    gone: tuple[str, ...]
    came: tuple[str, ...]

    @property
    def sections(self) -> tuple[tuple[str, tuple[Change, ...]], ...]:
        """The changes under their headings."""
        return (
            ("Verdicts", self.verdicts),
            ("Smallest slacks", self.slacks),
            ("Counterexamples", self.counterexamples),
        )

    @property
    def absent(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The ids that one run alone holds, under their headings."""
        return (f"Only in {self.names[0]}", self.gone), (f"Only in {self.names[1]}", self.came)


def compare(old: Mapping[str, Any], new: Mapping[str, Any], names: tuple[str, str]) -> Difference:
    """What differs between two parsed ``verdicts.json`` whose outer shape was checked; ``names`` is what to call them.

    Slacks count as changed where three digits of them differ, counterexamples where the instance does.
    """
    before, after = ({str(e["id"]): e for e in records(run["statements"])} for run in (old, new))
    common = [name for name in after if name in before]

    def changes(read: Callable[[Mapping[str, Any]], str]) -> tuple[Change, ...]:
        found = ((name, read(before[name]), read(after[name])) for name in common)
        return tuple(
            Change(name, a, b, before[name].get("hash") != after[name].get("hash")) for name, a, b in found if a != b
        )

    return Difference(
        names, len(common), changes(_verdict), changes(_slack), changes(_counterexample),
        tuple(name for name in before if name not in after), tuple(name for name in after if name not in before),
    )  # fmt: skip


def _verdict(entry: Mapping[str, Any]) -> str:
    return str(entry["verdict"])


def _slack(entry: Mapping[str, Any]) -> str:
    return formats.slack(mapping(entry.get("evidence")).get("min_slack"))


def _counterexample(entry: Mapping[str, Any]) -> str:
    found = mapping(entry.get("counterexample"))
    pairs = {**mapping(found.get("dims")), **mapping(found.get("values"))}
    said = ", ".join(f"{name} = {typed(item)}" for name, item in pairs.items())
    return said or ("none" if not found else str(found.get("explain") or found.get("claim") or "not recorded"))


def blocks(found: Difference) -> list[Block]:
    """The page: counts first, then a table for each kind of change."""
    old, new = found.names
    count = len(found.verdicts)
    reported = f"{count} verdict{' differs' if count == 1 else 's differ'}" if count else "No verdict differs"
    out: list[Block] = [
        Heading(1, ("Two runs compared",)),
        Paragraph((Code(old), " and ", Code(new), f", {found.common} statements in both.")),
        Paragraph((Strong(f"{reported}."),)),
    ]
    for title, changes in found.sections:
        if changes:
            rows = tuple((_name(c), (formats.cut(c.old),), (formats.cut(c.new),)) for c in changes)
            heads = ("Statement", old, new)
            out += [Heading(2, (title,), title.split()[-1].lower()), Table(heads, rows, title.lower())]
    for title, ids in found.absent:
        if ids:
            out += [Heading(2, (title,)), Paragraph((", ".join(ids),))]
    return out


def _name(change: Change) -> Line:
    return (Code(change.id), " (the statement changed)" if change.altered else "")
