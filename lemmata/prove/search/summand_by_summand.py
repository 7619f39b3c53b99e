"""Sums over one index compared term by term, and sums whose terms have a simpler form."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from lemmata.kernel import ONE, ZERO, KernelError, Poly, Term, closed, free, opened, plus, scalar, size, sort_of, times
from lemmata.language import proof
from lemmata.prove.normal_words import atom_term, put_for_atom, quotient, shown, sides_of
from lemmata.prove.search.lemma_index import atoms
from lemmata.prove.search.limits import DEEP
from lemmata.prove.search.linear_program import Source
from lemmata.prove.search.search_state import Clock, Goal, NotFound
from lemmata.prove.search.steps import Tactic
from lemmata.prove.search.writing import Unwritable

BEFORE = ("s", "lam")  # what is rewritten under a sum
TRACE = "classical.trace-by-units"


@dataclass
class Sums(Tactic):
    """A relation between sums over one range, from the relation between their terms."""

    twins_: dict[Term, Term | None] = field(default_factory=dict)
    open_: dict[Any, Term] = field(default_factory=dict)  # free indices, by their range

    def applies(self, goal: Goal) -> bool:
        """Whether it speaks of sums over one range."""
        return goal.op != "<" and goal.depth <= DEEP and len(self.ranges(self.search.slack(goal.formula))) == 1

    def ranges(self, target: Poly) -> set[Any]:
        """The ranges of the sums in a polynomial."""
        found = (atom_term(x) for m in target for x, _ in m)
        return {tuple(tuple(sorted(scalar(e).items())) for e in t[1:3]) for t in found if t[0] == "sum"}

    def run(self, goal: Goal, clock: Clock) -> str:
        op, search = goal.op, self.search
        target = search.slack(goal.formula)
        if len(self.ranges(target)) != 1:
            raise NotFound("no sums over one range")
        found = {x for m in target for x, _ in m if atom_term(x)[0] == "sum"}
        low, high = atom_term(min(found))[1:3]
        target, further = self.spelled(target, low, high)
        found = {x for m in target for x, _ in m if atom_term(x)[0] == "sum"}
        index, i = search.open_index(low, high)
        inner = self.inner(target, found, search.slack(("<=", low, ("+", high, ONE))), i)
        left, right = sides_of(inner)
        if not search.plausible((op, left, right)):
            raise NotFound("not term by term")
        one = search.suffices((op, left, right), goal.depth + 1)
        sums = [("sum", low, high, closed(side, i)) for side in (left, right)]
        factors: dict[str, Poly] = {search.step((op, *sums), proof.Summed(one, index)): {(): Fraction(1)}}
        factors |= {s.say(goal.depth, DEEP): p for s, p in further.items() if s.say is not None}
        return self.steps.sum(goal.formula, factors)

    def spelled(self, target: Poly, low: Term, high: Term) -> tuple[Poly, dict[Source, Poly]]:
        """A target with sums of diagonal entries for traces, where its sums go over the rows; and what says so."""
        out, used = target, dict[Source, Poly]()
        for x in {x for m in target for x, _ in m}:
            t = atom_term(x)
            if low != ONE or t[0] != "tr" or size(sort_of(t[1])[1]) != size(high):
                continue
            m = self.search.matcher.reduced(t[1])
            unit = ("e", high, ("b", 0))
            said = ("=", ("tr", m), ("sum", ONE, high, ("tr", ("mm", ("mm", ("T", unit), m), unit))))
            source = self.steps.put_source(self.search.slack(said), TRACE, {"M": m}, said)
            own = {quotient(w, ((x, 1),)): c for w, c in out.items() if dict(w).get(x) == 1}
            used[source] = {q: -c for q, c in own.items() if q is not None}
            out = plus(out, times(source.e, {q: c for q, c in own.items() if q is not None}))
        return out, used

    def inner(self, target: Poly, sums: set[int], count: Poly, i: Term) -> Poly:
        """The polynomial whose sum over the index is the target."""
        out: Poly = {}
        rest: Poly = {}
        for m, c in target.items():
            own = [(x, k) for x, k in m if x in sums]
            if not own:
                rest[m] = c
                continue
            if len(own) > 1 or own[0][1] > 1:
                raise NotFound("a product of sums")
            body = scalar(opened(atom_term(own[0][0])[3], i))
            out = plus(out, times(body, {tuple(p for p in m if p[0] not in sums): c}))
        if rest:
            if len(count) != 1:
                raise NotFound("no number of terms")
            ((n, factor),) = count.items()
            for m, c in rest.items():
                powers = dict(m)
                if any(powers.get(x, 0) < k for x, k in n):
                    raise NotFound("what is next to the sums is no multiple of the number of terms")
                less = {x: k - dict(n).get(x, 0) for x, k in powers.items()}
                out = plus(out, {tuple(sorted((x, k) for x, k in less.items() if k)): c / factor})
        return out

    def twin(self, t: Term) -> Term | None:
        """A sum with what the textbook has in simpler words for its terms."""
        if t not in self.twins_:
            try:
                self.twins_[t] = self._twin(t)
            except (KernelError, Unwritable):
                self.twins_[t] = None
        return self.twins_[t]

    def _twin(self, t: Term) -> Term | None:
        _, low, high, body = t
        key = (frozenset(scalar(low).items()), frozenset(scalar(high).items()))
        if key not in self.open_:
            self.open_[key] = self.search.open_index(low, high)[1]
        i = self.open_[key]
        inner = opened(body, i)
        for x in dict.fromkeys(atoms(inner)):
            if x[0] in BEFORE and i in free(x):
                found = self.lemmas.simplest(x)
                if found is not None:
                    (((number, _),),) = scalar(x)
                    inner = shown(put_for_atom(scalar(inner), number, scalar(found[1]))[0])
        new = ("sum", low, high, closed(inner, i))
        return None if scalar(new) == scalar(t) else new

    def twins(self, sums: list[Term]) -> list[Source]:
        """Equations between sums and their twins."""
        out = []
        for t in sums:
            new = self.twin(t)
            if new is not None:
                said = ("=", t, new)
                out.append(Source("=", self.search.slack(said), 0.3, partial(self._say_twin, said)))
        return out

    def _say_twin(self, said: Term, depth: int, deep: int) -> str:
        with self.search.aside(self.search.view.depth):
            return self.run(Goal(said, depth + 1), self.search.clock)

    def parts(self, t: Term) -> list[Source]:
        """That terms at ends and open indices are at most the largest, and at most the sum where none is negative."""
        _, low, high, body = t
        search, out = self.search, list[Source]()
        ends = [search.canon(low), search.canon(high)]
        own = [i for i, others in search.state.indices.items() if [*map(search.canon, others)] == ends]
        for i in dict.fromkeys([*(i for i in own if i not in self.open_.values()), low, high]):
            said = ("<=", opened(body, i), t)
            with suppress(KernelError):
                out.append(Source("<=", search.slack(said), 0.3, partial(self._say_part, said, i)))
        return out

    def _say_part(self, said: Term, i: Term, depth: int, deep: int) -> str:
        op, low, high, body = said[2]
        if op == "maxo":
            return self.search.step(said, proof.LargestTerm())
        every = self.search.step(("all", low, high, ("<=", ZERO, body)), proof.Sign())
        at = self.search.writer.number(i)
        return self.search.step(said, proof.SomeTerms(every, ((at, at),)))
