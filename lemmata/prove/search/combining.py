"""Instances combined by a linear program, and the combination written as steps."""

from __future__ import annotations

import math
import time
from abc import abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from lemmata import catalogue
from lemmata.kernel import (
    ZERO,
    KernelError,
    Mono,
    Poly,
    Term,
    Z,
    constant,
    free,
    num,
    plus,
    scalar,
    size,
    sort_of,
    sub,
    substitute,
    times,
    within,
    word_term,
)
from lemmata.language import proof
from lemmata.prove.normal_words import atom_key, atom_term, shown
from lemmata.prove.search.lemma_index import atoms, below, spread
from lemmata.prove.search.lemma_instances import known_as
from lemmata.prove.search.linear_program import Combination, Lack, Source, columns, combination
from lemmata.prove.search.search_state import Instance, NotFound, OutOfTime, letters
from lemmata.prove.search.simplifying import Simplifying
from lemmata.prove.search.submultiplicative import Letterwise
from lemmata.prove.search.traces_gathered import traces_gathered
from lemmata.prove.search.writing import Unwritable

ROUNDS, TRIES, DEEP = 7, 12, 2  # of instances, of programs in a round, of hypotheses of hypotheses
PAIRS, FRESH = 14, 10  # short inequalities that are multiplied with each other, and atoms looked at in a round
SUBGOAL = 0.5  # share of the time left that a hypothesis gets


