"""The search itself: instances of the book for what a claim speaks of, combined by a linear program, step by step."""

from __future__ import annotations

import time
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from theorems import catalogue
from theorems.language import Index, proof
from theorems.language.statement import Statement
from verify.kernel import logic
from verify.kernel.logic import Theorem
from verify.kernel.normal import Mono, Poly, constant, plus, scalar, shown, times, word_term
from verify.kernel.terms import (
    ONE,
    ZERO,
    KernelError,
    Term,
    Z,
    closed,
    free,
    num,
    opened,
    size,
    sort_of,
    sub,
    substitute,
    within,
)
from verify.prove.checking import REFUSED, begin, conclude, play, theorem_of
from verify.prove.search.book import MARK, NESTED, SUM, Fact, atoms, inner_atoms, spread, usable
from verify.prove.search.matching import Matcher
from verify.prove.search.program import Combination, Lack, Source, columns, combination
from verify.prove.search.sampling import Sample, holds
from verify.prove.search.writing import Unwritable, Writer
from verify.prove.state import State
from verify.prove.words import atom_key, atom_term

ROUNDS, INSTANCES, NEW, TRIES, DEEP = 7, 80, 3, 12, 2
EACH = 8  # instances of one fact in a round
PAIRS = 14  # short inequalities that are multiplied with each other
FRESH = 8  # atoms that are looked at in a round
SUBGOAL = 0.25  # share of the time left that a hypothesis gets


class OutOfTime(Exception):
    """The time allowed is over."""


class NotFound(Exception):
    """No proof was found."""


@dataclass(frozen=True, eq=False)
class Instance:
    """A fact with values for its variables; `formula` is what it then says, `missing` what it asks for."""

    fact: Fact
    where: dict[Term, Term]
    at: tuple[Term, ...]
    formula: Term
    missing: tuple[Term, ...]


