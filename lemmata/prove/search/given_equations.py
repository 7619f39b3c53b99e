"""Equations between matrices that are given, used within norms and traces: x for relu(A x + b), A^T A for B B^T."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from lemmata.kernel import (
    ONE,
    ZERO,
    Form,
    KernelError,
    Mono,
    Poly,
    Term,
    Word,
    closed,
    constant,
    matrix,
    plus,
    scalar,
    size,
    sort_of,
    times,
    turned,
    word_term,
)
from lemmata.language import eq, normF, proof, tr
from lemmata.prove.normal_words import atom_key, atom_term, difference, letter_term, sides_of
from lemmata.prove.search.lemma_instances import WHOLE, Lemmas
from lemmata.prove.search.limits import AT_ONCE, LONGEST_SUM, TRACES, WAYS
from lemmata.prove.search.linear_program import Source
from lemmata.prove.search.match_matrices import alike, closed_in, form_term
from lemmata.prove.search.matrix_equations import Known, Product, Products
from lemmata.prove.search.search_state import NotFound, SearchState, orders
from lemmata.prove.search.steps import ONCE, Steps
from lemmata.prove.search.writing import Unwritable


@dataclass
class GivenEquations:
    """Terms in other words, as a claim's hypotheses allow."""

    search: SearchState
    lemmas: Lemmas
    steps: Steps
    products: Products

    def given_forms(self) -> list[tuple[str, Form]]:
        """The equations that are given, as what is zero."""
        out = [(name, matrix(difference(f))) for name, f in self.search.given_equations()]
        return [(name, p) for name, p in out if p and all(p) and any(set(c) == {()} for c in p.values())]

    def known_forms(self, words: Iterable[Word]) -> list[tuple[Known, Form]]:
        """The equations that are given, and those of the inverses of sums in words, as what is zero: the inverses of
        single letters meet no letter with which they are not multiplied."""
        laws = (made for made in self.products.laws(words) if self.search.free_to_use(made))
        forms = [(made, matrix(difference(made.formula))) for made in laws]
        return [*self.given_forms(), *((made, form) for made, form in forms if len(form) > 2)]

    def speak_of(self, target: Poly) -> bool:
        """Whether an equation is given, or the textbook has one about a function in a norm or a trace of a goal."""
        terms = [atom_term(x) for m in target for x, _ in m]
        inside = (self.search.matcher.reduced(t[1]) for t in terms if t[0] in ("tr", "s", "normF"))
        return bool(self.given_forms()) or any(self.known_forms(matrix(x)) for x in inside)

    def say_columns(self) -> None:
        """Steps that say that a column is zero where each of its entries is given to be."""
        search = self.search
        for name, th in list(search.state.facts.items()):
            match th.conclusion:
                case ("all", low, n, ("=", ("tr", ("mm", ("T", ("e", _, ("b", 0))), x)), z)) if z == ZERO and closed_in(
                    x
                ):
                    with suppress(NotFound, KernelError, Unwritable):
                        index, i = search.open_index(low, n)
                        e, row = ("e", n, i), ("T", ("e", n, i))
                        entry = search.step(("=", ("tr", ("mm", row, x)), ZERO), proof.At(name, index))
                        by = proof.Multiply({entry: (search.writer.matrix(e), None)})
                        part = search.step(("=", ("mm", ("mm", e, row), x), ("sc", ZERO, x)), by)
                        whole = ("=", ("msum", low, n, closed(("mm", e, row), i)), ("id", n))
                        units = self.steps.apply_unindexed("classical.unit-columns", whole, {"n": n})
                        every = search.add(None, proof.Summed(part, index))
                        both = proof.Multiply({every: (None, None), units: (None, -search.writer.matrix(x))})
                        search.play(proof.Step(f"{name}_column", search.write(("=", x, ("sc", ZERO, x))), both))

    def say_orders(self) -> None:
        """Steps that say what given orders say of extreme eigenvalues: a <= lmin(A) where a I <= A."""
        for f in filter(orders, list(self.search.state.assumed)):
            with suppress(NotFound, KernelError, Unwritable):
                slack, factors, said = self.search.slack(f), dict[str, Poly](), set[Mono]()
                while plainer := [
                    (m, source)
                    for m in slack
                    if len(m) == 1 == m[0][1] and m not in said and (source := self.lemmas.simplification(m[0][0]))
                ]:  # each once: two words may be simpler than each other
                    m, source = plainer[0]
                    said.add(m)
                    c = -slack[m] / source.e[m]
                    slack = plus(slack, source.e, c)
                    factors[self.lemmas.applied(source.made, 1)] = constant(c)
                if factors:
                    given = self.search.step(f, proof.Sign())
                    self.steps.sum((f[0], *sides_of(slack)), {given: ONCE, **factors})

    def exchanged(self, form: Form) -> Iterator[tuple[Form, dict[Product, Fraction]]]:
        """A form with words replaced as some equations allow, and the products by which it becomes another."""
        queue: list[tuple[Form, dict[Product, Fraction], frozenset[Known]]] = [(form, {}, frozenset())]
        known = self.known_forms(form)
        while queue:
            before, made, used = queue.pop(0)
            for name, zero in known if len(used) < AT_ONCE else ():
                for word in () if name in used else (w for w, c in zero.items() if w and set(c) == {()}):
                    after, products = dict(before), dict(made)
                    for w in before:
                        k = next((k for k in range(len(w)) if w[k : k + len(word)] == word), None)
                        if k is None or set(before[w]) != {()}:
                            continue
                        by = before[w][()] / zero[word][()]
                        key = (name, w[:k], w[k + len(word) :], (), False)
                        for v, c in (self.products.between(key[1], zero, key[2]) or {}).items():
                            after[v] = plus(after.get(v, {}), c, -by)
                        products[key] = products.get(key, Fraction(0)) + by
                    after = {w: c for w, c in after.items() if c}
                    if products != made and len(after) <= LONGEST_SUM:
                        yield after, products
                        queue.append((after, products, used | {name}))

    def replaced_norm(self, t: Term) -> Iterator[Source]:
        """A norm as that of the same matrix in other words, a squared operator norm as that of a Gram matrix."""
        if t[0] not in ("s", "normF", *WHOLE) or not self.known_forms(matrix(self.search.matcher.reduced(t[1]))):
            return
        yield from self.multiplied(t)
        yield from self.multiples(t)
        op = "smax" if t[0] == "s" else t[0]
        x = self.search.matcher.reduced(t[1])
        ways = [(x, 1)]
        if op == "smax":
            ways += [(self.search.matcher.reduced(("mm", *both)), 2) for both in ((("T", x), x), (x, ("T", x)))]
        for y, power in ways:
            for after, products in self.exchanged(matrix(y)):
                new = form_term(after, sort_of(y))
                once = self.search.canon(t)
                own = once if power == 1 else times(once, once)
                say = partial(self._say_replaced, op, x, y, new, products)
                yield Source("=", plus(self.search.canon((op, new)), own, -1), 1.0, say)

    def multiples(self, t: Term) -> Iterator[Source]:
        """A norm as that of a multiple of another matrix of the goal, where they agree at the random instances."""
        x, numbers = self.search.matcher.reduced(t[1]), self.search.numbers if self.search.sample.instances else []
        others = [y for y in self.search.matcher.primary if alike(x, y) and matrix(x) != matrix(y)]
        for y, c in ((y, c) for y in others for c in numbers):
            new = ("sc", c, y)
            if self.search.plausible(("=", x, new)):
                e = plus(self.search.canon((t[0], new, *t[2:])), self.search.canon(t), -1)
                yield Source("=", e, 1.0, partial(self._say_multiple, t, x, new))

    def _say_multiple(self, t: Term, x: Term, new: Term, depth: int, deep: int) -> str:
        same = self.search.establish(("=", x, new), depth + 1)
        return self.search.step(("=", (t[0], x, *t[2:]), (t[0], new, *t[2:])), proof.Congruence(same))

    def multiplied(self, t: Term) -> Iterator[Source]:
        """A column by what a matrix does to it, where a given equation says that: |x| by |M^-1| |b|, as M x = b."""
        v = self.search.matcher.reduced(t[1])
        ends = dict.fromkeys(w[-1] for w in matrix(v) if w)
        if t[0] != "normF" or size(sort_of(v)[2]) != size(ONE):
            return
        seen = set[Term]()
        for m in (m for _, zero in self.given_forms() for z in ends for m in self.before(zero, z)):
            y = self.search.matcher.reduced(("mm", m, v))
            every = {} if m in seen else {form_term(after, sort_of(y)): p for after, p in self.exchanged(matrix(y))}
            seen.add(m)
            for new, products in sorted(every.items(), key=lambda pair: sum(map(len, matrix(pair[0]))))[:WAYS]:
                after = matrix(new)
                kinds = ("equal", "above") if self.regular(m) else ("below",)
                for kind in kinds if sum(map(len, after)) < sum(map(len, matrix(y))) else ():
                    said = self.said_of(kind, m, v, new)
                    say = partial(self._say_multiplied, kind, m, v, new, products)
                    yield Source(said[0], self.search.slack(said), 1.0, say)

    def regular(self, m: Term) -> bool:
        """Whether a matrix is seen to have an inverse, or looks definite, which is to be shown then."""
        definite = matrix(m) == matrix(self.search.matcher.reduced(("T", m))) and self.search.plausible(
            ("<", ZERO, ("lmin", m))
        )
        return self.search.state.prove(("!=", ("det", m))) is not None or definite

    def before(self, zero: Form, z: int) -> Iterator[Term]:
        """What stands before a letter in an equation, and each of its terms: square matrices."""
        parts = {w[:-1]: c for w, c in zero.items() if w[-1] == z}
        for some in (parts, *({w: c} for w, c in parts.items() if w and len(parts) > 1)):
            word = next((w for w in some if w), ())
            rows = sort_of(word_term(word))[1] if word else ONE
            if word and size(rows) == size(sort_of(word_term(word))[2]):
                if all(k < 0 for c in some.values() for k in c.values()):
                    some = {w: {m: -k for m, k in c.items()} for w, c in some.items()}
                yield self.search.matcher.reduced(form_term(some, ("M", rows, rows)))

    def said_of(self, kind: str, m: Term, v: Term, new: Term) -> Term:
        """How long a column is, by what a matrix makes of it."""
        length, image = ("normF", v), ("normF", new)
        if kind == "equal":
            return ("=", length, ("normF", ("mm", ("minv", m), new)))
        if kind == "above":
            return ("<=", length, ("*", ("smax", ("minv", m)), image))
        return ("<=", ("*", ("smin", m), length), image)

    def _say_multiplied(
        self, kind: str, m: Term, v: Term, new: Term, products: dict[Product, Any], depth: int, deep: int
    ) -> str:
        said = self.said_of(kind, m, v, new)
        y, put = ("mm", m, v), self.steps.put
        if kind != "below" and self.search.state.prove(("!=", ("det", m))) is None:
            self.search.establish(("<", ZERO, ("lmin", m)), 1)
            put("classical.determinant-of-definite", {"D": m, "K": m}, ("<", ZERO, ("det", m)))
        if kind == "equal":
            whole = ("mm", ("minv", m), new)
            same = self.products.by_products(("=", v, whole), 0)
            lengths = eq(*(normF(self.search.writer.matrix(z)) for z in (v, whole)))
            return self.search.step(said, proof.Congruence(same), lengths)
        if kind == "above":
            exact, back = self._say_multiplied("equal", m, v, new, products, depth, deep), ("minv", m)
            long = ("<=", ("normF", ("mm", back, new)), ("*", ("smax", back), ("normF", new)))
            names = [exact, put("classical.image-length", {"T": back, "y": new}, long)]
        else:
            short = ("<=", ("*", ("smin", m), ("normF", v)), ("normF", y))
            names = [put("classical.image-length-below", {"M": m, "x": v}, short)]
            names.append(self._say_replaced("normF", y, y, new, products, depth, deep))
        return self.steps.sum(said, dict.fromkeys(names, constant(1)))

    def traced(self, target: Poly) -> list[Source]:
        """What is given of the norms and of the traces in a goal."""
        if not self.speak_of(target):
            return []
        spoken = dict.fromkeys(atom_term(x) for m in target for x, _ in m)
        out = [s for t in spoken if t[0] in ("s", "normF") for s in self.replaced_norm(t)]
        return [*out, *self.lemmas.plainest({x for s in out for m in s.e for x, _ in m}), *self.turned(target)]

    def turned(self, target: Poly) -> list[Source]:
        """Equations between traces, of the products in the traces of a goal; between ranks of what is given."""
        out = [s for t in dict.fromkeys(self.lemmas.granted_atoms()) if t[0] in WHOLE for s in self.replaced_norm(t)]
        every = dict(target)
        for t in dict.fromkeys(atom_term(x) for m in target for x, _ in m):
            if t[0] == "normF":
                every |= self.search.canon(("tr", ("mm", ("T", t[1]), t[1])))
        words = dict.fromkeys(k[1] for m in every for x, _ in m for k in [atom_key(x)] if k[0] in ("tr", "w"))
        columns = {x for w in words for x in w if size(sort_of(letter_term(x))[2]) == size(ONE)}
        every_word = [w for _, zero in self.given_forms() for w, c in zero.items() if set(c) == {()}]
        more = [(turned(z), *w) for w in every_word for z in sorted(columns) if alike(word_term(w), letter_term(z))]
        for w in [*list(words)[:TRACES], *more[:TRACES]]:
            for k in range(len(w)):
                around = w[k:] + w[:k]
                for turn in (around, tuple(turned(x) for x in reversed(around))):
                    y = word_term(turn)
                    if size(sort_of(y)[1]) == size(ONE):  # the same product turned round says it as well
                        continue
                    for after, products in self.exchanged({turn: constant(1)}):
                        new = form_term(after, sort_of(y))
                        e = plus(self.search.canon(("tr", new)), self.search.canon(("tr", y)), -1)
                        if e:
                            say = partial(self._say_replaced, "tr", y, y, new, products)
                            out.append(Source("=", e, 0.5, say))
        return out

    def _say_replaced(
        self, op: str, x: Term, y: Term, new: Term, products: dict[Product, Any], depth: int, deep: int
    ) -> str:
        same = self.products.summed(("=", y, new), products)
        turned_so = eq(*(tr(self.search.writer.matrix(z)) for z in (y, new))) if op == "tr" else None
        name = self.search.step(("=", (op, y), (op, new)), proof.Congruence(same), turned_so)
        if scalar((op, x)) == scalar((op, y)):
            return name
        conjunct = int(matrix(y) != matrix(self.search.matcher.reduced(("mm", ("T", x), x))))
        square = ("=", (op, y), ("^", (op, x), 2))
        gram = self.steps.put("classical.gram-norms", {"T": x}, square, conjunct)
        return self.steps.sum(("=", ("^", (op, x), 2), (op, new)), {name: constant(1), gram: constant(-1)})
