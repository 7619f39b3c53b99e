"""The facts that a search may use, with the terms in them that can be recognised in a claim.

They are read from statements and proofs once and kept in a file under a name that covers every file they are made of.
A search only plans with them: what it proves comes from the kernel, so that a wrong file costs a proof and never makes
one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar

from lemmata import catalogue
from lemmata.catalogue import expected, registration
from lemmata.kernel import ONE, KernelError, Term, Theorem, Z, free, matrix, opened, scalar, sort_of
from lemmata.language import proof
from lemmata.language.relations import ForAll
from lemmata.language.statement import Kind, Statement
from lemmata.processes import kept_files
from lemmata.prove.derivation_files import MANIFEST
from lemmata.prove.elaborating import statements_used, theorem_of_statement
from lemmata.prove.judge import SOURCES
from lemmata.prove.normal_words import atom_term, difference, letter_term
from lemmata.textbook import TEXTBOOK

PLAIN = ("inv", "sqrt", "abs", "max", "min")  # these alone say too little to recognise a fact by
NESTED = ("inv", "sqrt", "abs", "max", "min", "rpow", "exp", "log")
PLAIN_VARIABLES = 6
OF_MATRICES = ("minv", "pinv", "sqrtm", "relu")
Made = TypeVar("Made")
STALE = 7 * 86400.0  # seconds after which a file of another state of the sources goes
MARK = "_mark"  # how the names of bound indices begin where they stand for themselves
SUM = ("v", f"{MARK}_over", Z)  # what the index of a sum is called where its body is matched


@dataclass(frozen=True, eq=False)
class Fact:
    """One conjunct of a statement of the textbook, or of what a paper has proved.

    `formula` is what it says with its bound indices as free variables `marks`.  `triggers` are atoms that fix every
    variable.
    """

    identifier: str
    conjunct: int
    formula: Term
    marks: tuple[Term, ...]
    triggers: tuple[Term, ...]
    rest: tuple[Term, ...]  # one or two atoms more to be recognised, where one does not fix every variable
    apart: tuple[Term, ...]  # two atoms that fix every variable together, where one alone does as well
    hypotheses: tuple[Term, ...]
    ranges: tuple[Term, ...]  # of the indices
    textbook: bool
    standing: int  # 0 for what is proved, 1 for an axiom

    @property
    def name(self) -> str:
        """Id and conjunct."""
        return f"{self.identifier}[{self.conjunct}]"

    def said(self) -> list[Any]:
        """All of it but the id."""
        return [getattr(self, part.name) for part in fields(self)[1:]]

    @property
    def asks(self) -> tuple[Term, ...]:
        """Hypotheses, and ranges of indices."""
        return (*self.hypotheses, *self.ranges)

    @cached_property
    def variables(self) -> tuple[Term, ...]:
        """What it is about in a fixed order, marks left out."""
        return tuple(sorted({v for f in (*self.hypotheses, self.formula) for v in free(f)} - set(self.marks)))

    @cached_property
    def statement(self) -> Statement:
        """The statement it is a conjunct of."""
        return catalogue.get(self.identifier)

    @cached_property
    def theorem(self) -> Theorem:
        """What the kernel reads: a search plans with the formula, a proof needs this."""
        return theorem_of_statement(self.statement, self.conjunct)

    @property
    def indices(self) -> tuple[Any, ...]:
        """For each mark the index that the clause binds by name, None for entries of vectors."""
        clause, out = self.statement.conjuncts[self.conjunct], list[Any]()
        while isinstance(clause, ForAll):
            out.append(clause.index)
            clause = clause.body
        return (*out, *[None] * (len(self.marks) - len(out)))


def spread(t: Term) -> Term:
    """An atom with norms, extreme singular values and eigenvalues as entries of spectra."""
    op = t[0]
    if op in ("smax", "norm2", "lmax"):
        return ("lam" if op == "lmax" else "s", t[1], ONE)
    if op == "lmin":
        return ("lam", t[1], sort_of(t[1])[1])
    if op == "smin":
        return ("s", t[1], ("min", *sort_of(t[1])[1:]))
    return t


def atoms(t: Term) -> Iterator[Term]:
    """The atoms of a number, and those inside roots, moduli, denominators and extremes."""
    for m in scalar(t):
        for x, _ in m:
            yield from inner_atoms(atom_term(x))


def inner_atoms(t: Term) -> Iterator[Term]:
    """An atom and those inside it."""
    yield t
    if t[0] in NESTED:
        for part in t[1:]:
            yield from atoms(part)
    elif t[0] == "sum":
        yield from atoms(opened(t[3], SUM))


def marked(formula: Term) -> tuple[Term, tuple[Term, ...], list[Term]]:
    """A formula with its quantifiers opened at marks, the marks, and their ranges."""
    marks: list[Term] = []
    ranges: list[Term] = []
    while formula[0] == "all":
        mark = ("v", f"{MARK}_{len(marks)}", Z)
        marks.append(mark)
        ranges += [("<=", formula[1], mark), ("<=", mark, formula[2])]
        formula = opened(formula[3], mark)
    return formula, tuple(marks), ranges


def facts_of(statement: Statement) -> list[Fact]:
    """The conjuncts of a statement that the kernel can read and that say something about atoms."""
    found = []
    for k in range(len(statement.conjuncts)):
        try:
            th = theorem_of_statement(statement, k)
        except KernelError:
            return []
        formula, marks, ranges = marked(th.conclusion)
        if formula[0] not in ("<=", "<", "="):
            continue
        found_by = atoms_of_numbers if sort_of(formula[1])[0] != "M" else letters_of_matrices
        wanted = {v for v in free(formula) - set(marks) if v[2][0] in ("M", "R", "L")}
        triggers, rest = found_by(formula, wanted)
        if not triggers:
            continue
        found.append(
            Fact(
                statement.id,
                k,
                formula,
                marks,
                triggers,
                rest,
                () if rest or sort_of(formula[1])[0] == "M" else atoms_apart(formula, wanted),
                tuple(sorted(th.hypotheses, key=repr)),
                tuple(ranges),
                statement.source.paper == TEXTBOOK,
                int(catalogue.proof_of(statement.id) is None),
            )
        )
    return found


def atoms_of_numbers(formula: Term, wanted: set[Term]) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The atoms each of which fixes every variable; or one, and one or two more that together do."""
    every = dict.fromkeys(a for side in formula[1:] for a in atoms(side) if a[0] not in ("v", "max", "min"))
    covering = [a for a in every if wanted <= free(a) and wanted and a != SUM]
    alone = tuple(a for a in covering if free(a) - {SUM})
    if alone:
        return alone, ()
    speaking = [a for a in every if free(a) & wanted and a[0] not in PLAIN and SUM not in free(a)]
    groups = (g for k in (2, 3) for g in combinations(speaking, k))
    first, *rest = next((g for g in groups if wanted <= frozenset().union(*map(free, g))), (None,))
    return ((first,), tuple(rest)) if first is not None else ((), ())


