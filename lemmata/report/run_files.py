"""The files of a run: `verdicts.json` says what was found, `evidence.json.gz` next to it what bears it out.

Both are read as files that anybody may have altered, cut short or written by hand.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lemmata.report.records import mapping

SCHEMA = 1
EVIDENCE = "evidence.json.gz"
MOST = 500_000_000  # bytes of evidence that are read
LONG = ("evidence", "proof")  # of which what is short is with the verdict: the counts, what is proved from what


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


def divided(entry: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """An entry as ``verdicts.json`` holds it, and what ``evidence.json.gz`` holds of it."""
    short, apart = dict(entry), {}
    for key in ("sharpness", "figure", "spent"):
        if short.get(key):
            apart[key] = short.pop(key)
    for key in LONG:
        held = mapping(short.get(key))
        moved = [
            k
            for k, v in held.items()
            if k in ("script", "steps") or key == "evidence" and isinstance(v, str | list | dict)
        ]
        if moved:
            apart[key] = {k: held[k] for k in moved}
            short[key] = {k: held[k] for k in held if k not in moved}
    return short, apart


def written(entries: Mapping[str, Mapping[str, Any]]) -> bytes:
    """The contents of ``evidence.json.gz``, by id; the same bytes every time."""
    text = json.dumps(entries, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def _evidence(path: Path) -> Mapping[str, Any]:
    """What the file of evidence holds, nothing where there is none.  Raises ReportError."""
    try:
        with gzip.open(path) as file, readable(path):
            return mapping(json.loads(file.read(MOST)))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, EOFError, ValueError, zlib.error) as problem:
        raise ReportError(f"{path}: cannot be read ({problem}): run the campaign again") from problem


def load(path: Path) -> dict[str, Any]:
    """The parsed ``verdicts.json`` with the evidence next to it, its outer shape checked. Raises ReportError."""
    data = parsed(path, "run", "campaign")
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        found = data.get("schema") if isinstance(data, dict) else type(data).__name__
        raise ReportError(f"{path}: not a run of schema {SCHEMA}, which this version reads (schema {found!r})")
    entries = data.get("statements")
    if not isinstance(entries, list):
        raise ReportError(f"{path}: statements must be a list")
    seen: set[str] = set()
    evidence = _evidence(path.with_name(EVIDENCE))
    for position, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str) or not entry.get("verdict"):
            raise ReportError(f"{path}: statements[{position}] needs an id and a verdict")
        if entry["id"] in seen:
            raise ReportError(f"{path}: statements[{position}]: the id {entry['id']!r} occurs twice")
        seen.add(entry["id"])
        for key, more in mapping(evidence.get(entry["id"])).items():
            if key in LONG and isinstance(entry.get(key), dict):
                entry[key] = {**mapping(more), **entry[key]}
            else:
                entry.setdefault(key, more)
    return data
