"""Numbers reduced: a polynomial p becomes p' with p = p' + sum of c (b - a) over theorems a = b.

The pairs (c, theorem) are what the rule `linear` wants.  Reduced are extreme singular values and eigenvalues to entries
of the spectrum, operator norms to largest singular values, matrices inside atoms, sums over an index to sums of single
terms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import (
    ONE,
    KernelError,
    Poly,
    R,
    Term,
    Theorem,
    Z,
    closed,
    constant,
    free,
    num,
    opened,
    plus,
    scalar,
    sort_of,
    sub,
    times,
)
from lemmata.prove.normal_words import (
    Items,
    Rule,
    atom_term,
    cut,
    equation,
    hypotheses,
    nested,
    parted,
    replaced,
    shown,
    valued,
)
from lemmata.prove.questions import Questions

ENDS = ("smax", "smin", "lmax", "lmin")


class Numbers(ABC):
    """Equalities between numbers under the equations of one statement."""

    def __init__(self, rules: list[Rule], prove: Callable[[Term], Theorem | None]) -> None:
        self.rules, self.prove = rules, prove
        self.diagonals: dict[Term, Theorem] = {}  # variables that are diagonal matrices, and why
        self.entries: dict[Term, Theorem] = {}  # matrices without an entry below zero
        self.under: Callable[[Term, Term, Term], Any] = lambda *_: nullcontext()
        self.vectors: Callable[[str, Term, Term], tuple[Term, Term]] = lambda *_: (num(0), num(0))
        self.operator_norm: Callable[[Term], Theorem | None] = lambda _: None
        self.same_matrices: Callable[[Term], Theorem | None] = lambda _: None
        self.merged: dict[tuple[int, int], Theorem | None] = {}
        self.known: dict[int, tuple[Poly, Items] | None] = {}
        self.plain: set[int] = set()  # atoms that are known not to reduce
        self.questions = Questions()
        self.count = self.busy = 0
        self.matrices: dict[Term, tuple[Term, Theorem | None]] = {}
        self.letters: dict[int, Rule | None] = {}
        self.pairs: dict[tuple[int, int], Rule | None] = {}

    def fresh(self) -> Term:
        """An index that nothing speaks of yet."""
        self.count += 1
        return ("v", f"i{self.count}_", Z)

    def settled(self, th: Theorem) -> Theorem:
        """The theorem with the hypotheses that can be shown cut off."""
        for need in hypotheses(th):
            found = self.prove(need)
            if found is not None:
                th = cut(found, th)
        return th

    def reduce(self, p: Poly) -> tuple[Poly, Items]:
        """p with its atoms reduced."""
        items: Items = []
        for _ in range(200):
            met = sorted({y for m in p for y, _ in m} - self.plain, reverse=True)
            x = next((y for y in met if self.atom(y)), None)
            if x is None:
                root = self._root_to_square(p)
                if root is None:
                    return p, items
                p, item = self.squared(p, root)
                items.append(item)
                continue
            found = self.known[x]
            assert found is not None
            p, more = replaced(p, x, *found)
            items += more
        raise KernelError("reduction does not end")

    def _root_to_square(self, p: Poly) -> int | None:
        """A root or modulus with a power in p, of what is seen to be non-negative."""
        for x in sorted({x for m in p for x, k in m if k > 1 and atom_term(x)[0] in ("sqrt", "abs")}, reverse=True):
            if atom_term(x)[0] == "abs" or self.prove(("<=", num(0), atom_term(x)[1])) is not None:
                return x
        return None

    def squared(self, p: Poly, r: int) -> tuple[Poly, tuple[Poly, Theorem]]:
        """P and an item with p = P + item, r at most once in each term of P."""
        t = atom_term(r)
        inside = scalar(t[1]) if t[0] == "sqrt" else scalar(("^", t[1], 2))
        theorem = self.settled(logic.meaning("root" if t[0] == "sqrt" else "modulus", t[1]))
        out: Poly = {}
        factor: Poly = {}
        for m, c in p.items():
            k = dict(m).get(r, 0)
            other = {tuple(pair for pair in m if pair[0] != r): c}
            gone = constant(1)
            while k > 1:  # r^k = x r^(k-2) + r^(k-2) (r^2 - x)
                k -= 2
                factor = plus(factor, times(times(other, gone), {((r, k),) if k else (): constant(-1)[()]}))
                gone = times(gone, inside)
            out = plus(out, times(times(other, gone), {((r, 1),) if k else (): constant(1)[()]}))
        return out, (factor, theorem)

    def atom(self, x: int) -> bool:
        """Whether an atom reduces to something else."""
        question = ("atom", x)
        if x not in self.known:
            self.known[x] = None  # an atom inside itself does not reduce
            self.questions.begin(question)
            self.busy += 1
            try:
                self.known[x] = self._atom(atom_term(x))
            finally:
                self.busy -= 1
                self.questions.end(question, False)
            if self.known[x] is None:
                self.plain.add(x)
        else:
            self.questions.depend(question)
        return self.known[x] is not None

    def forget(self, good: Callable[[Theorem], bool]) -> None:
        """What atoms reduce to is kept where all it depends on is good; the others are looked at again."""
        self.known = {x: found for x, found in self.known.items() if found and all(good(th) for _, th in found[1])}
        self.plain.clear()
        self.merged.clear()

    def _atom(self, t: Term) -> tuple[Poly, Items] | None:
        new = self.simplified(t)
        if new is None:
            return None
        value, theorem = new
        p, items = self.reduce(scalar(value))
        return p, [(constant(-1), theorem), *items]  # t = value: t = value + (-1)(value - t)

    def simplified(self, t: Term) -> tuple[Term, Theorem] | None:
        """(value, t = value), one step; None where there is nothing to do."""
        op = t[0]
        if op in ENDS:
            return valued(self.settled(logic.meaning("end", op, t[1])))
        if op == "tr":
            return self.traced(t)
        if op == "norm2":
            same = self.operator_norm(t[1])
            return None if same is None else valued(self.settled(same))
        if op == "sum":
            return self._summed(t)
        if op in ("v", "q", "prod", "slope_s", "slope_lam", "simple_s", "simple_lam"):
            return None
        if op in ("min", "max"):
            ordered = self._ordered(t)
            if ordered is not None:
                return valued(ordered)
        if op in ("eigenform", "singularform"):
            u, v = self.vectors("lam" if op == "eigenform" else "s", t[1], t[2])
            return valued(self.settled(logic.meaning("form", t[1], t[2], t[3], u, v)))
        if op == "maxo":
            return self._under(t)
        if op in ("exp", "log"):
            undone = self._undone(t)
            if undone is not None:
                return valued(undone)
        if op == "abs":
            inside, th = self.number(t[1])
            return None if th is None else (("abs", inside), self.congruence(th, t, 1))
        for k, x in enumerate(t[1:], start=1):
            if sort_of(x)[0] == "M":
                new, th = self.matrix(x)
            elif sort_of(x)[0] != "L":
                new, th = self.number(x)
            else:
                continue
            # indices and exponents are compared as they are written
            stays = op in ("s", "lam") or (op, k) == ("rpow", 2)
            if th is not None and (sort_of(x)[0] == "M" or not stays and scalar(new) != scalar(x)):
                return (*t[:k], new, *t[k + 1 :]), self.congruence(th, t, k)
        return None

    def _undone(self, t: Term) -> Theorem | None:
        """log exp x = x, and exp log x = x where 0 < x is seen."""
        p = scalar(t[1])
        ((m, c),) = p.items() if len(p) == 1 else (((), 0),)
        inner = atom_term(m[0][0]) if c == 1 and len(m) == 1 and m[0][1] == 1 else ("",)
        if {t[0], inner[0]} != {"exp", "log"} or t[0] == "exp" and self.prove(("<", num(0), inner[1])) is None:
            return None
        return self.settled(logic.meaning("logarithm", inner[1], inner[0]))

    def congruence(self, th: Theorem, t: Term, k: int) -> Theorem:
        """From x = y: t = t with y for its k-th part."""
        hole = ("v", "hole_", sort_of(th.conclusion[1]) if sort_of(th.conclusion[1])[0] == "M" else R)
        template = ("=", t, (*t[:k], hole, *t[k + 1 :]))
        return logic.rewrite(th, logic.identity(t, (*t[:k], th.conclusion[1], *t[k + 1 :])), hole, template)

    def number(self, t: Term) -> tuple[Term, Theorem | None]:
        """A number with its atoms reduced, and why it is the same (None where nothing changed)."""
        p = scalar(t)
        q, items = self.reduce(p)
        return (t, None) if not items else (shown(q), equation(t, shown(q), items))

    def _ordered(self, t: Term) -> Theorem | None:
        """min(a, b) = a, or max(a, b) = b, where a <= b is known."""
        for small, large in (t[1:], t[:0:-1]):
            order = self.prove(("<=", small, large))
            if order is None:
                continue
            value = small if t[0] == "min" else large
            apart = logic.meaning("extreme", t, 3, value)
            same = logic.linear(("<=", value, value), [])
            for h in hypotheses(apart):
                apart = cut(same if h == same.conclusion else order, apart)
            bound = logic.meaning("extreme", t, t[1:].index(value))
            goal = ("=", t, value)
            facts = (bound, apart) if t[0] == "min" else (apart, bound)  # t <= value and value <= t
            cases = []
            for x, y, fact in ((t, value, facts[1]), (value, t, facts[0])):
                contra = logic.linear(logic.FALSE, [(ONE, None, logic.assume(("<", x, y))), (ONE, None, fact)])
                cases.append(logic.absurd(contra, goal))
            return logic.trichotomy(cases[0], logic.assume(goal), cases[1], t, value)
        return None

    def _summed(self, t: Term) -> tuple[Term, Theorem] | None:
        """A sum over an index as a combination of sums of single products that depend on it."""
        _, low, high, body = t
        length = self.reduce(scalar(sub(high, low)))[0]
        if set(length) <= {()} and length.get((), 0) < 0:
            return num(0), self.settled(logic.meaning("over", t, "none"))
        i = self.fresh()
        inside = opened(body, i)
        with self.under(i, low, high):
            p, items = self.reduce(scalar(inside))
        mono = [m for m in p]
        if len(mono) == 1 and p[mono[0]] == 1 and not items:
            dependent = all(i in free(atom_term(x)) for x, _ in mono[0])
            if dependent and mono[0]:
                return None
            if not mono[0]:
                ones = ("sum", low, high, ONE)
                counted = logic.meaning("over", ones, "count")
                th = cut(self._or_assume(counted), counted)
                return counted.conclusion[2], self._chain(logic.identity(t, ones), th)
        parts = []
        for m, c in sorted(p.items()):
            parts.append(parted(m, c, i))
        if not parts:
            parts = [(num(0), ONE)]
        term = nested("+", [("*", a, b) for a, b in parts])
        same = equation(inside, term, items)
        allowed = logic.generalise(same, i, low, high)
        th = cut(allowed, logic.meaning("over", t, "same", closed(term, i)))
        value = nested("+", [("*", a, ("sum", low, high, closed(b, i))) for a, b in parts])
        return value, self._chain(th, self._split(th.conclusion[2], value, parts, i))

    def _split(self, t: Term, value: Term, parts: list[tuple[Term, Term]], i: Term) -> Theorem:
        """sum of a_1 b_1 + ... = a_1 sum b_1 + ..."""
        op, low, high, body = t
        facts, rest = [], t
        for _ in parts[1:]:
            facts.append(logic.meaning("over", rest, "split"))
            rest = (op, low, high, rest[3][1])
        for a, b in parts:
            if op == "sum":
                facts.append(logic.meaning("over", t, "factor", a, closed(b, i), ONE))
        return logic.linear(("=", t, value), [(num(1), None, f) for f in facts])

    def _or_assume(self, th: Theorem) -> Theorem:
        (need,) = th.hypotheses
        return self.prove(need) or logic.assume(need)

    def _chain(self, a: Theorem, b: Theorem) -> Theorem:
        """From x = y and y = z: x = z."""
        return logic.linear(("=", a.conclusion[1], b.conclusion[2]), [(num(1), None, a), (num(1), None, b)])

    def _under(self, t: Term) -> tuple[Term, Theorem] | None:
        """The largest of terms that are reduced."""
        op, low, high, body = t
        i = self.fresh()
        with self.under(i, low, high):
            new, th = self.number(opened(body, i))
        if th is None:
            return None
        allowed = logic.generalise(th, i, low, high)
        return (op, low, high, closed(new, i)), cut(allowed, logic.meaning("over", t, "same", closed(new, i)))

    @abstractmethod
    def matrix(self, t: Term) -> tuple[Term, Theorem | None]:
        """A matrix reduced by the rules, and why it is the same (None where nothing changed)."""

    @abstractmethod
    def traced(self, t: Term) -> tuple[Term, Theorem] | None:
        """A trace reduced by one step, and why it is the same."""
