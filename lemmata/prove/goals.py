"""What the reasons of a proof script share: goals with quantifiers, facts at open indices, words for people."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import ONE, P, Term, Theorem, Z, opened, sort_of
from lemmata.prove.facts import ProofError
from lemmata.prove.normal_words import inside
from lemmata.prove.state import State

Ranges = list[tuple[Term, Term, Term]]  # open indices with their ends


def opened_goal(state: State, goal: Term) -> tuple[Ranges, Term]:
    """A goal with its quantifiers opened: the indices with their ranges, and what is left."""
    ranges = []
    while goal[0] == "all":
        i = state.fresh(P if goal[1] == ONE else Z)
        ranges.append((i, goal[1], goal[2]))
        goal = opened(goal[3], i)
    return ranges, goal


def at_indices(th: Theorem, ranges: Ranges) -> Theorem:
    """A fact about vectors at the indices that are open."""
    for i, _, _ in ranges:
        if th.conclusion[0] == "all":
            th = logic.specialise(th, i)
    return th


def entry_of(value: Any, ranges: Ranges) -> Term:
    """A number, or the entry of a vector at the open index."""
    if value[0] == "vec":
        if len(ranges) != 1:
            raise ProofError("a vector stands where a number is wanted")
        return opened(value[3], ranges[0][0])
    return value


def within_ranges(state: State, goal: Term, make: Callable[[Term, Ranges], Theorem]) -> Theorem:
    """A quantified goal, from a proof of it at arbitrary indices."""
    ranges, inner = opened_goal(state, goal)
    with ExitStack() as open_:
        for r in ranges:
            open_.enter_context(state.under(*r))
        th = state.settled(make(inner, ranges))
    for i, low, high in reversed(ranges):
        th = logic.generalise(state.freed(th), i, low, high)
    return th


def expect(state: State, th: Theorem, goal: Term | None) -> Theorem:
    """The goal, which must be what a theorem says; where none is written, what the theorem says."""
    if goal is None:
        return th
    out = state.convert(th, goal)
    if out is None:
        raise ProofError(f"this gives {reported(th.conclusion)}, not what the step states")
    return out


def sides(f: Term) -> tuple[str, Term, Term]:
    """Operation and sides of an equation or inequality.  Raises ProofError for another formula."""
    if f[0] not in ("=", "<=", "<"):
        raise ProofError(f"{reported(f)} is no equation and no inequality")
    op, a, b = f
    return op, a, b


def range_of(state: State, i: Any) -> tuple[Term, Term]:
    """The ends of the range of an index.  Raises ProofError for what is none."""
    if i not in state.indices:
        raise ProofError(f"{reported(i)} is no index that the proof declares")
    return state.indices[i]


def reported(t: Any) -> str:
    """A kernel term for people."""
    if not isinstance(t, tuple):
        return str(t)
    op = t[0]
    if op == "q":
        return str(t[1])
    if op in ("v",):
        return str(t[1])
    if op == "b":
        return f"#{t[1]}"
    if op in ("<=", "<", "=", "+", "*"):
        return f"({reported(t[1])} {op} {reported(t[2])})"
    return f"{op}({', '.join(reported(x) for x in t[1:])})"


def as_numbers(th: Theorem) -> Theorem:
    """An equation of 1 x 1 matrices as one of numbers."""
    f = th.conclusion
    if f[0] != "=" or sort_of(f[1])[0] != "M":
        return th
    return inside(th, lambda x: ("tr", x))


def over_range(state: State, th: Theorem, i: Term) -> Theorem:
    """A fact for every value of a free index."""
    low, high = range_of(state, i)
    th = state.freed(th)
    return logic.generalise(th, i, low, high)
