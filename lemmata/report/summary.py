"""A run as one table, for the comment on a pull request."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from lemmata.language.verdicts import tally, verdict_words
from lemmata.report import formats
from lemmata.report.instances import instance
from lemmata.report.records import mapping, records
from lemmata.report.verdict_signs import verdict_kind
from lemmata.report.writing import Block, Code, Paragraph, Table
from lemmata.report.writing.paragraphs import Line

_cut = partial(formats.cut, most=140)  # letters of what a cell says


def table(data: Mapping[str, Any]) -> list[Block]:
    """Blocks with a row for each statement of a parsed ``verdicts.json``: verdict, name, what was found."""
    entries = records(data["statements"])
    rows = tuple(_row(entry) for entry in entries)
    said = tally(entries) or "no statement"
    ended = "" if data.get("complete") is not False else " The run was stopped before its end."
    return [Table(("Verdict", "Statement", "Found"), rows, "verdicts"), Paragraph((f"{said}.{ended}",))]


def _row(entry: Mapping[str, Any]) -> tuple[Line, ...]:
    kind = verdict_kind(entry["verdict"])
    file, title = str(entry.get("locator") or ""), str(entry.get("title") or entry["id"])
    name: Line = (title, " ", Code(file)) if file else (title,)
    return (f"{kind.symbol} {verdict_words(entry) if entry.get('principles') else kind.name}",), name, _found(entry)


def _found(entry: Mapping[str, Any]) -> Line:
    evidence, seen = mapping(entry.get("evidence")), instance(entry.get("counterexample"))
    if entry["verdict"] == "refuted" and seen is not None:
        sides = f": {seen.lhs} {seen.failed} {seen.rhs}" if seen.lhs and seen.rhs else ""
        return (Code(_cut(f"{seen.brief}{sides}")),) if seen.brief else (_cut(seen.explain or ""),)
    if entry.get("error"):
        return (_cut(str(entry["error"]).strip().splitlines()[-1]),)
    count = evidence.get("instances")
    parts = [str(entry.get("scope") or "")] + ([f"{formats.count(count)} instances"] if count else [])
    parts += ["tight"] if entry.get("tight") else []
    stopped = evidence.get("stopped") if entry["verdict"] in ("vacuous", "inconclusive") else None
    return (_cut(", ".join(filter(None, [*parts, str(stopped or "")]))),)
