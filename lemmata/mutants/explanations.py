"""Reviewed explanations of survivors in `mutants.toml`: written by a person, never by a run."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.catalogue.expected import HASH
from lemmata.errors import InputError
from lemmata.mutants.variants import VARIANT, variants

PATH = Path(__file__).with_name("mutants.toml")
KEYS = ("finding", "explanation", "hash")
LOOSE = "loose"  # found by looking up the catalogue, not by a reviewer
FINDINGS = {
    "weaker": "true, and it says no more than the theorem or facts that every reader knows",
    "improvement": "true, and it says more than the theorem: the theorem can be improved",
    "suite": "false: the suite ought to find the instance the explanation names",
}


@dataclass(frozen=True)
class Explanation:
    """What a reviewer makes of a survivor, and the hash of the mutant as it read then."""

    finding: str
    explanation: str
    hash: str


def load(path: Path | None = None) -> dict[str, Explanation]:
    """Explanations by mutant id; none where there is no file.

    Raises InputError, naming file, place and fix, for a file that is not TOML or a row that is not of the form
    `finding`, `explanation`, `hash`.
    """
    path = PATH if path is None else path
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise InputError(f"{path}: cannot be read ({problem.strerror}): fix its permissions") from problem
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise InputError(f'{path}: not TOML: {problem}; ids need quotes, as in ["riedi.thm-16~strict.1"]') from problem
    return {name: _row(name, row, path) for name, row in table.items()}


def _row(name: str, row: Any, path: Path) -> Explanation:
    place = f'{path}: ["{name}"]'
    if not VARIANT.fullmatch(name):
        raise InputError(f"{place}: not the id of a mutant: write <statement>~<operator>.<number>")
    if not isinstance(row, dict) or set(row) != set(KEYS) or not all(isinstance(v, str) and v for v in row.values()):
        raise InputError(f"{place}: not a row: write {', '.join(KEYS)}, each a string")
    if row["finding"] not in FINDINGS:
        raise InputError(f"{place}: finding {row['finding']!r} is not one of {', '.join(FINDINGS)}: write one of them")
    if not HASH.fullmatch(row["hash"]):
        raise InputError(f"{place}: hash is not 64 hexadecimal digits: copy it from mutants.json")
    return Explanation(row["finding"], " ".join(row["explanation"].split()), row["hash"])


def sharper(statement: str) -> list[str]:
    """Ids of the sharpened rows of a statement, or of the theorem it is part of, that are reviewed as proved."""
    rows = expected.load()
    proved = [name for name, row in rows.items() if row.verdict == "proved" and "~sharpened" in name]
    return [name for name in proved if f"{statement}.".startswith(f"{name.partition('~')[0]}.")]


def said_elsewhere(record: dict[str, Any]) -> list[str]:
    """Statements reviewed as true, about the same variables without hypotheses, that claim what a mutant claims now."""
    origin, rows = catalogue.get(record["statement"]), expected.load()
    let = origin.text["let"]
    return [
        s.id
        for s in catalogue.all_statements()
        if s.paper == origin.paper and s.id != origin.id and rows[s.id].verdict in ("proved", "supported")
        if s.text["let"] == let and not s.given and record["now"] in s.text["claim"]
    ]


def not_needed(record: dict[str, Any], rows: dict[str, Explanation]) -> Explanation | None:
    """What a reviewer said of leaving out the hypothesis that a mutant changes, if it is that this is true."""
    if record.get("part") != "given":
        return None
    for variant in variants(record["statement"]):
        if variant.operator == "hypothesis-dropped" and variant.change[1] == record["was"]:
            row = rows.get(variant.id)
            true = row is not None and row.hash == variant.hash and row.finding in ("weaker", "improvement")
            return row if true else None
    return None


def annotate(records: Iterable[dict[str, Any]], rows: dict[str, Explanation]) -> None:
    """Put the explanation, or that there is none, next to every survivor, and next to what a trial left open.

    Where a sharper statement is proved, the printed one is loose and survivors are no surprise: unless a reviewer has
    looked at one of them, that is its explanation.
    """
    proved = cache(sharper)
    for record in records:
        record.pop("explanation", None)
        record.pop("finding", None)
        row = rows.get(record["id"])
        left = record["outcome"] in ("survived", "inconclusive")
        if left and row is not None and row.hash == record["hash"]:
            record |= {"explanation": row.explanation, "finding": row.finding}
        elif left and (free := not_needed(record, rows)) is not None:
            words = f"True without that hypothesis, so with any in its place. {free.explanation}"
            record |= {"explanation": words, "finding": free.finding}
        elif record["outcome"] == "survived" and (better := proved(record["statement"])):
            words = f"The claim is not sharp: {' and '.join(better)}, proved, says more. How sharp that is, its own "
            record |= {"explanation": words + "mutants tell; this one was not looked at by itself.", "finding": LOOSE}
        elif record["outcome"] == "survived" and record.get("kind") == "G" and (others := said_elsewhere(record)):
            record |= {"explanation": f"{', '.join(others)} says it, on a row of its own.", "finding": "weaker"}


def unexplained(records: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Survivors of headline theorems that nobody has explained."""
    return [r for r in records if r["outcome"] == "survived" and r["headline"] and not r.get("explanation")]
