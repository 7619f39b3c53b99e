"""Slacks that are squares: a^2 - 2 a b + b^2 + c is (a - b)^2 and what is not negative next to it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from lemmata.kernel import Mono, Poly, times
from lemmata.prove.search.limits import SQUARED
from lemmata.prove.squares.rounding import ldl


def completed(p: Poly, positive: Callable[[Mono], bool]) -> tuple[list[tuple[Fraction, Poly]], Poly] | None:
    """A slack as weights of squares with their roots, and monomials that are `positive`, that is, not negative.

    None where the squares that stand in it do not take up what is below zero.
    """
    if all(c > 0 for c in p.values()):
        return None
    halves = [_half(m) for m, c in p.items() if c > 0 and all(k % 2 == 0 for _, k in m)]
    if not 1 < len(halves) <= SQUARED:
        return None
    gram = [[Fraction(0)] * len(halves) for _ in halves]
    rest: Poly = {}
    pairs = {_product(a, b): (i, j) for i, a in enumerate(halves) for j, b in enumerate(halves) if i < j}
    whole = {_product(a, a): i for i, a in enumerate(halves)}
    for m, c in p.items():
        if m in whole:
            gram[whole[m]][whole[m]] = c
        elif m in pairs and (c < 0 or not positive(m)):
            i, j = pairs[m]
            gram[i][j] = gram[j][i] = c / 2
        elif c > 0 and positive(m):
            rest[m] = c
        else:
            return None
    found = ldl(gram)
    if found is None:
        return None
    squares: list[tuple[Fraction, Poly]] = []
    for d, row in found:
        root = {h: x for h, x in zip(halves, row, strict=True) if x}
        if len(root) == 1:
            ((h, x),) = root.items()
            rest[_product(h, h)] = d * x * x
        else:
            squares.append((d, root))
    return squares, rest


def _half(m: Mono) -> Mono:
    return tuple((x, k // 2) for x, k in m)


def _product(a: Mono, b: Mono) -> Mono:
    (m,) = times({a: Fraction(1)}, {b: Fraction(1)})
    return m
