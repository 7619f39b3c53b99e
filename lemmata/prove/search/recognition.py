"""Whether a claim is a statement of the catalogue in other letters, also where the kernel has no words for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from lemmata import catalogue
from lemmata.language import proof
from lemmata.language.relations import conjuncts
from lemmata.language.statement import Statement
from lemmata.textbook import TEXTBOOK

NAME = re.compile(r"\b[A-Za-z_]\w*\b")


@dataclass(frozen=True)
class Match:
    """A statement that one line of a claim is in other letters: the number of the line there, and for the names of its
    variables those in the claim."""

    statement: Statement
    line: int
    names: Mapping[str, str]


def matches(statement: Statement, avoid: Iterable[str] = ()) -> list[Match]:
    """A statement of the catalogue for every line of a claim; none where it does not have all of them.

    What has a proof comes first, and of that the textbook.  `avoid` are ids of statements that do not count.
    """
    known, barred, found = _everything(), {statement.id, *avoid}, []
    for key, names in _lines(statement):
        others = [m for m in known.get(key, ()) if m.statement.id not in barred]
        if not others:
            return []
        own = {number: name for name, number in names.items()}
        one = others[0]
        found.append(Match(one.statement, one.line, {name: own[number] for name, number in one.names.items()}))
    return found


def script(statement: Statement, found: Sequence[Match]) -> proof.Proof:
    """The proof that takes every conjunct of a claim from the statement that it is."""
    leaves = {leaf.name: leaf for leaf in statement.let}
    steps: list[proof.Step] = []
    for match, clause in zip(found, statement.meaning[1], strict=True):
        before = sum(len(list(conjuncts(c))) for c in match.statement.meaning[1][: match.line])
        where = {name: leaves[own] for name, own in match.names.items()}
        for k, conjunct in enumerate(conjuncts(clause)):
            by = proof.Apply(match.statement.id, where, before + k)
            steps.append(proof.Step(f"link {len(steps)}", conjunct, by))
    return proof.Proof("it is a statement of the catalogue", tuple(steps))


def recognised(statement: Statement) -> str | None:
    """What the catalogue calls the statement, conjunct by conjunct; None where it does not have all of it."""
    found = matches(statement)
    return said(found) if found else None


def said(found: Sequence[Match]) -> str:
    """What a claim is, in words."""
    return "it is " + " and ".join(dict.fromkeys(_said(m.statement) for m in found))


def _said(statement: Statement) -> str:
    standing = ", a textbook fact, taken on trust" if is_axiom(statement) else ""
    return f"{statement.title} ({statement.id}){standing}"


def is_axiom(statement: Statement) -> bool:
    """Whether the book takes a statement on trust: it has no proof here."""
    return statement.source.paper == TEXTBOOK and catalogue.proof_of(statement.id) is None


@cache
def _everything() -> dict[Any, list[Match]]:
    out: dict[Any, list[Match]] = {}
    every = catalogue.all_statements()
    for statement in sorted(every, key=lambda s: (catalogue.proof_of(s.id) is None, s.source.paper != TEXTBOOK)):
        for number, (key, names) in enumerate(_lines(statement)):
            out.setdefault(key, []).append(Match(statement, number, names))
    return out


def _lines(statement: Statement) -> Iterator[tuple[Any, dict[str, str]]]:
    """Per line of the claim, what it says with its variables numbered as they are met, and the numbers."""
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
        spoken = tuple(_renamed(x, used) for x in lines)
        domains = tuple(sorted(f"{used[k]} = {_renamed(_wide(declared[k]), used)}" for k in used))
        yield (spoken, domains), used


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
