"""Chains of bounds: one instance after the other takes something off the slack, as long as random instances allow it.

The slack of a goal is a polynomial that is to be shown not negative.  An instance of a fact, 0 <= e, times a monomial
that is not negative cancels one of its terms.  What is left has to be not negative at every random instance; the
slack with the least that is below zero is looked at first.
"""

from __future__ import annotations

import heapq
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from lemmata.kernel import KernelError, Mono, Poly, Term, free, plus, sub, times
from lemmata.prove.normal_words import atom_term
from lemmata.prove.search.complete_square import completed
from lemmata.prove.search.lemma_index import atoms, spread
from lemmata.prove.search.linear_program import Combination, Source, quotient
from lemmata.prove.search.ordering import Ordering
from lemmata.prove.search.sampling_values import At, Undefined, value
from lemmata.prove.search.search_state import Instance, NotFound
from lemmata.prove.search.traces_gathered import traces_gathered

LENGTH, NODES, TERMS, SLACK = 12, 400, 9, 1e-7
ASKED, MISSING = 2, 4  # what an instance may ask for; more where most is seen at once, as bases of powers ask for much
GIVEN_AWAY, LARGER = 6, 0.25  # what it costs more to weaken the larger side, and what there is in it
STRANGE = 2.0  # what an atom costs of a kind of which the goal does not speak


@dataclass(frozen=True)
class Link:
    """A slack, and what was taken off the one before it: a source times a monomial."""

    slack: Poly
    source: Source | None
    factor: Poly
    before: Link | None
    length: int


