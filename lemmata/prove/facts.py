"""What may be assumed and what is shown so far in one proof: statements read, facts and their reduced forms."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.kernel import (
    ONE,
    ZERO,
    KernelError,
    Reader,
    Reading,
    Term,
    Theorem,
    matrix,
    num,
    opened,
    read,
    scalar,
    size,
    size_term,
    sort_of,
    sub,
)
from lemmata.language.proof import QED
from lemmata.language.statement import Statement, leaves
from lemmata.language.text import write
from lemmata.language.variables import Dim, Index
from lemmata.prove.algebra import Algebra
from lemmata.prove.bounds import Known
from lemmata.prove.derived_rules import matrix_linear
from lemmata.prove.normal_words import Rule, cut, hypotheses, inside, shown
from lemmata.prove.questions import Answer
from lemmata.prove.signs import Signs

OPERATOR_NORM = "classical.operator-norm"


class ProofError(KernelError):
    """A step does not check; the message says why.

    Whatever a rule refuses is a KernelError; a TypeError, a KeyError and the like are defects, which nobody catches."""


def text_of(statement: Statement) -> str:
    """The text form as one string, the part of the hash that says what is claimed."""
    return "\n".join(f"{part}: {line}" for part, body in statement.text.items() for line in body)


def reading(statement: Statement) -> Reading:
    """A statement as the kernel reads it.  Raises KernelError where it cannot be said."""
    return read(statement.id, statement.kind.value, text_of(statement))


@dataclass(eq=False)
class Facts(ABC):
    """Facts established so far about the variables of one statement."""

    statement: Statement
    facts: dict[str, Theorem] = field(default_factory=dict)
    names: dict[str, Term] = field(default_factory=dict)
    indices: dict[Term, tuple[Term, Term]] = field(default_factory=dict)  # free indices and their ranges
    # variables for chosen vectors with what they stand for, and what is assumed of them with why it holds
    chosen: list[tuple[dict[Term, Term], dict[Term, Theorem]]] = field(default_factory=list)
    ranges: dict[str, tuple[str, str]] = field(default_factory=dict)  # of the indices that the script leaves open
    defined: Mapping[str, str] = field(default_factory=dict)  # names that the script gives to expressions
    index_names: dict[tuple[str, str, str], str] = field(default_factory=dict)
    directions: dict[Any, tuple[Term, Term]] = field(default_factory=dict)
    families: dict[Any, list[Theorem]] = field(default_factory=dict)  # what is known of the vectors chosen
    aim: Term | None = None  # what the steps inside a reason are to show

    def __post_init__(self) -> None:
        self.reading = reading(self.statement)
        reader = Reader()
        self.domains: list[Term] = []
        for line in self.statement.text["let"]:
            self.domains += reader.declare(*line.split(" = ", 1))
        self.names |= reader.names
        self.assumed: dict[Term, Theorem] = {}
        self.clauses: list[tuple[list[Term], Term]] = []
        for line in self.statement.text["given"]:
            self.clauses += reader.clauses(line)
        for f in self.domains:
            self.assumed[f] = logic.assume(f)
        for k, (needs, clause) in enumerate(self.clauses):
            for f in (*needs, clause):
                self.assumed[f] = logic.assume(f)
            self.facts[f"given_{k}"] = self.assumed[clause]
        for granted in self.reading.hypotheses:
            for f in granted:
                self.assumed.setdefault(f, logic.assume(f))
        self.granted = frozenset(self.assumed)
        self._known: list[Known] = []
        self._read: dict[Theorem, None] = {}
        self._count = 0  # of fresh variables
        self.proved: dict[Term, Answer] = {}
        self.algebra = Algebra([], self.prove)
        self.algebra.rules = self._rules()
        self.algebra.under = self.under
        self.algebra.vectors = self.vectors
        self.algebra.operator_norm = self.operator_norm
        self.algebra.same_matrices = lambda f: self.equal_matrices(f, plain=True)
        self.questions = self.algebra.questions
        self.signs = Signs(self.algebra, self.known, self.now)

    def operator_norm(self, a: Term) -> Theorem | None:
        """|A| = smax(A), which the textbook says; the theorem names it."""
        if self.statement.id == OPERATOR_NORM:
            return None
        book = catalogue.get(OPERATOR_NORM)
        th = logic.axiom(book.id, book.kind.value, text_of(book), 0)
        pattern = th.conclusion[1][1]
        sizes = zip(pattern[2][1:], sort_of(a)[1:], strict=True)
        return logic.instantiate(th, {pattern: a, **{v: size_term(size(x)) for v, x in sizes}})

    def _rules(self) -> list[Rule]:
        """Equations among the domains, used from left to right inside products."""
        out = []
        diagonals = []
        for f in self.domains:
            th = self.assumed[f]
            entry = f[3][3] if f[0] == "all" and f[3][0] == "all" else f
            if entry is not f and entry[:2] == ("<=", ZERO) and entry[2][0] == "tr":  # 0 <= e_i^T (A e_j)
                self.algebra.entries[entry[2][1][2][1]] = th
            if f[0] != "=" or sort_of(f[1])[0] != "M":
                continue
            if f[2][0] == "dg":  # a diagonal matrix is symmetric, and commutes with others
                diagonals.append(th)
                self.algebra.diagonals[f[1]] = th
                out.append(Rule(transposed_diagonal(th)))
                continue
            if f[2][0] == "zero":  # D D - (1 + eta) D + eta I = 0
                square, rest = f[1][1], f[1][2]
                right = ("sc", num(-1), rest)
                unit = ("id", sort_of(square)[1])
                th = matrix_linear(("=", square, right), [(unit, th, unit)])
            try:
                out.append(Rule(th))
            except KernelError:
                continue
        for k, a in enumerate(diagonals):
            for b in diagonals[k + 1 :]:
                if size(sort_of(a.conclusion[1])[1]) == size(sort_of(b.conclusion[1])[1]):
                    first, second = sorted((a, b), key=lambda th: next(iter(matrix(th.conclusion[1]))))
                    out.append(Rule(commuting(second, first)))
        return out

    def term(self, node: Any) -> Any:
        """An expression of the language as a kernel term or vector; free indices become variables."""
        value, _ = self.expression(str(node) if isinstance(node, int) else node)
        return value

    def expression(self, node: Any) -> tuple[Any, list[Term]]:
        """The same with what it needs to be defined."""
        said = self._said(node)
        reader = self._reader(said)
        with _words(said):
            return reader.expression(said), reader.needs

    def vector(self, node: Any) -> Term:
        """A vector or column of the language as a vector."""
        said = self._said(node)
        reader, value = self._reader(said), self.term(node)
        with _words(said):
            value = reader.vector(value)
        if value[0] != "vec":
            raise ProofError(f"{said} is no vector")
        return value

    def clauses_of(self, clause: Any) -> list[tuple[list[Term], Term]]:
        """The relations in a clause of the language as formulas, each with what it needs to be defined."""
        said = self._said(clause)
        reader = self._reader(said)
        with _words(said):
            return reader.clauses(said)

    def relation(self, clause: Any) -> Term:
        """A relation of the language as a formula."""
        found = self.clauses_of(clause)
        if len(found) != 1:
            raise ProofError(f"{self._said(clause)} is more than one relation")
        return found[0][1]

    def stated(self, formula: Any) -> Term:
        """What a step states: a formula, or what is to be shown."""
        claim = QED.fullmatch(formula) if isinstance(formula, str) else None
        if claim is None:
            return self.relation(formula)
        if self.aim is not None and claim[1] is None:
            return self.aim
        conjuncts = [f for line in self.statement.text["claim"] for _, f in self.clauses_of(line)]
        k = int(claim[1] or 0)
        if k >= len(conjuncts):
            raise ProofError(f"the claim has no conjunct {k}")
        return conjuncts[k]

    def _said(self, node: Any) -> str:
        """A formula of a script as it stands; a tree of the language as text, with the ranges of its open indices."""
        if isinstance(node, str):
            return node
        for leaf in leaves(node, frozenset()) if hasattr(node, "args") else ():
            if isinstance(leaf, Index) and not isinstance(leaf, Dim) and leaf.name not in self.names:
                ends: Any = leaf.domain
                found = (write(ends.low), "" if ends.high is None else write(ends.high))
                if self.ranges.setdefault(leaf.name, found) != found:
                    raise ProofError(f"{leaf.name} stands for two indices")
        return write(node)

    def _reader(self, said: str) -> Reader:
        reader = Reader()
        reader.names |= self.names
        for name in _free_names(said):
            if name in reader.names:
                continue
            if name in self.defined:
                reader.names[name] = self.term(self.defined[name])
            else:
                reader.names |= self._index(name, reader.names)
        return reader

    def _index_name(self, name: str) -> str:
        """A name for an index: its own, unless an index with another range has it already."""
        taken, out, k = set(self.index_names.values()), name, 1
        while out in taken:
            k += 1
            out = f"{name}_{k}"
        return out

    def _index(self, name: str, names: dict[str, Term]) -> dict[str, Term]:
        """An index that a script leaves open, its range perhaps in terms of other indices; the range is assumed."""
        if name not in self.ranges:
            raise ProofError(f"{name} is neither a variable of the statement nor an index that the proof declares")
        low, high = self.ranges[name]
        reader = Reader()
        reader.names |= {k: v for k, v in names.items() if k != name}
        for other in _free_names(f"({low}, {high})"):
            if other not in reader.names:
                reader.names |= self._index(other, reader.names)
        own = self.index_names.setdefault((name, low, high), self._index_name(name))
        asked = reader.declare(own, f"integer({low}, {high})")
        x = reader.names[own]
        if len(asked) != 2:
            raise ProofError(f"{name} has no range")
        self.indices[x] = (asked[0][1], asked[1][2])
        new = [f for f in asked if f not in self.assumed]
        for f in new:  # all of the range first: what is not seen under half of it would be remembered as not seen
            self.assumed[f] = logic.assume(f)
        for f in new:
            self._known.append(self._canonical(self.assumed[f]))
        if new:
            self.specialise_at(x)
        return {name: x}

    @contextmanager
    def ranged(self, name: str, low: str, high: str) -> Iterator[None]:
        """A context in which an index has another range."""
        before, self.ranges = self.ranges, {**self.ranges, name: (low, high)}
        try:
            yield
        finally:
            self.ranges = before

    @contextmanager
    def named(self, **terms: Term) -> Iterator[None]:
        """A context in which more names stand for terms."""
        before, self.names = self.names, {**self.names, **terms}
        try:
            yield
        finally:
            self.names = before

    def known(self) -> list[Known]:
        """All inequalities and equations between numbers so far, reduced."""
        if self.algebra.busy:  # what is read while an atom is being reduced would keep that atom as it was
            return self._known
        for th in [*self.assumed.values(), *self.facts.values()]:
            if th not in self._read:
                self._read[th] = None
                if th.conclusion[0] in ("<=", "<", "=") and sort_of(th.conclusion[1])[0] != "M":
                    self._known.append(self._canonical(th))
        return self._known

    def now(self) -> Hashable:
        """What is known at present; two answers are about the same knowledge where this is the same."""
        return len(self.known()), len(self.facts), len(self.assumed), tuple(self.indices)

    def _canonical(self, th: Theorem) -> Known:
        op, a, b = th.conclusion
        p, items = self.algebra.reduce(scalar(sub(b, a)))
        # b - a = p + sum of c (y - x)
        more = [(shown({m: -k for m, k in c.items()}), None, x) for c, x in items]
        first = (ONE, None, th)
        return Known(op, p, logic.linear((op, ZERO, shown(p)), [first, *more]))

    def specialise_at(self, i: Term) -> None:
        """What holds for every index, at an open one."""
        for th in [*self.assumed.values(), *self.facts.values()]:
            f = th.conclusion
            if f[0] == "all" and f[3][0] in ("<=", "<", "=") and sort_of(opened(f[3], i)[1])[0] != "M":
                inner = logic.specialise(th, i)
                needs = [h for h in hypotheses(inner) if h not in self.assumed]
                for h in needs:
                    found = self.prove(h) if h[0] in ("<=", "<") else None
                    if found is not None:
                        inner = cut(found, inner)
                if all(h in self.assumed for h in inner.hypotheses):
                    self._known.append(self._canonical(inner))

    def fact(self, name: str) -> Theorem:
        """An earlier fact.  Raises ProofError when there is none of this name."""
        if name not in self.facts:
            raise ProofError(f"no fact is called {name!r} at this point")
        return self.facts[name]

    def fresh(self, sort: Term) -> Term:
        """A variable that nothing speaks of yet."""
        self._count += 1
        return ("v", f"k{self._count}_", sort)

    def forget(self, formulas: list[Term]) -> None:
        """Nothing that was derived under these assumptions is used any more."""
        gone = set(formulas)
        self._known = [k for k in self._known if not k.theorem.hypotheses & gone]
        self._read = {th: None for th in self._read if not th.hypotheses & gone}
        self.proved = kept(self.proved, lambda th: th.hypotheses.isdisjoint(gone))
        self.signs.forget()
        self.algebra.forget(lambda th: th.hypotheses.isdisjoint(gone))

    def forget_facts(self) -> None:
        """Facts were taken back: what is known is what the others say, and nothing that may have come from them."""
        self._known, self._read = [], {}
        self.proved = kept(self.proved, stands_alone)
        self.signs.cache = kept(self.signs.cache, stands_alone)
        self.signs.own.clear()
        for i in self.indices:
            self.specialise_at(i)

    @contextmanager
    def under(self, i: Term, low: Term, high: Term) -> Iterator[None]:
        """A context in which the range of an index is assumed."""
        known, seen = list(self._known), dict(self._read)
        added = [f for f in (("<=", low, i), ("<=", i, high)) if f not in self.assumed]
        for f in added:
            self.assumed[f] = logic.assume(f)
        self.indices[i] = (low, high)
        self.known()
        if self.algebra.busy < 3:  # what holds for every index may itself be a sum up to it, and so on
            self.specialise_at(i)
        else:
            self.questions.depend_on_all()
        try:
            yield
        finally:
            for f in added:
                del self.assumed[f]
            del self.indices[i]
            self._known[:] = known
            self._read = seen
            if added:
                self.proved = kept(self.proved, lambda th: th.hypotheses.isdisjoint(added))
                self.signs.cache = kept(self.signs.cache, lambda th: th.hypotheses.isdisjoint(added))

    @contextmanager
    def only(self, granted: set[Term]) -> Iterator[None]:
        """Proving from these assumptions alone, and from the facts that need no others."""
        before = self.assumed, self.facts, self._known, self._read, self.proved, self.signs.cache, self.signs.own
        self.assumed = {f: th for f, th in self.assumed.items() if f in granted}
        self.facts = {name: th for name, th in self.facts.items() if th.hypotheses <= granted}
        self._known, self._read, self.proved, self.signs.cache, self.signs.own = [], {}, {}, {}, {}
        try:
            yield
        finally:
            self.assumed, self.facts, self._known, self._read, self.proved, self.signs.cache, self.signs.own = before

    @abstractmethod
    def prove(self, f: Term) -> Theorem | None:
        """A theorem f under what is assumed, None where none is found."""

    @abstractmethod
    def equal_matrices(self, f: Term, *, plain: bool = False) -> Theorem | None:
        """An equation between matrices, by the rules and by known equations."""

    @abstractmethod
    def vectors(self, kind: str, a: Term, i: Term) -> tuple[Term, Term]:
        """Unit eigenvectors or singular vectors to a value."""


@contextmanager
def _words(said: str) -> Iterator[None]:
    """A context in which a text is read: on words in no place of theirs the reader of the kernel stumbles."""
    try:
        yield
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise ProofError(f"{said} is not read: {type(error).__name__}: {error}") from error


def _free_names(said: str) -> Iterator[str]:
    """The names in a text that stand for values, but for the indices that it binds and the names of functions."""
    try:
        tree = ast.parse(f"[{said.replace('..', '|')}]", mode="eval")
    except SyntaxError as error:
        raise ProofError(f"{said} is no formula: {error.msg}") from None
    yield from dict.fromkeys(_loose(tree, frozenset()))


def _loose(node: ast.AST, bound: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Name) and node.id not in bound and node.id != "pi":
        yield node.id
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        for over in node.generators:
            yield from _loose(over.iter, bound)
            bound = bound | {x.id for x in ast.walk(over.target) if isinstance(x, ast.Name)}
        yield from _loose(node.elt, bound)
        return
    for part in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.Call) and part is node.func):
            yield from _loose(part, bound)


def stands_alone(th: Theorem) -> bool:
    """Whether a theorem needs no step of a script: no statement of the textbook is applied in it."""
    return all(name == OPERATOR_NORM for name, _ in th.axioms)


def kept(answers: dict[Any, Answer], good: Callable[[Theorem], bool]) -> dict[Any, Answer]:
    """The answers that are good theorems; failures are looked into again."""
    return {key: answer for key, answer in answers.items() if answer.found is not None and good(answer.found)}


def transposed_diagonal(th: Theorem) -> Theorem:
    """From D = diag(d): D^T = D."""
    d = th.conclusion[1]
    turned_over = inside(th, lambda x: ("T", x))
    unit = ("id", sort_of(d)[1])
    return matrix_linear(("=", ("T", d), d), [(unit, turned_over, unit), (("sc", num(-1), unit), th, unit)])


def commuting(a: Theorem, b: Theorem) -> Theorem:
    """From A = diag(a) and B = diag(b): A B = B A."""
    x, dx = a.conclusion[1:]
    y, dy = b.conclusion[1:]
    unit = ("id", sort_of(x)[1])
    xy, yx = logic.meaning("diagonal", dx, dy), logic.meaning("diagonal", dy, dx)
    same = matrix_linear(("=", ("mm", dx, dy), ("mm", dy, dx)), [(unit, xy, unit), (("sc", num(-1), unit), yx, unit)])
    # A B - B A = (A - da) B + da (B - db) + (da db - db da) - (B - db) da - B (A - da)
    items = [
        (unit, a, y),
        (dx, b, unit),
        (unit, same, unit),
        (("sc", num(-1), unit), b, dx),
        (("sc", num(-1), y), a, unit),
    ]
    return matrix_linear(("=", ("mm", x, y), ("mm", y, x)), items)