@dataclass
class Search:
    """One claim under the eyes of the book."""

    statement: Statement
    facts: list[Fact]
    until: float
    steps: list[proof.Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        begin()
        self.state = State(self.statement)
        self.matcher = Matcher(self.state)
        leaves = {v.name: v for v in self.statement.let}
        self.writer = Writer({t: leaves[name] for name, t in self.state.names.items() if name in leaves})
        self.by_op: dict[str, list[tuple[Fact, Term]]] = {}
        for fact in self.facts:
            for trigger in fact.triggers:
                self.by_op.setdefault(spread(trigger)[0], []).append((fact, trigger))
        self.count = 0
        self.banned: set[Any] = set()
        self.signs: dict[int, bool | None] = {}
        self.lowest: dict[int, Any] = {}
        self.canonical: dict[Term, Poly] = {}
        self.used: list[Instance] = []
        self.quick: dict[Term, bool] = {}
        asked = [f for f in self.state.granted if f[0] != "is"]
        self.sample = Sample(self.statement, self.state.names, asked)
        self.plausible_: dict[Term, bool] = {}
        self.met: set[Any] = set()
        self.lacking: set[int] = set()
        self.kinds: set[str] = set()

    @property
    def ours(self) -> set[Term]:
        """The variables that terms may speak of."""
        return {*self.writer.names, *self.state.indices}

    def plausible(self, f: Term) -> bool:
        """Whether nothing speaks against a formula at random instances, its open indices at every value."""
        if f not in self.plausible_:
            every = f
            for i, (low, high) in self.state.indices.items():
                if i in free(f):
                    every = ("all", low, high, closed(every, i))
            cases = [th.conclusion for name, th in self.state.facts.items() if name == "case"]
            self.plausible_[f] = all(
                holds(every, at) is not False
                for at in self.sample.instances
                if not free(every) - set(at) and all(holds(c, at) for c in cases)
            )
        return self.plausible_[f]

    # --- the goal

    def prove(self) -> proof.Proof:
        """A script that gives every conjunct.  Raises NotFound, OutOfTime, KernelError."""
        for k, conclusion in enumerate(self.state.reading.conclusions):
            self.conjunct(k, conclusion)
        return proof.Proof(self.method(), tuple(self.steps))

    def method(self) -> str:
        """The facts used, by title."""
        return "; ".join(dict.fromkeys(i.fact.statement.title for i in self.used)) or "signs and algebra"

    def conjunct(self, k: int, goal: Term) -> None:
        """Steps for one conjunct, quantifiers opened at free indices."""
        try:
            conclude(self.state, self.statement, k)
            return
        except REFUSED:
            pass
        while goal[0] == "all":
            goal = self._at_index(goal)
        self.establish(goal, 0)

    def _at_index(self, goal: Term) -> Term:
        name = next(x for x in ("i", "j", "k", "l", "h") if x not in self.state.names and x not in self._indices())
        index = Index(name, self.writer.number(goal[1]), self.writer.number(goal[2]))
        x = self.state.term(index)
        self.writer.names[x] = index
        self.matcher.values[x] = None
        return opened(goal[3], x)

    def _indices(self) -> set[str]:
        return {x[1] for x in self.state.indices}

    # --- goals

    def establish(self, goal: Term, depth: int) -> str:
        """The name of a step that says the goal.  Raises NotFound."""
        self.look()
        if not self.plausible(goal):
            raise NotFound("false at an instance")
        if sort_of(goal[1])[0] == "M":
            return self.step(goal, proof.Identity())
        if self.state.prove(goal) is not None and goal[0] != "=":
            return self.step(goal, proof.Sign())
        if goal[0] == "=" and self.state.algebra.zero(scalar(sub(goal[1], goal[2]))) is not None:
            return self.step(goal, proof.Identity())
        attempts = [self.by_facts, self.by_sides, self.by_roots, self.by_cases]
        for attempt in attempts:
            mark = len(self.steps)
            try:
                return attempt(goal, depth)
            except NotFound:
                self.forget(mark)
        raise NotFound(str(goal))

    def forget(self, mark: int) -> None:
        """Steps that led nowhere are not written down."""
        for s in self.steps[mark:]:
            self.state.facts.pop(s.name, None)
        del self.steps[mark:]

    def by_sides(self, goal: Term, depth: int) -> str:
        """An equation from both inequalities; a modulus between two bounds."""
        op, a, b = goal
        if op == "=":
            below = self.establish(("<=", a, b), depth + 1)
            above = self.establish(("<=", b, a), depth + 1)
            return self.step(goal, proof.Antisymmetric(below, above))
        p = scalar(a)
        if op == "<=" and len(p) == 1 and depth < 3:
            ((m, c),) = p.items()
            if c == 1 and len(m) == 1 and m[0][1] == 1 and atom_term(m[0][0])[0] == "abs":
                x = atom_term(m[0][0])[1]
                self.establish(("<=", ("*", num(-1), b), x), depth + 1)
                self.establish(("<=", x, b), depth + 1)
                return self.apply_numbers("classical.modulus-bound", goal, {"x": x, "c": b})
        raise NotFound("no sides")

    def by_roots(self, goal: Term, depth: int) -> str:
        """From the squares, where both sides are not negative."""
        op, a, b = goal
        if op != "<=" or depth > 1 or not self._squared_helps(a, b):
            raise NotFound("no roots")
        if self.state.prove(("<=", ZERO, b)) is None:
            self.establish(("<=", ZERO, b), depth + 1)
        if self.state.prove(("<=", ZERO, a)) is None:
            self.establish(("<=", ZERO, a), depth + 1)
        self.establish(("<=", ("^", a, 2), ("^", b, 2)), depth + 1)
        return self.apply_numbers("classical.square-roots", goal, {"x": a, "y": b})

    def _squared_helps(self, a: Term, b: Term) -> bool:
        kinds = {x[0] for side in (a, b) for x in atoms(side)}
        return bool(kinds & {"sqrt", "normF", "smax", "norm2", "s", "smin"})

    def by_cases(self, goal: Term, depth: int) -> str:
        """By the sign inside a modulus, or by which of two is larger."""
        if depth > 2:
            raise NotFound("no more cases")
        for t in dict.fromkeys(x for side in goal[1:] for x in atoms(side)):
            if t[0] not in ("abs", "max", "min"):
                continue
            split = ("<=", ZERO, t[1]) if t[0] == "abs" else ("<=", t[1], t[2])
            if self.state.prove(split) is not None:
                continue
            then = self._case(goal, split, t, depth)
            otherwise = self._case(goal, ("<=", split[2], split[1]), t, depth)
            return self.step(goal, proof.Cases(self.write(split), then, otherwise))
        raise NotFound("no cases")

    def _case(self, goal: Term, case: Term, t: Term, depth: int) -> tuple[proof.Step, ...]:
        state, before = self.state, list(self.steps)
        facts, assumed = dict(state.facts), dict(state.assumed)
        state.facts["case"] = state.assumed[case] = logic.assume(case)
        self.steps, canonical, self.canonical = [], self.canonical, {}
        self.plausible_, self.quick = {}, {}
        signs, self.signs, self.lowest = self.signs, {}, {}
        try:
            state.forget([])
            self.establish(goal, depth + 1)
            return tuple(self.steps)
        finally:
            state.facts, state.assumed = facts, assumed
            state.forget([case])
            state.algebra.known.clear()
            self.plausible_, self.quick = {}, {}
            self.steps, self.canonical, self.signs, self.lowest = before, canonical, signs, {}

    # --- facts and their combination

    def by_facts(self, goal: Term, depth: int) -> str:
        """A combination of instances, with more of them from round to round."""
        op, a, b = goal
        target = self.canon(sub(b, a))
        instances: list[Instance] = []
        universe: dict[Any, Term] = {}
        self.matcher.primary.clear()
        self.add_atoms(universe, [x for side in goal[1:] for x in atoms(side)])
        self.matcher.primary |= self.matcher.matrices
        queue = dict(universe)
        self.kinds = ours = {spread(t)[0] for t in queue.values()}
        self.met.clear()
        for number in range(ROUNDS if depth == 0 else 3):
            self.look()
            first = sorted(queue, key=lambda key: self.rank(queue[key], ours))
            fresh = [queue.pop(key) for key in (first if not number else first[:FRESH])]
            if not fresh:
                break
            new = self.instances(fresh, universe, {i.formula for i in instances})
            instances += new
            found = self.attempt(goal, target, instances, depth)
            if found is not None:
                return found
            before = set(universe)
            self.add_atoms(universe, [x for i in new for side in i.formula[1:] for x in atoms(side)])
            queue |= {key: t for key, t in universe.items() if key not in before}
        raise NotFound("no combination")

    def rank(self, t: Term, ours: set[str]) -> tuple[bool, bool, int]:
        """What is looked at first: what the program lacks, then the kinds of which the goal speaks, then what is short."""
        lacking = any(x in self.lacking for m in self.canon(t) for x, _ in m)
        return not lacking, spread(t)[0] not in ours, letters(t)

    def size(self, m: Mono) -> float:
        """How much there is in a monomial."""
        return 1.0 + sum(k * len(str(atom_term(x))) for x, k in m) / 50

    def add_atoms(self, universe: dict[Any, Term], more: list[Term]) -> None:
        """Atoms by their normal form; the matrices in them are at hand from here on."""
        for t in more:
            if t[0] in ("v", "q") or any(
                v[1].startswith(MARK) and t[0] not in ("sum", "prod", "maxo") for v in free(t)
            ):
                continue
            key = known_as(t)
            if key in universe or len(universe) > 120:
                continue
            universe[key] = t
            if t[0] in ("sum", "prod", "maxo"):
                for x in atoms(opened(t[3], SUM)):
                    if x[0] in ("s", "lam"):
                        self.matcher.matrices[self.matcher.reduced(x[1])] = None
            if t[0] not in ("sum", "prod", "maxo", "abs", "sqrt", "inv", "max", "min", "rpow"):
                m = self.matcher.reduced(t[1])
                self.matcher.matrices[m] = None
                if t[0] in ("s", "lam"):
                    self.matcher.values[t[2]] = None
                self.matcher.values[size_of(m)] = None

    def instances(self, fresh: list[Term], universe: dict[Any, Term], known: set[Term]) -> list[Instance]:
        """Facts at the atoms that are new, those that bring in least first."""
        found: dict[Term, tuple[Any, Instance]] = {}
        for t in fresh:
            for fact, trigger in self.by_op.get(spread(t)[0], ()):
                self.look()
                for binding in self.bindings(fact, trigger, t, universe):
                    for made in self.made(fact, binding):
                        if made.formula in known or made.formula in found or (fact.name, made.formula) in self.banned:
                            continue
                        brought = self.brings(made, universe, t)
                        if brought[0] <= NEW and not self.trivial(made.formula):
                            found[made.formula] = ((brought[1], fact.standing), made)
                    if len(found) > 4 * INSTANCES:
                        break
        ranked = sorted(found.values(), key=lambda pair: pair[0])
        count: dict[str, int] = {}
        out = []
        for _, made in ranked:
            count[made.fact.name] = count.get(made.fact.name, 0) + 1
            if count[made.fact.name] <= EACH:
                out.append(made)
        return out[:INSTANCES]

    def bindings(self, fact: Fact, trigger: Term, t: Term, universe: dict[Any, Term]) -> Iterator[dict[Term, Term]]:
        """What a trigger fixes at an atom, and a second one where the fact needs it."""
        for binding in self.matcher.atom(trigger, t, {}):
            if not fact.rest:
                yield binding
                continue
            other = fact.rest[0]
            for x in list(universe.values()):
                if spread(x)[0] == spread(other)[0]:
                    yield from self.matcher.atom(other, x, binding)

    def trivial(self, f: Term) -> bool:
        """Whether both sides have one normal form."""
        try:
            return not self.canon(sub(f[2], f[1]))
        except REFUSED:
            return True

    def brings(self, made: Instance, universe: dict[Any, Term], t: Term) -> tuple[int, float]:
        """How many atoms an instance brings in, and what they cost: those longer than the one it starts from, or of
        kinds of which the goal does not speak, most."""
        own = {known_as(x): x for side in made.formula[1:] for x in atoms(side) if SUM not in free(x)}
        new = [x for key, x in own.items() if key not in universe and x[0] not in ("v", "q", *NESTED)]
        length, cost = letters(t), 0.0
        for x in new:
            cost += 1.0 + 2.0 * (letters(x) > length) + 0.5 * (spread(x)[0] not in self.kinds) + 0.1 * letters(x)
            cost -= 0.5 * (len(x) > 1 and x[0] != "sum" and x[1] in self.matcher.matrices)
        return len(new), cost

    def made(self, fact: Fact, binding: dict[Term, Term]) -> Iterator[Instance]:
        """Instances of a fact at a binding, its open indices at values at hand."""
        values = {v: t for v, t in binding.items() if not v[1].startswith(MARK)}
        for v in fact.variables:
            if v not in values and v[2][0] not in ("M", "L") and v in free(fact.formula):
                return
        open_ = [m for m in fact.marks if m not in binding]
        if len(open_) > 1:
            return
        key = (fact.name, frozenset(binding.items()))
        if key in self.met:
            return
        self.met.add(key)
        for choice in self.matcher.values if open_ else (None,):
            at = tuple(binding.get(m, choice) for m in fact.marks)
            marks = dict(zip(fact.marks, at, strict=True))
            if any(x is None or any(v[1].startswith(MARK) for v in free(x)) for x in at):
                continue
            try:
                formula = substitute(fact.formula, {**values, **marks})
                sort_of(formula[1])
                missing = self.missing(fact, values, marks)
            except (KernelError, *REFUSED):
                continue
            if missing is not None:
                yield Instance(fact, values, at, formula, missing)

    def missing(self, fact: Fact, values: dict[Term, Term], at: dict[Term, Any]) -> tuple[Term, ...] | None:
        """What an instance asks for and is not seen at once; None where an index or shape rules it out."""
        late = []
        for g in fact.asks:
            if g in self.state.assumed:
                continue
            h = substitute(g, {**values, **at})
            if h in self.state.assumed or free(h) - self.ours:
                continue
            cheap = h[0] == "=" or h[0] == "<=" and within(sort_of(sub(h[2], h[1])), Z)
            if not cheap:
                late.append(h)
            elif not self.seen(h):
                return None
        return tuple(late) if all(map(self.plausible, late)) else None

    def seen(self, h: Term) -> bool:
        """Whether a shape, range or symmetry is seen at once."""
        if h not in self.quick:
            self.quick[h] = self.state.prove(h) is not None
        return self.quick[h]

    def instance(self, fact: Fact, values: dict[Term, Term], at: tuple[Any, ...]) -> Theorem:
        """The theorem of an instance, under all it asks for."""
        rest: dict[Term, Term] = {}
        for v in fact.variables:
            if v not in values:
                rest[v] = num(1) if v[2][0] != "M" else ("zero", *(substitute(x, values) for x in v[2][1:]))
        th = logic.instantiate(fact.theorem, {v: t for v, t in {**values, **rest}.items() if v != t})
        for i in at:
            th = logic.specialise(th, i)
        return th

    def attempt(self, goal: Term, target: Poly, instances: list[Instance], depth: int) -> str | None:
        """A combination of these instances, as steps."""
        for _ in range(TRIES):
            self.look()
            live = [i for i in instances if (i.fact.name, i.formula) not in self.banned]
            found: Combination | Lack | None = None
            for richer in (False, True):
                sources = self.sources(live, target, richer)
                every = columns(target, sources, self.positive, 3)
                if goal[0] == "=":
                    every = [c for c in every if c.source and c.source.op == "="]
                found = combination(target, goal[0] == "<", every, self.surely, self.size)
                if isinstance(found, Combination) or goal[0] == "=":
                    break
                if not richer:
                    self.lacking = {x for m in found.monomials for x, _ in m} if found is not None else set()
            if not isinstance(found, Combination):
                return None
            mark, used = len(self.steps), len(self.used)
            try:
                return self.combined(goal, found, depth)
            except NotFound as e:
                if os.environ.get("DBG"):
                    print(
                        "   NF",
                        str(e)[:300],
                        [str(x.origin.fact.name) if isinstance(x.origin, Instance) else x.e for x in found.factors],
                    )
                self.forget(mark)
                del self.used[used:]
        return None

    def sources(self, instances: list[Instance], target: Poly, richer: bool) -> list[Source]:
        """Everything known, as polynomials."""
        out: list[Source] = []
        seen: set[Any] = set()

        def add(op: str, e: Poly, cost: float, origin: Any) -> None:
            key = (op, tuple(sorted(e.items())))
            if e and len(e) <= 40 and key not in seen and (set(e) - {()} or op == "="):
                seen.add(key)
                out.append(Source(op, e, cost, origin))

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
                add(op, self.canon(sub(b, a)), 1.0 + 0.5 * i.fact.standing + len(i.missing), i)
            except (KernelError, *REFUSED):
                self.banned.add((i.fact.name, i.formula))
        for x in sorted({x for s in [*out] for m in s.e for x, _ in m} | {x for m in target for x, _ in m}):
            t = atom_term(x)
            if t[0] == "inv":  # what is under the bar times the inverse is 1
                e = plus(times(self.polynomial(scalar(t[1])), {((x, 1),): Fraction(1)}), constant(1), -1)
                if self.state.prove(("!=", t[1])) is not None:
                    add("=", e, 0.1, None)
            if t[0] in ("max", "min"):
                for known in self.state.signs.extremes({((x, 1),): Fraction(1)}):
                    add("<=", known.e, 0.2, known.theorem)
            found = self.lower(x)
            if found is not None:
                th = found[1]
                add(th.conclusion[0], scalar(th.conclusion[2]), 0.2, th)
        if not richer:
            return out
        out += self.products(out, target)
        for root in self.roots(target):
            e = self.polynomial(scalar(("^", ("normF", root), 2)))
            add("<=", e, 0.6, ("square", ("normF", root)))
        own = sorted({x for m in target for x, k in m})[:8]
        if len(own) > 1 and max((sum(k for _, k in m) for m in target), default=0) > 1:
            for n, x in enumerate(own):
                for y in own[n + 1 :]:
                    for sign in (1, -1):
                        root = {((x, 1),): Fraction(1), ((y, 1),): Fraction(sign)}
                        add("<=", times(root, root), 0.6, ("square", shown(root)))
        return out

    def products(self, sources: list[Source], target: Poly) -> list[Source]:
        """Two short inequalities multiplied, of those that speak of what the goal speaks of or what is lacking."""
        if max((sum(k for _, k in m) for m in target), default=0) < 2:
            return []
        near = {x for m in target for x, _ in m} | self.lacking
        short = [
            s
            for s in sources
            if s.op != "=" and 1 < len(s.e) <= 3 and s.origin is not None and {x for m in s.e for x, _ in m} <= near
        ]
        short = sorted(short, key=lambda s: (s.cost, len(s.e)))[:PAIRS]
        return [Source("<=", times(a.e, b.e), a.cost + b.cost, (a, b)) for k, a in enumerate(short) for b in short[k:]]

    def roots(self, target: Poly) -> Iterator[Term]:
        """Sums and differences of the two halves of a trace: their squared lengths are not negative."""
        for x in sorted({x for m in target for x, _ in m})[:12]:
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

    def positive(self, m: Mono) -> bool:
        """Whether a monomial is seen to be not negative."""
        return all(k % 2 == 0 or self.sign(x) is not None for x, k in m)

    def surely(self, m: Mono) -> bool:
        """Whether a monomial is seen to be above zero."""
        return all(self.sign(x) is True for x, _ in m)

    def sign(self, x: int) -> bool | None:
        """True where an atom is above zero, False where it is not negative, None where neither is seen."""
        if x not in self.signs:
            found = self.lower(x)
            sure = None if found is None or found[0] < 0 else found[0] > 0 or found[1].conclusion[0] == "<"
            self.signs[x] = sure
        return self.signs[x]

    def lower(self, x: int) -> Any:
        """What bounds an atom from below, None where nothing is seen."""
        if x not in self.lowest:
            try:
                self.lowest[x] = self.state.signs.atom(x)
            except KernelError:  # bounds are looked for in passing, and some need what is not granted
                self.lowest[x] = None
        return self.lowest[x]

    def combined(self, goal: Term, found: Combination, depth: int) -> str:
        """Steps for the instances of a combination, and the combination."""
        factors: dict[str, Poly] = {}
        for source, factor in found.factors.items():
            if isinstance(source.origin, tuple) and isinstance(source.origin[0], Source):
                first, second = source.origin
                self.source(second, depth)  # so that the sign of the factor is seen
                source, factor = first, times(factor, second.e)
            name = self.source(source, depth)
            if name is not None:
                factors[name] = plus(factors.get(name, {}), factor)
        return self.step(goal, proof.Combine({k: self.writer.polynomial(p) for k, p in factors.items()}))

    def source(self, source: Source, depth: int) -> str | None:
        """The step that says a source."""
        origin = source.origin
        if origin is None:
            return None
        if isinstance(origin, Instance):
            return self.applied(origin, depth)
        if isinstance(origin, tuple):
            return self.step(("<=", ZERO, ("^", origin[1], 2)), proof.Sign())
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

    def applied(self, made: Instance, depth: int) -> str:
        """The step that applies a fact, after steps for what it asks for."""
        key = (made.fact.name, made.formula)
        for name, th in self.state.facts.items():
            if th.conclusion == made.formula:
                return name
        for h in made.missing:
            if self.state.prove(h) is None:
                if depth >= DEEP or h[0] not in ("<=", "<", "="):
                    self.banned.add(key)
                    raise NotFound("a hypothesis is not seen")
                until = self.until
                self.until = time.monotonic() + SUBGOAL * (until - time.monotonic())
                try:
                    self.establish(h, depth + 1)
                except (NotFound, OutOfTime):
                    self.banned.add(key)
                    raise NotFound("a hypothesis is not seen") from None
                finally:
                    self.until = until
        statement = made.fact.statement
        own = {v.name: v for v in statement.let}
        try:
            where = {own[v[1]]: self.writer.value(t) for v, t in made.where.items() if v[1] in own}
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
            self.banned.add(key)
            raise NotFound("an instance is refused") from None
        self.used.append(made)
        return name

    def apply_numbers(self, identifier: str, goal: Term, values: dict[str, Term]) -> str:
        """A fact about numbers."""
        own = {v.name: v for v in catalogue.get(identifier).let}
        return self.step(goal, proof.Apply(identifier, {own[k]: self.writer.number(t) for k, t in values.items()}))

    # --- steps

    def write(self, f: Term) -> Any:
        """A formula in the language."""
        try:
            return self.writer.relation(f)
        except Unwritable as error:
            raise NotFound(f"no words for {error}") from None

    def step(self, f: Term, by: Any) -> str:
        """A step, played at once.  Raises NotFound where it does not check."""
        self.count += 1
        made = proof.Step(f"step {self.count}", self.write(f), by)
        try:
            play(self.state, [made], proof.Proof("", ()), theorem_of)
        except REFUSED as error:
            self.state.facts.pop(made.name, None)
            raise NotFound(str(error)) from None
        self.steps.append(made)
        return made.name

    def look(self) -> None:
        """Raises OutOfTime."""
        if time.monotonic() > self.until:
            raise OutOfTime

    # --- normal forms

    def canon(self, t: Term) -> Poly:
        """A number in the normal form that the program compares."""
        if t not in self.canonical:
            self.canonical[t] = self.polynomial(scalar(t))
        return self.canonical[t]

    def polynomial(self, p: Poly) -> Poly:
        """Reduced, with squares of Frobenius norms as traces and x inv(x) = 1."""
        p, _ = self.state.algebra.reduce(dict(p))
        for _ in range(50):
            change = next((m for m in p if self._simpler(m) is not None), None)
            if change is None:
                return p
            c = p[change]
            new = self._simpler(change)
            assert new is not None
            p = plus({m: k for m, k in p.items() if m != change}, new, c)
            p, _ = self.state.algebra.reduce(p)
        return p

    def _simpler(self, m: Mono) -> Poly | None:
        powers = dict(m)
        for x, k in m:
            t = atom_term(x)
            if t[0] == "normF" and k > 1:
                square = scalar(("tr", ("mm", ("T", t[1]), t[1])))
                return times(square, {tuple((y, j - 2 * (y == x)) for y, j in m if j - 2 * (y == x)): Fraction(1)})
            if t[0] == "inv":
                inner = self.state.algebra.reduce(scalar(t[1]))[0]
                if len(inner) == 1:
                    ((n, c),) = inner.items()
                    if n and all(powers.get(y, 0) >= j for y, j in n) and self.state.prove(("!=", t[1])) is not None:
                        less = {y: powers[y] - dict(n).get(y, 0) - (y == x) for y in powers}
                        return {tuple(sorted((y, j) for y, j in less.items() if j)): 1 / c}
        return None


def known_as(t: Term) -> Any:
    """A key, the same for equal atoms."""
    return tuple(sorted(scalar(spread(t))))


def size_of(m: Term) -> Term:
    """The number of rows."""
    return sort_of(m)[1]


def letters(t: Term) -> int:
    """How many variables and constant matrices stand in an atom; transposes and signs count as well."""
    if t[0] in ("v", "id", "ones", "e"):
        return 1
    own = t[0] in ("T", "minv", "relu", "kron") or t[0] == "sc" and t[1][0] == "q"
    return own + sum(letters(x) for x in t[1:] if isinstance(x, tuple) and x and isinstance(x[0], str) and x[0] != "q")


def search(statement: Statement, seconds: float, avoid: tuple[str, ...] = ()) -> Search:
    """A search that has looked for a proof.  Raises NotFound, OutOfTime, or KernelError for what cannot be said."""
    return Search(statement, usable(statement.id, avoid), time.monotonic() + seconds)


__all__ = ["NotFound", "OutOfTime", "Search", "inner_atoms", "search", "size"]
