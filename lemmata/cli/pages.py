"""What is made of runs: the report again, the errata of papers, two runs compared, rows of reviewed verdicts."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from lemmata.catalogue import expected
from lemmata.errors import InputError, close
from lemmata.report import compare, formats, summary, writing
from lemmata.report.errata import errata as errata_of
from lemmata.report.render import render, write_text
from lemmata.report.run_files import ReportError, readable
from lemmata.report.styles import STYLE
from lemmata.report.typeset_statements import Catalogue
from lemmata.run import inputs, past_runs
from lemmata.run.progress import console, short


@contextmanager
def _reported(where: Path, fix: str) -> Iterator[None]:
    """Whatever is wrong with a run or with the place to write to, as one line of bad input."""
    try:
        yield
    except ReportError as problem:
        raise InputError(str(problem)) from problem
    except OSError as problem:
        raise InputError(f"{where}: cannot be written ({problem.strerror}): {fix}") from problem


def _chosen(run: Path | None) -> tuple[Path, dict[str, Any]]:
    """The run that is meant, by default the latest: its folder and what it holds.  Raises InputError."""
    if run is not None:
        return run, past_runs.read(run)
    newest = past_runs.latest(past_runs.reports_folder())
    if newest is None:
        raise InputError("reports: no run here yet: start one with `lemmata verify`, or name the folder of a run")
    return newest


def report(run: Path | None, table: bool = False) -> None:
    """Set the page of a run again and say where it is, or print its verdicts as a `table`.  Raises InputError."""
    folder, data = _chosen(run)
    if table:
        with _reported(folder, ""), readable(folder / "verdicts.json"):
            print(writing.markdown("", summary.table(data)), end="")
        return
    with _reported(folder, "fix its permissions"):
        page = render(folder)
    console().print(f"report: {short(page)}", markup=False)


def errata(papers: Sequence[str], run: Path | None, out: Path) -> None:
    """Write `PAPER.html`, `PAPER.md` and `PAPER.tex` into `out` for each paper.

    Raises InputError where the run holds none of a paper, and where a file cannot be written.
    """
    folder, data = _chosen(run)
    held = list(dict.fromkeys(str(entry.get("paper")) for entry in data["statements"]))
    catalogue, to = Catalogue.installed(), console()
    for paper in papers:
        with _reported(out, "choose another --out"), readable(folder / "verdicts.json"):
            found = errata_of(data, paper, folder, catalogue)
            if found is None:
                listed = close(paper, held) or f": it holds {', '.join(held) or 'no statement'}"
                raise InputError(f"{folder}: no statement of {paper!r} in this run{listed}")
            out.mkdir(parents=True, exist_ok=True)
            write_text(out / f"{paper}.html", writing.html(found.title, found.blocks, STYLE))
            write_text(out / f"{paper}.md", writing.markdown(found.title, found.blocks))
            write_text(out / f"{paper}.tex", writing.latex(found.title, found.blocks))
        said = f"{found.failing} {'fails' if found.failing == 1 else 'fail'}"
        to.print(f"{short(out / paper)}.html, .md, .tex: {said} as printed", markup=False)


def diff(old: Path, new: Path, page: Path | None) -> int:
    """Print what changed from one run to the other, and write `page` where one is asked for.

    Returns 1 if a verdict of a statement of both runs differs, else 0.  Raises InputError for folders that hold no run,
    and where the page cannot be written.
    """
    with _reported(page or new, "choose another --page"), readable(new / "verdicts.json"):
        found = compare.compare(past_runs.read(old), past_runs.read(new), (str(old), str(new)))
        _tell(found)
        if page is not None:
            page.parent.mkdir(parents=True, exist_ok=True)
            write_text(page, writing.html("Two runs compared", compare.blocks(found), STYLE))
    return 1 if found.verdicts else 0


def _tell(found: compare.Difference) -> None:
    """A table for each kind of change, then one line."""
    to = console()
    for title, changes in found.sections:
        if not changes:
            continue
        table = Table(title=title, title_justify="left", box=None, pad_edge=False)
        for head in ("statement", "before", "after"):
            table.add_column(head, overflow="fold")
        for one in changes:
            name = f"{one.id} (changed)" if one.altered else one.id
            table.add_row(*(escape(cell) for cell in (name, formats.cut(one.old), formats.cut(one.new))))
        to.print(table)
        to.print()
    for title, ids in found.absent:
        if ids:
            to.print(f"{title}: {len(ids)} statements: {formats.cut(', '.join(ids))}", markup=False)
    counts = (
        f"{len(found.verdicts)} verdicts", f"{len(found.slacks)} slacks",
        f"{len(found.counterexamples)} counterexamples",
    )  # fmt: skip
    to.print(f"{found.common} statements in both runs; changed: {', '.join(counts)}", markup=False)


def review(statements: Sequence[str], reason: str | None, run: Path | None) -> None:
    """Print the rows of statements whose verdict in a run is not the reviewed one.

    Raises InputError where the run lacks one of them or has no verdict of it, and where there is nobody to ask.
    """
    folder, data = _chosen(run)
    entries, known = {entry["id"]: entry for entry in data["statements"]}, expected.load()
    for identifier in inputs.select(statements, list(entries)):
        verdict, digest = entries[identifier]["verdict"], entries[identifier]["hash"]
        reviewed = known.get(identifier)
        if reviewed is not None and (reviewed.verdict, reviewed.hash) == (verdict, digest):
            continue
        if verdict not in expected.REVIEWABLE:
            raise InputError(f"{folder}: {identifier} ended in an error there: run it again")
        said = reason
        if said is None:
            if not sys.stdin.isatty():
                raise InputError("nobody is here to ask for a reason: give --reason 'one line'")
            print(f"{identifier} is {verdict}: why? ", end="", file=sys.stderr, flush=True)
            said = sys.stdin.readline().strip()
        if not said:
            raise InputError(f"{identifier}: a verdict without a reason is not reviewed")
        print(f'["{identifier}"]\nverdict = "{verdict}"\nreason = {json.dumps(said, ensure_ascii=False)}')
        print(f'hash = "{digest}"\n', flush=True)