class Combining(Simplifying, Letterwise):
    """Goals from combinations of facts."""

    @abstractmethod
    def establish(self, goal: Term, depth: int) -> str:
        """The name of a step that says the goal.  Raises NotFound."""

    @abstractmethod
    def by_sums(self, goal: Term, depth: int) -> str:
        """A relation between sums over one range, from the relation between their terms."""

    @abstractmethod
    def put(self, identifier: str, values: dict[str, Term], goal: Term, conjunct: int = 0) -> str:
        """A fact of the book with matrices and numbers for its variables."""

    @abstractmethod
    def traced(self, target: Poly) -> list[Source]:
        """Equations between traces, from equations between matrices that are given."""

    @abstractmethod
    def by_replacing(self, op: str, x: Term, y: Term, new: Term, products: Any) -> str:
        """The step that says how large a matrix in other words is."""

    @abstractmethod
    def by_multiplying(self, kind: str, m: Term, v: Term, new: Term, products: Any) -> str:
        """The step that bounds a column by a matrix times it, in other words."""

    @abstractmethod
    def twins(self, sums: list[Term]) -> list[Source]:
        """Equations between sums and what the book has in simpler words for their terms."""

    def by_few_facts(self, goal: Term, depth: int) -> str:
        """A combination of the instances that are nearest."""
        return self.by_facts(goal, depth, 2)

    def by_facts(self, goal: Term, depth: int, rounds: int = ROUNDS) -> str:
        """A combination of instances, with more of them from round to round."""
        op, a, b = goal
        target = self.canon(sub(b, a))
        instances: list[Instance] = []
        universe: dict[Any, Term] = {}
        self.matcher.primary.clear()
        self.matcher.matrices.clear()
        own = [x for side in goal[1:] for x in atoms(side)]
        moduli = [scalar(("*", num(-1), x[1])) for x in own if x[0] == "abs"]
        self.add_atoms(universe, [*own, *(t for p in (target, *moduli) for t in traces_gathered(p))])
        self.matcher.primary |= self.matcher.matrices
        queue = dict(universe)
        self.kinds = ours = {spread(t)[0] for t in queue.values()}
        more = [*self.granted_atoms(), *self.granted_traces()]
        self.add_atoms(universe, more)  # looked at from the second round on
        self.met.clear()
        self.signed.clear()
        for number in range(rounds if depth == 0 else min(rounds, 3)):
            self.look()
            first = sorted(queue, key=lambda key: self.rank(queue[key], ours))
            fresh = [queue.pop(key) for key in (first if not number else first[:FRESH])]
            if not fresh:
                break
            known = {(i.formula, i.missing) for i in instances}
            instances += (new := self.instances(fresh, universe, known, late=rounds == ROUNDS))
            before = set(universe) if number else {known_as(x) for x in fresh}
            self.add_atoms(universe, [x for i in new for side in i.formula[1:] for x in atoms(side) if x[0] == "sum"])
            twins = self.twins([t for t in universe.values() if t[0] == "sum"])
            plainer = self.simplifications(instances)
            found = self.attempt(goal, target, instances, [*twins, *plainer], depth)
            if found is not None:
                return found
            self.add_atoms(universe, [x for i in new for side in i.formula[1:] for x in atoms(side)])
            self.add_atoms(universe, [s.origin[2] for s in twins if s.origin[0] == "twin"])
            queue |= {key: t for key, t in universe.items() if key not in before}
        raise NotFound("no combination")

    def rank(self, t: Term, ours: set[str]) -> tuple[bool, bool, int]:
        """What is looked at first: what the program lacks, kinds of which the goal speaks, what is short."""
        lacking = any(x in self.lacking for m in self.canon(t) for x, _ in m)
        return not lacking, spread(t)[0] not in ours, letters(t)

    def size(self, m: Mono) -> float:
        """How much there is in a monomial."""
        return 1.0 + sum(k * letters(atom_term(x)) for x, k in m)

    def attempt(
        self, goal: Term, target: Poly, instances: list[Instance], twins: list[Source], depth: int
    ) -> str | None:
        """A combination of these instances, as steps."""
        for _ in range(TRIES):
            self.look()
            self.signed = {x: i for x, i in self.signed.items() if self.free_to_use(i)}
            live = [i for i in instances if self.free_to_use(i)]
            found: Combination | Lack | None = None
            for richer in (False, True):
                sources = self.sources(live, twins, target, richer)
                over = any(atom_term(x)[0] == "inv" for m in target for x, _ in m)  # 1/y - 1/x is (x - y) / (x y)
                every = columns(target, sources, self.positive, 3, 2 if richer and over else 1)
                if goal[0] == "=":
                    every = [c for c in every if c.source and c.source.op == "="]
                found = combination(target, goal[0] == "<", every, self.surely, self.size)
                if isinstance(found, Combination) or goal[0] == "=":
                    break
                if not richer:
                    self.lacking = {x for m in found.monomials for x, _ in m} if found is not None else set()
                    mixed = [m for m in found.monomials if sum(k for _, k in m) > 1] if found is not None else []
                    self.mixed = {x for m in mixed for x, _ in m}
            if not isinstance(found, Combination):
                return None
            mark, used = len(self.steps), len(self.used)
            try:
                return self.combined(goal, found, depth)
            except NotFound:
                self.forget(mark)
                del self.used[used:]
        return None

    def sources(self, instances: list[Instance], twins: list[Source], target: Poly, richer: bool) -> list[Source]:
        """Everything known, as polynomials."""
        out: list[Source] = []
        seen: set[Any] = set()

        def add(op: str, e: Poly, cost: float, origin: Any) -> None:
            key = (op, tuple(sorted(e.items())))
            if e and len(e) <= 40 and key not in seen and (set(e) - {()} or op == "="):
                seen.add(key)
                out.append(Source(op, e, cost, origin))

        for s in twins:  # first of all: there is room for so many columns
            add(s.op, s.e, s.cost, s.origin)
        spoken = {x for m in target for x, _ in m}
        for known in list(self.state.known()):
            about = {x for m in known.e for x, _ in m}
            if not about & spoken and all(within(sort_of(atom_term(x)), Z) for x in about):
                continue  # ranges of sizes and indices of which the goal does not speak
            if not any(v[1].startswith("k") and v[1].endswith("_") for v in free(known.theorem.conclusion)):
                add(known.op, self.polynomial(known.e), 0.3, known.theorem)
        for i in instances:
            op, a, b = i.formula
            try:
                e = self.canon(sub(b, a))
                add(op, e, 1.0 + 0.5 * i.fact.standing + len(i.missing), i)
                self.note_sign(i, e)
            except KernelError:
                self.bar(i)
        for s in self.traced(target):
            add(s.op, s.e, s.cost, s.origin)
        for x in sorted({x for s in [*out] for m in s.e for x, _ in m} | {x for m in target for x, _ in m}):
            t = atom_term(x)
            if t[0] == "inv":  # what is under the bar times the inverse is 1
                e = plus(times(self.polynomial(scalar(t[1])), {((x, 1),): Fraction(1)}), constant(1), -1)
                if self.state.prove(("!=", t[1])) is not None:
                    add("=", e, 0.1, None)
            if t[0] in ("normF", "abs", "sqrt"):  # what the square is
                inside = {"normF": lambda t: ("tr", ("mm", ("T", t[1]), t[1])), "abs": lambda t: ("^", t[1], 2)}
                square = inside.get(t[0], lambda t: t[1])(t)
                if t[0] != "sqrt" or self.state.prove(("<=", ZERO, t[1])) is not None:
                    add("=", plus({((x, 2),): Fraction(1)}, self.canon(square), -1), 0.1, None)
            if t[0] in ("max", "min"):
                for known in self.state.signs.extremes({((x, 1),): Fraction(1)}):
                    add("<=", known.e, 0.2, known.theorem)
            if t[0] == "sqrt":
                for s in [*out]:
                    for e, origin in self.rooted(t, s):
                        add("<=", e, s.cost + 0.3, origin)
            found = self.lower(x)
            if found is not None:
                th = found[1]
                add(th.conclusion[0], scalar(th.conclusion[2]), 0.2, th)
        if not richer:
            return out
        out += self.products(out, target)
        for root in self.roots(target):
            e = self.canon(("tr", ("mm", ("T", root), root)))
            add("<=", e, 0.6, ("square", ("normF", root)))
        about = {x for m in target for x, _ in m}
        linked = [s.e for s in out if s.op == "=" and any(x in about for m in s.e for x, _ in m) and len(s.e) <= 3]
        mixed = self.mixed | {x for e in linked for m in e if sum(k for _, k in m) == 2 for x, _ in m}
        own = sorted(about | mixed)[:10]
        if len(own) > 1 and (mixed or max((sum(k for _, k in m) for m in target), default=0) > 1):
            for n, x in enumerate(own):
                for y in own[n + 1 :]:
                    for sign in (1, -1):
                        two: Poly = {((x, 1),): Fraction(1), ((y, 1),): Fraction(sign)}
                        add("<=", times(two, two), 0.6, ("square", shown(two)))
        return out

    def rooted(self, root: Term, s: Source) -> Iterator[tuple[Poly, Any]]:
        """From z^2 <= y that z <= sqrt(y), from y <= z^2 that sqrt(y) <= z, for z a monomial that is not negative."""
        inside = self.canon(root[1])
        for sign, fact in ((-1, "classical.below-root"), (1, "classical.above-root")):
            rest = plus(s.e, inside, sign)
            m, c = next(iter(rest.items()), ((), Fraction(0)))
            z = tuple((x, k // 2) for x, k in m)
            if (
                s.op != "<"
                and len(rest) == 1
                and m
                and c == sign
                and all(k % 2 == 0 for _, k in m)
                and self.positive(z)
            ):
                one: Poly = {z: Fraction(sign)}
                yield plus(one, self.canon(root), -sign), ("root", s, fact, shown({z: Fraction(1)}), root)

    def note_sign(self, made: Instance, e: Poly) -> None:
        """Remember an instance that shows an atom to be not negative, those that ask for nothing first."""
        rest = {m: c for m, c in e.items() if m}
        if made.formula[0] == "=" or len(rest) != 1 or e.get((), 0) > 0:
            return
        ((m, c),) = rest.items()
        if c > 0 and len(m) == 1 and m[0][1] == 1 and self.sign(m[0][0]) is None:
            known = self.signed.get(m[0][0])
            if known is None or len(made.missing) < len(known.missing):
                self.signed[m[0][0]] = made

    def products(self, sources: list[Source], target: Poly) -> list[Source]:
        """Two short inequalities multiplied, of those that speak of what the goal speaks of or what is lacking."""
        spoken = {x for m in target for x, _ in m}
        weighted = {  # as of convex combinations: t lmax(A)
            x
            for s in sources
            if isinstance(s.origin, Instance) and len(s.e) <= 4 and any(y in spoken for m in s.e for y, _ in m)
            for m in s.e
            if len(m) == 2 and any(atom_term(y)[0] == "v" and not within(atom_term(y)[2], Z) for y, _ in m)
            for x, _ in m
        }
        if max((sum(k for _, k in m) for m in target), default=0) < 2 and not self.mixed | weighted:
            return []
        near = spoken | self.lacking | weighted
        short = [
            s
            for s in sources
            if s.op != "=" and 1 < len(s.e) <= 3 and s.origin is not None and {x for m in s.e for x, _ in m} <= near
        ]
        short = sorted(short, key=lambda s: (s.cost, len(s.e)))[:PAIRS]
        return [Source("<=", times(a.e, b.e), a.cost + b.cost, (a, b)) for k, a in enumerate(short) for b in short[k:]]

    def roots(self, target: Poly) -> Iterator[Term]:
        """Sums and differences of the two halves of a trace: their squared lengths are not negative."""
        spoken = {x for m in target for x, _ in m}
        for x in list(spoken):
            t = atom_term(x)
            if t[0] == "normF":
                spoken |= {y for m in self.canon(("tr", ("mm", ("T", t[1]), t[1]))) for y, _ in m}
        for x in sorted(spoken)[:16]:
            kind, *rest = atom_key(x)
            if kind not in ("tr", "w"):
                continue
            word = rest[0]
            for k in range(1, len(word)):
                left = ("T", word_term(word[:k]))
                right = word_term(word[k:])
                if [size(a) for a in sort_of(left)[1:]] == [size(a) for a in sort_of(right)[1:]]:
                    for sign in (1, -1):
                        yield self.matcher.reduced(("m+", left, ("sc", num(sign), right)))

    def combined(self, goal: Term, found: Combination, depth: int, deep: int = DEEP) -> str:
        """Steps for the instances of a combination, and the combination; `deep`: hypotheses of hypotheses."""
        factors: dict[str, Poly] = {}
        for x in sorted({x for p in (*found.factors.values(), found.rest) for m in p for x, _ in m}):
            if self.sign(x) is None and x in self.signed:  # so that the sign of the factor is seen
                self.applied(self.signed[x], depth)
        for source, factor in found.factors.items():
            if isinstance(source.origin, tuple) and isinstance(source.origin[0], Source):
                first, second = source.origin
                self.source(second, depth)  # so that the sign of the factor is seen
                source, factor = first, times(factor, second.e)
            name = self.source(source, depth, deep)
            if name is not None:
                factors[name] = plus(factors.get(name, {}), factor)
        for m, c in found.rest.items():
            if any(k > 1 for _, k in m):  # a power that the elaborator would write in other words
                factors[self.step(("<=", ZERO, shown({m: Fraction(1)})), proof.Sign())] = {(): c}
        for name, factor in factors.items():
            f = self.state.facts[name].conclusion
            if factor == {(): 1} and len(factors) == 1 and f[0] == goal[0] and self.canon_of(f) == self.canon_of(goal):
                return name  # the fact is the goal
        return self.step(goal, proof.Combine({k: self.writer.polynomial(p) for k, p in factors.items()}))

    def source(self, source: Source, depth: int, deep: int = DEEP) -> str | None:
        """The step that says a source."""
        origin = source.origin
        if origin is None:
            return None
        if isinstance(origin, Instance):
            return self.applied(origin, depth, deep)
        if isinstance(origin, tuple) and origin[0] == "twin":
            with self.aside():
                return self.by_sums(("=", *origin[1:]), depth + 1)
        if isinstance(origin, tuple) and origin[0] == "root":
            _, inner, fact, z, root = origin
            self.source(inner, depth)  # so that the square is seen
            sides = (z, root) if fact == "classical.below-root" else (root, z)
            return self.apply_numbers(fact, ("<=", *sides), {"x": z, "y": root[1]})
        if isinstance(origin, tuple) and origin[0] == "letters":
            return self.by_letters(*origin[1:])
        if isinstance(origin, tuple) and origin[0] in ("put", "replaced", "multiplied"):
            ways: Any = {"put": self.put, "replaced": self.by_replacing, "multiplied": self.by_multiplying}
            return ways[origin[0]](*origin[1:])
        if isinstance(origin, tuple):
            square = ("<=", ZERO, ("^", origin[1], 2)), proof.Sign()
            return self.step(*((origin[1], proof.Unrolled()) if origin[0] == "unrolled" else square))
        for name, th in self.state.facts.items():
            if th.conclusion == origin.conclusion:
                return name
        for name, th in self.state.facts.items():
            if self.canon_of(th.conclusion) == source.e and th.conclusion[0] == source.op:
                return name
        return self.step(origin.conclusion, proof.Sign() if source.op != "=" else proof.Identity())

    def canon_of(self, f: Term) -> Poly | None:
        """The polynomial of a relation between numbers."""
        if f[0] not in ("<=", "<", "=") or sort_of(f[1])[0] == "M":
            return None
        return self.canon(sub(f[2], f[1]))

    def applied(self, made: Instance, depth: int, deep: int = DEEP) -> str:
        """The step that applies a fact, after steps for what it asks for."""
        for name, th in self.state.facts.items():
            if th.conclusion == made.formula:
                return name
        for h in (*made.missing, *self.unspoken_asks(made)):
            if self.state.prove(h) is None:
                if depth >= deep or h[0] not in ("<=", "<", "=") or sort_of(h[1])[0] == "M" and h[0] != "=":
                    self.bar(made)
                    raise NotFound("a hypothesis is not seen")
                until, started = self.until, time.process_time()
                self.until = started + SUBGOAL * (until - started)
                try:
                    self.establish(h, depth + 1)
                except (NotFound, OutOfTime):
                    spent = time.process_time() - started
                    self.bar(made, until - started if 2 * spent > self.until - started else math.inf)
                    raise NotFound("a hypothesis is not seen") from None
                finally:
                    self.until = until
        statement = made.fact.statement
        own = {v.name: v for v in statement.let}
        try:
            values = {**made.where, **self.unspoken(made.fact, made.where)}
            ours = {v[1] for v in self.ours}  # what is not named is zero, unless the claim has such a name
            spoken = {v: t for v, t in values.items() if v[1] in own and (t[0] != "zero" or v[1] in ours)}
            where = {own[v[1]]: self.writer.value(t) for v, t in spoken.items()}
            named = {i: self.writer.number(t) for i, t in zip(made.fact.indices, made.at, strict=True) if i is not None}
            by = proof.Apply(statement.id, where, made.fact.conjunct, named)
            entries = [t for i, t in zip(made.fact.indices, made.at, strict=True) if i is None]
            if entries:
                whole = self.instance(made.fact, made.where, made.at[: len(named)]).conclusion
                name = self.step(whole, by)
                for t in entries:
                    name = self.step(made.formula, proof.At(name, self.writer.number(t)))
            else:
                name = self.step(made.formula, by)
        except (NotFound, Unwritable):
            self.bar(made)
            raise NotFound("an instance is refused") from None
        self.used.append(made)
        return name

    def unspoken_asks(self, made: Instance) -> list[Term]:
        """What is asked of variables of which the conjunct does not speak, at the values they get."""
        rest = self.unspoken(made.fact, made.where)
        every = {**made.where, **rest}
        return [substitute(h, every) for h in made.fact.theorem.hypotheses if free(h) & set(rest)]

    def apply_numbers(self, identifier: str, goal: Term, values: dict[str, Term]) -> str:
        """A fact about numbers.  Raises NotFound where it leans on the goal."""
        if self.statement.id in below(identifier):
            raise NotFound(f"{identifier} leans on the goal")
        own = {v.name: v for v in catalogue.get(identifier).let}
        return self.step(goal, proof.Apply(identifier, {own[k]: self.writer.number(t) for k, t in values.items()}))
