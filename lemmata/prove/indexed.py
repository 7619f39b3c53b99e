"""Reasons about entries and what runs over an index: at one value, at every one, summed, the largest."""

from __future__ import annotations

from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import (
    FALSE,
    ONE,
    ZERO,
    KernelError,
    P,
    Term,
    Theorem,
    Z,
    closed,
    free,
    num,
    opened,
    scalar,
    sort_of,
    sub,
)
from lemmata.language import proof
from lemmata.prove.derived_rules import discrete, matrix_linear
from lemmata.prove.facts import ProofError
from lemmata.prove.goals import as_numbers, expect, over_range, range_of, reported, sides, within_ranges
from lemmata.prove.normal_words import cut, hypotheses, shown
from lemmata.prove.state import State

OUT = {"seg": "segment", "kron": "places"}  # the definitions that write out a product of layers, of unit columns


def at(state: State, reason: proof.At, goal: Term | None) -> Theorem:
    """A fact about every index, at one of them."""
    th = state.fact(reason.fact)
    if th.conclusion[0] != "all":
        raise ProofError(f"{reason.fact} is no relation between vectors")
    index = state.term(reason.index)
    return expect(state, state.settled(logic.specialise(th, index)), goal)


def entrywise(state: State, reason: proof.Entrywise, goal: Term | None) -> Theorem:
    """A relation between vectors from the relation between their entries."""
    th, i = state.fact(reason.fact), state.term(reason.index)
    if goal is None and i in state.indices:
        return over_range(state, th, i)
    if goal is None or goal[0] != "all":
        raise ProofError("no relation between vectors")
    wanted = opened(goal[3], i)
    inner = expect(state, th, wanted)
    if i not in state.indices:
        raise ProofError("the index does not stand for every entry")
    return expect(state, over_range(state, inner, i), goal)


def summed(state: State, reason: proof.Summed, goal: Term | None) -> Theorem:
    """The sum of a relation over an index."""
    th = state.fact(reason.fact)
    if reason.index is None:
        if th.conclusion[0] != "all":
            raise ProofError(f"{reason.fact} is no relation between vectors")
        every = th
    else:
        i = state.term(reason.index)
        every = th if th.conclusion[0] == "all" else over_range(state, th, i)
    _, low, high, inside = every.conclusion
    if inside[0] not in ("=", "<=", "<"):
        raise ProofError(f"{reason.fact} is no relation that can be summed")
    op, a, b = inside
    if op == "<":
        i = state.fresh(P if low == ONE else Z)
        inner = logic.specialise(every, i)
        weak = logic.linear(("<=", *inner.conclusion[1:]), [(ONE, None, inner)])
        weakly = logic.generalise(weak, i, low, high)
        if goal is None or goal[0] == "<":
            return expect(state, _strict_sum(state, every, weak, i), goal)
        every, op = weakly, "<="
    over = "sum"
    if op == "=" and sort_of(opened(a, ("v", "#", Z)))[0] == "M":
        over = "msum"
    total = logic.meaning("over", (over, low, high, a), "same" if op == "=" else "order", b)
    return expect(state, state.settled(cut(every, total)), goal)


def _strict_sum(state: State, every: Theorem, weak: Theorem, i: Term) -> Theorem:
    """The last terms differ, the others are ordered."""
    _, low, high, (_, a, b) = every.conclusion
    fewer = sub(high, ONE)
    below = logic.linear(("<=", i, high), [(ONE, None, logic.assume(("<=", i, fewer)))])
    weak = logic.linear(weak.conclusion, [(ONE, None, cut(below, weak))])
    others = cut(logic.generalise(weak, i, low, fewer), logic.meaning("over", ("sum", low, fewer, a), "order", b))
    last = state.settled(logic.specialise(every, high))
    sums = [state.settled(logic.meaning("over", ("sum", low, high, x), "last")) for x in (a, b)]
    goal = ("<", sums[0].conclusion[1], sums[1].conclusion[1])
    return logic.linear(goal, [(ONE, None, others), (ONE, None, last), (ONE, None, sums[0]), (num(-1), None, sums[1])])


