"""How hard a counterexample is to read, as a tuple: compared from the left, smaller is simpler."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from flint import nmod_mat

from lemmata.language.instance import Exact, Instance

CLEAR = 0.01  # relative violation that a reader sees at once
MODERATE = 10**6
PRIME = 2**61 - 1

Cost = tuple[int, ...]


def complexity(instance: Instance, known: Mapping[int, Cost] | None = None) -> Cost:
    """How hard an instance is to read.

    In this order: sum of the dimensions, sum of the ranks, non-zero numbers, numbers that are no integers, size of
    numerators and denominators, pairs that break the symmetry of a square matrix, minus signs, distance of the
    non-zeros from the top left corner, and from the top.  `known` maps ids of values to costs worked out before.
    """
    known = known or {}
    costs = [known.get(id(value)) or cost(value) for value in instance.values.values()]
    return (sum(instance.dims.values()), *(sum(column) for column in zip(*costs, strict=True)))


def moderate(instance: Instance) -> bool:
    """Whether no number is beyond what a reader has a feeling for: zero, or of a size from 1 / MODERATE to MODERATE."""
    values = (x if isinstance(x, list) else [[x]] for x in instance.values.values())
    return all(not x or 1 <= MODERATE * abs(x) <= MODERATE**2 for value in values for row in value for x in row)


def cost(value: Exact) -> Cost:
    """The part of one variable: everything but the dimensions."""
    if isinstance(value, Fraction):
        size = abs(value.numerator) + value.denominator
        return (0, int(value != 0), int(value.denominator != 1), size, 0, int(value < 0), 0, 0)
    rows = [[(x.numerator, x.denominator) for x in row] for row in value]  # comparing Fractions is slow
    nonzero = fractional = size = minus = place = top = 0
    for i, row in enumerate(rows):
        for j, (p, q) in enumerate(row):
            size += abs(p) + q
            if p:
                nonzero += 1
                fractional += q != 1
                minus += p < 0
                place += max(i, j)
                top += i
    skewed = 0
    if nonzero and len(rows) == len(rows[0]):
        skewed = sum(row[j] != rows[j][i] for i, row in enumerate(rows) for j in range(i))
    return (_rank(rows, nonzero), nonzero, fractional, size, skewed, minus, place, top)


def _rank(rows: list[list[tuple[int, int]]], nonzero: int) -> int:
    """Rank modulo a large prime: the rank itself unless the prime divides a minor, and never more than it."""
    filled = [row for row in rows if any(p for p, _ in row)]
    if len(filled) <= 1 or nonzero == len(filled) == sum(
        any(p for p, _ in column) for column in zip(*rows, strict=True)
    ):
        return len(filled)  # one row, or at most one non-zero in every row and column
    scaled = []
    for row in filled:
        scale = lcm(*(q for _, q in row))
        scaled.append([p * (scale // q) % PRIME for p, q in row])
    return int(nmod_mat(scaled, PRIME).rank())
