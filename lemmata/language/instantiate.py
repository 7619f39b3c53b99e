"""From symbolic sizes to numbers: the concrete problem a backend evaluates."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from typing import Any

from sympy import Basic, Integer, Rational

from lemmata.language import core
from lemmata.language.domains import MatrixDomain, OpenInterval
from lemmata.language.families import (
    GradientGram,
    LayerList,
    Layers,
    MatProdOver,
    MatSumOver,
    MaxOver,
    ProdOver,
    Segment,
    StackOver,
    SumOver,
    Unit,
    VStack,
    Width,
    layer_name,
)
from lemmata.language.matrices import Id, MatPlus, MatTimes, ShapeError
from lemmata.language.relations import HOLDS, Clause, ForAll, Relation, conjuncts
from lemmata.language.specification import Spec, Specified
from lemmata.language.statement import Statement, leaves
from lemmata.language.variables import Dim, Index, Matrix, on_domain

LONGEST = 10_000  # bits of a number computed from dimensions alone


@dataclass(frozen=True, eq=False)
class Concrete:
    """A statement at fixed dimensions: variables with numeric domains, hypotheses and conjuncts in order."""

    statement: Statement
    dims: Mapping[str, int]
    variables: Mapping[str, Any]
    given: tuple[Clause, ...]
    claim: tuple[Clause, ...]

    @cached_property
    def admissible(self) -> bool:
        """Whether the dimensions lie in their domains and satisfy the hypotheses on dimensions alone."""
        if not _within(self.statement, self.dims):
            return False
        if any(_empty(v.domain) for v in self.variables.values()):
            return False
        return all(truth(c) for c in self.dimension_hypotheses)

    @cached_property
    def origins(self) -> tuple[int, ...]:
        """The statement's conjunct behind each of `claim`: one over layers or single columns becomes several."""
        return tuple(k for k, c in enumerate(self.statement.conjuncts) for _ in _clauses(c, self.dims))

    @cached_property
    def wholes(self) -> tuple[int, ...]:
        """The clause of the statement's claim, with all its links and cases, that each of `claim` belongs to."""
        clauses = self.statement.meaning[1]
        return tuple(k for k, whole in enumerate(clauses) for c in conjuncts(whole) for _ in _clauses(c, self.dims))

    @property
    def dimension_hypotheses(self) -> tuple[Clause, ...]:
        """Hypotheses that speak of dimensions only."""
        return tuple(c for c in self.given if is_constant(c))

    @property
    def hypotheses(self) -> tuple[Clause, ...]:
        """Hypotheses that speak of the other variables."""
        return tuple(c for c in self.given if not is_constant(c))


def _empty(domain: Any) -> bool:
    """Whether a domain with numeric parameters has no member: bounds that cross, a shape without rows or columns."""
    if isinstance(domain, MatrixDomain):
        return any(isinstance(side, Integer) and side < 1 for side in domain.shape)
    low, high = getattr(domain, "low", None), getattr(domain, "high", None)
    if not isinstance(low, Rational) or not isinstance(high, Rational):
        return False
    return low >= high if isinstance(domain, OpenInterval) else low > high


def instantiate(statement: Statement, dims: Mapping[str, int]) -> Concrete:
    """The statement at the given dimensions.

    Raises KeyError when a dimension has no value.
    """
    variables: dict[str, Any] = {}
    for leaf in statement.let:
        if isinstance(leaf, Layers):
            depth = int(dims[leaf.args[0].name])
            for k in range(1, depth + 1):
                layer = _layer(leaf, k, dims)
                variables[layer.name] = layer
        elif not isinstance(leaf, Dim):
            variables[leaf.name] = substitute(leaf, dims)
    given = tuple(c for clause in statement.hypotheses for c in _clauses(clause, dims))
    claim = tuple(c for clause in statement.conjuncts for c in _clauses(clause, dims))
    return Concrete(statement, dict(dims), variables, given, claim)


def _within(statement: Statement, dims: Mapping[str, int]) -> bool:
    """Whether all dimensions lie in their domains."""
    for leaf in statement.let:
        if isinstance(leaf, Dim):
            low, high = leaf.bounds
            if dims[leaf.name] < int(fold(substitute(low, dims))):
                return False
            if high is not None and dims[leaf.name] > int(fold(substitute(high, dims))):
                return False
    return True


def excluded(statement: Statement, dims: Mapping[str, int]) -> bool:
    """Whether a domain or a hypothesis on dimensions alone rules these dimensions out; cheaper than `instantiate`."""
    if not _within(statement, dims):
        return True
    about_dims = (c for c in statement.hypotheses if all(isinstance(v, Dim) for v in leaves(c, frozenset())))
    concrete = (substitute(c, dims) for c in about_dims)
    return any(is_constant(c) and not truth(c) for c in concrete)


