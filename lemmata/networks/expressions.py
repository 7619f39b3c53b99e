"""Exact value and exact rate of an expression in the weights of a network.

The rate along a velocity dw/dt is taken by evaluating the expression at w + dw e with e * e = 0, so that it is the
derivative of what the statement says and not of a formula for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

from sympy import Rational

from lemmata.language import architectures, columns, core, matrices, networks
from lemmata.language.instantiate import fold, substitute
from lemmata.networks.building_blocks import Array, flat, kernel_edges, paired
from lemmata.networks.dag import Dag, Edge, layers_of
from lemmata.networks.gradient_flow import Velocity


class Misfit(ValueError):
    """The expression does not fit the network: rows cannot be cut into pieces of the length asked for, columns of
    different lengths are multiplied, or there is no such layer or kernel."""


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

    def __abs__(self) -> Dual:
        """Raises ValueError at 0, where there is no derivative."""
        if self.value == 0:
            raise ValueError("the absolute value has no derivative at 0")
        return self if self.value > 0 else -self


ZERO = Dual(Fraction(0), Fraction(0))
Rows = list[list[Dual]]


@dataclass(frozen=True)
class Place:
    """A network, its velocity, and what the statement's variables stand for: vertices by name, layer indices by
    number, arrays of neurons and sets of edges by what they hold."""

    net: Dag
    velocity: Velocity
    vertices: Mapping[str, str]
    layers: Mapping[str, int]
    arrays: Mapping[str, Array] = field(default_factory=dict)
    edges: Mapping[str, tuple[Edge, ...]] = field(default_factory=dict)

    def weight(self, tail: str, head: str) -> Dual:
        """Weight of an edge with its rate of change."""
        return Dual(self.net.weights[tail, head], self.velocity.get((tail, head), Fraction(0)))


def only(network: Any, leaves: Iterable[Any]) -> None:
    """Make sure that all variables belong to one network, whose weights a place holds.

    Raises TypeError for a variable of another network.
    """
    for leaf in leaves:
        own = leaf if isinstance(leaf, networks.Network) else getattr(leaf.domain, "network", network)
        if own != network:
            raise TypeError(f"{leaf.name} belongs to another network than {network.name}, whose weights move")


def evaluate(node: Any, place: Place) -> Rows:
    """Value and rate of a matrix or (as a 1 x 1 matrix) a scalar expression.

    Raises TypeError for a node without a rule.
    """
    if isinstance(node, Rational):
        return [[Dual(Fraction(node.p, node.q), Fraction(0))]]
    if type(node) in _OF_PARTS:
        return _OF_PARTS[type(node)](*(evaluate(part, place) for part in node.args))
    rule = _RULES.get(type(node))
    if rule is None:
        raise TypeError(f"{type(node).__name__} is not an expression in the weights of a network")
    return rule(node, place)


def _plus(a: Rows, b: Rows) -> Rows:
    return [[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def _times(a: Rows, b: Rows) -> Rows:
    return [[sum((x * y for x, y in zip(row, col, strict=True)), ZERO) for col in zip(*b, strict=True)] for row in a]


def _scaled(*parts: Rows) -> Rows:
    """A product of scalars, the last of which may be a matrix."""
    *scalars, last = parts
    for ((c,),) in scalars:
        last = [[c * x for x in row] for row in last]
    return last


def _dot(a: Rows, b: Rows) -> Rows:
    if len(a) != len(b):
        raise Misfit(f"columns of {len(a)} and {len(b)} numbers have no inner product")
    return [[sum((x[0] * y[0] for x, y in zip(a, b, strict=True)), ZERO)]]


_OF_PARTS: dict[type, Callable[..., Rows]] = {
    architectures.HStack: lambda *blocks: [[x for row in rows for x in row] for rows in zip(*blocks, strict=True)],
    architectures.Above: lambda *blocks: [row for block in blocks for row in block],
    columns.DiagonalEntries: lambda a: [[row[k]] for k, row in enumerate(a)],
    core.Total: lambda a: [[sum((x for row in a for x in row), ZERO)]],
    core.Abs: lambda a: [[abs(x) for x in row] for row in a],
    **dict.fromkeys((core.Plus, matrices.MatPlus), lambda *terms: reduce(_plus, terms)),
    **dict.fromkeys((core.Neg, matrices.MatNeg), lambda a: [[-x for x in row] for row in a]),
    **dict.fromkeys((core.Times, matrices.Scaled), _scaled),
    matrices.MatTimes: lambda *factors: reduce(_times, factors),
    matrices.Transpose: lambda a: [list(col) for col in zip(*a, strict=True)],
    networks.Dot: _dot,
}


def _in_weights(node: Any, place: Place) -> Rows:
    v = place.vertices[node.args[0].name]
    return [[place.weight(u, v)] for u in place.net.ins[v]]


def _out_weights(node: Any, place: Place) -> Rows:
    v = place.vertices[node.args[0].name]
    return [[place.weight(v, b)] for b in place.net.outs[v]]


def layer_number(index: Any, place: Place) -> int:
    """The number of a layer, as in l + 1."""
    bound = {leaf: place.layers[leaf.name] for leaf in index.free_symbols if leaf.name in place.layers}
    return int(fold(substitute(index, {}, bound)))


def _layer(node: Any, place: Place) -> Rows:
    k, layers = layer_number(node.args[1], place), layers_of(place.net)
    if not 1 <= k < len(layers):
        raise Misfit(f"a network of {len(layers) - 1} layers has no layer {k}")
    return [[place.weight(u, v) for u in layers[k - 1]] for v in layers[k]]


def _edge_weights(node: Any, place: Place) -> Rows:
    return [[place.weight(*e)] for e in place.edges[node.args[0].name]]


def _output_weights(node: Any, place: Place) -> Rows:
    o = place.net.output
    if not place.net.own((u, o) for u in place.net.ins[o]):
        raise Misfit("the weights into the output are not all learnable, or not all their own")
    return [[place.weight(u, o)] for u in place.net.ins[o]]


def _array(leaf: Any, place: Place) -> Array:
    return place.arrays[leaf.name]


def _between_arrays(node: Any, place: Place) -> Rows:
    a, b = (flat(_array(leaf, place)) for leaf in node.args)
    return [[place.weight(u, v) if (u, v) in place.net.weights else ZERO for u in a] for v in b]


def _kernel(node: Any, place: Place) -> Rows:
    """A row for each channel of B; KernelIn: a column for each channel of A."""
    taps = kernel_edges(place.net, *(_array(leaf, place) for leaf in node.args))
    if taps is None:
        raise Misfit("no convolution leads from one array to the other")
    if isinstance(node, architectures.KernelIn):
        return [[place.weight(*row[k]) for row in tap] for tap in taps for k in range(len(tap[0]))]
    return [[place.weight(*row[k]) for tap in taps for row in tap] for k in range(len(taps[0][0]))]


def _by_channel(node: Any, place: Place) -> Rows:
    rows, width = evaluate(node.args[0], place), len(_array(node.args[1], place)[0])
    if any(len(row) % width for row in rows):
        raise Misfit(f"rows cannot be cut into pieces of {width}")
    return [row[at : at + width] for row in rows for at in range(0, len(row), width)]


def _pair_products(outgoing: bool, everywhere: bool) -> Callable[[Any, Place], Rows]:
    def rule(node: Any, place: Place) -> Rows:
        pairs = paired(place.net, _array(node.args[0], place), outgoing, everywhere)
        return [[place.weight(*e) * place.weight(*f)] for e, f in pairs]

    return rule


_RULES: dict[type, Callable[[Any, Place], Rows]] = {
    architectures.EdgeWeights: _edge_weights,
    architectures.OutputWeights: _output_weights,
    architectures.Between: _between_arrays,
    architectures.Kernel: _kernel,
    architectures.KernelIn: _kernel,
    architectures.ByChannel: _by_channel,
    architectures.InProducts: _pair_products(False, True),
    architectures.OutProducts: _pair_products(True, True),
    architectures.SomeOutProducts: _pair_products(True, False),
    networks.InWeights: _in_weights,
    networks.OutWeights: _out_weights,
    networks.LayerMatrix: _layer,
}
