"""A proof as data: steps that state a relation and say why it holds.  Checked by the kernel, never believed.

Formulas are text in the words of the statement; its variables, and the indices that the proof declares with their
ranges, are known by name.  A step names the facts it rests on by the names of earlier steps; the hypotheses of the
statement are the facts `given_0`, `given_1`, ...  Where a formula may stand a tree of the language may be given: a
`Proof` writes it down (see `written_down`).
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import InitVar, field, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from lemmata.language.core import quantity
from lemmata.language.records import Record
from lemmata.language.statement import leaves
from lemmata.language.text import write
from lemmata.language.trees import substitute
from lemmata.language.variables import Dim, Index


class Reason(Record):
    """Base of all reasons a step may give; numbers among their formulas become exact constants."""

    def __post_init__(self) -> None:
        for f in fields(self):
            if f.name not in KEPT:
                object.__setattr__(self, f.name, _constant(getattr(self, f.name)))


def _constant(value: Any) -> Any:
    """A formula, names, or tables and lists of these, numbers as exact constants."""
    if isinstance(value, int | Fraction):
        return quantity(value)
    if isinstance(value, Mapping):
        return {k: _constant(v) for k, v in value.items()}
    return tuple(map(_constant, value)) if isinstance(value, tuple | list) else value


class Apply(Reason):
    """An instance of another statement: `where` gives variables, and the indices that its claim binds, their values.

    A variable left out stands for itself, a dimension left out is read off the shapes.  Keys are names, or variables.
    """

    statement: str
    where: Mapping[Any, Any] = field(default_factory=dict)
    conjunct: int = 0
    at: InitVar[Mapping[Any, Any] | None] = None  # values of the indices, where trees keep them apart

    def __post_init__(self, at: Mapping[Any, Any] | None) -> None:
        where = {k if isinstance(k, str) else k.name: v for k, v in {**self.where, **(at or {})}.items()}
        object.__setattr__(self, "where", _constant(where))


class Identity(Reason):
    """Both sides have the same normal form."""


class Combine(Reason):
    """A combination of facts: rhs - lhs is the sum of coefficient times (rhs - lhs) of each fact, plus a rest.

    Coefficients of inequalities, and the rest, must be seen to be non-negative; the rest of an equation is zero.
    """

    facts: Mapping[str, Any]


class Refute(Reason):
    """The negation of the step, called "contrary" among the facts, is contradictory.

    The combination of facts with non-negative factors, as in `Combine`, says that a number that is not positive is
    positive, or that a negative one is not negative.  The contrary of a <= b is b < a, that of a < b is b <= a, and
    between integers that of a <= b is b + 1 <= a.
    """

    facts: Mapping[str, Any]


class Squares(Reason):
    """rhs - lhs is a sum of d q^2 times the facts named next to it, and of multiples of equations.

    `terms` are (d, names of facts a <= b, q), d a positive number and each b - a a factor; `multiples` the factors of
    equations.  A relation that is strict needs a number times facts that are.
    """

    terms: tuple[tuple[Any, tuple[str, ...], Any], ...]
    multiples: Mapping[str, Any] = field(default_factory=dict)


class Antisymmetric(Reason):
    """a == b from the facts a <= b and b <= a."""

    below: str
    above: str


class Cases(Reason):
    """The step holds where the inequality `split` does, by the steps `then`, and elsewhere, by the steps `otherwise`.

    In each of them "case" names what distinguishes it: `split`, or its contrary.
    """

    split: Any
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]


class Induction(Reason):
    """The step for every value of its free index, by induction from the least value.

    The steps `base` give it at the least value, the steps `then` at one value more than the index, with "before" for
    the name of the step at the index itself.  In `then` the index stops before its last value; there it has the name
    `near`, or its own, which then means nothing else there.
    """

    index: Any
    base: tuple[Step, ...]
    then: tuple[Step, ...]
    near: str | None = None


class ForEach(Reason):
    """The step for every value of an index whose range may be empty, by steps for a fixed value in it.

    What holds for each of perhaps no values ends a proof; other steps cannot use it.
    """

    index: Any
    steps: tuple[Step, ...]


class Congruence(Reason):
    """f(A) == f(B), from the fact A == B between matrices."""

    fact: str


class Applied(Reason):
    """f(a) == f(b), from the fact a == b, for the function f of this name."""

    function: str
    fact: str


class Instance(Reason):
    """A fact that holds for every value of an index, at one value."""

    fact: str
    index: Any
    value: Any


class SomeTerms(Reason):
    """Some terms of a sum of non-negative terms are at most all of it.

    `fact` says 0 <= x for a vector x; `ranges` are the disjoint ranges of entries, in order, that are kept.  Where
    they are all the entries, the two are equal.
    """

    fact: str
    ranges: tuple[tuple[Any, Any], ...]


class Unrolled(Reason):
    """A sum or product over an index is its only term, or its last term next to the sum or product of the others.

    Likewise a product of consecutive layers is the last of them times the product of the others, the Kronecker product
    of two unit columns the unit column that it is, and a column of A ∘ B is diag(A e_j) B e_j.
    """


class Multiply(Reason):
    """The matrix equation whose two sides differ by the sum of left (lhs - rhs) right over the facts.

    A factor is a matrix or a number, None stands for the identity.
    """

    facts: Mapping[str, tuple[Any, Any]]


class Sign(Reason):
    """A sign that the domains of the variables, the kinds of the quantities and earlier facts leave no choice about."""


class At(Reason):
    """One entry of a relation between vectors."""

    fact: str
    index: Any


class Entrywise(Reason):
    """A relation between vectors, from its entry at every index."""

    fact: str
    index: Any


class Summed(Reason):
    """The sum of a relation over the entries of its vectors, or over an index it holds for."""

    fact: str
    index: Any = None


class Defined(Reason):
    """What holds because a quantity of the claim is defined: a denominator is not zero, a radicand not negative.

    `fact` shows that the denominator is not negative.
    """

    fact: str | None = None


class Vanishing(Reason):
    """A = 0 because A^T A = 0."""

    fact: str


class Eigenvector(Reason):
    """u is a unit eigenvector of the symmetric matrix to its i-th eigenvalue."""

    matrix: Any
    index: Any
    u: Any


class SingularVectors(Reason):
    """u, v are right and left unit singular vectors of the square matrix to its i-th singular value."""

    matrix: Any
    index: Any
    u: Any
    v: Any


def chosen(by: Reason) -> tuple[Any, ...]:
    """The vectors that a reason chooses for its matrix."""
    if isinstance(by, Eigenvector):
        return (by.u,)
    return (by.u, by.v) if isinstance(by, SingularVectors) else ()


class OneDirection(Reason):
    """w = u u^T w: the i-th singular value is simple, and w is an eigenvector of A^T A to its square."""

    fact: str
    vectors: SingularVectors
    w: Any


class Differentiate(Reason):
    """The derivative of an equation that holds along a family; `rates` names the derivatives of the vectors in it."""

    fact: str
    variable: Any
    rates: Mapping[Any, Any]


class LargestTerm(Reason):
    """A term is at most the largest term."""


class EveryTerm(Reason):
    """The largest term is at most what every term is at most."""

    fact: str
    index: Any


class OnPrinciple(Reason):
    """The claim is what a named principle says (`lemmata.principles`), or gives together with the row of this id."""

    principle: str
    row: str | None = None


class Step(Record):
    """A named relation and the reason why it holds.

    `states` is a formula, or None where the reason alone says it (see `COMPUTED`), or "qed", "qed[1]", ...: the
    conjunct of the claim, and in steps inside a reason what these steps are to show.  A fact that stands inside the
    reason of the next step is a step whose name is its text after `INLINE`.  `place` is the file and line.
    """

    name: str
    states: Any
    by: Reason
    place: str = field(default="", compare=False, repr=False)


def every_step(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Steps, and the steps inside their reasons."""
    for step in steps:
        yield step
        for block in ("then", "otherwise", "base", "steps"):
            yield from every_step(getattr(step.by, block, ()))


