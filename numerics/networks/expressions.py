"""Exact value and exact rate of an expression in the weights of a network.

The rate along a velocity dw/dt is taken by evaluating the expression at w + dw e with e * e = 0, so that it is the
derivative of what the statement says and not of a formula for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from numerics.networks.dag import Dag, layers_of
from numerics.networks.flow import Velocity
from theorems.language import core, matrices, networks
from theorems.language.instantiate import fold, substitute


@dataclass(frozen=True)
class Dual:
    """value + rate * e with e * e = 0."""

    value: Fraction
    rate: Fraction

    def __add__(self, other: Dual) -> Dual:
        return Dual(self.value + other.value, self.rate + other.rate)

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.rate)

    def __mul__(self, other: Dual) -> Dual:
        return Dual(self.value * other.value, self.value * other.rate + self.rate * other.value)


ZERO = Dual(Fraction(0), Fraction(0))
Rows = list[list[Dual]]


@dataclass(frozen=True)
class Place:
    """A network, its velocity, and what the statement's variables stand for: vertices by name, layer indices by
    number."""

    net: Dag
    velocity: Velocity
    vertices: Mapping[str, str]
    layers: Mapping[str, int]

    def weight(self, tail: str, head: str) -> Dual:
        """Weight of an edge with its rate of change."""
        return Dual(self.net.weights[tail, head], self.velocity.get((tail, head), Fraction(0)))


def evaluate(node: Any, place: Place) -> Rows:
    """Value and rate of a matrix or (as a 1 x 1 matrix) a scalar expression.

    Raises TypeError for a node without a rule.
    """
    rule = _RULES.get(type(node))
    if rule is None:
        raise TypeError(f"{type(node).__name__} is not an expression in the weights of a network")
    return rule(node, place)


def _entrywise(a: Rows, b: Rows) -> Rows:
    return [[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def _sum(node: Any, place: Place) -> Rows:
    out = evaluate(node.args[0], place)
    for term in node.args[1:]:
        out = _entrywise(out, evaluate(term, place))
    return out


def _negated(node: Any, place: Place) -> Rows:
    return [[-x for x in row] for row in evaluate(node.args[0], place)]


def _times(a: Rows, b: Rows) -> Rows:
    return [[sum((x * y for x, y in zip(row, col, strict=True)), ZERO) for col in zip(*b, strict=True)] for row in a]


def _product(node: Any, place: Place) -> Rows:
    out = evaluate(node.args[0], place)
    for factor in node.args[1:]:
        out = _times(out, evaluate(factor, place))
    return out


def _transposed(node: Any, place: Place) -> Rows:
    return [list(col) for col in zip(*evaluate(node.args[0], place), strict=True)]


def _dot(node: Any, place: Place) -> Rows:
    a, b = (evaluate(x, place) for x in node.args)
    return [[sum((x[0] * y[0] for x, y in zip(a, b, strict=True)), ZERO)]]


def _in_weights(node: Any, place: Place) -> Rows:
    v = place.vertices[node.args[0].name]
    return [[place.weight(u, v)] for u in sorted(place.net.ins[v])]


def _out_weights(node: Any, place: Place) -> Rows:
    v = place.vertices[node.args[0].name]
    return [[place.weight(v, b)] for b in sorted(place.net.outs[v])]


def _layer(node: Any, place: Place) -> Rows:
    index = node.args[1]
    bound = {leaf: place.layers[leaf.name] for leaf in index.free_symbols if leaf.name in place.layers}
    k = int(fold(substitute(index, {}, bound)))
    layers = layers_of(place.net)
    return [[place.weight(u, v) for u in layers[k - 1]] for v in layers[k]]


_RULES: dict[type, Callable[[Any, Place], Rows]] = {
    core.Plus: _sum,
    core.Neg: _negated,
    matrices.MatPlus: _sum,
    matrices.MatNeg: _negated,
    matrices.MatTimes: _product,
    matrices.Transpose: _transposed,
    networks.Dot: _dot,
    networks.InWeights: _in_weights,
    networks.OutWeights: _out_weights,
    networks.LayerMatrix: _layer,
}
