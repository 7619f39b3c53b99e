"""Making a point of a gradient flow readable at which a claim fails: fewer data, whole numbers, small ones first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lemmata.networks.gradient_flow import Data
from lemmata.networks.random_networks import FlowInstance

PLAIN = tuple(Fraction(k) for k in (1, -1, 2, -2, 3, -3))  # simplest first
ATTEMPTS = 600


def readable(instance: FlowInstance) -> bool:
    """Whether every number of an instance is whole."""
    return all(x.denominator == 1 for x in _numbers(instance))


def simplest(found: Any, breaks: Callable[[FlowInstance], Any]) -> Any:
    """What `breaks` finds at the simplest instance reached by changes of one number, or by leaving out a datum.

    `found` is what it found at the first, the instance at its head; one of whole numbers stays.  `breaks` decides
    exactly and gives None where the claim holds; it is asked at most `ATTEMPTS` times.
    """
    left = 0 if readable(found[0]) else ATTEMPTS
    while left:
        instance: FlowInstance = found[0]
        for changed in sorted(_moves(instance), key=_complexity):
            if _complexity(changed) >= _complexity(instance):
                continue
            if not left:
                break
            left -= 1
            with suppress(ValueError):  # a kink, or one margin with two derivatives of the loss
                better = breaks(changed)
                if better is not None:
                    found = better
                    break
        else:
            break
    return found


def _numbers(instance: FlowInstance) -> Iterator[Fraction]:
    yield from instance.net.weights.values()
    yield from instance.derivatives
    for x in instance.data.xs:
        yield from x


def _complexity(instance: FlowInstance) -> tuple[int, int]:
    return len(instance.data.xs), sum(map(_cost, _numbers(instance)))


def _cost(value: Fraction) -> int:
    if value in PLAIN or not value:
        return PLAIN.index(value) if value else 0
    return len(PLAIN) + abs(value.numerator) + 4 * value.denominator


def _values(value: Fraction) -> Iterator[Fraction]:
    """What may stand in the place of a number."""
    yield from (v for v in (*PLAIN, Fraction(value.numerator)) if v not in (0, value))


def _moves(instance: FlowInstance) -> Iterator[FlowInstance]:
    """Instances with one datum less, or one weight, coordinate or derivative of the loss changed."""
    net, data, slopes = instance.net, instance.data, instance.derivatives
    points = list(zip(data.xs, data.ys, slopes, strict=True))
    for k in range(len(points) if len(points) > 1 else 0):
        xs, ys, kept = zip(*(p for j, p in enumerate(points) if j != k), strict=True)
        yield replace(instance, data=Data.of(xs, ys), derivatives=kept)
    tied = {e for group in net.shared for e in group}
    for edges in [*map(tuple, net.shared), *((e,) for e in net.edges if e not in tied)]:
        for value in _values(net.weights[edges[0]]):
            yield replace(instance, net=net.with_weights(dict.fromkeys(edges, value)))
    for k, (x, _, slope) in enumerate(points):
        for j, coordinate in enumerate(x):
            for value in (Fraction(0), *_values(coordinate)):
                moved = Data.of([*data.xs[:k], (*x[:j], value, *x[j + 1 :]), *data.xs[k + 1 :]], data.ys)
                if moved.within_unit_ball:  # le2022 asks for it throughout
                    yield replace(instance, data=moved)
        for value in _values(slope):
            yield replace(instance, derivatives=(*slopes[:k], value, *slopes[k + 1 :]))
