"""The plainest instances in exact numbers, a few hundred, without the numerical libraries: what one tries by hand.

Matrices have no side above two.  What a longer search enumerates is in `lattice` and the samplers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from sympy import Rational

from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.language import domains
from lemmata.language.instance import Exact, Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Clause
from lemmata.sample.plan import first_few

NUMBERS = ("1", "0", "2", "-1", "3", "1/2", "-2", "4", "10", "1/4", "-3", "1/10")
ENTRIES = ("1", "0", "2", "-1", "3", "1/2", "-2", "4", "10", "-3", "-1/2")
PAIRS = ((1, 0), (1, 1), (1, -1), (0, 1), (1, 2), (0, 0), (2, 1), (2, -1), (1, 3), (-1, 0), (-1, -1))
# By rows, the most telling first: where there are several variables only the first few of each are combined.
SQUARES = (
    (1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1), (1, 0, 0, 1), (1, 1, 1, 1), (0, 1, 0, 0), (1, 0, 0, 2),
    (1, 1, 0, 1), (2, 1, 1, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, 1, -1, 0), (2, 0, 0, 1), (1, -1, -1, 1),
    (0, 0, 1, 0), (1, 1, 1, 2), (1, 0, 1, 1), (1, 1, 0, 0), (1, 0, 1, 0), (1, 1, 1, 0), (1, 2, 0, 1),
    (-1, 0, 0, -1), (2, 1, 1, 2), (1, 2, 2, 4), (1, 0, 0, 3), (1, 1, -1, 1), (1, 1, 1, -1), (0, 0, 1, 1),
    (2, 0, 0, 2), (1, 2, 0, -1), (0, 2, 0, 0), (2, 2, 2, 1), (3, 1, 1, 1), (-1, 0, 0, 0), (1, 1, 0, -1),
    (1, 2, 3, 4), (1, 0, 0, 4), (5, 2, 2, 1),
)  # fmt: skip
DEPENDENT = (domains.Activation, domains.Selection)  # their members follow other variables
LONGEST = 2
LARGEST, DIVISORS = 1_000, 12  # integers whose divisors are taken, and how many of these at most


def plain_instances(concrete: Concrete, most: int) -> list[Instance]:
    """Up to `most` members of the domains of all variables, as many of each; none where a matrix is larger or a domain
    depends on other variables."""
    if not concrete.variables or not concrete.admissible:
        return []
    lists, telling = list[list[Exact]](), telling_numbers((*concrete.given, *concrete.claim))
    for leaf in concrete.variables.values():
        if isinstance(leaf.domain, DEPENDENT):
            return []
        lists.append(list(_members(concrete, leaf, telling)))
    few = first_few([len(x) for x in lists], most)
    chosen = itertools.product(*(x[:few] for x in lists))
    return [Instance(dict(concrete.dims), dict(zip(concrete.variables, v, strict=True))) for v in chosen]


def _members(concrete: Concrete, leaf: Any, telling: Sequence[Fraction]) -> Iterator[Exact]:
    for value in _candidates(leaf.domain, telling):
        try:
            inside = member(ExactInterpreter(Instance(concrete.dims, {leaf.name: value})), leaf)
        except (KeyError, TypeError):  # its ends are those of another variable, or it has no numbers
            return
        if inside:
            yield value


def _candidates(domain: Any, telling: Sequence[Fraction]) -> Iterator[Exact]:
    if not isinstance(domain, domains.MatrixDomain):
        yield from dict.fromkeys((*_numbers(domain), *telling))
        return
    rows, cols = (int(side) for side in domain.shape)
    if max(rows, cols) > LONGEST:
        return
    if rows == cols == 1:
        yield from ([[Fraction(x)]] for x in ENTRIES)
    elif rows == cols:
        for entries in SQUARES:
            a, b, c, d = map(Fraction, entries)
            yield [[a, b], [c, d]]
    else:
        for pair in PAIRS:
            line = [Fraction(x) for x in pair]
            yield [line] if rows == 1 else [[x] for x in line]


def _numbers(domain: Any) -> Iterator[Fraction]:
    low, high = getattr(domain, "low", None), getattr(domain, "high", None)
    if low is not None and low.is_Rational and high is not None and high.is_Rational:
        ends = Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))
        yield from dict.fromkeys(ends[0] + (ends[1] - ends[0]) * Fraction(k, 4) for k in (4, 2, 0, 1, 3))
    yield from map(Fraction, NUMBERS)


def telling_numbers(clauses: Iterable[Clause]) -> list[Fraction]:
    """The constants of a claim, quotients of divisors of theirs, among which are the rational roots of its polynomials,
    either sign of each, and numbers between neighbours; simple ones first."""
    constants = {Fraction(int(x.p), int(x.q)) for clause in clauses for x in clause.atoms(Rational)}
    whole = {abs(n) for c in constants for n in (c.numerator, c.denominator)} - {0}
    parts = {d for n in whole if n <= LARGEST for d in range(1, n + 1) if n % d == 0} | {1}
    if not constants - {Fraction(n) for n in range(-1, 3)} or len(parts) > DIVISORS:
        found = constants
    else:
        found = constants | {Fraction(p, q) for p in parts for q in parts}
    signed = sorted({s * x for x in found for s in (1, -1)})
    between = [(a + b) / 2 for a, b in itertools.pairwise(signed)]
    return sorted({*signed, *between}, key=lambda x: (abs(x.numerator) + x.denominator, x < 0))
