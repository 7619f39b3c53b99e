"""Instances combined by a linear program, and the combination written as steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from lemmata.kernel import ZERO, Poly, Term, Z, constant, free, num, plus, scalar, sort_of, times, within
from lemmata.prove.normal_words import atom_term, shown
from lemmata.prove.search.given_equations import GivenEquations
from lemmata.prove.search.lemma_index import atoms, spread
from lemmata.prove.search.lemma_instances import known_as
from lemmata.prove.search.limits import FRESH, IN_SQUARES, ROUNDS, ROUNDS_BELOW, SQUARE_COST, TRIES, WIDEST_SOURCE
from lemmata.prove.search.linear_program import Combination, Lack, Source, columns, combination
from lemmata.prove.search.match_matrices import traces_gathered
from lemmata.prove.search.search_state import Clock, Goal, Instance, NotFound, letters, monomial_size
from lemmata.prove.search.steps import Tactic
from lemmata.prove.search.summand_by_summand import Sums


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
        moduli = [scalar(("*", num(-1), x[1])) for x in goal.atoms() if x[0] == "abs"]
        universe = lemmas.spoken_of(goal, [t for p in (target, *moduli) for t in traces_gathered(p)])
        queue, ours = dict(universe), search.view.kinds
        # what is granted is looked at from the second round on
        lemmas.add_atoms(universe, [*lemmas.granted_atoms(), *search.granted_traces()])
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
        """Everything known, as polynomials; squares among them where `richer`."""
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
            add(source := self.lemmas.source(i, 1.0 + 0.5 * i.fact.standing + len(i.missing)))
            steps.note_sign(i, source.e)
        for s in self.equations.traced(target):
            add(s)
        for x in sorted({x for s in [*out] for m in s.e for x, _ in m} | spoken):
            for s in self.definitions(x):
                add(s)
        if not richer:
            return out
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

    def definitions(self, x: int) -> Iterator[Source]:
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
        if t[0] in ("maxo", "sum"):
            yield from self.sums.parts(t)
        if t[0] in ("max", "min"):
            for known in search.state.signs.extremes({((x, 1),): Fraction(1)}):
                yield self.steps.known("<=", known.e, 0.2, known.theorem)
        found = search.lower(x)
        if found is not None:
            th = found[1]
            yield self.steps.known(th.conclusion[0], scalar(th.conclusion[2]), 0.2, th)
