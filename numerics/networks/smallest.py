"""The smallest exact counterexample to an invariance of gradient flow, by enumeration in order of simplicity.

Source: Le & Jegelka (2022), Lemma 3 (4), (5) and Theorem 1 (6), on one hidden layer with two units. Along the flow at a
point off the kinks, with every weight non-zero (so that Assumption 1 holds for a while by continuity), an invariant's
rate of change is a rational number; one that is not 0 refutes the invariance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from lemmata.numerics.networks.dag import LINEAR, Activation, Dag, Matrix, fully_connected
from lemmata.numerics.networks.flow import SQUARED, Data, Kink, Loss, loss_derivatives, margins, velocity
from lemmata.numerics.networks.invariants import (
    absolute_pair_invariant,
    absolute_pair_rate,
    block_matrices,
    block_rate,
    layer_invariant,
    pair_invariant,
    pair_rate,
    vertex_invariant,
    vertex_rate,
)

INVARIANTS = ("vertex", "pair", "absolute-pair", "layer")
UNITS = ("h1_1", "h1_2")


def evaluate(net: Dag, data: Data, derivatives: list[Fraction], invariant: str) -> tuple[Matrix, Matrix]:
    """Value and rate of an invariant of the two hidden units, each as a matrix of rationals.

    "vertex": 1 x 2, one entry per unit; "pair", "absolute-pair": 1 x 1; "layer": 2 x 2.
    Raises ValueError for another word, Kink, and what the rates raise.
    """
    u, v = UNITS
    dw = velocity(net, data, derivatives)
    if invariant == "vertex":
        return [[vertex_invariant(net, k) for k in UNITS]], [[vertex_rate(net, k, dw) for k in UNITS]]
    if invariant == "pair":
        return [[pair_invariant(net, u, v)]], [[pair_rate(net, u, v, dw)]]
    if invariant == "absolute-pair":
        return [[absolute_pair_invariant(net, u, v)]], [[absolute_pair_rate(net, u, v, dw)]]
    if invariant == "layer":
        return layer_invariant(*block_matrices(net, UNITS)), block_rate(net, UNITS, dw)
    raise ValueError(f"unknown invariant {invariant!r}: expected one of {INVARIANTS}")


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


def smallest_counterexample(
    invariant: str,
    activation: Activation,
    loss: Loss | None = SQUARED,
    *,
    max_inputs: int = 2,
    max_data: int = 1,
    largest: int = 2,
    limit: int = 20_000,
) -> dict[str, Any] | None:
    """The simplest network and data on which the exact rate of `invariant` is not 0; None if no candidate has one.

    invariant: "vertex" (4), "pair" (5), "absolute-pair" ((5) with absolute values) or "layer" (6). loss: a loss with
    rational derivatives, or None for an arbitrary one (derivative -1 at every margin, which logistic-like losses have
    up to scale): on one data point the rate is then non-zero for every differentiable loss with non-zero slope there.
    At most `limit` candidates are looked at, in order of inputs, data points, simplicity; those on a kink are passed
    over.

    The result is JSON-able: net, xs, ys, loss, margins, loss_derivatives, vertices, invariant, value, rate (matrices of
    "p/q"), examined (number of candidates looked at). See `recheck`.
    """
    if invariant not in INVARIANTS:
        raise ValueError(f"unknown invariant {invariant!r}: expected one of {INVARIANTS}")
    examined = 0
    for inputs, count in product(range(1, max_inputs + 1), range(1, max_data + 1)):
        for matrices, data in candidates(inputs, count, largest):
            if examined == limit:
                return None
            examined += 1
            net = fully_connected(matrices, activation, LINEAR)
            if any(net.kinks(x) for x in data.xs):
                continue
            derivatives = [Fraction(-1)] * count if loss is None else loss_derivatives(net, data, loss)
            value, rate = evaluate(net, data, derivatives, invariant)
            if any(entry for row in rate for entry in row):
                return {
                    "invariant": invariant,
                    "vertices": list(UNITS),
                    "net": net.to_dict(),
                    "xs": [[str(c) for c in x] for x in data.xs],
                    "ys": list(data.ys),
                    "loss": "any" if loss is None else loss.name,
                    "margins": [str(z) for z in margins(net, data)],
                    "loss_derivatives": [str(d) for d in derivatives],
                    "value": [[str(entry) for entry in row] for row in value],
                    "rate": [[str(entry) for entry in row] for row in rate],
                    "examined": examined,
                }
    return None


def recheck(found: Mapping[str, Any]) -> bool:
    """Whether a result of `smallest_counterexample` stands, all of it computed again from its network and data.

    False if the hypotheses fail (data outside the unit ball, a zero weight, a kink), the stated numbers are not the
    computed ones, or the rate is 0. Raises ValueError if it is malformed.
    """
    try:
        net, data = Dag.from_dict(found["net"]), Data.of(found["xs"], found["ys"])
        stated = [Fraction(d) for d in found["loss_derivatives"]]
        invariant, loss, value, rate = (found[k] for k in ("invariant", "loss", "value", "rate"))
    except (KeyError, TypeError, ZeroDivisionError) as error:
        raise ValueError(f"malformed counterexample: {error}") from error
    if not data.within_unit_ball or not all(net.weights.values()):
        return False
    try:
        derivatives = loss_derivatives(net, data, stated if loss == "any" else Loss(loss))
        again = evaluate(net, data, derivatives, invariant)
    except Kink:
        return False
    same = [[[str(entry) for entry in row] for row in matrix] for matrix in again] == [value, rate]
    return same and stated == derivatives and any(entry for row in again[1] for entry in row)