class Chaining(Ordering):
    """Goals from chains of bounds."""

    def by_chain(self, goal: Term, depth: int) -> str:
        """A chain of instances from the goal to something evident."""
        op, a, b = goal
        self.looked_at = self.every_instance(goal)
        if op == "=" or not self.looked_at:
            raise NotFound("no chain")
        self.values_: dict[int, Any] = {}
        self.monomials_: dict[Mono, Any] = {}
        self.moves_: dict[int, list[Source]] = {}
        self.heard: dict[int, list[Source]] = {}
        self.met.clear()
        self.signed.clear()
        universe: dict[Any, Term] = {}
        self.matcher.primary.clear()
        self.matcher.matrices.clear()
        self.add_atoms(universe, [x for side in goal[1:] for x in atoms(side)])
        self.matcher.primary |= self.matcher.matrices
        self.kinds = {spread(x)[0] for x in universe.values()}
        start = Link(self.canon(sub(b, a)), None, {}, None, 0)
        self.together = list(traces_gathered(start.slack))
        order, taken, seen, queue = count(), count(), {frozenset(start.slack.items())}, [(0.0, 0, start)]
        while queue and next(taken) < NODES:
            self.look()
            _, _, link = heapq.heappop(queue)
            left = Combination({}, link.slack) if self.evident(link.slack) else completed(link.slack, self.positive)
            if left is not None and (op == "<=" or self.strictly(link, left.rest)):
                mark, used = len(self.steps), len(self.used)
                try:
                    return self.combined(goal, self.collected(link, left), depth)
                except NotFound:
                    self.forget(mark)
                    del self.used[used:]
                    continue
            if link.length >= LENGTH:
                continue
            for after in self.after(link, universe):
                key = frozenset(after.slack.items())
                if key not in seen and len(after.slack) <= TERMS:
                    seen.add(key)
                    heapq.heappush(queue, (self.weight(after), next(order), after))
        raise NotFound("no chain")

    def weight(self, link: Link) -> float:
        """Short chains first, and little that is still to be bounded, in kinds of which the goal speaks."""
        left = sum(self.size(m) * (1 if c < 0 else LARGER) for m, c in link.slack.items())
        return link.length + left + STRANGE * self.strange(link.slack)

    def strange(self, p: Poly) -> int:
        """How many atoms stand in it of kinds of which the goal does not speak."""
        return sum(spread(atom_term(x))[0] not in self.kinds for x in {x for m in p for x, _ in m})

    def evident(self, p: Poly) -> bool:
        """Whether every term is not negative."""
        return all(c >= 0 and self.positive(m) for m, c in p.items())

    def strictly(self, link: Link, rest: Poly) -> bool:
        """Whether what is left, or some link, is above zero."""
        if any(c > 0 and self.surely(m) for m, c in rest.items()):
            return True
        step: Link | None = link
        while step is not None and step.source is not None:
            if step.source.op == "<" and all(c > 0 and self.surely(m) for m, c in step.factor.items()):
                return True
            step = step.before
        return False

    def collected(self, link: Link, left: Combination) -> Combination:
        """The sources of a chain with their factors, those of what is left in the end among them."""
        factors = dict(left.factors)
        step: Link | None = link
        while step is not None and step.source is not None:
            factors[step.source] = plus(factors.get(step.source, {}), step.factor)
            step = step.before
        return Combination({s: p for s, p in factors.items() if p}, left.rest)

    def after(self, link: Link, universe: dict[Any, Term]) -> Iterator[Link]:
        """What is left when a term of the slack is cancelled."""
        for x in {x for m in link.slack for x, _ in m}:  # all of them before any is used: they show signs
            self.moves(x, universe)
        crowded = sum(c > 0 for c in link.slack.values()) > 1  # with one term there, the larger side is as good
        for m, c in sorted(link.slack.items(), key=lambda term: term[1] > 0):  # what is below zero is bounded first
            for x, _ in m:
                for source in self.moves(x, universe):
                    for part, d in source.e.items():
                        q = quotient(m, part) if part and any(y == x for y, _ in part) else None
                        if q is None or source.op != "=" and (c * d < 0 or not self.positive(q)):
                            continue
                        factor: Poly = {q: c / d}
                        slack = plus(link.slack, times(source.e, factor), -1)
                        if self.bearable(slack):
                            simpler = source.op == "=" and source.cost < 1  # what is granted, and simpler words
                            cost = 1 + (GIVEN_AWAY if crowded else 1) * (c > 0 and not simpler)
                            yield Link(slack, source, factor, link, link.length + cost)

    def moves(self, x: int, universe: dict[Any, Term]) -> list[Source]:
        """Instances that speak of an atom, and what is known of it."""
        if x not in self.moves_:
            self.moves_[x] = self.moves_at(x, universe)
            for source in self.moves_[x]:  # it is not met again from the other atoms of which it speaks
                for y in {y for m in source.e for y, _ in m} - {x}:
                    self.heard.setdefault(y, []).append(source)
        own = self.moves_[x]
        return own + [s for s in self.heard.get(x, ()) if s not in own]

    def moves_at(self, x: int, universe: dict[Any, Term]) -> list[Source]:
        """Instances that start from an atom; where it is the same as something simpler, this alone."""
        out: list[Source] = []
        t = atom_term(x)
        simpler = self.simplification(x)
        if simpler is not None and all(map(self.seen, simpler.origin.missing)):
            return [simpler]
        for known in self.state.known():
            if any(x == y for m in known.e for y, _ in m) and not any(
                v[1].endswith("_") for v in free(known.theorem.conclusion)
            ):
                out.append(Source(known.op, self.polynomial(known.e), 0.3, known.theorem))
        if t[0] not in ("v", "q"):
            self.add_atoms(universe, [t])
            whole = [g for g in self.together if any(x == y for m in self.canon(g) for y, _ in m)]
            found = self.instances([t, *whole], universe, set())
            if t[0] == "sum":
                out += self.twins([t])
            out += [*self.replaced_norm(t), *self.letterwise(t)]
            for made in found:
                if len(made.missing) <= ASKED or self.unseen(made) <= MISSING:
                    out += self.move(made)
        return out

    def unseen(self, made: Instance) -> int:
        """How much of what an instance asks for is not seen at once."""
        return sum(not self.seen(h) for h in dict.fromkeys(made.missing))

    def move(self, made: Instance) -> list[Source]:
        """An instance as a source."""
        op, a, b = made.formula
        try:
            e = self.canon(sub(b, a))
        except KernelError:
            return []
        self.note_sign(made, e)
        return [Source(op, e, 1.0 + len(made.missing), made)] if e and len(e) <= TERMS else []

    def bearable(self, p: Poly) -> bool:
        """Whether a slack is not negative at any random instance."""
        try:
            terms = np.array([float(c) * self.monomial(m) for m, c in p.items()])
        except Undefined:
            return False
        return not p or bool(np.all(terms.sum(axis=0) >= -SLACK * (1 + np.abs(terms).sum(axis=0))))

    def monomial(self, m: Mono) -> Any:
        """The values of a monomial at the random instances."""
        if m not in self.monomials_:
            out: Any = np.ones(len(self.looked_at))
            for x, k in m:
                out = out * self.at(x) ** k
            self.monomials_[m] = out
        return self.monomials_[m]

    def at(self, x: int) -> Any:
        """The values of an atom at the random instances."""
        if x not in self.values_:
            t = atom_term(x)
            self.values_[x] = np.array([value(t, at) for at in self.looked_at])
        return self.values_[x]

    def every_instance(self, goal: Term) -> list[dict[Term, Any]]:
        """Random instances with values for the indices of which the goal speaks."""
        out: list[dict[Term, Any]] = list(self.sample.instances)
        for i, (low, high) in self.state.indices.items():
            if i not in free(goal):
                continue
            more: list[dict[Term, Any]] = []
            for at in out:
                try:
                    ends = [round(value(low, at)), round(value(high, at))]
                except Undefined:
                    continue
                more += [At({**at, i: float(k)}) for k in range(ends[0], ends[1] + 1)]
            out = more[:60]
        return out

    @abstractmethod
    def replaced_norm(self, t: Term) -> Iterator[Source]:
        """A norm as that of the same matrix in other words, by equations that are given."""
