"""Limits along depth: rational functions of quantities that decay geometrically tend to their values at zero.

For a claim `value -> target as L -> oo` the kernel has to prove, for every L, with sequences as vectors of their first
L terms and under the hypotheses of the statement: that the value is a rational function F of numbers free of L and of
products p; that p^2 <= r r ... r, L factors, with 0 <= r < 1; that the factors of p are defined; that the denominators
of F do not vanish, and F is the target, where 0 is put for every p.  `bounded` writes this as statements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Integer, Rational

from lemmata.language import core
from lemmata.language.core import quantity
from lemmata.language.domains import Integers
from lemmata.language.families import ProdOver
from lemmata.language.functions import entry
from lemmata.language.probability import Converges
from lemmata.language.relations import ForAll, Relation, eq, forall
from lemmata.language.sequences import Sequence as Along
from lemmata.language.sequences import Term
from lemmata.language.statement import Kind, Statement
from lemmata.language.text import write
from lemmata.language.variables import Index, Scalar, Vector
from lemmata.principles.templates import PrincipleError

RATIONAL = (core.Plus, core.Times, core.Neg, core.Quotient, core.Power)


@dataclass(frozen=True)
class Bound:
    """A product over layers, and the number r with product^2 <= r^L; sequences are vectors in it."""

    product: Any
    rate: Any


def bounded(statement: Statement, function: Any, bounds: Sequence[Bound]) -> list[Statement]:
    """What the kernel has to prove, in parts, where `function` is the value as a function of the products bounded.

    Raises PrincipleError where the claim is no limit of numbers along a depth, or something has no place in it.
    """
    (claim,) = statement.conjuncts if len(statement.conjuncts) == 1 else (None,)
    if not isinstance(claim, Converges) or claim.mode != "as numbers":
        raise PrincipleError("the claim is no limit of numbers")
    depth = claim.dim
    value = vectors(claim.value, depth)
    claims: list[list[Any]] = []
    if value != function:
        claims = [*([_away(d)] for d in denominators(value)), [eq(value, function)]]
    for bound in bounds:
        if not isinstance(bound.product, ProdOver):
            raise PrincipleError(f"{write(bound.product)} is no product")
        index, low, high, body = bound.product.args
        _free(bound.rate)
        powers = ProdOver(index, Integer(1), depth, bound.rate)
        claims += [
            [*(forall(index, low, high, _away(d)) for d in denominators(body)), bound.product**2 <= powers],
            [*(_away(d) for d in denominators(bound.rate)), bound.rate >= 0, bound.rate < 1],
        ]
    limit = _at_zero(function, {bound.product for bound in bounds})
    _free(claim.target)
    claims += [[*(_away(d) for d in denominators(limit)), eq(limit, claim.target)]]
    given = tuple(_hypothesis(clause, depth) for clause in statement.hypotheses)
    paper, *rest = statement.id.split("~")
    return [
        Statement(
            id=f"{paper}~{'-'.join([*rest, f'part-{k}']).replace('.', '-')}", title=statement.title,
            source=statement.source, kind=Kind.ALGEBRAIC, claim=tuple(part), given=given,
        )
        for k, part in enumerate(claims, 1)
    ]  # fmt: skip


def vectors(node: Any, depth: Any) -> Any:
    """A rational expression with sequences as vectors of their first terms; `depth` stands in ranges alone.

    Raises PrincipleError for anything else.
    """
    if isinstance(node, Rational) or isinstance(node, Scalar) and not isinstance(node.domain, Integers):
        return node
    if isinstance(node, Term) and isinstance(node.args[0], Along) and isinstance(node.args[1], Index):
        return entry(Vector(node.args[0].name, depth), node.args[1])
    if isinstance(node, ProdOver):
        index, low, high, body = node.args
        _within(low, high, depth)
        return ProdOver(index, low, high, vectors(body, depth))
    if isinstance(node, core.Power) and isinstance(node.args[1], Integer) and node.args[1] >= 0:
        return node.func(vectors(node.args[0], depth), node.args[1])
    if isinstance(node, core.Plus | core.Times | core.Neg | core.Quotient | core.Abs):
        return node.func(*(vectors(x, depth) for x in node.args))
    raise PrincipleError(f"{write(node)} has no place in a rational function of layers")


def _hypothesis(clause: Any, depth: Any) -> Any:
    if isinstance(clause, ForAll):
        index, low, high, body = clause.args
        _within(low, high, depth)
        return forall(index, low, high, _hypothesis(body, depth))
    if isinstance(clause, Relation):
        return Relation(vectors(clause.lhs, depth), clause.op, vectors(clause.rhs, depth))
    raise PrincipleError(f"{write(clause)} is no relation between numbers")


def _within(low: Any, high: Any, depth: Any) -> None:
    """Make sure that a range ends at the depth: beyond it a vector has no entries, and nothing can be asked of them."""
    if not isinstance(low, Integer) or low < 1 or high != depth:
        raise PrincipleError(f"{write(low)}..{write(high)} are not the layers up to {write(depth)}")


def _away(denominator: Any) -> Any:
    return core.Abs(denominator) > 0


def denominators(node: Any) -> Iterator[Any]:
    """The denominators in an expression, those outside of products."""
    if isinstance(node, core.Quotient):
        yield node.args[1]
    if not isinstance(node, ProdOver):
        for part in node.args:
            yield from denominators(part)


def _free(node: Any) -> None:
    """Make sure that a number is a rational expression in which no layer and no depth stands."""
    if isinstance(node, Rational) or isinstance(node, Scalar) and not isinstance(node.domain, Integers):
        return
    if not isinstance(node, RATIONAL) or isinstance(node, core.Power) and not (
        isinstance(node.args[1], Integer) and node.args[1] >= 0
    ):  # fmt: skip
        raise PrincipleError(f"{write(node)} is not free of the layers")
    for part in node.args[:1] if isinstance(node, core.Power) else node.args:
        _free(part)


def _at_zero(function: Any, small: set[Any]) -> Any:
    """A rational function with 0 for the small products."""

    def put(node: Any) -> Any:
        if node in small:
            return quantity(0)
        if isinstance(node, core.Power):
            return node.func(put(node.args[0]), node.args[1])
        return node.func(*map(put, node.args)) if isinstance(node, RATIONAL) else node

    out = put(function)
    _free(out)
    return out
