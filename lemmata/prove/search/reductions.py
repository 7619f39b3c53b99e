"""Goals taken apart: equations from both sides, squares."""

from __future__ import annotations

from lemmata.kernel import ZERO, Term, num, scalar
from lemmata.language import proof
from lemmata.prove.normal_words import atom_term
from lemmata.prove.search.limits import DEEP
from lemmata.prove.search.search_state import Clock, Goal, NotFound
from lemmata.prove.search.steps import Tactic

ROOTED = {"sqrt", "normF", "smax", "norm2", "s", "smin", "maxabs"}  # what squares make simpler


class Sides(Tactic):
    """An equation from both inequalities; a modulus between two bounds."""

    def applies(self, goal: Goal) -> bool:
        """Whether it is an equation, or bounds a modulus."""
        return goal.op == "=" or bounds_modulus(goal) and goal.depth <= DEEP

    def run(self, goal: Goal, clock: Clock) -> str:
        (a, b), establish = goal.sides, self.search.establish
        if goal.op == "=":
            below = establish(("<=", a, b), goal.depth + 1)
            above = self.search.suffices(("<=", b, a), goal.depth + 1)
            return self.search.step(goal.formula, proof.Antisymmetric(below, above))
        x = modulus(a)
        if x is None:
            raise NotFound("no modulus")
        establish(("<=", ("*", num(-1), b), x), goal.depth + 1)
        self.search.suffices(("<=", x, b), goal.depth + 1)
        return self.steps.apply_numbers("classical.modulus-bound", goal.formula, {"x": x, "c": b})


def modulus(t: Term) -> Term | None:
    """What a number is the modulus of."""
    p = scalar(t)
    ((m, c),) = p.items() if len(p) == 1 else (((), 0),)
    inside = atom_term(m[0][0]) if c == 1 and len(m) == 1 and m[0][1] == 1 else ("",)
    return inside[1] if inside[0] == "abs" else None


def bounds_modulus(goal: Goal) -> bool:
    """Whether a modulus is to be bounded."""
    return goal.op == "<=" and modulus(goal.sides[0]) is not None


class Roots(Tactic):
    """From the squares, where both sides are not negative."""

    def applies(self, goal: Goal) -> bool:
        """Whether squares make a side simpler."""
        return goal.op != "<" and goal.depth <= 1 and any(x[0] in ROOTED for x in goal.atoms())

    def run(self, goal: Goal, clock: Clock) -> str:
        op, (a, b) = goal.op, goal.sides
        for side in (b, a):
            self.search.ensure(("<=", ZERO, side), goal.depth + 1)
        self.search.suffices((op, ("^", a, 2), ("^", b, 2)), goal.depth + 1)
        fact = "classical.square-roots" if op == "<=" else "classical.equal-squares"
        return self.steps.apply_numbers(fact, goal.formula, {"x": a, "y": b})
