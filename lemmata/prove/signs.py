"""Signs: theorems 0 <= e and 0 < e, found from facts, from what is never negative, factor by factor, and last by a
linear program over products of facts.  Whatever is found here the kernel checks.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Integer, Symbol, factor_list

from lemmata import kernel as logic
from lemmata.kernel import ONE, ZERO, KernelError, Poly, Term, Theorem, constant, neg, num, plus, scalar, sub, times
from lemmata.prove.bounds import Bounds
from lemmata.prove.factors import may_help, monomial_of, multiple, poly_of
from lemmata.prove.normal_words import Items, atom_term, cut, hypotheses, power, shown
from lemmata.prove.positive import inverse_sign, product, square_of, total, weaker
from lemmata.prove.questions import Answer
from lemmata.prove.sign_program import combination

DEEPEST = 12  # questions within questions
MOST, QUESTION, PROGRAM = 12000, 3, 60  # what one of them may cost, and what a polynomial and a linear program do


class Signs(Bounds):
    """Looks for signs.

    Work is counted, not timed, so that what is seen does not depend on the machine: a polynomial of many terms in many
    atoms is expensive to factor, and next to exponentials there are many of them.
    """

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
        if not self.depth and not self.inner:
            self.work[0] = 0
        if question in questions:
            questions.depend(question)
            return None
        if self.depth > DEEPEST or not self.affords(QUESTION):
            return None
        questions.begin(question)
        self.depth += 1
        found, lasts = None, False
        try:
            found = self._poly(p, strict)
        except KernelError:  # a rule does not apply: no sign is seen in this way
            pass
        finally:
            self.depth -= 1
            lasts = questions.end(question, found is not None)
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
        parts: list[tuple[Theorem, Items]] = []
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
            parts.append((th, []))
        if strict and not seen:
            return None
        return total(shown(p), "<" if strict else "<=", parts)

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
                return total(
                    shown(p),
                    "<" if strict else "<=",
                    [(f.theorem if strict else weaker(f.theorem), []), (th if strict else weaker(th), [])],
                )
        return None

    def _fraction(self, p: Poly, strict: bool) -> Theorem | None:
        """N / D with the signs of numerator and denominators."""
        inverses = sorted({x for m in p for x, _ in m if atom_term(x)[0] == "inv"}, reverse=True)
        if not inverses:
            return None
        u = inverses[0]
        rest, _, _ = self.algebra.cleared(p, u)
        below = self.sign(atom_term(u)[1], True)
        if below is None:
            if max(dict(m).get(u, 0) for m in p) % 2:
                minus = self.sign(neg(atom_term(u)[1]), True)
                if minus is None:
                    return None
                upper = self.sign(shown(plus({}, rest, -1)), strict)
                if upper is None:
                    return None
                below_inv = inverse_sign(minus, negative=True)
                out = product(below_inv, upper)
                for _ in range(max(dict(m).get(u, 0) for m in p) - 1):
                    out = product(out, below_inv)
                return out if max(dict(m).get(u, 0) for m in p) == 1 else None
            return None
        upper = self.sign(shown(rest), strict)
        if upper is None:
            return None
        th = upper
        for _ in range(max(dict(m).get(u, 0) for m in p)):
            th = product(inverse_sign(below), th)
        return th

    def _factors(self, p: Poly, strict: bool) -> Theorem | None:
        """Factor by factor."""
        spoken = {x for m in p for x, _ in m}
        if len(p) > 60 or not any(p) or not self.affords(len(p) * len(spoken)):
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
            if k % 2 == 0:
                root = (self.poly(q, True) or self.poly(plus({}, q, -1), True)) if strict else None
                if root is None:
                    if strict:
                        return None
                    root = logic.meaning("number", ("^", shown(q), 2))
                    parts += [root] * (k // 2)
                    continue
                parts += [root] * k
                continue
            th = self.poly(q, strict)
            if th is None:
                th = self.poly(plus({}, q, -1), strict)
                if th is None:
                    return None
                sign = -sign
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
