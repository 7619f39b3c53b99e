"""Theorems, and the only rules that make them.

A theorem says: for all values of its free variables within their sorts, and for all total extensions of the partial
functions, its hypotheses imply its conclusion.  `axioms` are the textbook statements it stands on, by id and hash,
`principles` the named principles.  Each rule is stated as mathematics in docs/kernel.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from lemmata.verify.kernel.allowance import exact
from lemmata.verify.kernel.normal import matrix, plus, same_formula, scalar, times
from lemmata.verify.kernel.principles import PRINCIPLES
from lemmata.verify.kernel.reading import read
from lemmata.verify.kernel.symbol_meanings import MEANINGS, THEOREMS
from lemmata.verify.kernel.terms import (
    FALSE,
    ONE,
    ORDER,
    ZERO,
    KernelError,
    N,
    P,
    R,
    Term,
    Z,
    check_formula,
    closed,
    free,
    num,
    opened,
    remembered,
    size,
    sort_of,
    sub,
    substitute,
    within,
)  # fmt: skip

_KEY = object()
RULES: dict[str, Callable[..., Theorem]] = {}
NOTHING: frozenset[Any] = frozenset()


class Theorem:
    """hypotheses |- conclusion, with what it stands on and how it was made.  Only the rules below make one."""

    __slots__ = ("hypotheses", "conclusion", "axioms", "principles", "rule", "arguments")
    hypotheses: frozenset[Term]
    conclusion: Term
    axioms: frozenset[tuple[str, str]]
    principles: frozenset[str]
    rule: str
    arguments: tuple[Any, ...]

    def __init__(self, key: object, *values: Any) -> None:
        if key is not _KEY:
            raise KernelError("theorems are made by the rules only")
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise KernelError("a theorem does not change")


Made = tuple[Iterable[Term], Term, Sequence[Theorem]]  # hypotheses, conclusion, the theorems it stands on


def rule(make: Callable[..., Made]) -> Callable[..., Theorem]:
    """A primitive rule, from the function that says what follows."""

    def apply(*arguments: Any) -> Theorem:
        arguments = _arguments(arguments)
        hypotheses, conclusion, premises = make(*arguments)
        hypotheses = tuple(hypotheses)
        for formula in (*hypotheses, conclusion):
            exact(formula, Theorem)
            _plain(formula)
        kept = frozenset(hypotheses)
        axioms = NOTHING.union(*(p.axioms for p in premises))
        principles = NOTHING.union(*(p.principles for p in premises))
        if name == "axiom":
            axioms = frozenset([(arguments[0], read(*arguments[:3]).hash)])
        elif name == "principle":
            principles = frozenset(arguments[:1])
        elif name == "meaning" and arguments[0] in THEOREMS:  # definitions that hide a theorem are named
            principles = frozenset([THEOREMS[arguments[0]]])
        return Theorem(_KEY, kept, conclusion, axioms, principles, name, arguments)

    name = make.__name__
    RULES[name] = apply
    return apply


def _arguments(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a rule is given, checked; lists and dictionaries are for several arguments, and copied."""
    out = []
    for x in given:
        if type(x) is dict:
            exact(tuple(x.items()), Theorem)
            x = dict(x)
        elif type(x) is list:
            x = tuple(x)
        if type(x) is not dict:
            exact(x, Theorem)
        out.append(x)
    return tuple(out)


@remembered
def _plain(formula: Term) -> None:
    check_formula(formula)
    if not all(type(v[1]) is str and v[1].isidentifier() for v in free(formula)):
        raise KernelError("a variable needs a plain name")


@rule
def assume(f: Term) -> Made:
    """f |- f."""
    return [f], f, []


@rule
def cut(a: Theorem, b: Theorem) -> Made:
    """From G |- f and D, f |- g: G, D |- g.  f may stand in b in another form with the same normal form."""
    return a.hypotheses | {h for h in b.hypotheses if not same_formula(h, a.conclusion)}, b.conclusion, [a, b]


