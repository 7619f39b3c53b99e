"""Chains of bounds: one instance after the other takes something off the slack, as long as random instances allow it.

The slack of a goal is a polynomial that is to be shown not negative.  An instance of a fact, 0 <= e, times a monomial
that is not negative cancels one of its terms.  What is left has to be not negative at every random instance; the
slack with the least that is below zero is looked at first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from lemmata.kernel import Mono, Poly, Term, free, plus, times
from lemmata.prove.normal_words import atom_term, quotient
from lemmata.prove.search.given_equations import GivenEquations
from lemmata.prove.search.lemma_index import spread
from lemmata.prove.search.limits import ASKED, GIVEN_AWAY, LARGER, LENGTH, MISSING, NODES, NOISE, STRANGE, TERMS, VIEWS
from lemmata.prove.search.linear_program import Combination, Source
from lemmata.prove.search.match_matrices import traces_gathered
from lemmata.prove.search.sampling import At, Undefined, value
from lemmata.prove.search.search_state import Clock, Goal, Instance, NotFound, SearchState, monomial_size
from lemmata.prove.search.steps import Tactic
from lemmata.prove.search.summand_by_summand import Sums


@dataclass(frozen=True)
class Link:
    """A slack, and what was taken off the one before it: a source times a monomial."""

    slack: Poly
    source: Source | None = None
    factor: Poly | None = None
    before: Link | None = None
    length: int = 0

    def chain(self) -> Iterator[tuple[Source, Poly]]:
        """The sources and their factors, the last first."""
        link: Link | None = self
        while link is not None and link.source is not None and link.factor is not None:
            yield link.source, link.factor
            link = link.before

    def collected(self, left: Combination) -> Combination:
        """The sources of the chain with their factors, those of what is left in the end among them."""
        factors = dict(left.factors)
        for source, factor in self.chain():
            factors[source] = plus(factors.get(source, {}), factor)
        return Combination({s: p for s, p in factors.items() if p}, left.rest)


class Values:
    """Polynomials at the random instances of a claim, at every value of the indices that a goal leaves open."""

    def __init__(self, search: SearchState, goal: Term) -> None:
        self.instances = _every_instance(search, goal)
        self._atoms: dict[int, Any] = {}
        self._monomials: dict[Mono, Any] = {}

    def bearable(self, p: Poly) -> bool:
        """Whether a slack is not negative at any instance."""
        try:
            terms = np.array([float(c) * self.monomial(m) for m, c in p.items()])
        except Undefined:
            return False
        return not p or bool(np.all(terms.sum(axis=0) >= -NOISE * (1 + np.abs(terms).sum(axis=0))))

    def monomial(self, m: Mono) -> Any:
        """The values of a monomial."""
        if m not in self._monomials:
            out: Any = np.ones(len(self.instances))
            for x, k in m:
                out = out * self.at(x) ** k
            self._monomials[m] = out
        return self._monomials[m]

    def at(self, x: int) -> Any:
        """The values of an atom."""
        if x not in self._atoms:
            t = atom_term(x)
            self._atoms[x] = np.array([value(t, at) for at in self.instances])
        return self._atoms[x]


def _every_instance(search: SearchState, goal: Term) -> list[dict[Term, Any]]:
    out: list[dict[Term, Any]] = list(search.sample.instances)
    for i, (low, high) in search.state.indices.items():
        if i not in free(goal):
            continue
        more: list[dict[Term, Any]] = []
        for at in out:
            try:
                ends = [round(value(low, at)), round(value(high, at))]
            except Undefined:
                continue
            more += [At({**at, i: float(k)}) for k in range(ends[0], ends[1] + 1)]
        out = more[:VIEWS]
    return out


@dataclass
class Chain(Tactic):
    """A chain of instances from the goal to something evident."""

    sums: Sums
    equations: GivenEquations

    def applies(self, goal: Goal) -> bool:
        """Whether it is an inequality."""
        return goal.op != "="

    def run(self, goal: Goal, clock: Clock) -> str:
        """The combination of the links."""
        values = Values(self.search, goal.formula)
        if not values.instances:
            raise NotFound("no instances")
        start = Link(self.search.slack(goal.formula))
        moves = _Moves(self, self.lemmas.spoken_of(goal), [*traces_gathered(start.slack)])
        order, taken, seen, queue = count(), count(), {frozenset(start.slack.items())}, [(0.0, 0, start)]
        while queue and next(taken) < NODES:
            clock.look()
            _, _, link = heapq.heappop(queue)
            left = self.steps.not_negative(link.slack)
            if left is not None and (goal.op == "<=" or self.strictly(link, left.rest)):
                with suppress(NotFound), self.search.trial():
                    return self.steps.combined(goal.formula, link.collected(left), goal.depth)
                continue
            if link.length >= LENGTH:
                continue
            for after in self.after(link, moves, values):
                key = frozenset(after.slack.items())
                if key not in seen and len(after.slack) <= TERMS:
                    seen.add(key)
                    heapq.heappush(queue, (self.weight(after), next(order), after))
        raise NotFound("no chain")

    def weight(self, link: Link) -> float:
        """Short chains first, and little that is still to be bounded, in kinds of which the goal speaks."""
        left = sum(monomial_size(m) * (1 if c < 0 else LARGER) for m, c in link.slack.items())
        met = {x for m in link.slack for x, _ in m}
        strange = sum(spread(atom_term(x))[0] not in self.search.view.kinds for x in met)
        return link.length + left + STRANGE * strange

    def strictly(self, link: Link, rest: Poly) -> bool:
        """Whether what is left, or some link, is above zero."""
        sure = self.search.surely
        return any(c > 0 and sure(m) for m, c in rest.items()) or any(
            source.op == "<" and all(c > 0 and sure(m) for m, c in factor.items()) for source, factor in link.chain()
        )

    def after(self, link: Link, moves: _Moves, values: Values) -> Iterator[Link]:
        """What is left when a term of the slack is cancelled."""
        for x in {x for m in link.slack for x, _ in m}:  # all of them before any is used: they show signs
            moves.of(x)
        crowded = sum(c > 0 for c in link.slack.values()) > 1  # with one term there, the larger side is as good
        for m, c in sorted(link.slack.items(), key=lambda term: term[1] > 0):  # what is below zero is bounded first
            for x, _ in m:
                for source in moves.of(x):
                    for part, d in source.e.items():
                        q = quotient(m, part) if part and any(y == x for y, _ in part) else None
                        if q is None or source.op != "=" and (c * d < 0 or not self.search.positive(q)):
                            continue
                        factor: Poly = {q: c / d}
                        slack = plus(link.slack, times(source.e, factor), -1)
                        if values.bearable(slack):
                            simpler = source.op == "=" and source.cost < 1  # what is granted, and simpler words
                            cost = 1 + (GIVEN_AWAY if crowded else 1) * (c > 0 and not simpler)
                            yield Link(slack, source, factor, link, link.length + cost)


class _Moves:
    """What speaks of an atom, found once in a chain; `together` are traces taken as one."""

    def __init__(self, chain: Chain, universe: dict[Any, Term], together: list[Term]) -> None:
        self.chain, self.universe, self.together = chain, universe, together
        self._found: dict[int, list[Source]] = {}
        self._heard: dict[int, list[Source]] = {}  # what was found from another

    def of(self, x: int) -> list[Source]:
        """Instances that speak of an atom, and what is known of it."""
        if x not in self._found:
            self._found[x] = self._starting(x)
            for source in self._found[x]:  # it is not met again from the other atoms of which it speaks
                for y in {y for m in source.e for y, _ in m} - {x}:
                    self._heard.setdefault(y, []).append(source)
        own = self._found[x]
        return own + [s for s in self._heard.get(x, ()) if s not in own]

    def _starting(self, x: int) -> list[Source]:
        """Instances that start from an atom; where it is the same as something simpler, this alone."""
        out: list[Source] = []
        t, chain = atom_term(x), self.chain
        search, lemmas = chain.search, chain.lemmas
        simpler = lemmas.simplification(x)
        if simpler is not None and all(map(search.seen, simpler.made.missing)):
            return [simpler]
        for known in search.state.known():
            if any(x == y for m in known.e for y, _ in m) and not any(
                v[1].endswith("_") for v in free(known.theorem.conclusion)
            ):
                out.append(chain.steps.known(known.op, search.polynomial(known.e), 0.3, known.theorem))
        if t[0] in ("v", "q"):
            return out
        lemmas.add_atoms(self.universe, [t])
        whole = [g for g in self.together if any(x == y for m in search.canon(g) for y, _ in m)]
        found = lemmas.instances([t, *whole], self.universe, set())
        out += chain.sums.twins([t]) if t[0] == "sum" else []
        out += chain.sums.parts(t) if t[0] in ("maxo", "sum") else []
        out += chain.equations.replaced_norm(t)
        for made in found:
            if len(made.missing) <= ASKED or lemmas.unseen(made) <= MISSING:
                out += self._move(made)
        return out

    def _move(self, made: Instance) -> list[Source]:
        source = self.chain.lemmas.source(made, 1.0 + len(made.missing))
        self.chain.steps.note_sign(made, source.e)
        return [source] if source.e and len(source.e) <= TERMS else []