def largest_term(state: State, reason: proof.LargestTerm, goal: Term) -> Theorem:
    """A term is at most the largest of the terms."""

    def make(inner: Term, _: Any) -> Theorem:
        op, small, large = sides(inner)
        if op != "<=" or large[0] != "maxo":
            raise ProofError("no bound of a term by the largest one")
        candidates = [*state.indices, large[1], large[2]]
        for i in candidates:
            try:
                th = logic.meaning("over", large, "term", i)
            except KernelError:
                continue
            out = state.convert(state.settled(th), inner)
            if out is not None:
                return out
        raise ProofError("the smaller side is none of the terms")

    return within_ranges(state, goal, make)


def every_term(state: State, reason: proof.EveryTerm, goal: Term | None) -> Theorem:
    """The largest term is at most what each of them is at most."""
    th, i = state.fact(reason.fact), state.term(reason.index)
    if th.conclusion[0] == "all":
        th = logic.specialise(th, i)
    op, a, b = sides(th.conclusion)
    if op == "<":
        th = logic.linear(("<=", a, b), [(ONE, None, th)])
    low, high = range_of(state, i)
    if i in free(b):
        raise ProofError("the bound depends on the index")
    every = logic.generalise(state.settled(th), i, low, high)
    most = logic.meaning("over", ("maxo", low, high, closed(a, i)), "bound", b)
    return expect(state, state.settled(cut(every, most)), goal)


def some_terms(state: State, reason: Any, goal: Term) -> Theorem:
    """Entries in disjoint ranges of a non-negative vector add up to at most the sum of all."""
    every = state.fact(reason.fact)
    if every.conclusion[0] != "all" or every.conclusion[3][1] != ZERO:
        raise ProofError(f"{reason.fact} does not say that a vector is not negative")
    _, low, high, (_, _, body) = every.conclusion
    items: list[Any] = []
    at = low  # what is summed up from here is still to be compared
    rest: Term = ("sum", low, high, body)
    for a, b in reason.ranges:
        a, b = state.term(a), state.term(b)
        for end, kept in ((sub(a, ONE), False), (b, True)):
            cut_ = state.settled(logic.meaning("over", rest, "join", end))
            part = ("sum", at, end, body)
            items.append((num(-1), None, cut_))
            if not kept:
                items.append((ONE, None, _non_negative(state, every, part)))
            elif scalar(a) == scalar(b):
                items += [(num(-1), None, th) for th in _single(state, part)]
            at = ("+", end, ONE)
            rest = ("sum", at, high, body)
    items.append((ONE, None, _non_negative(state, every, rest)))
    if goal[0] == "=":  # all the terms are kept
        items = [item for item in items if item[2].conclusion[0] == "="]
    remaining = sub(goal[2], goal[1])
    for c, _, th in items:
        remaining = sub(remaining, ("*", c, sub(th.conclusion[2], th.conclusion[1])))
    zero = state.algebra.zero(scalar(remaining))
    if zero is None:
        raise ProofError(f"these terms are not what the step states: {reported(shown(scalar(remaining)))}")
    return logic.linear(goal, [*items, *((shown(c), None, th) for c, th in zero)])


def _single(state: State, part: Term) -> list[Theorem]:
    _, low, high, body = part
    last = state.settled(logic.meaning("over", part, "last"))
    none = state.settled(logic.meaning("over", ("sum", low, sub(high, ONE), body), "none"))
    return [last, none]


def _non_negative(state: State, every: Theorem, part: Term) -> Theorem:
    """0 <= a sum of some of the terms."""
    _, low, high, body = part
    i = state.fresh(Z)
    with state.under(i, low, high):
        inner = state.settled(logic.specialise(every, i))
    inner = logic.linear(("<=", ZERO, opened(body, i)), [(ONE, None, inner)])
    order = logic.meaning("over", ("sum", low, high, ZERO), "order", body)
    th = cut(logic.generalise(inner, i, low, high), order)
    nothing, items = state.algebra.reduce(scalar(("sum", low, high, ZERO)))
    return logic.linear(("<=", ZERO, part), [(ONE, None, th), *((shown(c), None, x) for c, x in items)])


