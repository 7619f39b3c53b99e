"""The state of one proof being elaborated: its variables, its facts, and the vectors chosen in it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.kernel import (
    ONE,
    ZERO,
    KernelError,
    P,
    Poly,
    Reader,
    Reading,
    Term,
    Theorem,
    Z,
    free,
    matrix,
    neg,
    num,
    opened,
    plus,
    read,
    same_formula,
    scalar,
    size,
    size_term,
    sort_of,
    sub,
    transform,
    turned,
    word_term,
)
from lemmata.language.proof import QED
from lemmata.language.statement import Statement, leaves
from lemmata.language.text import write
from lemmata.language.variables import Dim, Index
from lemmata.prove.algebra import Algebra, Answer
from lemmata.prove.derived_rules import clash, deny, matrix_linear
from lemmata.prove.normal_words import (
    Items,
    Rule,
    atom_term,
    cut,
    difference,
    equation,
    hypotheses,
    inside,
    leading,
    long_division,
    put_for,
    shown,
)
from lemmata.prove.signs import Known, Signs, divided, positive_nonzero

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
class State:
    """What is established so far about the variables of one statement, goals from it, and choices of what exists."""

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
        self.granted = tuple(self.assumed)
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

    # --- the same in other words

    def settled(self, th: Theorem) -> Theorem:
        """The theorem with every hypothesis that can be shown cut off."""
        for _ in range(3):
            open_ = [h for h in hypotheses(th) if h not in self.assumed]
            if not open_:
                break
            before = th
            for h in open_:
                found = self.prove(h)
                if found is not None:
                    th = cut(found, th)
            if th is before:
                break
        return th

    def convert(self, th: Theorem, goal: Term) -> Theorem | None:
        """The goal from a theorem that says the same in other words, or something stronger by being strict."""
        f = th.conclusion
        if f == goal:
            return th
        if goal[0] == "all":
            if f[0] != "all":
                return None
            i = self.fresh(P if goal[1] == ONE else Z)
            with self.under(i, goal[1], goal[2]):
                inner = self.settled(logic.specialise(th, i))
                out = self.convert(inner, opened(goal[3], i))
            return None if out is None else logic.generalise(out, i, goal[1], goal[2])
        if f[0] not in ("=", "<=", "<") or goal[0] not in ("=", "<=", "<"):
            return None
        kinds = [sort_of(x)[0] == "M" for x in (f[1], goal[1])]
        if any(kinds):
            return self._convert_matrix(th, goal) if all(kinds) else self._convert_one(th, goal)
        if f[0] != goal[0] and (f[0], goal[0]) != ("<", "<="):
            return None
        for sign in (1, -1) if f[0] == "=" else (1,):
            rest = scalar(sub(sub(goal[2], goal[1]), ("*", num(sign), sub(f[2], f[1]))))
            items = self.algebra.zero(rest)
            if items is not None:
                more = [(shown(c), None, x) for c, x in items]
                return logic.linear(goal, [(num(sign), None, th), *more])
        return None

    def _convert_matrix(self, th: Theorem, goal: Term) -> Theorem | None:
        f = th.conclusion
        shapes = [[size(x) for x in sort_of(g[1])[1:]] for g in (f, goal)]
        if shapes[0] != shapes[1] or f[0] != "=" or goal[0] != "=":
            return None
        return self._up_to_sign(goal, th, 1) or self._up_to_sign(goal, th, -1)

    def _up_to_sign(self, goal: Term, th: Theorem, sign: int) -> Theorem | None:
        """A = B from A' = B', where A - B = sign (A' - B')."""
        f = th.conclusion
        rows, cols = sort_of(goal[1])[1:]
        left, right = ("id", rows), ("id", cols)
        rest = ("m+", difference(goal), ("sc", num(-sign), difference(f)))
        found = self.equal_matrices(("=", rest, ("zero", rows, cols)), plain=True)
        if found is None:
            return None
        return matrix_linear(goal, [(("sc", num(sign), left), th, right), (left, found, right)])

    def _convert_one(self, th: Theorem, goal: Term) -> Theorem | None:
        """Between an equation of 1 x 1 matrices and one of numbers."""
        f = th.conclusion
        if sort_of(f[1])[0] == "M":
            if any(size(x) != size(ONE) for x in sort_of(f[1])[1:]):
                return None
            return self.convert(inside(th, lambda x: ("tr", x)), goal)
        if any(size(x) != size(ONE) for x in sort_of(goal[1])[1:]):
            return None
        unit = ("id", sort_of(goal[1])[1])
        rest = ("m+", goal[1], ("sc", num(-1), goal[2]))
        for sign in (1, -1):
            whole = ("m+", rest, ("sc", ("*", num(-sign), sub(f[1], f[2])), unit))
            found = self.equal_matrices(("=", whole, ("zero", *sort_of(whole)[1:])), plain=True)
            if found is not None:
                return matrix_linear(goal, [(("sc", num(sign), unit), th, unit), (unit, found, unit)])
        return None

    def equal_matrices(self, f: Term, *, plain: bool = False) -> Theorem | None:
        """An equation between matrices, by the rules and by known equations."""
        rows, cols = sort_of(f[1])[1:]
        one = ("id", rows), ("id", cols)
        new, why = self.algebra.matrix(difference(f))
        items: list[tuple[Term, Theorem, Term]] = [] if why is None else [(one[0], why, one[1])]
        for w, p in matrix(new).items():
            zero = self.vanishing(p)
            if zero is None:
                break
            body = word_term(w) if w else one[0]
            items += [(("sc", neg(shown(c)), body), x, one[1]) for c, x in zero]
        else:
            return matrix_linear(f, items)
        if plain:
            return None
        for th in (*self.assumed.values(), *self.facts.values()):
            g = th.conclusion
            if (
                g[0] != "="
                or sort_of(g[1])[0] != "M"
                or [size(x) for x in sort_of(g[1])[1:]] != [size(rows), size(cols)]
            ):
                continue
            for sign in (1, -1):
                out = self._up_to_sign(f, th, sign)
                if out is not None:
                    return out
        return None

    # --- what is asked for

    def prove(self, f: Term) -> Theorem | None:
        """A theorem f under what is assumed, None where none is found."""
        if f in self.assumed:
            return self.assumed[f]
        if f in self.proved and (self.proved[f].found is not None or self.signs.still(self.proved[f])):
            shown: Theorem | None = self.proved[f].found
            return shown
        if f in self.questions:
            self.questions.depend(f)
            return None
        now = self.now()
        found, lasts = self.questions.ask(f, lambda: self._prove(f))
        if found is not None or lasts:
            self.proved[f] = Answer(now, self.signs.depth, found)
        return found

    def _prove(self, f: Term) -> Theorem | None:
        for th in (*self.assumed.values(), *self.facts.values()):
            if same_formula(th.conclusion, f):
                return th if th.conclusion == f else cut(th, logic.assume(f))
        op = f[0]
        if op in ("<=", "<"):
            positive = self.signs.sign(sub(f[2], f[1]), op == "<")
            if positive is not None:
                return logic.linear(f, [(ONE, None, positive)])
            return self._from_every(f) or self._in_other_words(f)
        if op == "=":
            return self._equation(f) or self._from_every(f)
        if op == "!=":
            return self._nonzero(f) or self._from_every(f)
        if op == "all":
            return self._every(f) or self._for_all(f)
        return None

    def _from_every(self, f: Term) -> Theorem | None:
        """From a fact for every index, at an index that is open."""
        open_ = [i for i in self.indices if i in free(f)]
        every = [th for th in (*self.assumed.values(), *self.facts.values()) if th.conclusion[0] == "all"]
        every += [logic.specialise(th, i) for th in every if th.conclusion[3][0] == "all" for i in open_]
        for th in every:
            if th.conclusion[3][0] in ("<=", "<", "=", "!="):
                for i in [*open_, th.conclusion[1]]:
                    inner = logic.specialise(th, i)
                    found = self.convert(inner, f) if f[0] != "!=" or inner.conclusion == f else None
                    if found is not None:
                        found = self.settled(found)
                        if all(h in self.assumed for h in found.hypotheses):
                            return found
        return None

    def _in_other_words(self, f: Term) -> Theorem | None:
        """A fact about the same kinds of quantities that says the same once matrices are compared."""
        kinds = [x[0] for x in f[1:]]
        for th in (*self.assumed.values(), *self.facts.values()):
            g = th.conclusion
            if g[0] in ("<=", "<", "=") and [x[0] for x in g[1:]] == kinds and sort_of(g[1])[0] != "M":
                found = self.convert(th, f)
                if found is not None:
                    return found
        return None

    def _equation(self, f: Term) -> Theorem | None:
        if sort_of(f[1])[0] == "M":
            return self.equal_matrices(f) or self.diagonal(f)
        items = self.vanishing(scalar(sub(f[1], f[2])))
        return None if items is None else equation(f[1], f[2], items)

    def vanishing(self, p: Poly) -> Items | None:
        """Pairs (c, theorem) with p the sum of c (b - a), by the rules and multiples of one known equation."""
        items = self.algebra.zero(p)
        if items is not None:
            return items
        p, more = self.algebra.reduce(p)
        for known in self.known():
            if known.op == "=" and set(known.e) - {()}:
                rest, factor = long_division(p, known.e, leading(known.e))
                found = self.algebra.zero(rest) if factor else None
                if found is not None:
                    return [*more, (factor, known.theorem), *found]
        return None

    def diagonal(self, f: Term) -> Theorem | None:
        """X = diag(x) for X made of diagonal matrices."""
        th = self.as_diagonal(f[1]) if f[2][0] == "dg" else None
        if th is None:
            return None
        mine, wanted = th.conclusion[2], f[2]
        i = self.fresh(P)
        n = mine[1]
        with self.under(i, ONE, n):
            a, b = opened(mine[2], i), opened(wanted[2], i)
            # the wanted entry is e_i^T X e_i, and X is the diagonal matrix
            moved = inside(th, lambda x: put_for(f[1], x, b), b)
            items = self.algebra.zero(scalar(sub(a, moved.conclusion[2])))
            if items is None:
                return None
            same = logic.linear(("=", a, b), [(num(-1), None, moved), *((neg(shown(c)), None, x) for c, x in items)])
            same = self.settled(same)
        every = logic.generalise(same, i, ONE, n)
        whole = cut(every, logic.meaning("diagonal", mine, wanted, ONE))
        unit = ("id", n)
        return matrix_linear(f, [(unit, th, unit), (unit, whole, unit)])

    def as_diagonal(self, t: Term) -> Theorem | None:
        """t = diag(x) for some x."""
        if t in self.algebra.diagonals:
            return self.algebra.diagonals[t]
        if t[0] == "dg":
            return logic.identity(t, t)
        if t[0] == "id":
            return logic.meaning("diagonal", t, t)
        unit = ("id", sort_of(t)[1])
        if t[0] == "sc":
            inner = self.as_diagonal(t[2])
            if inner is None:
                return None
            scaled = logic.meaning("diagonal", inner.conclusion[2], t[1])
            return matrix_linear(
                ("=", t, scaled.conclusion[2]), [(("sc", t[1], unit), inner, unit), (unit, scaled, unit)]
            )
        if t[0] in ("m+", "mm"):
            a, b = (self.as_diagonal(x) for x in t[1:])
            if a is None or b is None:
                return None
            both = logic.meaning("diagonal", a.conclusion[2], b.conclusion[2], *((ZERO,) if t[0] == "m+" else ()))
            left, right = (unit, unit) if t[0] == "m+" else (a.conclusion[2], t[2])
            return matrix_linear(("=", t, both.conclusion[2]), [(unit, a, right), (left, b, unit), (unit, both, unit)])
        return None

    def _nonzero(self, f: Term) -> Theorem | None:
        t = f[1]
        p = scalar(t)
        if len(p) == 1 and (next(iter(p)) and len(next(iter(p))) > 1 or sum(k for _, k in next(iter(p))) > 1):
            return self._nonzero_product(t, p)
        for sign in (1, -1):
            th = self.signs.sign(t if sign > 0 else neg(t), True)
            if th is not None:
                zero = logic.assume(("=", t, ZERO))
                return deny(logic.linear(logic.FALSE, [(ONE, None, th), (num(sign), None, zero)]), t)
        modulus = self.signs.sign(("abs", t), True)
        if modulus is not None:  # |t|^2 = t^2
            square = logic.meaning("modulus", t)
            zero = logic.assume(("=", t, ZERO))
            a = ("abs", t)
            contra = logic.linear(logic.FALSE, [(a, modulus, modulus), (ONE, None, square), (t, None, zero)])
            return deny(contra, t)
        # a factor of something that is not zero
        target = self.algebra.reduce(scalar(t))[0]
        for other in [th for th in self.assumed.values() if th.conclusion[0] == "!="]:
            quotient = divided(self.algebra.reduce(scalar(other.conclusion[1]))[0], target)
            if quotient is None:
                continue
            zero = logic.assume(("=", t, ZERO))
            rest = self.algebra.zero(plus(scalar(other.conclusion[1]), scalar(("*", shown(quotient), t)), -1))
            if rest is None:
                continue
            # other = quotient t + sum of c (b - a), and t = 0
            items = [(shown(quotient), None, zero), *((neg(shown(c)), None, th) for c, th in rest)]
            equal = logic.linear(("=", other.conclusion[1], ZERO), items)
            return deny(clash(other, equal), t)
        return None

    def _nonzero_product(self, t: Term, p: Any) -> Theorem | None:
        """A product of what is not zero."""
        ((m, c),) = p.items()
        out = positive_nonzero(logic.linear(("<", ZERO, num(abs(c))), []))
        total = num(abs(c))
        for x, k in m:
            th = self.prove(("!=", atom_term(x)))
            if th is None:
                return None
            for _ in range(k):
                b = th.conclusion[1]
                zero = logic.assume(("=", ("*", total, b), ZERO))
                one = cut(th, logic.meaning("inverse", b))
                gone = logic.linear(("=", total, ZERO), [(("inv", b), None, zero), (neg(total), None, one)])
                out = deny(clash(out, gone), ("*", total, b))
                total = ("*", total, b)
        same = logic.linear(("=", total, ZERO), [(num(1 if c > 0 else -1), None, logic.assume(("=", t, ZERO)))])
        return deny(clash(out, same), t)

    def _every(self, f: Term) -> Theorem | None:
        i = self.fresh(P if f[1] == ONE else Z)
        _, low, high, body = f
        with self.under(i, low, high):
            th = self.prove(opened(body, i))
        if th is None:
            return None
        return logic.generalise(th, i, low, high)

    def _for_all(self, f: Term) -> Theorem | None:
        """From a fact about free indices, which is one for all values of them."""
        for fact in self.facts.values():
            for th in self.over_indices(fact):
                if same_formula(th.conclusion, f):
                    return th if th.conclusion == f else cut(th, logic.assume(f))
        return None

    def over_indices(self, th: Theorem) -> list[Theorem]:
        """A fact about free indices for all values of them, in every order."""
        out = []
        for i, (low, high) in self.indices.items():
            if i in free(th.conclusion):
                try:
                    every = logic.generalise(th, i, low, high)
                except KernelError:  # another index depends on this one: that one goes first
                    continue
                out += [every, *self.over_indices(every)]
        return out

    # --- vectors that are chosen

    def choose(self, names: Sequence[str], vectors: Sequence[Term], known: Iterable[Theorem]) -> list[Theorem]:
        """Variables for chosen vectors, about which what is known is assumed; returns that, in its order."""
        xs = [("v", name, sort_of(t)) for name, t in zip(names, vectors, strict=True)]
        if taken := [name for k, name in enumerate(names) if name in self.names or name in names[:k]]:
            raise ProofError(f"{taken[0]} already stands for something else")
        self.names |= dict(zip(names, xs, strict=True))
        variables, about = dict(zip(vectors, xs, strict=True)), dict[Term, Theorem]()
        for th in map(self.settled, known):
            f = transform(th.conclusion, lambda t, _: variables.get(t))
            about[f] = th
            self.assumed[f] = shown = logic.assume(f)
            self.facts[f"about {', '.join(names)}: {len(self.facts)}"] = shown
            left, right = f[1:]
            if left[0] == "mm" and right == ("id", ONE):  # unit length, used inside traces
                word = next(iter(matrix(left[2])))
                if word:  # a 1 x 1 vector is a number
                    self.algebra.rules.append(Rule(shown, (turned(word[0]), word[0])))
        self.chosen.append((dict(zip(xs, vectors, strict=True)), about))
        return [self.assumed[f] for f in about]

    def vectors(self, kind: str, a: Term, i: Term) -> tuple[Term, Term]:
        """Unit eigenvectors or singular vectors to a value, chosen when they are first asked for."""
        for key, (u, v) in self.directions.items():
            if key[0] == kind and key[2] == i and matrix(key[1]) == matrix(a):
                return u, v
        vectors, known = of_value(kind, a, i)
        names = [f"u{len(self.directions)}_", f"v{len(self.directions)}_"][: len(vectors)]
        self.choose(names, vectors, known)
        found = [self.names[x] for x in names]
        self.directions[kind, a, i] = (found[0], found[-1])
        return found[0], found[-1]

    def freed(self, th: Theorem) -> Theorem:
        """The theorem without the choices that it does not speak of."""
        for i, (low, high) in self.indices.items():  # an index that only its own range speaks of
            spoken = {h for h in th.hypotheses if i in free(h)}
            if i not in free(th.conclusion) and spoken and spoken <= {("<=", low, i), ("<=", i, high)}:
                th = self.settled(logic.instantiate(th, {i: low}))
        for vectors, about in reversed(self.chosen):
            used = [f for f in about if f in th.hypotheses]
            if used and not any(
                x in free(f) for x in vectors for f in (th.conclusion, *(th.hypotheses - about.keys()))
            ):
                th = logic.instantiate(th, vectors)
                for f in used:
                    th = logic.cut(about[f], th)
        return th


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


def of_value(kind: str, a: Term, i: Term) -> tuple[list[Term], list[Theorem]]:
    """A unit eigenvector or a pair of singular vectors of a matrix, and what is known of them."""
    if kind == "lam":
        known = [logic.meaning("eigenvector", a, i, part) for part in ("equation", "length")]
        return [("eigenvector", a, i)], known
    parts = ("right", "left", "right_length", "left_length")
    known = [logic.meaning("singular-vectors", a, i, part) for part in parts]
    return [("right_vector", a, i), ("left_vector", a, i)], known


def of_family(kind: str, family: Sequence[Term], i: Term, t: Term) -> tuple[list[Term], list[Theorem]]:
    """The same where A + t B + t^2 C has a simple value: differentiable vectors, then their rates of change."""
    sides = ("eigenvector",) if kind == "lam" else ("right", "left")
    vectors = [(f"{side}_{what}", *family, i, t) for what in ("at", "rate") for side in sides]
    facts = ("equation", "length") if kind == "lam" else (*sides, *(f"{side}_length" for side in sides))
    parts = [part for fact in facts for part in (fact, f"{fact}_rate")]
    return vectors, [logic.meaning("differentiable-vectors", kind, *family, i, t, part) for part in parts]
