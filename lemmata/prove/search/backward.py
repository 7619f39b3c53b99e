"""Goals that one fact says, or nearly: what it asks for is a goal in its turn; and goals without denominators."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from lemmata.kernel import ZERO, KernelError, Poly, Term, plus, times
from lemmata.prove.normal_words import atom_term, power, sides_of
from lemmata.prove.search.limits import CONDITIONS, DEEP, DENOMINATORS, FACTS_TRIED
from lemmata.prove.search.linear_program import Combination, Source
from lemmata.prove.search.search_state import Clock, Goal, Instance, NotFound, OutOfTime
from lemmata.prove.search.steps import ONCE, Tactic


class OneFact(Tactic):
    """A fact whose instance is the goal, up to a factor and terms that are not negative."""

    def run(self, goal: Goal, clock: Clock) -> str:
        """The combination; the facts with the least to show are tried, each with its part of the time."""
        target = self.search.slack(goal.formula)
        here = {x for m in target for x, _ in m}
        ranked: list[tuple[tuple[int, ...], Combination]] = []
        for made in self.instances(goal, here):
            found = self.saying(goal.op, target, made)
            if found is not None:
                rank = (self.lemmas.unseen(made), len(found.rest), made.fact.standing, len(ranked))
                ranked.append((rank, found))
        for k, (_, found) in enumerate(sorted(ranked, key=lambda x: x[0])[:FACTS_TRIED]):
            with suppress(NotFound, OutOfTime), clock.share(1 / (FACTS_TRIED - k)), self.search.trial():
                return self.steps.combined(goal.formula, found, goal.depth, DEEP + 1)
            self.note(goal, found)
        raise NotFound("no fact says it")

    def note(self, goal: Goal, found: Combination) -> None:
        """Note what a fact that says the goal asks for, where it is one thing."""
        asked = [h for s in found.factors if s.made for h in self.lemmas.not_seen(s.made)]
        if len(asked) == 1:
            self.search.note_open(asked[0], goal.depth + 1)

    def instances(self, goal: Goal, here: set[int]) -> Iterator[Instance]:
        """What facts say of one atom of the goal, or of two and nothing else."""
        yield from self.lemmas.instances_of(goal)
        universe = self.lemmas.spoken_of(goal)
        yield from self.lemmas.instances_apart(universe, lambda e: not {x for m in e for x, _ in m} <= here)

    def saying(self, op: str, target: Poly, made: Instance) -> Combination | None:
        """How an instance gives the goal, if it does."""
        try:
            source = self.lemmas.source(made, 1.0)
        except KernelError:
            return None
        e = source.e
        shared = [m for m in e if m in target]
        if not shared or op == "=" and source.op != "=":
            return None
        for c in dict.fromkeys(target[m] / e[m] for m in shared):
            rest = plus(target, {m: k * c for m, k in e.items()}, -1)
            if c < 0 and source.op != "=" or rest and op == "=":
                continue
            beside = self.left_over(rest)
            if beside is None:
                continue
            above = any(k > 0 and self.search.surely(m) for m, k in beside.rest.items())
            if op == "<" and source.op != "<" and not above:
                continue
            return Combination({source: {(): c}, **beside.factors}, beside.rest)
        return None

    def left_over(self, rest: Poly) -> Combination | None:
        """Why a slack is not negative, as it is or with the numbers that atoms are given to equal put in."""
        found = self.steps.not_negative(rest)
        if found is not None:
            return found
        put, factors = self.valued(rest)
        found = self.steps.not_negative(put) if factors else None
        return None if found is None else Combination({**factors, **found.factors}, found.rest)

    def valued(self, p: Poly) -> tuple[Poly, dict[Source, Poly]]:
        """A polynomial with c for a where a = c is known, and the factors of a - c that make up the difference."""
        factors: dict[Source, Poly] = {}  # of the equations a = c
        for known in self.search.state.known():
            match [m for m in known.e if m]:
                case [((a, 1),)] if known.op == "=" and len(known.e) == 2:
                    top = known.e[((a, 1),)]
                case _:
                    continue
            value = -known.e[()] / top
            factor: Poly = {}
            for m, c in p.items():
                k = dict(m).get(a, 0)
                rest = tuple((x, j) for x, j in m if x != a)
                for j in range(k):  # a^k - c^k is a - c times the sum of a^j c^(k - 1 - j)
                    by = times({rest: c * value ** (k - 1 - j) / top}, {((a, j),) if j else (): Fraction(1)})
                    factor = plus(factor, by)
            if factor:
                p = plus(p, times(known.e, factor), -1)
                factors[self.steps.known("=", known.e, 0.3, known.theorem)] = factor
        return p, factors


@dataclass
class WayPoint(Tactic):
    """What a fact says of one whole side is a goal in its turn with the other, both as they are written."""

    at_once: bool  # where all that is left is seen at once

    def applies(self, goal: Goal) -> bool:
        """Whether it is an inequality near the claim."""
        return goal.op == "<=" and goal.depth <= 1

    def run(self, goal: Goal, clock: Clock) -> str:
        """The sum of what the fact says and the rest; the last that is tried has all the time."""
        a, b = goal.sides
        universe = self.lemmas.spoken_of(goal)
        found: list[tuple[int, int, int, Instance, Term, Fraction]] = []
        for made in self.lemmas.instances(list(universe.values()), universe, set()):
            for own, other, sign in ((*made.formula[1:], 1), (*made.formula[:0:-1], -1)):
                for side, rest in ((a, ("<=", other, b)), (b, ("<=", a, other))):
                    right = made.formula[0] == "=" or (sign > 0) == (side is a)
                    if right and other[0] != "q" and self.is_same(own, side) and self.search.plausible(rest):
                        factor = Fraction(sign if side is a else -sign)
                        found.append((self.lemmas.unseen(made), made.fact.standing, len(found), made, rest, factor))
        if self.at_once:
            found = [x for x in found if not x[0] and self.search.seen(x[4])]
        first = {rest: (made, factor) for *_, made, rest, factor in sorted(found, key=lambda x: x[:3], reverse=True)}
        tried = [*reversed(first.items())][:FACTS_TRIED]
        for k, (rest, (made, factor)) in enumerate(tried, 1):
            with suppress(NotFound, OutOfTime), clock.share(0.5 if k < len(tried) else 1.0), self.search.trial():
                reach = self.search.establish if self.lemmas.unseen(made) else self.search.suffices
                further = reach(rest, goal.depth + 1)
                name = self.lemmas.applied(made, goal.depth)
                return self.steps.sum(goal.formula, {name: {(): factor}, further: ONCE})
        raise NotFound("no way point")

    def is_same(self, x: Term, y: Term) -> bool:
        """Whether two numbers have one normal form."""
        try:
            return self.search.canon(x) == self.search.canon(y)
        except KernelError:
            return False


class Denominators(Tactic):
    """The goal times what it is divided by, which is above zero."""

    def applies(self, goal: Goal) -> bool:
        """Whether it has a denominator, or two."""
        return goal.depth <= 1 and 0 < len(self.under_bars(self.search.slack(goal.formula))) <= DENOMINATORS

    def under_bars(self, p: Poly) -> list[int]:
        """The inverses in a polynomial."""
        return [x for x in {x for m in p for x, _ in m} if atom_term(x)[0] == "inv"]

    def run(self, goal: Goal, clock: Clock) -> str:
        target, factor = self.search.slack(goal.formula), ONCE
        for x in self.under_bars(target):
            self.above_zero(atom_term(x)[1], goal.depth)
            target, over, _ = self.search.state.algebra.cleared(target, x)
            target, factor = self.search.polynomial(target), times(factor, over)
        if self.under_bars(target):
            raise NotFound("denominators within denominators")
        name = self.search.suffices((goal.op, *sides_of(target)), goal.depth + 1)
        return self.steps.sum(goal.formula, {name: factor})

    def above_zero(self, t: Term, depth: int) -> None:
        """Steps for a number above zero, a product factor by factor.  Raises NotFound."""
        if self.search.state.prove(("<", ZERO, t)) is not None:
            return
        ((m, _), *more) = self.search.canon(t).items()
        if not more and sum(k for _, k in m) > 1:
            for x, _ in m:
                self.above_zero(atom_term(x), depth)
        self.search.ensure(("<", ZERO, t), depth + 1)


@dataclass
class Quotients(Tactic):
    """The goal with smax(X) / smin(X) for the condition numbers on its smaller side."""

    denominators: Denominators

    def applies(self, goal: Goal) -> bool:
        """Whether a few condition numbers are to be bounded."""
        return goal.op != "=" and goal.depth <= 1 and 0 < len(self.bounded(goal)) <= CONDITIONS

    def bounded(self, goal: Goal) -> list[int]:
        """The condition numbers on the smaller side."""
        target = self.search.slack(goal.formula)
        return sorted({x for m, c in target.items() if c < 0 for x, _ in m if atom_term(x)[0] == "cond"})

    def run(self, goal: Goal, clock: Clock) -> str:
        search, target = self.search, self.search.slack(goal.formula)
        factors: dict[str, Poly] = {}
        for x in self.bounded(goal):
            inner = atom_term(x)[1]
            ratio = ("*", ("smax", inner), ("inv", ("smin", inner)))
            search.ensure(("<", ZERO, ("smin", inner)), goal.depth + 1)
            same = self.steps.put("classical.condition", {"T": inner}, ("=", atom_term(x), ratio))
            new = search.canon(ratio)
            factor, after = dict[tuple[tuple[int, int], ...], Fraction](), dict(target)
            for m, c in target.items():  # x^k - y^k is (x - y) (x^(k-1) + ... + y^(k-1))
                k = dict(m).get(x, 0)
                rest: Poly = {tuple(p for p in m if p[0] != x): c}
                own: Poly = {((x, 1),): Fraction(1)}
                for j in range(k):
                    factor = plus(factor, times(rest, times(power(own, j), power(new, k - 1 - j))), -1)
                if k:
                    after = plus(plus(after, {m: c}, -1), times(rest, power(new, k)))
            factors[same], target = factor, search.polynomial(after)
        quotients = Goal((goal.op, *sides_of(target)), goal.depth)
        if not self.denominators.applies(quotients):
            raise NotFound("no denominators")
        factors[self.denominators.run(quotients, clock)] = ONCE
        return self.steps.sum(goal.formula, factors)
