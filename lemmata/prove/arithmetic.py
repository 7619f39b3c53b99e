"""Reasons by calculation: identities, combinations of facts, factors next to matrix equations, signs."""

from __future__ import annotations

from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import ONE, Term, Theorem, free, neg, num, scalar, sort_of, sub
from lemmata.language import proof
from lemmata.prove.derived_rules import matrix_linear
from lemmata.prove.facts import ProofError
from lemmata.prove.goals import as_numbers, at_indices, entry_of, expect, reported, sides, within_ranges
from lemmata.prove.normal_words import cut, shown
from lemmata.prove.state import State


def identity(state: State, reason: proof.Identity, goal: Term) -> Theorem:
    """a = b, where both have the same normal form under the equations of the statement."""

    def make(inner: Term, _: Any) -> Theorem:
        if inner[0] != "=":
            raise ProofError("no equation")
        if sort_of(inner[1])[0] == "M":
            th = state.equal_matrices(inner, plain=True) or state.diagonal(inner)
        else:
            items = state.algebra.zero(scalar(sub(inner[1], inner[2])))
            th = None if items is None else logic.linear(inner, [(neg(shown(c)), None, x) for c, x in items])
        if th is None:
            raise ProofError("the two sides have different normal forms")
        return th

    return within_ranges(state, goal, make)


def combine(state: State, reason: proof.Combine, goal: Term, facts: dict[str, Theorem] | None = None) -> Theorem:
    """A relation as a combination of facts, with the factors that the reason gives."""
    factors = {name: state.term(c) for name, c in reason.facts.items()}
    given = {name: (facts or {}).get(name) or state.fact(name) for name in factors}
    if goal[0] == "=" and sort_of(goal[1])[0] == "M":
        return multiply(state, proof.Multiply({k: (c, None) for k, c in reason.facts.items()}), goal)
    return within_ranges(state, goal, lambda inner, ranges: combined(state, inner, ranges, given, factors))


def combined(state: State, goal: Term, ranges: Any, given: dict[str, Theorem], factors: dict[str, Any]) -> Theorem:
    """A relation as a combination of facts and a rest whose sign is seen."""
    op, low, high = sides(goal)
    rest, items, strict = sub(high, low), [], False
    for name, factor in factors.items():
        th, c = at_indices(given[name], ranges), entry_of(factor, ranges)
        for i in state.indices:  # what holds for every index, at one that is open
            if th.conclusion[0] == "all" and i in free(goal):
                th = logic.specialise(th, i)
        th = as_numbers(th)
        f = th.conclusion
        if f[0] not in ("=", "<=", "<"):
            raise ProofError(f"{name} is no relation between numbers")
        sign = None
        if f[0] != "=":
            if op == "=":
                raise ProofError(f"an equation does not follow from the inequality {name}")
            sign = state.signs.sign(c, True) if f[0] == op == "<" else None
            strict = strict or sign is not None
            sign = sign or state.signs.sign(c)
            if sign is None:
                raise ProofError(f"the factor {reported(c)} of {name} is not seen to be non-negative")
        items.append((c, sign, th))
        rest = sub(rest, ("*", c, sub(f[2], f[1])))
    zero = state.algebra.zero(scalar(rest))
    if zero is not None:
        if op == "<" and not strict:
            raise ProofError("nothing makes the relation strict")
        return logic.linear(goal, [*items, *((shown(c), None, th) for c, th in zero)])
    if op == "=":
        raise ProofError(f"the combination differs by {reported(shown(state.algebra.reduce(scalar(rest))[0]))}")
    left = state.signs.sign(rest, op == "<" and not strict)
    if left is None:
        remains = reported(shown(state.algebra.reduce(scalar(rest))[0]))
        raise ProofError(f"the rest of the combination has no sign that is seen: {remains}")
    return logic.linear(goal, [*items, (ONE, None, left)])


