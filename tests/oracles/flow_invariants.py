"""Balances of weights along gradient flow and their exact time derivatives, by formula; nothing here reads a statement.

Source: Le & Jegelka (2022), Lemma 3 (4), (5), Theorem 1 (6).
"""

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from lemmata.networks.dag import Dag, Edge
from lemmata.networks.gradient_flow import Data
from lemmata.networks.linear import Rational, as_rational
from lemmata.networks.random_networks import FlowInstance, sample_twin_instance

ZERO = Fraction(0)


def balance(net: Dag, u: str, v: str) -> Fraction:
    """(5): sum over common in-vertices of w_au w_av minus sum over common out-vertices of w_ub w_vb; (4) for u = v."""
    w = net.weights
    return sum((w[a, u] * w[a, v] for a in net.ins[u]), ZERO) - sum((w[u, b] * w[v, b] for b in net.outs[u]), ZERO)


def block_balance(net: Dag, block: Sequence[str]) -> list[list[Fraction]]:
    """(6): W2^T W2 - W1 W1^T for the in-weights W1 and the out-weights W2 of a block of vertices."""
    return [[-balance(net, u, v) for v in block] for u in block]


def rate(value: Callable[[Dag], Fraction], net: Dag, velocity: Mapping[Edge, Fraction]) -> Fraction:
    """Time derivative of a quadratic in the weights, of which a central difference is exact."""
    up, down = (net.with_weights({e: w + s * velocity[e] for e, w in net.weights.items()}) for s in (1, -1))
    return (value(up) - value(down)) / 2


def pair_rate(net: Dag, u: str, v: str, velocity: Mapping[Edge, Fraction]) -> Fraction:
    """Time derivative of (5)."""
    return rate(lambda moved: balance(moved, u, v), net, velocity)


def pair_rate_closed_form(net: Dag, u: str, v: str, data: Data, derivatives: Sequence[Rational]) -> Fraction:
    """The rate of (5) by hand: an independent route to `pair_rate`.

    With s the slopes of the activations, p the pre-activations and B_u = sum_b w_ub dnu/dpre_b the signal that comes
    back to u: rate = -(1/n) sum_i loss'_i y_i (s_u - s_v) (B_u p_v - B_v p_u). It vanishes where u and v have the same
    slope on every data point, and in general not otherwise. B is found by pushing a unit change of the post-activation
    forward to the output, so that no backpropagation is used. Raises ValueError at a kink.
    """
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


def twins(rng: random.Random, same: bool, *args: Any, **kw: Any) -> FlowInstance:
    """Twins "u" and "v" that have the same slope on every data point, or different ones on at least one."""
    while True:
        found = sample_twin_instance(rng, *args, **kw)
        pre, unit = [found.net.forward(x).pre for x in found.data.xs], found.net.activations["u"]
        if all(unit.derivative(p["u"]) == unit.derivative(p["v"]) for p in pre) == same:
            return found
