"""Theorems about random matrices and trained networks as texts of statements (`theorems.toml`), and what they give.

A statement is such a theorem where its text is the same but for the names of its variables.  With a row that the
kernel proves a theorem gives more in two ways.  *Events*: a row about all matrices whose hypotheses are events that the
theorem bounds holds for random ones with the probability that is left (a union bound).  *Limits*: a quantity composed
of those whose limits the theorem names tends to what the row computes from these limits, where the row finds every
denominator and radicand positive there (continuity).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from lemmata.language import core
from lemmata.language.conjecture_files import build
from lemmata.language.relations import CONTRARY
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.trees import free
from lemmata.principles.templates import PrincipleError, declared

TOKEN = re.compile(r"\w+|\W")
LIMIT = re.compile(r"(.*) -> (.*) (?:in probability|almost surely) as (\w+) -> oo")
EVENT = re.compile(r"P\((.*)\) >= 1 - (\d+) \* (exp\(.*\))")
RARE = re.compile(r"P\((.*) (<=|<|>=|>) (.*)\) <= (.*)")
LEFT = re.compile(r"P\((.*)\) >= 1 - (\d+) \* (exp\(.*?\))(?: - P\((.*)\))?")


@dataclass(frozen=True)
class Theorem:
    """What it says in words, its source, the texts of statements, and the limits of quantities, that it gives.

    A limit is declarations, in which n grows, the quantity and its value.
    """

    name: str
    says: str
    source: str
    texts: tuple[str, ...] = ()
    limits: tuple[tuple[tuple[str, ...], str, str], ...] = ()

    def said(self, statement: Statement) -> list[str]:
        """What was compared, in words.  Raises PrincipleError where no text of the theorem is that of the statement."""
        text = _text(statement)
        for pattern in self.texts:
            names = _names(pattern)
            found = _renamed(pattern, text, names)
            if found is not None and len(set(found.values())) == len(names):
                return [self.says]
        raise PrincipleError(f"the statement is no text of {self.name}")

    def follows(self, statement: Statement, row: Statement) -> list[str]:
        """The same for what the theorem gives together with a row that is proved."""
        by = self._limits if self.limits else self._events
        return by(statement, row)

    def _events(self, statement: Statement, row: Statement) -> list[str]:
        text, (claim,) = statement.text, statement.text["claim"]
        found = [(line, self._event(line, text)) for line in row.text["given"]]
        events = [event for _, event in found if event is not None]
        others = {line for line, event in found if event is None}
        drawn = {re.sub(r" = iid\((.*?)((, (gaussian|uniform))+)\)", r" = real(\1)", line) for line in text["let"]}
        left, rare = LEFT.fullmatch(claim), RARE.fullmatch(claim)
        if rare is not None and len(events) == 1 and events[0][0] == 1 and _closed(rare[1], rare[3], rare[4]):
            wanted = [f"{rare[1]} {CONTRARY[rare[2]]} {rare[3]}", f"{events[0][1]} <= {rare[4]}"]
            if drawn == set(row.text["let"]) and others == set(text["given"]) and wanted == list(row.text["claim"]):
                return [f"an event that fails with probability {events[0][1]} at most; on it, and of that, {row.id}"]
        if (
            not events
            or drawn != set(row.text["let"])
            or set(text["given"]) != others
            or left is None
            or list(row.text["claim"]) != [left[1]]
            or not _closed(left[1], left[4] or "")
        ):
            raise PrincipleError(f"{row.id} does not say what holds on events of {self.name}")
        if {bound for _, bound in events} != {left[3]} or int(left[2]) < sum(count for count, _ in events):
            raise PrincipleError(f"the events fail with a probability that is not bounded by {left[2]} * {left[3]}")
        return [f"{len(events)} events, all but {sum(c for c, _ in events)} * {left[3]} together; on all {row.id}"]

    def _event(self, line: str, text: Any) -> tuple[int, str] | None:
        """The bound of the probability that this hypothesis fails, a number and a quantity; None where it is no event
        of random matrices that the theorem bounds."""
        for pattern in self.texts:
            *let, claim = pattern.splitlines()
            event = EVENT.fullmatch(claim.removeprefix("claim: "))
            names = _names(pattern)
            found = None if event is None else _renamed(event[1], line, names)
            if event is None or found is None or set(found) != names:
                continue
            said = [_put(x, found) for x in let]
            if all(_among(x, text) for x in said):
                return int(event[2]), _put(event[3], found)
        return None

    def _limits(self, statement: Statement, row: Statement) -> list[str]:
        (claim,) = statement.text["claim"]
        limit = LIMIT.fullmatch(claim)
        if limit is None:
            raise PrincipleError("the claim is no limit")
        value = limit[1]
        for let, quantity, at in self.limits:
            for names in _choices(let, statement, limit[3]):
                value = value.replace(_put(quantity, names), f"({_put(at, names)})")
        fixed = {name: domain for name, domain in declared(statement).items() if name in TOKEN.findall(value)}
        if set(fixed.values()) - {"real", "positive"}:
            raise PrincipleError(f"{value}: not all that is random, or grows, has a limit here")
        wanted = build("limit.value", fixed, statement.text["given"], [f"{value} == {limit[2]}"])
        asked = {*wanted.text["claim"], *(f"{write(x)} > 0" for x in _delicate(wanted.conjuncts[0].args[0]))}
        supposed = [(x, y) for x in ("let", "given") for y in row.text[x] if y not in statement.text[x]]
        if supposed or asked - set(row.text["claim"]):
            raise PrincipleError(f"{row.id} does not say, for all of these values: {'; '.join(sorted(asked))}")
        return [f"at the limits of its parts the quantity is {value}"]


def _delicate(node: Any) -> Iterator[Any]:
    """Denominators and radicands that are no numbers."""
    part = node.args[1] if isinstance(node, core.Quotient) else node.args[0] if isinstance(node, core.Sqrt) else None
    if part is not None and free(part):
        yield part
    for part in node.args:
        yield from _delicate(part)


def _text(statement: Statement) -> str:
    return "\n".join(f"{part}: {line}" for part, lines in statement.text.items() for line in lines)


def _names(pattern: str) -> set[str]:
    return set(re.findall(r"^let: (\w+) = ", pattern, re.M))


def _renamed(pattern: str, text: str, names: Collection[str]) -> dict[str, str] | None:
    """What stands in a text for each of these names of a pattern, None where the rest differs."""
    found: dict[str, str] = {}
    mine, others = TOKEN.findall(pattern), TOKEN.findall(text)
    for x, y in zip(mine, others, strict=False):
        if (found.setdefault(x, y) if x in names else x) != y:
            return None
    return found if len(mine) == len(others) else None


def _put(text: str, names: dict[str, str]) -> str:
    return "".join(names.get(token, token) for token in TOKEN.findall(text))


def _among(line: str, text: Any) -> bool:
    """Whether a statement declares this, or supposes it, or more: a size is an integer from 1 on or from later on, a
    quantity above a number instead of zero."""
    part, _, said = line.partition(": ")
    if said.endswith(" = integer(1)"):
        size = re.compile(rf"{re.escape(said.removesuffix('1)'))}[1-9]\d*\)")
        return any(size.fullmatch(x) for x in text[part])
    above = re.compile(rf"{re.escape(said.removesuffix(' >= 0'))} > \d+")
    return any(x == said or said.endswith(" >= 0") and above.fullmatch(x) for x in text[part])


def _choices(let: tuple[str, ...], statement: Statement, grows: str) -> Iterator[dict[str, str]]:
    """Ways to give the names of declarations to variables of a statement that are declared so; n is what grows."""
    names = [line.split(" = ")[0] for line in let]
    for chosen in permutations(declared(statement), len(names)):
        found = dict(zip(names, chosen, strict=True))
        if found["n"] == grows and all(_put(line, found) in statement.text["let"] for line in let):
            yield found


def _closed(*parts: str) -> bool:
    """Whether every bracket that is opened in a part is closed in it, and none else."""
    for part in parts:
        depth = 0
        for c in part:
            depth += (c == "(") - (c == ")")
            if depth < 0:
                return False
        if depth:
            return False
    return True


def _read() -> dict[str, Theorem]:
    data = tomllib.loads((Path(__file__).parent / "theorems.toml").read_text(encoding="utf-8"))
    return {
        name: Theorem(
            name, row["says"], row["source"], tuple(x.strip() for x in row.get("texts", ())),
            tuple((tuple(let), quantity, value) for let, quantity, value in row.get("limits", ())),
        )
        for name, row in data.items()
    }  # fmt: skip


THEOREMS = _read()
