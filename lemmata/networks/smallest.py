"""Networks of one hidden layer with two units, and data for them, in order of simplicity.

Flow and descent are tried on them first, so that what falls falls on small integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from lemmata.networks.gradient_flow import Data


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
