"""The folder of a mutation run: `mutants.json`, `certificates/`, `index.html`, readable at every moment."""

from __future__ import annotations

import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from lemmata import certificates
from lemmata.errors import InputError
from lemmata.mutants import explanations
from lemmata.run.past_runs import reports_folder
from lemmata.run.run_folder import _free, _hold, certificate_name, is_held

SCHEMA = 1
NAME = "mutants.json"
PATIENCE = 2.0  # seconds between two writings of the file; what is done is written at an interrupt too


def read(path: Path) -> dict[str, Any]:
    """The parsed `mutants.json` of a folder.  Raises InputError, with the fix, when it cannot be read."""
    file = path / NAME
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{file}: no such file: name the folder of a run of `lemmata mutants`") from None
    except OSError as problem:
        raise InputError(f"{file}: cannot be read ({problem.strerror}): fix its permissions") from problem
    except ValueError as problem:
        raise InputError(f"{file}: not JSON ({problem}): run the mutants again") from problem
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("mutants"), list):
        raise InputError(f"{file}: not a mutation run of schema {SCHEMA}: name the folder of one")
    return data


def unfinished(head: dict[str, Any]) -> Path | None:
    """The newest incomplete run of the same selection, sample and seed that nobody is writing."""
    runs = reports_folder() / "runs"
    for folder in sorted(runs.iterdir(), reverse=True) if runs.is_dir() else []:
        if not (folder / NAME).is_file():
            continue
        data = read(folder)
        if not data.get("complete") and same_run(data, head) and not is_held(folder):
            return folder
    return None


def same_run(data: dict[str, Any], head: dict[str, Any]) -> bool:
    """Whether two runs try the same mutants in the same way."""
    return all(data.get(key) == head.get(key) for key in ("selection", "sample", "seed"))


class MutantFolder:
    """A mutation run being written.  One process at a time may hold a folder."""

    def __init__(self, path: Path, head: dict[str, Any], lock: IO[str], records: list[dict[str, Any]]) -> None:
        self.path, self.head = path, head
        self.records = {r["id"]: r for r in records}
        self.order: list[str] = []
        self._lock = lock
        self._before = float(head.get("seconds") or 0.0)
        self._start = self._written = time.monotonic()
        self._rows = explanations.load()

    @classmethod
    def create(cls, out: Path | None, head: dict[str, Any]) -> MutantFolder:
        """A new run in `out` (an earlier one there is replaced), or in `reports/runs/<UTC time>-mutants`.

        Raises InputError where the folder cannot be written, holds other things, or is being written.
        """
        started = datetime.now(UTC).replace(microsecond=0)
        path = out or _free(reports_folder() / "runs", started.strftime("%Y-%m-%dT%H-%M-%SZ-mutants"))
        lock = _hold(path)
        ours = (path / NAME).is_file()
        for name in ("index.html", "certificates"):
            if (path / name).exists() and not ours:
                lock.close()
                raise InputError(f"{path}: holds {name} but no {NAME}, so it is no mutation run: choose another --out")
        for old in (path / "certificates").glob("*.json"):
            old.unlink()
        head = {"schema": SCHEMA, **head, "started": started.strftime("%Y-%m-%dT%H:%M:%SZ")}
        return cls(path, head, lock, [])

    @classmethod
    def reopen(cls, path: Path, hashes: dict[str, str]) -> MutantFolder:
        """An earlier run, to go on with.  Records of mutants that changed or failed since are dropped."""
        lock = _hold(path)
        data = read(path)
        kept = [r for r in data.pop("mutants") if hashes.get(r["id"]) == r["hash"] and r["outcome"] != "error"]
        return cls(path, data, lock, kept)

    def add(self, record: dict[str, Any]) -> dict[str, Any]:
        """Take a record, write its certificate; the file is written every few seconds."""
        certificate = record.pop("_certificate", None)
        if certificate is not None:
            record["certificate"] = f"certificates/{certificate_name(record['id'])}"
            certificates.write(self.path / record["certificate"], certificate)
        self.records[record["id"]] = record
        if time.monotonic() - self._written > PATIENCE:
            self.save()
        return record

    def save(self, complete: bool = False) -> None:
        """Write `mutants.json` in one step: a head, and a line for every mutant."""
        records = [self.records[i] for i in self.order if i in self.records]
        explanations.annotate(records, self._rows)
        self.head.update(complete=complete, seconds=round(self._before + time.monotonic() - self._start, 3))
        head = json.dumps(self.head, ensure_ascii=False, allow_nan=False, indent=1)
        lines = (json.dumps(r, ensure_ascii=False, allow_nan=False) for r in records)
        draft = self.path / f".{NAME}.partial"
        draft.write_text(head[:-2] + ',\n "mutants": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")
        os.replace(draft, self.path / NAME)
        self._written = time.monotonic()

    def finish(self, complete: bool) -> Path:
        """Save, set the page, let the folder go; returns the page."""
        from lemmata.report.mutants import render

        self.save(complete)
        page = render(self.path)
        (self.path / ".lock").unlink(missing_ok=True)
        self._lock.close()
        return page
