"""One function per reason of a proof script: from what is established to what the step states, by kernel rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theorems.language import proof
from theorems.language.text import write
from theorems.language.variables import Index, Matrix
from verify.kernel import logic
from verify.kernel.logic import Theorem
from verify.kernel.normal import scalar, shown
from verify.kernel.reading import Vector
from verify.kernel.terms import (
    FALSE,
    ONE,
    ZERO,
    KernelError,
    P,
    Term,
    Z,
    closed,
    free,
    neg,
    num,
    opened,
    sort_of,
    sub,
    substitute,
    within,
)
from verify.prove import principles
from verify.prove.algebra import put_for
from verify.prove.state import ProofError, State

Find = Callable[[str, int], Theorem]  # a conjunct of another statement


def _opened(state: State, goal: Term) -> tuple[list[tuple[Term, Term, Term]], Term]:
    """A goal with its quantifiers opened: the indices with their ranges, and what is left."""
    ranges = []
    while goal[0] == "all":
        i = state.fresh(P if goal[1] == ONE else Z)
        ranges.append((i, goal[1], goal[2]))
        goal = opened(goal[3], i)
    return ranges, goal


def _at_indices(th: Theorem, ranges: list[tuple[Term, Term, Term]]) -> Theorem:
    """A fact about vectors at the indices that are open."""
    for i, _, _ in ranges:
        if th.conclusion[0] == "all":
            th = logic.specialise(th, i)
    return th


def _entry(value: Any, ranges: list[tuple[Term, Term, Term]]) -> Term:
    if isinstance(value, Vector):
        if len(ranges) != 1:
            raise ProofError("a vector stands where a number is wanted")
        return value.at(ranges[0][0])
    return value


def within_ranges(state: State, goal: Term, make: Callable[[Term, list[tuple[Term, Term, Term]]], Theorem]) -> Theorem:
    """A quantified goal, from a proof of it at arbitrary indices."""
    ranges, inner = _opened(state, goal)
    contexts = [state.under(*r) for r in ranges]
    for c in contexts:
        c.__enter__()
    try:
        th = state.settled(make(inner, ranges))
    finally:
        for c in reversed(contexts):
            c.__exit__(None, None, None)
    for i, low, high in reversed(ranges):
        th = logic.generalise(state.freed(th), i, low, high)
    return th


def expect(state: State, th: Theorem, goal: Term) -> Theorem:
    """The goal, which must be what a theorem says."""
    out = state.convert(th, goal)
    if out is None:
        raise ProofError(f"this gives {told(th.conclusion)}, not what the step states")
    return out


def told(t: Any) -> str:
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
        return f"({told(t[1])} {op} {told(t[2])})"
    return f"{op}({', '.join(told(x) for x in t[1:])})"


def identity(state: State, reason: proof.Identity, goal: Term) -> Theorem:
    def make(inner: Term, _: Any) -> Theorem:
        if inner[0] != "=":
            raise ProofError("no equation")
        if sort_of(inner[1])[0] == "M":
            th = state.equal_matrices(inner, plain=True)
        else:
            items = state.algebra.zero(scalar(sub(inner[1], inner[2])))
            th = None if items is None else logic.linear(inner, [(neg(shown(c)), None, x) for c, x in items])
        if th is None:
            raise ProofError("the two sides have different normal forms")
        return th

    return within_ranges(state, goal, make)


def combine(state: State, reason: proof.Combine, goal: Term, facts: dict[str, Theorem] | None = None) -> Theorem:
    factors = {name: state.term(c) for name, c in reason.facts.items()}
    given = {name: (facts or {}).get(name) or state.fact(name) for name in factors}
    if goal[0] == "=" and sort_of(goal[1])[0] == "M":
        return multiply(state, proof.Multiply({k: (c, None) for k, c in reason.facts.items()}), goal)
    return within_ranges(state, goal, lambda inner, ranges: combined(state, inner, ranges, given, factors))


def combined(state: State, goal: Term, ranges: Any, given: dict[str, Theorem], factors: dict[str, Any]) -> Theorem:
    """A relation as a combination of facts and a rest whose sign is seen."""
    op, low, high = goal
    rest, items, strict = sub(high, low), [], False
    for name, factor in factors.items():
        th, c = _at_indices(given[name], ranges), _entry(factor, ranges)
        th = as_numbers(state, th)
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
                raise ProofError(f"the factor {told(c)} of {name} is not seen to be non-negative")
        items.append((c, sign, th))
        rest = sub(rest, ("*", c, sub(f[2], f[1])))
    zero = state.algebra.zero(scalar(rest))
    one = logic.meaning("number", ONE)
    if zero is not None:
        if op == "<" and not strict:
            raise ProofError("nothing makes the relation strict")
        return logic.linear(goal, [*items, *((shown(c), None, th) for c, th in zero)])
    if op == "=":
        raise ProofError(f"the combination differs by {told(shown(state.algebra.reduce(scalar(rest))[0]))}")
    left = state.signs.sign(rest, op == "<" and not strict)
    if left is None:
        remains = told(shown(state.algebra.reduce(scalar(rest))[0]))
        raise ProofError(f"the rest of the combination has no sign that is seen: {remains}")
    return logic.linear(goal, [*items, (ONE, one, left)])


def as_numbers(state: State, th: Theorem) -> Theorem:
    """An equation of 1 x 1 matrices as one of numbers."""
    f = th.conclusion
    if f[0] != "=" or sort_of(f[1])[0] != "M":
        return th
    a, b = f[1:]
    hole = ("v", "hole_", sort_of(a))
    return logic.rewrite(th, logic.identity(("tr", a), ("tr", a)), hole, ("=", ("tr", a), ("tr", hole)))


def multiply(state: State, reason: proof.Multiply, goal: Term) -> Theorem:
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
            th = _at_indices(state.fact(name), ranges)
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
        return logic.matrix_linear(inner, [*items, (("id", rows), rest, ("id", cols))])

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
        elif isinstance(x, Vector):
            raise ProofError("a vector is no factor of a matrix equation")
        elif sort_of(x)[0] == "M":
            sides.append(x)
        else:
            scale = ("*", scale, x)
            sides.append(("id", unit))
    return ("sc", scale, sides[0]), th, sides[1]


def sign(state: State, reason: proof.Sign, goal: Term) -> Theorem:
    def make(inner: Term, _: Any) -> Theorem:
        if inner[0] == "=":
            raise ProofError("an equation is no sign")
        th = state.prove(inner)
        if th is None:
            raise ProofError("the sign is not seen")
        return th

    return within_ranges(state, goal, make)


def at(state: State, reason: proof.At, goal: Term) -> Theorem:
    th = state.fact(reason.fact)
    if th.conclusion[0] != "all":
        raise ProofError(f"{reason.fact} is no relation between vectors")
    index = state.term(reason.index)
    return expect(state, state.settled(logic.specialise(th, index)), goal)


def entrywise(state: State, reason: proof.Entrywise, goal: Term) -> Theorem:
    th, i = state.fact(reason.fact), state.term(reason.index)
    if goal[0] != "all":
        raise ProofError("no relation between vectors")
    wanted = opened(goal[3], i)
    inner = expect(state, th, wanted)
    if i not in state.indices:
        raise ProofError("the index does not stand for every entry")
    return expect(state, _over_range(state, inner, i), goal)


def _over_range(state: State, th: Theorem, i: Term) -> Theorem:
    """A fact for every value of a free index."""
    low, high = state.indices[i]
    th = state.freed(th)
    return logic.generalise(th, i, low, high)


def summed(state: State, reason: proof.Summed, goal: Term) -> Theorem:
    th = state.fact(reason.fact)
    if reason.index is None:
        if th.conclusion[0] != "all":
            raise ProofError(f"{reason.fact} is no relation between vectors")
        every = th
    else:
        i = state.term(reason.index)
        if i not in state.indices:
            raise ProofError(f"{write(reason.index)} has no range")
        every = th if th.conclusion[0] == "all" else _over_range(state, th, i)
    _, low, high, inside = every.conclusion
    if inside[0] not in ("=", "<=", "<"):
        raise ProofError(f"{reason.fact} is no relation that can be summed")
    op, a, b = inside
    if op == "<":
        i = state.fresh(P if low == ONE else Z)
        inner = logic.specialise(every, i)
        weak = logic.linear(("<=", *inner.conclusion[1:]), [(ONE, logic.meaning("number", ONE), inner)])
        weakly = logic.generalise(weak, i, low, high)
        if goal[0] == "<":
            return expect(state, _strict_sum(state, every, weak, i), goal)
        every, op = weakly, "<="
    over = "sum"
    if op == "=" and sort_of(opened(a, ("v", "#", Z)))[0] == "M":
        over = "msum"
    total = logic.meaning("over", (over, low, high, a), "same" if op == "=" else "order", b)
    return expect(state, state.settled(logic.cut(every, total)), goal)


def _strict_sum(state: State, every: Theorem, weak: Theorem, i: Term) -> Theorem:
    """The last terms differ, the others are ordered."""
    _, low, high, (_, a, b) = every.conclusion
    fewer = sub(high, ONE)
    one = logic.meaning("number", ONE)
    below = logic.linear(("<=", i, high), [(ONE, one, logic.assume(("<=", i, fewer))), (ONE, one, one)])
    weak = logic.linear(weak.conclusion, [(ONE, one, logic.cut(below, weak))])
    others = logic.cut(logic.generalise(weak, i, low, fewer), logic.meaning("over", ("sum", low, fewer, a), "order", b))
    last = state.settled(logic.specialise(every, high))
    sums = [state.settled(logic.meaning("over", ("sum", low, high, x), "last")) for x in (a, b)]
    goal = ("<", sums[0].conclusion[1], sums[1].conclusion[1])
    return logic.linear(goal, [(ONE, one, others), (ONE, one, last), (ONE, None, sums[0]), (num(-1), None, sums[1])])


def defined(state: State, reason: proof.Defined, goal: Term) -> Theorem:
    """What holds because something in the claim is defined: the kernel grants it as a hypothesis of the conjunct."""

    def make(inner: Term, _: Any) -> Theorem:
        if inner[0] == "<" and reason.fact is not None:
            weak = as_numbers(state, state.fact(reason.fact))
            b = sub(inner[2], inner[1])
            weak = expect(state, weak, ("<=", *inner[1:]))
            unequal = state.prove(("!=", b))
            if unequal is None:
                raise ProofError(f"{told(b)} is not seen to differ from zero where the claim is defined")
            return positive(weak, unequal, inner)
        th = state.prove(inner)
        if th is None:
            raise ProofError("nothing in the claim has to be defined for this to hold")
        return th

    return within_ranges(state, goal, make)


def positive(weak: Theorem, unequal: Theorem, goal: Term) -> Theorem:
    """From a <= b and b - a != 0: a < b."""
    _, a, b = goal
    one = logic.meaning("number", ONE)
    zero = logic.linear(("=", unequal.conclusion[1], ZERO), [(num(-1), None, logic.assume(("=", a, b)))])
    equal = logic.absurd(logic.clash(unequal, zero), goal)
    above = logic.linear(FALSE, [(ONE, one, weak), (ONE, one, logic.assume(("<", b, a)))])
    return logic.trichotomy(logic.assume(goal), equal, logic.absurd(above, goal), a, b)


def refute(state: State, reason: Any, goal: Term) -> Theorem:
    """The goal, since with its negation a combination of facts says 0 < 0."""

    def make(inner: Term, ranges: Any) -> Theorem:
        op, a, b = inner
        if op == "=":
            raise ProofError("an equation is shown from both sides, not by refuting its negation")
        contrary = ("<", b, a) if op == "<=" else ("<=", b, a)
        assumed = logic.assume(contrary)
        apart = assumed
        if op == "<=" and all(within(sort_of(x), Z) for x in (a, b)):
            apart = logic.discrete(assumed)
        state.assumed[contrary] = assumed
        try:
            given = {name: apart if name == "contrary" else state.fact(name) for name in reason.facts}
            factors = {name: state.term(c) for name, c in reason.facts.items()}
            contra = combined(state, FALSE, ranges, given, factors)
        finally:
            del state.assumed[contrary]
            state.signs.cache.clear()
            state._known = [k for k in state._known if contrary not in k.theorem.hypotheses]
            state._read.pop(assumed, None)
            state.proved = {
                f: (v, th) for f, (v, th) in state.proved.items() if th is None or contrary not in th.hypotheses
            }
        one = logic.meaning("number", ONE)
        if op == "<=":
            less = logic.linear(inner, [(ONE, one, logic.assume(("<", a, b)))])
            equal = logic.linear(inner, [(ONE, None, logic.assume(("=", a, b)))])
            return logic.trichotomy(less, equal, logic.absurd(contra, inner), a, b)
        weak = [
            logic.linear(contrary, [(ONE, one, logic.assume(("<", b, a)))]),
            logic.linear(contrary, [(num(-1), None, logic.assume(("=", a, b)))]),
        ]
        above, equal = (logic.absurd(logic.cut(w, contra), inner) for w in weak)
        return logic.trichotomy(logic.assume(inner), equal, above, a, b)

    return within_ranges(state, goal, make)


def antisymmetric(state: State, reason: Any, goal: Term) -> Theorem:
    """a = b from a <= b and b <= a."""
    below, above = state.fact(reason.below), state.fact(reason.above)

    def make(inner: Term, ranges: Any) -> Theorem:
        if inner[0] != "=" or sort_of(inner[1])[0] == "M":
            raise ProofError("no equation between numbers")
        _, a, b = inner
        one = logic.meaning("number", ONE)
        facts = []
        for x, y in ((a, b), (b, a)):
            found = None
            for th in (below, above):
                found = found or state.convert(state.settled(_at_indices(th, ranges)), ("<=", x, y))
            if found is None:
                raise ProofError("the two facts are not the two sides of the equation")
            facts.append(found)
        cases = []
        for k, (x, y) in enumerate(((a, b), (b, a))):
            contra = logic.linear(FALSE, [(ONE, one, logic.assume(("<", x, y))), (ONE, one, facts[1 - k])])
            cases.append(logic.absurd(contra, inner))
        return logic.trichotomy(cases[0], logic.assume(inner), cases[1], a, b)

    return within_ranges(state, goal, make)


def vanishing(state: State, reason: proof.Vanishing, goal: Term) -> Theorem:
    if goal[0] != "=" or sort_of(goal[1])[0] != "M":
        raise ProofError("no equation between matrices")
    rows, cols = sort_of(goal[1])[1:]
    a = ("m+", goal[1], ("sc", num(-1), goal[2]))
    square = expect(state, state.fact(reason.fact), ("=", ("mm", ("T", a), a), ("zero", cols, cols)))
    zero = logic.cut(square, logic.meaning("vanishing", a))
    return logic.matrix_linear(goal, [(("id", rows), zero, ("id", cols))])


def largest_term(state: State, reason: proof.LargestTerm, goal: Term) -> Theorem:
    def make(inner: Term, _: Any) -> Theorem:
        op, small, large = inner
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


def every_term(state: State, reason: proof.EveryTerm, goal: Term) -> Theorem:
    th, i = state.fact(reason.fact), state.term(reason.index)
    op, a, b = th.conclusion
    if op == "<":
        th = logic.linear(("<=", a, b), [(ONE, logic.meaning("number", ONE), th)])
    low, high = state.indices[i]
    if i in free(b):
        raise ProofError("the bound depends on the index")
    every = logic.generalise(th, i, low, high)
    most = logic.meaning("over", ("maxo", low, high, closed(a, i)), "bound", b)
    return expect(state, state.settled(logic.cut(every, most)), goal)


def widths(state: State, reason: proof.Widths, goal: Term) -> Theorem:
    """a_l >= d or k, from m >= max(d, k): a_l is m between the ends, and at one end what it is compared with."""

    def make(inner: Term, _: Any) -> Theorem:
        op, small, large = inner
        if op != "<=" or large[0] != "width":
            raise ProofError("no lower bound of a width")
        w, layer = large[1:]
        _, depth, d, m, k = w[2]
        fact = as_numbers(state, state.fact(reason.fact))
        top = ("max", d, k)
        bound = logic.meaning("extreme", top, 0 if small == d else 1)
        one = logic.meaning("number", ONE)
        below = state.convert(fact, ("<", top, m)) or state.convert(fact, ("<=", top, m))
        if below is None or bound.conclusion[1] != small:
            raise ProofError(f"{reason.fact} does not say that the hidden layers are the widest")
        below = logic.linear(("<=", small, m), [(ONE, one, below), (ONE, one, bound)])
        inside = logic.meaning("width", w, layer)
        middle = logic.linear(inner, [(ONE, one, below), (num(-1), None, inside)])
        for need in list(middle.hypotheses):
            found = None if need in state.assumed else state.prove(need)
            if found is not None:
                middle = logic.cut(found, middle)
        open_ = [h for h in middle.hypotheses if h not in state.assumed]
        if not open_:
            return middle
        return _at_the_end(state, inner, middle, layer, *((depth, k) if small == k else (ZERO, d)))

    return within_ranges(state, goal, make)


def _at_the_end(state: State, goal: Term, middle: Theorem, layer: Term, end: Term, small: Term) -> Theorem:
    """Before the end a width is known by one theorem; at the end it is what it is compared with."""
    one = logic.meaning("number", ONE)
    hole = ("v", "hole_", Z)
    w = goal[2][1]
    here = logic.linear(("=", end, layer), [(num(-1), None, logic.assume(("=", layer, end)))])
    equal = logic.rewrite(here, logic.identity(small, ("width", w, end)), hole, ("=", small, ("width", w, hole)))
    at_end = logic.linear(goal, [(ONE, None, equal)])
    cases = []
    for x, y, inside in ((layer, end, end != ZERO), (end, layer, end == ZERO)):
        assumed = logic.assume(("<", x, y))
        if inside:
            near = logic.discrete(assumed)
            cases.append(logic.cut(near, middle) if near.conclusion in middle.hypotheses else _cut_near(near, middle))
        else:
            beyond = state.prove(("<=", y, x))
            if beyond is None:
                raise ProofError("the layer may be beyond the end")
            cases.append(logic.absurd(logic.linear(FALSE, [(ONE, one, assumed), (ONE, one, beyond)]), goal))
    return logic.trichotomy(cases[0], at_end, cases[1], layer, end)


def _cut_near(near: Theorem, th: Theorem) -> Theorem:
    """A bound between integers in the form in which a theorem asks for it."""
    one = logic.meaning("number", ONE)
    for h in th.hypotheses:
        if h[0] == "<=":
            try:
                return logic.cut(logic.linear(h, [(ONE, one, near)]), th)
            except KernelError:  # this hypothesis is another one
                continue
    return th


def apply(state: State, reason: proof.Apply, goal: Term, find: Find, statement: Any) -> Theorem:
    """An instance of another statement, every hypothesis of it shown."""
    if not 0 <= reason.conjunct < len(statement.conjuncts):
        raise ProofError(f"{reason.statement} has no conjunct {reason.conjunct}")
    th = find(reason.statement, reason.conjunct)
    own = {v.name: v for v in statement.let}
    variables = {v[1]: v for f in (*th.hypotheses, th.conclusion) for v in free(f)}
    values: dict[Term, Any] = {}
    given = {k.name: state.term(v) for k, v in reason.where.items()}
    unknown = [k for k in given if k not in own]
    if unknown:
        raise ProofError(f"{statement.id} has no variable {unknown[0]}")
    for name, v in variables.items():
        if name in given:
            values[v] = given[name]
        elif (isinstance(own.get(name), Matrix) or v[2][0] in ("M", "L")) and name in state.names:
            values[v] = state.names[name]
    for v in list(values):
        if v[2][0] == "M" and not isinstance(values[v], Vector):
            actual = sort_of(values[v])
            if actual[0] != "M":
                raise ProofError(f"{v[1]} stands for a matrix")
            for size, found in zip(v[2][1:], actual[1:], strict=True):
                if size[0] == "v" and size[1] not in given:
                    values.setdefault(size, found)
    for name, v in variables.items():
        if v in values:
            continue
        if name in state.names or v in state.indices:
            values[v] = state.names.get(name, v)
    for v in sorted((v for v in variables.values() if v not in values), key=lambda v: v[2][0] == "M"):
        # the conjunct does not speak of it: anything in its domain will do; that it lies there is shown like the rest
        if v[2][0] == "L":
            raise ProofError(f"nothing is put for {v[1]}")
        values[v] = ("zero", *(substitute(x, values) for x in v[2][1:])) if v[2][0] == "M" else num(v[2] == P)
    binds = _binds(statement.conjuncts[reason.conjunct])
    at_values = {k.name: state.term(v) for k, v in reason.at.items()}
    vectors = [x for x in values.values() if isinstance(x, Vector)]
    if not vectors:
        return expect(state, _instance(state, th, values, binds, at_values), goal)

    def make(inner: Term, ranges: Any) -> Theorem:
        at_entry = {v: _entry(x, ranges) for v, x in values.items()}
        return expect(state, _instance(state, th, at_entry, binds, at_values), inner)

    return within_ranges(state, goal, make)


def _binds(claim: Any) -> list[str]:
    from theorems.language.relations import ForAll

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
        for h in [h for h in th.hypotheses if h not in state.assumed]:
            found = state.prove(h)
            if found is not None:
                th = logic.cut(found, th)
    missing = [h for h in th.hypotheses if h not in state.assumed]
    if missing:
        raise ProofError(f"not established: {told(missing[0])}")
    return th


def sum_of_matrices(state: State, reason: proof.SumOfMatrices, goal: Term, find: Find) -> Theorem:
    """lmin and lmax of a sum of symmetric matrices against the sums of theirs, by induction on the number of terms."""
    from verify.prove.depth import weyl_of_sum

    return within_ranges(state, goal, lambda inner, _: weyl_of_sum(state, inner, find))


def common_eigenvector(state: State, reason: proof.CommonEigenvector, goal: Term) -> Theorem:
    from verify.prove.depth import eigenvector_of_product

    return eigenvector_of_product(state, reason, goal)


def eigenvector(state: State, reason: proof.Eigenvector, goal: Term) -> Theorem:
    """N u = lambda_i u, u^T u = 1, and the eigenvector form of any matrix where the eigenvalue is simple."""
    a, i = state.term(reason.matrix), state.term(reason.index)
    return one_of(state, chosen(state, ("lam", a, i), [reason.u.name]), ("lam", a, i), [reason.u.name] * 2, goal)


def singular_vectors(state: State, reason: proof.SingularVectors, goal: Term) -> Theorem:
    """A u = s_i v, A^T v = s_i u, unit lengths, and the form of any matrix where s_i is simple and not zero."""
    value = ("s", state.term(reason.matrix), state.term(reason.index))
    names = [reason.u.name, reason.v.name]
    return one_of(state, chosen(state, value, names), value, names, goal)


def chosen(state: State, value: Term, names: list[str]) -> list[Theorem]:
    """What is known of the vectors that belong to a singular value or eigenvalue.

    Where the value belongs to a family and is simple, differentiable vectors are chosen, with their derivatives.
    """
    return state.families[(value, *names)]


def one_of(state: State, known: list[Theorem], value: Term, names: list[str], goal: Term) -> Theorem:
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
    for known in state.families.values():
        for th in known:
            out = state.convert(th, goal)
            if out is not None:
                return out
    raise ProofError("this is not the derivative of an equation between eigenvectors or singular vectors")


def one_direction(state: State, reason: proof.OneDirection, goal: Term) -> Theorem:
    vectors = reason.vectors
    a, i, u, v, w = (state.term(x) for x in (vectors.matrix, vectors.index, vectors.u, vectors.v, reason.w))
    return expect(state, state.settled(principles.one_direction(a, i, u, v, w)), goal)


Play = Callable[[State, Any], None]


def _played(state: State, play: Play, steps: Any, goal: Term, **extra: Theorem) -> Theorem:
    """The goal from steps that may use some facts more, which are forgotten afterwards."""
    before, indices, assumed = dict(state.facts), dict(state.indices), dict(state.assumed)
    state.facts |= extra
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
        state.facts, state.indices, state.assumed = before, indices, assumed
        state.forget([*added, *gone])


def cases(state: State, reason: Any, goal: Term, play: Play) -> Theorem:
    split = state.relation(reason.split)
    op, a, b = split
    if op not in ("<=", "<"):
        raise ProofError("cases are told apart by an inequality between numbers")
    contrary = logic.assume(("<", b, a) if op == "<=" else ("<=", b, a))
    if op == "<=" and all(within(sort_of(x), Z) for x in (a, b)):
        contrary = logic.discrete(contrary)
    then = _played(state, play, reason.then, goal, case=logic.assume(split))
    otherwise = _played(state, play, reason.otherwise, goal, case=logic.assume(contrary.conclusion))
    otherwise = logic.cut(contrary, otherwise)
    one = logic.meaning("number", ONE)
    less, equal, more = (logic.assume(f) for f in (("<", a, b), ("=", a, b), ("<", b, a)))
    if op == "<=":
        first = logic.cut(logic.linear(split, [(ONE, one, less)]), then)
        second = logic.cut(logic.linear(split, [(ONE, None, equal)]), then)
        return logic.trichotomy(first, second, otherwise, a, b)
    weak = ("<=", b, a)
    second = logic.cut(logic.linear(weak, [(num(-1), None, equal)]), otherwise)
    third = logic.cut(logic.linear(weak, [(ONE, one, more)]), otherwise)
    return logic.trichotomy(then, second, third, a, b)


def induction(state: State, reason: Any, goal: Term, play: Play) -> Theorem:
    """From the least value of an index, and from each value to the next."""
    i = state.term(reason.index)
    low, high = state.indices[i]
    base = _played(state, play, reason.base, substitute(goal, {i: low}))
    k, one = state.fresh(Z), logic.meaning("number", ONE)
    # below the last value the index goes by the same name, with a shorter range
    fixed = Index(reason.index.name, reason.index.domain.low, reason.index.domain.high - 1)
    j = state.term(fixed)
    room = ("<=", j, state.indices[j][1])
    after = substitute(goal, {i: ("+", j, ONE)})
    step = _played(state, play, reason.then, after, before=logic.assume(substitute(goal, {i: j})))
    step = logic.instantiate(step, {j: k})
    less = logic.assume(("<=", ("+", k, ONE), high))
    inside = logic.linear(substitute(room, {j: k}), [(ONE, one, less)])
    step = logic.cut(inside, step)
    below = logic.linear(("<=", k, high), [(ONE, one, less), (ONE, one, one)])
    step = logic.cut(logic.linear(below.conclusion, [(ONE, one, below)]), step)
    for h in list(step.hypotheses):
        if k in free(h) and h not in (("<=", low, k), less.conclusion, substitute(goal, {i: k})):
            with state.under(k, low, high):
                found = state.prove(h)
            if found is None:
                raise ProofError(f"the step of the induction needs {told(h)}")
            step = logic.cut(found, step)
    step = logic.cut(below, step)
    every = logic.induction(base, step, k, low, high, substitute(goal, {i: k}))
    return state.settled(logic.instantiate(every, {k: i}))


def for_each(state: State, reason: Any, goal: Term, play: Play) -> Theorem:
    return _played(state, play, reason.steps, goal)


def congruence(state: State, reason: Any, goal: Term) -> Theorem:
    th = state.fact(reason.fact)
    _, old, new = th.conclusion

    def make(inner: Term, _: Any) -> Theorem:
        if inner[0] != "=":
            raise ProofError("no equation")
        left = inner[1]
        hole = ("v", "hole_", sort_of(old))
        template = put_for(old, hole, left)
        if template == left:
            raise ProofError(f"the left side of the equation {reason.fact} does not stand in this one")
        return expect(state, logic.rewrite(th, logic.identity(left, left), hole, ("=", left, template)), inner)

    return within_ranges(state, goal, make)


def instance(state: State, reason: Any, goal: Term) -> Theorem:
    i, value = state.term(reason.index), state.term(reason.value)
    th = state.freed(state.fact(reason.fact))
    if th.conclusion[0] == "all" and i not in free(th.conclusion):
        return expect(state, state.settled(logic.specialise(th, value)), goal)
    return expect(state, state.settled(logic.instantiate(th, {i: value})), goal)


def some_terms(state: State, reason: Any, goal: Term) -> Theorem:
    """Entries in disjoint ranges of a non-negative vector add up to at most the sum of all."""
    every = state.fact(reason.fact)
    if every.conclusion[0] != "all" or every.conclusion[3][1] != ZERO:
        raise ProofError(f"{reason.fact} does not say that a vector is not negative")
    _, low, high, (_, _, body) = every.conclusion
    one = logic.meaning("number", ONE)
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
                items.append((ONE, one, _non_negative(state, every, part)))
            elif scalar(a) == scalar(b):
                items += [(num(-1), None, th) for th in _single(state, part)]
            at = ("+", end, ONE)
            rest = ("sum", at, high, body)
    items.append((ONE, one, _non_negative(state, every, rest)))
    if goal[0] == "=":  # all the terms are kept
        items = [item for item in items if item[1] is None]
    remaining = sub(goal[2], goal[1])
    for c, _, th in items:
        remaining = sub(remaining, ("*", c, sub(th.conclusion[2], th.conclusion[1])))
    zero = state.algebra.zero(scalar(remaining))
    if zero is None:
        raise ProofError(f"these terms are not what the step states: {told(shown(scalar(remaining)))}")
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
    inner = logic.linear(("<=", ZERO, opened(body, i)), [(ONE, logic.meaning("number", ONE), inner)])
    order = logic.meaning("over", ("sum", low, high, ZERO), "order", body)
    th = logic.cut(logic.generalise(inner, i, low, high), order)
    nothing, items = state.algebra.reduce(scalar(("sum", low, high, ZERO)))
    one = logic.meaning("number", ONE)
    return logic.linear(("<=", ZERO, part), [(ONE, one, th), *((shown(c), None, x) for c, x in items)])


def unrolled(state: State, reason: Any, goal: Term) -> Theorem:
    """A product of one factor is this factor, one of more its last factor times the product of the others."""
    product = goal[1]
    if goal[0] != "=" or product[0] != "mprod":
        raise ProofError("no equation for a product over an index")
    _, low, high, body = product
    last = state.settled(logic.meaning("over", product, "last"))
    if scalar(low) == scalar(high):
        none = state.settled(logic.meaning("over", ("mprod", low, sub(high, ONE), body), "none"))
        unit = ("id", sort_of(product)[1])
        factor = opened(body, high)
        alone = logic.matrix_linear(("=", product, factor), [(unit, last, unit), (factor, none, unit)])
        return expect(state, alone, goal)
    return expect(state, last, goal)


PLAYED: dict[type, Callable[..., Theorem]] = {proof.Cases: cases, proof.Induction: induction, proof.ForEach: for_each}
RULES: dict[type, Callable[..., Theorem]] = {
    proof.Refute: refute,
    proof.Antisymmetric: antisymmetric,
    proof.Congruence: congruence,
    proof.Instance: instance,
    proof.SomeTerms: some_terms,
    proof.Unrolled: unrolled,
    proof.Identity: identity,
    proof.Combine: combine,
    proof.Multiply: multiply,
    proof.Sign: sign,
    proof.At: at,
    proof.Entrywise: entrywise,
    proof.Summed: summed,
    proof.Defined: defined,
    proof.Vanishing: vanishing,
    proof.LargestTerm: largest_term,
    proof.EveryTerm: every_term,
    proof.Widths: widths,
    proof.CommonEigenvector: common_eigenvector,
    proof.Eigenvector: eigenvector,
    proof.SingularVectors: singular_vectors,
    proof.Differentiate: differentiate,
    proof.OneDirection: one_direction,
}
WITH_BOOK: dict[type, Callable[..., Theorem]] = {proof.SumOfMatrices: sum_of_matrices}
__all__ = ["KernelError", "PLAYED", "RULES", "WITH_BOOK", "apply"]
