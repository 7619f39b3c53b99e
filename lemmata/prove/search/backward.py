"""Goals that one fact says, or nearly: what it asks for is a goal in its turn."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

from lemmata.kernel import ZERO, KernelError, Poly, Term, plus, sub, times
from lemmata.language import proof
from lemmata.prove.normal_words import atom_term, shown
from lemmata.prove.search.bound_chains import Chaining
from lemmata.prove.search.combining import DEEP
from lemmata.prove.search.complete_square import completed
from lemmata.prove.search.lemma_index import atoms, spread
from lemmata.prove.search.linear_program import Combination, Source
from lemmata.prove.search.search_state import Instance, NotFound, OutOfTime

MOST = 6  # facts that are tried


class Closing(Chaining):
    """Backwards from a goal to what a fact asks for."""

    def spoken_of(self, goal: Term) -> dict[Any, Term]:
        """The atoms of a goal, with nothing of another one left next to them."""
        universe: dict[Any, Term] = {}
        self.matcher.primary.clear()
        self.matcher.matrices.clear()
        self.add_atoms(universe, [x for side in goal[1:] for x in atoms(side)])
        self.matcher.primary |= self.matcher.matrices
        self.kinds = {spread(x)[0] for x in universe.values()}
        self.met.clear()
        self.signed.clear()
        return universe

    def by_one_fact(self, goal: Term, depth: int) -> str:
        """A fact whose instance is the goal, up to a factor and terms that are not negative."""
        op, a, b = goal
        target = self.canon(sub(b, a))
        said: list[tuple[int, int, int, int, Combination]] = []
        here = {x for m in target for x, _ in m}
        whole = self.instances_of(goal)
        for made in (
            *whole,
            *self.instances_apart(self.spoken_of(goal), lambda e: not {x for m in e for x, _ in m} <= here),
        ):
            found = self.saying(op, target, made)
            if found is not None:
                said.append((self.unseen(made), len(found.rest), made.fact.standing, len(said), found))
        until = self.until
        for k, (*_, found) in enumerate(sorted(said, key=lambda x: x[:4])[:MOST]):
            mark, used = len(self.steps), len(self.used)
            self.until = time.process_time() + (until - time.process_time()) / (MOST - k)
            try:
                return self.combined(goal, found, depth, DEEP + 1)
            except (NotFound, OutOfTime):
                self.forget(mark)
                del self.used[used:]
            finally:
                self.until = until
        raise NotFound("no fact says it")

    def by_seen_way_point(self, goal: Term, depth: int) -> str:
        """A way point where all that is left is seen at once."""
        return self.by_way_point(goal, depth, at_once=True)

    def by_way_point(self, goal: Term, depth: int, at_once: bool = False) -> str:
        """What a fact says of one whole side is a goal in its turn with the other, both as they are written."""
        op, a, b = goal
        if op != "<=" or depth > 1:
            raise NotFound("no way point")
        universe = self.spoken_of(goal)
        found: list[tuple[int, int, int, Instance, Term, int]] = []
        for made in self.instances(list(universe.values()), universe, set()):
            for own, other, sign in ((*made.formula[1:], 1), (*made.formula[:0:-1], -1)):
                for side, rest in ((a, ("<=", other, b)), (b, ("<=", a, other))):
                    right = made.formula[0] == "=" or (sign > 0) == (side is a)
                    if right and other[0] != "q" and self.is_same(own, side) and self.plausible(rest):
                        factor = sign if side is a else -sign
                        found.append((self.unseen(made), made.fact.standing, len(found), made, rest, factor))
        if at_once:
            found = [x for x in found if not x[0] and self.seen(x[4])]
        until = self.until
        first = {rest: (made, factor) for *_, made, rest, factor in sorted(found, key=lambda x: x[:3], reverse=True)}
        tried = [*reversed(first.items())][:MOST]
        for k, (rest, (made, factor)) in enumerate(tried):
            mark, used = len(self.steps), len(self.used)
            self.until = time.process_time() + (until - time.process_time()) / (2 if k + 1 < len(tried) else 1)
            try:
                further = self.establish(rest, depth + 1)
                name = self.applied(made, depth)
                factors = {name: Fraction(factor), further: Fraction(1)}
                return self.step(goal, proof.Combine({n: self.writer.polynomial({(): c}) for n, c in factors.items()}))
            except (NotFound, OutOfTime):
                self.forget(mark)
                del self.used[used:]
            finally:
                self.until = until
        raise NotFound("no way point")

    def is_same(self, x: Term, y: Term) -> bool:
        """Whether two numbers have one normal form."""
        try:
            return self.canon(x) == self.canon(y)
        except KernelError:
            return False

    def instances_of(self, goal: Term) -> list[Instance]:
        """What the facts say of the atoms of a goal."""
        universe = self.spoken_of(goal)
        return self.instances(list(universe.values()), universe, set(), late=True)

    def unseen(self, made: Instance) -> int:
        """How much an instance asks for that is not seen at once."""
        return sum(not self.seen(h) for h in (*made.missing, *self.unspoken_asks(made)))

    def by_least(self, goal: Term, depth: int) -> str:
        """Something above zero from a product below it, each factor of which is above zero."""
        op, a, b = goal
        ((m, c), *more) = self.canon(sub(b, a)).items() or [((), Fraction(0))]
        if op != "<" or more or c <= 0 or len(m) != 1 or m[0][1] > 1 or depth > DEEP:
            raise NotFound("not one thing above zero")
        t = atom_term(m[0][0]) if m else ZERO
        if t[0] == "abs" and self.state.prove(("!=", t[1])) is not None:
            return self.apply_numbers("classical.positive-square", goal, {"x": t})
        said: list[tuple[int, int, Instance, Poly, Poly]] = []
        for made in self.instances_of(goal):
            e = self.canon(sub(made.formula[2], made.formula[1]))
            below = plus({m: e.get(m, Fraction(0))}, e, -1)
            if e.get(m, 0) > 0 and len(below) == 1 and all(k > 0 for k in below.values()):
                said.append((self.unseen(made), len(said), made, e, below))
        for _, _, made, e, below in sorted(said, key=lambda x: x[:2])[:MOST]:
            mark, used = len(self.steps), len(self.used)
            try:
                for x in {x for n in below for x, _ in n}:
                    if self.sign(x) is not True:
                        self.establish(("<", ZERO, atom_term(x)), depth + 1)
                k = c / e[m]
                rest = {n: k * d for n, d in below.items()}
                return self.combined(goal, Combination({Source(made.formula[0], e, 1.0, made): {(): k}}, rest), depth)
            except (NotFound, KernelError):
                self.forget(mark)
                del self.used[used:]
        raise NotFound("nothing below it")

    def by_denominators(self, goal: Term, depth: int) -> str:
        """The goal times what it is divided by, which is above zero."""
        op, a, b = goal
        target = self.canon(sub(b, a))
        over = [x for x in {x for m in target for x, _ in m} if atom_term(x)[0] == "inv"]
        if not over or len(over) > 2 or depth > 1:
            raise NotFound("no denominators")
        factor: Poly = {(): Fraction(1)}
        for x in over:
            self.above_zero(atom_term(x)[1], depth)
            target, power, _ = self.state.algebra.cleared(target, x)
            target, factor = self.polynomial(target), times(factor, power)
        left, right = ({m: c * sign for m, c in target.items() if c * sign > 0} for sign in (-1, 1))
        if any(atom_term(x)[0] == "inv" for m in target for x, _ in m):
            raise NotFound("denominators within denominators")
        name = self.establish((op, shown(left), shown(right)), depth + 1)
        return self.step(goal, proof.Combine({name: self.writer.polynomial(factor)}))

    def above_zero(self, t: Term, depth: int) -> None:
        """Steps for a number above zero, a product factor by factor.  Raises NotFound."""
        if self.state.prove(("<", ZERO, t)) is not None:
            return
        ((m, _), *more) = self.canon(t).items()
        if not more and sum(k for _, k in m) > 1:
            for x, _ in m:
                self.above_zero(atom_term(x), depth)
        if self.state.prove(("<", ZERO, t)) is None:
            self.establish(("<", ZERO, t), depth + 1)

    def left_over(self, rest: Poly) -> Combination | None:
        """Why a slack is not negative, as it is or with the numbers that atoms are given to equal put in."""
        put, factors = self.valued(rest)
        nothing: dict[Source, Poly] = {}
        for p, used in ((rest, nothing), (put, factors))[: 1 + bool(factors)]:
            found = Combination({}, p) if self.evident(p) else completed(p, self.positive)
            if found is not None:
                return Combination({**used, **found.factors}, found.rest)
        return None

    def valued(self, p: Poly) -> tuple[Poly, dict[Source, Poly]]:
        """A polynomial with c for a where a = c is known, and the factors of a - c that make up the difference."""
        factors: dict[Source, Poly] = {}  # of the equations a = c
        for known in self.state.known():
            match [m for m in known.e if m]:
                case [((a, 1),)] if known.op == "=" and len(known.e) == 2:
                    top = known.e[((a, 1),)]
                case _:
                    continue
            value = -known.e[()] / top
            factor: Poly = {}
            for m, c in p.items():
                k = dict(m).get(a, 0)
                rest = tuple((x, j) for x, j in m if x != a)
                for j in range(k):  # a^k - c^k is a - c times the sum of a^j c^(k - 1 - j)
                    by = times({rest: c * value ** (k - 1 - j) / top}, {((a, j),) if j else (): Fraction(1)})
                    factor = plus(factor, by)
            if factor:
                p = plus(p, times(known.e, factor), -1)
                factors[Source("=", known.e, 0.3, known.theorem)] = factor
        return p, factors

    def saying(self, op: str, target: Poly, made: Instance) -> Combination | None:
        """How an instance gives the goal, if it does."""
        try:
            e = self.canon(sub(made.formula[2], made.formula[1]))
        except KernelError:
            return None
        shared = [m for m in e if m in target]
        if not shared or op == "=" and made.formula[0] != "=":
            return None
        for c in dict.fromkeys(target[m] / e[m] for m in shared):
            rest = plus(target, {m: k * c for m, k in e.items()}, -1)
            if c < 0 and made.formula[0] != "=" or rest and op == "=":
                continue
            beside = self.left_over(rest)
            if beside is None:
                continue
            above = any(k > 0 and self.surely(m) for m, k in beside.rest.items())
            if op == "<" and made.formula[0] != "<" and not above:
                continue
            return Combination({Source(made.formula[0], e, 1.0, made): {(): c}, **beside.factors}, beside.rest)
        return None
