"""The state of one proof being elaborated: its variables, what may be assumed, the facts shown so far."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from theorems.language.core import quantity
from theorems.language.statement import Statement
from theorems.language.text import declaration, write
from theorems.language.variables import Dim, Index
from verify.kernel import logic
from verify.kernel.logic import Theorem, _equal
from verify.kernel.normal import _shown, matrix, plus, scalar, shown, turned, word_term
from verify.kernel.reading import Reading, Vector, _Reader, read
from verify.kernel.terms import (
    ONE,
    ZERO,
    KernelError,
    P,
    Term,
    Z,
    closed,
    free,
    neg,
    num,
    opened,
    size,
    sort_of,
    sub,
)
from verify.prove.algebra import Algebra, Rule, equation, put_for
from verify.prove.signs import Known, Signs, positive_nonzero


class ProofError(Exception):
    """A step does not check; the message says why."""


def text_of(statement: Statement) -> str:
    """The text form as one string, the part of the hash that says what is claimed."""
    return "\n".join(f"{part}: {line}" for part, body in statement.text.items() for line in body)


def reading(statement: Statement) -> Reading:
    """A statement as the kernel reads it.  Raises KernelError where it cannot be said."""
    return read(statement.id, statement.kind.value, text_of(statement))


@dataclass(eq=False)
class State:
    """Facts established so far about the variables of one statement."""

    statement: Statement
    facts: dict[str, Theorem] = field(default_factory=dict)
    names: dict[str, Term] = field(default_factory=dict)
    indices: dict[Term, tuple[Term, Term]] = field(default_factory=dict)  # free indices and their ranges
    chosen: list[tuple[Term, Theorem, Term]] = field(
        default_factory=list
    )  # a vector, that it exists, what it satisfies
    index_names: dict[Any, str] = field(default_factory=dict)
    directions: dict[Any, tuple[Term, Term]] = field(default_factory=dict)
    families: dict[Any, list[Theorem]] = field(default_factory=dict)  # what is known of the vectors chosen
    remarks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reading = reading(self.statement)
        reader = _Reader()
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
            self.facts[f"given {k}"] = self.assumed[clause]
        for granted in self.reading.hypotheses:
            for f in granted:
                self.assumed.setdefault(f, logic.assume(f))
        self.granted = frozenset(self.assumed)
        self._known: list[Known] = []
        self._read: dict[Theorem, None] = {}
        self._count = 0  # of fresh variables
        self.proving: set[Term] = set()
        self.proved: dict[Term, tuple[int, Theorem | None]] = {}
        self.algebra = Algebra([], self.prove)
        self.algebra.rules = self._rules()
        self.algebra.under = self.under
        self.algebra.vectors = self.vectors
        self.algebra.same_matrices = lambda f: self.equal_matrices(f, plain=True)
        self.signs = Signs(self.algebra, self.known)

    def _rules(self) -> list[Rule]:
        """Equations among the domains, used from left to right inside products."""
        out = []
        diagonals = []
        for f in self.domains:
            if f[0] != "=" or sort_of(f[1])[0] != "M":
                continue
            th = self.assumed[f]
            if f[2][0] == "dg":  # a diagonal matrix is symmetric, and commutes with others
                diagonals.append(th)
                self.algebra.diagonals[f[1]] = th
                out.append(Rule(transposed_diagonal(th)))
                continue
            if f[2][0] == "zero":  # D D - (1 + eta) D + eta I = 0
                square, rest = f[1][1], f[1][2]
                right = ("sc", num(-1), rest)
                unit = ("id", sort_of(square)[1])
                th = logic.matrix_linear(("=", square, right), [(unit, th, unit)])
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

    # --- reading

    def term(self, node: Any) -> Any:
        """An expression of the language as a kernel term or vector; free indices become variables."""
        value, _ = self.expression(quantity(node) if isinstance(node, int) else node)
        return value

    def expression(self, node: Any) -> tuple[Any, list[Term]]:
        """The same with what it needs to be defined."""
        reader = self._reader(node)
        tree = ast.parse(write(node).replace("..", "|"), mode="eval").body
        return reader(tree), reader.needs

    def _vector(self, node: Any) -> Vector:
        """A vector or column of the language as a vector."""
        value = self._reader(node)._vector(self.term(node))
        if not isinstance(value, Vector):
            raise ProofError(f"{write(node)} is no vector")
        return value

    def relation(self, clause: Any) -> Term:
        """A relation of the language as a formula."""
        found = self._reader(clause).clauses(write(clause))
        if len(found) != 1:
            raise ProofError(f"{write(clause)} is more than one relation")
        return found[0][1]

    def _reader(self, node: Any) -> _Reader:
        from theorems.language.statement import leaves

        reader = _Reader()
        reader.names |= self.names
        for leaf in dict.fromkeys(leaves(node, frozenset())) if hasattr(node, "args") else ():
            if leaf.name in self.names:
                continue
            if not isinstance(leaf, Index) or isinstance(leaf, Dim):
                raise ProofError(f"{write(leaf)} is not a variable of the statement")
            reader.names |= self._index(leaf, reader.names)
        return reader

    def _index_name(self, leaf: Any) -> str:
        """A name for an index: its own, unless an index with another range has it already."""
        taken, name, k = set(self.index_names.values()), str(leaf.name), 1
        while name in taken:
            k += 1
            name = f"{leaf.name}_{k}"
        return name

    def _index(self, leaf: Any, names: dict[str, Term]) -> dict[str, Term]:
        """A free index with a range, perhaps in terms of other indices; its range is assumed."""
        reader = _Reader()
        reader.names |= {k: v for k, v in names.items() if k != leaf.name}
        name = self.index_names.setdefault(leaf, self._index_name(leaf))
        asked = reader.declare(name, declaration(leaf).split(" = ", 1)[1])
        x = reader.names[name]
        if leaf.domain.high is None or len(asked) != 2:
            raise ProofError(f"{leaf.name} has no range")
        self.indices[x] = (asked[0][1], asked[1][2])
        for f in asked:
            if f not in self.assumed:
                self.assumed[f] = logic.assume(f)
                self._known.append(self._canonical(self.assumed[f]))
                self.specialise_at(x)
        return {leaf.name: x}

    # --- facts

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

    def _canonical(self, th: Theorem) -> Known:
        op, a, b = th.conclusion
        p, items = self.algebra.reduce(scalar(sub(b, a)))
        one = logic.meaning("number", ONE)
        # b - a = p + sum of c (y - x)
        more = [(shown({m: -k for m, k in c.items()}), None, x) for c, x in items]
        first = (ONE, None, th) if op == "=" else (ONE, one, th)
        return Known(op, p, logic.linear((op, ZERO, shown(p)), [first, *more]))

    def specialise_at(self, i: Term) -> None:
        """What holds for every index, at an open one."""
        for th in [*self.assumed.values(), *self.facts.values()]:
            f = th.conclusion
            if f[0] == "all" and f[3][0] in ("<=", "<", "=") and sort_of(opened(f[3], i)[1])[0] != "M":
                inner = logic.specialise(th, i)
                needs = [h for h in inner.hypotheses if h not in self.assumed]
                for h in needs:
                    found = self.prove(h) if h[0] in ("<=", "<") else None
                    if found is not None:
                        inner = logic.cut(found, inner)
                if all(h in self.assumed for h in inner.hypotheses):
                    self._known.append(self._canonical(inner))

    def fact(self, name: str) -> Theorem:
        """An earlier fact.  Raises ProofError when there is none of this name."""
        if name not in self.facts:
            raise ProofError(f"no fact is called {name!r} at this point")
        return self.facts[name]

    # --- proving what is asked for

    def prove(self, f: Term) -> Theorem | None:
        """A theorem f under what is assumed, None where none is found."""
        if f in self.assumed:
            return self.assumed[f]
        version = len(self.facts) + len(self.indices)
        if f in self.proved and (self.proved[f][1] is not None or self.proved[f][0] == version):
            return self.proved[f][1]
        if f in self.proving:
            return None
        self.proving.add(f)
        try:
            found = self._prove(f)
        except KernelError:
            found = None
        finally:
            self.proving.discard(f)
        if (
            found is not None or not self.proving and not self.signs.asked and not self.algebra.busy
        ):  # a failure inside another question may be its fault
            self.proved[f] = (version, found)
        return found

    def _prove(self, f: Term) -> Theorem | None:
        for th in (*self.assumed.values(), *self.facts.values()):
            if _equal(th.conclusion, f):
                return th if th.conclusion == f else logic.cut(th, logic.assume(f))
        op = f[0]
        if op in ("<=", "<"):
            positive = self.signs.sign(sub(f[2], f[1]), op == "<")
            if positive is not None:
                return logic.linear(f, [(ONE, logic.meaning("number", ONE), positive)])
            return self._from_every(f) or self._in_other_words(f)
        if op == "=":
            return self._equation(f) or self._from_every(f)
        if op == "!=":
            return self._nonzero(f) or self._from_every(f)
        if op == "all":
            return self._every(f)
        if op == "is":
            return self._same_words(f)
        return None

    def _from_every(self, f: Term) -> Theorem | None:
        """From a fact for every index, at an index that is open."""
        open_ = [i for i in self.indices if i in free(f)]
        for th in (*self.assumed.values(), *self.facts.values()):
            if th.conclusion[0] == "all" and th.conclusion[3][0] in ("<=", "<", "=", "!="):
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
            return self.equal_matrices(f) or (self._diagonal(f) if f[2][0] == "dg" else None)
        items = self.algebra.zero(scalar(sub(f[1], f[2])))
        if items is not None:
            return equation(f[1], f[2], items)
        for known in self.known():
            if known.op != "=" or not known.e:
                continue
            target, more = self.algebra.reduce(scalar(sub(f[2], f[1])))
            for sign in (1, -1):
                rest = plus(target, known.e, -sign)
                found = self.algebra.zero(rest)
                if found is not None:
                    every = [*more, *found]
                    return logic.linear(
                        f, [(num(sign), None, known.theorem), *((shown(c), None, th) for c, th in every)]
                    )
        return None

    def equal_matrices(self, f: Term, *, plain: bool = False) -> Theorem | None:
        """An equation between matrices, by the rules and by known equations."""
        rows, cols = sort_of(f[1])[1:]
        one = ("id", rows), ("id", cols)
        new, why = self.algebra.matrix(difference(f))
        items: list[tuple[Term, Theorem, Term]] = [] if why is None else [(one[0], why, one[1])]
        for w, p in matrix(new).items():
            zero = self.algebra.zero(p)
            if zero is None:
                break
            body = word_term(w) if w else one[0]
            items += [(("sc", neg(shown(c)), body), x, one[1]) for c, x in zero]
        else:
            return logic.matrix_linear(f, items)
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

    def _diagonal(self, f: Term) -> Theorem | None:
        """X = diag(x) for X made of diagonal matrices."""
        th = self.as_diagonal(f[1])
        if th is None:
            return None
        mine, wanted = th.conclusion[2], f[2]
        i = self.fresh(P)
        n = mine[1]
        with self.under(i, ONE, n):
            a, b = opened(mine[2], i), opened(wanted[2], i)
            # the wanted entry is e_i^T X e_i, and X is the diagonal matrix
            hole = ("v", "hole_", sort_of(f[1]))
            moved = logic.rewrite(th, logic.identity(b, b), hole, ("=", b, put_for(f[1], hole, b)))
            items = self.algebra.zero(scalar(sub(a, moved.conclusion[2])))
            if items is None:
                return None
            same = logic.linear(("=", a, b), [(num(-1), None, moved), *((neg(shown(c)), None, x) for c, x in items)])
            same = self.settled(same)
        every = logic.generalise(same, i, ONE, n)
        whole = logic.cut(every, logic.meaning("diagonal", mine, wanted, ONE))
        unit = ("id", n)
        return logic.matrix_linear(f, [(unit, th, unit), (unit, whole, unit)])

    def as_diagonal(self, t: Term) -> Theorem | None:
        """t = diag(x) for some x."""
        if t in self.algebra.diagonals:
            return self.algebra.diagonals[t]
        if t[0] == "id":
            return logic.meaning("diagonal", t, t)
        unit = ("id", sort_of(t)[1])
        if t[0] == "sc":
            inner = self.as_diagonal(t[2])
            if inner is None:
                return None
            scaled = logic.meaning("diagonal", inner.conclusion[2], t[1])
            return logic.matrix_linear(
                ("=", t, scaled.conclusion[2]), [(("sc", t[1], unit), inner, unit), (unit, scaled, unit)]
            )
        if t[0] in ("m+", "mm"):
            a, b = (self.as_diagonal(x) for x in t[1:])
            if a is None or b is None:
                return None
            both = logic.meaning("diagonal", a.conclusion[2], b.conclusion[2], *((ZERO,) if t[0] == "m+" else ()))
            if t[0] == "m+":
                return logic.matrix_linear(
                    ("=", t, both.conclusion[2]), [(unit, a, unit), (unit, b, unit), (unit, both, unit)]
                )
            return logic.matrix_linear(
                ("=", t, both.conclusion[2]), [(unit, a, t[2]), (a.conclusion[2], b, unit), (unit, both, unit)]
            )
        return None

    def _nonzero(self, f: Term) -> Theorem | None:
        t = f[1]
        p = scalar(t)
        if len(p) == 1 and (next(iter(p)) and len(next(iter(p))) > 1 or sum(k for _, k in next(iter(p))) > 1):
            return self._nonzero_product(t, p)
        for sign in (1, -1):
            th = self.signs.sign(t if sign > 0 else neg(t), True)
            if th is not None:
                if sign > 0:
                    return positive_nonzero(th)
                contra = logic.linear(
                    logic.FALSE,
                    [(ONE, logic.meaning("number", ONE), th), (num(-1), None, logic.assume(("=", t, ZERO)))],
                )
                return logic.deny(contra, t)
        modulus = self.signs.sign(("abs", t), True)
        if modulus is not None:  # |t|^2 = t^2
            square = logic.meaning("modulus", t)
            zero = logic.assume(("=", t, ZERO))
            a = ("abs", t)
            contra = logic.linear(logic.FALSE, [(a, modulus, modulus), (ONE, None, square), (t, None, zero)])
            return logic.deny(contra, t)
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
            whole = [(neg(shown(quotient)), None, zero)] + [(neg(shown(c)), None, th) for c, th in rest]
            equal = logic.linear(
                ("=", other.conclusion[1], ZERO),
                [(neg(c) if k == 0 else c, s, th) for k, (c, s, th) in enumerate(whole)],
            )
            return logic.deny(logic.clash(other, equal), t)
        return None

    def _nonzero_product(self, t: Term, p: Any) -> Theorem | None:
        """A product of what is not zero."""
        ((m, c),) = p.items()
        out = positive_nonzero(logic.meaning("number", num(abs(c))))
        total = num(abs(c))
        for x, k in m:
            th = self.prove(("!=", _shown[x]))
            if th is None:
                return None
            for _ in range(k):
                b = th.conclusion[1]
                zero = logic.assume(("=", ("*", total, b), ZERO))
                one = logic.cut(th, logic.meaning("inverse", b, ""))
                gone = logic.linear(("=", total, ZERO), [(("inv", b), None, zero), (neg(total), None, one)])
                out = logic.deny(logic.clash(out, gone), ("*", total, b))
                total = ("*", total, b)
        same = logic.linear(("=", total, ZERO), [(num(1 if c > 0 else -1), None, logic.assume(("=", t, ZERO)))])
        return logic.deny(logic.clash(out, same), t)

    def _every(self, f: Term) -> Theorem | None:
        i = self.fresh(P if f[1] == ONE else Z)
        _, low, high, body = f
        with self.under(i, low, high):
            th = self.prove(opened(body, i))
        if th is None:
            return None
        return logic.generalise(th, i, low, high)

    def forget(self, formulas: list[Term]) -> None:
        """Nothing that was derived under these assumptions is used any more."""
        gone = set(formulas)
        self._known = [k for k in self._known if not k.theorem.hypotheses & gone]
        self._read = {th: None for th in self._read if not th.hypotheses & gone}
        self.proved = {f: (v, th) for f, (v, th) in self.proved.items() if th is not None and not th.hypotheses & gone}
        self.signs.cache.clear()
        self.algebra.known = {
            x: found
            for x, found in self.algebra.known.items()
            if found and not any(th.hypotheses & gone for _, th in found[1])
        }
        self.algebra.merged.clear()

    @contextmanager
    def only(self, granted: set[Term]) -> Iterator[None]:
        """Proving from these assumptions alone, and from the facts that need no others."""
        before = self.assumed, self.facts, self._known, self._read
        self.assumed = {f: th for f, th in self.assumed.items() if f in granted}
        self.facts = {name: th for name, th in self.facts.items() if th.hypotheses <= granted}
        self._known, self._read = [], {}
        self.proved.clear()
        self.signs.cache.clear()
        try:
            yield
        finally:
            self.assumed, self.facts, self._known, self._read = before
            self.proved.clear()
            self.signs.cache.clear()

    def fresh(self, sort: Term) -> Term:
        """A variable that nothing speaks of yet."""
        self._count += 1
        return ("v", f"k{self._count}_", sort)

    def under(self, i: Term, low: Term, high: Term) -> Any:
        """A context in which the range of an index is assumed."""
        return _Under(self, i, low, high)

    def _same_words(self, f: Term) -> Theorem | None:
        """A fact with the same predicate of terms that are equal."""
        for th in (*self.assumed.values(), *self.facts.values()):
            g = th.conclusion
            if g[0] != "is" or g[1] != f[1] or len(g) != len(f):
                continue
            for k in range(2, len(f)):
                want = ("=", g[k], f[k])
                same = self.prove(want) if sort_of(g[k])[0] == sort_of(f[k])[0] or sort_of(g[k])[0] != "M" else None
                if same is None:
                    break
                if g[k] == f[k]:
                    continue
                if sort_of(g[k])[0] != "M":
                    break
                hole = ("v", "hole_", sort_of(g[k]))
                now = th.conclusion
                th = logic.rewrite(same, th, hole, (*now[:k], hole, *now[k + 1 :]))
            else:
                if th.conclusion == f:
                    return th
        return None

    # --- choices

    def choose(self, names: list[str], existence: Theorem) -> list[Theorem]:
        """Names for what exists; returns what is known of it, part by part."""
        xs, th = [], self.settled(existence)
        for name in names:
            if th.conclusion[0] != "ex":
                raise ProofError("nothing to be chosen")
            x = ("v", name, th.conclusion[1])
            if name in self.names:
                raise ProofError(f"{name} already stands for something else")
            xs.append(x)
            inner = opened(th.conclusion[2], x)
            self.chosen.append((x, th, inner))
            self.names[name] = x
            th = logic.assume(inner)
            self.assumed[inner] = th
        parts = _parts(th)
        for known in parts:
            self.facts[f"about {', '.join(names)}: {len(self.facts)}"] = known
            left, right = known.conclusion[1:]
            if left[0] == "mm" and right == ("id", ONE):  # unit length, used inside traces
                word = next(iter(matrix(left[2])))
                if not word:  # a 1 x 1 vector is a number
                    continue
                self.algebra.rules.append(Rule(known, (turned(word[0]), word[0])))
        return parts

    def vectors(self, kind: str, a: Term, i: Term) -> tuple[Term, Term]:
        """Unit eigenvectors or singular vectors to a value, chosen when they are first asked for."""
        for key, (u, v) in self.directions.items():
            if key[0] == kind and key[2] == i and matrix(key[1]) == matrix(a):
                return u, v
        existence = logic.meaning("eigenvector" if kind == "lam" else "singular-vectors", a, i)
        names = [f"u{len(self.directions)}_", f"v{len(self.directions)}_"][: 1 if kind == "lam" else 2]
        self.choose(names, existence)
        found = [self.names[x] for x in names]
        self.directions[kind, a, i] = (found[0], found[-1])
        return found[0], found[-1]

    def freed(self, th: Theorem) -> Theorem:
        """The theorem without the choices that it does not speak of."""
        for i, (low, high) in self.indices.items():  # an index that only its own range speaks of
            spoken = {h for h in th.hypotheses if i in free(h)}
            if i not in free(th.conclusion) and spoken and spoken <= {("<=", low, i), ("<=", i, high)}:
                th = self.settled(logic.instantiate(th, {i: low}))
        for x, existence, inner in reversed(self.chosen):
            if inner in th.hypotheses and x not in free(th.conclusion):
                kept = th.hypotheses - {inner}
                if not any(x in free(h) for h in kept):
                    th = logic.choose(existence, x, th)
        return th

    # --- finishing

    def settled(self, th: Theorem) -> Theorem:
        """The theorem with every hypothesis that can be shown cut off."""
        for _ in range(3):
            open_ = [h for h in th.hypotheses if h not in self.assumed]
            if not open_:
                break
            before = th
            for h in open_:
                found = self.prove(h)
                if found is not None:
                    th = logic.cut(found, th)
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
            return self._same_words_of(th, goal)
        kinds = [sort_of(x)[0] == "M" for x in (f[1], goal[1])]
        if any(kinds):
            return self._convert_matrix(th, goal) if all(kinds) else self._convert_one(th, goal)
        if f[0] != goal[0] and (f[0], goal[0]) != ("<", "<="):
            return None
        one = logic.meaning("number", ONE)
        for sign in (1, -1) if f[0] == "=" else (1,):
            rest = scalar(sub(sub(goal[2], goal[1]), ("*", num(sign), sub(f[2], f[1]))))
            items = self.algebra.zero(rest)
            if items is not None:
                more = [(shown(c), None, x) for c, x in items]
                return logic.linear(goal, [(num(sign), None if f[0] == "=" else one, th), *more])
        return None

    def _same_words_of(self, th: Theorem, goal: Term) -> Theorem | None:
        if goal[0] != "is" or th.conclusion[0] != "is":
            return None
        self.assumed[th.conclusion] = th
        try:
            return self._same_words(goal)
        finally:
            del self.assumed[th.conclusion]

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
        return logic.matrix_linear(goal, [(("sc", num(sign), left), th, right), (left, found, right)])

    def _convert_one(self, th: Theorem, goal: Term) -> Theorem | None:
        """Between an equation of 1 x 1 matrices and one of numbers."""
        f = th.conclusion
        if sort_of(f[1])[0] == "M":
            if any(size(x) != size(ONE) for x in sort_of(f[1])[1:]):
                return None
            hole = ("v", "hole_", sort_of(f[1]))
            left = ("tr", f[1])
            traced = logic.rewrite(th, logic.identity(left, left), hole, ("=", left, ("tr", hole)))
            return self.convert(traced, goal)
        if any(size(x) != size(ONE) for x in sort_of(goal[1])[1:]):
            return None
        unit = ("id", sort_of(goal[1])[1])
        rest = ("m+", goal[1], ("sc", num(-1), goal[2]))
        for sign in (1, -1):
            whole = ("m+", rest, ("sc", ("*", num(-sign), sub(f[1], f[2])), unit))
            found = self.equal_matrices(("=", whole, ("zero", *sort_of(whole)[1:])), plain=True)
            if found is not None:
                return logic.matrix_linear(goal, [(("sc", num(sign), unit), th, unit), (unit, found, unit)])
        return None


def difference(f: Term) -> Term:
    """A - B, for an equation A = B between matrices."""
    return ("m+", f[1], ("sc", num(-1), f[2]))


class _Under:
    def __init__(self, state: State, i: Term, low: Term, high: Term) -> None:
        self.state, self.i = state, i
        self.formulas = [("<=", low, i), ("<=", i, high)]

    def __enter__(self) -> None:
        state = self.state
        self.before = list(state._known), dict(state._read), dict(state.proved)
        self.added = [f for f in self.formulas if f not in state.assumed]
        for f in self.added:
            state.assumed[f] = logic.assume(f)
        state.indices[self.i] = (self.formulas[0][1], self.formulas[1][2])
        state.known()
        state.specialise_at(self.i)
        state.signs.cache.clear()
        state.proved.clear()

    def __exit__(self, *_: object) -> None:
        state = self.state
        for f in self.added:
            del state.assumed[f]
        del state.indices[self.i]
        known, seen, proved = self.before
        state._known[:] = known
        state._read = seen
        state.proved = proved
        state.signs.cache.clear()


def _parts(th: Theorem) -> list[Theorem]:
    if th.conclusion[0] != "and":
        return [th]
    return [*_parts(logic.part(th, 1)), *_parts(logic.part(th, 2))]


def transposed_diagonal(th: Theorem) -> Theorem:
    """From D = diag(d): D^T = D."""
    d = th.conclusion[1]
    hole = ("v", "hole_", sort_of(d))
    turned_over = logic.rewrite(th, logic.identity(("T", d), ("T", d)), hole, ("=", ("T", d), ("T", hole)))
    unit = ("id", sort_of(d)[1])
    return logic.matrix_linear(("=", ("T", d), d), [(unit, turned_over, unit), (("sc", num(-1), unit), th, unit)])


def commuting(a: Theorem, b: Theorem) -> Theorem:
    """From A = diag(a) and B = diag(b): A B = B A."""
    x, dx = a.conclusion[1:]
    y, dy = b.conclusion[1:]
    unit = ("id", sort_of(x)[1])
    xy, yx = logic.meaning("diagonal", dx, dy), logic.meaning("diagonal", dy, dx)
    same = logic.matrix_linear(
        ("=", ("mm", dx, dy), ("mm", dy, dx)), [(unit, xy, unit), (("sc", num(-1), unit), yx, unit)]
    )
    # A B - B A = (A - da) B + da (B - db) + (da db - db da) - (B - db) da - B (A - da)
    items = [
        (unit, a, y),
        (dx, b, unit),
        (unit, same, unit),
        (("sc", num(-1), unit), b, dx),
        (("sc", num(-1), y), a, unit),
    ]
    return logic.matrix_linear(("=", ("mm", x, y), ("mm", y, x)), items)


def divided(p: Any, q: Any) -> Any:
    """The polynomial p / q, None where q does not divide p."""
    from sympy import Poly as SympyPoly
    from sympy import Symbol

    from verify.prove.signs import _poly_of, _sympy

    names = {x: Symbol(f"y{x}") for x in sorted({x for r in (p, q) for m in r for x, _ in m})}
    if not q or not names:
        return None
    a, b = (sum((c.numerator * _sympy(m, names) / c.denominator for m, c in r.items())) for r in (p, q))
    quotient, rest = SympyPoly(a, *names.values()).div(SympyPoly(b, *names.values()))
    if not rest.is_zero:
        return None
    back = {v: k for k, v in names.items()}
    e = quotient.as_expr()
    if not e.free_symbols:
        from fractions import Fraction

        return {(): Fraction(int(e.p), int(e.q))}
    return _poly_of(e, back)


__all__ = ["ProofError", "State", "Vector", "closed", "free", "reading", "text_of"]
