"""Making a counterexample readable: fewer and smaller numbers, re-certified at every step.

The order of the house is egregious first, then simple: a clear margin is kept while entries become zero, then integers,
then small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from numerics.instance import Exact, Instance

CLEAR = 0.01  # relative violation that a reader sees at once
GRIDS = (0, 1, 2, 10)  # whole matrices are set to zero, or rounded to multiples of 1, 1/2, 1/10


def complexity(instance: Instance) -> tuple[int, int, int, int, int]:
    """How hard an instance is to read: dimensions, non-integers, non-zeros, size of the numbers, minus signs."""
    numbers = [x for v in instance.values.values() for x in _entries(v)]
    return (
        sum(instance.dims.values()),
        sum(x.denominator != 1 for x in numbers),
        sum(x != 0 for x in numbers),
        sum(abs(x.numerator) + x.denominator for x in numbers),
        sum(x < 0 for x in numbers),
    )


def _entries(value: Exact) -> list[Fraction]:
    return [value] if isinstance(value, Fraction) else [x for row in value for x in row]


def _simpler(x: Fraction) -> Iterator[Fraction]:
    """Simpler numbers near x, simplest first."""
    seen = {x}
    for y in (
        Fraction(0),
        Fraction(1),
        Fraction(-1),
        Fraction(floor(x)),
        Fraction(ceil(x)),
        Fraction(round(2 * x), 2),
        Fraction(round(10 * x), 10),
    ):
        if y not in seen:
            seen.add(y)
            yield y


def _moves(instance: Instance) -> Iterator[Instance]:
    """Instances one number, one mirrored pair of numbers or one whole matrix away that read more easily."""
    for name, value in instance.values.items():
        if isinstance(value, Fraction):
            for y in _simpler(value):
                yield _with(instance, name, y)
            continue
        for grid in GRIDS:
            yield _with(instance, name, [[Fraction(round(grid * x), grid or 1) for x in row] for row in value])
        symmetric = len(value) == len(value[0]) and all(
            value[i][j] == value[j][i] for i in range(len(value)) for j in range(i)
        )
        for i, row in enumerate(value):
            for j, x in enumerate(row):
                for y in _simpler(x):
                    changed = [list(r) for r in value]
                    changed[i][j] = y
                    yield _with(instance, name, changed)
                    if symmetric and i != j:
                        changed = [list(r) for r in changed]
                        changed[j][i] = y
                        yield _with(instance, name, changed)


def _with(instance: Instance, name: str, value: Any) -> Instance:
    return replace(instance, values={**instance.values, name: value})


def shrink(instance: Instance, violates: Callable[[Instance], bool], attempts: int = 400) -> Instance:
    """The simplest instance reached by changes that all keep `violates` true.

    `violates` must certify the violation; it is asked at most `attempts` times.
    """
    while True:
        best = None
        for candidate in sorted(_moves(instance), key=complexity):
            if complexity(candidate) >= complexity(instance) or attempts <= 0:
                break
            attempts -= 1
            if violates(candidate):
                best = candidate
                break
        if best is None:
            return instance
        instance = best
