"""A statement: one claim of one paper, as data."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from sympy import Basic

from lemmata.language.core import RealPower, distinct
from lemmata.language.defined import unfolded
from lemmata.language.families import Layers
from lemmata.language.records import Record
from lemmata.language.relations import Clause, ForAll, conjuncts
from lemmata.language.text import declaration, write
from lemmata.language.variables import Index


class Kind(Enum):
    """Nature of a statement, with the letter used in the catalogue."""

    ALGEBRAIC = "A"
    DERIVATIVE = "D"
    IDENTITY = "I"
    TRAJECTORY = "T"
    GRAPH = "G"
    PROBABILITY = "P"
    LIMIT = "L"
    FIGURE = "F"


class Paper(Record):
    """A published paper; `key` names it in lists, and a paper of the suite is the package of this name.

    `textbook` says that its statements are used by proofs and not under review; each cites the work it is from.
    """

    key: str
    title: str
    authors: str
    textbook: bool = False

    def at(self, *place: str) -> Source:
        """A place in the paper, as in `RIEDI.at("Lemma 21", "(52)")`."""
        return Source(self, ", ".join(place))


class Work(Record):
    """A book, or an article where it names its `journal` (with the volume)."""

    authors: str
    title: str
    year: int
    edition: str = ""
    journal: str = ""
    pages: str = ""

    @property
    def names(self) -> str:
        """The authors' last names, as in "Guggenheimer, Edelman and Johnson"."""
        *others, last = [author.split()[-1] for author in self.authors.split(", ")]
        return f"{', '.join(others)} and {last}" if others else last

    @property
    def reference(self) -> str:
        """The work as a bibliography lists it."""
        about = ", ".join(part for part in (self.authors, self.title, self.edition or self.journal) if part)
        return f"{about} ({self.year})" + (f", {self.pages}" if self.pages else "")


class Source(Record):
    """Where a statement stands: a place in a paper, for a row of the textbook a place in one of the works it cites."""

    paper: Paper
    place: str
    work: Work | None = None

    @property
    def locator(self) -> str:
        """The place in short, as in "Lemma 21, (52)" or "Horn and Johnson 2013, Theorem 4.3.1"."""
        work = f"{self.work.names} {self.work.year}" if self.work else ""
        return ", ".join(part for part in (work, self.place) if part)

    @property
    def reference(self) -> str:
        """Authors, title, edition, year and place."""
        work = self.work.reference if self.work else f"{self.paper.authors}, {self.paper.title}"
        return f"{work}, {self.place}" if self.place else work


@dataclass(frozen=True, eq=False)
class Denial:
    """Why an existence claim `exists(a < b)` is false.

    `statement` is the id of the statement that says the contrary, in the same variables or for vectors of which the
    claim has an entry, and carries the proof; its derivation goes into the certificate.  `illustration` is an instance,
    as `language.instance` writes it, at which a reader can watch the claim fail.
    """

    statement: str
    because: str
    illustration: Any


ID = re.compile(r"[a-z]+\.[A-Za-z0-9.-]+(~[a-z0-9-]+)?")


