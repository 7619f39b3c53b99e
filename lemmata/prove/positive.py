"""Small theorems about positive and non-negative numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import FALSE, ONE, ZERO, Term, Theorem, neg, num, scalar, sub
from lemmata.prove.derived_rules import clash, deny
from lemmata.prove.normal_words import Items, cut, shown


def product(a: Theorem, b: Theorem) -> Theorem:
    """From 0 <= x and 0 <= y: 0 <= x y, strict where both are."""
    op = "<" if a.conclusion[0] == b.conclusion[0] == "<" else "<="
    goal = (op, ZERO, ("*", a.conclusion[2], b.conclusion[2]))
    return logic.linear(goal, [(a.conclusion[2], a, b)])


def weaker(a: Theorem) -> Theorem:
    """From 0 < x: 0 <= x."""
    if a.conclusion[0] == "<=":
        return a
    return logic.linear(("<=", *a.conclusion[1:]), [(ONE, None, a)])


def total(e: Term, op: str, parts: Iterable[tuple[Theorem, Items]], items: Items | None = None) -> Theorem:
    """0 op e, e the sum of the numbers in the parts, up to the items."""
    facts: list[Any] = [(ONE, None, th) for th, _ in parts]
    return logic.linear((op, ZERO, e), facts + [(shown(c), None, th) for c, th in items or ()])


def moved(th: Theorem) -> Theorem:
    """From a <= b: 0 <= b - a."""
    op, a, b = th.conclusion
    goal = (op, ZERO, shown(scalar(sub(b, a))))
    return logic.linear(goal, [(ONE, None, th)])


def square_of(nonzero: Theorem) -> Theorem:
    """From t != 0: 0 < t^2."""
    t = nonzero.conclusion[1]
    goal = ("<", ZERO, ("^", t, 2))
    cases = []
    for formula, sign in ((("<", t, ZERO), -1), (("<", ZERO, t), 1)):
        assumed = logic.assume(formula)
        positive = assumed if sign > 0 else logic.linear(("<", ZERO, neg(t)), [(ONE, None, assumed)])
        cases.append(logic.linear(goal, [(positive.conclusion[2], positive, positive)]))
    equal = logic.absurd(clash(nonzero, logic.assume(("=", t, ZERO))), goal)
    return logic.trichotomy(cases[0], equal, cases[1], t, ZERO)


def inverse_sign(below: Theorem, negative: bool = False) -> Theorem:
    """From 0 < b: 0 < inv(b); from 0 < -b: 0 < -inv(b)."""
    b = below.conclusion[2]
    unequal = positive_nonzero(below)
    if negative:
        b = b[2] if b[0] == "*" and b[1] == num(-1) else neg(b)
        half = deny(logic.linear(FALSE, [(ONE, None, below), (num(1), None, logic.assume(("=", b, ZERO)))]), b)
        fact = cut(half, logic.meaning("inverse", b))
        u: Term = neg(("inv", b))
        b = below.conclusion[2]
        product_is_one = logic.linear(("=", ("*", b, u), ONE), [(ONE, None, fact)])
    else:
        u = ("inv", b)
        product_is_one = cut(unequal, logic.meaning("inverse", b))
    goal = ("<", ZERO, u)
    # u <= 0 would make 1 = b u <= 0
    cases = []
    for formula in (("<", u, ZERO), ("=", ZERO, u)):
        assumed = logic.assume(formula)
        sign = (b, below, assumed) if formula[0] == "<" else (neg(b), None, assumed)
        cases.append(logic.absurd(logic.linear(FALSE, [(num(-1), None, product_is_one), sign]), goal))
    return logic.trichotomy(logic.assume(goal), cases[1], cases[0], ZERO, u)


def positive_nonzero(below: Theorem) -> Theorem:
    """From 0 < b: b != 0."""
    b = below.conclusion[2]
    contra = logic.linear(FALSE, [(ONE, None, below), (ONE, None, logic.assume(("=", b, ZERO)))])
    return deny(contra, b)
