"""The search: goals taken apart, and each part a combination of facts of the book."""

from __future__ import annotations

from lemmata.theorems.language import Index, proof
from lemmata.verify.kernel import logic
from lemmata.verify.kernel.normal import scalar
from lemmata.verify.kernel.terms import ZERO, Term, num, opened, sort_of, sub
from lemmata.verify.prove.checking import REFUSED, conclude
from lemmata.verify.prove.search.book import atoms
from lemmata.verify.prove.search.combining import Combining
from lemmata.verify.prove.search.ground import Instance, NotFound, OutOfTime
from lemmata.verify.prove.words import atom_term


class Search(Combining):
    """One claim under the eyes of the book."""

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


__all__ = ["Instance", "NotFound", "OutOfTime", "Search"]
