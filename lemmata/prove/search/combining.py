"""Instances combined by a linear program, and the combination written as steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Any

from lemmata.kernel import (
    ZERO,
    KernelError,
    Poly,
    Term,
    Z,
    constant,
    free,
    num,
    plus,
    scalar,
    sort_of,
    times,
    within,
)
from lemmata.prove.normal_words import atom_term, shown
from lemmata.prove.search.given_equations import GivenEquations
from lemmata.prove.search.lemma_index import atoms, spread
from lemmata.prove.search.lemma_instances import known_as
from lemmata.prove.search.limits import (
    DEEP,
    FRESH,
    IN_SQUARES,
    PAIRS,
    ROUNDS,
    ROUNDS_BELOW,
    SQUARE_COST,
    TRIES,
    WIDEST_SOURCE,
)
from lemmata.prove.search.linear_program import Combination, Lack, Source, columns, combination
from lemmata.prove.search.search_state import (
    Clock,
    Goal,
    Instance,
    NotFound,
    letters,
    monomial_size,
)
from lemmata.prove.search.steps import Tactic
from lemmata.prove.search.summand_by_summand import Sums
from lemmata.prove.search.traces_gathered import traces_gathered


@dataclass
class Facts(Tactic):
    """A combination of instances, with more of them from round to round: `rounds` of them at most."""

    sums: Sums
    equations: GivenEquations
    rounds: int

    def run(self, goal: Goal, clock: Clock) -> str:
        """A combination of instances of the atoms met so far, in each round with those of more atoms."""
        search, lemmas = self.search, self.lemmas
        target = search.slack(goal.formula)
        instances: list[Instance] = []
        universe: dict[Any, Term] = {}
        search.matcher.primary.clear()
        search.matcher.matrices.clear()
        own = [*goal.atoms()]
        moduli = [scalar(("*", num(-1), x[1])) for x in own if x[0] == "abs"]
        lemmas.add_atoms(universe, [*own, *(t for p in (target, *moduli) for t in traces_gathered(p))])
        search.matcher.primary |= search.matcher.matrices
        queue = dict(universe)
        search.view.kinds = ours = {spread(t)[0] for t in queue.values()}
        # what is granted is looked at from the second round on
        lemmas.add_atoms(universe, [*lemmas.granted_atoms(), *search.granted_traces()])
        search.view.met.clear()
        search.view.signed.clear()
        for number in range(self.rounds if goal.depth == 0 else min(self.rounds, ROUNDS_BELOW)):
            clock.look()
            first = sorted(queue, key=lambda key: self.rank(queue[key], ours))
            fresh = [queue.pop(key) for key in (first if not number else first[:FRESH])]
            if not fresh:
                break
            known = {(i.formula, i.missing) for i in instances}
            instances += (new := lemmas.instances(fresh, universe, known, late=self.rounds == ROUNDS))
            before = set(universe) if number else {known_as(x) for x in fresh}
            lemmas.add_atoms(universe, [x for i in new for side in i.formula[1:] for x in atoms(side) if x[0] == "sum"])
            sums = [t for t in universe.values() if t[0] == "sum"]
            twins = self.sums.twins(sums)
            found = self.attempt(goal, target, instances, [*twins, *lemmas.simplifications(instances)])
            if found is not None:
                return found
            lemmas.add_atoms(universe, [x for i in new for side in i.formula[1:] for x in atoms(side)])
            lemmas.add_atoms(universe, [twin for t in sums if (twin := self.sums.twin(t)) is not None])
            queue |= {key: t for key, t in universe.items() if key not in before}
        raise NotFound("no combination")

    def rank(self, t: Term, ours: set[str]) -> tuple[bool, bool, int]:
        """What is looked at first: what the program lacks, kinds of which the goal speaks, what is short."""
        lacking = any(x in self.search.view.lacking for m in self.search.canon(t) for x, _ in m)
        return not lacking, spread(t)[0] not in ours, letters(t)

    def attempt(self, goal: Goal, target: Poly, instances: list[Instance], twins: list[Source]) -> str | None:
        """A combination of these instances, as steps."""
        view = self.search.view
        for _ in range(TRIES):
            self.search.clock.look()
            view.signed = {x: i for x, i in view.signed.items() if self.search.free_to_use(i)}
            live = [i for i in instances if self.search.free_to_use(i)]
            found: Combination | Lack | None = None
            for richer in (False, True):
                sources = self.sources(live, twins, target, richer)
                over = any(atom_term(x)[0] == "inv" for m in target for x, _ in m)  # 1/y - 1/x is (x - y) / (x y)
                every = columns(target, sources, self.search.positive, 3, 2 if richer and over else 1)
                if goal.op == "=":
                    every = [c for c in every if c.source and c.source.op == "="]
                found = combination(target, goal.op == "<", every, self.search.surely, monomial_size)
                if isinstance(found, Combination) or goal.op == "=":
                    break
                if not richer:
                    view.lacking = {x for m in found.monomials for x, _ in m} if found is not None else set()
                    mixed = [m for m in found.monomials if sum(k for _, k in m) > 1] if found is not None else []
                    view.mixed = {x for m in mixed for x, _ in m}
            if not isinstance(found, Combination):
                return None
            with suppress(NotFound), self.search.trial():
                return self.steps.combined(goal.formula, found, goal.depth)
        return None

    def sources(self, instances: list[Instance], twins: list[Source], target: Poly, richer: bool) -> list[Source]:
        """Everything known, as polynomials; products of inequalities and squares among them where `richer`."""
        search, steps = self.search, self.steps
        out: list[Source] = []
        seen: set[Any] = set()

        def add(s: Source) -> None:
            key = (s.op, tuple(sorted(s.e.items())))
            if s.e and len(s.e) <= WIDEST_SOURCE and key not in seen and (set(s.e) - {()} or s.op == "="):
                seen.add(key)
                out.append(s)

        for s in twins:  # first of all: there is room for so many columns
            add(s)
        spoken = {x for m in target for x, _ in m}
        for known in list(search.state.known()):
            about = {x for m in known.e for x, _ in m}
            if not about & spoken and all(within(sort_of(atom_term(x)), Z) for x in about):
                continue  # ranges of sizes and indices of which the goal does not speak
            if not any(v[1].startswith("k") and v[1].endswith("_") for v in free(known.theorem.conclusion)):
                add(steps.known(known.op, search.polynomial(known.e), 0.3, known.theorem))
        for i in instances:
            try:
                source = self.lemmas.source(i, 1.0 + 0.5 * i.fact.standing + len(i.missing))
            except KernelError:
                search.bar(i)
                continue
            add(source)
            steps.note_sign(i, source.e)
        for s in self.equations.traced(target):
            add(s)
        for x in sorted({x for s in [*out] for m in s.e for x, _ in m} | spoken):
            for s in self.definitions(x, [*out]):
                add(s)
        if not richer:
            return out
        out += self.products(out, target)
        for s in steps.gram_squares(target):
            add(s)
        linked = [s.e for s in out if s.op == "=" and any(x in spoken for m in s.e for x, _ in m) and len(s.e) <= 3]
        mixed = search.view.mixed | {x for e in linked for m in e if sum(k for _, k in m) == 2 for x, _ in m}
        own = sorted(spoken | mixed)[:IN_SQUARES]
        if mixed or max((sum(k for _, k in m) for m in target), default=0) > 1:
            for x, y in combinations(own, 2):
                for sign in (1, -1):
                    two: Poly = {((x, 1),): Fraction(1), ((y, 1),): Fraction(sign)}
                    add(steps.square(times(two, two), SQUARE_COST, shown(two)))
        return out

    def definitions(self, x: int, sources: list[Source]) -> Iterator[Source]:
        """What an atom says about itself: 1 as the product with what it is the inverse of, its square, its sign."""
        search, t = self.search, atom_term(x)
        if t[0] == "inv" and search.state.prove(("!=", t[1])) is not None:
            inverse = times(search.polynomial(scalar(t[1])), {((x, 1),): Fraction(1)})
            yield Source("=", plus(inverse, constant(1), -1), 0.1)
        if t[0] in ("normF", "abs", "sqrt"):
            inside = {"normF": lambda t: ("tr", ("mm", ("T", t[1]), t[1])), "abs": lambda t: ("^", t[1], 2)}
            square = inside.get(t[0], lambda t: t[1])(t)
            if t[0] != "sqrt" or search.state.prove(("<=", ZERO, t[1])) is not None:
                yield Source("=", plus({((x, 2),): Fraction(1)}, search.canon(square), -1), 0.1)
        if t[0] in ("max", "min"):
            for known in search.state.signs.extremes({((x, 1),): Fraction(1)}):
                yield self.steps.known("<=", known.e, 0.2, known.theorem)
        if t[0] == "sqrt":
            for s in sources:
                yield from self.rooted(t, s)
        found = search.lower(x)
        if found is not None:
            th = found[1]
            yield self.steps.known(th.conclusion[0], scalar(th.conclusion[2]), 0.2, th)

    def rooted(self, root: Term, s: Source) -> Iterator[Source]:
        """From z^2 <= y that z <= sqrt(y), from y <= z^2 that sqrt(y) <= z, for z a monomial that is not negative."""
        inside = self.search.canon(root[1])
        for sign, fact in ((-1, "classical.below-root"), (1, "classical.above-root")):
            rest = plus(s.e, inside, sign)
            ((m, c), *more) = rest.items() or [((), Fraction(0))]
            z = tuple((x, k // 2) for x, k in m)
            if s.op == "<" or more or not m or c != sign or any(k % 2 for _, k in m) or not self.search.positive(z):
                continue
            term = shown({z: Fraction(1)})
            sides = (term, root)[::-sign]

            def say(depth: int, deep: int, fact: str = fact, sides: Any = sides, z: Term = term) -> str:
                if s.say is not None:  # so that the square is seen
                    s.say(depth, DEEP)
                return self.steps.apply_numbers(fact, ("<=", *sides), {"x": z, "y": root[1]})

            yield Source("<=", plus({z: Fraction(sign)}, self.search.canon(root), -sign), s.cost + 0.3, say)

    def products(self, sources: list[Source], target: Poly) -> list[Source]:
        """Two short inequalities multiplied, of those that speak of what the goal speaks of or what is lacking."""
        spoken = {x for m in target for x, _ in m}
        weighted = {  # as of convex combinations: t lmax(A)
            x
            for s in sources
            if s.made is not None and len(s.e) <= 4 and any(y in spoken for m in s.e for y, _ in m)
            for m in s.e
            if len(m) == 2 and any(atom_term(y)[0] == "v" and not within(atom_term(y)[2], Z) for y, _ in m)
            for x, _ in m
        }
        if max((sum(k for _, k in m) for m in target), default=0) < 2 and not self.search.view.mixed | weighted:
            return []
        near = spoken | self.search.view.lacking | weighted
        short = [
            s
            for s in sources
            if s.op != "=" and 1 < len(s.e) <= 3 and s.say is not None and {x for m in s.e for x, _ in m} <= near
        ]
        short = sorted(short, key=lambda s: (s.cost, len(s.e)))[:PAIRS]
        pairs = combinations_with_replacement(short, 2)
        return [Source("<=", times(a.e, b.e), a.cost + b.cost, pair=(a, b)) for a, b in pairs]
