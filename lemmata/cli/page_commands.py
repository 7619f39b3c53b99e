"""The commands that read runs: `report`, `errata`, `diff`, `review`.  Their work is in `cli.pages`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Give the application these commands."""
    for command in (report, errata, diff, review):
        app.command()(command)


def report(
    run: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="Folder of a run; by default the latest.")] = None,
    table: Annotated[bool, typer.Option("--table", help="Print the verdicts as a Markdown table instead.")] = False,
) -> None:
    """Set the page of an old run again, from its verdicts.json.

    \b
    lemmata report
    lemmata report reports/runs/2026-01-31T12-00-00Z
    lemmata report --table              for a comment on a pull request
    """
    from lemmata.cli import pages

    pages.report(run, table)


def errata(
    papers: Annotated[list[str], typer.Argument(metavar="PAPER...", help="Papers by key, as in riedi2022.")],
    run: Annotated[
        Path | None, typer.Option(metavar="RUN", help="Folder of a run; by default the latest.", show_default=False)
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the pages.")] = Path("errata"),
) -> None:
    """Write the errata of a paper from a run: a page, Markdown and LaTeX.

    \b
    lemmata errata riedi2022
    lemmata errata riedi2022 zhao2024 --run reports/runs/2026-01-31T12-00-00Z --out notes

    For each printed statement that fails: counterexample, what depends on it,
    the nearest version that holds with its proof, and the certificate.
    """
    from lemmata.cli import pages

    pages.errata(papers, run, out)


def diff(
    old: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")],
    new: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of another.")],
    page: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write the comparison as a page too.", show_default=False)
    ] = None,
) -> None:
    """Compare two runs: verdicts, smallest slacks, counterexamples.

    \b
    lemmata diff reports/runs/2026-01-31T12-00-00Z reports/latest

    Exit codes: 0 no verdict of a statement in both runs differs, 1 one does,
    2 a folder holds no run.
    """
    from lemmata.cli import pages

    raise typer.Exit(pages.diff(old, new, page))


def review(
    statements: Annotated[list[str], typer.Argument(metavar="ID...", help="Statements, by id or glob.")],
    reason: Annotated[
        str | None, typer.Option(help="Why the verdict is right, in a line; without it, asked for each.")
    ] = None,
    run: Annotated[
        Path | None, typer.Option(metavar="RUN", help="Folder of a run; by default the latest.", show_default=False)
    ] = None,
) -> None:
    """Print rows for expected.toml: the verdicts of a run that are not yet reviewed, each with your reason.

    \b
    lemmata review 'lovelace.*' >> theorems/lovelace2027/expected.toml
    lemmata review lovelace.lemma-1 --reason 'Submultiplicativity of the norm.'

    Look at the evidence first: a reason is what a reader of the paper would accept.
    A row whose verdict or statement changed is printed again, to replace the old one.
    """
    from lemmata.cli import pages

    pages.review(statements, reason, run)
