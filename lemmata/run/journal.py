"""The journal of a campaign: which chunks of which statements are done, in one SQLite file of the run's folder.

A chunk is written in one transaction that is on the disk before the next one is given out, so that a process killed at
any moment loses the chunks it was at and no other.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lemmata.errors import InputError

NAME = "journal.sqlite"
SCHEMA = 1
TABLES = """
CREATE TABLE IF NOT EXISTS chunks (
    statement TEXT NOT NULL, hash TEXT NOT NULL, chunk INTEGER NOT NULL, entry TEXT NOT NULL,
    PRIMARY KEY (statement, chunk)
) WITHOUT ROWID;
"""


@contextlib.contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one line with the fix.  Raises InputError."""
    try:
        yield
    except sqlite3.OperationalError as problem:
        if "full" in str(problem):
            fix = "make room and go on with --resume: what is written stays"
            raise InputError(f"{path}: the disk is full: {fix}") from problem
        raise InputError(f"{path}: cannot be written ({problem}): fix that, or choose another --out") from problem
    except sqlite3.DatabaseError as problem:
        raise InputError(f"{path}: damaged ({problem}): remove it to do its chunks again, with --resume") from problem


class Journal:
    """The chunks that are done.  Raises InputError, one line, where the file is damaged or cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        with reported(self.path):
            self._base = sqlite3.connect(self.path, isolation_level=None)
            try:
                self._open()
            except BaseException:  # an interrupt leaves no open file either
                self._base.close()
                raise

    def _open(self) -> None:
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        found = self._base.execute("PRAGMA quick_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, SCHEMA):
            raise InputError(f"{self.path}: a journal of schema {version}, not {SCHEMA}: choose another --out")
        self._base.executescript(TABLES)
        self._base.execute(f"PRAGMA user_version = {SCHEMA}")

    def add(self, statement: str, digest: str, chunk: int, entry: dict[str, Any]) -> None:
        """Write a finished chunk down; it is on the disk when this returns.  Raises InputError."""
        with reported(self.path):
            self._base.execute(
                "INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)",
                (statement, digest, chunk, json.dumps(entry, allow_nan=False)),
            )

    def done(self, statement: str, digest: str) -> dict[int, dict[str, Any]]:
        """Finished chunks of a statement as it reads now, by number.  Raises InputError."""
        with reported(self.path):
            rows = self._base.execute(
                "SELECT chunk, entry FROM chunks WHERE statement = ? AND hash = ?", (statement, digest)
            ).fetchall()
        try:
            return {chunk: json.loads(entry) for chunk, entry in rows}
        except ValueError as problem:
            fix = "remove it to do its chunks again, with --resume"
            raise InputError(f"{self.path}: damaged (an entry is not JSON): {fix}") from problem

    def close(self) -> None:
        """Let the file go."""
        self._base.close()


def clear(folder: Path) -> None:
    """Remove the journal of an earlier run."""
    for end in ("", "-wal", "-shm"):
        (folder / (NAME + end)).unlink(missing_ok=True)
