"""Signs: theorems 0 <= e and 0 < e, found from facts, from what is never negative, factor by factor, and last by a
linear program over products of facts.  Whatever is found here the kernel checks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from sympy import Integer, Symbol, factor_list
from sympy import Poly as SympyPoly

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
    times,
    turned,
    within,
    word_term,
)
from lemmata.prove.algebra import Algebra, Answer
from lemmata.prove.derived_rules import clash, deny
from lemmata.prove.linear import cheapest
from lemmata.prove.normal_words import atom_key, atom_term, cut, hypotheses, letter_term, power, shown


def product(a: Theorem, b: Theorem) -> Theorem:
    """From 0 <= x and 0 <= y: 0 <= x y, strict where both are."""
    op = "<" if a.conclusion[0] == b.conclusion[0] == "<" else "<="
    goal = (op, ZERO, ("*", a.conclusion[2], b.conclusion[2]))
    return logic.linear(goal, [(a.conclusion[2], a, b)])


def total(p: Poly, strict: bool, parts: Iterable[Theorem]) -> Theorem:
    """0 <= p or 0 < p, p the sum of the numbers in the parts."""
    return logic.linear(("<" if strict else "<=", ZERO, shown(p)), [(ONE, None, th) for th in parts])


def moved(th: Theorem) -> Theorem:
    """From a <= b: 0 <= b - a."""
    op, a, b = th.conclusion
    goal = (op, ZERO, shown(scalar(sub(b, a))))
    return logic.linear(goal, [(ONE, None, th)])


def square_of(nonzero: Theorem) -> Theorem:
    """From t != 0: 0 < t^2."""
    t = nonzero.conclusion[1]
    goal = ("<", ZERO, ("^", t, 2))
    cases = []
    for formula, sign in ((("<", t, ZERO), -1), (("<", ZERO, t), 1)):
        assumed = logic.assume(formula)
        positive = assumed if sign > 0 else logic.linear(("<", ZERO, neg(t)), [(ONE, None, assumed)])
        cases.append(logic.linear(goal, [(positive.conclusion[2], positive, positive)]))
    equal = logic.absurd(clash(nonzero, logic.assume(("=", t, ZERO))), goal)
    return logic.trichotomy(cases[0], equal, cases[1], t, ZERO)


def inverse_sign(below: Theorem, negative: bool = False) -> Theorem:
    """From 0 < b: 0 < inv(b); from 0 < -b: 0 < -inv(b)."""
    b = below.conclusion[2]
    unequal = positive_nonzero(below)
    if negative:
        b = b[2] if b[0] == "*" and b[1] == num(-1) else neg(b)
        half = deny(logic.linear(FALSE, [(ONE, None, below), (num(1), None, logic.assume(("=", b, ZERO)))]), b)
        fact = cut(half, logic.meaning("inverse", b))
        u: Term = neg(("inv", b))
        b = below.conclusion[2]
        product_is_one = logic.linear(("=", ("*", b, u), ONE), [(ONE, None, fact)])
    else:
        u = ("inv", b)
        product_is_one = cut(unequal, logic.meaning("inverse", b))
    goal = ("<", ZERO, u)
    # u <= 0 would make 1 = b u <= 0
    cases = []
    for formula in (("<", u, ZERO), ("=", ZERO, u)):
        assumed = logic.assume(formula)
        sign = (b, below, assumed) if formula[0] == "<" else (neg(b), None, assumed)
        cases.append(logic.absurd(logic.linear(FALSE, [(num(-1), None, product_is_one), sign]), goal))
    return logic.trichotomy(logic.assume(goal), cases[1], cases[0], ZERO, u)


def positive_nonzero(below: Theorem) -> Theorem:
    """From 0 < b: b != 0."""
    b = below.conclusion[2]
    contra = logic.linear(FALSE, [(ONE, None, below), (ONE, None, logic.assume(("=", b, ZERO)))])
    return deny(contra, b)


def multiple(p: Poly, q: Poly) -> Fraction | None:
    """c with p = c q, None where there is none."""
    if set(p) != set(q) or not q:
        return None
    m = next(iter(q))
    c = p[m] / q[m]
    return c if all(p[k] == c * q[k] for k in q) else None


def may_help(p: Poly, e: Poly) -> bool:
    """Whether subtracting a fact can leave only non-negative terms: a new negative term needs a multiple next to it."""
    rest = plus(p, e, -1)
    names = {m: {x for x, _ in m} for m in rest}
    return not any(c < 0 and not any(o != m and names[m] <= names[o] for o in rest) for m, c in rest.items())


def monomial_of(m: Any, names: dict[int, Any]) -> Any:
    """A monomial with SymPy's symbols for its atoms."""
    out: Any = Integer(1)
    for x, k in m:
        out = out * names[x] ** k
    return out


