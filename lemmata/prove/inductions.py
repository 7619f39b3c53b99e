"""Inductions along an index: Weyl's inequality over a sum of matrices, a common eigenvector of all factors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import ONE, ZERO, Term, Theorem, Z, closed, free, num, opened, scalar, sort_of, sub
from lemmata.language import proof
from lemmata.prove.derived_rules import matrix_linear
from lemmata.prove.facts import ProofError
from lemmata.prove.goals import range_of, sides, within_ranges
from lemmata.prove.normal_words import hypotheses, inside, shown, variables
from lemmata.prove.state import State

WEYL = "classical.weyl-extremes"


Find = Callable[[str, int], Theorem]  # a conjunct of another statement


def sum_of_matrices(state: State, reason: proof.SumOfMatrices, goal: Term, find: Find) -> Theorem:
    """lmin and lmax of a sum of symmetric matrices against the sums of theirs, by induction on the number of terms."""
    return within_ranges(state, goal, lambda inner, _: weyl_of_sum(state, inner, find))


def weyl_of_sum(state: State, goal: Term, find: Find) -> Theorem:
    """lmin(sum B_i) >= sum lmin(B_i), or lmax(sum B_i) <= sum lmax(B_i), for symmetric B_i."""
    _, small, large = sides(goal)
    op, whole = next(((x[0], x[1]) for x in (small, large) if x[0] in ("lmin", "lmax")), ("", ZERO))
    if not op or whole[0] != "msum":
        raise ProofError("no extreme eigenvalue of a sum is compared with a sum")
    _, low, high, body = whole
    h = state.fresh(Z)

    def f(at: Term) -> Term:
        parts = ("sum", low, at, (op, body))
        return (
            ("<=", parts, (op, ("msum", low, at, body)))
            if op == "lmin"
            else ("<=", (op, ("msum", low, at, body)), parts)
        )

    with state.under(h, low, high):
        step = _step(state, op, low, body, h, f, find)
    base = _first(state, op, low, body, f(low))
    th = logic.induction(base, step, h, low, high, f(h))
    th = state.settled(logic.instantiate(th, {h: high}))
    out = state.convert(th, goal)
    if out is None:
        raise ProofError("the bound over the sum is another one")
    return out


def _last(state: State, t: Term) -> Theorem:
    """The sum to n as the sum to n - 1 and the last term."""
    return state.settled(logic.meaning("over", t, "last"))


def _first(state: State, op: str, low: Term, body: Term, goal: Term) -> Theorem:
    """One term is what its sum is."""
    whole, parts = ("msum", low, low, body), ("sum", low, low, (op, body))
    facts = []
    for t in (whole, parts):
        last = _last(state, t)
        empty = state.settled(logic.meaning("over", (t[0], low, sub(low, ONE), t[3]), "none"))
        facts.append((last, empty))
    rows, cols = sort_of(whole)[1:]
    (wl, we), (pl, pe) = facts
    alone = matrix_linear(("=", whole, opened(body, low)), [(("id", rows), th, ("id", cols)) for th in (wl, we)])
    value = inside(alone, lambda x: (op, x))
    return _combination(state, goal, [], [value, pl, pe])


def _combination(state: State, goal: Term, facts: list[Theorem], equations: list[Theorem]) -> Theorem:
    """goal from inequalities with factor 1 and equations with factors 1 or -1."""
    rest = sub(goal[2], goal[1])
    for th in facts:
        rest = sub(rest, sub(th.conclusion[2], th.conclusion[1]))
    # replace the left sides of the equations by the right ones
    items: list[Any] = [(ONE, None, th) for th in facts]
    p = scalar(rest)
    for th in equations:
        q = scalar(th.conclusion[1])
        ((m, _),) = q.items()
        c = p.get(m, 0)
        if c:
            # c a = c b - c (b - a)
            items.append((num(-c), None, th))
            p = scalar(("+", shown(p), ("*", num(c), sub(th.conclusion[2], th.conclusion[1]))))
    zero = state.algebra.zero(p)
    if zero is None:
        raise ProofError("the step of the induction does not follow")
    return logic.linear(goal, [*items, *((shown(c), None, th) for c, th in zero)])


def _step(state: State, op: str, low: Term, body: Term, h: Term, f: Any, find: Find) -> Theorem:
    after = ("+", h, ONE)
    before, new = ("msum", low, h, body), opened(body, after)
    room = ("<=", after, state.indices[h][1])
    state.assumed[room] = logic.assume(room)
    try:
        weyl = find(WEYL, 0 if op == "lmin" else 1)
        names = {v[1]: v for v in variables(*weyl.hypotheses, weyl.conclusion)}
        n = sort_of(before)[1]
        weyl = logic.instantiate(weyl, {names["n"]: n, names["A"]: before, names["B"]: new})
        weyl = state.settled(logic.specialise(weyl, n if op == "lmin" else ONE))
        missing = [g for g in hypotheses(weyl) if g not in state.assumed]
        if missing:
            raise ProofError("the terms of the sum are not seen to be symmetric")
        grown = inside(_last(state, ("msum", low, after, body)), lambda x: (op, x))
        parts = _last(state, ("sum", low, after, (op, body)))
        return _combination(state, f(after), [logic.assume(f(h)), weyl], [grown, parts])
    finally:
        del state.assumed[room]


def common_eigenvector(state: State, reason: proof.CommonEigenvector, goal: Term) -> Theorem:
    """B_L ... B_1 v = x_1 ... x_L v from B_l v = x_l v for every l."""
    i, v = state.term(reason.index), state.term(reason.vector)
    body, values = state.term(reason.body), state.vector(reason.values)
    low, high = range_of(state, i)
    fact = state.fact(reason.fact)
    x = opened(values[3], i)
    wanted = ("=", ("mm", body, v), ("sc", x, v))
    each = state.convert(fact, wanted)
    if each is None or i in free(v) or low != ONE:
        raise ProofError(f"{reason.fact} does not say that the vector is an eigenvector of every factor")
    every = logic.generalise(each, i, low, high)
    h = state.fresh(Z)
    cb, cx = closed(body, i), closed(x, i)

    def f(at: Term) -> Term:
        return ("=", ("mm", ("mprod", ONE, at, cb), v), ("sc", ("prod", ONE, at, cx), v))

    rows = sort_of(v)[1]
    unit, one = ("id", rows), ("id", sort_of(v)[2])

    def joined(at: Term, matrix: Theorem, number: Theorem, more: list[Any]) -> Theorem:
        items = [(unit, matrix, v), (("sc", num(-1), v), number, one), *more]
        return matrix_linear(f(at), items)

    none = [state.settled(logic.meaning("over", (k, ONE, ZERO, b), "none")) for k, b in (("mprod", cb), ("prod", cx))]
    base = joined(ZERO, none[0], none[1], [])
    after = ("+", h, ONE)
    assumed = logic.assume(f(h))
    here = logic.specialise(every, after)
    with state.under(h, ZERO, high):
        room = ("<=", after, high)
        state.assumed[room] = logic.assume(room)
        last = [_last(state, (k, ONE, after, b)) for k, b in (("mprod", cb), ("prod", cx))]
        here = state.settled(here)
        del state.assumed[room]
    # B_{h+1} (P_h v - p_h v) + p_h (B_{h+1} v - x v)
    more = [(opened(cb, after), assumed, one), (("sc", ("prod", ONE, h, cx), unit), here, one)]
    step = joined(after, last[0], last[1], more)
    th = logic.instantiate(logic.induction(base, step, h, ZERO, high, f(h)), {h: high})
    out = state.convert(state.settled(th), goal)
    if out is None:
        raise ProofError("the product is another one")
    return out
