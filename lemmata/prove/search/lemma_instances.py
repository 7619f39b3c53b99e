"""The textbook at what a goal speaks of: instances, those that lead to shorter terms first, and steps that apply them.

Equations among them say an atom in simpler words: lmax(inv(A)) is 1 / lmin(A), lmin(I) is 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import (
    ZERO,
    KernelError,
    Poly,
    Term,
    Theorem,
    Z,
    free,
    matrix,
    num,
    opened,
    scalar,
    size,
    sort_of,
    sub,
    substitute,
    within,
)
from lemmata.language import proof
from lemmata.prove.normal_words import atom_term, shown
from lemmata.prove.search.lemma_index import MARK, NESTED, SUM, Fact, atoms, spread
from lemmata.prove.search.limits import DEEP, EACH, INSTANCES, NEW, SUBGOAL, UNIVERSE, UNSEEN
from lemmata.prove.search.linear_program import Source
from lemmata.prove.search.match_matrices import closed_in
from lemmata.prove.search.search_state import (
    Goal,
    Instance,
    NotFound,
    OutOfTime,
    SearchState,
    functions_in,
    letters,
    orders,
    sides_of_order,
)
from lemmata.prove.search.writing import Unwritable

WHOLE = ("rank", "det", "rho")
INVERSES = {"minv", "pinv"}
READ_OFF = ("s", "lam", "cond", "normF", "rank", "rho", "det", "maxabs", "schatten")


class Lemmas:
    """The facts that a search may use, at the terms that it meets."""

    def __init__(self, search: SearchState) -> None:
        self.search = search
        self.by_op: dict[str, list[tuple[Fact, Term]]] = {}
        self.late: dict[str, list[tuple[Fact, Term]]] = {}  # what papers say, for when the textbook is not enough
        for fact in search.facts:
            where = self.by_op if fact.textbook else self.late
            for trigger in fact.triggers:
                where.setdefault(spread(trigger)[0], []).append((fact, trigger))
        self.sided = [(fact, side) for fact in search.facts for side in sides_of_order(fact.formula)]
        self.by_part: dict[str, list[Fact]] = {}
        for fact in search.facts:
            if fact.apart and fact.textbook:
                self.by_part.setdefault(spread(fact.apart[0])[0], []).append(fact)
        self.above_: dict[Term, list[Term]] = {}  # sums that are semidefinite by the textbook, by a matrix in them
        self.spoken = functions_in((*search.state.reading.conclusions, *search.state.granted))
        self.matches: dict[Any, list[Any]] = {}  # of a pattern with an atom
        self.made_: dict[Any, list[Instance]] = {}  # instances by what is put for variables
        self.simple_: dict[int, Any] = {}  # atoms in simpler words

    def add_atoms(self, universe: dict[Any, Term], more: list[Term]) -> None:
        """Atoms by their normal form; the matrices in them are at hand from here on."""
        for t in more:
            if t[0] in ("v", "q") or any(
                v[1].startswith(MARK) and t[0] not in ("sum", "prod", "maxo") for v in free(t)
            ):
                continue
            key = known_as(t)
            if key in universe or len(universe) > UNIVERSE:
                continue
            universe[key] = t
            if t[0] in ("sum", "prod", "maxo"):
                for x in atoms(opened(t[3], SUM)):
                    if x[0] in ("s", "lam"):
                        self.search.matcher.matrices[self.search.matcher.reduced(x[1])] = None
            for x in t[1:] if t[0] not in ("sum", "prod", "maxo", *NESTED) else ():
                if sort_of(x)[0] != "M":
                    continue
                m = self.search.matcher.reduced(x)
                self.search.matcher.matrices[m] = None
                if t[0] in ("s", "lam"):
                    self.search.matcher.values[t[2]] = None
                self.search.matcher.values[size_of(m)] = None

    def instances(
        self, fresh: list[Term], universe: dict[Any, Term], known: set[Any], late: bool = False
    ) -> list[Instance]:
        """Facts at the atoms that are new, those that bring in least first."""
        found: dict[Any, tuple[Any, Instance, Term]] = {}
        for t in fresh:
            op = spread(t)[0]
            for fact, trigger in (*self.by_op.get(op, ()), *(self.late.get(op, ()) if late else ())):
                self.search.clock.look()
                for binding in self.bindings(fact, trigger, t, universe):
                    for made in self.made(fact, binding):
                        key = (made.formula, made.missing)
                        if key in known or not self.search.free_to_use(made) or self.strays(made, t):
                            continue
                        if key in found and found[key][1].fact.standing <= fact.standing:
                            continue
                        brought = self.brings(made, universe, t)
                        if brought[0] <= NEW:
                            found[key] = ((brought[1], fact.standing), made, t)
                    if len(found) > 3 * INSTANCES:
                        break
        ranked = sorted(found.values(), key=lambda pair: pair[0])
        count: dict[str, int] = {}
        said: set[Any] = set()
        out: list[Instance] = []
        for _, made, t in ranked:
            if len(out) == INSTANCES:
                break
            if count.get(made.fact.name, 0) < EACH and self.says(made, t, said):
                count[made.fact.name] = count.get(made.fact.name, 0) + 1
                out.append(made)
        return out

    def instances_apart(self, universe: dict[Any, Term], news: Callable[[Poly], bool]) -> Iterator[Instance]:
        """Facts recognised by two atoms where what they speak of besides is not news."""
        for t in list(universe.values()):
            for fact in self.by_part.get(spread(t)[0], ()):
                self.search.clock.look()
                for first in self.search.matcher.atom(fact.apart[0], t, {}):
                    for binding in self.recognised_with(fact.apart[1:], universe, first):
                        yield from (m for m in self.made(fact, binding) if (e := self.slack(m)) and not news(e))

    def strays(self, made: Instance, t: Term) -> bool:
        """Whether an equation says an atom in longer words, with functions of which the claim does not speak: tr(A) as
        log(det(expm(A)))."""
        return made.formula[0] == "=" and any(
            letters(x) > letters(t) and functions_in(x) - self.spoken for side in made.formula[1:] for x in atoms(side)
        )

    def bindings(self, fact: Fact, trigger: Term, t: Term, universe: dict[Any, Term]) -> Iterator[dict[Term, Term]]:
        """What a trigger fixes at an atom, and others where the fact needs them."""
        for binding in self.matched(trigger, t):
            for found in self.recognised_with(fact.rest, universe, binding):
                yield from self.by_equations(fact, found)
            for h in filter(orders, fact.asks if fact.rest else ()):
                for x in self.ordered():
                    for found in (
                        self.search.matcher.matrix(h[2][1], x, binding) if self.fits(h[2][1], x, binding) else ()
                    ):
                        if all(v in found for v in fact.variables if v[2][0] == "M" and v in free(fact.formula)):
                            yield found

    def matched(self, trigger: Term, t: Term) -> list[dict[Term, Term]]:
        """What a trigger fixes at an atom, remembered: each way to a goal asks for it again."""
        at = (trigger, t, frozenset(self.search.matcher.primary), frozenset(self.search.matcher.values))
        if at not in self.matches:
            self.matches[at] = list(self.search.matcher.atom(trigger, t, {}))
        return self.matches[at]

    def by_equations(self, fact: Fact, binding: dict[Term, Term]) -> Iterator[dict[Term, Term]]:
        """Matrices of which only an equation speaks that a fact asks for, from the equations that are given."""
        for h in fact.asks:
            open_ = {v for v in free(h) if v[2][0] == "M"} - binding.keys() - free(fact.formula)
            if not open_ or h[0] != "=" or sort_of(h[1])[0] != "M":
                continue
            pattern = h[1] if not matrix(h[2]) else ("m+", h[1], ("sc", num(-1), h[2]))
            for _, g in self.search.given_equations():
                if self.fits(h[1], g[1], binding):
                    for c in (-1, 1):
                        both = ("m+", ("sc", num(-c), g[1]), ("sc", num(c), g[2]))
                        for found in self.search.matcher.matrix(pattern, both, binding):
                            if open_ <= found.keys():
                                yield found
        yield binding

    def fits(self, pattern: Term, t: Term, binding: dict[Term, Term]) -> bool:
        """Whether a matrix may be of the shape of a pattern."""
        return self.search.matcher.sizes(sort_of(pattern), t, binding) is not None

    def recognised_with(
        self, others: tuple[Term, ...], universe: dict[Any, Term], binding: dict[Term, Term]
    ) -> Iterator[dict[Term, Term]]:
        """What more atoms fix, each at any atom of its kind."""
        if not others:
            yield binding
            return
        for x in list(universe.values()):
            if spread(x)[0] == spread(others[0])[0]:
                for found in self.search.matcher.atom(others[0], x, binding):
                    yield from self.recognised_with(others[1:], universe, found)

    def granted_atoms(self) -> Iterator[Term]:
        """The atoms of what is given about numbers, and both sides of what is given about matrices within what the goal
        asks of them as a whole."""
        for h in self.search.state.assumed:
            if h[0] == "=" and sort_of(h[1])[0] == "M" and h[1][0] != "T":
                yield from ((op, side) for op in WHOLE if op in self.search.view.kinds for side in h[1:])
        yield from self.search.granted_atoms()

    def ordered(self) -> list[Term]:
        """Sums that are granted to be semidefinite, or are so by the textbook, and a matrix of the goal among them."""
        found = self.granted_orders()
        for x in list(self.search.matcher.primary):
            if x not in self.above_:
                self.above_[x] = list(dict.fromkeys(self.comparisons(x))) if x[0] != "v" else []
            found += self.above_[x]
        return found

    def granted_orders(self) -> list[Term]:
        """Sums that are granted to be semidefinite."""
        granted = [f[2][1] for f in self.search.state.assumed if orders(f)]
        return [self.search.matcher.reduced(x) for x in granted if len(matrix(x)) > 1]

    def comparisons(self, x: Term) -> Iterator[Term]:
        """What the textbook says to be semidefinite and has a matrix, or the negative of it, as one of its summands."""
        for fact, side in self.sided:
            whole = fact.formula[2][1]
            for binding in self.search.matcher.matrix(side, x, {}) if self.fits(side, x, {}) else ():
                every = [binding]
                if not free(whole) <= binding.keys():  # the rest from an order that is granted
                    asked = [h[2][1] for h in fact.asks if orders(h)]
                    pairs = ((h, g) for h in asked for g in self.granted_orders() if self.fits(h, g, binding))
                    every = [b for h, g in pairs for b in self.search.matcher.matrix(h, g, binding)]
                for found in every:
                    if free(whole) <= found.keys():
                        with suppress(KernelError):
                            yield self.search.matcher.reduced(substitute(whole, found))

    def says(self, made: Instance, t: Term, said: set[Any]) -> bool:
        """Whether an instance says something of an atom, and nothing that another said, which asked for nothing."""
        op, e = made.formula[0], self.slack(made)
        key = (op, frozenset(e.items()))
        if not e or key in said or op == "=" and renames(e, t):
            return False
        unspoken = {v for v in made.fact.variables if v[2][0] == "M"} - made.where.keys()
        if not made.missing and not any(free(h) & unspoken for h in made.fact.asks):
            said.add(key)
        return True

    def brings(self, made: Instance, universe: dict[Any, Term], t: Term) -> tuple[int, float]:
        """How many atoms an instance brings in, and what they cost: those longer than the one it starts from, or of
        kinds of which the goal does not speak, most."""
        own = {known_as(x): x for side in made.formula[1:] for x in atoms(side) if SUM not in free(x)}
        new = [x for key, x in own.items() if key not in universe and x[0] not in ("v", "q", *NESTED)]
        length, cost = letters(t), 0.0
        for x in new:
            cost += 1.0 + min(2.0, max(0, letters(x) - length)) + 0.5 * (spread(x)[0] not in self.search.view.kinds)
            cost += 0.2 * letters(x)
            cost -= 0.5 * (len(x) > 1 and x[0] != "sum" and x[1] in self.search.matcher.matrices)
        return len(new), cost

    def made(self, fact: Fact, binding: dict[Term, Term]) -> list[Instance]:
        """Instances of a fact at a binding, its open indices at values at hand; none where it was met for this goal."""
        key = (fact.name, frozenset(binding.items()))
        if key in self.search.view.met:
            return []
        self.search.view.met.add(key)
        at = (
            *key,
            frozenset(self.search.matcher.values) if len(fact.marks) > len(binding.keys() & {*fact.marks}) else None,
        )
        if at not in self.made_:
            self.made_[at] = list(self._made(fact, binding))
        return self.made_[at]

    def _made(self, fact: Fact, binding: dict[Term, Term]) -> Iterator[Instance]:
        values = {v: t for v, t in binding.items() if not v[1].startswith(MARK)}
        for v in fact.variables:
            if v not in values and v[2][0] not in ("M", "L") and v in free(fact.formula):
                return
        open_ = [m for m in fact.marks if m not in binding]
        if len(open_) > 1:
            return
        for choice in self.search.matcher.values if open_ else (None,):
            every = [binding.get(m, choice) for m in fact.marks]
            at = tuple(x for x in every if x is not None)
            if len(at) < len(every) or any(any(v[1].startswith(MARK) for v in free(x)) for x in at):
                continue
            marks = dict(zip(fact.marks, at, strict=True))
            try:
                formula = tidy(substitute(fact.formula, {**values, **marks}))
                sort_of(formula[1])
                missing = self.missing(fact, values, marks)
            except KernelError:
                continue
            if missing is not None:
                yield Instance(fact, values, at, formula, missing)

    def missing(self, fact: Fact, values: dict[Term, Term], at: dict[Term, Any]) -> tuple[Term, ...] | None:
        """What an instance asks for and is not seen at once; None where an index or shape rules it out."""
        late = []
        unspoken = {v for v in fact.variables if v[2][0] == "M"} - values.keys()  # whatever the claim calls so
        for g in fact.asks:
            h = substitute(g, {**values, **at})
            if h in self.search.state.assumed or free(h) - self.search.ours or free(g) & unspoken:
                continue
            several = sum(v[2][0] == "M" for v in free(g)) > 1  # that two matrices commute is a goal, a domain is not
            cheap = h[0] == "=" and not several or h[0] == "<=" and within(sort_of(sub(h[2], h[1])), Z) or not free(h)
            equation = h[0] == "=" and sort_of(h[1])[0] == "M" and any(self.search.given_equations())
            if equation and self.search.seen(h):
                continue
            shown = equation or functions_in(h) & INVERSES  # what is given, or laws of inverses, may show it
            if not cheap or shown and self.search.plausible(h) and not self.search.seen(h):
                late.append(h)
            elif not self.search.plausible(h) or not self.search.seen(h):
                return None
        return tuple(late) if all(map(self.search.plausible, late)) else None

    def unspoken(self, fact: Fact, values: dict[Term, Term]) -> dict[Term, Term]:
        """Values for variables of which a conjunct does not speak, in their domains: others, zero, identities."""
        out = {v: num(1) for v in fact.variables if v not in values and v[2][0] != "M"}
        for v in fact.variables:
            if v in values or v[2][0] != "M":
                continue
            r, c = (substitute(x, {**values, **out}) for x in v[2][1:])
            own = [
                t
                for t in values.values()
                if sort_of(t)[0] == "M" and [*map(size, sort_of(t)[1:])] == [size(r), size(c)]
            ]
            choices = [*own, ("zero", r, c), *([("id", r)] if size(r) == size(c) else [])]
            given = {**values, **out}
            asked = [h for h in fact.asks if v in free(h) and not free(h) & (set(fact.variables) - {v, *given})]
            seen = (t for t in choices if all(self.search.seen(substitute(h, {**given, v: t})) for h in asked))
            out[v] = next(seen, choices[-1])
        return out

    def instance(self, fact: Fact, values: dict[Term, Term], at: tuple[Any, ...]) -> Theorem:
        """The theorem of an instance, under all it asks for."""
        rest = self.unspoken(fact, values)
        th = logic.instantiate(fact.theorem, {v: t for v, t in {**values, **rest}.items() if v != t})
        for i in at:
            th = logic.specialise(th, i)
        return th

    # --- simpler words

    def simplest(self, x: Term, unseen: int = 0) -> tuple[Instance, Term] | None:
        """An equation of the textbook, and its side with fewer letters than the atom has: the fewest that any has.

        It asks for no more than `unseen` things that are not seen at once.
        """
        met, self.search.view.met = self.search.view.met, set()
        best, least = None, letters(x)
        try:
            for fact, trigger in self.by_op.get(spread(x)[0], ()):
                if fact.formula[0] != "=" or fact.rest or not {*fact.variables} <= free(fact.formula):
                    continue
                self.search.clock.look()
                for binding in self.matched(trigger, x):
                    for made in self.made(fact, binding):
                        left, right = made.formula[1:]
                        for a, b in ((left, right), (right, left)):
                            if (
                                scalar(spread(a)) == scalar(spread(x))
                                and (count := max(map(letters, atoms(b)), default=0)) < least
                                and sum(not self.search.seen(h) for h in made.missing) <= unseen
                            ):
                                best, least = (made, b), count
                        if not least:
                            return best
            return best
        finally:
            self.search.view.met = met

    def simplification(self, x: int) -> Source | None:
        """The equation of an atom with the same kind of thing in fewer letters, or with a number."""
        if x not in self.simple_:
            self.simple_[x] = self._simplification(atom_term(x))
        return self.simple_[x]

    def _simplification(self, t: Term) -> Source | None:
        kind = spread(t)[0]
        if kind not in READ_OFF or t[1][0] == "v":
            return None
        try:
            found = self.simplest(t, UNSEEN)
            if found is None or any(spread(a)[0] != kind and a[0] in READ_OFF for a in atoms(found[1])):
                return None
            unseen = sum(not self.search.seen(h) for h in found[0].missing)
            source = self.source(found[0], 0.2 + 0.5 * unseen)
        except KernelError:
            return None
        return source if source.e else None

    def simplifications(self, instances: Iterable[Instance]) -> list[Source]:
        """Those of all atoms in some instances, and of what stands in them."""
        return self.plainest([x for i in instances for m in self.slack(i) for x, _ in m])

    def plainest(self, atoms_met: Iterable[int]) -> list[Source]:
        """Those of some atoms, and of what stands in them."""
        queue = list(atoms_met)
        out: dict[Any, Source] = {}
        seen: set[int] = set()
        while queue:
            x = queue.pop()
            if x in seen:
                continue
            seen.add(x)
            source = self.simplification(x)
            if source is not None:
                out[x] = source
                queue += [y for m in source.e for y, _ in m]
        return list(out.values())

    # --- steps

    def applied(self, made: Instance, depth: int, deep: int = DEEP) -> str:
        """The step that applies a fact, after steps for what it asks for, which it may not from depth `deep` on."""
        clock, writer = self.search.clock, self.search.writer
        for name, th in self.search.state.facts.items():
            if th.conclusion == made.formula:
                return name
        for h in (*made.missing, *self.unspoken_asks(made)):
            if self.search.state.prove(h) is None:
                if h[0] == "!=":  # what is above zero is not zero
                    h = ("<", ZERO, h[1] if self.search.plausible(("<", ZERO, h[1])) else ("abs", h[1]))
                if depth >= deep or h[0] not in ("<=", "<", "=") or sort_of(h[1])[0] == "M" and h[0] != "=":
                    self.search.bar(made)
                    raise NotFound("a hypothesis is not seen")
                before = clock.left()
                try:
                    with clock.share(SUBGOAL):
                        self.search.establish(h, depth + 1)
                except (NotFound, OutOfTime):
                    hurried = before - clock.left() > SUBGOAL * before / 2
                    self.search.bar(made, before if hurried else math.inf)
                    raise NotFound("a hypothesis is not seen") from None
        statement = made.fact.statement
        own = {v.name: v for v in statement.let}
        try:
            values = {**made.where, **self.unspoken(made.fact, made.where)}
            ours = {v[1] for v in self.search.ours}  # what is not named is zero, unless the claim has such a name
            spoken = {v: t for v, t in values.items() if v[1] in own and (t[0] != "zero" or v[1] in ours)}
            where = {own[v[1]]: writer.value(t) for v, t in spoken.items()}
            named = {i: writer.number(t) for i, t in zip(made.fact.indices, made.at, strict=True) if i is not None}
            by = proof.Apply(statement.id, where, made.fact.conjunct, named)
            entries = [t for i, t in zip(made.fact.indices, made.at, strict=True) if i is None]
            if entries:
                whole = self.instance(made.fact, made.where, made.at[: len(named)]).conclusion
                name = self.search.step(whole, by)
                for t in entries:
                    name = self.search.step(made.formula, proof.At(name, writer.number(t)))
            else:
                name = self.search.step(made.formula, by)
        except (NotFound, Unwritable):
            self.search.bar(made)
            raise NotFound("an instance is refused") from None
        self.search.used.append(made)
        return name

    def unspoken_asks(self, made: Instance) -> list[Term]:
        """What is asked of variables of which the conjunct does not speak, at the values they get."""
        rest = self.unspoken(made.fact, made.where)
        every = {**made.where, **rest}
        return [substitute(h, every) for h in made.fact.hypotheses if free(h) & set(rest)]

    def unseen(self, made: Instance) -> int:
        """How much an instance asks for that is not seen at once."""
        return len(self.not_seen(made))

    def not_seen(self, made: Instance) -> list[Term]:
        """What an instance asks for that is not seen at once."""
        return [h for h in dict.fromkeys((*made.missing, *self.unspoken_asks(made))) if not self.search.seen(h)]

    # --- goals

    def spoken_of(self, goal: Goal, more: Iterable[Term] = ()) -> dict[Any, Term]:
        """The atoms of a goal and what is named besides, with nothing of another goal left next to them."""
        universe: dict[Any, Term] = {}
        matcher = self.search.matcher
        matcher.primary.clear()
        matcher.matrices.clear()
        self.add_atoms(universe, [*goal.atoms(), *more])
        matcher.primary |= matcher.matrices
        self.search.view.kinds = {spread(x)[0] for x in universe.values()}
        self.search.view.met.clear()
        self.search.view.signed.clear()
        return universe

    def instances_of(self, goal: Goal) -> list[Instance]:
        """What the facts say of the atoms of a goal."""
        universe = self.spoken_of(goal)
        return self.instances(list(universe.values()), universe, set(), late=True)

    def slack(self, made: Instance) -> Poly:
        """The larger side of what an instance says less the smaller one; nothing where it has no normal form."""
        with suppress(KernelError):
            return self.search.slack(made.formula)
        return {}

    def source(self, made: Instance, cost: float) -> Source:
        """An instance as a fact that may be multiplied."""
        return Source(made.formula[0], self.slack(made), cost, partial(self.applied, made), made)


def renames(e: Poly, t: Term) -> bool:
    """Whether an equation says no more than that an atom is one of its kind with longer words, as |A| = |A^T|."""
    single = [m[0][0] for m in e if len(m) == 1 and m[0][1] == 1]
    if len(single) != len(e) or len(e) != 2:
        return False
    both = [atom_term(x) for x in single]
    return both[0][0] == both[1][0] and max(map(letters, both)) > letters(t)


@cache
def tidy(t: Any) -> Any:
    """A term with x for the smaller of x and x, as sizes of squares are for what is said of all shapes, n - 1 and k + 1
    as they are read (sizes of parts are compared as they are written), operator norms as largest singular values."""
    if not isinstance(t, tuple):
        return t
    new = tuple(map(tidy, t))
    if new[:1] == ("norm2",) and closed_in(new[1]):
        return ("smax", *new[1:])
    if len(new) == 3 and new[0] == "min" and new[1] == new[2]:
        return new[1]
    if new and new[0] in ("stack", "sum") and all(x[0] != "b" for x in new[1:3]):
        low, high = (tidy(shown(scalar(x))) if x[0] == "+" and closed_in(x) else x for x in new[1:3])
        return (new[0], low, high, new[3])
    if len(new) == 3 and new[0] == "+" and new[1][0] == "q" and new[2][0] != "q":
        return ("+", new[2], new[1] if new[1][1] >= 0 else ("*", num(-1), num(-new[1][1])))
    return new


def known_as(t: Term) -> Any:
    """A key, the same for equal atoms."""
    p = scalar(spread(t))
    first = p[min(p)] if p else 1
    return tuple(sorted((m, c / first) for m, c in p.items()))


def size_of(m: Term) -> Term:
    """The number of rows."""
    return sort_of(m)[1]
