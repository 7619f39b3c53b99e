"""Conjecture files: a statement from strings or TOML, safe to accept from a stranger.

    name = "residual link, ReLU columns"
    given = ["smax(M) < 1"]
    claim = ["cond((I(n) + M) @ P) <= (1 + smax(M)) / (1 - smax(M))"]
    [let]
    n = "integer(2, 8)"
    M = "real(n, n)"
    P = "projection(n)"
    [define]
    Q = "(I(n) + M) @ P"

`given` and `define` may be missing or empty.  A variable that nothing uses does not change what is claimed: it is left
out and mentioned in the statement's notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from theorems.language.reading import ReadingError, limits, read_claims, written
from theorems.language.reading.declarations import read_variables, sizing_names
from theorems.language.reading.definitions import Definitions, check_length
from theorems.language.reading.errors import located, one_line
from theorems.language.reading.normalised import Unfolded
from theorems.language.reading.written import Written
from theorems.language.relations import Clause
from theorems.language.statement import Kind, Paper, Statement

CONJECTURE = Paper("conjecture", "Conjectures", "")


def load(path: str | Path) -> Statement:
    """The statement in a conjecture file.

    Raises ReadingError, whose text names the file, the place and the mend, for anything that is none.
    """
    path = Path(path)
    said = written.from_file(path)
    with written.in_file(path):
        return understood(said)


def build(
    name: str,
    let: Mapping[str, str],
    given: Sequence[str],
    claim: Sequence[str],
    locator: str = "",
    define: Mapping[str, str] | None = None,
) -> Statement:
    """The statement written in strings: variables with their domains, definitions, hypotheses and claims.

    `locator` says where it was found.  Raises ReadingError, with `where` naming the line.
    """
    return understood(Written(name, let, given, claim, define or {}, locator))


def understood(said: Written) -> Statement:
    """The statement that was written.  Raises ReadingError, with `where` naming the line."""
    parsed, unfolded = said.parsed, said.unfolded
    dimensions: set[str] = set().union(*map(sizing_names, parsed.values()), *map(sizing_names, unfolded.parsed()))
    with _asked_by(unfolded):
        names = Definitions(read_variables(unfolded.let, dimensions))
    names.read({**unfolded.define, **said.define}, unfolded.origin)
    given_left = {w: p for w, p in parsed.items() if w.startswith("given") and w not in unfolded.met}
    met = {*unfolded.met, *names.solve(given_left)}
    clauses: dict[str, tuple[Clause, ...]] = {}
    for where, clause_text in parsed.items():
        if where not in met and not where.startswith("define"):
            with located(where):
                clauses[where] = read_claims(clause_text.text, names.names)
                for clause in clauses[where]:
                    check_length(clause, names.names)
    title = _title(said.name)
    conclusions = tuple(c for where, found in clauses.items() if where.startswith("claim") for c in found)
    statement = Statement(
        id=f"conjecture.{_slug(title)}",
        title=title,
        source=CONJECTURE.at(*([said.locator] if said.locator else [])),
        kind=Kind.ALGEBRAIC,
        given=(
            *names.needed(conclusions),
            *(c for where, found in clauses.items() if where.startswith("given") for c in found),
        ),
        claim=conclusions,
        defined=tuple(names.shown.items()),
    )
    used = {leaf.name for leaf in statement.let}
    declared = (
        unfolded.origin.get(name, name) for name in unfolded.let if name not in used and name not in names.shown
    )
    idle = list(dict.fromkeys(declared))
    return replace(statement, notes=f"Declared but not used: {', '.join(idle)}." if idle else "")


@contextmanager
def _asked_by(unfolded: Unfolded) -> Iterator[None]:
    """Let a mistake in a variable that stands for another name the one that was written."""
    try:
        yield
    except ReadingError as error:
        name = (error.where or "").removeprefix("let ")
        if name in unfolded.origin:
            error.where = f"let {unfolded.origin[name]}"
        raise


def _title(name: str) -> str:
    return " ".join(one_line(name).split())[: limits.TITLE] or "unnamed"


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower())[:60].strip("-") or "unnamed"
