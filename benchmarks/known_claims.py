"""Claims whose truth is known, read from `data/*.toml`.

A file is a list: `about`, `written` (the day), `by` (what it is measured with, a name in `runner.CONTESTANTS`),
`measured_before_tuning` (what the first run gave before anything was changed for the list, where there was one), and
`regression` (whether the code was repaired against it since).  A claim is a line: `name`, `truth`, `claim`, `let`, and
where there is something to say `given`, `define`, `title`, `source`, `broken_by`, `year`, `standing`, `order`, `area`.
Everything is in the language of conjecture files; `integer(a)` in `let` is a dimension without an upper end.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

from lemmata.language import conjecture_files
from lemmata.language.instantiate import substitute
from lemmata.language.statement import Statement
from lemmata.language.variables import Dim

DATA = Path(__file__).parent / "data"
OPEN = re.compile(r"integer\((\d+)\)")
REACH = 64  # stands for the missing upper end while a claim is read


@dataclass(frozen=True)
class Claim:
    """A claim in words of the language, whether it is true, and where it comes from.

    `claim` is one line or several; `broken_by` is a counterexample for people and tests, which no search reads.
    """

    name: str
    truth: bool
    claim: str | list[str]
    let: dict[str, str]
    given: list[str] = field(default_factory=list)
    define: dict[str, str] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    broken_by: str = ""
    year: int | None = None
    standing: str = ""
    order: int | None = None
    area: str = ""

    @property
    def bounded(self) -> dict[str, str]:
        """The domains, in which integers without an upper end go to `REACH`."""
        return {
            name: f"integer({found[1]}, {REACH})" if (found := OPEN.fullmatch(text)) else text
            for name, text in self.let.items()
        }

    def statement(self) -> Statement:
        """The claim as a statement `conjecture.<name>`.  Raises ReadingError for what the language does not know."""
        lows = {name: int(found[1]) for name, text in self.let.items() if (found := OPEN.fullmatch(text))}
        lines = [self.claim] if isinstance(self.claim, str) else self.claim
        built = conjecture_files.build(self.name, self.bounded, self.given, lines, self.source, self.define)
        if not lows:
            return built
        sizes = {name: Dim(name, low) for name, low in lows.items()}
        given, claim = (tuple(substitute(c, sizes) for c in part) for part in (built.given, built.claim))
        return replace(built, given=given, claim=claim, written=None)


@dataclass(frozen=True)
class ClaimList:
    """The claims of one file, whose stem is the name."""

    name: str
    about: str
    written: str
    by: str
    regression: bool
    claims: tuple[Claim, ...]
    measured_before_tuning: str | None = None


@cache
def lists() -> tuple[ClaimList, ...]:
    """All lists, by name.  Raises TypeError where a file has a key that is none of theirs."""
    return tuple(map(_read, sorted(DATA.glob("*.toml"))))


def _read(path: Path) -> ClaimList:
    found: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    claims = tuple(Claim(**row) for row in found.pop("claims"))
    return ClaimList(path.stem, claims=claims, **found)


def chosen(names: str = "*", claims: str = "*", truth: bool | None = None) -> Iterator[tuple[ClaimList, Claim]]:
    """The claims whose list and name match the globs, and that are true or false as asked."""
    for found in lists():
        if fnmatch(found.name, names):
            for claim in found.claims:
                if fnmatch(claim.name, claims) and truth in (None, claim.truth):
                    yield found, claim
