"""What Rocq said of a statement, read off the summary that `make rocq` wrote; never runs Rocq."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

RESULT = Path("reports") / "rocq.json"


@dataclass(frozen=True)
class Said:
    """`status`: accepted, failed, not exportable, or not run, which is also said where the statement has changed."""

    status: str
    by: str = ""  # "Rocq 8.16.1"
    reason: str = ""
    assumes: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    seconds: float = 0.0


@cache
def _summary(file: Path, _changed: int) -> dict[str, Any]:
    summary: dict[str, Any] = json.loads(file.read_text())
    return summary


def said_of(identifier: str, digest: str, file: Path = RESULT) -> Said:
    """What Rocq said of a statement whose text has this hash."""
    if not file.exists():
        return Said("not run", reason="make rocq has not been run")
    summary = _summary(file, file.stat().st_mtime_ns)
    row = summary["statements"].get(identifier)
    if row is None or (row["hash"] and row["hash"] != digest):
        return Said("not run", reason="the statement is not in the summary, or has changed since")
    lists = {key: tuple(row[key]) for key in ("assumes", "laws", "axioms")}
    by = f"Rocq {summary['rocq']}" if summary["rocq"] and row["status"] in ("accepted", "failed") else ""
    return Said(row["status"], by, row["reason"], seconds=row["seconds"], **lists)