@dataclass(frozen=True, eq=False)
class Statement:
    """One claim.

    `given` and `claim` are clauses (or one clause).  `depends_on` holds the ids the printed proof rests on.  `proof`,
    if any, is data that the kernel checks.  `construct` names a way to draw instances that meet hypotheses which
    random instances miss (see `sample.registry`).  `denied_by` says why an existence claim is false.
    `defined` says for which expressions names stood where it was written; they are put in everywhere.
    `complexes` are complex variables by name, with their real and imaginary parts, `composed` real ones of normalised
    domains, such as unit vectors, with the expressions that stand for them.  A statement read from text has in
    `written` its lines of `let`, `define`, `given` and `claim` as they were typed, one of `claim` for each clause.
    `recipes` (see `recipes`) propose to the search how to draw variables; they belong to no meaning.
    `part` says which part of the printed claim it is, where the language cannot say all of it: a proof is one of this
    part.

    Raises ValueError for a malformed id or an empty claim.
    """

    id: str
    title: str
    source: Source
    kind: Kind
    claim: Clause | tuple[Clause, ...]
    given: Clause | tuple[Clause, ...] = ()
    depends_on: tuple[str, ...] = ()
    proof: Any = None
    notes: str = ""
    construct: str | None = None
    denied_by: Denial | None = None
    defined: tuple[tuple[str, str], ...] = ()
    written: Mapping[str, tuple[str, ...]] | None = None
    complexes: tuple[tuple[str, Any, Any], ...] = ()
    composed: tuple[tuple[str, Any], ...] = ()
    recipes: tuple[Any, ...] = ()
    part: str = ""

    def __init_subclass__(cls) -> None:
        lies = {"meaning", "conjuncts", "hypotheses", "let", "text", "hash", "__getattribute__"} & vars(cls).keys()
        if lies:
            raise TypeError(f"a statement whose {min(lies)} is its own could print another text than it means")

    def __post_init__(self) -> None:
        if not ID.fullmatch(self.id):
            raise ValueError(f"malformed statement id {self.id!r}")
        for name in ("given", "claim"):
            value = getattr(self, name)
            if isinstance(value, Clause):
                object.__setattr__(self, name, (value,))
        if not self.claim:
            raise ValueError(f"{self.id} claims nothing")
        for name in {name for clause in (*self.given, *self.claim) for name in _names(clause)}:
            if not name.isidentifier():  # the text form is read back: a name must not say more than a name
                raise ValueError(f"{self.id}: {name!r} is no name for a variable")

    @cached_property
    def meaning(self) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
        """Hypotheses and claim with words replaced by what they stand for (see `defined`)."""
        return tuple(map(unfolded, self.given)), tuple(map(unfolded, self.claim))

    @cached_property
    def conjuncts(self) -> tuple[Clause, ...]:
        """The claim, one relation at a time, words unfolded."""
        return tuple(c for clause in self.meaning[1] for c in conjuncts(clause))

    @cached_property
    def hypotheses(self) -> tuple[Clause, ...]:
        """The hypotheses, one relation at a time, words unfolded."""
        return tuple(c for clause in self.meaning[0] for c in conjuncts(clause))

    @cached_property
    def let(self) -> tuple[Any, ...]:
        """Free variables: dimensions first, then the others, each in order of appearance.

        Raises ValueError where the text form would not tell two of them, or one and an index, from each other, and for
        an index in an exponent.
        """
        seen = self._free
        names = [leaf.name for leaf in seen]
        if self.indices_in_exponents:
            raise ValueError(f"{self.id}: {self.indices_in_exponents[0]} stands in an exponent: make it a dimension")
        for name in names:
            if names.count(name) > 1 or name == "pi":
                raise ValueError(f"{self.id}: {name} would stand for two things in the text")
        return tuple(sorted(seen, key=lambda v: 0 if type(v).__name__ == "Dim" else 1))

    @cached_property
    def _free(self) -> tuple[Any, ...]:
        clauses = (*self.meaning[0], *self.meaning[1])
        return tuple(dict.fromkeys(leaf for clause in clauses for leaf in leaves(clause, frozenset())))

    @cached_property
    def indices_in_exponents(self) -> tuple[str, ...]:
        """Names of indices, bound by nothing, in exponents.

        A power whose exponent is made of integers is a product or a quotient wherever its exponent has an integer
        value, at a negative base too: integers in exponents are dimensions, which become numbers before anything has a
        value.
        """
        indices = [leaf for leaf in self._free if isinstance(leaf, Index)]
        clauses = (*self.meaning[0], *self.meaning[1])
        powers = {part for clause in clauses for part in distinct(clause) if isinstance(part, RealPower)}
        inside = {leaf for power in powers for leaf in leaves(power.args[1], frozenset())} if indices else set()
        return tuple(index.name for index in indices if index in inside)

    @cached_property
    def text(self) -> dict[str, list[str]]:
        """The text form: lines of `let`, `given` and `claim`, words unfolded."""
        given, claim = self.meaning
        return {
            "let": [declaration(v) for v in self.let],
            "given": [write(c) for c in given],
            "claim": [write(c) for c in claim],
        }

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the kind and the text form: changes exactly when the meaning is written differently."""
        lines = [self.kind.value, *(f"{part}: {line}" for part, body in self.text.items() for line in body)]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    @property
    def paper(self) -> str:
        """Key of the paper, as in `riedi2022`."""
        return self.source.paper.key

    @property
    def base_id(self) -> str:
        """Id without the `~suffix` of siblings."""
        return self.id.split("~")[0]


def _names(node: Any) -> Iterator[str]:
    """Names of variables in a tree, bound ones and those in domains included."""
    for part in distinct(node):
        if isinstance(part, Layers) or hasattr(part, "domain") and hasattr(part, "name"):
            yield part.name
        for parameter in getattr(getattr(part, "domain", None), "parameters", ()):
            yield from _names(parameter)


def leaves(
    node: Any, bound: frozenset[Any], seen: dict[tuple[int, frozenset[Any]], Any] | None = None
) -> Iterator[Any]:
    """Free variables of a tree and of their domains, depth first, none of a part that was `seen` under these indices.

    Raises ValueError for one that the text form would take for an index around it.
    """
    seen = {} if seen is None else seen
    if (id(node), bound) in seen:
        return
    seen[id(node), bound] = node
    if hasattr(node, "domain") and hasattr(node, "name"):
        if node not in bound:
            if any(node.name == index.name for index in bound):
                raise ValueError(f"{node.name} would stand for two things in the text")
            for parameter in node.domain.parameters:
                if isinstance(parameter, Basic):
                    yield from leaves(parameter, frozenset(), seen)  # a line of `let` stands in no index's reach
            yield node
        return
    binds = isinstance(node, ForAll) or hasattr(node, "index") and hasattr(node, "body")
    for a in node.args[1:3] if binds else getattr(node, "args", ()):
        yield from leaves(a, bound, seen)
    if binds:
        yield from leaves(node.body, bound | {node.index}, seen)
    elif isinstance(node, Layers):
        yield node
