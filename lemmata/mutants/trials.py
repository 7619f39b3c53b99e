"""Many mutants: tried in worker processes, kept as they finish, resumable."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from lemmata import catalogue, certificates
from lemmata.catalogue import expected
from lemmata.errors import InputError
from lemmata.language.verdicts import Verdict
from lemmata.mutants import explanations
from lemmata.mutants.operators import NOT_MUTATED, OPERATORS
from lemmata.mutants.trial import MUTANT
from lemmata.mutants.variants import find, is_headline, sample, skipped, variants
from lemmata.run import workers
from lemmata.run.campaign import Event
from lemmata.run.environment import environment
from lemmata.run.past_runs import reports_folder
from lemmata.run.run_folder import _free, _hold, certificate_name, is_held
from lemmata.run.workers import Job, Step

ENGINE = "lemmata.mutants.trial:check"


@dataclass(frozen=True)
class Outcome:
    """A run that has ended: folder, page, whether it was cut short, the records in order."""

    path: Path
    page: Path
    interrupted: bool
    records: list[dict[str, Any]]
    statements: list[dict[str, Any]]


def exit_code(records: Sequence[dict[str, Any]]) -> int:
    """0; 1 when a survivor of a headline theorem is not explained; 4 when a trial failed."""
    if any(r["outcome"] == "error" for r in records):
        return 4
    return int(bool(explanations.unexplained(records)))


def run(
    ids: Sequence[str],
    count: int | None = None,
    seed: int = 0,
    worker_count: int = 1,
    out: Path | None = None,
    resume: bool = False,
    on_event: Callable[[Event], None] = lambda event: None,
) -> Outcome:
    """Try the mutants of the statements `ids` (for none: of all), or `count` of them drawn under the seed.

    Outcomes depend on the seed alone: every random stream is named by its mutant. An interrupt from the keyboard keeps
    what was done. Raises InputError for a bad `expected.toml` or `mutants.toml`, or an unusable folder.
    """
    known = [s.id for s in catalogue.all_statements()]
    rows = expected.load()
    explanations.load()
    head: dict[str, Any] = {"seed": seed, "sample": count, "selection": list(ids)}
    folder = None if resume else MutantFolder.create(out, head)  # a folder that cannot be used is reported at once
    statements = [_about(i, rows) for i in known if not ids or i in ids]
    names = [v.id for s in statements if s["skipped"] is None for v in variants(s["id"])]
    names = sample(names, count, seed)
    if folder is None:
        folder = _earlier(head, out, names)
    if folder is None:
        on_event(Event("note", text="nothing to resume: this is a new run"))
        folder = MutantFolder.create(out, head)
    folder.order = names
    folder.head["statements"] = statements
    folder.head["operators"] = {o.name: o.says for o in OPERATORS.values()}
    folder.head["not_mutated"] = NOT_MUTATED
    folder.head["environment"] = environment("cpu", worker_count)
    todo = [n for n in names if n not in folder.records]
    interrupted = False
    try:
        folder.save()
        on_event(Event("begin", total=len(names), kept=len(names) - len(todo)))
        with closing(_steps(Job(ENGINE, MUTANT, seed, "cpu"), todo, worker_count)) as steps:  # type: ignore[type-var]
            for step in steps:
                if step.entry is None:
                    on_event(Event("start", step.id))
                else:
                    on_event(Event("finish", step.id, folder.add(step.entry)))
    except KeyboardInterrupt:
        interrupted = True
    page = folder.finish(complete=not interrupted)
    records = [folder.records[n] for n in names if n in folder.records]
    return Outcome(folder.path, page, interrupted, records, statements)


def _about(identifier: str, rows: dict[str, expected.Row]) -> dict[str, Any]:
    statement = catalogue.get(identifier)
    return {
        "id": identifier,
        "paper": statement.paper,
        "title": statement.title,
        "locator": statement.source.locator,
        "kind": statement.kind.value,
        "headline": is_headline(statement),
        "skipped": skipped(statement, rows),
        "text": statement.text,
    }


def _earlier(head: dict[str, Any], out: Path | None, names: Sequence[str]) -> MutantFolder | None:
    path = unfinished(head) if out is None else out
    if path is None or not (path / NAME).is_file():
        return None
    if not same_run(read(path), head):
        raise InputError(
            f"{path}: holds other statements, --sample or --seed: resume with these or choose another --out"
        )
    return MutantFolder.reopen(path, {n: find(n).hash for n in names})


def _steps(job: Job, names: Sequence[str], count: int) -> Iterator[Step]:
    """Trials in worker processes; a mutant that takes its worker down gets the outcome `error`, the others go on."""
    waiting = dict.fromkeys(names)
    while waiting:
        steps = workers.in_processes(job, list(waiting), count)
        try:
            for step in steps:
                if step.entry is not None:
                    waiting.pop(step.id, None)
                yield step
        except catalogue.UnknownStatement as lost:  # how `workers` answers for an entry it cannot make up itself
            name = str(lost.args[0])
            waiting.pop(name)
            yield Step(name, _lost(name))
        else:
            return


def _lost(name: str) -> dict[str, Any]:
    from lemmata.mutants.trial import blank

    return blank(find(name)) | {
        "outcome": "error",
        "verdict": Verdict.ERROR.value,
        "reason": "the worker process that tried it ended, perhaps for want of memory",
    }


def tally(records: Sequence[dict[str, Any]], key: str) -> dict[str, Counter[str]]:
    """Outcomes by statement or by operator, in order of appearance."""
    out: dict[str, Counter[str]] = {}
    for record in records:
        out.setdefault(record[key], Counter())[record["outcome"]] += 1
    return out


# The folder of a mutation run: `mutants.json`, `certificates/`, `index.html`, readable at every moment.
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