def atoms_apart(formula: Term, wanted: set[Term]) -> tuple[Term, ...]:
    """Two atoms that fix every variable together and neither of them alone."""
    every = dict.fromkeys(a for side in formula[1:] for a in atoms(side) if a[0] not in ("v", *NESTED))
    parts = [a for a in every if free(a) & wanted and not wanted <= free(a) and SUM not in free(a)]
    return next((two for two in combinations(parts, 2) if wanted <= free(two[0]) | free(two[1])), ())


def letters_of_matrices(formula: Term, wanted: set[Term]) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The function in an equation between matrices that speaks of its argument alone."""
    letters = {letter_term(x) for w in matrix(difference(formula)) for x in w}
    return tuple(t for t in sorted(letters) if t[0] in OF_MATRICES and {t[1]} == wanted), ()


def _plain(fact: Fact) -> bool:
    """Whether a fact speaks of few variables, one by one."""
    return len(fact.variables) <= PLAIN_VARIABLES and not any(v[2][0] == "L" for v in fact.variables) and not fact.rest


@dataclass(frozen=True)
class Facts:
    """All facts that proofs may use, by the statement they are conjuncts of; and what the proof of each one names."""

    by_statement: dict[str, tuple[Fact, ...]]
    named: dict[str, list[str]]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "facts": {name: [f.said() for f in found] for name, found in self.by_statement.items()},
            "named": self.named,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Facts:
        """The facts from plain data, equal terms as one tuple.  Raises ValueError or LookupError for anything else."""
        one: dict[Any, Any] = {}

        def term(x: Any) -> Any:
            if isinstance(x, dict):
                return Fraction(x["q"])
            if not isinstance(x, list):
                return x
            made = tuple([term(y) for y in x])
            return one.setdefault(made, made)

        facts = {name: tuple(Fact(name, *map(term, rest)) for rest in rows) for name, rows in data["facts"].items()}
        return cls(facts, dict(data["named"]))


@cache
def facts() -> Facts:
    """All facts, from the file where they are kept, and read from the statements where there is none."""
    return kept("facts", read_facts, Facts.from_json)


def read_facts() -> dict[str, Any]:
    """All facts as plain data, from the statements: the textbook as reviewed, and what papers have proved.

    What papers say of families of layers, of indices or of many variables fits no claim but its own.
    """
    rows = expected.load()
    out: dict[str, tuple[Fact, ...]] = {}
    papers: dict[str, tuple[Fact, ...]] = {}
    for statement in catalogue.all_statements():
        row = rows.get(statement.id)
        if statement.kind not in (Kind.ALGEBRAIC, Kind.IDENTITY) or row is None or row.hash != statement.hash:
            continue
        textbook = statement.source.paper == TEXTBOOK
        if textbook and row.verdict in ("supported", "proved"):
            out[statement.id] = tuple(facts_of(statement))
        elif row.verdict == "proved" and catalogue.proof_of(statement.id) is not None:
            papers[statement.id] = tuple(f for f in facts_of(statement) if _plain(f))
    every = out | papers  # the textbook comes first
    return Facts(every, {statement.id: _named(statement.id) for statement in catalogue.all_statements()}).to_json()


def usable(goal: str, avoid: Iterable[str] = ()) -> list[Fact]:
    """The facts of the textbook that do not depend on the goal."""
    banned = {goal, *avoid}
    return [f for name, found in facts().by_statement.items() if not below(name) & banned for f in found]


def among(identifiers: Iterable[str], goal: str, avoid: Iterable[str] = ()) -> list[Fact]:
    """The facts of these rows, which alone are read, that do not depend on the goal."""
    banned = {goal, *avoid}
    rows = (catalogue.find(name) for name in identifiers if not below(name) & banned)
    return [fact for row in rows if row is not None for fact in facts_of(row)]


@cache
def below(name: str) -> frozenset[str]:
    """A statement and whatever its proof depends on, all the way down."""
    found, queue, known = {name}, [name], facts().named
    while queue:
        last = queue.pop()
        more = {*(known[last] if last in known else _named(last))} - found
        found |= more
        queue += more
    return frozenset(found)


def _named(name: str) -> list[str]:
    """What the proof of a statement names."""
    given = catalogue.proof_of(name)
    return statements_used(given) if isinstance(given, proof.Proof) else []


def kept(name: str, make: Callable[[], Any], read: Callable[[Any], Made]) -> Made:
    """What `read` makes of plain data: of those in the file of that name, and where there is none of those that `make`
    gives, which are written there."""
    place = _place(name)
    try:
        return read(json.loads(place.read_text(encoding="utf-8")))
    except (OSError, ValueError, LookupError, TypeError, ArithmeticError):  # none yet, or one that was cut or altered
        text = json.dumps(make(), default=_plain_value)
    with suppress(OSError):  # another process removed one
        for other in place.parent.glob(f"*-{name}.json"):
            if time.time() - other.stat().st_mtime > STALE:
                other.unlink(missing_ok=True)
    kept_files.keep(place, text)
    return read(json.loads(text))


def _plain_value(x: Any) -> Any:
    return {"q": str(x)} if isinstance(x, Fraction) else list(x)


def _place(name: str) -> Path:
    """Where what these files say is kept."""
    return kept_files.folder() / "index" / f"{_sources()}-{name}.json"


@cache
def _sources() -> str:
    """A hash of what is kept is made of: statements, reviews, proofs, axioms, and the code that reads them."""
    return kept_files.digest(*registration.folders(), MANIFEST, *SOURCES)[:32]
