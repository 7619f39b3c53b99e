"""One function per reason of a proof script: from what is established to what the step states, by kernel rules."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
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
    neg,
    num,
    opened,
    scalar,
    sort_of,
    sub,
    substitute,
    within,
)
from lemmata.language import proof
from lemmata.language.relations import ForAll
from lemmata.language.variables import Matrix
from lemmata.prove import derived_rules
from lemmata.prove.derived_rules import clash, discrete, matrix_linear
from lemmata.prove.normal_words import cut, hypotheses, inside, put_for, shown, variables
from lemmata.prove.signs import moved, product
from lemmata.prove.state import ProofError, State

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
            item = _between_words(th, before, after, rows, cols)
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


def _between_words(th: Theorem, left: Any, right: Any, rows: Term, cols: Term) -> tuple[Term, Theorem, Term]:
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


# the definitions that write out a product of layers, of unit columns, and the width of a layer between the ends
OUT = {"seg": "segment", "kron": "places", "width": "width"}


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
    if goal[0] == "=" and whole[0] in OUT:
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


Find = Callable[[str, int], Theorem]  # a conjunct of another statement


def apply(state: State, reason: proof.Apply, goal: Term | None, find: Find, statement: Any) -> Theorem:
    """An instance of another statement, every hypothesis of it shown."""
    if not 0 <= reason.conjunct < len(statement.conjuncts):
        raise ProofError(f"{reason.statement} has no conjunct {reason.conjunct}")
    th = find(reason.statement, reason.conjunct)
    own = {v.name: v for v in statement.let}
    speaks_of = {v[1]: v for v in sorted(variables(*th.hypotheses, th.conclusion))}
    values: dict[Term, Any] = {}
    binds = _binds(statement.conjuncts[reason.conjunct])
    put = {k: state.term(v) for k, v in reason.where.items()}
    given = {k: v for k, v in put.items() if k not in binds}
    at_values = {k: v for k, v in put.items() if k in binds}
    unknown = [k for k in given if k not in own]
    if unknown:
        raise ProofError(f"{statement.id} has no variable {unknown[0]}")
    for name, v in speaks_of.items():
        if name in given:
            values[v] = given[name]
        elif (isinstance(own.get(name), Matrix) or v[2][0] in ("M", "L")) and name in state.names:
            values[v] = state.names[name]
    for v in list(values):
        if v[2][0] == "M" and values[v][0] != "vec":
            actual = sort_of(values[v])
            if actual[0] != "M":
                raise ProofError(f"{v[1]} stands for a matrix")
            for size, found in zip(v[2][1:], actual[1:], strict=True):
                if size[0] == "v" and size[1] not in given:
                    values.setdefault(size, found)
    for name, v in speaks_of.items():
        if v in values:
            continue
        if name in state.names or v in state.indices:
            values[v] = state.names.get(name, v)
    for v in sorted((v for v in speaks_of.values() if v not in values), key=lambda v: v[2][0] == "M"):
        # the conjunct does not speak of it: anything in its domain will do; that it lies there is shown like the rest
        if v[2][0] == "L":
            raise ProofError(f"nothing is put for {v[1]}")
        values[v] = ("zero", *(substitute(x, values) for x in v[2][1:])) if v[2][0] == "M" else num(v[2] == P)
    vectors = [x for x in values.values() if x[0] == "vec"]
    if not vectors:
        return expect(state, _instance(state, th, values, binds, at_values), goal)

    def make(inner: Term | None, ranges: Any) -> Theorem:
        at_entry = {v: entry_of(x, ranges) for v, x in values.items()}
        return expect(state, _instance(state, th, at_entry, binds, at_values), inner)

    if goal is None:  # every entry
        i = state.fresh(P)
        with state.under(i, ONE, vectors[0][2]):
            entry = state.settled(make(None, [(i, ONE, vectors[0][2])]))
        return logic.generalise(state.freed(entry), i, ONE, vectors[0][2])
    return within_ranges(state, goal, make)


def _binds(claim: Any) -> list[str]:
    names = []
    while isinstance(claim, ForAll):
        names.append(claim.index.name)
        claim = claim.body
    return names


def _instance(
    state: State, th: Theorem, values: dict[Term, Term], binds: list[str], at_values: dict[str, Term]
) -> Theorem:
    th = logic.instantiate(th, {v: t for v, t in values.items() if v != t})
    for name in binds:
        if name not in at_values:
            raise ProofError(f"the statement binds {name}: say at which value it is used")
        th = logic.specialise(th, at_values[name])
    for _ in range(2):
        for h in [h for h in hypotheses(th) if h not in state.assumed]:
            found = state.prove(h)
            if found is not None:
                th = cut(found, th)
    missing = [h for h in hypotheses(th) if h not in state.assumed]
    if missing:
        raise ProofError(f"not established: {reported(missing[0])}")
    return th


def instance(state: State, reason: Any, goal: Term | None) -> Theorem:
    """A fact about a free index, at one value of it."""
    i, value = state.term(reason.index), state.term(reason.value)
    th = state.freed(state.fact(reason.fact))
    if th.conclusion[0] == "all" and i not in free(th.conclusion):
        return expect(state, state.settled(logic.specialise(th, value)), goal)
    return expect(state, state.settled(logic.instantiate(th, {i: value})), goal)


def congruence(state: State, reason: Any, goal: Term) -> Theorem:
    """An equation with the two sides of a fact in the same place."""
    th = state.fact(reason.fact)
    _, old, _ = sides(th.conclusion)

    def make(inner: Term, _: Any) -> Theorem:
        if inner[0] != "=":
            raise ProofError("no equation")
        left = inner[1]
        if put_for(old, ("v", "hole_", sort_of(old)), left) == left:
            raise ProofError(f"the left side of the equation {reason.fact} does not stand in this one")
        return expect(state, inside(th, lambda x: put_for(old, x, left), left), inner)

    return within_ranges(state, goal, make)


def applied(state: State, reason: proof.Applied, goal: Term | None) -> Theorem:
    """One function of both sides of an equation."""
    th = state.fact(reason.fact)
    if sides(th.conclusion)[0] != "=":
        raise ProofError(f"{reason.fact} is no equation")

    def make(x: Term) -> Term:
        with state.named(argument_=x):
            return state.term(f"{reason.function}(argument_)")

    return expect(state, inside(th, make), goal)


def eigenvector(state: State, reason: proof.Eigenvector, goal: Term) -> Theorem:
    """N u = lambda_i u, u^T u = 1, and the eigenvector form of any matrix where the eigenvalue is simple."""
    a, i = state.term(reason.matrix), state.term(reason.index)
    return one_of(state, chosen(state, ("lam", a, i), [reason.u]), ("lam", a, i), [reason.u] * 2, goal)


def singular_vectors(state: State, reason: proof.SingularVectors, goal: Term) -> Theorem:
    """A u = s_i v, A^T v = s_i u, unit lengths, and the form of any matrix where s_i is simple and not zero."""
    value = ("s", state.term(reason.matrix), state.term(reason.index))
    names = [reason.u, reason.v]
    return one_of(state, chosen(state, value, names), value, names, goal)


def chosen(state: State, value: Term, names: list[str]) -> list[Theorem]:
    """What is known of the vectors that belong to a singular value or eigenvalue.

    Where the value belongs to a family and is simple, differentiable vectors are chosen, with their derivatives.
    """
    if (value, *names) not in state.families:
        raise ProofError(f"{', '.join(names)} are not chosen for this value")
    return state.families[(value, *names)]


def one_of(state: State, known: list[Theorem], value: Term, names: list[str], goal: Term) -> Theorem:
    """The goal from what is known of vectors chosen, or from the form of a simple value."""
    for th in known:
        out = state.convert(th, goal)
        if out is not None:
            return out
    side = goal[1]
    if side[0] in ("eigenform", "singularform"):
        u, v = (state.names[x] for x in names)
        return expect(state, state.settled(logic.meaning("form", *value[1:], side[3], u, v)), goal)
    raise ProofError("nothing of this kind is known of the vectors")


def differentiate(state: State, reason: proof.Differentiate, goal: Term) -> Theorem:
    """The goal from the derivatives of the equations that define chosen vectors."""
    for known in state.families.values():
        for th in known:
            out = state.convert(th, goal)
            if out is not None:
                return out
    raise ProofError("this is not the derivative of an equation between eigenvectors or singular vectors")


def one_direction(state: State, reason: proof.OneDirection, goal: Term) -> Theorem:
    """w = u u^T w: the eigenspace of a simple singular value has one dimension."""
    vectors = reason.vectors
    a, i, u, v, w = (state.term(x) for x in (vectors.matrix, vectors.index, vectors.u, vectors.v, reason.w))
    return expect(state, state.settled(logic.meaning("simple-eigenspace", a, i, u, v, w)), goal)


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
        return derived_rules.antisymmetric(inner, *facts)

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


PLAYED: dict[type, Callable[..., Theorem]] = {proof.Cases: cases, proof.Induction: induction, proof.ForEach: for_each}
RULES: dict[type, Callable[..., Theorem]] = {
    proof.Refute: refute,
    proof.Antisymmetric: antisymmetric,
    proof.Congruence: congruence,
    proof.Applied: applied,
    proof.Instance: instance,
    proof.SomeTerms: some_terms,
    proof.Unrolled: unrolled,
    proof.Identity: identity,
    proof.Combine: combine,
    proof.Multiply: multiply,
    proof.Sign: sign,
    proof.Squares: squares,
    proof.At: at,
    proof.Entrywise: entrywise,
    proof.Summed: summed,
    proof.Defined: defined,
    proof.Vanishing: vanishing,
    proof.LargestTerm: largest_term,
    proof.EveryTerm: every_term,
    proof.Eigenvector: eigenvector,
    proof.SingularVectors: singular_vectors,
    proof.Differentiate: differentiate,
    proof.OneDirection: one_direction,
}
