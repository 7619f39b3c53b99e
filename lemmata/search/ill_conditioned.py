"""Climbs among matrices with entries of many magnitudes, for claims that one matrix is above another.

Inequalities such as Furuta's are best possible only at the far end: just outside their range they fail where entries
are tens of powers of ten apart, by less than floating point can tell.  For P - N = f(B + t L) - f(B) with small t this
is read off the divided differences of f at eigenvalues of B: their determinant changes its sign where two of these are
far apart.  Here entries are small numbers times powers of two, and whole families c t^k move towards t = 0: along a row
and a column, by variables, or all exponents at once.  Matrices are evaluated in balls, with as many bits as the
difference needs.  What goes down is the smallest pivot of P - N scaled to a diagonal of ones: the same for t L as for
L, and under all scalings by a diagonal congruence.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from flint import arb

from lemmata.evaluate.comparison import Evaluation
from lemmata.evaluate.decide import decide
from lemmata.evaluate.interpreter import Irrational, Unavailable, Undecided, Undefined
from lemmata.evaluate.randomness import Stream
from lemmata.language import atoms, domains
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, fold
from lemmata.language.matrices import MatNeg, MatPlus, Scaled
from lemmata.language.relations import FLIPPED, Relation
from lemmata.linalg.precision import precision
from lemmata.sample.batches import ordered

BITS = (320, 1280, 4096)
KNOWN = 100  # of which these many have to be left in a difference
SURE = 2.0**-70  # a goal this far below zero is no rounding error
TIE = 1e-9  # a goal above zero by less is that of a case of equality, where a climb would end
STARTS, PATIENCE = 12, 60  # of which one climbs, until so many steps in a row were refused
SPREADS = (2, 3, 6, 12, 24, 60, 150, 400)  # exponents of a start lie between plus and minus one of these
NEAR = (0, 0, 1, 3)  # exponents of a start are as far as this from what the magnitudes of its rows and columns give
FARTHEST = 800
STEPS = (1, -1, 2, -2, 4, -4, 8, -8, 32, -32)
ALONE, STRETCHED = 0.4, 0.15  # shares of steps that change one or two entries, and that multiply exponents
FACTORS = (2.0, 1.5, 0.5)
LEAST, MOST = 4, 15  # of the small numbers, in eighths
SIGNS = (-1, -1, 0, 1, 1)
SHARES = 64
LARGEST = 4  # order up to which it is worth while
FACTORED = (domains.PSD, domains.PD)
MATRICES = (*FACTORED, domains.RealMatrices, domains.SymmetricMatrices, domains.Nonnegative)
NUMBERS = (domains.Interval, domains.OpenInterval)
NO_VALUE = (ZeroDivisionError, Irrational, Undecided, Undefined, Unavailable)


@lru_cache(maxsize=256)
def difference(clause: Any) -> tuple[Any, int] | None:
    """P - N and 1 for `lmin(P - N) >= 0`, N - P and -1 for `lmax(N - P) <= 0`; None for other clauses."""
    if not isinstance(clause, Relation):
        return None
    found, op = clause.lhs, clause.op
    if clause.lhs == 0:
        found, op = clause.rhs, FLIPPED.get(op, op)
    elif clause.rhs != 0:
        return None
    above = isinstance(found, atoms.LMin) and op in (">", ">=")
    if not above and not (isinstance(found, atoms.LMax) and op in ("<", "<=")):
        return None
    terms = found.argument.args if isinstance(found.argument, MatPlus) else (found.argument,)
    if len({_negative(t) for t in terms}) < 2:
        return None
    return found.argument, 1 if above else -1


def _negative(term: Any) -> bool:
    if isinstance(term, Scaled):
        number = fold(term.args[0])
        return bool(getattr(number, "is_Rational", False) and number < 0)
    return isinstance(term, MatNeg)


def _held(exponent: int) -> int:
    return max(-FARTHEST, min(FARTHEST, exponent))


def usable(concrete: Concrete) -> bool:
    """Whether claim and hypotheses are of this form, and the variables matrices and numbers that can be graded."""
    clauses = (*concrete.claim, *concrete.hypotheses)
    kinds = [type(v.domain) for v in concrete.variables.values()]
    orders = [int(d) for v in concrete.variables.values() for d in getattr(v, "shape", None) or ()]
    return (
        bool(concrete.claim)
        and all(difference(c) is not None for c in clauses)
        and any(k in MATRICES for k in kinds)
        and all(k in (*MATRICES, *NUMBERS) for k in kinds)
        and max(orders, default=0) in range(2, LARGEST + 1)
    )


@dataclass
class _Entry:
    """A number, sign * eighths / 8 * 2^exponent; in an interval, how many of SHARES parts of it lie below."""

    sign: int
    exponent: int
    eighths: int

    @property
    def value(self) -> Fraction:
        return Fraction(self.sign * self.eighths, 8) * Fraction(2) ** self.exponent


Entries = dict[str, list[_Entry]]


@dataclass(frozen=True)
class _Grades:
    """Instances of a concrete statement by the entries behind its variables."""

    concrete: Concrete

    def start(self, chance: Random) -> Entries:
        """Random entries: magnitudes of rows and columns, which variables may share, one factor for each variable,
        and a little next to these.  In every other start the first matrix is diagonal."""
        spread, found = chance.choice(SPREADS), {}
        common = [chance.randint(-spread, spread) for _ in range(LARGEST)]
        diagonal = chance.random() < 0.5
        for v in ordered(self.concrete):
            places, spread = self._places(v), chance.choice(SPREADS)
            own = [chance.randint(-spread, spread) for _ in range(LARGEST)]
            sides = chance.choice((common, common, own, [0] * LARGEST))
            level, near = chance.choice((0, -chance.randint(0, spread))), chance.choice((*NEAR, spread))
            grades = [level + self._grade(v, p, sides) + chance.randint(-near, near) for p in places]
            row = [_Entry(chance.choice(SIGNS), _held(grade), 8) for grade in grades]
            rank = chance.randint(1, len(places)) if type(v.domain) is domains.PSD else len(places)
            for e, (i, j) in zip(row, places, strict=True):
                if type(v.domain) in NUMBERS:
                    e.eighths = chance.randint(0, SHARES)
                    continue
                if isinstance(v.domain, FACTORED):
                    e.sign = 0 if i >= rank else 1 if i == j else e.sign
                if diagonal and i != j:
                    e.sign = 0
            diagonal = diagonal and type(v.domain) in NUMBERS
            found[v.name] = row
        return found

    def moved(self, entries: Entries, chance: Random) -> Entries:
        """One change: of one or two entries, or of all exponents of one variable or of all, by one number, along a row
        and a column, or by a factor."""
        out = {name: [_Entry(e.sign, e.exponent, e.eighths) for e in row] for name, row in entries.items()}
        how, variables = chance.random(), ordered(self.concrete)
        if how < ALONE:
            self._one(out, chance)
            return out
        step, factor = chance.choice(STEPS), chance.choice(FACTORS) if how > 1 - STRETCHED else None
        index = chance.randrange(LARGEST) if chance.random() < 0.7 else None
        sides = [step * (index in (None, k)) for k in range(LARGEST)]
        for v in variables if chance.random() < 0.5 else [chance.choice(variables)]:
            for place, e in zip(self._places(v), out[v.name], strict=True):
                by = self._grade(v, place, sides) if factor is None else round(e.exponent * (factor - 1))
                e.exponent = _held(e.exponent + by)
        return out

    def _one(self, out: Entries, chance: Random) -> None:
        """One or two entries changed: most in magnitude, some in sign or in their first digits."""
        places = [(v, k) for v in ordered(self.concrete) for k in range(len(out[v.name]))]
        for v, k in chance.choices(places, k=chance.choice((1, 1, 2))):
            e, how = out[v.name][k], chance.random()
            if type(v.domain) in NUMBERS:
                e.eighths = chance.randint(0, SHARES)
            elif how < 0.7 and e.sign:
                e.exponent = _held(e.exponent + chance.choice(STEPS))
            elif how < 0.85 or not e.sign:
                i, j = self._places(v)[k]
                e.sign = 1 if type(v.domain) is domains.PD and i == j else chance.choice((-1, 0, 1))
            else:
                e.eighths = chance.randint(LEAST, MOST)

    def _grade(self, v: Any, place: tuple[int, int], sides: list[int]) -> int:
        """What magnitudes of indices mean for an entry: of the column of a factor, of the row and the column else."""
        i, j = place
        return sides[j] + (0 if isinstance(v.domain, FACTORED) else sides[i])

    def instance(self, entries: Entries) -> Instance:
        """The instance behind the entries."""
        values: dict[str, Any] = {}
        for v in ordered(self.concrete):
            row = entries[v.name]
            if type(v.domain) in NUMBERS:
                low, high = Fraction(str(v.domain.low)), Fraction(str(v.domain.high))
                values[v.name] = low + (high - low) * Fraction(row[0].eighths, SHARES)
                continue
            m, n = (int(d) for d in v.shape)
            table = [[Fraction(0)] * n for _ in range(m)]
            for (i, j), e in zip(self._places(v), row, strict=True):
                table[i][j] = abs(e.value) if type(v.domain) is domains.Nonnegative else e.value
                if type(v.domain) is domains.SymmetricMatrices:
                    table[j][i] = table[i][j]
            if type(v.domain) in FACTORED:
                table = [[sum((t[i] * t[j] for t in table), Fraction(0)) for j in range(n)] for i in range(n)]
            values[v.name] = table
        return Instance(dict(self.concrete.dims), values)

    def _places(self, v: Any) -> list[tuple[int, int]]:
        if type(v.domain) in NUMBERS:
            return [(0, 0)]
        m, n = (int(d) for d in v.shape)
        upper = isinstance(v.domain, (*FACTORED, domains.SymmetricMatrices))
        return [(i, j) for i in range(m) for j in range(i if upper else 0, n)]


def goal(clause: Any, state: Evaluation) -> float:
    """The smallest pivot of P - N scaled to a diagonal of ones, for `lmin(P - N) >= 0`: below zero where that fails.
    Infinite where there is no value."""
    parts = difference(clause)
    assert parts is not None
    matrix, sign = parts
    for bits in BITS:
        with precision(bits):
            try:
                rows = [[sign * x for x in row] for row in state.balls(bits).rows(matrix)]
            except NO_VALUE:
                continue
            found = _pivot(rows)
        if found is not None:
            return found
    return math.inf


def _pivot(rows: list[list[arb]]) -> float | None:
    """The smallest pivot of a symmetric matrix scaled to a diagonal of ones, the first one that is not above zero if
    there is one; None where its entries are not known well enough."""
    diagonal = [rows[k][k] for k in range(len(rows))]
    if any(d < 0 for d in diagonal):
        return -1.0
    if any(d.rel_accuracy_bits() < KNOWN or not d > 0 for d in diagonal):
        return None
    scales = [d.mid().sqrt() for d in diagonal]
    left = [[rows[i][j] / (scales[i] * scales[j]) for j in range(len(rows))] for i in range(len(rows))]
    if any(x.rad() > 2.0**-KNOWN for row in left for x in row):
        return None
    left, least = [[x.mid() for x in row] for row in left], math.inf
    for k in range(len(left)):
        least = min(least, float(left[k][k]))
        if not least > 0:
            break
        for i in range(k + 1, len(left)):
            factor = left[i][k] / left[k][k]
            left[i] = [x - factor * y for x, y in zip(left[i], left[k], strict=True)]
    return least


def climb(concrete: Concrete, stream: Stream, steps: int, tick: Callable[[], None] = lambda: None) -> Instance | None:
    """The first instance that breaks the claim, as it seems, from climbs of so many evaluations in all.  `tick` may end
    them by an exception."""
    grades, spent = _Grades(concrete), 0
    chance = Random(int(stream.integers(0, 2**29, (1,))[0]))

    def value(entries: Entries) -> float:
        tick()
        state = Evaluation(grades.instance(entries))
        if any(goal(c, state) < -SURE for c in concrete.hypotheses):
            return math.inf
        reached = min(goal(c, state) for c in concrete.claim)
        if reached >= -SURE:
            return reached if reached > TIE else math.inf
        met = all(decide(c, state.instance, evaluation=state).established for c in concrete.hypotheses)
        return reached if met else math.inf

    while spent < steps:
        starts = [(value(entries), entries) for entries in (grades.start(chance) for _ in range(STARTS))]
        best, entries = min(starts, key=lambda pair: pair[0])
        if best >= -SURE and chance.random() < 0.5:  # the lowest are often near a case of equality
            best, entries = chance.choice([pair for pair in starts if math.isfinite(pair[0])] or starts)
        refused, spent = 0, spent + STARTS
        while best >= -SURE and refused < PATIENCE and math.isfinite(best) and spent < steps:
            there = grades.moved(entries, chance)
            reached, spent = value(there), spent + 1
            refused = 0 if reached < best else refused + 1
            if reached <= best:
                best, entries = reached, there
        if best < -SURE:
            return grades.instance(entries)
    return None
