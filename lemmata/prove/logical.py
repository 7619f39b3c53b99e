"""Reasons by logic: what is defined, refutation, both sides of an equation, cases, induction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import FALSE, ONE, ZERO, Term, Theorem, Z, closed, free, num, sort_of, sub, substitute, within
from lemmata.language import proof
from lemmata.prove.arithmetic import combined
from lemmata.prove.derived_rules import clash, discrete
from lemmata.prove.facts import ProofError
from lemmata.prove.goals import as_numbers, at_indices, expect, opened_goal, reported, sides, within_ranges
from lemmata.prove.normal_words import cut, hypotheses
from lemmata.prove.state import State

Play = Callable[[State, Any], None]


def defined(state: State, reason: proof.Defined, goal: Term) -> Theorem:
    """What holds because something in the claim is defined: the kernel grants it as a hypothesis of the conjunct."""

    def make(inner: Term, _: Any) -> Theorem:
        if inner[0] == "<" and reason.fact is not None:
            weak = as_numbers(state.fact(reason.fact))
            b = inner[2] if inner[1] == ZERO else sub(inner[2], inner[1])
            weak = expect(state, weak, ("<=", *inner[1:]))
            unequal = state.prove(("!=", b))
            if unequal is None:
                raise ProofError(f"{reported(b)} is not seen to differ from zero where the claim is defined")
            return positive(weak, unequal, inner)
        th = state.prove(inner)
        if th is None:
            raise ProofError("nothing in the claim has to be defined for this to hold")
        return th

    return within_ranges(state, goal, make)


def positive(weak: Theorem, unequal: Theorem, goal: Term) -> Theorem:
    """From a <= b and b - a != 0: a < b."""
    _, a, b = goal
    zero = logic.linear(("=", unequal.conclusion[1], ZERO), [(num(-1), None, logic.assume(("=", a, b)))])
    equal = logic.absurd(clash(unequal, zero), goal)
    above = logic.linear(FALSE, [(ONE, None, weak), (ONE, None, logic.assume(("<", b, a)))])
    return logic.trichotomy(logic.assume(goal), equal, logic.absurd(above, goal), a, b)


def refute(state: State, reason: Any, goal: Term) -> Theorem:
    """The goal, since with its negation a combination of facts says 0 < 0."""

    def make(inner: Term, ranges: Any) -> Theorem:
        op, a, b = sides(inner)
        if op == "=":
            raise ProofError("an equation is shown from both sides, not by refuting its negation")
        contrary = ("<", b, a) if op == "<=" else ("<=", b, a)
        assumed = logic.assume(contrary)
        apart = assumed
        if op == "<=" and all(within(sort_of(x), Z) for x in (a, b)):
            apart = discrete(assumed)
        state.assumed[contrary] = assumed
        try:
            given = {name: apart if name == "contrary" else state.fact(name) for name in reason.facts}
            factors = {name: state.term(c) for name, c in reason.facts.items()}
            contra = combined(state, FALSE, ranges, given, factors)
        finally:
            del state.assumed[contrary]
            state.forget([contrary])
        if op == "<=":
            less = logic.linear(inner, [(ONE, None, logic.assume(("<", a, b)))])
            equal = logic.linear(inner, [(ONE, None, logic.assume(("=", a, b)))])
            return logic.trichotomy(less, equal, logic.absurd(contra, inner), a, b)
        weak = [
            logic.linear(contrary, [(ONE, None, logic.assume(("<", b, a)))]),
            logic.linear(contrary, [(num(-1), None, logic.assume(("=", a, b)))]),
        ]
        above, equal = (logic.absurd(cut(w, contra), inner) for w in weak)
        return logic.trichotomy(logic.assume(inner), equal, above, a, b)

    return within_ranges(state, goal, make)


def antisymmetric(state: State, reason: Any, goal: Term | None) -> Theorem:
    """a = b from a <= b and b <= a."""
    below, above = state.fact(reason.below), state.fact(reason.above)
    if goal is None:
        ranges, inner = opened_goal(state, below.conclusion)
        if inner[0] != "<=":
            raise ProofError(f"{reason.below} is no relation a <= b")
        goal = ("=", *inner[1:])
        for i, low, high in reversed(ranges):
            goal = ("all", low, high, closed(goal, i))

    def make(inner: Term, ranges: Any) -> Theorem:
        if inner[0] != "=" or sort_of(inner[1])[0] == "M":
            raise ProofError("no equation between numbers")
        _, a, b = sides(inner)
        facts = []
        for x, y in ((a, b), (b, a)):
            found = None
            for th in (below, above):
                found = found or state.convert(state.settled(at_indices(th, ranges)), ("<=", x, y))
            if found is None:
                raise ProofError("the two facts are not the two sides of the equation")
            facts.append(found)
        cases = []
        for k, (x, y) in enumerate(((a, b), (b, a))):
            contra = logic.linear(FALSE, [(ONE, None, logic.assume(("<", x, y))), (ONE, None, facts[1 - k])])
            cases.append(logic.absurd(contra, inner))
        return logic.trichotomy(cases[0], logic.assume(inner), cases[1], a, b)

    return within_ranges(state, goal, make)


def _played(state: State, play: Play, steps: Any, goal: Term, **extra: Theorem) -> Theorem:
    """The goal from steps that may use some facts more, which are forgotten afterwards."""
    before, indices, assumed, aim = dict(state.facts), dict(state.indices), dict(state.assumed), state.aim
    state.facts |= extra
    state.aim = goal
    added = [th.conclusion for th in extra.values() if th.conclusion not in state.assumed]
    for f in added:
        state.assumed[f] = logic.assume(f)
    try:
        play(state, steps)
        for step in reversed(steps):
            th = state.convert(state.facts[step.name], goal)
            if th is not None:
                return state.freed(state.settled(th))
        raise ProofError("no step gives what is to be shown in this case")
    finally:
        gone = [f for f in state.assumed if f not in assumed]
        state.facts, state.indices, state.assumed, state.aim = before, indices, assumed, aim
        state.forget([*added, *gone])


def cases(state: State, reason: Any, goal: Term, play: Play) -> Theorem:
    """The goal from an inequality and from its contrary."""
    split = state.relation(reason.split)
    op, a, b = sides(split)
    if op not in ("<=", "<"):
        raise ProofError("cases are distinguished by an inequality between numbers")
    contrary = logic.assume(("<", b, a) if op == "<=" else ("<=", b, a))
    if op == "<=" and all(within(sort_of(x), Z) for x in (a, b)):
        contrary = discrete(contrary)
    then = _played(state, play, reason.then, goal, case=logic.assume(split))
    otherwise = _played(state, play, reason.otherwise, goal, case=logic.assume(contrary.conclusion))
    otherwise = cut(contrary, otherwise)
    less, equal, more = (logic.assume(f) for f in (("<", a, b), ("=", a, b), ("<", b, a)))
    if op == "<=":
        first = cut(logic.linear(split, [(ONE, None, less)]), then)
        second = cut(logic.linear(split, [(ONE, None, equal)]), then)
        return logic.trichotomy(first, second, otherwise, a, b)
    weak = ("<=", b, a)
    second = cut(logic.linear(weak, [(num(-1), None, equal)]), otherwise)
    third = cut(logic.linear(weak, [(ONE, None, more)]), otherwise)
    return logic.trichotomy(then, second, third, a, b)


def induction(state: State, reason: Any, goal: Term, play: Play) -> Theorem:
    """From the least value of an index, and from each value to the next."""
    i = state.term(reason.index)
    if reason.index not in state.ranges or i not in state.indices:
        raise ProofError(f"{reason.index} is no index that the proof declares")
    low, high = state.indices[i]
    base = _played(state, play, reason.base, substitute(goal, {i: low}))
    k = state.fresh(Z)
    first, last = state.ranges[reason.index]
    near = reason.near or reason.index
    with state.ranged(near, first, f"{last} - 1"):
        j = state.term(near)
        room = ("<=", j, state.indices[j][1])
        after = substitute(goal, {i: ("+", j, ONE)})
        step = _played(state, play, reason.then, after, before=logic.assume(substitute(goal, {i: j})))
    step = logic.instantiate(step, {j: k})
    less = logic.assume(("<=", ("+", k, ONE), high))
    inside = logic.linear(substitute(room, {j: k}), [(ONE, None, less)])
    step = cut(inside, step)
    below = logic.linear(("<=", k, high), [(ONE, None, less)])
    step = cut(logic.linear(below.conclusion, [(ONE, None, below)]), step)
    for h in hypotheses(step):
        if k in free(h) and h not in (("<=", low, k), less.conclusion, substitute(goal, {i: k})):
            with state.under(k, low, high):
                found = state.prove(h)
            if found is None:
                raise ProofError(f"the step of the induction needs {reported(h)}")
            step = cut(found, step)
    step = cut(below, step)
    every = logic.induction(base, step, k, low, high, substitute(goal, {i: k}))
    return state.settled(logic.instantiate(every, {k: i}))


def for_each(state: State, reason: Any, goal: Term, play: Play) -> Theorem:
    """The goal for a fixed index by steps of its own."""
    return _played(state, play, reason.steps, goal)
