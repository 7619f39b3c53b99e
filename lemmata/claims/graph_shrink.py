"""Making a network at which a claim fails readable: fewer vertices, fewer edges, weights among -1, 0, 1, 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from lemmata.networks.dag import LINEAR, RELU, Activation, Dag

PLAIN = tuple(Fraction(k) for k in (1, 2, -1, 0))  # simplest first
ORDER = (LINEAR, RELU)


@dataclass(frozen=True)
class Case:
    """A network, an input of it, and the vertex the statement's vertex variable stands for, if it has one."""

    net: Dag
    x: tuple[Fraction, ...]
    at: str | None = None

    @property
    def complexity(self) -> tuple[int, ...]:
        """How hard the case is to read.

        Vertices off every path and weights zero come first: a network without them shows more than a smaller one.
        """
        net = self.net
        return (
            len(net.vertices) - len(net.live),
            sum(w == 0 for w in net.weights.values()),
            len(net.vertices),
            len(net.edges),
            sum(_cost(w) for w in net.weights.values()),
            sum(ORDER.index(a) if a in ORDER else len(ORDER) for a in net.activations.values()),
            sum(_cost(c) for c in self.x),
        )


def _cost(value: Fraction) -> int:
    if value in PLAIN:
        return PLAIN.index(value)
    return len(PLAIN) + abs(value.numerator) + 4 * value.denominator + (value < 0)


def shrink(
    case: Case, fails: Callable[[Case], bool], allowed: Sequence[Activation], attempts: int = 2000
) -> tuple[Case, int]:
    """The simplest case reached by changes that all keep `fails` true, and how often `fails` was asked.

    `fails` must decide exactly; it is asked at most `attempts` times.  Activations stay among `allowed`.
    """
    asked = 0
    while True:
        moved = (replace(c, at=case.at) for c in _moves(case, allowed) if case.at in (None, *c.net.vertices))
        better = sorted((c for c in moved if c.complexity < case.complexity), key=lambda c: c.complexity)
        for candidate in better:
            if asked == attempts:
                return case, asked
            asked += 1
            if fails(candidate):
                case = candidate
                break
        else:
            return case, asked


def _moves(case: Case, allowed: Sequence[Activation]) -> Iterator[Case]:
    """Cases one vertex, edge, weight, activation or coordinate away."""
    net, x = case.net, case.x
    for v in net.vertices:
        if v != net.output:
            yield _without(case, v)
    for v in net.inner:
        yield _bypassed(case, v)
    for edge in net.edges:
        yield Case(_rebuilt(net, {e: w for e, w in net.weights.items() if e != edge}), x)
        for w in PLAIN:
            yield Case(net.with_weights({edge: w}), x)
    for v in net.activations:
        for activation in allowed:
            changed = {**net.activations, v: activation}
            yield Case(Dag(net.inputs, net.output, changed, net.weights, net.frozen), x)
    for k in range(len(x)):
        for c in PLAIN:
            yield Case(net, (*x[:k], c, *x[k + 1 :]))


def _rebuilt(net: Dag, weights: dict[tuple[str, str], Fraction]) -> Dag:
    return Dag(net.inputs, net.output, net.activations, weights, net.frozen & set(weights))


def _without(case: Case, v: str) -> Case:
    """The network without a vertex and its edges."""
    net = case.net
    inputs = [(i, c) for i, c in zip(net.inputs, case.x, strict=True) if i != v]
    weights = {e: w for e, w in net.weights.items() if v not in e}
    activations = {u: a for u, a in net.activations.items() if u != v}
    made = Dag([i for i, _ in inputs], net.output, activations, weights, net.frozen & set(weights))
    return Case(made, tuple(c for _, c in inputs))


def _bypassed(case: Case, v: str) -> Case:
    """The network with an inner vertex replaced by edges past it."""
    net = case.net
    past = {(a, b): net.weights[a, v] * net.weights[v, b] for a in net.ins[v] for b in net.outs[v]}
    weights = {**past, **{e: w for e, w in net.weights.items() if v not in e}}
    activations = {u: a for u, a in net.activations.items() if u != v}
    return Case(Dag(net.inputs, net.output, activations, weights, net.frozen & set(weights)), case.x)
