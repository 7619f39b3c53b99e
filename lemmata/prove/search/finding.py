"""The search: goals taken apart, and each part a combination of facts of the book."""

from __future__ import annotations

import time
from contextlib import suppress
from fractions import Fraction
from math import isqrt
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import ZERO, KernelError, Term, num, opened, plus, scalar, sort_of, sub
from lemmata.language import proof
from lemmata.prove.elaborating import conclude
from lemmata.prove.normal_words import atom_term, shown
from lemmata.prove.search.combining import DEEP
from lemmata.prove.search.condition_numbers import Conditioned
from lemmata.prove.search.gram_traces import normed
from lemmata.prove.search.lemma_index import atoms
from lemmata.prove.search.monotone import Monotone
from lemmata.prove.search.norm_rules import Descending
from lemmata.prove.search.search_state import Instance, NotFound, OutOfTime
from lemmata.prove.search.writing import Unwritable


class Search(Monotone, Conditioned, Descending):
    """One claim under the eyes of the book."""

    def prove(self) -> proof.Proof:
        """A script that gives every conjunct.  Raises NotFound, OutOfTime, KernelError."""
        for k, conclusion in enumerate(self.state.reading.conclusions):
            self.conjunct(k, conclusion)
        return proof.Proof(self.method(), tuple(self.steps))

    def weaker(self) -> list[Instance]:
        """What the book says of the smaller side of the claim that is evidently less."""
        (goal, *more) = self.state.reading.conclusions
        if more or goal[0] != "<=" or sort_of(goal[1])[0] == "M":
            return []
        try:
            universe: dict[Any, Term] = {}
            self.add_atoms(universe, [x for x in atoms(goal[1]) if x[0] not in ("v", "q")])
            self.met.clear()
            target, side = self.canon(sub(goal[2], goal[1])), self.canon(goal[1])
            out = []
            for made in self.instances(list(universe.values()), universe, set()):
                if made.missing or made.formula[0] != "<=" or self.canon(made.formula[1]) != side:
                    continue
                apart = plus(self.canon(sub(made.formula[2], made.formula[1])), target, -1)
                if apart and self.evident(apart):
                    out.append(made)
            return out
        except (NotFound, OutOfTime, KernelError):
            return []

    def method(self) -> str:
        """The facts used, by title."""
        return "; ".join(dict.fromkeys(i.fact.statement.title for i in self.used)) or "signs and algebra"

    def conjunct(self, k: int, goal: Term) -> None:
        """Steps for one conjunct, quantifiers opened at free indices."""
        try:
            conclude(self.state, self.statement, k)
            return
        except KernelError:
            pass
        while goal[0] == "all":
            goal = opened(goal[3], self.open_index(goal[1], goal[2])[1])
        self.square_lengths()
        self.establish(goal, 0)

    def square_lengths(self) -> None:
        """Steps that say tr(x^T x) = c^2 where the length c of a column x is given."""
        for theorem in [*self.state.assumed.values(), *self.state.facts.values()]:
            match theorem.conclusion:
                case ("=", ("normF", x), ("q", c)):
                    square = c * c
                case ("=", ("^", ("normF", x), 2), ("q", c)):
                    square = c
                case _:
                    continue
            with suppress(NotFound, KernelError):
                self.establish(("=", ("tr", ("mm", ("T", x), x)), num(square)), 1)

    def establish(self, goal: Term, depth: int) -> str:
        """The name of a step that says the goal.  Raises NotFound."""
        if goal in self.wanted:
            raise NotFound("asked for on the way to itself")
        self.wanted.add(goal)
        try:
            with self.aside():
                self.depth = depth
                return self._establish(goal, depth)
        finally:
            self.wanted.discard(goal)

    def _establish(self, goal: Term, depth: int) -> str:
        self.look()
        if not self.plausible(goal):
            raise NotFound("false at an instance")
        if sort_of(goal[1])[0] == "M":
            try:
                return self.step(goal, proof.Identity())
            except NotFound:
                return self.by_products(goal, depth)
        if self.state.prove(goal) is not None and goal[0] != "=":
            return self.step(goal, proof.Sign())
        if goal[0] == "=" and self.state.algebra.zero(scalar(sub(goal[1], goal[2]))) is not None:
            return self.step(goal, proof.Identity())
        attempts = [
            (self.by_order, 0.3), (self.by_one_fact, 0.5), (self.by_seen_way_point, 0.2), (self.by_chain, 0.3),
            (self.by_way_point, 0.3), (self.by_descent, 0.3), (self.by_few_facts, 0.25), (self.by_denominators, 0.5),
            (self.by_sums, 0.4), (self.by_facts, 0.7), (self.by_sides, 1.0), (self.by_roots, 1.0), (self.by_cases, 1.0),
        ]  # fmt: skip
        kinds = {atom_term(x)[0] for side in goal[1:] for m in scalar(side) for x, _ in m}
        if "tr" in kinds:
            attempts.insert(6, (self.by_norms, 0.4))
        if goal[0] == "<=" and self.modulus(goal[1]) is not None:
            attempts.insert(4, (self.by_sides, 0.6))
        elif kinds & {"max", "min"}:
            attempts.insert(5, (self.by_cases, 0.5))
        if goal[0] == "<=" and base_of(goal[1]) and base_of(goal[2]):
            attempts.insert(5, (self.by_bases, 0.5))
        if self.given_forms():
            attempts.insert(2, (self.by_traces, 0.3))
            if "inv" in kinds:
                attempts.insert(3, (self.by_denominators, 0.4))
            elif not base_of(goal[1]):
                attempts.insert(3, (self.by_roots, 0.4))
            elif goal[0] == "=":
                attempts.insert(3, (self.by_sides, 0.5))
        if "maxo" in kinds:
            attempts.insert(1, (self.by_largest, 0.4))
        if "cond" in kinds:
            attempts.insert(3, (self.by_quotients, 0.4))
        if goal[0] == "<":
            attempts.insert(2, (self.by_least, 0.4))
        if "log" in kinds:
            attempts.insert(5, (self.by_exponentials, 0.4))
        if depth > DEEP:
            attempts = [a for a in attempts if a[0] in (self.by_order, self.by_one_fact)]
        for attempt, share in attempts:  # each with a share of the time that is left
            mark, used, until = len(self.steps), len(self.used), self.until
            self.until = time.process_time() + share * (until - time.process_time())
            try:
                return attempt(goal, depth)
            except (NotFound, KernelError, Unwritable, RecursionError):  # the last where terms are too deep
                self.forget(mark)
                del self.used[used:]
            except OutOfTime:
                self.forget(mark)
                del self.used[used:]
                if time.process_time() > until:
                    raise
            finally:
                self.until = until
        raise NotFound(str(goal))

    def by_sides(self, goal: Term, depth: int) -> str:
        """An equation from both inequalities; a modulus between two bounds."""
        op, a, b = goal
        if op == "=":
            below = self.establish(("<=", a, b), depth + 1)
            above = self.establish(("<=", b, a), depth + 1)
            return self.step(goal, proof.Antisymmetric(below, above))
        x = self.modulus(a)
        if op == "<=" and x is not None and depth < 3:
            self.establish(("<=", ("*", num(-1), b), x), depth + 1)
            self.establish(("<=", x, b), depth + 1)
            return self.apply_numbers("classical.modulus-bound", goal, {"x": x, "c": b})
        raise NotFound("no sides")

    def modulus(self, t: Term) -> Term | None:
        """What a number is the modulus of."""
        p = scalar(t)
        ((m, c),) = p.items() if len(p) == 1 else (((), 0),)
        inside = atom_term(m[0][0]) if c == 1 and len(m) == 1 and m[0][1] == 1 else ("",)
        return inside[1] if inside[0] == "abs" else None

    def by_norms(self, goal: Term, depth: int) -> str:
        """With traces of Gram matrices as squares of norms."""
        op, *sides = goal
        plain = [self.canon(side) for side in sides]
        short = [normed(p, self.matcher.reduced) for p in plain]
        if depth > 1 or short == plain:
            raise NotFound("no trace of a Gram matrix")
        name = self.establish((op, *map(shown, short)), depth + 1)
        return self.step(goal, proof.Combine({name: self.writer.polynomial({(): Fraction(1)})}))

    def by_bases(self, goal: Term, depth: int) -> str:
        """Squares from what is squared: |x| <= y gives x^2 <= y^2."""
        x, y = base_of(goal[1]), base_of(goal[2])
        if depth > 2 or x is None or y is None:
            raise NotFound("no squares")
        size = x if self.state.prove(("<=", ZERO, x)) is not None else ("abs", x)
        name = self.establish(("<=", size, y), depth + 1)
        return self.step(goal, proof.Combine({name: self.writer.polynomial(scalar(("+", size, y)))}))

    def by_roots(self, goal: Term, depth: int) -> str:
        """From the squares, where both sides are not negative."""
        op, a, b = goal
        if op not in ("<=", "=") or depth > 1 or not self._squared_helps(a, b):
            raise NotFound("no roots")
        for side in (b, a):
            if self.state.prove(("<=", ZERO, side)) is None:
                self.establish(("<=", ZERO, side), depth + 1)
        self.establish((op, ("^", a, 2), ("^", b, 2)), depth + 1)
        fact = "classical.square-roots" if op == "<=" else "classical.equal-squares"
        return self.apply_numbers(fact, goal, {"x": a, "y": b})

    def _squared_helps(self, a: Term, b: Term) -> bool:
        kinds = {x[0] for side in (a, b) for x in atoms(side)}
        return bool(kinds & {"sqrt", "normF", "smax", "norm2", "s", "smin", "maxabs"})

    def by_cases(self, goal: Term, depth: int) -> str:
        """By the sign inside a modulus, or by which of two is larger."""
        if depth > 2:
            raise NotFound("no more cases")
        for t in dict.fromkeys(x for side in goal[1:] for x in atoms(side)):
            if t[0] not in ("abs", "max", "min"):
                continue
            split = ("<=", ZERO, t[1]) if t[0] == "abs" else ("<=", t[1], t[2])
            if self.state.prove(split) is not None:
                continue
            then = self._case(goal, split, t, depth)
            otherwise = self._case(goal, ("<=", split[2], split[1]), t, depth)
            return self.step(goal, proof.Cases(self.write(split), then, otherwise))
        raise NotFound("no cases")

    def _case(self, goal: Term, case: Term, t: Term, depth: int) -> tuple[proof.Step, ...]:
        state, before = self.state, list(self.steps)
        facts, assumed = dict(state.facts), dict(state.assumed)
        state.facts["case"] = state.assumed[case] = logic.assume(case)
        self.steps, canonical, self.canonical = [], self.canonical, {}
        self.plausible_, self.quick, self.made_ = {}, {}, {}
        signs, self.signs, self.lowest = self.signs, {}, {}
        try:
            state.forget([])
            self.establish(goal, depth + 1)
            return tuple(self.steps)
        finally:
            state.facts, state.assumed = facts, assumed
            state.forget([case])
            state.algebra.forget(lambda th: False)
            self.plausible_, self.quick, self.made_ = {}, {}, {}
            self.steps, self.canonical, self.signs, self.lowest = before, canonical, signs, {}


def base_of(t: Term) -> Term | None:
    """What a product of even powers is the square of."""
    if t[0] == "^" and t[2] % 2 == 0:
        return t[1] if t[2] == 2 else ("^", t[1], t[2] // 2)
    if t[0] == "*":
        x, y = base_of(t[1]), base_of(t[2])
        return None if x is None or y is None else ("*", x, y)
    if t[0] == "q" and t[1] >= 0:
        root = Fraction(isqrt(t[1].numerator), isqrt(t[1].denominator))
        return num(root) if root**2 == t[1] else None
    return None


__all__ = ["Instance", "NotFound", "OutOfTime", "Search"]
