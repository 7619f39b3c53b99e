"""Random networks and gradient-flow instances in exact rationals, for the checkers.

All take a `random.Random`, so that the caller's key alone decides the instance. Data lies in the unit ball and labels
are +-1, as Le & Jegelka (2022), section 2, assume; flow instances have non-zero weights, so that Assumption 1 holds for
a while around the point by continuity, and no kink on the data.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product

from lemmata.networks.dag import LINEAR, RELU, Activation, Dag, Edge, fully_connected, leaky
from lemmata.networks.gradient_flow import Data, margins

EVEN = (2, 2, 2, 2, 1)  # widths at which units of several layers have as many edges in, and as many out
MIXED: tuple[Activation, ...] = (LINEAR, RELU, leaky())


def random_weight(
    rng: random.Random, zero: float = 0.0, largest: int = 3, denominators: Sequence[int] = (1, 2, 3)
) -> Fraction:
    """A small rational +-p/q, 1 <= p <= largest, q in denominators; 0 with probability `zero`."""
    if rng.random() < zero:
        return Fraction(0)
    return Fraction(rng.choice((-1, 1)) * rng.randint(1, largest), rng.choice(denominators))


def random_fully_connected(
    rng: random.Random, widths: Sequence[int], activation: Activation = RELU, output_activation: Activation = LINEAR
) -> Dag:
    """Fully-connected with the given widths (inputs first, the last is 1) and non-zero weights.

    Raises ValueError as `fully_connected`.
    """
    matrices = [
        [[random_weight(rng) for _ in range(a)] for _ in range(b)] for a, b in zip(widths, widths[1:], strict=False)
    ]
    return fully_connected(matrices, activation, output_activation)


def random_dag(
    rng: random.Random,
    inputs: int = 2,
    inner: int = 4,
    density: float = 0.5,
    *,
    activations: Sequence[Activation] = MIXED,
    zero: float = 0.1,
    allow_dead: bool = True,
    integer: bool = False,
) -> Dag:
    """A random DAG network: each admissible edge, skips from inputs to the output included, with probability `density`.

    zero: share of zero weights; allow_dead=False gives every vertex a path from an input and to the output.
    Raises ValueError on negative sizes, or on no inputs with allow_dead=False.
    """
    if inputs < 0 or inner < 0 or (not allow_dead and inputs == 0):
        raise ValueError("sizes must not be negative, and a network without dead units needs an input")
    names = [f"i{k + 1}" for k in range(inputs)]
    order = [*names, *(f"v{k + 1}" for k in range(inner)), "o"]
    edges: set[Edge] = {
        (u, v) for b, v in enumerate(order) for u in order[:b] if b >= inputs and rng.random() < density
    }
    if not allow_dead:
        for k, v in enumerate(order):
            if k >= inputs and not any(e[1] == v for e in edges):
                edges.add((rng.choice(order[:k]), v))
        for k, u in enumerate(order[:-1]):
            if not any(e[0] == u for e in edges):
                edges.add((u, rng.choice(order[max(k + 1, inputs) :])))
    weights = {e: random_weight(rng, zero, denominators=(1,) if integer else (1, 2, 3)) for e in sorted(edges)}
    return Dag(names, "o", {v: rng.choice(activations) for v in order[inputs:]}, weights)


def with_fixed_edges(rng: random.Random, net: Dag, some: Sequence[Edge] | None = None) -> Dag:
    """The network with each edge frozen with probability 1/8, and some of the others tied in pairs.

    `some`: the edges this is done to, all by default.  Half of all networks are left as they are.
    """
    if rng.random() < 0.5:
        return net
    edges = net.edges if some is None else some
    frozen = {e for e in edges if rng.random() < 1 / 8}
    free = [e for e in edges if e not in frozen]
    rng.shuffle(free)
    pairs = [free[k : k + 2] for k in range(0, len(free) - 1, 2) if rng.random() < 1 / 4]
    weights = net.weights | {f: net.weights[e] for e, f in pairs}
    return Dag(net.inputs, net.output, net.activations, weights, net.frozen | frozen, [*net.shared, *pairs])


def random_data(rng: random.Random, dimension: int, count: int) -> Data:
    """`count` points with non-zero rational coordinates, all inside the unit ball, and random labels."""
    bound = 4 * max(1, dimension)  # |x_j| <= 1/dimension keeps ||x|| <= 1
    xs = [
        tuple(Fraction(rng.choice((-1, 1)) * rng.randint(1, 4), bound) for _ in range(dimension)) for _ in range(count)
    ]
    return Data.of(xs, [rng.choice((-1, 1)) for _ in range(count)])


@dataclass(frozen=True)
class FlowInstance:
    """A point of a gradient flow with a derivative there: no kink on the data, no zero weight.

    derivatives: rational loss'(z_i), non-zero and equal at equal margins, that stand for an arbitrary differentiable
    loss.
    """

    net: Dag
    data: Data
    derivatives: tuple[Fraction, ...]


def _until_smooth(
    rng: random.Random,
    build: Callable[[], Dag],
    count: int,
    attempts: int = 2000,
    accept: Callable[[Dag, Data], bool] = lambda net, data: True,
) -> FlowInstance:
    for _ in range(attempts):
        net = build()
        data = random_data(rng, len(net.inputs), count)
        if any(net.kinks(x) for x in data.xs) or not accept(net, data):
            continue
        slopes: dict[Fraction, Fraction] = {}
        derivatives = tuple(slopes.setdefault(z, random_weight(rng)) for z in margins(net, data))
        return FlowInstance(net, data, derivatives)
    raise ValueError(f"no instance off the kinks in {attempts} attempts")


def sample_flow_instance(
    rng: random.Random,
    activation: Activation = RELU,
    widths: Sequence[int] = (2, 3, 2, 1),
    count: int = 2,
) -> FlowInstance:
    """A fully-connected instance (depth = len(widths) - 1 matrices) on `count` data points.

    Raises ValueError if none is found, or on bad widths.
    """
    return _until_smooth(rng, lambda: random_fully_connected(rng, widths, activation), count)


def sample_dag_instance(
    rng: random.Random,
    inputs: int = 2,
    inner: int = 4,
    *,
    count: int = 2,
    activations: Sequence[Activation] = MIXED,
    fixed: bool = False,
) -> FlowInstance:
    """An instance on a random DAG with skip connections, no dead units, for (4); with `fixed`, as `with_fixed_edges`.

    Raises ValueError if none is found.
    """

    def build() -> Dag:
        plain = random_dag(rng, inputs, inner, activations=activations, zero=0.0, allow_dead=False)
        return with_fixed_edges(rng, plain) if fixed else plain

    return _until_smooth(rng, build, count)


def sample_twin_instance(
    rng: random.Random,
    activation: Activation = RELU,
    inputs: int = 2,
    inner: int = 3,
    *,
    count: int = 2,
    activations: Sequence[Activation] | None = None,
    fixed: bool = False,
) -> FlowInstance:
    """An instance for (5): a random DAG in which vertices "u" and "v" share their in- and out-vertices.

    Some inner vertex of a `random_dag` is doubled; u and v carry `activation`, the rest `activations` (default: the
    same). With `fixed`, as `with_fixed_edges` wherever u and v have no part in it. Raises ValueError on inner < 1, or
    if no instance is found.
    """
    if inner < 1:
        raise ValueError("a twin needs an inner vertex")
    others = [activation] if activations is None else activations

    def build() -> Dag:
        base = random_dag(rng, inputs, inner, 0.6, activations=others, zero=0.0, allow_dead=False)
        chosen = rng.choice(base.inner)
        acts = {k: a for k, a in base.activations.items() if k != chosen}
        weights = {e: w for e, w in base.weights.items() if chosen not in e}
        for twin in ("u", "v"):
            acts[twin] = activation
            weights.update({(a, twin): random_weight(rng) for a in base.ins[chosen]})
            weights.update({(twin, b): random_weight(rng) for b in base.outs[chosen]})
        twins = Dag(base.inputs, base.output, acts, weights)
        tied = with_fixed_edges(rng, twins) if fixed else twins
        return tied if tied.own(e for e in tied.edges if {"u", "v"} & set(e)) else twins

    return _until_smooth(rng, build, count)


# Networks of one hidden layer with two units, and data for them, in order of simplicity.
#
# Flow and descent are tried on them first, so that what falls falls on small integers.
def _simplicity(numbers: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    return sum(map(abs, numbers)), sum(k < 0 for k in numbers), numbers


def candidates(inputs: int, count: int, largest: int = 2) -> Iterator[tuple[list[list[list[int]]], Data]]:
    """Weights of a (inputs, 2, 1) network with entries in +-1..+-largest, and `count` data points; simplest first.

    Simpler: smaller sum of absolute values, then fewer negative numbers. Data: the integer points of the unit ball but
    0, that is the signed unit vectors, with labels +-1; repeated and reordered data sets come once.
    """
    entries = [s * k for k in range(1, largest + 1) for s in (1, -1)]
    units = [tuple(s if j == k else 0 for j in range(inputs)) for k in range(inputs) for s in (1, -1)]
    points = list(product(units, (1, -1)))
    sets = [
        Data.of([x for x, _ in pick], [y for _, y in pick]) for pick in combinations_with_replacement(points, count)
    ]
    for w in sorted(product(entries, repeat=2 * inputs + 2), key=_simplicity):
        first = [list(w[:inputs]), list(w[inputs : 2 * inputs])]
        for data in sets:
            yield [first, [list(w[2 * inputs :])]], data


# Where the balances of vertices and of pairs are claimed along gradient flow: Le & Jegelka (2022), Lemma 3.
def incident(net: Dag, v: str) -> list[Edge]:
    """The edges into and out of a vertex."""
    return [(a, v) for a in net.ins[v]] + [(v, b) for b in net.outs[v]]


def eligible_vertices(net: Dag) -> list[str]:
    """Inner vertices whose edges are all learnable, each with a weight of its own: where (4) is claimed."""
    return [v for v in net.inner if net.own(incident(net, v))]
