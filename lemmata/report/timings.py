"""Where the time of a run went: a page next to the others, a column per part and a row per statement that took long."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from lemmata.report import formats
from lemmata.report.records import mapping, records
from lemmata.report.writing import Block, Code, Heading, Link, Paragraph, Table
from lemmata.report.writing.paragraphs import Line

COLUMNS = 3  # parts with a column of their own, the most expensive
SHOWN = 150  # statements, the slowest; the run folder holds the times of all
PAGE = "timings.html"
TITLE = "Where the time went"


def _number(value: Any) -> float:
    found = formats.as_float(value)
    return found if found is not None and math.isfinite(found) and found > 0 else 0.0


def _parts(entry: Mapping[str, Any]) -> dict[str, float]:
    out: dict[str, float] = {}
    for one in records(entry.get("spent")):
        name = str(one.get("part"))
        out[name] = out.get(name, 0.0) + _number(one.get("seconds"))
    return out


def timings(data: Mapping[str, Any]) -> list[Block]:
    """The page of a parsed ``verdicts.json``; empty where its entries do not say where the time went."""
    entries = [(entry, _parts(entry)) for entry in records(data.get("statements"))]
    sums: dict[str, float] = {}
    for _, parts in entries:
        for name, seconds in parts.items():
            sums[name] = sums.get(name, 0.0) + seconds
    if not sums:
        return []
    total, ordered = sum(sums.values()), sorted(sums, key=lambda name: (-sums[name], name))
    shares = tuple(
        ((name,), (formats.seconds(sums[name]),), (f"{100 * sums[name] / (total or 1):.1f} %",)) for name in ordered
    )
    columns = ordered[:COLUMNS]
    entries.sort(key=lambda pair: (-_number(pair[0].get("seconds")), str(pair[0].get("id"))))
    rows: tuple[tuple[Line, ...], ...] = tuple(
        (
            (Code(str(entry.get("id"))),),
            (formats.seconds(entry.get("seconds")),),
            (f"{int(_number(mapping(entry.get('evidence')).get('generated'))):,}",),
            *((formats.seconds(parts[name]) if name in parts else "",) for name in columns),
        )
        for entry, parts in entries[:SHOWN]
    )
    inside = (
        "What runs inside another part counts for itself alone. A search is screening in floats; a decision is exact "
        "or ball arithmetic on what it nominated."
    )
    out: list[Block] = [
        Heading(1, (f"{TITLE}: {formats.seconds(total)} over all workers",)),
        Paragraph((Link("The run", "index.html"), f", {formats.seconds(data.get('seconds'))} on the clock.")),
        Heading(2, ("By part",), "parts"),
        Paragraph((inside,)),
        Table(("Part", "Time", "Share"), shares, "time by part"),
        Heading(2, ("By statement",), "statements"),
    ]
    if len(entries) > SHOWN:
        out.append(Paragraph((f"The slowest {SHOWN} of {len(entries)}; none of the others took longer.",)))
    return [*out, Table(("Statement", "Time", "Instances", *columns), rows, "time by statement")]
