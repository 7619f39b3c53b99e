"""Bounds of single atoms from below: by facts, and by what is never negative."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import (
    FALSE,
    ONE,
    ZERO,
    KernelError,
    N,
    P,
    Poly,
    Term,
    Theorem,
    Z,
    closed,
    constant,
    neg,
    num,
    opened,
    plus,
    scalar,
    sort_of,
    sub,
    turned,
    within,
    word_term,
)
from lemmata.prove.algebra import Algebra
from lemmata.prove.derived_rules import clash
from lemmata.prove.normal_words import atom_key, atom_term, cut, letter_term, shown
from lemmata.prove.positive import inverse_sign, moved
from lemmata.prove.questions import Answer

NORMS = ("normF", "norm2", "maxabs", "rank", "rho", "numradius")


@dataclass(frozen=True)
class Known:
    """A fact 0 <= e, 0 < e or 0 = e, e reduced."""

    op: str
    e: Poly
    theorem: Theorem


class Bounds(ABC):
    """Looks for lower bounds of atoms."""

    def __init__(self, algebra: Algebra, facts: Callable[[], list[Known]], now: Callable[[], Hashable]) -> None:
        """`facts` and `now` say what is known at present, and when two answers are about the same knowledge."""
        self.algebra, self.facts, self.now = algebra, facts, now
        self.depth = 0  # questions about signs that are open
        self.cache: dict[Any, Answer] = {}
        self.own: dict[int, Answer] = {}  # bounds of atoms by themselves
        self.work, self.inner = [0], False  # what the question being asked has cost; whether it is asked for another

    def still(self, answer: Answer) -> bool:
        """Whether an answer is what would be found now: as much is known, and deeper down no more is tried."""
        return answer.depth <= self.depth and answer.known == self.now()

    def forget(self) -> None:
        """Nothing that was found is used any more."""
        self.cache.clear()
        self.own.clear()

    @abstractmethod
    def sign(self, t: Term, strict: bool = False) -> Theorem | None:
        """0 <= t, or 0 < t; None where that is not seen."""

    def atom(self, x: int, strict: bool = True) -> tuple[Fraction, Theorem] | None:
        """(c, theorem c <= x or c < x as 0 <= x - c) for the largest constant c known to bound an atom from below.

        Where strictness does not matter, what holds by definition comes first: it asks for less.
        """
        best: tuple[Fraction, Theorem] | None = None
        m, strongest = ((x, 1),), None
        low = Fraction(0)
        for known in self.facts():
            k = known.e.get(m, Fraction(0))
            if known.op == "=" or k <= 0 or len(known.e) > 2 or len(known.e) == 2 and () not in known.e:
                continue
            bound = -known.e.get((), Fraction(0)) / k
            if strongest is None or bound > low or bound == low and known.op == "<":
                strongest, low = known, bound
        if strongest is not None:
            k = strongest.e[m]
            scale = num(1 / k)
            goal = (strongest.op, ZERO, shown({n: a / k for n, a in strongest.e.items()}))
            best = (low, logic.linear(goal, [(scale, None, strongest.theorem)]))
        own = self._lowest(x)
        if own is not None and (
            best is None or own[0] > best[0] or own[0] == best[0] and (not strict or own[1].conclusion[0] == "<")
        ):
            best = own
        return best

    def _lowest(self, x: int) -> tuple[Fraction, Theorem] | None:
        """What holds of an atom by itself, found once where nothing that is asked stands in the way."""
        if x in self.own and self.still(self.own[x]):
            found: tuple[Fraction, Theorem] | None = self.own[x].found
            return found
        question, questions, now = (self, x), self.algebra.questions, self.now()
        if question in questions:  # a bound inside itself
            return self._own(x)
        questions.begin(question)
        lasts, found = False, None
        try:
            found = self._own(x)
        finally:
            lasts = questions.end(question, False)
        if lasts:
            self.own[x] = Answer(now, self.depth, found)
        return found

    def _own(self, x: int) -> tuple[Fraction, Theorem] | None:
        t = atom_term(x)
        op = t[0]
        th: Theorem | None = None
        low = 0
        if within(sort_of(t), N):
            low = int(sort_of(t) == P)
            th = logic.meaning("number", t)
        elif op == "s":
            th = self.settled(logic.meaning("spectrum", t[1], t[2]))
        elif op in NORMS:
            th = logic.meaning("sign", op, t[1])
        elif op == "cond":
            low, th = 1, self.settled(logic.meaning("condition", t[1]))
        elif op == "abs":
            th = self._strict_root(t, logic.meaning("modulus-sign", t[1]))
        elif op == "sqrt":
            th = self._strict_root(t, self.settled(logic.meaning("root-sign", t[1])))
        elif op == "rpow":
            th = self._power(t)
        elif op == "exp":
            th = logic.meaning("exponential", t[1])
        elif op == "schatten":
            th = self.settled(logic.meaning("schatten-sign", *t[1:]))
        elif op == "inv":
            below = self.sign(t[1], True) or self._apart(t[1])
            th = None if below is None else inverse_sign(below)
        elif op == "tr":
            th = self._square(t) or self._entry(t) or self.algebra.prove(("<=", ZERO, t))
        elif op == "sum":
            th = self._sum(t)
        elif op == "lam":
            th = self._of_root(t)
        if th is None or th.conclusion[0] not in ("<=", "<"):
            return None
        e = shown(plus(scalar(t), constant(-low)))
        goal = (th.conclusion[0], ZERO, e)
        return Fraction(low), logic.linear(goal, [(ONE, None, th)])

    def settled(self, th: Theorem) -> Theorem:
        """Hypotheses that can be shown are."""
        return self.algebra.settled(th)

    def _strict_root(self, t: Term, th: Theorem) -> Theorem:
        """0 < sqrt(x) where 0 < x."""
        square = self.sign(t[1], True) if t[0] == "sqrt" else None
        if square is None:
            return th
        zero = ("=", ZERO, t)
        fact = self.settled(logic.meaning("root", t[1]))  # t^2 = x, so that x = 0 where t = 0
        assumed = logic.assume(zero)
        contra = logic.linear(FALSE, [(ONE, None, square), (num(-1), None, fact), (neg(t), None, assumed)])
        return self._above(t, th, contra)

    def _apart(self, t: Term) -> Theorem | None:
        """0 < t from 0 <= t and t != 0."""
        above, apart = self.sign(t), self.algebra.prove(("!=", t))
        if above is None or apart is None:
            return None
        zero = logic.linear(("=", t, ZERO), [(num(-1), None, logic.assume(("=", ZERO, t)))])
        return self._above(t, above, clash(apart, zero))

    def _above(self, t: Term, th: Theorem, contra: Theorem) -> Theorem:
        """0 < t from 0 <= t, and from what contradicts 0 = t."""
        goal = ("<", ZERO, t)
        negative = logic.linear(FALSE, [(ONE, None, logic.assume(("<", t, ZERO))), (ONE, None, th)])
        return logic.trichotomy(logic.assume(goal), logic.absurd(contra, goal), logic.absurd(negative, goal), ZERO, t)

    def _power(self, t: Term) -> Theorem | None:
        strict = self.sign(t[1], True)
        base = strict or self.sign(t[1])
        if base is None:
            return None
        if strict is not None:
            return self.settled(cut(strict, logic.meaning("power-sign", t[1], t[2], "strict")))
        return self.settled(cut(base, logic.meaning("power-sign", t[1], t[2])))

    def _of_root(self, t: Term) -> Theorem | None:
        """0 <= lam_n of a square root."""
        root = t[1]
        if root[0] != "sqrtm" or scalar(t[2]) != scalar(sort_of(root)[1]):
            return None
        sign = self.settled(logic.meaning("matrix-root", root[1], "sign"))
        end = self.settled(logic.meaning("end", "lmin", root))
        return logic.linear(("<=", ZERO, t), [(ONE, None, sign), (ONE, None, end)])

    def _square(self, t: Term) -> Theorem | None:
        """0 <= tr(A^T A)."""
        ((mono, _),) = scalar(t).items()
        kind, word = atom_key(mono[0][0])
        half = len(word) // 2
        for k in range(len(word) if kind == "tr" else 1):
            w = word[k:] + word[:k]
            if len(w) % 2 == 0 and tuple(turned(y) for y in reversed(w[:half])) == w[half:]:
                a = word_term(w[half:])
                square = logic.meaning("frobenius", a)
                sign = logic.meaning("number", square.conclusion[1])
                return logic.linear(("<=", ZERO, t), [(ONE, None, sign), (ONE, None, square)])
        return None

    def _entry(self, t: Term) -> Theorem | None:
        """0 <= e_i^T A e_j for a matrix whose entries are not negative by its domain."""
        ((mono, _),) = scalar(t).items()
        kind, word = atom_key(mono[0][0])
        for way in (word, tuple(turned(y) for y in reversed(word))) if kind == "w" else ():
            row, *inner = map(letter_term, way)
            at = [row[1][2]] if row[0] == "T" and row[1][0] == "e" else []
            at += [ONE] if len(inner) == 1 else [x[2] for x in inner[1:] if x[0] == "e"]
            if len(inner) > 2 or len(at) != 2 or inner[0] not in self.algebra.entries:
                continue
            th = self.algebra.entries[inner[0]]
            for i in at:
                th = logic.specialise(th, i)
            th = self.settled(th)
            p, items = self.algebra.reduce(scalar(th.conclusion[2]))
            seen = frozenset().union(*(k.theorem.hypotheses for k in self.facts()))
            if p == scalar(t) and th.hypotheses <= seen | self.algebra.entries[inner[0]].hypotheses:
                rest = [(shown(plus({}, c, -1)), None, x) for c, x in items]
                return logic.linear(("<=", ZERO, t), [(ONE, None, th), *rest])
        return None

    def _sum(self, t: Term) -> Theorem | None:
        """A sum of what is not negative."""
        _, low, high, body = t
        i = (*self.algebra.fresh()[:2], P if low == ONE else Z)
        inside = opened(body, i)
        th = self.under_range(inside, i, low, high)
        if th is None:
            return None
        try:
            every = logic.generalise(th, i, low, high)
        except KernelError:  # the terms ask for more of the index than its range
            return None
        order = logic.meaning("over", ("sum", low, high, ZERO), "order", closed(inside, i))
        zero = logic.linear(("<=", ("sum", low, high, ZERO), t), [(ONE, None, cut(every, order))])
        empty, items = self.algebra.reduce(scalar(("sum", low, high, ZERO)))
        if empty:
            return None
        return logic.linear(("<=", ZERO, t), [(ONE, None, zero), *((shown(c), None, x) for c, x in items)])

    def under_range(self, t: Term, i: Term, low: Term, high: Term) -> Theorem | None:
        """0 <= t, where the range of the index is assumed."""
        outer = self.facts
        assumed = [logic.assume(("<=", low, i)), logic.assume(("<=", i, high))]
        known = [Known("<=", scalar(sub(th.conclusion[2], th.conclusion[1])), moved(th)) for th in assumed]
        signs = type(self)(self.algebra, lambda: outer() + known, self.now)
        signs.work, signs.inner = self.work, True
        return signs.sign(t)

    def extremes(self, p: Poly) -> list[Known]:
        """What a largest or smallest of two numbers says about itself."""
        out = []
        for x in sorted({x for m in p for x, _ in m}):
            t = atom_term(x)
            if t[0] in ("max", "min"):
                for k in (0, 1):
                    th = moved(logic.meaning("extreme", t, k))
                    out.append(Known("<=", scalar(th.conclusion[2]), th))
        return out