@rule
def instantiate(th: Theorem, values: dict[Term, Term]) -> Made:
    """Other terms for free variables, of the same sort once the sizes in it are replaced.

    An integer put for a natural number adds the hypothesis that it is one.
    """
    needs = []
    for v, t in values.items():
        if v[0] != "v" or not all(x[1].isidentifier() for x in free(t)):
            raise KernelError("only variables are replaced, by terms of plain variables")
        wanted, sort = substitute(v[2], values), sort_of(t)
        if wanted in ORDER:
            if not within(sort, wanted):
                if wanted == R or not within(sort, Z):
                    raise KernelError(f"{t} is no value for {v[1]}")
                needs.append(("<=", ONE if wanted == P else ZERO, t))
        elif wanted[0] != sort[0] or wanted[0] == "L" and t[0] != "v":
            raise KernelError(f"{t} is no value for {v[1]}")
        elif any(size(a) != size(b) for a, b in zip(wanted[1:], sort[1:], strict=True)):
            raise KernelError(f"{t} has another shape than {v[1]}")
    return [*(substitute(h, values) for h in th.hypotheses), *needs], substitute(th.conclusion, values), [th]


@rule
def generalise(th: Theorem, i: Term, low: Term, high: Term) -> Made:
    """From G, low <= i, i <= high |- f: G |- f for all i in low..high; i is free in nothing else."""
    kept = th.hypotheses - {("<=", low, i), ("<=", i, high)}
    if i[0] != "v" or not within(i[2], Z) or i[2] in (P, N) and not within(sort_of(low), i[2]):
        raise KernelError(f"{i} does not stand for every value from {low} on")
    if any(i in free(x) for x in (*kept, low, high)):
        raise KernelError(f"{i[1]} is not arbitrary")
    return kept, ("all", low, high, closed(th.conclusion, i)), [th]


@rule
def specialise(th: Theorem, t: Term) -> Made:
    """From G |- f for all i in low..high: G, low <= t, t <= high |- f at the integer t."""
    f = th.conclusion
    if f[0] != "all" or not within(sort_of(t), Z):
        raise KernelError("a quantified formula and an integer are wanted")
    return th.hypotheses | {("<=", f[1], t), ("<=", t, f[2])}, opened(f[3], t), [th]


@rule
def identity(a: Term, b: Term) -> Made:
    """|- a = b, where both have the same normal form."""
    goal = ("=", a, b)
    check_formula(goal)
    same = matrix(a) == matrix(b) if sort_of(a)[0] == "M" else scalar(a) == scalar(b)
    if not same:
        raise KernelError(f"different normal forms: {a} and {b}")
    return [], goal, []


@rule
def linear(goal: Term, items: Sequence[tuple[Term, Theorem | None, Theorem]]) -> Made:
    """goal: a op b, where b - a is the sum of c (b' - a') over facts a' op b'.

    The factor c of an inequality comes with a theorem 0 <= c or 0 < c; a strict goal needs a strict fact with a strict
    factor; an equation follows from equations alone.
    """
    check_formula(goal)
    if goal[0] not in ("=", "<=", "<"):
        raise KernelError("a relation between numbers is wanted")
    rest, strict, premises = scalar(sub(goal[2], goal[1])), False, []
    for c, sign, fact in items:
        check_formula(("=", c, ZERO))
        f = fact.conclusion
        if f[0] not in ("=", "<=", "<") or sort_of(f[1])[0] == "M":
            raise KernelError("facts are relations between numbers")
        if f[0] != "=":
            if (
                goal[0] == "="
                or sign is None
                or sign.conclusion[0] not in ("<=", "<")
                or sign.conclusion[1:] != (ZERO, c)
            ):
                raise KernelError("the sign of the factor of an inequality is not shown")
            strict = strict or f[0] == sign.conclusion[0] == "<"
            premises.append(sign)
        premises.append(fact)
        rest = plus(rest, times(scalar(c), scalar(sub(f[2], f[1]))), -1)
    if rest or goal[0] == "<" and not strict:
        raise KernelError("the combination is not the goal")
    return NOTHING.union(*(p.hypotheses for p in premises)), goal, premises


