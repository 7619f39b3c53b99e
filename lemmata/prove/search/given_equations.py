"""Equations between matrices that are given, used within norms and traces: x for relu(A x + b), A^T A for B B^T."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lemmata.kernel import (
    ONE,
    ZERO,
    Form,
    Mono,
    Poly,
    Term,
    constant,
    matrix,
    plus,
    scalar,
    size,
    sort_of,
    sub,
    times,
    turned,
    word_term,
)
from lemmata.language import eq, normF, proof, tr
from lemmata.prove.normal_words import atom_key, atom_term, difference, letter_term, shown
from lemmata.prove.search.lemma_instances import WHOLE
from lemmata.prove.search.linear_program import Column, Combination, Source, combination, quotient
from lemmata.prove.search.match_matrices import alike, form_term
from lemmata.prove.search.matrix_equations import MatrixEquations, Product, solved
from lemmata.prove.search.search_state import NotFound

AT_ONCE, LONGEST, TRACES, WAYS = 2, 6, 12, 3  # equations used in turn, words that come of it, traces, other words


class GivenEquations(MatrixEquations):
    """Terms in other words, as a claim's hypotheses allow."""

    def given_forms(self) -> list[tuple[str, Form]]:
        """The equations that are given, as what is zero."""
        out = []
        for name, th in self.state.facts.items():
            f = th.conclusion
            if f[0] == "=" and sort_of(f[1])[0] == "M" and not name.startswith("step") and f in self.state.assumed:
                form = matrix(difference(f))
                if form and all(form) and any(set(c) == {()} for c in form.values()):
                    out.append((name, form))
        return out

    def exchanged(self, form: Form) -> Iterator[tuple[Form, dict[Product, Fraction]]]:
        """A form with words replaced as some equations allow, and the products by which it becomes another."""
        queue: list[tuple[Form, dict[Product, Fraction], frozenset[str]]] = [(form, {}, frozenset())]
        known = self.given_forms()
        while queue:
            before, made, used = queue.pop(0)
            for name, zero in known if len(used) < AT_ONCE else ():
                for word in () if name in used else (w for w, c in zero.items() if set(c) == {()}):
                    after, products = dict(before), dict(made)
                    for w in before:
                        k = next((k for k in range(len(w)) if w[k : k + len(word)] == word), None)
                        if k is None or set(before[w]) != {()}:
                            continue
                        by = before[w][()] / zero[word][()]
                        key = (name, w[:k], w[k + len(word) :])
                        for v, c in (self.between(key[1], zero, key[2]) or {}).items():
                            after[v] = plus(after.get(v, {}), c, -by)
                        products[key] = products.get(key, Fraction(0)) + by
                    after = {w: c for w, c in after.items() if c}
                    if products != made and all(after) and len(after) <= LONGEST:
                        yield after, products
                        queue.append((after, products, used | {name}))

    def replaced_norm(self, t: Term) -> Iterator[Source]:
        """A norm as that of the same matrix in other words, a squared operator norm as that of a Gram matrix."""
        if t[0] not in ("s", "normF", *WHOLE) or not self.given_forms():
            return
        yield from self.multiplied(t)
        op = "smax" if t[0] == "s" else t[0]
        x = self.matcher.reduced(t[1])
        ways = [(x, 1)]
        if op == "smax":
            ways += [(self.matcher.reduced(("mm", *both)), 2) for both in ((("T", x), x), (x, ("T", x)))]
        for y, power in ways:
            for after, products in self.exchanged(matrix(y)):
                new = form_term(after, sort_of(y))
                once = self.canon(t)
                own = once if power == 1 else times(once, once)
                yield Source("=", plus(self.canon((op, new)), own, -1), 1.0, ("replaced", op, x, y, new, products))

    def multiplied(self, t: Term) -> Iterator[Source]:
        """A column by what a matrix does to it, where a given equation says that: |x| by |M^-1| |b|, as M x = b."""
        v = self.matcher.reduced(t[1])
        ends = {w[-1] for w in matrix(v) if w}
        if t[0] != "normF" or size(sort_of(v)[2]) != size(ONE):
            return
        seen = set[Term]()
        for m in (m for _, zero in self.given_forms() for z in ends for m in self.before(zero, z)):
            y = self.matcher.reduced(("mm", m, v))
            every = {} if m in seen else {form_term(after, sort_of(y)): p for after, p in self.exchanged(matrix(y))}
            seen.add(m)
            for new, products in sorted(every.items(), key=lambda pair: sum(map(len, matrix(pair[0]))))[:WAYS]:
                after = matrix(new)
                kinds = ("equal", "above") if self.regular(m) else ("below",)
                for kind in kinds if sum(map(len, after)) < sum(map(len, matrix(y))) else ():
                    op, a, b = self.said_of(kind, m, v, new)
                    yield Source(
                        op, plus(self.canon(b), self.canon(a), -1), 1.0, ("multiplied", kind, m, v, new, products)
                    )

    def regular(self, m: Term) -> bool:
        """Whether a matrix is seen to have an inverse, or looks definite, which is to be shown then."""
        definite = matrix(m) == matrix(self.matcher.reduced(("T", m))) and self.plausible(("<", ZERO, ("lmin", m)))
        return self.state.prove(("!=", ("det", m))) is not None or definite

    def before(self, zero: Form, z: int) -> Iterator[Term]:
        """What stands before a letter in an equation, and each of its terms: square matrices."""
        parts = {w[:-1]: c for w, c in zero.items() if w[-1] == z}
        for some in (parts, *({w: c} for w, c in parts.items() if w and len(parts) > 1)):
            word = next((w for w in some if w), ())
            rows = sort_of(word_term(word))[1] if word else ONE
            if word and size(rows) == size(sort_of(word_term(word))[2]):
                if all(k < 0 for c in some.values() for k in c.values()):
                    some = {w: {m: -k for m, k in c.items()} for w, c in some.items()}
                yield self.matcher.reduced(form_term(some, ("M", rows, rows)))

    def said_of(self, kind: str, m: Term, v: Term, new: Term) -> Term:
        """How long a column is, by what a matrix makes of it."""
        length, image = ("normF", v), ("normF", new)
        if kind == "equal":
            return ("=", length, ("normF", ("mm", ("minv", m), new)))
        if kind == "above":
            return ("<=", length, ("*", ("smax", ("minv", m)), image))
        return ("<=", ("*", ("smin", m), length), image)

    def by_multiplying(self, kind: str, m: Term, v: Term, new: Term, products: dict[Product, Any]) -> str:
        """The step that says so."""
        said = self.said_of(kind, m, v, new)
        y = ("mm", m, v)
        if kind != "below" and self.state.prove(("!=", ("det", m))) is None:
            self.establish(("<", ZERO, ("lmin", m)), 1)
            self.put("classical.determinant-of-definite", {"D": m, "K": m}, ("<", ZERO, ("det", m)))
        if kind == "equal":
            whole = ("mm", ("minv", m), new)
            same = self.by_products(("=", v, whole), 0)
            return self.step(said, proof.Congruence(same), eq(*(normF(self.writer.matrix(z)) for z in (v, whole))))
        if kind == "above":
            exact, back = self.by_multiplying("equal", m, v, new, products), ("minv", m)
            long = ("<=", ("normF", ("mm", back, new)), ("*", ("smax", back), ("normF", new)))
            names = [exact, self.put("classical.image-length", {"T": back, "y": new}, long)]
        else:
            short = ("<=", ("*", ("smin", m), ("normF", v)), ("normF", y))
            names = [self.put("classical.image-length-below", {"M": m, "x": v}, short)]
            names.append(self.by_replacing("normF", y, y, new, products))
        return self.step(said, proof.Combine(dict.fromkeys(names, self.writer.polynomial(constant(1)))))

    def traced(self, target: Poly) -> list[Source]:
        """What is given of the norms and of the traces in a goal."""
        if not self.given_forms():
            return []
        spoken = dict.fromkeys(atom_term(x) for m in target for x, _ in m)
        out = [s for t in spoken if t[0] in ("s", "normF") for s in self.replaced_norm(t)]
        return [*out, *self.plainest({x for s in out for m in s.e for x, _ in m}), *self.turned(target)]

    def turned(self, target: Poly) -> list[Source]:
        """Equations between traces, of the products in the traces of a goal; between ranks of what is given."""
        out = [s for t in dict.fromkeys(self.granted_atoms()) if t[0] in WHOLE for s in self.replaced_norm(t)]
        every = dict(target)
        for t in dict.fromkeys(atom_term(x) for m in target for x, _ in m):
            if t[0] == "normF":
                every |= self.canon(("tr", ("mm", ("T", t[1]), t[1])))
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
                        e = plus(self.canon(("tr", new)), self.canon(("tr", y)), -1)
                        if e:
                            out.append(Source("=", e, 0.5, ("replaced", "tr", y, y, new, products)))
        return out

    def by_traces(self, goal: Term, depth: int) -> str:
        """A relation between traces, and squares of Frobenius norms, that holds with equality by what is given."""
        op, a, b = goal
        if op == "<" or depth > 2 or not self.given_forms():
            raise NotFound("nothing is given")
        if a[0] == b[0] == "normF" and op == "=":
            self.establish((op, ("^", a, 2), ("^", b, 2)), depth + 1)
            return self.apply_numbers("classical.equal-squares", goal, {"x": a, "y": b})
        target = self.canon(sub(b, a))
        lengths = [t for t in {atom_term(x) for m in target for x, _ in m} if t[0] == "normF"]
        known: list[tuple[Source, Mono]] = [(s, ()) for s in self.turned(target)]
        for t in lengths:
            square = plus(times(self.canon(t), self.canon(t)), self.canon(("tr", ("mm", ("T", t[1]), t[1]))), -1)
            ((own, _),) = self.canon(t).items()
            around = dict.fromkeys(quotient(m, ((own[0][0], 2),)) for m in target)
            known += [(Source("=", square, 0.1, None), q) for q in around if q is not None]
        columns: dict[Product, Form] = {
            (str(k), (), ()): {(): times(s.e, {q: Fraction(1)})} for k, (s, q) in enumerate(known)
        }
        found = solved({(): target}, columns)
        if found is None:
            return self.by_traces_above(goal, target, known, depth)
        factors: dict[Source, Poly] = {}
        for (k, *_), c in found.items():
            source, q = known[int(k)]
            factors[source] = plus(factors.get(source, {}), {q: c})
        return self.combined(goal, Combination(factors, {}), depth)

    def by_traces_above(self, goal: Term, target: Poly, known: list[tuple[Source, Mono]], depth: int) -> str:
        """An inequality between traces by what is given, up to terms that are not negative."""
        every = [Column(s, q, times(s.e, {q: Fraction(1)})) for s, q in known]
        wanted = {m for c in every for m in c.e} | set(target)
        for x in {x for m in wanted for x, _ in m if self.sign(x) is None}:  # facts that show signs
            for made in self.instances([atom_term(x)], {}, set()):
                self.move(made)
        every += [Column(None, m, {m: Fraction(1)}) for m in wanted if self.positive(m)]
        beside = {tuple(p for p in m if atom_key(p[0])[0] not in ("tr", "w")) for m in wanted}
        for root in self.roots(dict.fromkeys(wanted, Fraction(1))):
            e = self.canon(("tr", ("mm", ("T", root), root)))
            square = Source("<=", e, 0.6, ("square", ("normF", root)))
            every += [Column(square, q, times(e, {q: Fraction(1)})) for q in beside if len(q) < 2 and self.positive(q)]
        found = combination(target, False, every, self.surely, self.size) if goal[0] == "<=" else None
        if not isinstance(found, Combination):
            raise NotFound("no sum of traces")
        factors = dict(found.factors)
        for m, c in found.rest.items():  # each by itself, as squares of norms next to traces have no sign that is seen
            for x in (x for x, _ in m if self.sign(x) is None):
                self.applied(self.signed[x], depth)
            name = self.step(("<=", ZERO, shown({m: Fraction(1)})), proof.Sign())
            factors[Source("<=", {m: Fraction(1)}, 0.0, self.state.facts[name])] = {(): c}
        return self.combined(goal, Combination(factors, {}), depth)

    def by_replacing(self, op: str, x: Term, y: Term, new: Term, products: dict[Product, Any]) -> str:
        """The step that says so."""
        same = self.summed(("=", y, new), products)
        turned_so = eq(*(tr(self.writer.matrix(z)) for z in (y, new))) if op == "tr" else None
        name = self.step(("=", (op, y), (op, new)), proof.Congruence(same), turned_so)
        if scalar((op, x)) == scalar((op, y)):
            return name
        conjunct = int(matrix(y) != matrix(self.matcher.reduced(("mm", ("T", x), x))))
        gram = self.put("classical.gram-norms", {"T": x}, ("=", (op, y), ("^", (op, x), 2)), conjunct)
        factors = {name: self.writer.polynomial(constant(1)), gram: self.writer.polynomial(constant(-1))}
        return self.step(("=", ("^", (op, x), 2), (op, new)), proof.Combine(factors))
