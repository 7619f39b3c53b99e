"""The mutants of a statement, in a fixed order, each found again by its id."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from lemmata import catalogue
from lemmata.catalogue.expected import Row
from lemmata.language.core import Quantity
from lemmata.language.matrices import MatrixTerm, ShapeError
from lemmata.language.probability import AlmostSurely
from lemmata.language.relations import Exists
from lemmata.language.statement import Statement
from lemmata.language.text import declaration, write
from lemmata.language.trees import free, is_leaf, substitute
from lemmata.language.variables import Dim, on_domain
from lemmata.mutants.known_here import ground
from lemmata.mutants.operators import DROPPED, OPERATORS, Moved, Operator
from lemmata.mutants.sites import Sign, Site, replace, sign, sites

# A sibling's suffix holds no dot, so that ids of mutants and of statements cannot be confused.
VARIANT = re.compile(r"(?P<origin>.+)~(?P<operator>[a-z0-9-]+)\.(?P<number>[0-9]+)")


@dataclass(frozen=True, eq=False)
class Variant(Statement):
    """A statement that differs from another one in one place.

    Its id is that of the other with `~operator.number`; `part` says which part was changed ("claim", "given", "let")
    and `change` how it reads now and read before; `spot` is the node that was changed and what stands there now.
    """

    origin: str = ""
    operator: str = ""
    part: str = ""
    place: int = 0  # which conjunct, hypothesis or variable was changed
    change: tuple[str, str] = ("", "")
    spot: tuple[Site, Any] | None = None

    def __post_init__(self) -> None:
        name = self.id
        match = VARIANT.fullmatch(name)
        if match is None or match["origin"] != self.origin:
            raise ValueError(f"malformed id of a mutant: {name!r}")
        object.__setattr__(self, "id", self.origin)  # whose form the rest of the checks know
        super().__post_init__()
        object.__setattr__(self, "id", name)


def is_headline(statement: Statement) -> bool:
    """Whether the paper calls the statement a theorem."""
    return statement.source.place.startswith("Theorem")


def skipped(statement: Statement, rows: Mapping[str, Row]) -> str | None:
    """Why a statement has no mutants worth a trial, None where it has."""
    row = rows.get(statement.id)
    if row is not None and row.verdict in ("refuted", "vacuous"):
        return f"the statement itself is {row.verdict}"
    if any(isinstance(c, Exists) for c in statement.claim):
        return "an existence claim: a counterexample at one instance says nothing of its mutants"
    if any(isinstance(c, AlmostSurely) for c in statement.claim):
        return "a claim about every density: no single matrix tells a mutant from it"
    return None if variants(statement.id) else "no operator applies"


@cache
def variants(identifier: str) -> tuple[Variant, ...]:
    """All mutants of a statement, duplicates and those whose matrices do not fit left out.

    Raises `catalogue.UnknownStatement`.
    """
    statement = catalogue.get(identifier)
    seen = {_text(statement.hypotheses, statement.conjuncts)}
    numbers: Counter[str] = Counter()
    made = []
    for operator in OPERATORS.values():
        if statement.kind.value not in operator.kinds:
            continue
        for draft in _changed(statement, operator):
            text = _text(draft.given, draft.claim)
            if text not in seen:
                seen.add(text)
                numbers[operator.name] += 1
                name = f"{statement.id}~{operator.name}.{numbers[operator.name]}"
                made.append(draft.named(name, statement, operator))
    return tuple(made)


def find(identifier: str) -> Variant:
    """The mutant of this id.  Raises KeyError."""
    match = VARIANT.fullmatch(identifier)
    for variant in variants(match["origin"]) if match else ():
        if variant.id == identifier:
            return variant
    raise KeyError(identifier)


def sample(names: Sequence[str], count: int | None, seed: int) -> list[str]:
    """`count` of the names drawn under a seed, in their order; all of them for None."""
    if count is None or count >= len(names):
        return list(names)
    chosen = set(random.Random(f"{seed}/mutants").sample(list(names), count))
    return [n for n in names if n in chosen]


def _text(given: Sequence[Any], claim: Sequence[Any]) -> tuple[Any, ...]:
    leaves = sorted({(v.name, str(v.domain)) for c in (*given, *claim) for v in free(c) if hasattr(v, "domain")})
    return tuple(leaves), tuple(map(write, given)), tuple(map(write, claim))


@dataclass(frozen=True)
class _Draft:
    """A changed statement without a name."""

    part: str
    place: int
    given: list[Any]
    claim: list[Any]
    change: tuple[str, str]
    spot: tuple[Site, Any] | None = None

    def named(self, name: str, statement: Statement, operator: Operator) -> Variant:
        return Variant(
            id=name,
            title=f"{statement.title}: {operator.says}",
            source=statement.source,
            kind=statement.kind,
            claim=tuple(self.claim),
            given=tuple(self.given),
            construct=statement.construct,
            recipes=statement.recipes,
            origin=statement.id,
            operator=operator.name,
            part=self.part,
            place=self.place,
            change=self.change,
            spot=self.spot,
        )


def _changed(statement: Statement, operator: Operator) -> Iterator[_Draft]:
    """Every way an operator changes a statement in one place."""
    given, claim, known = list(statement.hypotheses), list(statement.conjuncts), signs(statement)
    for part, clauses in (("claim", claim), ("given", given)):
        for k, clause in enumerate(clauses):
            # the hypotheses tell no signs of what stands in themselves
            for site in sites(clause, part, known if part == "claim" else sign):
                for new in _fitting(operator, site):
                    rest, now, moved = list(clauses), "(left out)", None
                    if isinstance(new, Moved):
                        new, moved = new.clause, (new.inner, new.node)
                    if new is DROPPED:
                        del rest[k]
                    else:
                        try:
                            rest[k] = replace(clause, site.path, new)
                        except (ShapeError, TypeError):
                            continue  # matrices that do not fit together are no statement
                        now = write(rest[k])
                    both = (given, rest) if part == "claim" else (rest, claim)
                    yield _Draft(part, k, *both, (now, write(clause)), moved or (site, new))
    for k, leaf in enumerate(statement.let):
        for new in _fitting(operator, Site("let", leaf)):
            values = _put(statement, leaf, new)
            try:
                put = [[substitute(c, values) for c in clauses] for clauses in (given, claim)]
            except (TypeError, ValueError):
                continue
            yield _Draft("let", k, put[0], put[1], (declaration(new), declaration(leaf)))


@cache
def signs(statement: Statement) -> Sign:
    """Signs of quantities where the hypotheses hold, as far as they are seen without search."""
    here = ground(statement)
    if here is None:
        return sign

    @cache
    def known(node: Any) -> int:
        plain = sign(node)
        return plain if plain or isinstance(node, MatrixTerm) or not isinstance(node, Quantity) else here.sign(node)

    return known


def _fitting(operator: Operator, site: Site) -> Iterator[Any]:
    try:
        yield from operator.change(site)
    except ShapeError:
        return


def _put(statement: Statement, leaf: Any, new: Any) -> dict[Any, Any]:
    """The variables to replace when one of them gets another domain: itself, and those whose domains mention it."""
    values = {leaf: new}
    for other in statement.let:
        if other is leaf or isinstance(other, Dim) or not is_leaf(other) or not hasattr(other, "domain"):
            continue
        if leaf in other.domain.parameters:
            values[other] = on_domain(other, other.domain.map(lambda p: values.get(p, p)))
    return values
