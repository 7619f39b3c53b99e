"""The folder of a run of conjectures: `verdicts.json`, `certificates/` and the report page, as `verify` leaves them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lemmata.language.statement import Statement
from lemmata.run import entries
from lemmata.run.environment import environment
from lemmata.run.run_folder import RunFolder, lead


class ConjectureFolder(RunFolder):
    """A run of conjectures being written.  They are not the catalogue's: nobody reviewed them, and nothing depends on
    them.  `statements`, by id, give the page its formulas."""

    statements: Mapping[str, Statement] = {}

    @classmethod
    def begin(
        cls,
        out: Path | None,
        budget: float,
        seed: int,
        device: str,
        workers: int,
        selection: Sequence[str],
        reports: Path | None = None,
    ) -> ConjectureFolder:
        """A new run, as `RunFolder.create` makes one; `selection` is what was asked for."""
        head = {"profile": f"{budget:g} s each", "seed": seed, "selection": list(selection)}
        run = cls.create(out, head, {}, reports)
        run.head["environment"] = environment(device, workers)
        return run

    def add(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Take an entry whose certificate and derivations are inline; returns it as it stands in the file, without."""
        kept = {key: value for key, value in entry.items() if key != "derivations"}
        files = {"_certificate": entry["certificate"], "_derivations": entry.get("derivations")}
        return super().add({**kept, **files, "certificate": None})

    def annotated(self, only: Iterable[str] | None = None) -> None:
        """Say that nothing is expected of a conjecture."""
        for identifier in self.entries if only is None else only:
            self.entries[identifier] = {"expected": None, "as_expected": None, **self.entries[identifier]}

    def order(self) -> list[str]:
        """The ids of the entries as they stand in the file."""
        return sorted(self.entries)

    def finish(self, complete: bool) -> Path:
        """Save, set the page with the formulas of `statements`, let the folder go; returns the page."""
        from lemmata.report.render import render
        from lemmata.report.typeset_statements import Catalogue

        self.conclude(complete)
        installed = Catalogue.installed()
        page = render(self.path, Catalogue(self.statements.get, installed.boxes, installed.relations))
        lead(self.reports, self.path)
        self.let_go()
        return page


def unreadable(identifier: str, file: str, message: str) -> dict[str, Any]:
    """The entry of a file that holds no conjecture."""
    named = {"id": identifier, "locator": Path(file).name, "title": Path(file).stem}
    evidence = entries.nothing(stopped="the file is at fault")
    return entries.entry(named, "error", evidence=evidence, error=message, unreadable=True)


def statements_of(jobs: Sequence[Mapping[str, Any]]) -> dict[str, Statement]:
    """The statements of jobs that can be read, by id, for the formulas of a page."""
    from lemmata.conjectures.worker import read
    from lemmata.language.parse import ReadingError

    found: dict[str, Statement] = {}
    for job in jobs:
        with contextlib.suppress(ReadingError):  # its entry says so
            statement = read(dict(job))
            found[statement.id] = statement
    return found
