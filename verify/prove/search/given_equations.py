"""Equations between matrices that are given, used within norms and traces: x for relu(A x + b), A^T A for B B^T."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lemmata.theorems.language import eq, proof, tr
from lemmata.verify.kernel.normal import Form, Mono, Poly, constant, matrix, plus, scalar, times, turned, word_term
from lemmata.verify.kernel.terms import ONE, Term, size, sort_of, sub
from lemmata.verify.prove.normal_words import atom_key, atom_term, difference
from lemmata.verify.prove.search.gathering import WHOLE
from lemmata.verify.prove.search.ground import NotFound
from lemmata.verify.prove.search.linear_program import Combination, Source, quotient
from lemmata.verify.prove.search.matrix_equations import MatrixEquations, Product, solved
from lemmata.verify.prove.search.shapes_matched import form_term

AT_ONCE, LONGEST, TRACES = 2, 6, 12  # equations used one after the other, words that come of it, traces


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

    def traced(self, target: Poly) -> list[Source]:
        """Equations between traces, of the products in the traces of a goal; between ranks of what is given."""
        if not self.given_forms():
            return []
        out = [s for t in dict.fromkeys(self.granted_atoms()) if t[0] in WHOLE for s in self.replaced_norm(t)]
        every = dict(target)
        for t in {atom_term(x) for m in target for x, _ in m}:
            if t[0] == "normF":
                every |= self.canon(("tr", ("mm", ("T", t[1]), t[1])))
        words = dict.fromkeys(k[1] for m in every for x, _ in m for k in [atom_key(x)] if k[0] in ("tr", "w"))
        for w in list(words)[:TRACES]:
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
        known: list[tuple[Source, Mono]] = [(s, ()) for s in self.traced(target)]
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
            raise NotFound("no sum of traces")
        factors: dict[Source, Poly] = {}
        for (k, *_), c in found.items():
            source, q = known[int(k)]
            factors[source] = plus(factors.get(source, {}), {q: c})
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
