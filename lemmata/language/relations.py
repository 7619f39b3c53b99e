"""Relations: what is assumed and what is claimed.  Never simplified, never reordered."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

from sympy import Basic, Expr
from sympy.core.symbol import Str

from lemmata.language.atoms import LMin
from lemmata.language.columns import Entries
from lemmata.language.core import LateBound, Printed, quantity
from lemmata.language.dimensions import ShapeError, length, same_dimension, with_article
from lemmata.language.matrices import MatrixTerm

HOLDS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "==": operator.eq}
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}  # the same said from the other side
CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}  # what holds of numbers where a relation fails


class Clause(Printed, Basic):
    """Base of everything that may stand in `given` or `claim`."""

    def __bool__(self) -> bool:
        raise TypeError("a relation has no truth value here: write chain(a, '<=', b, '<=', c) for a chain")


def _side(value: Any) -> Expr:
    return value if isinstance(value, MatrixTerm) else quantity(value)


def _column_as_vector(side: Expr) -> Expr:
    if not isinstance(side, MatrixTerm):
        return side
    if side.shape[1] != 1:
        raise ShapeError(
            f"{side} is {with_article(side.shape)} matrix: it is compared with a matrix of that shape, "
            "a scalar or vector with a scalar or vector"
        )
    return Entries(side)


class Relation(Clause, of="lhs: Expr, op: str, rhs: Expr"):
    """`lhs op rhs`, entry by entry for vectors and matrices; a column next to a quantity counts as a vector."""

    def __new__(cls, lhs: Any, op: str, rhs: Any) -> Relation:
        op = str(op)
        if op not in HOLDS:
            raise ValueError(f"unknown relation {op!r}: use one of {' '.join(HOLDS)}")
        lhs, rhs = _side(lhs), _side(rhs)
        if isinstance(lhs, MatrixTerm) != isinstance(rhs, MatrixTerm):
            lhs, rhs = _column_as_vector(lhs), _column_as_vector(rhs)
        if isinstance(lhs, MatrixTerm):
            if not all(map(same_dimension, lhs.shape, rhs.shape)):
                other = with_article(rhs.shape)
                raise ShapeError(f"cannot compare {with_article(lhs.shape)} matrix with {other} one")
        else:
            left, right = length(lhs), length(rhs)
            if left is not None and right is not None and not same_dimension(left, right):
                raise ShapeError(f"cannot compare a vector of {left} entries with one of {right}: {lhs} and {rhs}")
        return Basic.__new__(cls, lhs, Str(op), rhs)


LateBound.relation = Relation


class Chain(Clause):
    """`a op b op c ...`: several relations that a paper prints as one line."""

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Its links, from left to right."""
        parts = self.args
        return tuple(Relation(parts[k], parts[k + 1].name, parts[k + 2]) for k in range(0, len(parts) - 2, 2))


class ForAll(Clause, of="index: Index, low, high, body: Clause"):
    """A relation for every value of an index in low..high (no value at all where high < low)."""


class Exists(Clause, of="body: Clause"):
    """Some instance satisfies the hypotheses and this relation.

    A certified witness proves it; only a proof of the opposite, held by another statement, refutes it.
    """


def chain(*parts: Any) -> Clause:
    """`chain(a, "<=", b, "<", c)`: a chain of relations, each its own conjunct with its own margin."""
    if len(parts) < 3 or len(parts) % 2 == 0:
        raise ValueError("chain(...) takes a, op, b, op, c, ...")
    if len(parts) == 3:
        return Relation(*parts)
    sides = [Str(str(p)) if k % 2 else _side(p) for k, p in enumerate(parts)]
    out = Basic.__new__(Chain, *sides)
    assert out.relations  # builds every link, so that shapes and operators are checked here
    return out


def eq(lhs: Any, rhs: Any) -> Relation:
    """Equality claim or hypothesis (`==` itself compares trees)."""
    return Relation(lhs, "==", rhs)


def loewner(a: Any, b: Any, op: str = "<=") -> Relation:
    """`a <= b` (or `<`) in the Loewner order: b - a has no negative (only positive) eigenvalues."""
    return Relation(LMin(b - a), {"<=": ">=", "<": ">"}[op], 0)


def forall(*parts: Any) -> Clause:
    """`forall(i, low, high, ..., body)`: the body (or each of a chain's links) for all indices in their ranges."""
    *ranges, body = parts
    if not ranges or len(ranges) % 3:
        raise ValueError("forall(...) takes index, low, high, ..., body")
    for k in range(len(ranges) - 3, -1, -3):
        body = ForAll(ranges[k], ranges[k + 1], ranges[k + 2], body)
    return body


def exists(body: Clause) -> Exists:
    """Existence claim over all variables of the statement."""
    return Exists(body)


def conjuncts(clause: Clause) -> Iterator[Clause]:
    """The separate conjuncts of a clause: links of chains, each under its own quantifiers."""
    if isinstance(clause, Chain):
        yield from clause.relations
    elif isinstance(clause, ForAll):
        for body in conjuncts(clause.body):
            yield ForAll(clause.index, clause.args[1], clause.args[2], body)
    else:
        yield clause


def strict(op: str) -> bool:
    """Whether equality breaks the relation."""
    return op in ("<", ">")
