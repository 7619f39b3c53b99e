"""A polynomial as a sum of squares times factors: the linear equations between the entries of Gram matrices.

p = sum over blocks of g (b^T Q b) + sum of t h, where Q is positive semidefinite, b a vector of polynomials and g a
factor that is not negative; h vanishes and t is any polynomial.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, prod
from typing import Any

from lemmata.prove.squares.polynomials import (
    Exponents,
    Polynomial,
    class_of,
    degree,
    degrees,
    monomials,
    parities,
    times,
)

LARGEST_BLOCK, MOST_UNKNOWNS, MOST_ROWS, MOST_MONOMIALS = 70, 3_000, 1_000, 2_000
LARGEST_START = 40_000  # unknowns before those that must be zero are left out
LARGEST_TABLE = 600_000  # entries of the table of equations that is solved exactly


@dataclass(frozen=True, eq=False)
class Block:
    """One factor g, by its number in a list of factors, and the polynomials b of its squares."""

    factor: int
    basis: tuple[Polynomial, ...]

    @property
    def size(self) -> int:
        """Order of the Gram matrix."""
        return len(self.basis)


@dataclass(frozen=True, eq=False)
class Program:
    """Find Gram matrices with p = sum of g b^T Q b + sum of t h.

    `factors` are the g, `ideal` pairs (number of an equation, a monomial of its t), `vanishing` the h.
    """

    p: Polynomial
    factors: tuple[Polynomial, ...]
    blocks: tuple[Block, ...]
    vanishing: tuple[Polynomial, ...] = ()
    ideal: tuple[tuple[int, Exponents], ...] = ()

    def columns(self) -> list[Polynomial]:
        """What each unknown contributes: multipliers of equations first, then the upper triangles of the blocks."""
        out = [times(self.vanishing[j], {e: Fraction(1)}) for j, e in self.ideal]
        for block in self.blocks:
            g = self.factors[block.factor]
            for i in range(block.size):
                left = times(g, block.basis[i])
                for j in range(i, block.size):
                    twice = Fraction(1 if i == j else 2)
                    out.append({e: twice * c for e, c in times(left, block.basis[j]).items()})
        return out

    @property
    def unknowns(self) -> int:
        """How many numbers are looked for."""
        return len(self.ideal) + sum(b.size * (b.size + 1) // 2 for b in self.blocks)


def program(
    p: Polynomial,
    factors: Sequence[Polynomial],
    vanishing: Sequence[Polynomial],
    most: list[int],
    total: int,
    until: float,
) -> Program | None:
    """The program with all monomials up to these degrees, less what cannot occur; None where it is too large, takes
    longer to write down than `until`, or has no solution for a reason that is seen."""
    count = len(most)
    signs = parities([p, *factors, *vanishing], count)
    blocks: list[Block] = []
    for k, g in enumerate(factors):
        own = degrees([g], count)
        room = [(m - d) // 2 for m, d in zip(most, own, strict=True)]
        half = (total - degree(g)) // 2
        if half < 0 or any(r < 0 for r in room):
            continue
        if min(prod(min(r, half) + 1 for r in room), comb(count + half, half)) > MOST_MONOMIALS:
            return None
        classes: dict[Any, list[Exponents]] = {}
        for e in monomials(room, half):
            classes.setdefault(class_of(e, signs), []).append(e)
        blocks += [Block(k, tuple({e: Fraction(1)} for e in found)) for found in classes.values()]
    ideal = []
    trivial = class_of((0,) * count, signs)
    for j, h in enumerate(vanishing):
        room = [m - d for m, d in zip(most, degrees([h], count), strict=True)]
        if total >= degree(h) and all(r >= 0 for r in room):
            found = monomials(room, total - degree(h))
            ideal += [(j, e) for e in found if class_of(e, signs) == trivial]
    if sum(b.size**2 for b in blocks) > 40_000:
        blocks = _without(blocks, _hopeless_diagonals(p, factors, blocks, vanishing, ideal))
    whole = Program(p, tuple(factors), tuple(blocks), tuple(vanishing), tuple(ideal))
    if whole.unknowns > LARGEST_START:
        return None
    made = _pruned(whole, until)
    if made is None or made.unknowns > MOST_UNKNOWNS or any(b.size > LARGEST_BLOCK for b in made.blocks):
        return None
    return made


def _hopeless_diagonals(p: Polynomial, factors: Any, blocks: list[Block], vanishing: Any, ideal: Any) -> set[Any]:
    """Squares outside the box and the degrees that half of p allows, for large programs without equations."""
    if vanishing or any(degree(g) for g in factors):
        return set()
    count = len(next(iter(p)))
    low = [min(e[k] for e in p) for k in range(count)]
    bottom, top = min(map(sum, p)), degree(p)
    gone = set()
    for k, block in enumerate(blocks):
        for i, b in enumerate(block.basis):
            (e,) = b
            if not bottom <= 2 * sum(e) <= top or any(2 * e[j] < low[j] for j in range(count)):
                gone.add((k, i))
    return gone


def _without(blocks: Sequence[Block], gone: set[Any]) -> list[Block]:
    kept = [
        replace(b, basis=tuple(x for i, x in enumerate(b.basis) if (k, i) not in gone)) for k, b in enumerate(blocks)
    ]
    return [b for b in kept if b.basis]


def _pruned(given: Program, until: float) -> Program | None:
    """Without squares that must be zero, because a monomial that p does not have would come from them alone."""
    while True:
        only: dict[Exponents, list[tuple[Any, Fraction]]] = {}
        for j, e in given.ideal:
            for m in times(given.vanishing[j], {e: Fraction(1)}):
                only.setdefault(m, []).append((None, Fraction(0)))
        for k, block in enumerate(given.blocks):
            g = given.factors[block.factor]
            for i in range(block.size):
                if time.process_time() > until:
                    return None
                left = times(g, block.basis[i])
                for j in range(i, block.size):
                    for m, c in times(left, block.basis[j]).items():
                        only.setdefault(m, []).append(((k, i) if i == j else None, c))
        if any(m not in only for m in given.p):
            return None
        gone = set()
        for m, parts in only.items():
            if m in given.p or any(place is None for place, _ in parts):
                continue
            if len({c > 0 for _, c in parts}) == 1:
                gone |= {place for place, _ in parts}
        if not gone:
            break
        given = replace(given, blocks=tuple(_without(given.blocks, gone)))
    if len(only) > MOST_ROWS or len(only) * given.unknowns > LARGEST_TABLE:
        return None
    return given


__all__ = ["Block", "Program", "program"]
