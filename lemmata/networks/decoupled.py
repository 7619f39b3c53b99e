"""Fully connected networks whose gradient flow moves along the ray through their weights, for every decreasing loss.

Let all margins be equal and sum_i y_i grad nu(x_i) = n kappa w with kappa > 0 at weights w.  A network of L layers is
homogeneous of degree L in its weights, so that at c w, c > 0, the margins are still equal, the units respond to each
datum as before and the velocity is -loss'(c^L z) kappa c^(L-1) w.  Gradient flow from w is therefore c(t) w with a
growing factor c(0) = 1; where loss' is continuous and negative, as for the logistic and the exponential loss, c tends
to infinity, because it cannot converge: the speed at a finite factor is positive.

Such networks are easy to find with hidden units that each answer to a part of the data: the unit's weights are then
the sum g of the data it sees, weighted by its slopes, and its outgoing weight is |g|.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt

from lemmata.networks.dag import Activation, Dag, Rational, fully_connected
from lemmata.networks.gradient_flow import Data, datum_velocities, margins

Column = tuple[int, ...]


@dataclass(frozen=True)
class Ray:
    """A network and data with velocity -loss'(z) * speed * w at its weights w; every margin is `margin`."""

    net: Dag
    data: Data
    speed: Fraction
    margin: Fraction


def ray(net: Dag, data: Data) -> Ray | None:
    """The ray through the weights of a fully connected network, None where gradient flow leaves it; exact.

    Raises ValueError where an edge is not learnable, and Kink at a kink.
    """
    if net.frozen:
        raise ValueError("a ray needs every edge to be learnable")
    z = margins(net, data)
    parts = datum_velocities(net, data)
    pull = {e: sum((p[e] for p in parts), Fraction(0)) / len(parts) for e in net.edges}
    if len(set(z)) > 1 or not all(net.weights.values()):
        return None
    speeds = {pull[e] / w for e, w in net.weights.items()}
    speed = speeds.pop()
    return Ray(net, data, speed, z[0]) if not speeds and speed > 0 else None


def rays(activation: Activation, largest: int = 5) -> Iterator[Ray]:
    """Rays of networks 2-2-1 with this activation and integer weights, on one or two data points in the unit ball.

    The units see g_1 and g_2, integer columns of one whole length; the data follow from them where the slopes of the
    units on the data leave no choice.  Weights into the units go up to `largest`.  Simplest first: labels 1, outgoing
    weights positive.
    """
    sights = [g for g in product(range(largest, -largest - 1, -1), repeat=2) if all(g) and _root(_dot(g, g))]
    for x in sights:
        for signs in product((1, -1), repeat=2):
            yield from _checked(activation, (x, x), signs, [tuple(map(Fraction, x))], (1,))
    for first, second in product(sights, repeat=2):
        if _dot(first, first) != _dot(second, second):
            continue
        for labels, signs in product([(1, 1), (1, -1)], product((1, -1), repeat=2)):
            for pattern in product((1, -1), repeat=4):
                slopes = [Fraction(1) if s > 0 else activation.negative_slope for s in pattern]
                points = _solved(slopes, labels, first, second)
                if points is not None and _answers(points, (first, second), signs) == pattern:
                    yield from _checked(activation, (first, second), signs, points, labels)


def _solved(
    slopes: list[Fraction], labels: tuple[int, ...], first: Column, second: Column
) -> list[tuple[Fraction, ...]] | None:
    """The data x_1, x_2 with g_i = sum_j slope_ij y_j x_j, None where the slopes do not determine them."""
    a, b, c, d = (s * y for s, y in zip(slopes, labels * 2, strict=True))
    det = a * d - b * c
    if det == 0:
        return None
    rows = [((d, -b), (-c, a))[k] for k in range(2)]
    points = [tuple((p * x + q * y) / det for x, y in zip(first, second, strict=True)) for p, q in rows]
    return points if all(all(x) for x in points) else None


def _answers(points: list[tuple[Fraction, ...]], units: tuple[Column, ...], signs: tuple[int, ...]) -> Column:
    """Signs of the units' pre-activations, unit by unit."""
    values = [eps * _dot(g, x) for g, eps in zip(units, signs, strict=True) for x in points]
    return tuple((v > 0) - (v < 0) for v in values)


def _checked(
    activation: Activation,
    units: tuple[Column, ...],
    signs: tuple[int, ...],
    points: list[tuple[Fraction, ...]],
    labels: tuple[int, ...],
) -> Iterator[Ray]:
    weights = [[eps * x for x in g] for g, eps in zip(units, signs, strict=True)]
    net = fully_connected(
        [weights, [[eps * _root(_dot(g, g)) for g, eps in zip(units, signs, strict=True)]]], activation
    )
    square = max(_dot(x, x) for x in points)
    size = isqrt(-(-square.numerator // square.denominator) - 1) + 1
    data = Data.of([[c / size for c in x] for x in points], labels)
    if not any(net.kinks(x) for x in data.xs):
        found = ray(net, data)
        if found is not None:
            yield found


def _dot(a: Sequence[Rational], b: Sequence[Rational]) -> Fraction:
    return sum((Fraction(x) * Fraction(y) for x, y in zip(a, b, strict=True)), Fraction(0))


def _root(square: Fraction) -> int:
    """The whole square root, 0 where there is none."""
    root = isqrt(square.numerator)
    return root if root * root == square else 0
