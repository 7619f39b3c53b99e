"""Goals taken apart: equations from both sides, squares, cases, traces of Gram matrices as squares of norms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from lemmata.kernel import ZERO, Poly, Term, Word, num, plus, scalar, times, word_term
from lemmata.language import proof
from lemmata.prove.normal_words import atom_key, atom_term, shown
from lemmata.prove.search.lemma_instances import Lemmas
from lemmata.prove.search.limits import DEEP
from lemmata.prove.search.search_state import Clock, Goal, NotFound, SearchState, Tactic
from lemmata.prove.search.steps import ONCE, Steps

ROOTED = {"sqrt", "normF", "smax", "norm2", "s", "smin", "maxabs"}  # what squares make simpler


@dataclass
class Sides(Tactic):
    """An equation from both inequalities; a modulus between two bounds."""

    search: SearchState
    steps: Steps

    def applies(self, goal: Goal) -> bool:
        """Whether it is an equation, or bounds a modulus."""
        return goal.op == "=" or bounds_modulus(goal) and goal.depth <= DEEP

    def run(self, goal: Goal, clock: Clock) -> str:
        """The step that says so."""
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


@dataclass
class Norms(Tactic):
    """The goal with traces of Gram matrices as squares of norms."""

    search: SearchState
    steps: Steps

    def applies(self, goal: Goal) -> bool:
        """Whether it speaks of a trace of a Gram matrix."""
        return goal.depth <= 1 and "tr" in goal.kinds() and self.rewritten(goal) is not None

    def rewritten(self, goal: Goal) -> Term | None:
        """The goal in norms, None where it has no such trace."""
        plain = [self.search.canon(side) for side in goal.sides]
        short = [normed(p, self.search.matcher.reduced) for p in plain]
        return None if short == plain else (goal.op, *map(shown, short))

    def run(self, goal: Goal, clock: Clock) -> str:
        """The step that says so."""
        said = self.rewritten(goal)
        if said is None:
            raise NotFound("no trace of a Gram matrix")
        return self.steps.sum(goal.formula, {self.search.suffices(said, goal.depth + 1): ONCE})


@dataclass
class Bases(Tactic):
    """Squares from what is squared: |x| <= y gives x^2 <= y^2."""

    search: SearchState
    steps: Steps

    def applies(self, goal: Goal) -> bool:
        """Whether squares are compared."""
        return goal.op == "<=" and goal.depth <= DEEP and all(base_of(side) for side in goal.sides)

    def run(self, goal: Goal, clock: Clock) -> str:
        """The step that says so."""
        x, y = map(base_of, goal.sides)
        if x is None or y is None:
            raise NotFound("no squares")
        length = x if self.search.state.prove(("<=", ZERO, x)) is not None else ("abs", x)
        name = self.search.suffices(("<=", length, y), goal.depth + 1)
        return self.steps.sum(goal.formula, {name: scalar(("+", length, y))})


@dataclass
class Roots(Tactic):
    """From the squares, where both sides are not negative."""

    search: SearchState
    steps: Steps

    def applies(self, goal: Goal) -> bool:
        """Whether squares make a side simpler."""
        return goal.op != "<" and goal.depth <= 1 and any(x[0] in ROOTED for x in goal.atoms())

    def run(self, goal: Goal, clock: Clock) -> str:
        """The step that says so."""
        op, (a, b) = goal.op, goal.sides
        for side in (b, a):
            self.search.ensure(("<=", ZERO, side), goal.depth + 1)
        self.search.suffices((op, ("^", a, 2), ("^", b, 2)), goal.depth + 1)
        fact = "classical.square-roots" if op == "<=" else "classical.equal-squares"
        return self.steps.apply_numbers(fact, goal.formula, {"x": a, "y": b})


@dataclass
class Cases(Tactic):
    """By the sign inside a modulus, or by which of two is larger."""

    search: SearchState
    lemmas: Lemmas

    def applies(self, goal: Goal) -> bool:
        """Whether there is a modulus, or the larger or smaller of two."""
        return goal.depth <= DEEP and any(x[0] in ("abs", "max", "min") for x in goal.atoms())

    def run(self, goal: Goal, clock: Clock) -> str:
        """The step that says so, for the first of which the case is not seen."""
        for t in dict.fromkeys(goal.atoms()):
            if t[0] not in ("abs", "max", "min"):
                continue
            split = ("<=", ZERO, t[1]) if t[0] == "abs" else ("<=", t[1], t[2])
            if self.search.state.prove(split) is not None:
                continue
            then = self._case(goal, split)
            otherwise = self._case(goal, ("<=", split[2], split[1]))
            by = proof.Cases(self.search.write(split), then, otherwise)
            return self.search.step(goal.formula, by)
        raise NotFound("no cases")

    def _case(self, goal: Goal, case: Term) -> tuple[proof.Step, ...]:
        """The steps of one case."""
        self.lemmas.made_.clear()
        try:
            with self.search.assuming(case) as steps:
                self.search.establish(goal.formula, goal.depth + 1)
                return tuple(steps)
        finally:
            self.lemmas.made_.clear()


def base_of(t: Term) -> Term | None:
    """What a product of even powers is the square of."""
    if t[0] == "^" and t[2] % 2 == 0:
        return t[1] if t[2] == 2 else ("^", t[1], t[2] // 2)
    if t[0] == "*":
        x, y = base_of(t[1]), base_of(t[2])
        return None if x is None or y is None else ("*", x, y)
    if t[0] == "q" and t[1] >= 0:
        root = Fraction(isqrt(t[1].numerator), isqrt(t[1].denominator))
        return num(root) if root**2 == t[1] else None
    return None


def normed(p: Poly, reduced: Callable[[Term], Term]) -> Poly:
    """The polynomial with every trace of a Gram matrix written as the square of a norm; itself where there is none.

    `reduced` writes a matrix in the one form that it has under the hypotheses, so that A^T is A where A is symmetric.
    """
    out: Poly = {}
    for m, c in p.items():
        term: Poly = {(): c}
        for x, power in m:
            root = _root(x, reduced)
            factor: Poly = {((x, power),): Fraction(1)}
            if root is not None:
                ((norm, _),) = next(iter(scalar(("normF", root))))
                factor = {((norm, 2 * power),): Fraction(1)}
            term = times(term, factor)
        out = plus(out, term)
    return out


def _root(x: int, reduced: Callable[[Term], Term]) -> Term | None:
    """X where an atom is tr(X^T X), the word turned round as need be."""
    kind, *rest = atom_key(x)
    if kind != "tr" or len(rest[0]) % 2:
        return None
    word: Word = rest[0]
    half = len(word) // 2
    for k in range(half + 1):
        turned = word[k:] + word[:k]
        left, right = word_term(turned[:half]), word_term(turned[half:])
        if reduced(("T", left)) == reduced(right):
            return reduced(right)
    return None
