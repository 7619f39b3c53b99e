"""Reading what a run wrote: a file that anybody may have altered, cut short or written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SCHEMA = 1


class ReportError(ValueError):
    """A run that cannot be rendered; the message names the file, the place and the fix."""


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Raises ReportError for a file that turns out, while it is read or rendered, to be nested without end."""
    try:
        yield
    except RecursionError:
        raise ReportError(f"{path}: nested too deeply: no run writes such a file; run the campaign again") from None


def parsed(path: Path, holder: str, again: str) -> Any:
    """The parsed file; ``holder`` says what holds such a file, ``again`` what to run again.  Raises ReportError."""
    try:
        with readable(path):
            return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise ReportError(f"{path}: no such file: name the folder of a {holder}, which holds {path.name}") from None
    except OSError as problem:
        raise ReportError(f"{path}: cannot be read ({problem.strerror}): fix its permissions") from problem
    except ReportError:
        raise
    except ValueError as problem:  # no UTF-8, no JSON, or a number of thousands of digits
        raise ReportError(f"{path}: not JSON ({problem}); run the {again} again") from problem


def load(path: Path) -> dict[str, Any]:
    """The parsed ``verdicts.json``, its outer shape checked. Raises ReportError."""
    data = parsed(path, "run", "campaign")
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        found = data.get("schema") if isinstance(data, dict) else type(data).__name__
        raise ReportError(f"{path}: not a run of schema {SCHEMA}, which this version reads (schema {found!r})")
    entries = data.get("statements")
    if not isinstance(entries, list):
        raise ReportError(f"{path}: statements must be a list")
    seen: set[str] = set()
    for position, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str) or not entry.get("verdict"):
            raise ReportError(f"{path}: statements[{position}] needs an id and a verdict")
        if entry["id"] in seen:
            raise ReportError(f"{path}: statements[{position}]: the id {entry['id']!r} occurs twice")
        seen.add(entry["id"])
    return data
