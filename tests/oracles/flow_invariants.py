"""Balances of weights along gradient flow and their exact time derivatives, by formula; nothing here reads a statement.

Source: Le & Jegelka (2022), Lemma 3 (4), (5), Theorem 1 (6), Definition 6.  A rate takes a velocity dw/dt (see
`gradient_flow.velocity`), or one data point's share of it, in which it is linear.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

import networkx as nx

from lemmata.networks.dag import Dag, Edge, weight_matrix
from lemmata.networks.gradient_flow import Data
from lemmata.networks.linear import Matrix, Rational, as_rational
from lemmata.networks.random_networks import FlowInstance, incident, sample_twin_instance

ZERO = Fraction(0)


def _require_vertex(net: Dag, v: str) -> None:
    if v not in net.inner:
        raise ValueError(f"{v!r} is not an inner vertex")
    if stuck := [e for e in incident(net, v) if not net.own([e])]:
        raise ValueError(f"{v!r} has edges that are not learnable, or share a weight: {stuck}")


def _require_pair(net: Dag, u: str, v: str) -> None:
    _require_vertex(net, u)
    _require_vertex(net, v)
    if set(net.ins[u]) != set(net.ins[v]) or set(net.outs[u]) != set(net.outs[v]):
        raise ValueError(f"{u!r} and {v!r} do not share their in-vertices and out-vertices")


def vertex_invariant(net: Dag, v: str) -> Fraction:
    """(4): sum of squared in-weights minus sum of squared out-weights.

    Raises ValueError unless v is inner and all its edges are learnable, each with a weight of its own.
    """
    _require_vertex(net, v)
    w = net.weights
    return sum((w[a, v] ** 2 for a in net.ins[v]), ZERO) - sum((w[v, b] ** 2 for b in net.outs[v]), ZERO)


def vertex_rate(net: Dag, v: str, velocity: Mapping[Edge, Fraction]) -> Fraction:
    """Time derivative of (4), exact. Raises as `vertex_invariant`."""
    _require_vertex(net, v)
    w = net.weights
    into = sum((w[a, v] * velocity[a, v] for a in net.ins[v]), ZERO)
    out = sum((w[v, b] * velocity[v, b] for b in net.outs[v]), ZERO)
    return 2 * (into - out)


def pair_invariant(net: Dag, u: str, v: str) -> Fraction:
    """(5): sum over common in-vertices of w_au w_av minus sum over common out-vertices of w_ub w_vb.

    Raises ValueError unless u, v are inner, with learnable edges only and the same in- and out-vertices.
    """
    _require_pair(net, u, v)
    w = net.weights
    return sum((w[a, u] * w[a, v] for a in net.ins[u]), ZERO) - sum((w[u, b] * w[v, b] for b in net.outs[u]), ZERO)


def pair_rate(net: Dag, u: str, v: str, velocity: Mapping[Edge, Fraction]) -> Fraction:
    """Time derivative of (5), exact. Raises as `pair_invariant`."""
    _require_pair(net, u, v)
    w, d = net.weights, velocity
    into = sum((w[a, u] * d[a, v] + d[a, u] * w[a, v] for a in net.ins[u]), ZERO)
    return into - sum((w[u, b] * d[v, b] + d[u, b] * w[v, b] for b in net.outs[u]), ZERO)


def pair_rate_closed_form(net: Dag, u: str, v: str, data: Data, derivatives: Sequence[Rational]) -> Fraction:
    """The rate of (5) by hand: an independent route to `pair_rate`.

    With s the slopes of the activations, p the pre-activations and B_u = sum_b w_ub dnu/dpre_b the signal that comes
    back to u: rate = -(1/n) sum_i loss'_i y_i (s_u - s_v) (B_u p_v - B_v p_u). It vanishes where u and v have the same
    slope on every data point, and in general not otherwise. B is found by pushing a unit change of the post-activation
    forward to the output, so that no backpropagation is used. Raises as `pair_invariant`, and ValueError at a kink.
    """
    _require_pair(net, u, v)
    total = ZERO
    for x, y, d in zip(data.xs, data.ys, derivatives, strict=True):
        pre = net.forward(x).pre
        slope = {k: net.activations[k].derivative(pre[k]) for k in (u, v)}
        back = {k: _output_response(net, x, k) for k in (u, v)}
        total -= as_rational(d) * y * (slope[u] - slope[v]) * (back[u] * pre[v] - back[v] * pre[u])
    return total / len(data.ys)


def _output_response(net: Dag, x: Sequence[Rational], source: str) -> Fraction:
    """Change of the output per unit change of the post-activation of `source`, every slope kept at its value at x."""
    pre = net.forward(x).pre
    change = {source: Fraction(1)}
    for k in net.order[net.order.index(source) + 1 :]:
        if k in net.activations and k in net.live:
            moved = sum((net.weights[a, k] * change.get(a, ZERO) for a in net.ins[k]), ZERO)
            change[k] = net.activations[k].derivative(pre[k]) * moved if moved else ZERO
    return change.get(net.output, ZERO)


def _product(a: Matrix, b: Matrix) -> Matrix:
    return [[sum((p * q for p, q in zip(row, col, strict=True)), ZERO) for col in zip(*b, strict=True)] for row in a]


def _transpose(a: Matrix) -> Matrix:
    return [list(col) for col in zip(*a, strict=True)]


def _combine(a: Matrix, b: Matrix, sign: int) -> Matrix:
    return [[p + sign * q for p, q in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def layer_invariant(w1: Matrix, w2: Matrix) -> Matrix:
    """(6): W2^T W2 - W1 W1^T for W1 of shape (b, a) and W2 of shape (c, b); the result has shape (b, b).

    Raises ValueError if the shapes do not chain.
    """
    if not w1 or not w2 or any(len(row) != len(w1) for row in w2):
        raise ValueError("W2 must have as many columns as W1 has rows")
    return _combine(_product(_transpose(w2), w2), _product(w1, _transpose(w1)), -1)


def layer_rate(w1: Matrix, w2: Matrix, d1: Matrix, d2: Matrix) -> Matrix:
    """Time derivative of (6) for velocities d1, d2 of W1, W2, exact, shape (b, b)."""
    half2, half1 = _product(_transpose(w2), d2), _product(d1, _transpose(w1))
    return _combine(_combine(half2, _transpose(half2), 1), _combine(half1, _transpose(half1), 1), -1)


def shared_layer(net: Dag, block: Sequence[str]) -> tuple[list[str], list[str]]:
    """The common in-vertices and out-vertices of a block of inner vertices: the neurons on either side of (6).

    Covers fully-connected neighbours and the rearrangements [U Z], [Y; Z] around ResNetFree blocks alike (Theorem 1).
    Raises ValueError if the block is empty or its vertices do not share them, or have edges that are not learnable.
    """
    if not block:
        raise ValueError("empty block of vertices")
    for v in block:
        _require_pair(net, block[0], v)
    return list(net.ins[block[0]]), list(net.outs[block[0]])


def block_matrices(net: Dag, block: Sequence[str]) -> tuple[Matrix, Matrix]:
    """W1 (in-weights, one row per vertex of the block) and W2 (out-weights, one column per vertex). Raises as above."""
    before, after = shared_layer(net, block)
    return weight_matrix(net, before, block), weight_matrix(net, block, after)


def block_rate(net: Dag, block: Sequence[str], velocity: Mapping[Edge, Fraction]) -> Matrix:
    """Time derivative of (6) for the in- and out-matrices of a block of vertices, exact. Raises as `shared_layer`."""
    before, after = shared_layer(net, block)
    d1 = [[velocity[a, v] for a in before] for v in block]
    d2 = [[velocity[v, b] for v in block] for b in after]
    return layer_rate(*block_matrices(net, block), d1, d2)


def _is_antichain(net: Dag, edges: Collection[Edge]) -> bool:
    reach = {v: nx.descendants(net.graph, v) | {v} for v in net.vertices}
    return not any(f[0] in reach[e[1]] for e in edges for f in edges if e != f)


def is_layer(net: Dag, edges: Collection[Edge]) -> bool:
    """Definition 6 as printed: no path contains two of the edges, and without them the graph is disconnected."""
    rest = nx.DiGraph(net.graph)
    rest.remove_edges_from(edges)
    return _is_antichain(net, edges) and not nx.is_weakly_connected(rest)


def twins(rng: random.Random, same: bool, *args: Any, **kw: Any) -> FlowInstance:
    """Twins "u" and "v" that have the same slope on every data point, or different ones on at least one."""
    while True:
        found = sample_twin_instance(rng, *args, **kw)
        pre, unit = [found.net.forward(x).pre for x in found.data.xs], found.net.activations["u"]
        if all(unit.derivative(p["u"]) == unit.derivative(p["v"]) for p in pre) == same:
            return found