class Proof(Record):
    """Steps that together establish every conjunct of a statement.

    `indices` are ranges of the indices left open, `defined` names for expressions, each in terms of earlier ones.

    Raises ValueError where one name of an index would stand for two things.
    """

    method: str
    steps: tuple[Step, ...]
    indices: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    defined: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        steps, indices = written_down(self.steps, self.indices)
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "indices", indices)


COMPUTED = (Applied, Apply, At, Instance, Antisymmetric, Summed, Entrywise, EveryTerm)  # they say what they show
QED = re.compile(r"qed(?:\[(\d+)\])?")
INLINE = "="  # how the name of a fact without a name begins


def replaced(text: str, values: Mapping[str, str]) -> str:
    """A formula with values in place of names, all at once, in brackets where a value is more than a name."""

    def put(found: re.Match[str]) -> str:
        value = values[found[0]]
        return value if re.fullmatch(r"[\w.]+", value) else f"({value})"

    names = "|".join(map(re.escape, values))
    return re.sub(rf"(?<![^.]\.)\b(?:{names})\b", put, text) if names else text  # X.T is a transpose whatever T is


def spelled_out(text: str, defined: Mapping[str, str]) -> str:
    """A formula with what defined names stand for in their place; each stands for an expression in earlier ones."""
    values: dict[str, str] = {}
    for name, expression in defined.items():
        values[name] = replaced(expression, values)
    return replaced(text, values)


NAMES = {  # where a reason names facts: alone, several of them, or as the keys of factors
    Combine: ("facts",), Refute: ("facts",), Squares: ("terms", "multiples"), Multiply: ("facts",),
    Antisymmetric: ("below", "above"),
}  # fmt: skip
KEPT = ("statement", "conjunct", "function", "principle", "row")  # what is no formula
RESERVED = {"let", "define", "proof", "lemma", "use", "qed", "then", "otherwise", "base", "next", "by"}


def written_down(
    steps: tuple[Step, ...], indices: Mapping[str, tuple[str, str]]
) -> tuple[tuple[Step, ...], dict[str, tuple[str, str]]]:
    """The steps with every formula as text and names of facts that are identifiers, and the ranges of open indices."""
    writer = Rewriter(dict(indices))
    return tuple(writer.step(s) for s in steps), writer.ranges


