"""Equations between matrices: the goal as a sum of textbook equations with products of its letters on both sides.

Both resolvent identities, the rule (I + A B)^-1 A = A (I + B A)^-1 and Woodbury's formula are of this kind.  Products
are made where a side of an equation stands in a word of the goal, or in one that came in so; which of them are needed
is a linear system over the rationals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmata.kernel import Form, Poly, Term, Word, matrix, plus, size, sort_of, times, word_term
from lemmata.language import proof
from lemmata.prove.linear import solve
from lemmata.prove.normal_words import difference, letter_term
from lemmata.prove.search.lemma_index import OF_MATRICES
from lemmata.prove.search.limits import PRODUCT_ROUNDS, PRODUCTS
from lemmata.prove.search.search_state import Clock, Goal, Instance, NotFound, OutOfTime
from lemmata.prove.search.steps import Tactic

Known = str | Instance  # an equation by the step that says it, or by what the textbook says, which is a step when used
Product = tuple[Known, Word, Word]  # an equation between two words, with the words left and right of it


@dataclass
class Products(Tactic):
    """A sum of equations, each with a word before it and a word behind it."""

    def __post_init__(self) -> None:
        facts = ((fact, pattern) for fact in self.search.facts for pattern in fact.triggers)
        self.rows = [(fact, pattern) for fact, pattern in facts if pattern[0] in OF_MATRICES]
        self.laws_: dict[Term, list[Instance]] = {}

    def applies(self, goal: Goal) -> bool:
        """Whether it is an equation between matrices."""
        return sort_of(goal.formula[1])[0] == "M"

    def run(self, goal: Goal, clock: Clock) -> str:
        return self.by_products(goal.formula, goal.depth)

    def by_products(self, goal: Term, depth: int) -> str:
        """The step that says an equation between matrices.  Raises NotFound."""
        target = matrix(self.search.matcher.reduced(difference(goal)))
        known = dict(self.equations(target, depth))
        if not known:
            raise NotFound("no equations between these matrices")
        columns: dict[Product, Form] = {}
        met: set[Word] = set()
        for _ in range(PRODUCT_ROUNDS):
            fresh = {w for form in (target, *columns.values()) for w in form} - met
            met |= fresh
            for w in sorted(fresh):
                for name, form in known.items():
                    columns |= {p: c for p, c in self.around(name, form, w) if p not in columns}
                    self.search.clock.look()
            found = solved(target, columns) if len(columns) <= PRODUCTS else None
            if found is not None:
                return self.summed(goal, found)
            if len(columns) > PRODUCTS:
                break
        raise NotFound("no sum of equations")

    def equations(self, target: Form, depth: int) -> Iterator[tuple[str, Form]]:
        """Steps that say what the textbook knows of functions in the goal, and what is given."""
        for made in self.laws(target):
            with suppress(NotFound, OutOfTime):
                yield self.lemmas.applied(made, depth), matrix(difference(made.formula))
        for name, th in list(self.search.state.facts.items()):
            if (
                th.conclusion[0] == "="
                and sort_of(th.conclusion[1])[0] == "M"
                and not name.startswith(("step", "about"))
            ):
                yield name, matrix(difference(th.conclusion))

    def laws(self, words: Iterable[Word]) -> Iterator[Instance]:
        """What the textbook says of the functions in some words: the inverse times the matrix is the identity."""
        letters = {letter_term(x) for w in words for x in w}
        for t in sorted({x[1] if x[0] == "T" else x for x in letters}):
            if t not in self.laws_:
                met, self.search.view.met = self.search.view.met, set()
                bound = ((f, b) for f, p in self.rows if p[0] == t[0] for b in self.search.matcher.matrix(p, t, {}))
                self.laws_[t] = [made for fact, binding in bound for made in self.lemmas.made(fact, binding)]
                self.search.view.met = met
            yield from self.laws_[t]

    def around(self, name: Known, form: Form, w: Word) -> Iterator[tuple[Product, Form]]:
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
        factors: dict[str, Poly] = {}
        for (name, before, behind), c in found.items():
            name = name if isinstance(name, str) else self.lemmas.applied(name, 0)
            if not before and not behind:
                factors[name] = plus(factors.get(name, {}), {(): c})
                continue
            f = self.search.state.facts[name].conclusion
            sides = tuple(self.placed(before, side, behind) for side in f[1:])
            left, right = (self.search.writer.matrix(word_term(w)) if w else None for w in (before, behind))
            made = self.search.step(("=", *sides), proof.Multiply({name: (left, right)}))
            factors[made] = {(): c}
        return self.steps.sum(goal, factors)

    def placed(self, before: Word, t: Term, behind: Word) -> Term:
        """A matrix between two words."""
        out = ("mm", word_term(before), t) if before else t
        return ("mm", out, word_term(behind)) if behind else out


def solved(target: Form, columns: dict[Product, Form]) -> dict[Product, Fraction] | None:
    """The target as a sum of multiples of the columns; None where it is none."""
    found = solve([*map(flat, columns.values())], flat(target), lambda entry: (len(entry[0]), entry))
    return None if found is None else {name: c for name, c in zip(columns, found, strict=True) if c}


def flat(form: Form) -> dict[Any, Fraction]:
    """A form by word and monomial."""
    return {(w, m): c for w, p in form.items() for m, c in p.items()}
