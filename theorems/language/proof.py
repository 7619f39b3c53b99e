"""A proof as data: steps that state a relation and say why it holds.  Checked by the kernel, never believed.

A step names the facts it rests on by the names of earlier steps; the hypotheses of the statement are the facts
`given 0`, `given 1`, ...  A free index with a range, `Index("i", 1, n)`, stands for every value in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lemmata.theorems.language.core import quantity


def _exact(values: Mapping[Any, Any]) -> dict[Any, Any]:
    """Whole numbers among the values as exact constants."""
    return {k: quantity(v) if isinstance(v, int) else v for k, v in values.items()}


def by_name(values: Mapping[Any, Any]) -> dict[str, Any]:
    """Values of variables, by the names of these."""
    return {k if isinstance(k, str) else k.name: v for k, v in values.items()}


class Reason:
    """Base of all reasons a step may give."""


@dataclass(frozen=True, eq=False)
class Apply(Reason):
    """An instance of another statement: `where` gives variables their values, `at` the indices its claim binds.

    A variable left out stands for itself, a dimension left out is read off the shapes.  Keys are variables or names.
    """

    statement: str
    where: Mapping[Any, Any] = field(default_factory=dict)
    conjunct: int = 0
    at: Mapping[Any, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", _exact(self.where))
        object.__setattr__(self, "at", _exact(self.at))


@dataclass(frozen=True, eq=False)
class Identity(Reason):
    """Both sides have the same normal form."""


@dataclass(frozen=True, eq=False)
class Combine(Reason):
    """A combination of facts: rhs - lhs is the sum of coefficient times (rhs - lhs) of each fact, plus a rest.

    Coefficients of inequalities, and the rest, must be seen to be non-negative; the rest of an equation is zero.
    """

    facts: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", _exact(self.facts))


@dataclass(frozen=True, eq=False)
class Refute(Reason):
    """The negation of the step, called "contrary" among the facts, is contradictory.

    The combination of facts with non-negative factors, as in `Combine`, says that a number that is not positive is
    positive, or that a negative one is not negative.  The contrary of a <= b is b < a, that of a < b is b <= a, and
    between integers that of a <= b is b + 1 <= a.
    """

    facts: Mapping[str, Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", _exact(self.facts))


@dataclass(frozen=True, eq=False)
class Squares(Reason):
    """rhs - lhs is a sum of d q^2 times the facts named beside it, and of multiples of equations.

    `terms` are (d, names of facts a <= b, q), d a positive number and each b - a a factor; `multiples` the factors of
    equations.  A relation that is strict needs a number times facts that are.
    """

    terms: tuple[tuple[Any, tuple[str, ...], Any], ...]
    multiples: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "terms", tuple((quantity(d), tuple(f), quantity(q)) for d, f, q in self.terms))
        object.__setattr__(self, "multiples", _exact(self.multiples))


@dataclass(frozen=True, eq=False)
class Antisymmetric(Reason):
    """a == b from the facts a <= b and b <= a."""

    below: str
    above: str


@dataclass(frozen=True, eq=False)
class Cases(Reason):
    """The step holds where the inequality `split` does, by the steps `then`, and elsewhere, by the steps `otherwise`.

    In each of them "case" names what distinguishes it: `split`, or its contrary.
    """

    split: Any
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]


@dataclass(frozen=True, eq=False)
class Induction(Reason):
    """The step for every value of its free index, by induction from the least value.

    The steps `base` give it at the least value, the steps `then` at one value more than the index, with "before" for
    the name of the step at the index itself.
    """

    index: Any
    base: tuple[Step, ...]
    then: tuple[Step, ...]


@dataclass(frozen=True, eq=False)
class ForEach(Reason):
    """The step for every value of an index whose range may be empty, by steps for a fixed value in it.

    What holds for each of perhaps no values ends a proof; other steps cannot use it.
    """

    index: Any
    steps: tuple[Step, ...]


@dataclass(frozen=True, eq=False)
class Congruence(Reason):
    """f(A) == f(B), from the fact A == B between matrices."""

    fact: str


@dataclass(frozen=True, eq=False)
class Instance(Reason):
    """A fact that holds for every value of an index, at one value."""

    fact: str
    index: Any
    value: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", quantity(self.value))


@dataclass(frozen=True, eq=False)
class SomeTerms(Reason):
    """Some terms of a sum of non-negative terms are at most all of it.

    `fact` says 0 <= x for a vector x; `ranges` are the disjoint ranges of entries, in order, that are kept.  Where
    they are all the entries, the two are equal.
    """

    fact: str
    ranges: tuple[tuple[Any, Any], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranges", tuple((quantity(a), quantity(b)) for a, b in self.ranges))


@dataclass(frozen=True, eq=False)
class Unrolled(Reason):
    """A sum or product over an index is its only term, or its last term beside the sum or product of the others.

    Likewise a product of consecutive layers is the last of them times the product of the others, the Kronecker product
    of two unit columns the unit column that it is, and a column of A ∘ B is diag(A e_j) B e_j.
    """


@dataclass(frozen=True, eq=False)
class Multiply(Reason):
    """The matrix equation whose two sides differ by the sum of left (lhs - rhs) right over the facts.

    A factor is a matrix or a number, None stands for the identity.
    """

    facts: Mapping[str, tuple[Any, Any]]

    def __post_init__(self) -> None:
        pairs = {k: tuple(quantity(x) if isinstance(x, int) else x for x in pair) for k, pair in self.facts.items()}
        object.__setattr__(self, "facts", pairs)


@dataclass(frozen=True, eq=False)
class Sign(Reason):
    """A sign that the domains of the variables, the kinds of the quantities and earlier facts leave no choice about."""


@dataclass(frozen=True, eq=False)
class At(Reason):
    """One entry of a relation between vectors."""

    fact: str
    index: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", quantity(self.index))


@dataclass(frozen=True, eq=False)
class Entrywise(Reason):
    """A relation between vectors, from its entry at every index."""

    fact: str
    index: Any


@dataclass(frozen=True, eq=False)
class Summed(Reason):
    """The sum of a relation over the entries of its vectors, or over an index it holds for."""

    fact: str
    index: Any = None


@dataclass(frozen=True, eq=False)
class Defined(Reason):
    """What holds because a quantity of the claim is defined: a denominator is not zero, a radicand not negative.

    `fact` shows that the denominator is not negative.
    """

    fact: str | None = None


@dataclass(frozen=True, eq=False)
class Vanishing(Reason):
    """A = 0 because A^T A = 0."""

    fact: str


@dataclass(frozen=True, eq=False)
class Eigenvector(Reason):
    """u is a unit eigenvector of the symmetric matrix to its i-th eigenvalue."""

    matrix: Any
    index: Any
    u: Any


@dataclass(frozen=True, eq=False)
class SingularVectors(Reason):
    """u, v are right and left unit singular vectors of the square matrix to its i-th singular value."""

    matrix: Any
    index: Any
    u: Any
    v: Any


@dataclass(frozen=True, eq=False)
class OneDirection(Reason):
    """w = u u^T w: the i-th singular value is simple, and w is an eigenvector of A^T A to its square."""

    fact: str
    vectors: SingularVectors
    w: Any


@dataclass(frozen=True, eq=False)
class Differentiate(Reason):
    """The derivative of an equation that holds along a family; `rates` names the derivatives of the vectors in it."""

    fact: str
    variable: Any
    rates: Mapping[Any, Any]


@dataclass(frozen=True, eq=False)
class SumOfMatrices(Reason):
    """Weyl's inequality over a sum of symmetric matrices, by induction on the number of terms."""