class Rewriter:
    """Writes down the steps of one proof."""

    def __init__(self, ranges: dict[str, tuple[str, str]]) -> None:
        self.ranges = ranges
        self.called: dict[Any, str] = {}  # names of indices that trees speak of
        self.facts: dict[str, str] = {}

    def fact(self, name: str) -> str:
        """The name of a fact as an identifier, another one for every name; a fact without one is called by its text."""
        if name.startswith(INLINE):
            return name
        if name not in self.facts:
            plain = re.sub(r"\W+", "_", name).strip("_") or "fact"
            if not plain.isidentifier():
                plain = f"fact_{plain}"
            if keyword.iskeyword(plain) or plain in RESERVED:
                plain += "_"
            out, k = plain, 1
            while out != name and out in self.facts.values():
                k += 1
                out = f"{plain}_{k}"
            self.facts[name] = out
        return self.facts[name]

    def index(self, leaf: Any) -> str:
        """The name of an open index."""
        if leaf not in self.called:
            low, high = (self.formula(x) for x in (leaf.domain.low, leaf.domain.high))
            name, k = leaf.name, 1
            while self.ranges.get(name, (low, high)) != (low, high):
                k += 1
                name = f"{leaf.name}_{k}"
            self.ranges[name] = (low, high)
            self.called[leaf] = name
        return self.called[leaf]

    def formula(self, node: Any) -> str:
        """A tree of the language, or a number, as text."""
        if isinstance(node, str):
            return node
        if isinstance(node, int):
            return str(node)
        open_ = {x for x in leaves(node, frozenset()) if _ranges(x)} if hasattr(node, "args") else set()
        renamed = {x: Index(self.index(x)) for x in sorted(open_, key=write) if self.index(x) != x.name}
        return write(substitute(node, renamed) if renamed else node)

    def step(self, step: Step) -> Step:
        """A step and the steps inside it."""
        states = None if step.states is None else self.formula(step.states)
        claim = isinstance(states, str) and QED.fullmatch(states)
        return Step(step.name if claim else self.fact(step.name), states, self.reason(step.by), step.place)

    def reason(self, by: Any) -> Any:
        """Why a step holds."""
        if isinstance(by, Cases):
            split = self.formula(by.split)
            return Cases(split, tuple(map(self.step, by.then)), tuple(map(self.step, by.otherwise)))
        if isinstance(by, Induction):
            return self.induction(by)
        if isinstance(by, ForEach):
            return ForEach(self.formula(by.index), tuple(map(self.step, by.steps)))
        named = NAMES.get(type(by), ("fact",))
        made = {f.name: self.value(getattr(by, f.name), f.name in named) for f in fields(by) if f.name not in KEPT}
        return replace(by, **made)

    def value(self, value: Any, named: bool) -> Any:
        """What a reason holds; `named` says that its strings, or its keys, are names of facts."""
        if value is None:
            return None
        if is_dataclass(value) and not hasattr(value, "args"):
            return self.reason(value)
        if isinstance(value, Mapping):
            keys = (self.fact(k) if named else k if isinstance(k, str) else k.name for k in value)
            return dict(zip(keys, (self.value(v, False) for v in value.values()), strict=True))
        if isinstance(value, tuple) and named:  # terms of squares
            return tuple((self.formula(d), tuple(map(self.fact, f)), self.formula(q)) for d, f, q in value)
        if isinstance(value, tuple):
            return tuple(self.value(v, False) for v in value)
        return self.fact(value) if named else self.formula(value)

    def induction(self, by: Induction) -> Induction:
        """Trees call the index and the shorter one by the same name; text does where only the latter is spoken of."""
        name, base = self.formula(by.index), tuple(map(self.step, by.base))
        if not _ranges(by.index):
            return Induction(name, base, tuple(map(self.step, by.then)), by.near)
        shorter = Index(by.index.name, by.index.domain.low, by.index.domain.high - 1)
        if shorter in self.called:  # facts speak of it already
            return Induction(name, base, tuple(map(self.step, by.then)), self.called[shorter])
        near = f"{name}_0" if any(x == by.index for s in by.then for x in _open(s)) else None
        self.called[shorter] = near or name
        then = tuple(map(self.step, by.then))
        del self.called[shorter]
        return Induction(name, base, then, near)


def _ranges(leaf: Any) -> bool:
    """Whether a variable is an index with a range."""
    index = isinstance(leaf, Index) and not isinstance(leaf, Dim)
    return index and getattr(leaf.domain, "high", None) is not None


def _open(part: Any) -> Iterator[Any]:
    """The variables in a step."""
    if is_dataclass(part) and not hasattr(part, "args") and not isinstance(part, type):
        for f in fields(part):
            yield from _open(getattr(part, f.name))
    elif isinstance(part, Mapping):
        for v in part.values():
            yield from _open(v)
    elif isinstance(part, tuple):
        for v in part:
            yield from _open(v)
    elif hasattr(part, "args"):
        yield from leaves(part, frozenset())