def poly_of(e: Any, back: dict[Any, int]) -> Poly:
    """A polynomial from SymPy's expression of it."""
    symbols = sorted(e.free_symbols, key=lambda s: back[s])
    out: Poly = {}
    for powers, c in SympyPoly(e, *symbols).terms():
        m = tuple((back[s], k) for s, k in zip(symbols, powers, strict=True) if k)
        out[m] = Fraction(int(c.p), int(c.q))
    return out


def divided(p: Any, q: Any) -> Any:
    """The polynomial p / q, None where q does not divide p."""
    names = {x: Symbol(f"y{x}") for x in sorted({x for r in (p, q) for m in r for x, _ in m})}
    if not q or not names:
        return None
    a, b = (sum((c.numerator * monomial_of(m, names) / c.denominator for m, c in r.items())) for r in (p, q))
    quotient, rest = SympyPoly(a, *names.values()).div(SympyPoly(b, *names.values()))
    if not rest.is_zero:
        return None
    back = {v: k for k, v in names.items()}
    e = quotient.as_expr()
    if not e.free_symbols:
        return {(): Fraction(int(e.p), int(e.q))}
    return poly_of(e, back)


PRODUCTS, LARGEST, MONOMIALS = 400, 40, 600  # products tried, terms of a fact that is still multiplied, rows


def combination(signs: Signs, p: Poly, strict: bool) -> Theorem | None:
    """0 <= p or 0 < p from products of at most two facts and of what is never negative, None where there is none."""
    atoms = {x for m in p for x, _ in m}
    every = [f for f in signs.facts() if f.e and len(f.e) <= LARGEST]
    for f in every:  # facts that speak of p bring in what else they speak of
        own = {x for m in f.e for x, _ in m}
        if own & {x for m in p for x, _ in m} and len(atoms | own) <= 14:
            atoms |= own
    every += signs.extremes({((x, 1),): Fraction(1) for x in atoms})
    facts: list[tuple[Poly, Theorem]] = []
    for f in every:
        if f.op != "=" and f.e and len(f.e) <= LARGEST and {x for m in f.e for x, _ in m} <= atoms:
            facts.append((f.e, f.theorem))
    for x in sorted(atoms):
        found = signs.atom(x)
        if found is not None:
            facts.append((scalar(found[1].conclusion[2]), found[1]))
    unique = {tuple(sorted(e.items())): (e, th) for e, th in facts}
    facts = list(unique.values())[:60]
    degree = max((sum(k for _, k in m) for m in p), default=0)
    one = logic.linear(("<", ZERO, ONE), [])
    products: list[tuple[Poly, tuple[Theorem, ...]]] = [({(): Fraction(1)}, (one,)), *((e, (th,)) for e, th in facts)]
    for (d, first), (e, second) in combinations_with_replacement(facts, 2):
        if len(products) < PRODUCTS and degree > 1:
            both = times(d, e)
            if max(sum(k for _, k in m) for m in both) <= degree:
                products.append((both, (first, second)))
    equations = [
        (f.e, f.theorem) for f in signs.facts() if f.op == "=" and f.e and {x for m in f.e for x, _ in m} <= atoms
    ][:20]
    columns = [e for e, _ in products] + [e for e, _ in equations]
    if len({m for e in columns for m in e} | set(p)) > MONOMIALS:
        return None
    cost = [float(1 + len(e)) for e, _ in products] + [0.0] * len(equations)
    exact = cheapest(columns, p, cost, range(len(products), len(columns)))
    if exact is None:
        return None
    items: list[Any] = []
    for k, c in enumerate(exact):
        if c and k < len(products):
            theorems = products[k][1]
            th = theorems[0] if len(theorems) == 1 else product(*theorems)
            items.append((num(c), None, th))
        elif c:
            items.append((num(c), None, equations[k - len(products)][1]))
    if strict and not any(th.conclusion[0] == "<" for _, _, th in items):
        return None
    return logic.linear(("<" if strict else "<=", ZERO, shown(p)), items)


