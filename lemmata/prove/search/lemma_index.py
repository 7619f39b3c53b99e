"""The facts that a search may use, with the terms in them that can be recognised in a claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.kernel import ONE, KernelError, Term, Theorem, Z, free, matrix, opened, scalar, sort_of
from lemmata.language import proof
from lemmata.language.relations import ForAll
from lemmata.language.statement import Kind, Statement
from lemmata.prove.elaborating import statements_used, theorem_of_statement
from lemmata.prove.normal_words import atom_term, difference, letter_term
from lemmata.textbook import TEXTBOOK

PLAIN = ("inv", "sqrt", "abs", "max", "min")  # these alone say too little to recognise a fact by
NESTED = ("inv", "sqrt", "abs", "max", "min", "rpow", "exp", "log")
PLAIN_VARIABLES = 6
OF_MATRICES = ("minv", "pinv", "sqrtm")
MARK = "_mark"  # how the names of bound indices begin where they stand for themselves
SUM = ("v", f"{MARK}_over", Z)  # what the index of a sum is called where its body is matched


@dataclass(frozen=True, eq=False)
class Fact:
    """One conjunct of a statement of the textbook.

    `formula` is what it says with its bound indices as free variables `marks`; `indices` are those that the clause
    binds by name, for the others (entries of vectors) it is None.  `triggers` are atoms that fix every variable.
    """

    statement: Statement
    conjunct: int
    theorem: Theorem
    formula: Term
    marks: tuple[Term, ...]
    indices: tuple[Any, ...]
    variables: frozenset[Term]
    triggers: tuple[Term, ...]
    rest: tuple[Term, ...]  # one or two atoms more to be recognised, where one does not fix every variable
    apart: tuple[Term, ...]  # two atoms that fix every variable together, where one alone does as well
    asks: tuple[Term, ...]  # hypotheses, ranges of indices included
    standing: int  # 0 for what is proved, 1 for an axiom

    @property
    def name(self) -> str:
        """Id and conjunct."""
        return f"{self.statement.id}[{self.conjunct}]"


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
        clause, named = statement.conjuncts[k], list[Any]()
        while isinstance(clause, ForAll):
            named.append(clause.index)
            clause = clause.body
        indices = tuple([*named, *[None] * (len(marks) - len(named))])
        variables = frozenset(v for f in (*th.hypotheses, formula) for v in free(f)) - set(marks)
        found_by = atoms_of_numbers if sort_of(formula[1])[0] != "M" else letters_of_matrices
        wanted = {v for v in variables if v in free(formula) and v[2][0] in ("M", "R", "L")}
        triggers, rest = found_by(formula, wanted)
        if not triggers:
            continue
        standing = int(catalogue.proof_of(statement.id) is None)
        found.append(
            Fact(
                statement,
                k,
                th,
                formula,
                marks,
                indices,
                variables,
                triggers,
                rest,
                () if rest or sort_of(formula[1])[0] == "M" else atoms_apart(formula, wanted),
                (*th.hypotheses, *ranges),
                standing,
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


@cache
def everything() -> dict[str, tuple[Fact, ...]]:
    """All facts that proofs may use, by the statement they are conjuncts of: the textbook, and what papers have proved.

    All as reviewed.  What papers say of families of layers, of indices or of many variables fits no claim but its own.
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
    return out | papers  # the textbook comes first


def usable(goal: str, avoid: Iterable[str] = ()) -> list[Fact]:
    """The facts of the textbook that do not depend on the goal."""
    banned = {goal, *avoid}
    return [f for name, facts in everything().items() if not below(name) & banned for f in facts]


def among(identifiers: Iterable[str], goal: str, avoid: Iterable[str] = ()) -> list[Fact]:
    """The facts of these rows, which alone are read, that do not depend on the goal."""
    banned = {goal, *avoid}
    rows = (catalogue.find(name) for name in identifiers if not below(name) & banned)
    return [fact for row in rows if row is not None for fact in facts_of(row)]


@cache
def below(name: str) -> frozenset[str]:
    """A statement and whatever its proof depends on, all the way down."""
    found, queue = {name}, [name]
    while queue:
        more = _named(queue.pop()) - found
        found |= more
        queue += more
    return frozenset(found)


@cache
def _named(name: str) -> frozenset[str]:
    """What the proof of a statement names."""
    given = catalogue.proof_of(name)
    return frozenset(statements_used(given)) if isinstance(given, proof.Proof) else frozenset()