def shapes_trees(clause: ForAll) -> bool:
    """Whether layers, single columns, products or exponents depend on an index that a clause ranges over."""
    indices, body = [clause.index], clause.body
    while isinstance(body, ForAll):
        indices.append(body.index)
        body = body.body
    if body.has(Segment, Width):
        return True
    ranged = body.atoms(MatSumOver, MaxOver, StackOver, SumOver)
    ends = any(end.has(*indices) for node in ranged for end in node.args[1:3])
    exponents = any(node.args[1].has(*indices) for node in body.atoms(core.RealPower))  # integers once it has a value
    return ends or exponents or any(node.has(*indices) for node in body.atoms(MatProdOver, ProdOver, Unit))


def _clauses(clause: Clause, dims: Mapping[str, int]) -> list[Clause]:
    """A clause at the given dimensions: one per index where trees depend on it, as layers, columns and powers do."""
    if isinstance(clause, ForAll) and shapes_trees(clause):
        return [c for body in _range(clause, dims, {}) for c in _clauses(body, dims)]
    return [substitute(clause, dims)]


def substitute(node: Any, dims: Mapping[str, Any], bound: Mapping[Any, int] | None = None) -> Any:
    """Replace dimensions by their values, or others, and unroll families, sums and stacks."""
    if bound or not isinstance(node, Basic) or not node.args:
        return _substituted(node, dims, bound or {})
    known = _known(tuple(dims.items()))
    found = known.get(node)
    if found is None:
        if len(known) > 5_000:
            known.clear()
        found = known[node] = _substituted(node, dims, {})
    return found


@lru_cache(maxsize=64)
def _known(dims: tuple[tuple[str, Any], ...]) -> dict[Basic, Any]:
    """What was made of trees at these dimensions: checks put many claims that share most of their trees to them."""
    return {}


def _substituted(node: Any, dims: Mapping[str, Any], bound: Mapping[Any, int]) -> Any:
    if node in bound:
        return Integer(bound[node])
    if isinstance(node, Dim):
        value = dims[node.name]
        return value if isinstance(value, Dim) else Integer(value)
    if hasattr(node, "domain") and hasattr(node, "name"):
        domain = node.domain.map(lambda p: fold(substitute(p, dims, bound)))
        return node if domain == node.domain else on_domain(node, domain)
    if not isinstance(node, Basic) or not node.args:
        return node
    rule = _UNROLL.get(type(node))
    if rule:
        return rule(node, dims, bound)
    if getattr(node, "spec", Spec()).sizes:
        return node.func(*_folded(node, dims, bound))
    args = tuple(substitute(a, dims, bound) for a in node.args)
    return node if unchanged(node, args) else node.func(*args)


def unchanged(node: Any, args: tuple[Any, ...]) -> bool:
    """Whether a node of the vocabulary would be made of the parts it has: making it checks all below it again."""
    return all(map(operator.is_, args, node.args)) and isinstance(node, Specified)


def _range(node: Any, dims: Mapping[str, int], bound: Mapping[Any, int]) -> list[Any]:
    low, high = (int(fold(substitute(p, dims, bound))) for p in node.args[1:3])
    return [substitute(node.body, dims, {**bound, node.index: k}) for k in range(low, high + 1)]


def _layer(family: Layers, k: int, dims: Mapping[str, int]) -> Matrix:
    depth = int(dims[family.args[0].name])
    rows, cols = (fold(substitute(family.width(j, depth), dims)) for j in (k, k - 1))
    return Matrix(layer_name(family, k), rows, cols)


def _segment(node: Segment, dims: Mapping[str, int], bound: Mapping[Any, int]) -> Any:
    family = node.args[0]
    last, first = (int(fold(substitute(a, dims, bound))) for a in node.args[1:])
    if last < first:
        depth = int(dims[family.args[0].name])
        return Id(fold(substitute(family.width(last, depth), dims)))
    return core.joined([_layer(family, k, dims) for k in range(last, first - 1, -1)], MatTimes)


def _width(node: Width, dims: Mapping[str, int], bound: Mapping[Any, int]) -> Any:
    family, layer = node.args
    depth = int(dims[family.args[0].name])
    return fold(substitute(family.width(int(fold(substitute(layer, dims, bound))), depth), dims))


def _gradient_gram(node: GradientGram, dims: Mapping[str, int], bound: Mapping[Any, int]) -> Any:
    family, data = node.args
    if isinstance(family, LayerList):
        return node
    depth = int(dims[family.args[0].name])
    layers = LayerList(*(_layer(family, k, dims) for k in range(1, depth + 1)))
    return GradientGram(layers, substitute(data, dims, bound))


