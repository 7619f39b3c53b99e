"""Runs that were written: where they are, the newest, and what one holds."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lemmata.errors import InputError
from lemmata.report.run_files import ReportError, load


def reports_folder() -> Path:
    """`reports` under the current directory: in a checkout, the suite's own."""
    return Path.cwd() / "reports"


def read(folder: Path) -> dict[str, Any]:
    """The parsed `verdicts.json` of a run, its outer shape checked.  Raises InputError when it cannot be read."""
    try:
        return load(folder / "verdicts.json")
    except ReportError as problem:
        raise InputError(str(problem)) from problem


def past_runs(reports: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Readable runs, newest first; folders that hold none are passed over."""
    runs = reports / "runs"
    for folder in sorted(runs.iterdir(), reverse=True) if runs.is_dir() else []:
        with contextlib.suppress(InputError):
            yield folder, read(folder)


def latest(reports: Path) -> tuple[Path, dict[str, Any]] | None:
    """The run that `latest` points at, or else the newest there is."""
    with contextlib.suppress(InputError):
        return (reports / "latest").resolve(), read(reports / "latest")
    return next(past_runs(reports), None)