def multiply(state: State, reason: proof.Multiply, goal: Term) -> Theorem:
    """An equation between matrices from facts with factors before and behind them."""

    def make(inner: Term, ranges: Any) -> Theorem:
        if inner[0] != "=":
            raise ProofError("no equation")
        if sort_of(inner[1])[0] != "M":  # numbers, as 1 x 1 matrices
            unit = ("id", ONE)
            matrix_goal = ("=", ("sc", inner[1], unit), ("sc", inner[2], unit))
            return expect(state, make(matrix_goal, ranges), inner)
        rows, cols = sort_of(inner[1])[1:]
        items: list[tuple[Term, Theorem, Term]] = []
        total: Term = ("m+", inner[1], ("sc", num(-1), inner[2]))
        for name, (left, right) in reason.facts.items():
            th = at_indices(state.fact(name), ranges)
            before, after = (None if x is None else state.term(x) for x in (left, right))
            f = th.conclusion
            if f[0] != "=":
                raise ProofError(f"{name} is no equation")
            item = _beside(th, before, after, rows, cols)
            items.append(item)
            between = (
                ("m+", f[1], ("sc", num(-1), f[2]))
                if sort_of(f[1])[0] == "M"
                else ("sc", sub(f[1], f[2]), ("id", sort_of(item[0])[2]))
            )
            total = ("m+", total, ("sc", num(-1), ("mm", ("mm", item[0], between), item[2])))
        sort_of(total)
        zero = ("=", total, ("zero", rows, cols))
        rest = state.equal_matrices(zero, plain=True)
        if rest is None:
            raise ProofError("the combination does not give what the step states")
        return matrix_linear(inner, [*items, (("id", rows), rest, ("id", cols))])

    return within_ranges(state, goal, make)


def _beside(th: Theorem, left: Any, right: Any, rows: Term, cols: Term) -> tuple[Term, Theorem, Term]:
    """Matrices to stand before and behind an equation."""
    a = th.conclusion[1]
    inner = sort_of(a)
    if inner[0] != "M":
        factors = [x for x in (left, right) if x is not None]
        matrices = [x for x in factors if sort_of(x)[0] == "M"]
        numbers = [x for x in factors if sort_of(x)[0] != "M"]
        out: Term = matrices[0] if matrices else ("id", rows)
        for m in matrices[1:]:
            out = ("mm", out, m)
        for c in numbers:
            out = ("sc", c, out)
        return out, th, ("id", cols)
    sides: list[Term] = []
    scale: Term = ONE
    for x, unit in ((left, inner[1]), (right, inner[2])):
        if x is None:
            sides.append(("id", unit))
        elif x[0] == "vec":
            raise ProofError("a vector is no factor of a matrix equation")
        elif sort_of(x)[0] == "M":
            sides.append(x)
        else:
            scale = ("*", scale, x)
            sides.append(("id", unit))
    return ("sc", scale, sides[0]), th, sides[1]


def sign(state: State, reason: proof.Sign, goal: Term) -> Theorem:
    """A relation that follows from signs that are seen."""

    def make(inner: Term, _: Any) -> Theorem:
        if inner[0] == "=":
            raise ProofError("an equation is no sign")
        th = state.prove(inner)
        if th is None:
            raise ProofError("the sign is not seen")
        return th

    return within_ranges(state, goal, make)


def vanishing(state: State, reason: proof.Vanishing, goal: Term) -> Theorem:
    """A = B, where (A - B)^T (A - B) = 0 is a fact."""
    if goal[0] != "=" or sort_of(goal[1])[0] != "M":
        raise ProofError("no equation between matrices")
    rows, cols = sort_of(goal[1])[1:]
    a = ("m+", goal[1], ("sc", num(-1), goal[2]))
    square = expect(state, state.fact(reason.fact), ("=", ("mm", ("T", a), a), ("zero", cols, cols)))
    zero = cut(square, logic.meaning("vanishing", a))
    return matrix_linear(goal, [(("id", rows), zero, ("id", cols))])
