"""Patterns of the textbook matched with terms of a claim, modulo the algebra of matrices.

A product is cut anywhere, a sum split into any two parts, or into a matrix at hand and the rest; factors, transposes
and signs are moved over; traces are turned round.  What does not fit in the end is refused by the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any

from lemmata.kernel import (
    ONE,
    KernelError,
    Term,
    Word,
    Z,
    constant,
    free,
    matrix,
    num,
    opened,
    plus,
    scalar,
    size,
    size_term,
    sort_of,
    substitute,
    within,
    word_term,
)
from lemmata.prove.normal_words import atom_term, letter_term, shown
from lemmata.prove.search.lemma_index import MARK, SUM, spread
from lemmata.prove.search.match_matrices import (
    contents,
    divided,
    factors_of,
    form_term,
    forms,
    is_form,
    is_negative,
    is_turned,
    length,
    matrices_in,
    pattern_weight,
    scaled_poly,
    shifted,
    summands_of,
    sums_in,
    telescoped,
    turns_of,
)

Binding = dict[Term, Term]
WORDS = 5  # of a sum that is still split in every way
SUMS = 8  # in a claim, by which others are divided


class Matcher:
    """Matches within one state; `matrices` are those at hand,  `values` the integers that indices may be."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.matrices: dict[Term, None] = {}
        self.primary: dict[Term, None] = {}  # those of the goal, from which others are taken away
        self.given: set[Term] = set()  # sums of which a hypothesis speaks
        self.known: dict[Term, Term] = {}
        self.sums: list[Term] = []  # that stand in the claim
        self.factored_: dict[Term, list[tuple[Term, Term]]] = {}
        self.values: dict[Term, None] = {ONE: None}

    def reduced(self, t: Term) -> Term:
        """A matrix in normal form, as the domains of its variables allow."""
        if t not in self.known:
            try:
                form = self.state.algebra.rewritten(t)[0]
            except KernelError:  # what holds only within the range of an index that is open here
                form = matrix(t)
            self.known[t] = form_term(form, self._sort(t))
        return self.known[t]

    def note_sums(self, formulas: Iterable[Term]) -> None:
        """Remember the sums in formulas: multiplied out, a product of them shows no factors, and is divided by them."""
        sums = [*dict.fromkeys(self.reduced(x) for f in formulas for x in sums_in(f))][:SUMS]
        self.sums = [*dict.fromkeys([*sums, *(self.reduced(("T", x)) for x in sums)])]

    def factored(self, t: Term) -> list[tuple[Term, Term]]:
        """A sum as products of a sum of the claim with another matrix."""
        if t not in self.factored_:
            form, (_, rows, columns) = matrix(t), self._sort(t)
            found: dict[tuple[Term, Term], None] = {}
            for x in self.sums if len(form) > 1 else ():
                _, r, c = self._sort(x)
                before = divided(form, matrix(x), True) if size(r) == size(rows) else None
                if before:
                    found[x, self.reduced(form_term(before, ("M", c, columns)))] = None
                behind = divided(form, matrix(x), False) if size(c) == size(columns) else None
                if behind:
                    found[self.reduced(form_term(behind, ("M", rows, r))), x] = None
            ends = dict.fromkeys(letter_term(x) for w in form if len(form) > 1 and w for x in (w[0], w[-1]))
            for x in ends if size(rows) == size(columns) else ():  # X^-1 - Y^-1 is X^-1 (I - X Y^-1)
                if x[0] == "minv" and len(matrix(x[1])) == 1 and size(sort_of(x)[1]) == size(rows):
                    first, last = self.reduced(("mm", x[1], t)), self.reduced(("mm", t, x[1]))
                    found |= {(x, first): None} if length(first) <= length(t) else {}
                    found |= {(last, x): None} if length(last) <= length(t) else {}
            self.factored_[t] = [*found]
        return self.factored_[t]

    def note_given(self, t: Term) -> None:
        """Remember a sum of which a hypothesis speaks, and what it is the negative of."""
        with suppress(KernelError):
            if len(matrix(t)) > 1:
                self.given |= {self.reduced(t), self.reduced(("sc", num(-1), t))}

    def _sort(self, t: Term) -> Term:
        _, r, c = sort_of(t)
        return ("M", size_term(size(r)), size_term(size(c)))

    # --- atoms

    def atom(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        """Bindings under which the pattern says the atom."""
        p, t = spread(p), spread(t)
        if p[0] == "v":
            yield from self.number(p, t, b)
            return
        if p[0] != t[0]:
            return
        op = p[0]
        if op == "tr":
            for word in turns_of(t):
                yield from self._words(factors_of(p[1]), word, b)
            if len(matrix(t[1])) > 1:  # as it was written
                yield from self.matrix(p[1], self.reduced(t[1]), b)
            if len(factors := factors_of(p[1])) == 3:
                for parts in forms(t[1]):
                    yield from self._fitting(factors, [self.reduced(x) for x in parts], b)
        elif op in ("s", "lam"):
            for found in self.matrix(p[1], self.reduced(t[1]), b):
                yield from self.index(p[2], t[2], found)
        elif op in ("sum", "prod", "maxo"):
            yield from self._over(p, t, b)
        elif op in ("rpow", "max", "min"):
            for x, y in (t[1:], t[:0:-1])[: 2 if op != "rpow" else 1]:
                for found in self.number(p[1], x, b):
                    yield from self.number(p[2], y, found)
        elif op == "schatten":
            for found in self.number(p[1], t[1], b):
                yield from self.matrix(p[2], self.reduced(t[2]), found)
        elif op in ("inv", "sqrt", "abs", "exp", "log"):
            yield from self.number(p[1], t[1], b)
            if op == "abs" and len(scalar(t[1])) > 1:
                yield from self.number(p[1], ("*", num(-1), t[1]), b)
        elif len(p) == 2 and sort_of(p[1])[0] == "M":
            yield from self.matrix(p[1], self.reduced(t[1]), b)

    def _fitting(self, factors: list[Term], parts: list[Term], b: Binding) -> Iterator[Binding]:
        """Patterns one by one, against as many matrices."""
        if not factors:
            yield b
            return
        for found in self.matrix(factors[0], parts[0], b):
            yield from self._fitting(factors[1:], parts[1:], found)

    def _words(self, factors: list[Term], word: Word, b: Binding) -> Iterator[Binding]:
        """A product of patterns against the letters of a word."""
        if len(factors) == 1:
            yield from self.matrix(factors[0], self.reduced(word_term(word)), b)
            return
        for k in range(1, len(word)):
            for found in self.matrix(factors[0], self.reduced(word_term(word[:k])), b):
                yield from self._words(factors[1:], word[k:], found)

    # --- matrices

    def sizes(self, p: Term, t: Term, b: Binding) -> Binding | None:
        """The sizes in a sort, from those of a value."""
        for a, x in zip(p[1:], sort_of(t)[1:], strict=True):
            if a[0] == "v" and a not in b:
                b = {**b, a: size_term(size(x))}
            elif size(substitute(a, b)) != size(x):
                return None
        return b

    def family(self, p: Term, t: Term, b: Binding) -> Binding | None:
        """A family of layers against another, with its depth and widths."""
        out = self.sizes(p[2], t, b) if b.get(p, t) == t else None
        return None if out is None else {**out, p: t}

    def matrix(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        """A matrix in normal form against a pattern."""
        op = p[0]
        if op != "id" and free(p) and free(p) <= b.keys():
            with suppress(KernelError):
                if matrix(self.reduced(substitute(p, b))) == matrix(t):
                    yield b
            return
        if op == "v":
            found = self.sizes(p[2], t, b)
            if found is not None and not is_form(t):
                yield {**found, p: t}
        elif op == "T":
            if p[1][0] != "v" or p[1] in b or is_turned(matrix(t)):
                yield from self.matrix(p[1], self.reduced(("T", t)), b)
        elif op == "sc":
            yield from self._scaled(p, t, b)
        elif op == "m+":
            yield from self._split(summands_of(p), t, b)
        elif op == "mm":
            yield from self._product(factors_of(p), t, b)
        elif op == "id":
            if matrix(t) == matrix(("id", sort_of(t)[1])) and size(sort_of(t)[1]) == size(sort_of(t)[2]):
                yield from self.number(p[1], size_term(size(sort_of(t)[1])), b)
        else:
            yield from self._letter(p, t, b)

    def _letter(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        form = matrix(t)
        if len(form) != 1:
            return
        ((word, c),) = form.items()
        if len(word) != 1 or c != constant(1):
            return
        inside = letter_term(word[0])
        if inside[0] == "T" and p[0] != "T":
            inside = inside[1]
            if p[0] not in ("kron",):
                return
        if inside[0] != p[0] or len(inside) != len(p) or p[0] == "msum":
            return
        if p[0] == "seg":
            own = self.family(p[1], inside[1], b)
            for last in self.index(p[2], inside[2], own) if own is not None else ():
                yield from self.index(p[3], inside[3], last)
            return
        if p[0] in ("stack", "mprod"):
            body = opened(inside[3], SUM)
            for low in self.index(p[1], inside[1], b):
                for ends in self.index(p[2], inside[2], low):
                    yield from self.matrix(opened(p[3], SUM), self.reduced(body), ends)
            return
        if p[0] == "dg":
            for found in self.number(p[1], inside[1], b):
                yield from self._bodies(opened(p[2], SUM), opened(inside[2], SUM), found)
            return
        number = self.index if p[0] == "e" else self.number
        for parts in (inside[1:], inside[:0:-1])[: 2 if p[0] == "had" else 1]:  # entrywise products commute
            every = [b]
            for x, y in zip(p[1:], parts, strict=True):
                is_matrix = sort_of(y)[0] == "M"
                every = [
                    more
                    for one in every
                    for more in (self.matrix(x, self.reduced(y), one) if is_matrix else number(x, y, one))
                ]
            yield from every

    def _scaled(self, p: Term, t: Term, b: Binding) -> Iterator[Binding]:
        c = scalar(substitute(p[1], b))
        sort = self._sort(t)
        form = matrix(t)
        if set(c) == {()}:
            open_ = p[2][0] == "v" and p[2] not in b
            if c[()] == -1 and open_ and not is_negative(form) and t not in self.given:
                return
            yield from self.matrix(p[2], form_term({w: scaled_poly(q, 1 / c[()]) for w, q in form.items()}, sort), b)
            return
        for q, shares in contents(form):
            if q != constant(1) or not free(p[1]) - set(b):
                rest = form_term({w: constant(k) for w, k in shares.items()}, sort)
                for found in self.number(p[1], shown(q), b):
                    yield from self.matrix(p[2], rest, found)

    def _split(self, summands: list[Term], t: Term, b: Binding) -> Iterator[Binding]:
        """A sum: summands that are known are taken away, others are parts of the words, or matrices at hand."""
        if len(summands) == 1:
            if matrix(t):
                yield from self.matrix(summands[0], t, b)
            return
        known = next((s for s in summands if matrices_in(s) <= set(b) and matrices_in(s)), None)
        first = known or max(summands, key=pattern_weight)
        rest = [s for s in summands if s is not first]
        if known is not None:
            left = self.reduced(("m+", t, ("sc", num(-1), substitute(first, b))))
            if matrix(left):
                yield from self._split(rest, left, b)
            return
        sort, form = self._sort(t), matrix(t)
        words = list(form)
        if 2 <= len(words) <= WORDS:
            for k in range(1, len(words)):
                for some in combinations(words, k):
                    part = form_term({w: form[w] for w in some}, sort)
                    other = form_term({w: form[w] for w in words if w not in some}, sort)
                    for found in self.matrix(first, part, b):
                        yield from self._split(rest, other, found)
        if len(summands) == 2:
            for unit, other in (summands, summands[::-1]):
                rows = sort_of(t)[1]
                for found in (
                    self.matrix(unit, ("id", rows), b) if unit[0] == "id" and size(rows) == size(sort[2]) else ()
                ):
                    left = self.reduced(("m+", t, ("sc", num(-1), ("id", rows))))
                    if left in self.given:
                        yield from self._split([other], left, found)
            at_hand = (x for x in list(self.primary) if self._sort(x) == sort and not set(matrix(x)) < set(words))
            for part in (*map(self.reduced, (*shifted(form, self.primary), *telescoped(form))), *at_hand):
                left = self.reduced(("m+", t, ("sc", num(-1), part)))
                for found in self.matrix(first, part, b) if matrix(left) else ():
                    yield from self._split(rest, left, found)

    def _product(self, factors: list[Term], t: Term, b: Binding) -> Iterator[Binding]:
        if len(factors) == 1:
            yield from self.matrix(factors[0], t, b)
            return
        first, *rest = factors
        turned = first[0] == "T" and first[1][0] == "v" and any(first[1] in free(p) for p in rest)  # M^T K M is B A B^T
        for left, right in self._cuts(t):
            for found in self.matrix(first[1], self.reduced(("T", left)), b) if turned else self.matrix(first, left, b):
                yield from self._product(rest, right, found)

    def _cuts(self, t: Term) -> Iterator[tuple[Term, Term]]:
        """All ways to write a matrix as a product, read off its words."""
        form, sort = matrix(t), self._sort(t)
        words = list(form)
        if not words:
            return
        yield from self.factored(t)
        if words == [()]:  # I is I I
            yield t, t
        shortest = min(len(w) for w in words)
        single = len(words) == 1
        for k in range(1, shortest + 1):
            if all(w[:k] == words[0][:k] for w in words):
                left = word_term(words[0][:k])
                inner = ("M", sort_of(left)[2], sort[2])
                after = {w[k:]: p for w, p in form.items()}
                if set(after) == {()}:
                    continue
                yield self.reduced(left), self.reduced(form_term(after, inner))
                for q, shares in contents(form):
                    if q != constant(1):
                        yield (
                            self.reduced(form_term({words[0][:k]: q}, ("M", sort[1], inner[1]))),
                            self.reduced(form_term({w[k:]: constant(c) for w, c in shares.items()}, inner)),
                        )
            if not single and all(w[len(w) - k :] == words[0][len(words[0]) - k :] for w in words):
                right = word_term(words[0][len(words[0]) - k :])
                inner = ("M", sort[1], sort_of(right)[1])
                before = {w[: len(w) - k]: p for w, p in form.items()}
                if set(before) != {()}:
                    yield self.reduced(form_term(before, inner)), self.reduced(right)

    # --- numbers and indices

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
        open_ = [v for v in sorted(free(p)) if v not in b and not v[1].startswith(MARK)]
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