@rule
def matrix_linear(goal: Term, items: Sequence[tuple[Term, Theorem, Term]]) -> Made:
    """goal: A = B, where A - B is the sum of L (A' - B') R over equations A' = B' between matrices."""
    check_formula(goal)
    if goal[0] != "=" or sort_of(goal[1])[0] != "M":
        raise KernelError("an equation between matrices is wanted")
    total, premises = sub_matrix(goal[1], goal[2]), []
    for left, fact, right in items:
        f = fact.conclusion
        if f[0] != "=":
            raise KernelError("facts are equations")
        # a - b times a matrix for numbers a = b, which the two factors then are
        between = (
            sub_matrix(f[1], f[2]) if sort_of(f[1])[0] == "M" else ("sc", sub(f[1], f[2]), ("id", sort_of(left)[2]))
        )
        total = ("m+", total, ("sc", num(-1), ("mm", ("mm", left, between), right)))
        premises.append(fact)
    sort_of(total)
    if matrix(total):
        raise KernelError("the combination is not the goal")
    return NOTHING.union(*(p.hypotheses for p in premises)), goal, premises


def sub_matrix(a: Term, b: Term) -> Term:
    """A - B."""
    return ("m+", a, ("sc", num(-1), b))


@rule
def rewrite(equation: Theorem, th: Theorem, hole: Term, template: Term) -> Made:
    """From G |- a = b and D |- f(a): G, D |- f(b); f is the template, the hole a variable of the sort of a and b."""
    if (
        equation.conclusion[0] != "="
        or hole[0] != "v"
        or hole[2] in (P, N)
        or any(hole in free(v[2]) for v in free(template))
    ):
        raise KernelError("an equation, and a number or matrix that stands in no size for a hole, are wanted")
    a, b = equation.conclusion[1:]
    check_formula(("=", hole, a))
    if hole[2] == Z and not all(within(sort_of(x), Z) for x in (a, b)):
        raise KernelError("the hole stands for integers")
    if substitute(template, {hole: a}) != th.conclusion:
        raise KernelError("the template is not the theorem")
    return equation.hypotheses | th.hypotheses, substitute(template, {hole: b}), [equation, th]


@rule
def trichotomy(below: Theorem, equal: Theorem, above: Theorem, a: Term, b: Term) -> Made:
    """From G, a < b |- f; G, a = b |- f; G, b < a |- f: G |- f."""
    if not below.conclusion == equal.conclusion == above.conclusion:
        raise KernelError("the cases end differently")
    kept = (below.hypotheses - {("<", a, b)}) | (equal.hypotheses - {("=", a, b)}) | (above.hypotheses - {("<", b, a)})
    check_formula(("<", a, b))
    return kept, below.conclusion, [below, equal, above]


@rule
def absurd(th: Theorem, f: Term) -> Made:
    """From G |- 0 < 0: G |- f."""
    if th.conclusion != FALSE:
        raise KernelError("no contradiction")
    return th.hypotheses, f, [th]


@rule
def deny(th: Theorem, a: Term) -> Made:
    """From G, a = 0 |- 0 < 0: G |- a != 0."""
    if th.conclusion != FALSE:
        raise KernelError("no contradiction")
    return th.hypotheses - {("=", a, ZERO)}, ("!=", a), [th]


@rule
def clash(unequal: Theorem, equal: Theorem) -> Made:
    """From G |- a != 0 and D |- a = 0: G, D |- 0 < 0."""
    if unequal.conclusion[0] != "!=" or equal.conclusion != ("=", unequal.conclusion[1], ZERO):
        raise KernelError("no contradiction")
    return unequal.hypotheses | equal.hypotheses, FALSE, [unequal, equal]


