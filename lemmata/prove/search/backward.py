"""Goals that others give: those that one fact says, or nearly, both sides of an equation, squares, goals without
denominators, bounds of every term for the largest, products of powers for sums of logarithms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd, lcm

from lemmata.kernel import ONE, ZERO, KernelError, Mono, Poly, Term, closed, constant, num, opened, plus, scalar, times
from lemmata.language import proof
from lemmata.prove.normal_words import atom_term, put_for_atom, quotient, shown, sides_of
from lemmata.prove.search.limits import CONDITIONS, DEEP, DENOMINATORS, FACTORS, FACTS_TRIED
from lemmata.prove.search.linear_program import Combination, Source
from lemmata.prove.search.search_state import Clock, Goal, Instance, NotFound, OutOfTime
from lemmata.prove.search.steps import ONCE, Tactic

ROOTED = {"abs", "sqrt", "normF", "smax", "norm2", "s", "smin", "maxabs"}  # what squares make simpler


class Sides(Tactic):
    """An equation from both inequalities; a modulus between two bounds."""

    def applies(self, goal: Goal) -> bool:
        """Whether it is an equation, or bounds a modulus."""
        return goal.op == "=" or bounds_modulus(goal) and goal.depth <= DEEP

    def run(self, goal: Goal, clock: Clock) -> str:
        (a, b), establish = goal.sides, self.search.establish
        if goal.op == "=":
            below = establish(("<=", a, b), goal.depth + 1)
            above = self.search.suffices(("<=", b, a), goal.depth + 1)
            return self.search.step(goal.formula, proof.Antisymmetric(below, above))
        x = modulus(a)
        if x is None:
            raise NotFound("no modulus")
        establish(("<=", ("*", num(-1), b), x), goal.depth + 1)
        self.search.suffices(("<=", x, b), goal.depth + 1)
        return self.steps.apply_unindexed("classical.modulus-bound", goal.formula, {"x": x, "c": b})


def modulus(t: Term) -> Term | None:
    """What a number is the modulus of."""
    p = scalar(t)
    ((m, c),) = p.items() if len(p) == 1 else (((), 0),)
    inside = atom_term(m[0][0]) if c == 1 and len(m) == 1 and m[0][1] == 1 else ("",)
    return inside[1] if inside[0] == "abs" else None


def bounds_modulus(goal: Goal) -> bool:
    """Whether a modulus is to be bounded."""
    return goal.op == "<=" and modulus(goal.sides[0]) is not None


class Roots(Tactic):
    """From the squares, where both sides are not negative."""

    def applies(self, goal: Goal) -> bool:
        """Whether squares make a side simpler."""
        return goal.op != "<" and goal.depth <= 1 and any(x[0] in ROOTED for x in goal.atoms())

    def run(self, goal: Goal, clock: Clock) -> str:
        op, (a, b) = goal.op, goal.sides
        for side in (b, a):
            self.search.ensure(("<=", ZERO, side), goal.depth + 1)
        self.search.suffices((op, ("^", a, 2), ("^", b, 2)), goal.depth + 1)
        fact = "classical.square-roots" if op == "<=" else "classical.equal-squares"
        return self.steps.apply_unindexed(fact, goal.formula, {"x": a, "y": b})


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
        source = self.lemmas.source(made, 1.0)
        e = source.e
        shared = [m for m in e if m in target]
        if not shared or op == "=" and source.op != "=":
            return None
        for c in dict.fromkeys(target[m] / e[m] for m in shared):
            rest = plus(target, {m: k * c for m, k in e.items()}, -1)
            if c < 0 and source.op != "=" or rest and op == "=":
                continue
            remaining = self.left_over(rest)
            if remaining is None:
                continue
            above = any(k > 0 and self.search.surely(m) for m, k in remaining.rest.items())
            if op == "<" and source.op != "<" and not above:
                continue
            return Combination({source: {(): c}, **remaining.factors}, remaining.rest)
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
            p, factor = put_for_atom(p, a, constant(-known.e[()] / top))
            if factor:
                factors[self.steps.known("=", known.e, 0.3, known.theorem)] = times(factor, constant(1 / top))
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
        quotients, factors = exchanged(self, goal, map(partial(self.quotient, goal.depth), self.bounded(goal)))
        if not self.denominators.applies(quotients):
            raise NotFound("no denominators")
        factors[self.denominators.run(quotients, clock)] = ONCE
        return self.steps.sum(goal.formula, factors)

    def quotient(self, depth: int, x: int) -> Exchange:
        """A condition number, the step that says what it is, and that."""
        inner = atom_term(x)[1]
        ratio = ("*", ("smax", inner), ("inv", ("smin", inner)))
        self.search.ensure(("<", ZERO, ("smin", inner)), depth + 1)
        said = self.steps.put("classical.condition", {"T": inner}, ("=", atom_term(x), ratio))
        return x, said, self.search.canon(ratio)


Exchange = tuple[int, str, Poly]  # an atom, a step, and what that says the atom to be


def exchanged(tactic: Tactic, goal: Goal, said: Iterable[Exchange]) -> tuple[Goal, dict[str, Poly]]:
    """A goal with other numbers for atoms, and the factors of the steps that say them."""
    target, factors = tactic.search.slack(goal.formula), dict[str, Poly]()
    for x, name, by in said:
        after, factor = put_for_atom(target, x, by)
        factors[name], target = times(factor, constant(-1)), tactic.search.polynomial(after)
    return Goal((goal.op, *sides_of(target)), goal.depth), factors


class Powers(Tactic):
    """The goal with powers of few exponentials for all of them: exp(x / 2)^2 for exp(x), 1 / exp(x) for exp(-x)."""

    def applies(self, goal: Goal) -> bool:
        """Whether fewer exponentials, or as many, are enough."""
        return goal.depth <= DEEP + 1 and bool(self.powers(self.search.slack(goal.formula)))

    def powers(self, p: Poly) -> dict[int, list[tuple[Poly, bool]]]:
        """The exponentials in a polynomial that are products of others, each with the exponents of its factors, and
        whether these are divided by."""
        exponents = {x: scalar(atom_term(x)[1]) for m in p for x, _ in m if atom_term(x)[0] == "exp"}
        units = dict[Mono, Fraction]()
        for m in dict.fromkeys(m for e in exponents.values() for m in e):
            every = [e[m] for e in exponents.values() if m in e]
            below = lcm(*(c.denominator for c in every))
            units[m] = Fraction(gcd(*(int(c * below) for c in every)), below) * (1 if max(every) > 0 else -1)
        if len(units) > len(exponents) or any(
            sum(abs(c / units[m]) for m, c in e.items()) > FACTORS for e in exponents.values()
        ):
            return {}
        parts = {
            x: [({m: u}, c / u < 0) for m, c in e.items() for u in [units[m]] for _ in range(int(abs(c / u)))]
            for x, e in exponents.items()
        }
        return {x: found for x, found in parts.items() if len(found) > 1 or any(divides for _, divides in found)}

    def run(self, goal: Goal, clock: Clock) -> str:
        parts = self.powers(self.search.slack(goal.formula))
        inner, factors = exchanged(self, goal, (s for x, found in parts.items() for s in self.factors(x, found)))
        factors[self.search.suffices(inner.formula, goal.depth + 1)] = ONCE
        return self.steps.sum(goal.formula, factors)

    def factors(self, x: int, parts: list[tuple[Poly, bool]]) -> Iterator[Exchange]:
        """One factor of an exponential after the other."""
        e = scalar(atom_term(x)[1])
        for p, divides in parts:
            rest = plus(e, p, 1 if divides else -1)
            one, factor = ("exp", shown(p)), ("exp", shown(plus(e, rest, -1)))
            if rest:
                both, values = ("*", ("exp", shown(rest)), factor), {"x": shown(rest), "y": factor[1]}
                said = ("=", ("exp", shown(e)), both)
                yield atom(said[1]), self.steps.apply_unindexed("classical.exponential-sum", said, values), scalar(both)
            if divides:
                unit, over = ("=", ("*", one, factor), ONE), ("inv", one)
                name = self.steps.apply_unindexed("classical.exponential-of-negative", unit, {"x": one[1]})
                yield atom(factor), self.steps.sum(("=", factor, over), {name: scalar(over)}), scalar(over)
            e = rest


def atom(t: Term) -> int:
    """The number of an atom."""
    (((x, _),),) = scalar(t)
    return x


Exponents = list[tuple[Term, Term]]  # positive numbers with their exponents


class Largest(Tactic):
    """A bound of the largest of some terms or two numbers, or of the smallest of two, from the same bound of each."""

    def applies(self, goal: Goal) -> bool:
        """Whether a largest term is to be bounded."""
        return goal.op == "<=" and goal.depth <= DEEP and self.largest(self.search.slack(goal.formula)) is not None

    def largest(self, target: Poly) -> Mono | None:
        """The largest term that a slack takes away, or the smallest that it adds."""
        own = ((m, c) for m, c in target.items() if len(m) == 1 == m[0][1])
        below = {"maxo": -1, "max": -1, "min": 1}
        return next((m for m, c in own if c * below.get(atom_term(m[0][0])[0], 0) > 0), None)

    def run(self, goal: Goal, clock: Clock) -> str:
        target, search = self.search.slack(goal.formula), self.search
        m = self.largest(target)
        if m is None:
            raise NotFound("no largest term")
        if atom_term(m[0][0])[0] != "maxo":
            for x in atom_term(m[0][0])[1:]:
                one = plus({w: c for w, c in target.items() if w != m}, scalar(x), target[m])
                search.suffices(("<=", ZERO, shown(one)), goal.depth + 1)
            return search.step(goal.formula, proof.Sign())
        _, low, high, body = atom_term(m[0][0])
        bound = shown({w: c / -target[m] for w, c in target.items() if w != m})
        index, i = search.open_index(low, high)
        term = ("<=", opened(body, i), bound)
        same = search.suffices(term, goal.depth + 1)  # the fact that was found may have its terms on other sides
        every = self.steps.sum(term, {same: ONCE})
        largest = ("<=", ("maxo", low, high, closed(opened(body, i), i)), bound)
        return self.steps.sum(goal.formula, {search.step(largest, proof.EveryTerm(every, index)): {(): -target[m]}})


class Exponentials(Tactic):
    """A comparison of sums of logarithms, from that of the products of powers."""

    def applies(self, goal: Goal) -> bool:
        """Whether it compares logarithms."""
        return goal.op == "<=" and goal.depth <= 1 and bool(self.logarithms(self.search.slack(goal.formula)))

    def logarithms(self, target: Poly) -> set[int]:
        """The logarithms in a polynomial."""
        return {x for m in target for x, _ in m if atom_term(x)[0] == "log"}

    def run(self, goal: Goal, clock: Clock) -> str:
        target = self.search.slack(goal.formula)
        below = lcm(*(c.denominator for c in target.values()))  # products show more than roots of them
        target, logs = {m: c * below for m, c in target.items()}, self.logarithms(target)
        factor = self.shared(target, logs)
        sides: tuple[Exponents, Exponents] = ([], [])
        rest: Poly = {}
        for m, c in target.items():
            own = quotient(m, factor)
            q, share = (
                (m, ("*", num(abs(c)), ("inv", shown({factor: Fraction(1)})))) if own is None else (own, num(abs(c)))
            )
            if any(x in logs for x, _ in q) and (len(q) > 1 or q[0][1] > 1):
                raise NotFound("no sum of logarithms")
            if q and q[0][0] in logs:
                few = own is not None and c.denominator == 1 and abs(c) <= FACTORS
                once = (atom_term(q[0][0])[1], ONE if few else shown(scalar(share)))
                sides[c > 0].extend([once] * (int(abs(c)) if few else 1))
            elif own is not None:
                rest[q] = c
            else:
                raise NotFound("a number without the factor of the logarithms")
        for sign in (1, -1):
            part = {m: c * sign for m, c in rest.items() if c * sign > 0}
            if part:
                sides[sign > 0].append((("exp", shown(part)), ONE))
        for base, _ in (*sides[0], *sides[1]):
            self.search.ensure(("<", ZERO, base), goal.depth + 1)
        low, high = map(_product, sides)
        self.search.suffices(("<=", low, high), goal.depth + 1)
        grown = ("<=", ("log", low), ("log", high))
        names = {self.steps.apply_unindexed("classical.logarithm-grows", grown, {"x": low, "y": high}): Fraction(1)}
        if not all(sides):  # log(1) = log(1 * 1) = 2 log(1)
            none = ("=", ("log", ONE), ("+", ("log", ONE), ("log", ONE)))
            zero = self.steps.apply_unindexed("classical.logarithm-product", none, {"x": ONE, "y": ONE})
            names[zero] = Fraction(1 if sides[1] else -1)
        for side, sign in zip(sides, (-1, 1), strict=True):
            names |= dict.fromkeys(self.expanded(side), Fraction(sign))
        return self.steps.sum(goal.formula, {name: {factor: c / below} for name, c in names.items()})

    def shared(self, target: Poly, logs: set[int]) -> Mono:
        """What stands before the logarithms that have a factor, where it is one and known to be above zero."""
        before = [tuple(p for p in m if p[0] not in logs) for m in target if any(x in logs for x, _ in m)]
        first = next(filter(None, before), ())
        return first if all(m in ((), first) for m in before) and self.search.surely(first) else ()

    def expanded(self, side: Exponents) -> list[str]:
        """Steps that write the logarithm of a product of powers as a sum."""
        out: list[str] = []
        for k, (base, exponent) in enumerate(side):
            power = _power(base, exponent)
            if exponent != ONE:
                equation, values = ("=", ("log", power), ("*", exponent, ("log", base))), {"x": base, "p": exponent}
                out.append(self.steps.apply_unindexed("classical.logarithm-of-power", equation, values))
            if k:
                before = _product(side[:k])
                equation = ("=", ("log", ("*", before, power)), ("+", ("log", before), ("log", power)))
                values = {"x": before, "y": power}
                out.append(self.steps.apply_unindexed("classical.logarithm-product", equation, values))
        return out


def _power(base: Term, exponent: Term) -> Term:
    return base if exponent == ONE else ("rpow", base, exponent)


def _product(side: Exponents) -> Term:
    out = _power(*side[0]) if side else ONE
    for base, exponent in side[1:]:
        out = ("*", out, _power(base, exponent))
    return out
