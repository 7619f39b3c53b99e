"""Many mutants: tried in worker processes, kept as they finish, resumable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.errors import InputError
from lemmata.mutants import explanations
from lemmata.mutants.operators import NOT_MUTATED, OPERATORS
from lemmata.mutants.trial import MUTANT
from lemmata.mutants.variants import find, is_headline, sample, skipped, variants
from lemmata.report.mutants import load, render
from lemmata.report.run_files import ReportError
from lemmata.run import entries, workers
from lemmata.run.campaign import Event
from lemmata.run.environment import environment
from lemmata.run.past_runs import reports_folder
from lemmata.run.run_folder import RunFolder, as_json, is_held

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
    folder = None if resume else MutantFolder.create(out, head, {})  # a folder that cannot be used is reported at once
    statements = [_about(i, rows) for i in known if not ids or i in ids]
    names = [v.id for s in statements if s["skipped"] is None for v in variants(s["id"])]
    names = sample(names, count, seed)
    if folder is None:
        folder = _earlier(head, out)
    if folder is None:
        on_event(Event("note", text="nothing to resume: this is a new run"))
        folder = MutantFolder.create(out, head, {})
    folder.wanted = names
    folder.head["statements"] = statements
    folder.head["operators"] = {o.name: o.says for o in OPERATORS.values()}
    folder.head["not_mutated"] = NOT_MUTATED
    folder.head["environment"] = environment("cpu", worker_count)
    todo = [n for n in names if n not in folder.entries]
    interrupted = False
    try:
        folder.save()
        on_event(Event("begin", total=len(names), kept=len(names) - len(todo)))
        job = workers.Job(ENGINE, MUTANT, seed, "cpu")
        with closing(workers.in_processes(job, todo, worker_count)) as steps:  # type: ignore[type-var]
            for step in steps:
                if step.entry is None:
                    on_event(Event("start", step.id))
                else:
                    on_event(Event("finish", step.id, folder.add(step.entry)))
    except KeyboardInterrupt:
        interrupted = True
    page = folder.finish(complete=not interrupted)
    records = [folder.entries[n] for n in folder.order()]
    return Outcome(folder.path, page, interrupted, records, statements)


def _about(identifier: str, rows: dict[str, expected.Row]) -> dict[str, Any]:
    statement = catalogue.get(identifier)
    about = entries.about(statement)
    found = {"headline": is_headline(statement), "skipped": skipped(statement, rows), "text": statement.text}
    return {key: about[key] for key in ("id", "paper", "title", "locator", "kind")} | found


def _earlier(head: dict[str, Any], out: Path | None) -> MutantFolder | None:
    path = unfinished(head) if out is None else out
    if path is None or not (path / MutantFolder.FILE).is_file():
        return None
    if not same_run(read(path), head):
        raise InputError(
            f"{path}: holds other statements, --sample or --seed: resume with these or choose another --out"
        )
    return MutantFolder.reopen(path, {})


def tally(records: Sequence[dict[str, Any]], key: str) -> dict[str, Counter[str]]:
    """Outcomes by statement or by operator, in order of appearance."""
    out: dict[str, Counter[str]] = {}
    for record in records:
        out.setdefault(record[key], Counter())[record["outcome"]] += 1
    return out


# The folder of a mutation run: `mutants.json`, `certificates/`, `index.html`, readable at every moment.


def read(path: Path) -> dict[str, Any]:
    """The parsed `mutants.json` of a folder.  Raises InputError, with the fix, when it cannot be read."""
    try:
        return dict(load(path / MutantFolder.FILE))
    except ReportError as problem:
        raise InputError(str(problem)) from problem


def unfinished(head: dict[str, Any]) -> Path | None:
    """The newest incomplete run of the same selection, sample and seed that nobody is writing."""
    runs = reports_folder() / "runs"
    for folder in sorted(runs.iterdir(), reverse=True) if runs.is_dir() else []:
        if not (folder / MutantFolder.FILE).is_file():
            continue
        data = read(folder)
        if not data.get("complete") and same_run(data, head) and not is_held(folder):
            return folder
    return None


def same_run(data: dict[str, Any], head: dict[str, Any]) -> bool:
    """Whether two runs try the same mutants in the same way."""
    return all(data.get(key) == head.get(key) for key in ("selection", "sample", "seed"))


class MutantFolder(RunFolder):
    """A mutation run being written: a record for each mutant that was tried, in the order of those `wanted`."""

    FILE, HOLDS, SUFFIX = "mutants.json", "mutants", "-mutants"
    wanted: Sequence[str] = ()
    explained: dict[str, explanations.Explanation] | None = None

    @staticmethod
    def written(path: Path) -> dict[str, Any]:
        """What an earlier run wrote.  Raises InputError."""
        return read(path)

    def current(self, entry: Mapping[str, Any]) -> bool:
        """Whether a record is about the mutant that has its id today."""
        try:
            return find(entry["id"]).hash == entry["hash"]
        except KeyError:
            return False

    def annotated(self, only: Iterable[str] | None = None) -> None:
        """Put explanations next to survivors."""
        if self.explained is None:
            self.explained = explanations.load()
        explanations.annotate([self.entries[i] for i in (self.entries if only is None else only)], self.explained)

    def order(self) -> list[str]:
        """The ids of the records as they stand in the file."""
        return [name for name in self.wanted if name in self.entries]

    def _line(self, identifier: str) -> str:
        return as_json(self.entries[identifier])

    def finish(self, complete: bool) -> Path:
        """Save, set the page, let the folder go; returns the page."""
        self.save(complete)
        page = render(self.path)
        self.let_go()
        return page
