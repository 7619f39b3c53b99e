"""Whether a claim is a row of the textbook, or a proved one of a paper, in other words: before anything is searched.

What it is in other letters is found in its text, also where the kernel has no words for it; other sides, definitions
and simple algebra by the search with the few rows that an index proposes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

from lemmata import catalogue
from lemmata.kernel import KernelError
from lemmata.language import proof
from lemmata.language.relations import conjuncts
from lemmata.language.statement import Statement
from lemmata.prove import facts
from lemmata.prove.search.findings import IS, Attempt, find, named, reported
from lemmata.prove.search.lemma_index import among
from lemmata.prove.search.row_index import Entry, digest, index, lines, proposals
from lemmata.textbook import TEXTBOOK

SECONDS = 1.0  # of processor time for the rows that are proposed
ON_TRUST = ", a textbook fact, taken on trust"


@dataclass(frozen=True)
class Match:
    """A statement that one line of a claim is in other letters: the number of the line there, and for the names of its
    variables those in the claim."""

    statement: Statement
    line: int
    names: Mapping[str, str]


def known(statement: Statement, avoid: Iterable[str] = ()) -> Attempt | None:
    """What a claim is in the textbook or among the proved rows, or follows from by one of them; None for anything else.

    Letters, sides, definitions and simple algebra make no difference.  A claim that is an axiom of the textbook is
    `trusted` and not proved: it would be its own ground.  Rows of which nothing is known by heart are found by `index`.
    """
    found = matches(statement, avoid)
    if found and any(is_axiom(m.statement) for m in found):
        return Attempt(trusted=said(found))
    made = reported(statement, script(statement, found), said(found)) if found else None
    if made is not None:
        return made
    try:
        reading = facts.reading(statement)
    except KernelError:
        return None
    claims = map(Entry.of, repeat(statement.id), reading.conclusions, reading.hypotheses)
    rows = among(proposals(claims), statement.id, avoid)
    near = find(statement, SECONDS, avoid, rows) if rows else None
    if near is None:
        return None
    if near.row is not None and is_axiom(near.row):
        return Attempt(trusted=f"{IS}{named(near.row)}{ON_TRUST}")
    return near.report(statement)


def matches(statement: Statement, avoid: Iterable[str] = ()) -> list[Match]:
    """A statement of the catalogue for every line of a claim; none where it does not have all of them.

    The textbook comes first, and of that what has a proof.  `avoid` are ids of statements that do not count.
    """
    barred, out = {statement.id, *avoid}, list[Match]()
    for key, names in lines(statement):
        others = [name for name in index().lines.get(digest(key), ()) if name not in barred]
        row = catalogue.find(others[0]) if others else None
        there = {digest(key): (k, names) for k, (key, names) in enumerate(lines(row))} if row is not None else {}
        if row is None or digest(key) not in there:
            return []
        own = {number: name for name, number in names.items()}
        line, other = there[digest(key)]
        out.append(Match(row, line, {name: own[number] for name, number in other.items()}))
    return out


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
    """What the catalogue calls the statement, line by line; None where it does not have all of it."""
    found = matches(statement)
    return said(found) if found else None


def said(found: Sequence[Match]) -> str:
    """What a claim is, in words."""
    each = (named(m.statement) + ON_TRUST * is_axiom(m.statement) for m in found)
    return IS + " and ".join(dict.fromkeys(each))


def is_axiom(statement: Statement) -> bool:
    """Whether the textbook takes a statement on trust: it has no proof here."""
    return statement.source.paper == TEXTBOOK and catalogue.proof_of(statement.id) is None