NORMS = ("normF", "norm2", "maxabs", "rank", "rho", "numradius")


@dataclass(frozen=True)
class Known:
    """A fact 0 <= e, 0 < e or 0 = e, e reduced."""

    op: str
    e: Poly
    theorem: Theorem


DEEPEST = 12  # questions within questions
MOST, QUESTION, PROGRAM = 12000, 3, 60  # what one of them may cost, and what a polynomial and a linear program do


class Signs:
    """Looks for signs.

    Work is counted, not timed, so that what is seen does not depend on the machine: a polynomial of many terms in many
    atoms is expensive to factor, and next to exponentials there are many of them.
    """

    def __init__(self, algebra: Algebra, facts: Callable[[], list[Known]], now: Callable[[], Hashable]) -> None:
        """`facts` and `now` say what is known at present, and when two answers are about the same knowledge."""
        self.algebra, self.facts, self.now = algebra, facts, now
        self.depth = 0  # questions about signs that are open
        self.cache: dict[Any, Answer] = {}
        self.own: dict[int, Answer] = {}  # bounds of atoms by themselves
        self.work = [0]  # what the question being asked has cost

    def still(self, answer: Answer) -> bool:
        """Whether an answer is what would be found now: as much is known, and deeper down no more is tried."""
        return answer.depth <= self.depth and answer.known == self.now()

    def forget(self) -> None:
        """Nothing that was found is used any more."""
        self.cache.clear()
        self.own.clear()

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
        signs.work, signs.depth = self.work, self.depth + 1
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

    # --- polynomials

    def affords(self, cost: int) -> bool:
        """Whether the question being asked may cost so much more."""
        self.work[0] += cost
        if self.work[0] > MOST:
            self.algebra.questions.depend_on_all()
        return self.work[0] <= MOST

    def sign(self, t: Term, strict: bool = False) -> Theorem | None:
        """0 <= t, or 0 < t; None where that is not seen."""
        p, items = self.algebra.reduce(scalar(t))
        found = self.poly(p, strict)
        if found is None:
            return None
        op = "<" if strict else "<="
        # t = p + sum of c (b - a)
        return logic.linear((op, ZERO, t), [(ONE, None, found), *((shown(c), None, th) for c, th in items)])

    def poly(self, p: Poly, strict: bool) -> Theorem | None:
        """0 <= p or 0 < p for a reduced polynomial, written as `shown` writes it."""
        key = (tuple(sorted(p.items())), strict)
        if key in self.cache and (self.cache[key].found is not None or self.still(self.cache[key])):
            return self.cache[key].found
        now = self.now()
        question, questions = (self, key), self.algebra.questions
        if not self.depth:
            self.work[0] = 0
        if question in questions:
            questions.depend(question)
            return None
        if self.depth > DEEPEST or not self.affords(QUESTION):
            return None
        self.depth += 1
        try:
            found, lasts = questions.ask(question, lambda: self._poly(p, strict))
        finally:
            self.depth -= 1
        if found is not None or lasts:
            self.cache[key] = Answer(now, self.depth, found)
        return found

    def _poly(self, p: Poly, strict: bool) -> Theorem | None:
        goal = ("<" if strict else "<=", ZERO, shown(p))
        if set(p) <= {()}:
            c = p.get((), Fraction(0))
            return None if c < 0 or strict and c == 0 else logic.linear(goal, [])
        for attempt in (
            self._by_terms,
            self._by_fact,
            self._fraction,
            self._extremal,
            self._factors,
            self._program,
            self._nothing,
        ):
            found = attempt(p, strict)
            if found is not None:
                if found.conclusion == goal:
                    return found
                rest = self.algebra.zero(plus(p, scalar(found.conclusion[2]), -1))
                if rest is None:
                    continue
                return logic.linear(goal, [(ONE, None, found), *((shown(c), None, th) for c, th in rest)])
        return None

    def _by_terms(self, p: Poly, strict: bool) -> Theorem | None:
        """Every term is non-negative once each atom is counted from its lower bound."""
        return self._terms(p, strict, False) or (self._terms(p, strict, True) if strict else None)

    def _terms(self, p: Poly, strict: bool, strictly: bool) -> Theorem | None:
        atoms = {x for m in p for x, _ in m}
        bounds: dict[int, tuple[Fraction, Theorem]] = {}
        for x in atoms:
            found = self.atom(x, strictly)
            if found is not None:
                bounds[x] = found
            elif any(dict(m).get(x, 0) % 2 for m in p):
                return None
        shifted: Poly = {}
        for m, c in p.items():
            term = constant(c)
            for x, k in m:
                own: Poly = {((x, 1),): Fraction(1)}
                term = times(term, power(plus(own, constant(bounds[x][0])) if x in bounds else own, k))
            shifted = plus(shifted, term)
        if any(c < 0 for c in shifted.values()):
            return None
        parts: list[Theorem] = []
        seen = False
        for m, c in shifted.items():
            th = logic.linear(("<", ZERO, num(c)), [])
            for x, k in m:
                if x in bounds:
                    for _ in range(k):
                        th = product(th, bounds[x][1])
                else:
                    th = self._even(th, x, k)
            seen = seen or th.conclusion[0] == "<"
            parts.append(th)
        return None if strict and not seen else total(p, strict, parts)

    def _even(self, th: Theorem, x: int, k: int) -> Theorem:
        """From 0 <= c: 0 <= c x^k, k even."""
        if k % 2:
            raise KernelError("an odd power has no sign")
        t = atom_term(x)
        nonzero = self.nonzero(t)
        square = logic.meaning("number", ("^", t, 2)) if nonzero is None else square_of(nonzero)
        for _ in range(k // 2):
            th = product(th, square)
        return th

    def nonzero(self, t: Term) -> Theorem | None:
        """t != 0, where that is among the facts of the statement."""
        return self.algebra.prove(("!=", t))

    def _by_fact(self, p: Poly, strict: bool) -> Theorem | None:
        """A positive multiple of a fact, or a fact and a rest that is non-negative term by term."""
        facts = [f for f in self.facts() + self.extremes(p) if f.e]
        for f in facts:
            scale = multiple(p, f.e)
            if scale is None or scale < 0 and f.op != "=" or strict and f.op != "<":
                continue
            c = num(scale)
            return logic.linear(("<" if strict else "<=", ZERO, shown(p)), [(c, None, f.theorem)])
        for f in facts:
            if f.op == "=" or not may_help(p, f.e):
                continue
            th = self._by_terms(plus(p, f.e, -1), strict and f.op != "<")
            if th is not None:
                return total(p, strict, (f.theorem, th))
        return None

    def _fraction(self, p: Poly, strict: bool) -> Theorem | None:
        """N / D with the signs of numerator and denominators."""
        inverses = sorted({x for m in p for x, _ in m if atom_term(x)[0] == "inv"}, reverse=True)
        if not inverses:
            return None
        u = inverses[0]
        rest, _, _ = self.algebra.cleared(p, u)
        power = max(dict(m).get(u, 0) for m in p)
        below, negative = self.sign(atom_term(u)[1], True), False
        if below is None and power == 1:
            below, negative = self.sign(neg(atom_term(u)[1]), True), True
        th = None if below is None else self.sign(shown(plus({}, rest, -1 if negative else 1)), strict)
        if below is None or th is None:
            return None
        for _ in range(power):
            th = product(inverse_sign(below, negative), th)
        return th

    def _factors(self, p: Poly, strict: bool) -> Theorem | None:
        """Factor by factor."""
        spoken = {x for m in p for x, _ in m}
        high = any(sum(k for _, k in m) > 24 for m in p)  # factors of such a polynomial may take minutes
        if len(p) > 60 or high or not any(p) or not self.affords(len(p) * len(spoken)):
            return None
        names = {x: Symbol(f"y{x}") for x in spoken}
        back = {v: k for k, v in names.items()}
        e: Any = sum((Integer(c.numerator) / c.denominator * monomial_of(m, names) for m, c in p.items()), Integer(0))
        constant_, factors = factor_list(e)
        if len(factors) < 2 and (not factors or factors[0][1] == 1):
            return None
        sign = 1 if constant_ > 0 else -1
        scale = num(abs(Fraction(int(constant_.p), int(constant_.q))))
        parts: list[Theorem] = [logic.linear(("<", ZERO, scale), [])]
        for f, k in factors:
            q = poly_of(f, back)
            if k % 2 == 0 and not strict:
                parts += [logic.meaning("number", ("^", shown(q), 2))] * (k // 2)
                continue
            th = self.poly(q, strict)
            if th is None:
                th, sign = self.poly(plus({}, q, -1), strict), sign * (-1) ** k
                if th is None:
                    return None
            parts += [th] * k
        if sign < 0:
            return None
        out = parts[0]
        for th in parts[1:]:
            out = product(out, th)
        return out

    def _extremal(self, p: Poly, strict: bool) -> Theorem | None:
        """c min(a, b) + r has a sign where c a + r and c b + r have it; likewise with -c max(a, b)."""
        for x in sorted({x for m in p for x, _ in m}):
            t, c = atom_term(x), p.get(((x, 1),), Fraction(0))
            if (
                t[0] not in ("max", "min")
                or (c > 0) != (t[0] == "min")
                or any(dict(m).get(x) for m in p if m != ((x, 1),))
            ):
                continue
            rest = plus(p, {((x, 1),): c}, -1)
            bound = shown({m: -k / c for m, k in rest.items()})  # c t + rest >= 0 says t >= bound, or t <= bound
            th = logic.meaning("extreme", t, 3, bound)
            for need in hypotheses(th):
                found = self.sign(sub(need[2], need[1]), False)
                if found is None:
                    break
                th = cut(logic.linear(need, [(ONE, None, found)]), th)
            else:
                if not strict:
                    scale = num(abs(c))
                    return logic.linear(("<=", ZERO, shown(p)), [(scale, None, th)])
        return None

    def _nothing(self, p: Poly, strict: bool) -> Theorem | None:
        """0 <= p because p vanishes."""
        items = None if strict or len(p) > 6 else self.algebra.zero(p)
        return (
            None if items is None else logic.linear(("<=", ZERO, shown(p)), [(shown(c), None, th) for c, th in items])
        )

    def _program(self, p: Poly, strict: bool) -> Theorem | None:
        if self.depth > 3 or not self.affords(PROGRAM):
            return None
        return combination(self, p, strict)
