"""Probabilities and means under laws with finitely many matrices, by looking at all of them: a few random signs."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from sympy import Integer

from lemmata.evaluate.decide import decide
from lemmata.language import core
from lemmata.language.instance import Instance
from lemmata.language.relations import Relation
from lemmata.statistics import fixed_matrices
from lemmata.statistics.reduction import noises, replaced

MOST = 10  # random signs, all 2^10 choices of which are looked at
AVERAGED = 6  # random signs over all choices of which a mean is written out
Patterns = tuple[tuple[str, tuple[Fraction, ...]], ...]


@lru_cache(maxsize=1024)
def probability(links: tuple[Relation, ...], patterns: Patterns) -> Fraction | None:
    """The probability that all of these relations between numbers hold, the entries of the random matrices in them
    being independent signs and `patterns` the diagonals of the others.

    None where there are too many entries, or some relation is undefined or not decided at some choice of them.
    """
    random = list(dict.fromkeys(leaf for r in links for leaf in noises(r)))
    shapes = [(int(leaf.shape[0]), int(leaf.shape[1])) for leaf in random]
    count = sum(r * c for r, c in shapes)
    if not 0 < count <= MOST:
        return None
    fixed: dict[str, Any] = {name: _diagonal(entries) for name, entries in patterns}
    happened = 0
    for signs in product((Fraction(-1), Fraction(1)), repeat=count):
        values, at = dict(fixed), 0
        for leaf, (r, c) in zip(random, shapes, strict=True):
            values[leaf.name] = [list(signs[at + i * c : at + (i + 1) * c]) for i in range(r)]
            at += r * c
        found = [decide(link, Instance({}, values)) for link in links]
        if any(d.status in ("undefined", "undecided") for d in found):
            return None
        happened += all(d.established for d in found)
    return Fraction(happened, 2**count)


def average(value: Any) -> Any | None:
    """The mean of a number over all signs that the entries of the random matrices in it may have, written out; None
    where there are none or too many."""
    random = noises(value)
    shapes = [(int(leaf.shape[0]), int(leaf.shape[1])) for leaf in random]
    count = sum(r * c for r, c in shapes)
    if not 0 < count <= AVERAGED:
        return None
    terms = []
    for signs in product((Fraction(-1), Fraction(1)), repeat=count):
        values, at = {}, 0
        for leaf, (r, c) in zip(random, shapes, strict=True):
            rows = tuple(signs[at + i * c : at + (i + 1) * c] for i in range(r))
            values[leaf.name], at = fixed_matrices.literal(rows), at + r * c
        terms.append(replaced(value, values))
    return core.Plus(*terms) / Integer(len(terms))


def _diagonal(entries: tuple[Fraction, ...]) -> list[list[Fraction]]:
    return [[x if i == j else Fraction(0) for j in range(len(entries))] for i, x in enumerate(entries)]
