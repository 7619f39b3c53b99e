"""`lemmata new`: the files to begin with, for a paper in a package of its own and for a conjecture."""

from __future__ import annotations

import json
import keyword
import re
from pathlib import Path

from lemmata.errors import InputError

PAPER_KEY = re.compile(r"[a-z][a-z0-9]*")

_PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "lemmata-{key}"
version = "0.1"
dependencies = ["lemmata"]

[project.entry-points."lemmata.papers"]
{key} = "theorems.{key}"

[tool.setuptools.packages.find]
include = ["theorems.*", "numerics.*"]

[tool.setuptools.package-data]
"*" = ["*.toml", "*.proof", "proofs/*.proof"]
"""
_ROWS = """\
title = {title}
authors = {authors}

# Each row reads as it is printed; a version that holds stands next to it, as "{short}.lemma-1~repaired".
["{short}.lemma-1"]
title = "Operator norm of a product"
source = "Lemma 1"
let = {{ p = "integer(1)", q = "integer(1)", r = "integer(1)", A = "real(p, q)", B = "real(q, r)" }}
claim = ["smax(A @ B) <= smax(A) * smax(B)"]
"""
_CONFTEST = '''\
"""Makes `lemmata.pytest_plugin.suite` a plugin of this pytest run."""


def pytest_addoption(pluginmanager):
    from lemmata.pytest_plugin import suite

    if not pluginmanager.is_registered(suite):
        pluginmanager.register(suite, suite.__name__)
'''
_TEST = '''\
"""`pytest verify/`: one test per statement, whose verdict must be the reviewed one."""

import pytest

from lemmata.catalogue import ids


@pytest.mark.parametrize("statement", [i for i, found in ids().items() if found.paper.key == "{key}"])
def test_statement(statement, difference):
    if found := difference(statement):
        pytest.fail(found, pytrace=False)
'''
_IGNORED = """\
reports/runs/
reports/latest
*.egg-info/
"""
_EXPECTED = """\
# The reviewed verdict of each statement, written by a person who has read the evidence: `lemmata review '{short}.*'`
# prints rows of the newest run. Until a statement has a row, its verdict is reported as not yet reviewed.
"""
_ACTION = """\
name: statements
on: [push, pull_request]
permissions:
  contents: read
env:
  LEMMATA: "lemmata[suite] @ git+https://github.com/OWNER/lemmata" # what pip installs: the address of the repository
jobs:
  statements:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.11"
      - run: pip install "$LEMMATA" .
      - run: lemmata verify '{short}.*' --out report
      - uses: actions/upload-artifact@v4
        if: ${{{{ !cancelled() }}}}
        with:
          name: report
          path: report/
"""
_CONJECTURE = """\
# Check it:    lemmata check {file}
# Vocabulary:  lemmata check --help

name = {name}

# What is assumed; every line must hold. Leave it empty for no hypotheses.
given = ["smax(M) < 1"]

# What is claimed; @ multiplies matrices, * scales them, and chains such as a <= b < c are fine.
claim = ["cond(I(n) + M) <= (1 + smax(M)) / (1 - smax(M))"]

[let]
n = "integer(1, 8)"
M = "real(n, n)"
"""


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
    texts = {
        "pyproject.toml": _PROJECT, f"theorems/{key}/paper.toml": _ROWS, f"theorems/{key}/expected.toml": _EXPECTED,
        "verify/conftest.py": _CONFTEST, "verify/test_statements.py": _TEST, ".gitignore": _IGNORED,
        ".github/workflows/statements.yml": _ACTION,
    }  # fmt: skip
    return _written({into / name: text.format(**words) for name, text in texts.items()})


def conjecture(path: Path) -> list[Path]:
    """Write a conjecture file, and return it.

    Raises InputError for another suffix than `.toml`, and where the file is there already or cannot be written.
    """
    if path.suffix != ".toml":
        raise InputError(f"new conjecture {path}: a conjecture is a .toml file: name it {path.stem or 'mine'}.toml")
    name = '"' + re.sub(r'["\\]', "", path.stem.replace("-", " ")) + '"'
    return _written({path: _CONJECTURE.format(file=path, name=name)})


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
