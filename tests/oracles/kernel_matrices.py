"""Matrices of exact numbers, and families of layers, for the interpreter of kernel terms."""

import random
from fractions import Fraction
from typing import Any

import numpy as np

Value = Any


def rank_one(n: int, i: int) -> Any:
    """The i-th unit column."""
    return np.array([[Fraction(int(r == i - 1))] for r in range(n)], dtype=object).reshape(n, 1)


def eye(n: int) -> Any:
    return np.array([[Fraction(int(r == c)) for c in range(n)] for r in range(n)], dtype=object).reshape(n, n)


def zeros(r: int, c: int) -> Any:
    return np.array([[Fraction(0)] * c for _ in range(r)], dtype=object).reshape(r, c)


def times(a: Any, b: Any) -> Any:
    """A matrix product, also where nothing is summed."""
    return a.dot(b) if a.shape[1] and a.shape[0] and b.shape[1] else zeros(a.shape[0], b.shape[1])


def floats(a: Any) -> Any:
    return np.array(a, dtype=float).reshape(a.shape)


def exactly(x: Value) -> bool:
    return isinstance(x, Fraction)


def is_symmetric(a: Any) -> bool:
    return bool(np.all(np.abs(floats(a) - floats(a).T) <= 1e-9)) if a.size else True


class Layers:
    """W^1, ..., W^depth with a_0 = d, a_depth = k and m in between."""

    def __init__(self, depth: int, d: int, m: int, k: int, draw: random.Random) -> None:
        self.depth, self.ends = depth, (d, m, k)
        self.layers = [small(draw, self.width(i), self.width(i - 1)) for i in range(1, depth + 1)]

    def width(self, i: int) -> int:
        d, m, k = self.ends
        return d if i <= 0 else k if i >= self.depth else m


def small(draw: random.Random, rows: int, cols: int) -> Any:
    """A matrix of small integers, now and then a degenerate one."""
    kind = draw.random()
    entry = (lambda: Fraction(0)) if kind < 0.08 else lambda: Fraction(draw.randint(-2, 2))
    return np.array([[entry() for _ in range(cols)] for _ in range(rows)], dtype=object).reshape(rows, cols)
