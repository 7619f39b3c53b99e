"""`lemmata new`: the files to begin with, for a paper in a package of its own and for a conjecture."""

from __future__ import annotations

import json
import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from lemmata.errors import InputError

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
    from lemmata.run.progress import console

    folder = into or Path(key)
    to = console()
    for path in write_paper(key, title, authors, folder):
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
    from lemmata.run.progress import console

    for made in write_conjecture(path):
        console().print(f"wrote {made}; next: lemmata check {made}", markup=False)


PAPER_KEY = re.compile(r"[a-z][a-z0-9]*")

# By name, where `{word}` stands for what is asked for: the files of a paper, and in the end a conjecture.
_ALL = Path(__file__).with_name("templates.txt").read_text(encoding="utf-8")
*_PAPER, _CONJECTURE = (part.split("\n", 1) for part in re.split("^=== ", _ALL, flags=re.M)[1:])


def write_paper(key: str, title: str, authors: str, into: Path) -> list[Path]:
    """Write a distribution with one paper into `into`, and return its files.

    Raises InputError for a key that is no name of a package, and where a file is there already or cannot be written.
    """
    if not PAPER_KEY.fullmatch(key) or keyword.iskeyword(key):
        raise InputError(f"new paper {key!r}: give a key of small letters and digits, as in lovelace2027")
    words = {
        "key": key, "title": json.dumps(title, ensure_ascii=False), "authors": json.dumps(authors, ensure_ascii=False),
        "short": key.rstrip("0123456789") or key,
    }  # fmt: skip
    return _written({into / name.format(**words): text.format(**words) for name, text in _PAPER})


def write_conjecture(path: Path) -> list[Path]:
    """Write a conjecture file, and return it.

    Raises InputError for another suffix than `.toml`, and where the file is there already or cannot be written.
    """
    if path.suffix != ".toml":
        raise InputError(f"new conjecture {path}: a conjecture is a .toml file: name it {path.stem or 'mine'}.toml")
    name = '"' + re.sub(r'["\\]', "", path.stem.replace("-", " ")) + '"'
    return _written({path: _CONJECTURE[1].format(file=path, name=name)})


def _written(texts: dict[Path, str]) -> list[Path]:
    """Write all files or none: whoever has begun already keeps what is there."""
    for path in texts:
        if path.exists():
            raise InputError(f"{path}: is there already: choose another name, or move it away")
    for path, text in texts.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as problem:
            raise InputError(f"{path}: cannot be written ({problem.strerror}): choose another place") from problem
    return list(texts)
