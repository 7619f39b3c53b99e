"""Whether a claim is a statement of the catalogue in other letters, also where the kernel has no words for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from lemmata.theorems import catalogue
from lemmata.theorems.classical import TEXTBOOK
from lemmata.theorems.language.statement import Statement
from lemmata.verify import expected

NAME = re.compile(r"\b[A-Za-z_]\w*\b")


def recognised(statement: Statement) -> str | None:
    """What the catalogue calls the statement, conjunct by conjunct; None where it does not have all of it."""
    known = _everything()
    found = []
    for key in _keys(statement):
        others = [other for other in known.get(key, ()) if other.id != statement.id]
        if not others:
            return None
        found.append(others[0])
    if not found:
        return None
    rows = expected.load([s.id for s in catalogue.all_statements()])
    return "it is " + " and ".join(dict.fromkeys(_said(s, rows.get(s.id)) for s in found))


def _said(statement: Statement, row: Any) -> str:
    verdict = "not reviewed" if row is None or row.hash != statement.hash else row.verdict
    textbook = statement.source.paper == TEXTBOOK
    stands = {"supported": "a theorem of the book, tested and not proved here"} if textbook else {}
    return f"{statement.title} ({statement.id}), {stands.get(verdict, verdict)}"


@cache
def _everything() -> dict[Any, list[Statement]]:
    out: dict[Any, list[Statement]] = {}
    for statement in catalogue.all_statements():
        for key in _keys(statement):
            out.setdefault(key, []).append(statement)
    return out


def _keys(statement: Statement) -> Iterator[Any]:
    """Per line of the claim, what it says with its variables numbered as they are met."""
    text = statement.text
    if not {"let", "claim"} <= set(text):
        return
    declared = dict(line.split(" = ", 1) for line in text["let"])
    for line in text["claim"]:
        lines = [_turned(line), *sorted(map(_turned, text.get("given", ())), key=lambda x: NAME.sub("", x))]
        used: dict[str, str] = {}
        names = [name for x in lines for name in NAME.findall(x) if name in declared]
        for name in names:  # a size is met where what has it is
            _number(name, used, declared)
        said = tuple(_renamed(x, used) for x in lines)
        yield said, tuple(sorted(f"{used[k]} = {_renamed(_wide(declared[k]), used)}" for k in used))


def _renamed(text: str, used: dict[str, str]) -> str:
    return NAME.sub(lambda m: used.get(m[0], m[0]), text)


def _number(name: str, used: dict[str, str], declared: dict[str, str]) -> None:
    if name not in used:
        used[name] = f"#{len(used)}"
        for other in NAME.findall(declared[name]):
            if other in declared:
                _number(other, used, declared)


def _wide(domain: str) -> str:
    """A domain; for sizes the least alone, since a statement about all of them speaks of fewer as well."""
    found = re.fullmatch(r"integer\((\w+), \d+\)", domain)
    return f"integer({found[1]})" if found else domain


def _turned(line: str) -> str:
    """The smaller side first."""
    sides = re.split(r" (<=|<|>=|>|==) ", line)
    if len(sides) == 3 and sides[1] in (">=", ">"):
        return f"{sides[2]} {sides[1].replace('>', '<')} {sides[0]}"
    return line
