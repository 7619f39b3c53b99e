"""Sums over one index compared term by term, and sums whose terms have a simpler form."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

from lemmata.kernel import ONE, KernelError, Poly, Term, closed, free, opened, plus, scalar, size, sort_of, sub, times
from lemmata.language import Index, proof
from lemmata.prove.normal_words import atom_term, shown
from lemmata.prove.search.combining import Combining
from lemmata.prove.search.lemma_index import atoms
from lemmata.prove.search.linear_program import Source, quotient
from lemmata.prove.search.search_state import NotFound
from lemmata.prove.search.writing import Unwritable

BEFORE = ("s", "lam")  # what is rewritten under a sum
TRACE = "classical.trace-by-units"


class Termwise(Combining):
    """Sums, one term at a time."""

    def open_index(self, low: Term, high: Term) -> tuple[Index, Term]:
        """A new free index with this range.  Raises Unwritable where an end is a sum, as the size of a part may be."""
        if any(x[0] in ("sum", "prod") for end in (low, high) for x in atoms(end)):
            raise Unwritable("range")
        taken = {x[1] for x in self.state.indices} | set(self.state.names)
        name = next(x for x in ("i", "j", "k", "l", "h", *(f"i{n}" for n in range(50))) if x not in taken)
        index = Index(name, self.writer.number(low), self.writer.number(high))
        x = self.state.term(index)
        self.writer.names[x] = index
        self.matcher.values[x] = None
        return index, x

    def by_sums(self, goal: Term, depth: int) -> str:
        """A relation between sums over one range, from the relation between their terms."""
        op, a, b = goal
        if op == "<" or depth > 2:
            raise NotFound("no sums")
        target = self.canon(sub(b, a))
        found = {x for m in target for x, _ in m if atom_term(x)[0] == "sum"}
        ranges = {tuple(tuple(sorted(scalar(e).items())) for e in atom_term(x)[1:3]) for x in found}
        if len(ranges) != 1:
            raise NotFound("no sums over one range")
        low, high = atom_term(min(found))[1:3]
        target, beside = self.spelled(target, low, high)
        found = {x for m in target for x, _ in m if atom_term(x)[0] == "sum"}
        try:
            index, i = self.open_index(low, high)
        except Unwritable:
            raise NotFound("no range") from None
        inner = self.inner(target, found, self.canon(sub(("+", high, ONE), low)), i)
        below, above = ({m: c * sign for m, c in inner.items() if c * sign > 0} for sign in (-1, 1))
        left, right = shown(below), shown(above)
        if not self.plausible((op, left, right)):
            raise NotFound("not term by term")
        one = self.establish((op, left, right), depth + 1)
        sums = [("sum", low, high, closed(side, i)) for side in (left, right)]
        name = self.step((op, *sums), proof.Summed(one, index))
        factors: dict[str, Poly] = {name: {(): Fraction(1)}}
        factors |= {said: p for s, p in beside.items() if (said := self.source(s, depth)) is not None}
        return self.step(goal, proof.Combine({k: self.writer.polynomial(p) for k, p in factors.items()}))

    def spelled(self, target: Poly, low: Term, high: Term) -> tuple[Poly, dict[Source, Poly]]:
        """A target with sums of diagonal entries for traces, where its sums go over the rows; and what says so."""
        out, used = target, dict[Source, Poly]()
        for x in {x for m in target for x, _ in m}:
            t = atom_term(x)
            if low != ONE or t[0] != "tr" or size(sort_of(t[1])[1]) != size(high):
                continue
            m = self.matcher.reduced(t[1])
            unit = ("e", high, ("b", 0))
            said = ("=", ("tr", m), ("sum", ONE, high, ("tr", ("mm", ("mm", ("T", unit), m), unit))))
            source = Source("=", self.canon(sub(said[2], said[1])), 1.0, ("put", TRACE, {"M": m}, said, 0))
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
        """A sum with what the book has in simpler words for its terms."""
        _, low, high, body = t
        key = (frozenset(scalar(low).items()), frozenset(scalar(high).items()))
        if key not in self.open_:
            self.open_[key] = self.open_index(low, high)[1]
        i = self.open_[key]
        inner = opened(body, i)
        for x in dict.fromkeys(atoms(inner)):
            if x[0] in BEFORE and i in free(x):
                found = self.simplest(x)
                if found is not None:
                    inner = self.replaced(inner, x, found[1])
        new = ("sum", low, high, closed(inner, i))
        return None if scalar(new) == scalar(t) else new

    def replaced(self, t: Term, old: Term, new: Term) -> Term:
        """A number with one atom for another."""
        key = next(iter(scalar(old)))
        out: Any = {}
        for m, c in scalar(t).items():
            power = dict(m).get(key[0][0], 0)
            term: Poly = {tuple(p for p in m if p[0] != key[0][0]): c}
            for _ in range(power):
                term = times(term, scalar(new))
            out = plus(out, term)
        return shown(out)

    def unrolled(self, sums: list[Term]) -> Iterator[Source]:
        """Sums as the last term and the sum of the others, where this stands there as well."""
        for t, u in permutations(sums, 2):
            if t[3] == u[3] and scalar(t[1]) == scalar(u[1]) and scalar(sub(t[2], u[2])) == {(): 1}:
                said = ("=", t, ("+", opened(t[3], t[2]), u))
                yield Source("=", self.canon(sub(said[2], t)), 0.3, ("unrolled", said))

    def twins(self, sums: list[Term]) -> list[Source]:
        """Equations between sums and their twins, and between sums over ranges that differ by one term."""
        out = [*self.unrolled(sums)]
        for t in sums:
            if t not in self.twins_:
                try:
                    self.twins_[t] = self.twin(t)
                except (KernelError, Unwritable):
                    self.twins_[t] = None
            new = self.twins_[t]
            if new is not None:
                out.append(Source("=", self.canon(sub(new, t)), 0.3, ("twin", t, new)))
        return out