def _forall(node: ForAll, dims: Mapping[str, int], bound: Mapping[Any, int]) -> Any:
    low, high = (substitute(p, dims, bound) for p in node.args[1:3])
    inner = {index: value for index, value in bound.items() if index != node.index}
    # the index itself is substituted too: its own domain may mention dimensions, as it does in the body
    return ForAll(substitute(node.index, dims), low, high, substitute(node.body, dims, inner))


def _unit(node: Unit, dims: Mapping[str, int], bound: Mapping[Any, int]) -> Any:
    """Length and place as numbers.  Raises ShapeError for a place beyond the length."""
    n, j = _folded(node, dims, bound)
    if isinstance(n, Integer) and isinstance(j, Integer) and not 1 <= j <= n:
        raise ShapeError(f"a column of length {n} has no place {j}")
    return Unit(n, j)


def _no_factors(node: Any, dims: Mapping[str, int], bound: Mapping[Any, int]) -> Any:
    """The identity of the order that the products up to the upper end have."""
    last = int(fold(substitute(node.args[2], dims, bound)))
    return Id(fold(substitute(node.shape[0], dims, {**bound, node.index: last})))


def _folded(node: Any, dims: Mapping[str, int], bound: Mapping[Any, int]) -> list[Any]:
    """Arguments with what is made of dimensions alone as numbers."""
    return [fold(substitute(a, dims, bound)) for a in node.args]


_UNROLL: dict[type, Callable[..., Any]] = {
    ForAll: _forall,
    Segment: _segment,
    Width: _width,
    GradientGram: _gradient_gram,
    SumOver: lambda n, d, b: core.joined(_range(n, d, b) or [Integer(0)], core.Plus),
    MaxOver: lambda n, d, b: core.joined(_range(n, d, b), core.Max),
    MatSumOver: lambda n, d, b: core.joined(_range(n, d, b), MatPlus),
    ProdOver: lambda n, d, b: core.joined(_range(n, d, b) or [Integer(1)], core.Times),
    MatProdOver: lambda n, d, b: core.joined(_range(n, d, b)[::-1] or [_no_factors(n, d, b)], MatTimes),
    StackOver: lambda n, d, b: core.joined(_range(n, d, b), VStack),
    Unit: _unit,
    core.RealPower: lambda n, d, b: core.power(substitute(n.args[0], d, b), fold(substitute(n.args[1], d, b))),
}


def fold(expr: Any) -> Any:
    """Evaluate a quantity of numbers alone; anything with variables is returned unchanged."""
    if not isinstance(expr, core.Quantity) or any(True for _ in leaves(expr, frozenset())):
        return expr
    args = [fold(a) for a in expr.args]
    rule = _FOLD.get(type(expr))
    return expr if rule is None or not all(isinstance(a, Rational) for a in args) else rule(*args)


_FOLD: dict[type, Callable[..., Any]] = {
    core.Plus: lambda *a: sum(a, Integer(0)),
    core.Neg: lambda a: -a,
    core.Times: lambda *a: prod(a, start=Integer(1)),
    core.Quotient: lambda a, b: a / b if b != 0 else core.Quotient(a, b),
    core.Power: lambda a, b: _power(a, b),
    core.Max: lambda *a: max(a),
    core.Min: lambda *a: min(a),
    core.Abs: abs,
}


def _power(base: Rational, exponent: Rational) -> Any:
    if base == 0 and exponent < 0:
        return core.Power(base, exponent)
    digits = max(abs(base.p), base.q).bit_length() * abs(exponent)
    if digits > LONGEST:
        raise ValueError(f"{base}**{exponent} is a number too long to write out")
    return base**exponent


def is_constant(clause: Clause) -> bool:
    """Whether a clause is a relation between numbers."""
    return isinstance(clause, Relation) and all(isinstance(fold(side), Rational) for side in (clause.lhs, clause.rhs))


def truth(relation: Relation) -> bool:
    """Truth of a relation between numbers."""
    return bool(HOLDS[relation.op](fold(relation.lhs), fold(relation.rhs)))


def index_tuples(clause: Clause) -> tuple[list[Index], list[tuple[int, ...]], Clause]:
    """The indices bound by leading `forall`s, all their value tuples, and the body."""
    if not isinstance(clause, ForAll):
        return [], [()], clause
    indices: list[Index] = []
    tuples: list[tuple[int, ...]] = [()]
    body: Any = clause
    while isinstance(body, ForAll):
        index, low, high = body.args[:3]
        grown = []
        for values in tuples:
            at = dict(zip(indices, values, strict=True))
            lo, hi = (int(fold(substitute(p, {}, at))) for p in (low, high))
            grown += [(*values, k) for k in range(lo, hi + 1)]
        tuples, indices, body = grown, [*indices, index], body.body
    return indices, tuples, body
