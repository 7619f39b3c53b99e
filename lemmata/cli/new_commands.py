"""The commands `lemmata new paper` and `lemmata new conjecture`.  Their work is in `cli.templates`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

new = typer.Typer(no_args_is_help=True, help="Begin a paper or a conjecture of your own.")


@new.command()
def paper(
    key: Annotated[str, typer.Argument(metavar="NAME", help="Key of the paper, as in lovelace2027.")],
    title: Annotated[str, typer.Option(help="Its title.")] = "Untitled",
    authors: Annotated[str, typer.Option(help="Its authors.")] = "",
    into: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the distribution; by default NAME.", show_default=False),
    ] = None,
) -> None:
    """Write a package with one paper, one statement and a place for reviewed verdicts.

    \b
    lemmata new paper lovelace2027 --title 'Notes on products' --authors 'A. Lovelace'
    """
    from lemmata.cli import templates
    from lemmata.run.progress import console

    folder = into or Path(key)
    to = console()
    for path in templates.paper(key, title, authors, folder):
        to.print(f"wrote {path}", markup=False)
    to.print(f"next: pip install -e {folder}, then lemmata verify '{key.rstrip('0123456789') or key}.*'", markup=False)


@new.command()
def conjecture(
    path: Annotated[Path, typer.Argument(metavar="[FILE.toml]", help="The file.")] = Path("conjecture.toml"),
) -> None:
    """Write a conjecture file to edit.

    \b
    lemmata new conjecture conjectures/residual-link.toml
    """
    from lemmata.cli import templates
    from lemmata.run.progress import console

    for made in templates.conjecture(path):
        console().print(f"wrote {made}; next: lemmata check {made}", markup=False)
