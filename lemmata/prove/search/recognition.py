"""Whether a claim is a row of the textbook, or a proved one of a paper, in other words: before anything is searched.

What it is in other letters is found in its text, also where the kernel has no words for it; other sides, definitions
and simple algebra by the search with the few rows that an index proposes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import repeat
from typing import Any

from lemmata import catalogue
from lemmata.kernel import ZERO, KernelError, Term
from lemmata.language import proof
from lemmata.language.relations import conjuncts
from lemmata.language.statement import Statement
from lemmata.prove.search.findings import IS, Attempt, find, named, reported
from lemmata.prove.search.lemma_index import among, facts, kept
from lemmata.prove.state import reading
from lemmata.textbook import TEXTBOOK

NAME = re.compile(r"\b[A-Za-z_]\w*\b")
FAMILIES = {  # words for one thing: what is said in one of them is looked for in the others
    **dict.fromkeys(("s", "smax", "smin", "norm2", "normN", "kyfan"), "singular values"),
    **dict.fromkeys(("lam", "lmax", "lmin"), "eigenvalues"),
    **dict.fromkeys(("normF", "tr"), "traces"),
}
STRUCTURE = {  # what every formula is made of, and says little of what it is about
    "v", "q", "b", "e", "+", "*", "^", "m+", "mm", "sc", "T", "id", "zero", "ones", "all", "sum", "inv", "abs", "sqrt",
    "max", "min", "<=", "<", "=", "!=", "and", "M", "R", "P", "Z",
}  # fmt: skip
APART = 1  # words that a row may have and a claim not, or the other way round
MOST, MANY = 12, 1e6  # rows proposed, and a distance beyond all
SHORT = 5  # functions and letters in a row on a sign that is proposed with them


@dataclass(frozen=True)
class Entry:
    """One conjunct of a row: the words of its formula, all functions and operations in it, whether it is an equation,
    the words of what it asks for, how long it is, and whether it says that one term is not negative."""

    identifier: str
    words: frozenset[str]
    functions: frozenset[str]
    equation: bool
    asks: frozenset[str]
    length: int
    sign: bool

    @classmethod
    def of(cls, identifier: str, formula: Term, asks: Iterable[Term]) -> Entry:
        """The entry of a formula."""
        while formula[0] == "all":
            formula = formula[3]
        asked = frozenset(word for h in asks for word in words(h))
        sign = formula[0] in ("<=", "<") and formula[1] == ZERO
        spoken, used = frozenset(words(formula)), frozenset(functions(formula))
        return cls(identifier, spoken, used, formula[0] == "=", asked, length(formula), sign)

    def to_json(self) -> list[Any]:
        """Plain data."""
        said = map(sorted, (self.words, self.functions, self.asks))
        return [self.identifier, *said, self.equation, self.length, self.sign]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Entry:
        """The entry from plain data."""
        identifier, spoken, used, asks, *rest = data
        return cls(identifier, frozenset(spoken), frozenset(used), rest[0], frozenset(asks), *rest[1:])

    def distance(self, claim: Entry) -> float:
        """How far a claim is from it."""
        strange = len(self.words ^ claim.words)
        lacking = len(self.asks - claim.asks - claim.words)
        other = len(self.functions ^ claim.functions) / 2  # lmax for lam, sums for multiples
        return 4 * strange + lacking + other + (self.equation != claim.equation) + abs(self.length - claim.length) / 8


def functions(t: Any) -> Iterator[str]:
    """The functions and operations in a term."""
    if not isinstance(t, tuple) or not t or t[0] in ("v", "q", "b"):
        return
    if isinstance(t[0], str):
        yield t[0]
    for part in t[1:]:
        yield from functions(part)


def words(t: Any) -> Iterator[str]:
    """The functions in a term, those of one family by its name."""
    return (FAMILIES.get(name, name) for name in functions(t) if name not in STRUCTURE)


def length(t: Any) -> int:
    """The number of functions and operations in a term."""
    if not isinstance(t, tuple) or not t or t[0] in ("v", "q", "b"):
        return 1
    return 1 + sum(length(part) for part in t[1:] if isinstance(part, tuple))


def proposals(claims: Iterable[Entry]) -> list[str]:
    """The ids of the rows that conjuncts of a claim may be, the likeliest first, and of those on the signs of what it
    speaks of, which rows ask for."""
    claims = list(claims)
    ranked: Counter[str] = Counter()
    for claim in claims:
        best: dict[str, float] = {}
        for row in index().entries:
            if len(row.words ^ claim.words) <= APART:
                best[row.identifier] = min(row.distance(claim), best.get(row.identifier, MANY))
        for identifier in sorted(best, key=lambda name: best[name])[:MOST]:
            ranked[identifier] = max(ranked[identifier], round(1e6 / (1 + best[identifier])))
    likeliest = [identifier for identifier, _ in ranked.most_common(MOST)]
    spoken = frozenset[str]().union(*(claim.words for claim in claims))
    signs = (row.identifier for row in index().entries if row.sign and row.length <= SHORT and row.words <= spoken)
    return list(dict.fromkeys([*likeliest, *signs] if likeliest else ()))


@dataclass(frozen=True)
class Index:
    """Entries of the rows that proofs may use; and by the digest of what a line of a claim says, the ids of all rows
    that say it, those of the textbook first, and of them what has a proof."""

    entries: tuple[Entry, ...]
    lines: Mapping[str, Sequence[str]]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Index:
        """The index from plain data."""
        return cls(tuple(map(Entry.from_json, data["entries"])), data["lines"])


@cache
def index() -> Index:
    """The index, from the file where it is kept, and made where there is none."""
    return kept("rows", _made, Index.from_json)


def _made() -> dict[str, Any]:
    every = facts().by_statement.items()
    entries = [Entry.of(name, fact.formula, fact.asks).to_json() for name, found in every for fact in found]
    said: dict[str, list[str]] = {}
    statements = catalogue.all_statements()
    for row in sorted(statements, key=lambda s: (s.source.paper != TEXTBOOK, catalogue.proof_of(s.id) is None)):
        for key, _ in lines(row):
            said.setdefault(digest(key), []).append(row.id)
    return {"entries": entries, "lines": said}


def digest(key: Any) -> str:
    """A short name for what a line of a claim says."""
    return sha256(repr(key).encode()).hexdigest()[:24]


def lines(statement: Statement) -> Iterator[tuple[Any, dict[str, str]]]:
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
        read = reading(statement)
    except KernelError:
        return None
    claims = map(Entry.of, repeat(statement.id), read.conclusions, read.hypotheses)
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
