"""Where the time of a run went: a page next to the others, a column per part and a row per statement that took long."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lemmata.report import formats
from lemmata.report.records import mapping, records

COLUMNS = 8  # parts with a column of their own, the most expensive
SHOWN = 150  # statements, the slowest; the run folder holds the times of all
PAGE = "timings.html"


@dataclass(frozen=True)
class Row:
    """One statement: its time, and that of each part that has a column; None where it had no such part."""

    id: str
    seconds: str
    generated: str
    parts: tuple[str | None, ...]


@dataclass(frozen=True)
class Timings:
    """The table: parts with their totals and shares, then the slowest statements, out of `count`."""

    total: str
    parts: tuple[tuple[str, str, str], ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    count: int


def _number(value: Any) -> float:
    found = formats.as_float(value)
    return found if found is not None and math.isfinite(found) and found > 0 else 0.0


def _parts(entry: Mapping[str, Any]) -> dict[str, float]:
    out: dict[str, float] = {}
    for one in records(entry.get("spent")):
        name = str(one.get("part"))
        out[name] = out.get(name, 0.0) + _number(one.get("seconds"))
    return out


def timings(data: Mapping[str, Any]) -> Timings | None:
    """The table of a parsed ``verdicts.json``; None where its entries do not say where the time went."""
    entries = [(entry, _parts(entry)) for entry in records(data.get("statements"))]
    sums: dict[str, float] = {}
    for _, parts in entries:
        for name, seconds in parts.items():
            sums[name] = sums.get(name, 0.0) + seconds
    if not sums:
        return None
    total, ordered = sum(sums.values()), sorted(sums, key=lambda name: (-sums[name], name))
    columns = tuple(ordered[:COLUMNS])
    entries.sort(key=lambda pair: (-_number(pair[0].get("seconds")), str(pair[0].get("id"))))
    return Timings(
        formats.seconds(total),
        tuple((name, formats.seconds(sums[name]), f"{100 * sums[name] / (total or 1):.1f} %") for name in ordered),
        columns,
        tuple(
            Row(
                str(entry.get("id")),
                formats.seconds(entry.get("seconds")),
                f"{int(_number(mapping(entry.get('evidence')).get('generated'))):,}",
                tuple(formats.seconds(parts[name]) if name in parts else None for name in columns),
            )
            for entry, parts in entries[:SHOWN]
        ),
        len(entries),
    )
