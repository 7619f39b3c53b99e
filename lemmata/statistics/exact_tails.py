"""Probabilities of events of Gaussian matrices as enclosures, where the event has a law in closed form.

Three shapes of events are known, each for one random matrix K of independent standard normal entries:

    extremes in a box    smin(c K) >= a, smax(c K) <= b, or both; lmin(c (K + K^T)) and lmax alike; and what is left
                         outside one such bound;
    a normal variable    tr(X), sum(X) or X[i] on one side, X the matrix K with weighted entries, or its modulus;
    extreme entries      max(X) or min(X) of such a column;
    a chi-square one     normF(X)^2 on one side, or normF(X), the weights of X being 0 or of one modulus.

Numbers may be added to the random side or multiply it.  The bounds are what the cell makes of the rest, enclosed at
rising precision.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb
from sympy import Integer

from lemmata.evaluate.balls import BallInterpreter, Undecided, Undefined
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.language import atoms, columns, core, matrices
from lemmata.language.instance import Instance
from lemmata.language.instantiate import fold
from lemmata.language.relations import Relation
from lemmata.language.variables import Matrix
from lemmata.linalg import gaussian_extremes as extremes
from lemmata.linalg.precision import precision
from lemmata.statistics import moments
from lemmata.statistics.cells import Cell
from lemmata.statistics.reduction import S_MAX, S_MIN, T_MAX, T_MIN, names, noises, reduce, relations, replaced

ORDER = 64  # of a matrix whose extremes are enclosed
PAIRS = (frozenset({S_MAX.name, S_MIN.name}), frozenset({T_MAX.name, T_MIN.name}))
Weights = tuple[tuple[Fraction, ...], ...]
Part = tuple[Any, Weights]  # a scalar factor, and what each entry of K is multiplied by next to it
Patterns = tuple[tuple[str, tuple[Fraction, ...]], ...]


def ball(node: Any, bits: int) -> arb:
    """Enclosure of a number of the language.  Raises ArithmeticError where it has none."""
    try:
        (value,) = BallInterpreter(ExactInterpreter(Instance({}, {})), bits).quantity(node)
    except (Undecided, Undefined) as problem:
        raise ArithmeticError(str(problem)) from problem
    return value


def probability(event: Any, cell: Cell, bits: int = extremes.NARROW) -> arb | None:
    """Enclosure of the probability of an event at a cell, None where its law is not one of those above."""
    links = tuple(cell.concrete(r) for r in relations(event))
    if any(not isinstance(r, Relation) or r.op == "==" for r in links):
        return None
    if cell.law == "rademacher":
        share = moments.probability(links, tuple(cell.patterns.items()))
        return None if share is None else arb(share.numerator) / share.denominator
    if cell.law != "gaussian":
        return None
    random = list(dict.fromkeys(leaf for r in links for leaf in noises(r)))
    if len(random) != 1:
        return None
    try:
        with precision(bits + 32):
            found = _extremes(links, random[0], bits)
            if found is None and len(links) == 1:
                found = _sum(links[0], random[0], cell, bits)
    except (ArithmeticError, TypeError):
        return None
    return found


# --- extremes


def _extremes(links: tuple[Relation, ...], leaf: Matrix, bits: int) -> arb | None:
    shape = int(leaf.shape[0]), int(leaf.shape[1])
    if min(shape) > ORDER:
        return None
    reduced = []
    for r in links:
        sides = [reduce(side, rectangular=True) if noises(side) else side for side in (r.lhs, r.rhs)]
        if any(side is None for side in sides):
            return None
        reduced.append(Relation(sides[0], r.op, sides[1]))
    used = frozenset().union(*(names(r) for r in reduced))
    kind = next((k for k, pair in enumerate(PAIRS) if used and used <= pair), None)
    if kind is None or kind and shape[0] != shape[1]:
        return None
    low: list[Any] = []
    high: list[Any] = []
    for r in reduced:
        if _plain(r):
            continue
        bound = _bound(r) if names(r) else None
        if bound is None:
            return None
        largest, from_above, at = bound
        # an upper bound of the largest, or a lower one of the smallest, makes a box; anything else is its complement
        if largest == from_above:
            (high if from_above else low).append(at)
        elif len(reduced) > 1:
            return None
        else:
            inside = _box(kind, shape, None if largest else at, at if largest else None, bits)
            return 1 - inside
    if max(len(low), len(high)) > 1:
        return None
    return _box(kind, shape, low[0] if low else None, high[0] if high else None, bits)


def _plain(r: Relation) -> bool:
    """Whether a relation only says that the smallest value is at most the largest."""
    if r.op != "<=" or not isinstance(r.lhs, core.Times) or not isinstance(r.rhs, core.Times):
        return False
    return r.lhs.args[-1] == S_MIN and r.rhs.args[-1] == S_MAX and r.lhs.args[:-1] == r.rhs.args[:-1]


def _bound(r: Relation) -> tuple[bool, bool, Callable[[int], arb]] | None:
    """Whether a relation bounds the largest value, whether from above, and by what; None where it is not affine.

    A multiple of the smallest eigenvalue and minus the largest of minus the matrix are one number in law: by symmetry
    both leaves of K + K^T take opposite values, and whichever counts shows by which way the relation turns.
    """
    singular = names(r) <= PAIRS[0]
    leaf = next(iter(names(r)))
    if singular and len(names(r)) > 1:
        return None

    def excess(x: int, bits: int) -> arb:
        values = {S_MAX.name: Integer(x), S_MIN.name: Integer(x), T_MAX.name: Integer(x), T_MIN.name: Integer(-x)}
        return ball(replaced(r.lhs, values), bits) - ball(replaced(r.rhs, values), bits)

    at = [excess(x, 128) for x in (0, 1, 2)]
    slope = at[1] - at[0]
    if not (at[2] - at[1]).overlaps(slope) or 0 in slope:
        return None
    rising = bool(slope > 0)
    grows = r.op[0] == ">"  # the relation holds where the excess is large

    def threshold(bits: int) -> arb:
        with precision(bits + 64):
            zero = excess(0, bits + 64)
            return -zero / (excess(1, bits + 64) - zero)

    if singular:
        return leaf == S_MAX.name, rising != grows, threshold
    # the value is x for the largest, -x for the smallest, and both have the law of the largest
    if not bool(at[0] * slope < 0):
        return None  # a threshold on the wrong side of zero: which of the two leaves counts is not seen
    return True, rising != grows, threshold


def _box(kind: int, shape: tuple[int, int], low: Any, high: Any, bits: int) -> arb:
    if kind == 0:
        return extremes.singular_within(*shape, low, high, bits)
    return extremes.symmetric_within(shape[0], low, high, bits)


# --- sums


def _sum(r: Relation, leaf: Matrix, cell: Cell, bits: int) -> arb | None:
    left = bool(noises(r.lhs))
    if left and noises(r.rhs):
        return None
    node, other = (r.lhs, r.rhs) if left else (r.rhs, r.lhs)
    factor, inner, added = _affine(node)
    scale = ball(factor, bits)
    bound = (ball(other, bits) - ball(added, bits)) / scale
    above = ((r.op[0] == ">") == left) == bool(scale > 0)  # the event is that `inner` is large
    if not bool(scale > 0) and not bool(scale < 0):
        return None
    tail = _tail(inner, bound, leaf, cell, bits)
    return tail if tail is None or above else 1 - tail


def _tail(inner: Any, bound: arb, leaf: Matrix, cell: Cell, bits: int) -> arb | None:
    """P[inner > bound] where `inner` has one of the laws above, None for any other."""
    if isinstance(inner, core.Abs):
        factor, middle, added = _affine(inner.args[0])
        half = abs(ball(factor, bits))
        if added != 0 or not bool(half > 0):
            return None
        spread = _deviation(middle, leaf, cell, bits)
        if spread is None or not (bool(bound >= 0) or bool(bound < 0)):
            return None
        return 2 * extremes.normal_above(bound / (half * spread)) if bool(bound >= 0) else arb(1)
    if (spread := _deviation(inner, leaf, cell, bits)) is not None:
        return extremes.normal_above(bound / spread)
    if isinstance(inner, core.Max | core.Min) and len(inner.args) == 1:
        return _extreme_entry(inner, bound, leaf, cell, bits)
    square = isinstance(inner, core.Power) and inner.args[1] == 2
    norm = inner.args[0] if square else inner
    if not isinstance(norm, atoms.NormF):
        return None
    equal = _equal_weights(norm.args[0], leaf, _patterns(cell))
    if equal is None or not (bool(bound >= 0) or bool(bound < 0)):
        return None
    scalar, size, count = equal
    if not square:
        bound = bound**2 if bool(bound >= 0) else arb(-1)
    unit = ball(scalar, bits) ** 2 * arb((size**2).numerator) / (size**2).denominator
    return extremes.chi_square_above(count, bound / unit)


def _deviation(node: Any, leaf: Matrix, cell: Cell, bits: int) -> arb | None:
    """The standard deviation of a sum of entries with weights, None for anything else and for a constant."""
    if not isinstance(node, atoms.Tr | core.Total | core.Entry):
        return None
    part = _entries(node.args[0], leaf, cell)
    if part is None:
        return None
    if isinstance(node, atoms.Tr):
        taken = [row[k] for k, row in enumerate(part[1])]
    elif isinstance(node, core.Total):
        taken = [row[0] for row in part[1]]
    else:
        index = fold(node.args[1])
        if not isinstance(index, Integer) or not 1 <= int(index) <= len(part[1]):
            return None
        taken = [part[1][int(index) - 1][0]]
    square = sum((w**2 for w in taken), Fraction(0))
    scale = abs(ball(part[0], bits))
    return scale * (arb(square.numerator) / square.denominator).sqrt() if square and bool(scale > 0) else None


def _entries(node: Any, leaf: Matrix, cell: Cell) -> Part | None:
    """`weights` of a matrix, or of the column whose entries, or diagonal, a vector holds."""
    if isinstance(node, columns.Entries | columns.DiagonalEntries):
        part = weights(node.args[0], leaf, _patterns(cell))
        return part if part is not None and len(part[1][0]) == 1 else None
    return weights(node, leaf, _patterns(cell))


def _extreme_entry(node: Any, bound: arb, leaf: Matrix, cell: Cell, bits: int) -> arb | None:
    """P[the largest, or smallest, of independent normal variables > bound]."""
    part = _entries(node.args[0], leaf, cell)
    if part is None or not all(w for row in part[1] for w in row):
        return None
    scale = abs(ball(part[0], bits))
    least = isinstance(node, core.Min)
    share = arb(1)
    for row in part[1]:
        x = bound / (scale * (arb(abs(row[0]).numerator) / row[0].denominator))
        share *= extremes.normal_above(x if least else -x)
    return share if least else 1 - share


def _affine(node: Any) -> tuple[Any, Any, Any]:
    """A quantity as a number times the part that is random, plus a number: (factor, random part, summand)."""
    if isinstance(node, core.Times):
        random = [a for a in node.args if noises(a)]
        plain = [a for a in node.args if not noises(a)]
        if len(random) == 1 and plain:
            factor, inner, added = _affine(random[0])
            return core.Times(*plain, factor), inner, core.Times(*plain, added) if added != 0 else added
    if isinstance(node, core.Quotient) and not noises(node.args[1]):
        factor, inner, added = _affine(node.args[0])
        return core.Quotient(factor, node.args[1]), inner, core.Quotient(added, node.args[1]) if added != 0 else added
    if isinstance(node, core.Neg):
        factor, inner, added = _affine(node.args[0])
        return core.Neg(factor), inner, core.Neg(added) if added != 0 else added
    if isinstance(node, core.Plus):
        random = [a for a in node.args if noises(a)]
        plain = [a for a in node.args if not noises(a)]
        if len(random) == 1 and plain:
            factor, inner, added = _affine(random[0])
            return factor, inner, core.Plus(*plain, added)
    return Integer(1), node, Integer(0)


def _patterns(cell: Cell) -> Patterns:
    return tuple(cell.patterns.items())


@lru_cache(maxsize=1024)  # the same for every probability, tail and threshold that is tried in a cell
def weights(node: Any, leaf: Matrix, patterns: Patterns) -> Part | None:
    """A matrix expression as a number times K with weighted entries, None where it is not seen to be one."""
    if node == leaf:
        rows, cols = (int(side) for side in leaf.shape)
        return Integer(1), ((Fraction(1),) * cols,) * rows
    if isinstance(node, matrices.Scaled):
        part = weights(node.args[1], leaf, patterns)
        return None if part is None else (core.Times(node.args[0], part[0]), part[1])
    if isinstance(node, matrices.MatNeg):
        part = weights(node.args[0], leaf, patterns)
        return None if part is None else (part[0], tuple(tuple(-w for w in row) for row in part[1]))
    if isinstance(node, matrices.MatPlus):
        parts = [weights(a, leaf, patterns) for a in node.args]
        first = parts[0]
        if first is None or any(p is None or p[0] != first[0] for p in parts):
            return None
        tables = [p[1] for p in parts if p is not None]
        return first[0], tuple(
            tuple(sum(ws, Fraction(0)) for ws in zip(*rows, strict=True)) for rows in zip(*tables, strict=True)
        )
    if isinstance(node, matrices.MatTimes):
        return _product(node, leaf, patterns)
    return None


@lru_cache(maxsize=1024)
def _equal_weights(node: Any, leaf: Matrix, patterns: Patterns) -> tuple[Any, Fraction, int] | None:
    """`weights` where those that are not zero have one size: the number, the size, and how many they are."""
    part = weights(node, leaf, patterns)
    held = [abs(w) for row in part[1] for w in row if w] if part is not None else []
    return (part[0], held[0], len(held)) if part is not None and len(set(held)) == 1 else None


def _product(node: matrices.MatTimes, leaf: Matrix, patterns: Patterns) -> Part | None:
    at = [k for k, a in enumerate(node.args) if noises(a)]
    if len(at) != 1:
        return None
    part = weights(node.args[at[0]], leaf, patterns)
    if part is None:
        return None
    scalar, table = part
    for k, a in enumerate(node.args):
        if k == at[0]:
            continue
        values = diagonal(a, patterns)
        if values is None:
            return None
        if k < at[0]:
            table = tuple(tuple(values[i] * w for w in row) for i, row in enumerate(table))
        else:
            table = tuple(tuple(values[j] * w for j, w in enumerate(row)) for row in table)
    return scalar, table


def diagonal(node: Any, patterns: Patterns) -> tuple[Fraction, ...] | None:
    """The diagonal of a matrix made of patterns and identities, None for anything else."""
    if isinstance(node, Matrix):
        return dict(patterns).get(node.name)
    if isinstance(node, matrices.Id):
        return (Fraction(1),) * int(node.shape[0])
    if isinstance(node, matrices.MatNeg):
        inner = diagonal(node.args[0], patterns)
        return None if inner is None else tuple(-v for v in inner)
    if isinstance(node, matrices.MatPlus):
        parts = [diagonal(a, patterns) for a in node.args]
        if any(p is None for p in parts):
            return None
        return tuple(sum(vs, Fraction(0)) for vs in zip(*(p for p in parts if p is not None), strict=True))
    return None
