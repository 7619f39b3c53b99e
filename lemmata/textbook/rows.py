"""Statements written as rows of TOML, each read when it is asked for.

    ["classical.weyl"]
    title = "Weyl's inequality"
    source = { work = "horn-johnson", place = "Theorem 4.3.1" }
    let = { n = "integer(1)", A = "symmetric(n)", B = "symmetric(n)" }
    claim = ["lam(A + B, i + j - 1) <= lam(A, i) + lam(B, j) for i in 1..n for j in 1..n + 1 - i"]
    reason = "Attained at commuting diagonal pairs."

`let`, `given` and `claim` are those of conjecture files (`language.conjecture_files`), read as they stand: nothing is
put in for anything else. Integers are sizes, which may have no upper end; there are the domains of `DOMAINS` besides;
and a variable is declared after those in its domain. A row may have a `note`, a `kind` (what its clauses are about
where it says none) and the name of a construction, `construct`. `bibliography.toml` holds the works that rows of the
textbook cite, and its rows have a `reason`, in one line, why the fact holds; a row of a paper says in `source` where in
the paper it stands, as in "Lemma 1".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from sympy import Integer

from lemmata.errors import InputError
from lemmata.language.conjecture_files import kind_of
from lemmata.language.domains import Integers
from lemmata.language.families import Layers, LayerSizes
from lemmata.language.parse import ReadingError, read_domain, read_reviewed
from lemmata.language.parse.errors import located
from lemmata.language.relations import Clause
from lemmata.language.statement import Kind, Paper, Source, Statement, Work
from lemmata.language.variables import ActivationPattern, Dim, Index, variable

BIBLIOGRAPHY, PAPER = "bibliography.toml", "paper.toml"
NEEDED = {"title", "source", "let", "claim"}
KEYS = NEEDED | {"given", "note", "kind", "construct"}
UNBOUNDED = re.compile(r"integer\((\d+)\)")
CALL = re.compile(r"(\w+)\((.*)\)")
DOMAINS: dict[str, Callable[..., Any]] = {
    "activation": ActivationPattern,  # m entries eta and n - m entries 1 on a diagonal
    "index": Index,  # an integer that is no size
}


class Rows(Mapping[str, Statement]):
    """The statements of `paper` that the files `folder/CHAPTER.toml` hold, by id, in the order of the files.

    Reading raises InputError for a row that is none, with file, id and place in the row.
    """

    def __init__(self, paper: Paper, folder: Path, chapters: Sequence[str]) -> None:
        self.paper, self.folder, self.chapters = paper, folder, tuple(chapters)
        self._read: dict[str, Statement] = {}

    @classmethod
    def of_paper(cls, key: str, folder: Path) -> Rows:
        """The rows of `folder/paper.toml`, which begins with `title` and `authors`.  Raises InputError."""
        about = {name: text for name, text in _table(folder / PAPER).items() if isinstance(text, str)}
        if about.keys() != {"title", "authors"}:
            raise InputError(f"{folder / PAPER}: begin it with title = ... and authors = ..., and rows after them")
        return cls(Paper(key, about["title"], about["authors"]), folder, [Path(PAPER).stem])

    @cached_property
    def works(self) -> dict[str, Work]:
        """The bibliography, by the key that rows cite."""
        return {key: Work(**about) for key, about in _table(self.folder / BIBLIOGRAPHY).items()}

    @cached_property
    def _written(self) -> dict[str, tuple[str, dict[str, Any]]]:
        found: dict[str, tuple[str, dict[str, Any]]] = {}
        for chapter in self.chapters:
            for identifier, row in _table(self.folder / f"{chapter}.toml").items():
                if not isinstance(row, dict):
                    continue  # title and authors of a paper
                if identifier in found:
                    raise InputError(f"{chapter}.toml: {identifier} stands in {found[identifier][0]}.toml, too")
                found[identifier] = chapter, row
        return found

    def reasons(self) -> dict[str, str]:
        """Why the facts hold, by id."""
        return {identifier: row.get("reason", "") for identifier, (_, row) in self._written.items()}

    def __getitem__(self, identifier: str) -> Statement:
        if identifier not in self._read:
            chapter, row = self._written[identifier]
            place = f"{self.folder / chapter}.toml, {identifier}"
            try:
                self._read[identifier] = self._statement(identifier, row)
            except ValueError as problem:  # of the reader, or of a statement with such an id
                raise InputError(f"{place}: {problem}") from problem
            except (KeyError, TypeError) as problem:
                raise InputError(f"{place}: {problem!r}") from problem
        return self._read[identifier]

    def __contains__(self, identifier: object) -> bool:
        return identifier in self._written  # without reading it

    def __iter__(self) -> Iterator[str]:
        return iter(self._written)

    def __len__(self) -> int:
        return len(self._written)

    def _statement(self, identifier: str, row: Mapping[str, Any]) -> Statement:
        reason = {"reason"} if self.paper.textbook else set[str]()
        needed, keys = NEEDED | reason, KEYS | reason
        for wrong, is_wrong in ((row.keys() - keys, "is no key of a row"), (needed - row.keys(), "is missing")):
            if wrong:
                raise ReadingError(f"`{min(wrong)}` {is_wrong}")
        names = _variables(row["let"])
        given = _clauses("given", row.get("given", []), names)
        claim = _clauses("claim", row["claim"], names, given)
        return Statement(
            id=identifier,
            title=row["title"],
            source=self._source(row["source"]),
            kind=Kind[row["kind"].upper()] if "kind" in row else kind_of({"given": given, "claim": claim}),
            given=given,
            claim=claim,
            notes=row.get("note", ""),
            construct=row.get("construct"),
        )

    def _source(self, source: str | Mapping[str, str]) -> Source:
        if isinstance(source, str):
            return self.paper.at(source)
        return Source(self.paper, source.get("place", ""), self.works[source["work"]])


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise InputError(f"{path}: not TOML: {problem}") from problem


def _clauses(
    part: str, lines: Sequence[str], names: Mapping[str, Any], given: Sequence[Clause] = ()
) -> tuple[Clause, ...]:
    found: list[Clause] = []
    for number, line in enumerate(lines, 1):
        with located(f"{part} {number}"):
            found += read_reviewed(line, names, given)
    return tuple(found)


def _variables(let: Mapping[str, str]) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for name, text in let.items():
        with located(f"let {name}"):
            unbounded, call = UNBOUNDED.fullmatch(text), CALL.fullmatch(text)
            if unbounded:
                names[name] = Dim(name, int(unbounded[1]))
            elif call and call[1] in DOMAINS:
                arguments = (names[a] if a in names else Integer(a) for a in call[2].split(", "))
                names[name] = DOMAINS[call[1]](name, *arguments)
            else:
                domain = read_domain(text, names)
                if isinstance(domain, LayerSizes):
                    names[name] = Layers(name, domain.depth, domain.d, domain.m, domain.k)
                else:
                    names[name] = variable(name, domain, dimension=isinstance(domain, Integers))
    return names
