"""Certificates that a polynomial is not negative where others are not, cheap forms of them first.

s p = sum of d (product of facts) q^2 + sum of t h, with d > 0 and s above zero: a number, a sum of facts or squares
that is given, or one that is looked for together with the rest.  `Certificate.holds` multiplies it out over the
rationals; the kernel does the same with the proof that is written from it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice

from lemmata.prove.linear import cheapest
from lemmata.prove.squares.gram import Block, Program, program
from lemmata.prove.squares.polynomials import Polynomial, degree, degrees, one, plus, power, times
from lemmata.prove.squares.rounding import Solution, solve

MOST_FACTORS = 48
MOST_PRODUCTS = 400  # of facts in a linear program
TOGETHER = 4  # facts multiplied with one another
MOST_TOGETHER = 10  # facts from which on no more than two are multiplied
FORMS = 4.0  # attempts of one kind get this share of the time left, its inverse


Term = tuple[Fraction, tuple[int, ...], Polynomial]


@dataclass(frozen=True, eq=False)
class Problem:
    """Show that p is not negative (above zero, if `strict`) where `facts` are not and `vanishing` are zero.

    `above` are the numbers of the facts that are above zero.
    """

    count: int
    p: Polynomial
    facts: tuple[Polynomial, ...] = ()
    above: frozenset[int] = frozenset()
    vanishing: tuple[Polynomial, ...] = ()
    strict: bool = False

    def product(self, chosen: Sequence[int]) -> Polynomial:
        """The product of some facts."""
        out = one(self.count)
        for k in chosen:
            out = times(out, self.facts[k])
        return out


@dataclass(frozen=True, eq=False)
class Certificate:
    """`multiplier` p = sum of d (product of the facts with these numbers) q^2 + sum of t h.

    `positive` are terms of this kind whose sum is the multiplier; none where it is above zero for all numbers.  With
    `squared` it is enough that the multiplier is not negative: p^2 is added to the right side.
    """

    multiplier: Polynomial
    squares: tuple[Term, ...]
    multiples: tuple[tuple[Polynomial, int], ...]
    positive: tuple[Term, ...] = ()
    squared: bool = False

    def holds(self, problem: Problem) -> bool:
        """Whether the identity is one, no weight is negative, and something is above zero where that is claimed."""
        if self.positive:
            total: Polynomial = {}
            for d, chosen, q in self.positive:
                total = plus(total, times(problem.product(chosen), times(q, q)), d)
            if total != self.multiplier or any(d < 0 for d, _, _ in self.positive):
                return False
            if not self.squared and not _strictly(problem, self.positive):
                return False
        elif self.squared:
            return False
        rest = times(self.multiplier, problem.p)
        if self.squared:
            rest = plus(rest, times(problem.p, problem.p), -1)
        for d, chosen, q in self.squares:
            if d < 0:
                return False
            rest = plus(rest, times(problem.product(chosen), times(q, q)), -d)
        for t, j in self.multiples:
            rest = plus(rest, times(t, problem.vanishing[j]), -1)
        return not rest and (not problem.strict or not self.squared and self.strictly(problem))

    def strictly(self, problem: Problem) -> bool:
        """Whether something above zero is among the terms."""
        return _strictly(problem, self.squares)


def _strictly(problem: Problem, terms: Sequence[Term]) -> bool:
    """Whether a constant times facts above zero is among the terms."""
    constants = ({(0,) * problem.count},)
    return any(d > 0 and set(q) in constants and all(k in problem.above for k in chosen) for d, chosen, q in terms)


def certificate(problem: Problem, until: float) -> Certificate | None:
    """A certificate, None where none was found before `until` (on `time.process_time`'s clock)."""
    if not problem.p:
        return None if problem.strict else Certificate(one(problem.count), (), ())
    ways = (_plain, _with_contrary, _with_norms) if problem.facts else (_plain, _with_norms, _with_contrary)
    found = handelman(problem)
    if found is not None and found.holds(problem):
        return found
    for k, attempt in enumerate(ways):
        share = (until - time.process_time()) / (2 if k < len(ways) - 1 else 1)
        found = attempt(problem, time.process_time() + share)
        if found is not None and found.holds(problem):
            return found
    return None


def handelman(problem: Problem) -> Certificate | None:
    """p as a sum of multiples of products of facts and of what vanishes (Handelman); None where it is none."""
    unit, own = one(problem.count), max(degree(problem.p), 1)
    sets = (c for k in range(own + 1) for c in combinations_with_replacement(range(len(problem.facts)), k))
    chosen = [*islice((c for c in sets if sum(degree(problem.facts[k]) for k in c) <= own), MOST_PRODUCTS)]
    columns = [*map(problem.product, chosen), *problem.vanishing]
    free = range(len(chosen), len(columns))
    found = cheapest(columns, problem.p, [float(len(e)) for e in columns], free)
    if found is None:
        return None
    squares = tuple((d, c, unit) for d, c in zip(found, chosen, strict=False) if d)
    multiples = tuple((plus({}, unit, found[k]), k - len(chosen)) for k in free if found[k])
    return Certificate(unit, squares, multiples)


def _tried(problem: Problem, target: Polynomial, forms: Iterator[Form], until: float) -> Certificate | None:
    for chosen, most, total in forms:
        left = until - time.process_time()
        if left <= 0:
            return None
        found = _attempt(problem, target, chosen, most, total, time.process_time() + max(left / FORMS, 1.0))
        if found is not None:
            return found
    return None


def _plain(problem: Problem, until: float) -> Certificate | None:
    """p itself."""
    return _tried(problem, problem.p, _forms(problem, problem.p), until)


def _with_norms(problem: Problem, until: float) -> Certificate | None:
    """p times a sum of facts above zero, or a power of 1 + the sum of squares."""
    single = [k for k in sorted(problem.above) if degree(problem.facts[k]) == 1]
    given: list[tuple[Polynomial, tuple[Term, ...]]] = []
    if len(single) > 1:
        unit = one(problem.count)
        total: Polynomial = {}
        for k in single:
            total = plus(total, problem.facts[k])
        given.append((total, tuple((Fraction(1), (k,), unit) for k in single)))
    given += [(s, ()) for s in norms(problem.count)]
    for s, positive in given:
        target = times(s, problem.p)
        found = _tried(problem, target, _forms(problem, target), until)
        if found is not None:
            return replace(found, multiplier=s, positive=positive)
    return None


def _with_contrary(problem: Problem, until: float) -> Certificate | None:
    """p times what is found with the rest: -p among the facts, each of which stands next to it at most once."""
    number = len(problem.facts)
    wider = replace(problem, facts=(*problem.facts, plus({}, problem.p, -1)))
    unit = one(problem.count)
    starts: list[tuple[Term, ...]] = [((Fraction(1), (), unit),)]
    starts += [((Fraction(1), (k,), unit),) for k in sorted(problem.above)]
    if len(problem.above) > 1:
        starts.append(tuple((Fraction(1), (k,), unit) for k in sorted(problem.above)))
    starts.sort(key=len, reverse=True)
    for start in starts if problem.strict else [*starts[:1], (), *starts[1:]]:
        s: Polynomial = {}
        for d, chosen, _ in start:
            s = plus(s, problem.product(chosen), d)
        target = times(s, problem.p) if start else plus({}, times(problem.p, problem.p), -1)
        found = _tried(wider, target, _forms(wider, target), until)
        if found is None:
            continue
        beside = [(d, tuple(k for k in chosen if k != number), q) for d, chosen, q in found.squares if number in chosen]
        for d, chosen, q in beside:
            s = plus(s, times(problem.product(chosen), times(q, q)), d)
        rest = tuple(x for x in found.squares if number not in x[1])
        return Certificate(s, rest, found.multiples, (*start, *beside), not start)
    return None


Form = tuple[list[tuple[int, ...]], list[int], int]


def _forms(problem: Problem, target: Polynomial) -> Iterator[Form]:
    """Products of facts, and degrees, to try."""
    own = degree(target)
    even = own + own % 2
    facts = range(len(problem.facts))
    tight = [k + k % 2 for k in degrees([target], problem.count)]
    nothing: list[tuple[int, ...]] = [()]
    free = not problem.vanishing
    if free:
        yield nothing, tight, even
    if problem.facts or problem.vanishing:
        wide = [
            max(a, b) for a, b in zip(tight, degrees([*problem.facts, *problem.vanishing], problem.count), strict=True)
        ]
        for most, total in ((tight, even), (wide, max(even, 2))):
            products = list(_products(problem, total, 1))
            if len(products) > 1 or problem.vanishing:
                yield products, most, total
            if len(facts) > 1:
                more = list(_products(problem, total, TOGETHER))
                if len(more) > len(products):
                    yield more, most, total
            if wide == tight:
                break
        higher = [k + 2 for k in wide]
        yield list(_products(problem, even + 2, 2)), higher, even + 2
        if len(facts) > 2:
            yield list(_products(problem, even + 2, TOGETHER)), higher, even + 2


def _products(problem: Problem, total: int, together: int) -> Iterator[tuple[int, ...]]:
    """Sets of facts whose product has at most this degree, small ones first."""
    count = 0
    most = min(together, 2) if len(problem.facts) > MOST_TOGETHER else together
    for size in range(most + 1):
        for chosen in combinations(range(len(problem.facts)), size):
            if sum(degree(problem.facts[k]) for k in chosen) <= total:
                yield chosen
                count += 1
                if count >= MOST_FACTORS:
                    return


def _attempt(
    problem: Problem, target: Polynomial, chosen: list[tuple[int, ...]], most: list[int], total: int, until: float
) -> Certificate | None:
    factors = [problem.product(c) for c in chosen]
    made = program(target, factors, problem.vanishing, most, total, until)
    if made is None:
        return None
    if problem.strict:
        made = _with_constant(problem, made, chosen)
        if made is None:
            return None

    def written(found: Solution) -> Certificate:
        squares = tuple((d, chosen[k], q) for d, k, q in found.squares)
        return Certificate(one(problem.count), squares, found.multipliers)

    found = solve(made, until, lambda x: not problem.strict or written(x).strictly(problem))
    return None if found is None else written(found)


def _with_constant(problem: Problem, made: Program, chosen: list[tuple[int, ...]]) -> Program | None:
    """With a block of its own for a constant times facts above zero, the one of least degree that can occur."""
    unit = one(problem.count)
    for k, names in enumerate(chosen):
        if all(x in problem.above for x in names) and any(b.factor == k and unit in b.basis for b in made.blocks):
            return replace(made, blocks=(Block(k, (unit,)), *made.blocks))
    return None


def norms(count: int, most: int = 2) -> Iterator[Polynomial]:
    """Powers of 1 + the sum of the squares of the variables."""
    whole = one(count)
    for k in range(count):
        whole = plus(whole, {tuple(2 * (j == k) for j in range(count)): Fraction(1)})
    for k in range(1, most + 1):
        yield power(whole, k, count)


__all__ = ["Certificate", "Problem", "certificate", "norms"]
