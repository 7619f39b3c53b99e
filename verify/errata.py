"""`lemmata errata`: the errata of papers, written from a run as HTML, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reports import writing
from reports.errata import errata
from reports.render import load, write_text
from reports.styles import STYLE
from reports.typeset import Catalogue
from verify import run_folder
from verify.inputs import InputError, close
from verify.progress import console, short


def chosen(run: Path | None) -> tuple[Path, dict[str, Any]]:
    """The folder of the run that is meant, by default the latest, and what it holds.  Raises InputError."""
    if run is not None:
        return run, run_folder.read(run)
    newest = run_folder.latest(run_folder.reports_folder())
    if newest is None:
        raise InputError("reports: no run here yet: start one with `lemmata verify`, or name the folder of a run")
    return newest


def write(papers: Sequence[str], run: Path | None, out: Path) -> None:
    """Write `PAPER.html`, `PAPER.md` and `PAPER.tex` into `out` for each paper.

    Raises InputError where the run holds none of a paper, and where a file cannot be written.
    """
    folder, _ = chosen(run)
    data = load(folder / "verdicts.json")
    held = list(dict.fromkeys(str(entry.get("paper")) for entry in data["statements"]))
    catalogue, to = Catalogue.installed(), console()
    for paper in papers:
        found = errata(data, paper, folder, catalogue)
        if found is None:
            listed = close(paper, held) or f": it holds {', '.join(held) or 'no statement'}"
            raise InputError(f"{folder}: no statement of {paper!r} in this run{listed}")
        pages = {
            "html": writing.html(found.title, found.blocks, STYLE),
            "md": writing.markdown(found.title, found.blocks),
            "tex": writing.latex(found.title, found.blocks),
        }
        try:
            out.mkdir(parents=True, exist_ok=True)
            for suffix, page in pages.items():
                write_text(out / f"{paper}.{suffix}", page)
        except OSError as problem:
            raise InputError(f"{out}: cannot be written ({problem.strerror}): choose another --out") from problem
        said = f"{found.failing} {'fails' if found.failing == 1 else 'fail'}"
        to.print(f"{short(out / paper)}.html, .md, .tex: {said} as printed", markup=False)