@dataclass(frozen=True, eq=False)
class CommonEigenvector(Reason):
    """A common eigenvector of the factors body(1), ..., body(L) is one of their product, by induction on L.

    `fact` says body @ vector == entry(values, index) * vector for every index; the eigenvalue is prod(values).
    """

    fact: str
    index: Any
    body: Any
    vector: Any
    values: Any


@dataclass(frozen=True, eq=False)
class LargestTerm(Reason):
    """A term is at most the largest term."""


@dataclass(frozen=True, eq=False)
class EveryTerm(Reason):
    """The largest term is at most what every term is at most."""

    fact: str
    index: Any


@dataclass(frozen=True, eq=False)
class Widths(Reason):
    """The bound from below that all widths of a family of layers share but those at one end."""

    fact: str


@dataclass(frozen=True, eq=False)
class Discriminant(Reason):
    """Two eigenvalues of a polynomial family coincide at every value of `variable`.

    They do at more points than the discriminant has zeros: the hypothesis `apart` says that the points are distinct,
    `meet` that two eigenvalues coincide at each.
    """

    variable: Any
    apart: str
    meet: str


@dataclass(frozen=True, eq=False)
class Boxes(Reason):
    """An inequality between numbers on a box, each part of which is decided by enclosures; one cover per conjunct."""

    covers: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class EntryByEntry(Reason):
    """The claim at every size that its variables can have, as a claim about entries with a proof of its own.

    `cases` are (sizes, whether semidefinite matrices are written L L^T, proof).
    """

    cases: tuple[tuple[Mapping[str, int], bool, Proof], ...]


@dataclass(frozen=True, eq=False)
class LayerFlow(Reason):
    """Gradient flow on two consecutive layers of a linear network, by the chain rule."""


@dataclass(frozen=True, eq=False)
class VertexFlow(Reason):
    """Gradient flow on the edges at one or two vertices, by the chain rule and Euler's identity."""


@dataclass(frozen=True, eq=False)
class PartsFlow(Reason):
    """Gradient flow on the weights into and out of an array of neurons that two parts of a network share."""


@dataclass(frozen=True, eq=False)
class CutFlow(Reason):
    """Gradient flow on sets of edges that every path crosses exactly once, by Euler's identity."""


@dataclass(frozen=True, eq=False)
class Step:
    """A named relation and the reason why it holds."""

    name: str
    states: Any
    by: Reason


@dataclass(frozen=True, eq=False)
class Proof:
    """Steps that together establish every conjunct of a statement."""

    method: str
    steps: tuple[Step, ...]