def unrolled(state: State, reason: Any, goal: Term) -> Theorem:
    """A sum or product is its only term, or its last one next to the others; what else a definition writes out."""
    whole = goal[1]
    if goal[0] == "=" and whole[0] in ("seg", "kron"):
        return expect(state, state.settled(logic.meaning(OUT[whole[0]], *whole[1:])), goal)
    if goal[0] == "=" and whole[0] == "mm" and whole[1][0] == "had":
        return expect(state, state.settled(logic.meaning("entrywise", *whole[1][1:], whole[2])), goal)
    if goal[0] != "=" or whole[0] not in ("sum", "prod", "msum", "mprod"):
        raise ProofError("no equation for a sum or product over an index")
    op, low, high, body = whole
    if state.prove(("<", high, low)):
        return expect(state, state.settled(logic.meaning("over", whole, "none")), goal)
    last = state.settled(logic.meaning("over", whole, "last"))
    if scalar(low) != scalar(high):
        return expect(state, last, goal)
    none = state.settled(logic.meaning("over", (op, low, sub(high, ONE), body), "none"))
    term = opened(body, high)
    if op in ("sum", "prod"):
        factor = ONE if op == "sum" else term
        return expect(state, logic.linear(("=", whole, term), [(ONE, None, last), (factor, None, none)]), goal)
    sides = tuple(("id", x) for x in sort_of(whole)[1:])
    before = sides[0] if op == "msum" else term
    alone = matrix_linear(("=", whole, term), [(sides[0], last, sides[1]), (before, none, sides[1])])
    return expect(state, alone, goal)


def widths(state: State, reason: proof.Widths, goal: Term) -> Theorem:
    """a_l >= d or k, from m >= max(d, k): a_l is m between the ends, and at one end what it is compared with."""

    def make(inner: Term, _: Any) -> Theorem:
        op, small, large = sides(inner)
        if op != "<=" or large[0] != "width":
            raise ProofError("no lower bound of a width")
        w, layer = large[1:]
        _, depth, d, m, k = w[2]
        fact = as_numbers(state.fact(reason.fact))
        top = ("max", d, k)
        bound = logic.meaning("extreme", top, 0 if small == d else 1)
        below = state.convert(fact, ("<", top, m)) or state.convert(fact, ("<=", top, m))
        if below is None or bound.conclusion[1] != small:
            raise ProofError(f"{reason.fact} does not say that the hidden layers are the widest")
        below = logic.linear(("<=", small, m), [(ONE, None, below), (ONE, None, bound)])
        inside = logic.meaning("width", w, layer)
        middle = logic.linear(inner, [(ONE, None, below), (num(-1), None, inside)])
        for need in hypotheses(middle):
            found = None if need in state.assumed else state.prove(need)
            if found is not None:
                middle = cut(found, middle)
        open_ = [h for h in hypotheses(middle) if h not in state.assumed]
        if not open_:
            return middle
        return _at_the_end(state, inner, middle, layer, *((depth, k) if small == k else (ZERO, d)))

    return within_ranges(state, goal, make)


def _at_the_end(state: State, goal: Term, middle: Theorem, layer: Term, end: Term, small: Term) -> Theorem:
    """Before the end a width is known by one theorem; at the end it is what it is compared with."""
    hole = ("v", "hole_", Z)
    w = goal[2][1]
    here = logic.linear(("=", end, layer), [(num(-1), None, logic.assume(("=", layer, end)))])
    equal = logic.rewrite(here, logic.identity(small, ("width", w, end)), hole, ("=", small, ("width", w, hole)))
    at_end = logic.linear(goal, [(ONE, None, equal)])
    cases = []
    for x, y, inside in ((layer, end, end != ZERO), (end, layer, end == ZERO)):
        assumed = logic.assume(("<", x, y))
        if inside:
            near = discrete(assumed)
            cases.append(cut(near, middle) if near.conclusion in middle.hypotheses else _cut_near(near, middle))
        else:
            beyond = state.prove(("<=", y, x))
            if beyond is None:
                raise ProofError("the layer may be beyond the end")
            cases.append(logic.absurd(logic.linear(FALSE, [(ONE, None, assumed), (ONE, None, beyond)]), goal))
    return logic.trichotomy(cases[0], at_end, cases[1], layer, end)


def _cut_near(near: Theorem, th: Theorem) -> Theorem:
    """A bound between integers in the form in which a theorem asks for it."""
    for h in hypotheses(th):
        if h[0] == "<=":
            try:
                return cut(logic.linear(h, [(ONE, None, near)]), th)
            except KernelError:  # this hypothesis is another one
                continue
    return th
