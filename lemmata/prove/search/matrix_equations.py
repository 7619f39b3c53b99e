"""Equations between matrices and traces: the goal as a sum of multiples of equations, between words of its letters.

Both resolvent identities, the formulas of Woodbury and of Sherman and Morrison, the uniqueness of the pseudoinverse are
of this kind.  A multiple is c L (A - B) R for an equation A = B that is given, transposed, or that the textbook has
about an inverse or pseudoinverse in the goal; L and R are words, c is a product of numbers.  Which are needed is a
linear system over the rationals.  A certificate is found where there is one of multiples that have no term of more
than `degree` letters, for `FURTHER` degrees from that of the goal on, each sharing a term with the goal or with another
one, and no more than `PRODUCTS` of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lemmata.kernel import (
    ONE,
    Form,
    Mono,
    Poly,
    Term,
    Word,
    constant,
    matrix,
    plus,
    scalar,
    size,
    sort_of,
    sub,
    times,
    trace,
    turned,
    word_term,
)
from lemmata.language import proof
from lemmata.prove.linear import solve
from lemmata.prove.normal_words import atom_key, atom_term, difference, letter_term, power, quotient
from lemmata.prove.search.lemma_index import OF_MATRICES
from lemmata.prove.search.limits import CANCELLED, FURTHER, PRODUCTS
from lemmata.prove.search.search_state import Clock, Goal, Instance, NotFound, OutOfTime
from lemmata.prove.search.steps import Tactic

# the step that says an equation, what the textbook says, the transpose of either, a number x with x inv(x) = 1
Known = str | Instance | tuple[str | Instance, str] | int
Product = tuple[Known, Word, Word, Mono, bool]  # an equation between two words, times numbers; whether under a trace
Entry = tuple[Word, Mono]
SPOKEN = ("tr", "w", "normF")  # what equations between numbers speak of


@dataclass
class Products(Tactic):
    """A sum of equations, each with a word before it and a word behind it."""

    def __post_init__(self) -> None:
        facts = ((fact, pattern) for fact in self.search.facts for pattern in fact.triggers)
        self.rows = [(fact, pattern) for fact, pattern in facts if pattern[0] in OF_MATRICES]
        self.laws_: dict[Term, list[Instance]] = {}
        self.words: dict[Any, Form] = {}

    def applies(self, goal: Goal) -> bool:
        """Whether it is an equation between matrices, or between traces and numbers x^T A y."""
        words = (x for side in goal.sides for m in scalar(side) for x, _ in m) if not goal.of_matrices else ()
        return goal.op == "=" and (goal.of_matrices or any(atom_key(x)[0] in SPOKEN for x in words))

    def run(self, goal: Goal, clock: Clock) -> str:
        return self.by_products(goal.formula, goal.depth)

    def by_products(self, goal: Term, depth: int) -> str:
        """The step that says an equation between matrices, or between numbers.  Raises NotFound."""
        number = sort_of(goal[1])[0] != "M"
        target: Form = {(): self.squared(self.search.canon(sub(*goal[1:])))} if number else self.form(difference(goal))
        spoken = [w for x in numbers_in(target) for w in atom_key(x)[1:2] if atom_key(x)[0] in ("tr", "w")]
        words = [*target, *spoken]
        shape = ("M", ONE, ONE) if number else sort_of(goal[1])
        known, found = dict[Known, Form](), None
        for deep in (False, True):  # hypotheses of the textbook that are goals of their own come last
            if found is not None:
                break
            before, known = known, dict(self.equations(words, depth, deep))
            if known != before:
                found = self.combined(Ideal(self, target, shape, number, known))
        if not known:
            raise NotFound("no equations between these matrices")
        inverses = self.inverses(known, words, number) if found is None else []
        if inverses:
            more = [(w, v) for t in inverses for w in matrix(t) for v in matrix(t[1])]
            wider = dict(self.equations([*words, *(w for w, _ in more)], depth, True))
            ends: list[tuple[Word, Word]] = [
                e for w, v in more if not number for e in ((w, ()), ((), w), (w, v), (v, w))
            ]
            starts: list[Product] = [(name, *e, (), False) for name in wider if isinstance(name, str) for e in ends]
            found = self.combined(Ideal(self, target, shape, number, wider, starts))
        if found is None:
            raise NotFound("no sum of equations")
        factors = self.factors(found)
        for name, q in self.lengths(self.search.canon(sub(*goal[1:])) if number else {}).items():
            factors[name] = plus(factors.get(name, {}), q)
        return self.steps.sum(goal, factors)

    def inverses(self, known: dict[Known, Form], words: list[Word], number: bool) -> list[Term]:
        """Inverses of which a goal does not speak, by which given equations may be multiplied: those of regular
        matrices, A^+ for traces, as A = A A^+ A turned round makes the trace of A zero where A A is."""
        given = {x for name, form in known.items() if isinstance(name, str) for w in form for x in w}
        spoken = {x for w in words for x in w}
        out = [("pinv", letter_term(x)) for x in sorted(given & spoken)] if number else []
        plain = [t for t in map(letter_term, sorted(given)) if t[0] == "v" and size(t[2][1]) == size(t[2][2])]
        return [*out, *(("minv", t) for t in plain if self.search.state.prove(("!=", ("det", t))) is not None)]

    def lengths(self, p: Poly) -> dict[str, Poly]:
        """Steps that say what squares of Frobenius norms are, each with its factor in a number."""
        out = dict[str, Poly]()
        for x in sorted({x for m in p for x, k in m if k == 2 and atom_term(x)[0] == "normF"}):
            t = atom_term(x)[1]
            said = ("=", ("^", ("normF", t), 2), ("tr", ("mm", ("T", t), t)))
            factor = {q: c for m, c in p.items() if (q := quotient(m, ((x, 2),))) is not None}
            out[self.search.step(said, proof.Identity())] = factor
        return out

    def combined(self, ideal: Ideal) -> dict[Product, Fraction] | None:
        """The target of an ideal as a sum of its products, of the least degree that has one."""
        least, tried = max(map(degree, flat(ideal.target)), default=0), 0
        for most in range(least, least + FURTHER + 1):
            columns = ideal.products(most)
            found = solved(ideal.target, columns) if len(columns) > tried else None
            if found is not None:
                return found
            tried = len(columns)
            if tried >= PRODUCTS:
                break
        return None

    def squared(self, p: Poly) -> Poly:
        """A number with traces for the squares of Frobenius norms."""
        for x in [x for m in p for x, k in m if k > 1 and atom_term(x)[0] == "normF"]:
            t, out = atom_term(x)[1], Poly()
            for m, c in p.items():
                k = dict(m).get(x, 0)
                rest = {tuple(q for q in m if q[0] != x) + (((x, 1),) if k % 2 else ()): c}
                out = plus(out, times(rest, power(self.search.canon(("tr", ("mm", ("T", t), t))), k // 2)))
            p = out
        return p

    def form(self, t: Term) -> Form:
        """The normal form of a matrix, as the domains of its variables allow."""
        return matrix(self.search.matcher.reduced(t))

    def equations(self, target: list[Word], depth: int, deep: bool) -> Iterator[tuple[Known, Form]]:
        """What is given, what the textbook knows of functions in the goal and in these equations, and transposes;
        `deep`: where its hypotheses are to be proved first, too."""
        out: dict[str | Instance, Form] = {name: self.form(difference(f)) for name, f in self.search.given_equations()}
        met, fresh = set[Word](), [*target, *(w for form in out.values() for w in form)]
        while fresh:
            met |= set(fresh)
            for made in self.laws(fresh):
                unseen = self.lemmas.unseen(made)
                if made not in out and self.search.free_to_use(made) and (deep or not unseen):
                    with suppress(NotFound, OutOfTime):
                        known = self.lemmas.applied(made, depth) if unseen else made
                        out[known] = self.form(difference(made.formula))
            fresh = [w for form in out.values() for w in form if w not in met]
        letters = {x for w in (*target, *(w for form in out.values() for w in form)) for x in w}
        for known in out:
            over = self.form(("T", difference(self.formula(known))))
            if {x for w in over for x in w} <= letters and all(over not in (f, negative(f)) for f in out.values()):
                yield (known, "T"), over
        yield from ((known, form) for known, form in out.items() if form)

    def formula(self, name: str | Instance) -> Term:
        """What an equation says."""
        return self.search.state.facts[name].conclusion if isinstance(name, str) else name.formula

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

    def between(self, before: Word, form: Form, behind: Word) -> Form | None:
        """The normal form of an equation between two words, None where shapes do not fit."""
        out: Form = {}
        shape = sort_of(word_term(next(w for w in form if w)))[1:]
        ends = (before, 2, shape[0]), (behind, 1, shape[1])
        if any(w and size(sort_of(word_term(w))[side]) != size(x) for w, side, x in ends):
            return None
        for w, p in form.items():
            whole = before + w + behind
            if whole and whole not in self.words:
                self.words[whole] = self.form(word_term(whole))
            for v, c in self.words[whole].items() if whole else [(whole, constant(1))]:
                out[v] = plus(out.get(v, {}), times(c, p))
        return {w: p for w, p in out.items() if p}

    def summed(self, goal: Term, found: dict[Product, Fraction]) -> str:
        """Steps for the products, and their sum."""
        return self.steps.sum(goal, self.factors(found))

    def factors(self, found: dict[Product, Fraction]) -> dict[str, Poly]:
        """Steps for the products, each with its number."""
        factors: dict[str, Poly] = {}
        for (known, before, behind, m, traced), c in found.items():
            if isinstance(known, int):  # seen where the sum is
                continue
            name = self.said(known)
            if before or behind:
                f = self.search.state.facts[name].conclusion
                sides = tuple(self.placed(before, side, behind) for side in f[1:])
                left, right = (self.search.writer.matrix(word_term(w)) if w else None for w in (before, behind))
                name = self.search.step(("=", *sides), proof.Multiply({name: (left, right)}))
            if traced:
                name = self.search.add(None, proof.Applied("tr", name))
            factors[name] = plus(factors.get(name, {}), {m: c})
        return factors

    def said(self, known: str | Instance | tuple[str | Instance, str]) -> str:
        """The step that says an equation."""
        if isinstance(known, tuple):
            name = self.said(known[0])
            f = self.search.state.facts[name].conclusion
            return self.search.step(("=", ("T", f[1]), ("T", f[2])), proof.Congruence(name))
        return known if isinstance(known, str) else self.lemmas.applied(known, 0)

    def placed(self, before: Word, t: Term, behind: Word) -> Term:
        """A matrix between two words."""
        out = ("mm", word_term(before), t) if before else t
        return ("mm", out, word_term(behind)) if behind else out


@dataclass
class Ideal:
    """The multiples of some equations that share terms with a target, directly or by others."""

    owner: Products
    target: Form
    shape: Term
    number: bool
    known: dict[Known, Form]
    starts: list[Product] = field(default_factory=list)  # multiples that are looked at whatever they share
    columns: dict[Product, tuple[Form, int]] = field(default_factory=dict)  # with their degrees

    def __post_init__(self) -> None:
        numbers = [x for x in numbers_in(self.target) if atom_term(x)[0] == "inv"]
        self.inverses = {x: plus(scalar(("*", atom_term(x), atom_term(x)[1])), constant(-1)) for x in numbers}

    def products(self, most: int, more: Iterable[Entry] = ()) -> dict[Product, Form]:
        """Those of no more than some degree that share terms with the target, or with `more`."""
        queue, met = [*flat(self.target), *more], set[Entry]()
        queue += [x for key in self.starts for x in flat(self.column(key, self.known[key[0]], most))]
        while queue and len(self.columns) < PRODUCTS:
            self.owner.search.clock.look()
            entry = queue.pop(0)
            if entry in met:
                continue
            met.add(entry)
            for form in self.around(entry, most):
                queue += [x for x in flat(form) if x not in met]
        return {key: form for key, (form, own) in self.columns.items() if own <= most}

    def around(self, entry: Entry, most: int) -> Iterator[Form]:
        """The multiples in which a term stands."""
        for w, m, traced in self.readings(*entry):
            for name, zero in self.known.items():
                for e, p in zero.items():
                    for left in self.quotients(m, p):
                        for a in range(len(w) - len(e) + 1) if e or self.number else sorted({0, len(w)}):
                            if w[a : a + len(e)] == e:
                                yield self.column((name, w[:a], w[a + len(e) :], left, traced), zero, most)
        w, m = entry
        for x, law in self.inverses.items():
            for left in self.quotients(m, law):
                yield self.column((x, w, (), left, False), {(): law}, most)

    def quotients(self, m: Mono, p: Poly) -> Iterator[Mono]:
        """A product of numbers over each of those in a polynomial that divide it."""
        yield from (q for q in (quotient(m, n) for n in p) if q is not None)

    def column(self, key: Product, zero: Form, most: int) -> Form:
        """A multiple; nothing where shapes do not fit or its degree is larger."""
        known, before, behind, m, traced = key
        if key not in self.columns and len(before) + len(behind) + max(map(len, zero)) <= most + CANCELLED:
            law = isinstance(known, int)
            made = {before: zero[()]} if law else self.owner.between(before, zero, behind) or {}
            if made and not law:
                made = self.shaped(made, before + next(w for w in zero if w) + behind, traced)
            form = {w: times(p, {m: Fraction(1)}) for w, p in made.items()}
            self.columns[key] = form, max(map(degree, flat(form)), default=0)
        form, own = self.columns.get(key, ({}, 0))
        return form if own <= most else {}

    def shaped(self, form: Form, word: Word, traced: bool) -> Form:
        """A form of the shape of a word, or its trace; nothing where it is not of the shape that is wanted."""
        sort = sort_of(word_term(word))
        sides = [size(x) for x in sort[1:]]
        if traced:
            return {(): self.owner.search.polynomial(trace(form, sort))} if sides[0] == sides[1] else {}
        return form if sides == [size(x) for x in self.shape[1:]] else {}

    def readings(self, w: Word, m: Mono) -> Iterator[tuple[Word, Mono, bool]]:
        """A term; with a number x^T A y in it put where the word has a column next to a row; for a trace in a number,
        what it is taken of, turned round and over."""
        yield w, m, False
        for x, _ in m:
            kind, *inner = atom_key(x)
            rest = quotient(m, ((x, 1),)) or ()
            for v in (inner[0], tuple(turned(y) for y in reversed(inner[0]))) if kind in ("w", "tr") else ():
                if kind == "w":
                    yield from ((w[:k] + v + w[k:], rest, False) for k in self.cuts(w))
                elif self.number:
                    yield from ((v[k:] + v[:k], rest, True) for k in range(len(v) if kind == "tr" else 1))

    def cuts(self, w: Word) -> Iterator[int]:
        """Where a word has a column next to a row."""
        for k in range(len(w) + 1):
            rows = sort_of(letter_term(w[k - 1]))[2] if k else self.shape[1]
            if size(rows) == size(ONE):
                yield k


def numbers_in(form: Form) -> list[int]:
    """The atoms of the numbers in a form."""
    return sorted({x for p in form.values() for m in p for x, _ in m})


def degree(entry: Entry) -> int:
    """How many letters stand in a term."""
    w, m = entry
    return len(w) + sum(k * (len(atom_key(x)[1]) if atom_key(x)[0] in ("w", "tr") else 1) for x, k in m)


def negative(form: Form) -> Form:
    """-F."""
    return {w: {m: -c for m, c in p.items()} for w, p in form.items()}


def solved(target: Form, columns: dict[Product, Form]) -> dict[Product, Fraction] | None:
    """The target as a sum of multiples of the columns; None where it is none."""
    found = solve([*map(flat, columns.values())], flat(target), lambda entry: (len(entry[0]), entry))
    return None if found is None else {name: c for name, c in zip(columns, found, strict=True) if c}


def flat(form: Form) -> dict[Entry, Fraction]:
    """A form by word and monomial."""
    return {(w, m): c for w, p in form.items() for m, c in p.items()}
