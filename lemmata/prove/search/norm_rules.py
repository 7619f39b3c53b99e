"""Norms and singular values read off the structure of what they are of, always with fewer letters.

|A B| is at most |A| |B|, |A B - C D| at most |A - C| |B| + |C| |B - D|, the length of relu(x) - relu(y) at most that of
x - y: what stands on the smaller side of a goal is taken apart from the outside, one quantity after the other, until
the larger side has nothing but what is left.  A chain that looks at all that is known of all would try each order.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, count
from typing import Any

from lemmata.kernel import (
    ONE,
    ZERO,
    Form,
    KernelError,
    Mono,
    Poly,
    Term,
    constant,
    matrix,
    num,
    plus,
    size,
    sort_of,
    times,
    word_term,
)
from lemmata.prove.normal_words import atom_term, degree, quotient, shown, sides_of
from lemmata.prove.search.bound_chains import Link, Values
from lemmata.prove.search.given_equations import GivenEquations
from lemmata.prove.search.lemma_index import atoms
from lemmata.prove.search.limits import DEGREE, ENDS, SLACKS, WIDE
from lemmata.prove.search.linear_program import Combination, Source
from lemmata.prove.search.match_matrices import alike, length, scaled_poly, telescoped
from lemmata.prove.search.search_state import Clock, Goal, NotFound, letters
from lemmata.prove.search.steps import Tactic

MINUS = constant(-1)
PRODUCTS = {
    "smax": ("classical.norm-of-product",),
    "normF": ("classical.frobenius-left-factor", "classical.frobenius-right-factor"),
}
MULTIPLES = {"smax": "classical.norm-of-multiple", "normF": "classical.frobenius-of-multiple"}
SUMS = {"smax": "classical.norm-of-sum", "normF": "classical.frobenius-triangle"}


@dataclass
class Descent(Tactic):
    """A chain in which every link has fewer letters than what it bounds: the smaller side is taken apart."""

    equations: GivenEquations

    def applies(self, goal: Goal) -> bool:
        """Whether it is an inequality near the claim."""
        return goal.op == "<=" and goal.depth <= 1

    def factors(self, goal: Goal) -> bool:
        """Whether a norm on the smaller side is that of a sum with a sum of the claim as a factor."""
        normed = (x for x in atoms(goal.sides[0]) if x[0] in ("s", "smax", "norm2", "normF"))
        return self.applies(goal) and any(
            self.search.matcher.factored(self.search.matcher.reduced(x[1])) for x in normed
        )

    def run(self, goal: Goal, clock: Clock) -> str:
        """The combination of the links; where no slack is evident, of those to a slack that is a goal in its turn."""
        values = Values(self.search, goal.formula)
        if not values.instances:
            raise NotFound("no instances")
        self.lemmas.spoken_of(goal)
        self.search.view.kinds = set()
        start = Link(self.search.slack(goal.formula))
        bounds = _Bounds(self, {x for m in start.slack for x, _ in m}, values)
        stack: list[tuple[Link, frozenset[int]]] = [(start, frozenset())]
        seen, taken, ends = set[Any](), count(), list[Link]()
        while stack and next(taken) < SLACKS:
            clock.look()
            link, kept = stack.pop()
            if self.steps.evident(link.slack) and link.before is not None:
                left = Combination({}, link.slack)
                with suppress(NotFound), self.search.trial():
                    return self.steps.combined(goal.formula, link.collected(left), goal.depth)
                continue
            further = bounds.next_atom(link.slack, kept)
            if further is None:
                if link.before is not None and self.search.seen(self.left_over(link)[1]):
                    with suppress(NotFound, KernelError), self.search.trial():
                        return self.finished(goal, link)
                if link.before is not None and len(ends) < ENDS:
                    ends.append(link)
                continue
            x, sign = further
            key = (frozenset(link.slack.items()), kept)
            if key in seen:
                continue
            seen.add(key)
            stack.append((link, kept | {x}))
            stack += [(after, kept) for after in reversed(list(bounds.taken_apart(link, x, sign)))]
        for link in ends:
            with suppress(NotFound, KernelError), self.search.trial():
                return self.finished(goal, link)
        raise NotFound("nothing comes of it")

    def finished(self, goal: Goal, link: Link) -> str:
        """The goal from a link whose slack is a goal in its turn."""
        by, said = self.left_over(link)
        sure = all(s.made is None or not self.lemmas.unseen(s.made) for s, _ in link.chain())
        reach = self.search.suffices if sure else self.search.establish
        theorem = self.search.state.facts[reach(said, goal.depth + 1)]
        known = self.steps.known("<=", self.search.slack(said), 0.0, theorem)
        whole = link.collected(Combination({known: {by: Fraction(1)}}, {}))
        return self.steps.combined(goal.formula, whole, goal.depth)

    def left_over(self, link: Link) -> tuple[Mono, Term]:
        """What all terms of a slack have in common and is not negative, and that the rest is not negative."""
        every = [dict(m) for m in link.slack]
        least = {x: min(m.get(x, 0) for m in every) for x in every[0] if self.search.sign(x) is not None}
        by: Mono = tuple(sorted((x, k) for x, k in least.items() if k))
        return by, ("<=", *sides_of({quotient(m, by) or (): c for m, c in link.slack.items()}))

    # --- from the outside

    def structural(self, op: str, t: Term) -> Iterator[Source]:
        """Bounds of a norm of a product, of a sum, of what is rectified."""
        x = self.search.matcher.reduced(t[1])
        form = matrix(x)
        if op == "smax" and size(sort_of(x)[2]) == size(ONE):
            yield self.cited(t, "classical.norm-of-column", {"x": x}, ("=", (op, x), ("normF", x)))
            return
        if not form:  # zero, of which the algebra knows the norm
            return
        if len(form) == 1:
            ((word, c),) = form.items()
            for k in range(1, len(word)) if c == constant(1) else ():
                yield from self.cut_product(op, t, word_term(word[:k]), word_term(word[k:]))
            return
        for y in self.search.matcher.primary:
            by = multiple(form, matrix(y))
            if by is not None and alike(x, y):
                said = ("=", (op, ("sc", num(by), y)), ("*", ("abs", num(by)), (op, y)))
                yield self.cited(t, MULTIPLES[op], {"c": num(by), "T": y}, said)
                return
        for left, right in self.search.matcher.factored(x):
            yield from self.cut_product(op, t, left, right)
        yield from self.cut_sum(op, t, x, form)

    def cited(self, t: Term, name: str, values: dict[str, Term], said: Term, conjunct: int = 0) -> Source:
        """A fact of the textbook with these values, as a bound of an atom."""
        e = plus(self.search.canon(said[2]), self.search.canon(t), -1)
        return self.steps.put_source(e, name, values, said, conjunct)

    def cut_product(self, op: str, t: Term, left: Term, right: Term) -> Iterator[Source]:
        """|X Y| by |X| |Y|, one of them the Frobenius norm where |X Y| is."""
        is_column = size(sort_of(right)[2]) == size(ONE)
        for name, f, g in zip(PRODUCTS[op], ("smax", op), (op, "smax"), strict=False):
            if f == "smax" or not is_column:
                said = ("<=", (op, ("mm", left, right)), ("*", (f, left), (g, right)))
                yield self.cited(t, name, {"T": left, "U": right}, said)

    def cut_sum(self, op: str, t: Term, x: Term, form: Form) -> Iterator[Source]:
        """A sum in two parts: telescoped, with a multiple of a sum at hand, or some of its words."""
        whole_sort = [*map(size, sort_of(x)[1:])]
        halves = [*telescoped(form)]
        for at_hand in self.search.matcher.primary:
            own = matrix(at_hand)
            if len(own) < 2 or [*map(size, sort_of(at_hand)[1:])] != whole_sort:
                continue
            for w in own:
                q = own[w].get((), Fraction(0))
                if w in form and set(own[w]) == {()} and q:
                    halves.append(("sc", shown(scaled_poly(dict(form[w]), 1 / q)), at_hand))
        terms = [("sc", shown(c), word_term(w) if w else ("id", sort_of(x)[1])) for w, c in form.items()]
        for k in range(1, len(terms) // 2 + 1) if len(terms) <= WIDE else (1,):
            for some in combinations(terms, k):
                total = some[0]
                for y in some[1:]:
                    total = ("m+", total, y)
                halves.append(total)
        seen = set()
        for half in halves:
            part = self.search.matcher.reduced(half)
            rest = self.search.matcher.reduced(("m+", x, ("sc", num(-1), part)))
            known = half[-1] in self.search.matcher.primary and length(rest) < length(x)  # a multiple of a sum at hand
            sizes = [0 if known else letters((op, part)), letters((op, rest))]
            if not matrix(part) or not matrix(rest) or max(sizes) >= letters((op, x)) or part in seen:
                continue
            seen |= {part, rest}
            said = ("<=", (op, ("m+", part, rest)), ("+", (op, part), (op, rest)))
            yield self.cited(t, SUMS[op], {"T": part, "S": rest}, said)


def multiple(form: Form, of: Form) -> Fraction | None:
    """The number c with F = c G that is not one, None where there is none."""
    word = next(iter(of), None)
    if word not in form or len(form) != len(of) or set(of[word]) != {()} or set(form[word]) != {()}:
        return None
    c = form[word][()] / of[word][()]
    return c if c != 1 and form == {w: scaled_poly(p, c) for w, p in of.items()} else None


class _Bounds:
    """Bounds for the atoms of one goal in fewer letters; `own` are its atoms, `values` the random instances."""

    def __init__(self, descent: Descent, own: set[int], values: Values) -> None:
        self.descent, self.own, self.values = descent, own, values
        self.search, self.lemmas = descent.search, descent.lemmas
        self._found: dict[tuple[int, int], list[Source]] = {}

    def next_atom(self, slack: Poly, kept: frozenset[int]) -> tuple[int, int] | None:
        """What is taken apart next, the smaller side and long terms first; 1 where it is bounded from above."""
        best: tuple[Any, tuple[int, int]] | None = None
        for m, c in slack.items():
            for x, _ in m:
                sign = 1 if c < 0 else -1
                if x not in kept and self.plainer(x, sign):
                    rank = (sign, letters(atom_term(x)), -x)
                    if best is None or rank > best[0]:
                        best = rank, (x, sign)
        return None if best is None else best[1]

    def taken_apart(self, link: Link, x: int, sign: int) -> Iterator[Link]:
        """The slack with a bound for an atom, in all its terms on one side."""
        for source in self.plainer(x, sign):
            if source.op != "=":
                yield from self.with_all(link, x, source)
            # the highest of its powers: x = x^2 put in for x would never end
            own = max(source.e.items(), key=lambda term: dict(term[0]).get(x, 0))
            slack, factor = link.slack, dict[Mono, Any]()
            while True:
                term = next(
                    (
                        (m, c, q)
                        for m, c in slack.items()
                        if (c < 0) == (sign > 0) or source.op == "="
                        if (q := quotient(m, own[0])) is not None
                        if source.op == "=" or c / own[1] > 0 and self.search.positive(q)
                    ),
                    None,
                )
                if term is None or len(slack) > 40:
                    break
                m, c, q = term
                part: Poly = {q: c / own[1]}
                factor = plus(factor, part)
                slack = plus(slack, times(source.e, part), -1)
            if factor and max(map(degree, slack), default=0) <= DEGREE and self.values.bearable(slack):
                yield Link(slack, source, factor, link, link.length + 1)

    def with_all(self, link: Link, x: int, source: Source) -> Iterator[Link]:
        """The slack with a bound for an atom in all its terms, where they have both signs and their sum has one."""
        own = {m: c for m, c in link.slack.items() if any(y == x for y, _ in m)}
        d = source.e.get(((x, 1),), Fraction(0))
        rest = {tuple(p for p in m if p[0] != x): c / d for m, c in own.items()} if d else {}
        if not rest or any((x, 1) not in m for m in own) or len({c > 0 for c in rest.values()}) < 2:
            return
        if self.search.state.prove(("<=", ZERO, shown(rest))) is not None:
            slack = plus(link.slack, times(source.e, rest), -1)
            if self.values.bearable(slack):
                yield Link(slack, source, rest, link, link.length + 1)

    def plainer(self, x: int, sign: int) -> list[Source]:
        """Bounds for an atom in atoms of fewer letters; from above where the sign is 1."""
        if (x, sign) not in self._found:
            t = atom_term(x)
            found: list[Source] = []
            simpler = self.lemmas.simplification(x) if len(t) > 1 and t[0] not in ("v", "q") else None
            if simpler is not None and all(map(self.search.seen, simpler.made.missing)):
                found = [simpler]
            elif t[0] not in ("v", "q") and (sign > 0 or letters(t) > 1):
                if sign > 0 and t[0] in ("s", "normF") and (t[0] == "normF" or t[2] == ONE):
                    found = [s for s in self.descent.structural("smax" if t[0] == "s" else "normF", t) if s.e]
                inner = self.search.matcher.reduced(t[1]) if t[1:] and found else None
                if inner is None or len(matrix(inner)) > 1 and not self.search.matcher.factored(inner):
                    found += self.shorter(x, sign)
            if x in self.own:
                found = [*(s for s in self.descent.equations.replaced_norm(t) if s.e), *found]
            self._found[x, sign] = found
        return self._found[x, sign]

    def shorter(self, x: int, sign: int) -> list[Source]:
        """What the textbook says of an atom in fewer letters, on one side."""
        out = []
        t = atom_term(x)
        for made in self.lemmas.instances([t], {}, set()):
            op, e = made.formula[0], self.lemmas.slack(made)
            self.descent.steps.note_sign(made, e)
            own = [(m, c) for m, c in e.items() if any(y == x for y, _ in m)]
            others = {y for m in e for y, _ in m} - {x}
            if len(own) != 1 or any(letters(atom_term(y)) >= letters(t) for y in others):
                continue
            if op == "=" and own[0][1] * sign > 0:
                e, own = scaled_poly(e, Fraction(-1)), [(own[0][0], -own[0][1])]
            if own[0][1] * sign < 0 and len(made.missing) <= 2:
                say = partial(self.lemmas.applied, made)
                out.append(Source("=" if op == "=" else "<=", e, 1.0 + len(made.missing), say, made))
        return sorted(out, key=lambda s: s.cost)
