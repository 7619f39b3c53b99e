"""`lemmata new`: the files to begin with, for a paper in a package of its own and for a conjecture."""

from __future__ import annotations

import json
import keyword
import re
from pathlib import Path

from lemmata.errors import InputError

PAPER_KEY = re.compile(r"[a-z][a-z0-9]*")

# By name, where `{word}` stands for what is asked for: the files of a paper, and in the end a conjecture.
_ALL = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
*_PAPER, _CONJECTURE = (part.split("\n", 1) for part in re.split("^=== ", _ALL, flags=re.M)[1:])


def paper(key: str, title: str, authors: str, into: Path) -> list[Path]:
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


def conjecture(path: Path) -> list[Path]:
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
