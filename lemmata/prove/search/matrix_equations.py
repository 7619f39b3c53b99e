"""Equations between matrices: the goal as a sum of equations of the book with products of its letters on both sides.

Both resolvent identities, the rule (I + A B)^-1 A = A (I + B A)^-1 and Woodbury's formula are of this kind.  Products
are made where a side of an equation stands in a word of the goal, or in one that came in so; which of them are needed
is a linear system over the rationals.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from lemmata.kernel import Form, Term, Word, matrix, plus, size, sort_of, times, word_term
from lemmata.language import proof
from lemmata.prove.normal_words import difference, letter_term
from lemmata.prove.search.bound_chains import Chaining
from lemmata.prove.search.lemma_index import OF_MATRICES
from lemmata.prove.search.search_state import NotFound, OutOfTime

DEEP, WIDEST = 3, 1500  # rounds of products, and how many there may be
Product = tuple[str, Word, Word]  # of the step that says an equation, and what stands on both sides of it


class MatrixEquations(Chaining):
    """Goals that are equations between matrices."""

    def by_products(self, goal: Term, depth: int) -> str:
        """A sum of equations, each with a word before and a word behind it.  Raises NotFound."""
        target = matrix(self.matcher.reduced(difference(goal)))
        known = dict(self.equations(target, depth))
        if not known:
            raise NotFound("no equations between these matrices")
        columns: dict[Product, Form] = {}
        met: set[Word] = set()
        for _ in range(DEEP):
            fresh = {w for form in (target, *columns.values()) for w in form} - met
            met |= fresh
            for w in sorted(fresh):
                for name, form in known.items():
                    columns |= {p: c for p, c in self.around(name, form, w) if p not in columns}
                    self.look()
            found = solved(target, columns) if len(columns) <= WIDEST else None
            if found is not None:
                return self.summed(goal, found)
            if len(columns) > WIDEST:
                break
        raise NotFound("no sum of equations")

    def equations(self, target: Form, depth: int) -> Iterator[tuple[str, Form]]:
        """Steps that say what the book knows of functions in the goal, and what is given."""
        letters = {letter_term(x) for w in target for x in w}
        for t in sorted(x[1] if x[0] == "T" else x for x in letters):
            for fact in self.facts:
                for pattern in fact.triggers if t[0] in OF_MATRICES else ():
                    for b in self.matcher.matrix(pattern, t, {}) if pattern[0] == t[0] else ():
                        for made in self.made(fact, b):
                            with suppress(NotFound, OutOfTime):
                                yield self.applied(made, depth), matrix(difference(made.formula))
        for name, th in list(self.state.facts.items()):
            if th.conclusion[0] == "=" and sort_of(th.conclusion[1])[0] == "M" and not name.startswith("step"):
                yield name, matrix(difference(th.conclusion))

    def around(self, name: str, form: Form, w: Word) -> Iterator[tuple[Product, Form]]:
        """An equation with what is before and behind one of its words where that stands in a word."""
        for e in form:
            for a in range(len(w) - len(e) + 1):
                if w[a : a + len(e)] != e:
                    continue
                made = self.between(w[:a], form, w[a + len(e) :])
                if made is not None:
                    yield (name, w[:a], w[a + len(e) :]), made

    def between(self, before: Word, form: Form, behind: Word) -> Form | None:
        """The normal form of an equation between two words, None where shapes do not fit."""
        out: Form = {}
        shape = sort_of(word_term(next(w for w in form if w)))[1:]
        ends = (before, 2, shape[0]), (behind, 1, shape[1])
        if any(w and size(sort_of(word_term(w))[side]) != size(x) for w, side, x in ends):
            return None
        for w, p in form.items():
            whole = before + w + behind
            if not whole:
                out[()] = plus(out.get((), {}), p)
                continue
            for v, c in matrix(word_term(whole)).items():
                out[v] = plus(out.get(v, {}), times(c, p))
        return {w: p for w, p in out.items() if p}

    def summed(self, goal: Term, found: dict[Product, Fraction]) -> str:
        """Steps for the products, and their sum."""
        factors: dict[str, Any] = {}
        for (name, before, behind), c in found.items():
            if not before and not behind:
                factors[name] = self.writer.polynomial({(): c})
                continue
            f = self.state.facts[name].conclusion
            sides = tuple(self.placed(before, side, behind) for side in f[1:])
            left, right = (self.writer.matrix(word_term(w)) if w else None for w in (before, behind))
            made = self.step(("=", *sides), proof.Multiply({name: (left, right)}))
            factors[made] = self.writer.polynomial({(): c})
        return self.step(goal, proof.Combine(factors))

    def placed(self, before: Word, t: Term, behind: Word) -> Term:
        """A matrix between two words."""
        out = ("mm", word_term(before), t) if before else t
        return ("mm", out, word_term(behind)) if behind else out


def solved(target: Form, columns: dict[Product, Form]) -> dict[Product, Fraction] | None:
    """The target as a sum of multiples of the columns, by elimination; None where it is none."""
    rows: dict[Any, tuple[dict[Any, Fraction], dict[Product, Fraction]]] = {}  # by what each is used to remove

    def reduced(v: dict[Any, Fraction], made: dict[Product, Fraction]) -> None:
        while True:
            pivot = next((m for m in v if m in rows), None)
            if pivot is None:
                return
            other, how = rows[pivot]
            c = v[pivot] / other[pivot]
            for into, source in ((v, other), (made, how)):
                for m, k in source.items():
                    into[m] = into.get(m, Fraction(0)) - c * k
                    if not into[m]:
                        del into[m]

    for name, column in columns.items():
        v, made = flat(column), {name: Fraction(1)}
        reduced(v, made)
        if v:
            rows[max(v, key=lambda m: (len(m[0]), m))] = (v, made)
    v, made = flat(target), dict[Product, Fraction]()
    reduced(v, made)
    return None if v else {name: -c for name, c in made.items()}


def flat(form: Form) -> dict[Any, Fraction]:
    """A form by word and monomial."""
    return {(w, m): c for w, p in form.items() for m, c in p.items()}


__all__ = ["MatrixEquations", "solved"]
