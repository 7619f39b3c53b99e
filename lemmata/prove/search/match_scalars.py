"""Numbers and indices of the textbook matched with a claim's: a variable, c v + d, two in a sum, term by term."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from lemmata.kernel import Term, Z, free, opened, plus, scalar, sort_of, substitute, within
from lemmata.prove.normal_words import atom_term, shown
from lemmata.prove.search.lemma_index import MARK, SUM

Binding = dict[Term, Term]
WORDS = 5  # of a sum that is still split in every way


class NumberMatcher(ABC):
    """Matches numbers; `values` are the integers that indices may be."""

    values: dict[Term, None]

    @abstractmethod
    def reduced(self, t: Term) -> Term:
        """A matrix in normal form."""

    @abstractmethod
    def matrix(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        """A matrix in normal form against a pattern."""

    @abstractmethod
    def atom(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        """Bindings under which the pattern says the atom."""

    def _over(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        for first in self.number(p[1], t[1], b):
            for found in self._bodies(opened(p[3], SUM), opened(t[3], SUM), first):
                yield from self.number(p[2], t[2], found)

    def _bodies(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        """What stands under a sum, term by term."""
        yield from self._terms(list(scalar(p).items()), list(scalar(t).items()), b)

    def _assigned(self, ours: Any, theirs: Any, b: Binding) -> Iterator[Binding]:
        if not ours:
            yield b
            return
        (a, k), *rest = ours
        for j, (x, power) in enumerate(theirs):
            if power == k:
                for found in self.atom(a, x, b):
                    yield from self._assigned(rest, theirs[:j] + theirs[j + 1 :], found)

    def number(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        """A number against a pattern: a variable, c v + d, what is known already, or term by term."""
        if p[0] == "v" and p not in b and not p[1].startswith(MARK):
            if not within(sort_of(p), Z) or within(sort_of(t), Z):
                yield {**b, p: t}
            return
        value = substitute(p, b)
        open_ = [v for v in free(p) if v not in b and not v[1].startswith(MARK)]
        if not open_:
            if scalar(value) == scalar(t):
                yield b
            return
        if len(open_) == 1 and open_[0][2][0] == "R":
            q = scalar(value)
            mono = next(iter(scalar(open_[0])))
            c = q.get(mono)
            if c is not None and not any(open_[0] in free(shown({m: k})) for m, k in q.items() if m != mono):
                rest = plus(scalar(t), {m: k for m, k in q.items() if m != mono}, -1)
                yield {**b, open_[0]: shown({m: k / c for m, k in rest.items()})}
            return
        if any(v[2][0] == "M" for v in open_):
            yield from self._terms(list(scalar(p).items()), list(scalar(t).items()), b)

    def _terms(self, ours: Any, theirs: Any, b: Binding) -> Iterator[Binding]:
        """Sums of as many terms, one after the other."""
        if len(ours) != len(theirs) or len(ours) > 4:
            return
        if not ours:
            yield b
            return
        (m, c), *rest = ours
        for k, (other, d) in enumerate(theirs):
            if c == d and sorted(e for _, e in m) == sorted(e for _, e in other):
                mine = [(atom_term(x), e) for x, e in m]
                for found in self._assigned(mine, [(atom_term(x), e) for x, e in other], b):
                    yield from self._terms(rest, theirs[:k] + theirs[k + 1 :], found)

    def index(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        """An index against a pattern that is linear in integers, of which all but one are tried at values at hand."""
        value = scalar(substitute(p, b))
        open_ = sorted(v for v in free(p) if v not in b and v != SUM and within(v[2], Z))
        if not open_:
            if plus(value, scalar(t), -1) == {} or scalar(("min", p, p)) == scalar(t):
                yield b
            return
        first = open_[0]
        if len(open_) > 1:
            for v in self.values:
                yield from self.index(p, t, {**b, first: v})
            return
        mono = next(iter(scalar(first)))
        c = value.get(mono)
        if c in (1, -1) and not any(first in free(shown({m: k})) for m, k in value.items() if m != mono):
            rest = plus(scalar(t), {m: k for m, k in value.items() if m != mono}, -1)
            solved = shown({m: k * c for m, k in rest.items()})
            if within(sort_of(solved), Z):
                yield {**b, first: solved}
