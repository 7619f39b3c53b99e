"""The reviewed verdicts: read, compared with, never written by a run.

Those of a paper stand in the `expected.toml` next to it.  A fact of the textbook is proved, or an axiom where the
checker's manifest says so, which holds the hash that was reviewed; the reason is in its row.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.checker.format import manifest
from lemmata.errors import InputError, close
from lemmata.language.verdicts import Verdict
from lemmata.textbook import THEOREMS

NAME = "expected.toml"
KEYS = ("verdict", "reason", "hash")
QUOTED = "quoted"  # a row may have it
REVIEWABLE = [v.value for v in Verdict if v is not Verdict.ERROR]  # a failed check is never what was expected
HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Row:
    """One reviewed verdict: the reason in one line, and the hash of the statement as it read when it was reviewed.

    ``quoted`` is the sentence of the paper that the statement tests, for its errata; formulas as in a reason, and what
    the paper does not print in brackets.
    """

    verdict: str
    reason: str
    hash: str
    quoted: str = ""


def files() -> list[tuple[Path, Collection[str]]]:
    """The file of each paper, with the ids that it may speak of: those of the paper and no others."""
    return [
        (paper_package.folder / NAME, paper_package.statements)
        for paper_package in catalogue.paper_packages()
        if paper_package.folder and paper_package.paper != THEOREMS.paper
    ]


def of_textbook() -> dict[str, Row]:
    """The rows of the textbook that comes with the tool, by id."""
    reasons, known = THEOREMS.reasons(), manifest()
    return {
        name: Row("supported" if known[name].get("axiom") else "proved", reasons[name], known[name]["hash"])
        for name in reasons.keys() & known.keys()
    }


def load() -> dict[str, Row]:
    """All reviewed rows by statement id.  Raises InputError as `read` does."""
    return of_textbook() | {identifier: row for path, known in files() for identifier, row in read(path, known).items()}


def read(path: Path, known: Collection[str]) -> dict[str, Row]:
    """Rows of one file by statement id; none where there is no file, so that a first run can produce the evidence.

    `known` holds the ids it may speak of.  Raises InputError, naming file, place and fix, for a file that is not TOML,
    a row that is not of the form `verdict`, `reason`, `hash`, or a row for a statement that does not exist.
    """
    try:
        written = path.stat()
        return dict(_rows(path, (written.st_mtime_ns, written.st_size), frozenset(known)))
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise InputError(f"{path}: cannot be read ({problem.strerror}): fix its permissions") from problem
    except UnicodeDecodeError as problem:
        raise InputError(f"{path}: byte {problem.start}: not UTF-8: save the file as UTF-8") from problem
    except tomllib.TOMLDecodeError as problem:
        raise InputError(f'{path}: not TOML: {problem}; ids need quotes, as in ["riedi.lemma-21"]') from problem


@lru_cache(maxsize=32)
def _rows(path: Path, stamp: tuple[int, int], known: frozenset[str]) -> dict[str, Row]:
    """The rows of a file as it was written at a time and of a size: every check of a run asks for them."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return {identifier: _row(identifier, row, known, path) for identifier, row in table.items()}


def _row(identifier: str, row: Any, known: Collection[str], path: Path) -> Row:
    place = f'{path}: ["{identifier}"]'
    if not isinstance(row, dict) or any(isinstance(v, dict) for v in row.values()):
        raise InputError(f'{place}: not a row: write ["<id>"], quotes included, then {", ".join(KEYS)}')
    if identifier not in known:
        raise InputError(f"{place}: no such statement{close(identifier, known)}: fix the id or remove the row")
    for key in row:
        if key not in (*KEYS, QUOTED):
            raise InputError(f"{place}: unknown key {key!r}: a row has {', '.join(KEYS)}, and may have {QUOTED}")
    for key in (*KEYS, *row.keys() & {QUOTED}):
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise InputError(f'{place}: {key} is missing or not a string: give {key} = "..."')
    if row["verdict"] not in REVIEWABLE:
        raise InputError(
            f"{place}: verdict {row['verdict']!r} is not one of {', '.join(REVIEWABLE)}: write one of them"
        )
    if "\n" in row["reason"].strip():
        raise InputError(f"{place}: the reason has several lines: put it in one")
    if not HASH.fullmatch(row["hash"]):
        raise InputError(f"{place}: hash is not 64 hexadecimal digits: copy it from `lemmata show {identifier}`")
    return Row(row["verdict"], row["reason"].strip(), row["hash"], row.get(QUOTED, ""))


def compare(entry: Mapping[str, Any], rows: Mapping[str, Row]) -> dict[str, Any]:
    """What the review says about an entry: `expected`, `reason`, `as_expected`, and `difference`, a line or None."""
    row = rows.get(entry["id"])
    difference = None
    if row is None:
        difference = "no reviewed verdict in expected.toml"
    elif row.verdict != entry["verdict"]:
        difference = f"{entry['verdict']}, reviewed as {row.verdict}"
    elif row.hash != entry["hash"]:
        difference = (
            f"the statement changed since its review (reviewed {row.hash[:12]}..., now {entry['hash'][:12]}...)"
        )
    return {
        "expected": row.verdict if row else None,
        "reason": row.reason if row else None,
        "as_expected": difference is None,
        "difference": difference,
    }