@rule
def discrete(th: Theorem) -> Made:
    """From G |- a < b between integers: G |- a + 1 <= b."""
    op, a, b = th.conclusion
    if op != "<" or not all(within(sort_of(x), Z) for x in (a, b)):
        raise KernelError("no strict inequality between integers")
    return th.hypotheses, ("<=", ("+", a, ONE), b), [th]


@rule
def induction(base: Theorem, step: Theorem, i: Term, low: Term, high: Term, f: Term) -> Made:
    """From G |- f(low) and D, low <= i, i + 1 <= high, f(i) |- f(i + 1): G, D, low <= i, i <= high |- f(i).

    i is an integer that is free in nothing else.
    """
    kept = base.hypotheses | (step.hypotheses - {f, ("<=", low, i), ("<=", ("+", i, ONE), high)})
    if i[0] != "v" or i[2] != Z or not all(within(sort_of(x), Z) for x in (low, high)):
        raise KernelError("an induction runs over integers")
    if any(i in free(x) for x in (*kept, low, high)) or any(i in free(x[2]) for x in free(f)):
        raise KernelError("the variable of the induction is not arbitrary, or stands in the size of a matrix")
    if base.conclusion != substitute(f, {i: low}) or step.conclusion != substitute(f, {i: ("+", i, ONE)}):
        raise KernelError("not the beginning, or not the step")
    return kept | {("<=", low, i), ("<=", i, high)}, f, [base, step]


@rule
def both(a: Theorem, b: Theorem) -> Made:
    """From G |- f and D |- g: G, D |- f and g."""
    return a.hypotheses | b.hypotheses, ("and", a.conclusion, b.conclusion), [a, b]


@rule
def part(th: Theorem, k: int) -> Made:
    """From G |- f_1 and f_2: G |- f_k."""
    if th.conclusion[0] != "and" or k not in (1, 2):
        raise KernelError("no conjunction")
    return th.hypotheses, th.conclusion[k], [th]


@rule
def choose(existence: Theorem, x: Term, th: Theorem) -> Made:
    """From G |- f(x) for some x and D, f(x) |- g: G, D |- g, where x is free in nothing else, f included."""
    f = existence.conclusion
    if f[0] != "ex" or x[0] != "v" or x[2] != f[1]:
        raise KernelError("no existence of something of this sort")
    kept = existence.hypotheses | (th.hypotheses - {opened(f[2], x)})
    if any(x in free(g) for g in (*kept, f, th.conclusion)):
        raise KernelError(f"{x[1]} is not arbitrary")
    return kept, th.conclusion, [existence, th]


@rule
def meaning(name: str, *arguments: Term) -> Made:
    """What a symbol of the vocabulary means, on its domain of definition: see `vocabulary`."""
    if name not in MEANINGS:
        raise KernelError(f"no meaning is called {name}")
    return (*MEANINGS[name](*arguments), [])


@rule
def axiom(identifier: str, letter: str, text: str, conjunct: int) -> Made:
    """A conjunct of a textbook statement, under what its domains, hypotheses and definedness ask for."""
    statement = read(identifier, letter, text)
    return statement.asked[conjunct], statement.conclusions[conjunct], []


@rule
def principle(name: str, *arguments: Any) -> Made:
    """An instance of a named principle, which is believed: see `principles`."""
    if name not in PRINCIPLES:
        raise KernelError(f"no principle is called {name}")
    return (*PRINCIPLES[name](*arguments), [])


def proves(th: Theorem, identifier: str, letter: str, text: str, conjunct: int) -> bool:
    """Whether a theorem is a conjunct of a statement, asking for nothing that the statement does not grant."""
    statement = read(identifier, letter, text)
    granted = statement.hypotheses[conjunct]
    known = all(any(same_formula(h, g) for g in granted) for h in th.hypotheses)
    return type(th) is Theorem and known and th.conclusion == statement.conclusions[conjunct]
