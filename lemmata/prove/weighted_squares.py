"""The reason `Squares` of a proof script, by kernel rules: squares, products with facts, their sum, an identity."""

from __future__ import annotations

from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import ZERO, Term, Theorem, num, scalar, sort_of, sub
from lemmata.language import proof
from lemmata.prove.facts import ProofError
from lemmata.prove.goals import as_numbers, at_indices, reported, within_ranges
from lemmata.prove.normal_words import shown
from lemmata.prove.positive import moved, product
from lemmata.prove.state import State


def squares(state: State, reason: proof.Squares, goal: Term) -> Theorem:
    """a <= b or a < b, where b - a is the sum of what the reason lists."""
    return within_ranges(state, goal, lambda inner, ranges: _summed(state, reason, inner, ranges))


def _summed(state: State, reason: proof.Squares, goal: Term, ranges: Any) -> Theorem:
    if goal[0] not in ("<=", "<") or sort_of(goal[1])[0] == "M":
        raise ProofError("a sum of squares shows an inequality between numbers")
    items: list[Any] = []
    rest, strict = sub(goal[2], goal[1]), False
    for weight, names, root in reason.terms:
        d = scalar(state.term(weight))
        if set(d) != {()} or d[()] <= 0:
            raise ProofError(f"the weight {reported(shown(d))} of a square is no positive number")
        q = state.term(root)
        value = scalar(q)
        if set(value) == {()}:
            th = logic.linear(("<", ZERO, num(value[()] ** 2)), [])
        else:
            th = logic.meaning("number", ("^", q, 2))
        for name in names:
            fact = as_numbers(at_indices(state.fact(name), ranges))
            if fact.conclusion[0] not in ("<=", "<"):
                raise ProofError(f"{name} is no inequality between numbers")
            th = product(moved(fact), th)
        strict = strict or th.conclusion[0] == "<"
        c = num(d[()])
        items.append((c, None, th))
        rest = sub(rest, ("*", c, th.conclusion[2]))
    for name, factor in reason.multiples.items():
        fact = as_numbers(at_indices(state.fact(name), ranges))
        if fact.conclusion[0] != "=":
            raise ProofError(f"{name} is no equation between numbers")
        t = state.term(factor)
        items.append((t, None, fact))
        rest = sub(rest, ("*", t, sub(*fact.conclusion[:0:-1])))
    if goal[0] == "<" and not strict:
        raise ProofError("nothing makes the relation strict")
    zero = state.algebra.zero(scalar(rest))
    if zero is None:
        raise ProofError(f"the squares miss it by {reported(shown(state.algebra.reduce(scalar(rest))[0]))}")
    return logic.linear(goal, [*items, *((shown(c), None, th) for c, th in zero)])
