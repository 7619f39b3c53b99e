"""Where a claim about random matrices is tested: values of its parameters, edges of their ranges first.

A *cell* fixes dimensions, scalars, patterns and the law of the entries; the claim is then one assertion about one
probability space.  Scalars are chosen in the order of the text from the hypotheses that bound them alone on one side:
an attained end itself, a point just inside an open one, and points further in.  Patterns of D(m, n, eta) are drawn in
two positions, their m entries first or last: by symmetry under permutations only how several patterns overlap matters.
Definite matrices are diagonal at some cells, where more can be computed, and not diagonal at others.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

import torch
from sympy import Integer, Rational
from torch import Tensor

from lemmata.evaluate.decide import decide
from lemmata.evaluate.floats import evaluate
from lemmata.language import domains
from lemmata.language.instance import Exact, Instance
from lemmata.language.instantiate import excluded, fold, substitute
from lemmata.language.probability import IidMatrices
from lemmata.language.relations import FLIPPED, Relation
from lemmata.language.statement import Statement
from lemmata.language.trees import free
from lemmata.language.variables import Dim, Matrix, Scalar
from lemmata.statistics import fixed_matrices
from lemmata.statistics.reduction import replaced

JUST = Fraction(1, 1000)
LARGE = 100  # a dimension from which its root is another order of magnitude
FAR = 10_000  # where a range has no ends, what tends to nothing has to be seen to
Item = TypeVar("Item")
DEFINITE = (domains.PSD, domains.PD)


@dataclass(frozen=True, eq=False)
class Cell:
    """One choice of everything that is not random."""

    dims: Mapping[str, int]
    scalars: Mapping[str, Fraction]
    patterns: Mapping[str, tuple[Fraction, ...]]  # diagonals
    law: str
    definite: frozenset[str] = frozenset()  # the patterns among them that are positive definite matrices
    fixed: Mapping[str, fixed_matrices.Rows] = field(default_factory=dict)  # other matrices that are not random

    @property
    def label(self) -> str:
        """As in `n = 5, m = 2, theta = 9/2, D zeroes 1 2, gaussian`."""
        parts = [f"{name} = {value}" for name, value in (*self.dims.items(), *self.scalars.items())]
        for name, diagonal in self.patterns.items():
            if name in self.definite:
                parts.append(f"{name} = diag({', '.join(map(str, diagonal))})")
                continue
            places = " ".join(str(k + 1) for k, v in enumerate(diagonal) if v != 1)
            parts.append(f"{name} differs from Id at {places or 'no place'}")
        parts += [f"{name} = {fixed_matrices.text(rows)}" for name, rows in self.fixed.items()]
        return ", ".join([*parts, self.law])

    @cached_property
    def values(self) -> dict[str, Any]:
        """Scalars as numbers of the language, fixed matrices as literals."""
        scalars = {name: Rational(v.numerator, v.denominator) for name, v in self.scalars.items()}
        return scalars | {name: fixed_matrices.literal(rows) for name, rows in self.fixed.items()}

    def concrete(self, node: Any) -> Any:
        """A tree at this cell: only random matrices and patterns are left in it."""
        return replaced(substitute(node, self.dims), self.values, self._concrete)

    @cached_property
    def _concrete(self) -> dict[Any, Any]:
        """Trees at this cell: claims that are put to it share most of theirs."""
        return {}

    def env(self, batch: int) -> dict[str, Tensor]:
        """Patterns as batches of diagonal matrices."""
        out = {}
        for name, diagonal in self.patterns.items():
            matrix = torch.diag(torch.tensor([float(v) for v in diagonal], dtype=torch.float64))
            out[name] = matrix.expand(batch, *matrix.shape)
        return out


def cells(
    statement: Statement,
    sizes: Sequence[int],
    inside: bool = False,
    lead: Dim | None = None,
    fits: Callable[[Mapping[str, int]], bool] = lambda dims: True,
) -> list[Cell]:
    """Cells at each size of the leading dimension that the hypotheses admit, in a fixed order.

    `lead` is the first dimension of the text if not said otherwise. `inside` keeps scalars away from the ends of
    their ranges, where a limit may be slow, and gives dimensions without an upper bound values that stay as `lead`
    grows. Dimensions that do not fit are passed over. Raises TypeError for
    parameters that are no dimensions, scalars or matrices.
    """
    leaves = statement.let
    lead = lead or next((v for v in leaves if isinstance(v, Dim) and isinstance(fold(v.domain.low), Integer)), None)
    out: list[Cell] = []
    definite = frozenset(v.name for v in leaves if isinstance(getattr(v, "domain", None), DEFINITE))
    for size in sizes if lead else sizes[:1]:
        for dims in _dimensions([v for v in leaves if isinstance(v, Dim)], {lead.name: size} if lead else {}, inside):
            if not fits(dims) or excluded(statement, dims):
                continue
            for scalars in _scalars(statement, [v for v in leaves if isinstance(v, Scalar)], dims, {}, inside):
                for diagonal in (
                    (True, False) if definite and not inside and max(dims.values(), default=1) > 1 else (True,)
                ):
                    for patterns in _patterns(leaves, dims, diagonal):
                        for fixed in _fixed(leaves, dims, diagonal):
                            found = (Cell(dims, scalars, patterns, law, definite, fixed) for law in _laws(statement))
                            out += (cell for cell in found if met(statement, cell))
    return out


def met(statement: Statement, cell: Cell) -> bool:
    """Whether the matrices of a cell that are not random meet the hypotheses about them, exactly."""
    about = [c for c in statement.hypotheses if of_matrices(c)]
    if not about:
        return True
    tables: dict[str, Exact] = {
        **cell.scalars,
        **{name: [list(row) for row in rows] for name, rows in cell.fixed.items()},
    }
    for name, diagonal in cell.patterns.items():
        tables[name] = [[v if i == j else Fraction(0) for j in range(len(diagonal))] for i, v in enumerate(diagonal)]
    instance = Instance(cell.dims, tables)
    return all(decide(substitute(c, cell.dims), instance).established for c in about)


def of_matrices(clause: Any) -> bool:
    """Whether a hypothesis speaks of matrices."""
    return any(isinstance(leaf, Matrix) for leaf in free(clause))


def _of_numbers(statement: Statement) -> list[Any]:
    """The hypotheses that speak of numbers alone."""
    return [c for c in statement.hypotheses if not of_matrices(c)]


def _fixed(leaves: Sequence[Any], dims: Mapping[str, int], diagonal: bool) -> Iterator[dict[str, fixed_matrices.Rows]]:
    """Values of the matrices that are neither random nor patterns, the same place of their lists for all of them; of
    definite ones where these are not diagonal."""
    named = {}
    others = (IidMatrices, domains.Activation, *(DEFINITE if diagonal else ()))
    for leaf in leaves:
        if isinstance(leaf, Matrix) and not isinstance(leaf.domain, others):
            r, c = (int(fold(substitute(side, dims))) for side in leaf.shape)
            kind: Any = type(leaf.domain)
            named[leaf.name] = fixed_matrices.members(kind, r, c)
    for k in range(max(map(len, named.values()), default=1)):
        yield {name: found[(k + j) % len(found)] for j, (name, found) in enumerate(named.items())}


def _laws(statement: Statement) -> tuple[str, ...]:
    return next((v.domain.laws for v in statement.let if isinstance(getattr(v, "domain", None), IidMatrices)), ("",))


def _dimensions(free: list[Dim], known: dict[str, int], inside: bool) -> Iterator[dict[str, int]]:
    """Values of the other dimensions: both ends of their ranges, points next to them and in the middle, and the root of
    a large one."""
    rest = [v for v in free if v.name not in known]
    if not rest:
        ordered = {v.name: known[v.name] for v in free}
        if all(_within(v, ordered) for v in free):
            yield ordered
        return
    dim = rest[0]
    low, high = (None if b is None else int(fold(substitute(b, known))) for b in dim.bounds)
    assert low is not None
    top = max(known.values()) if high is None else high
    chosen = {low, low + 1, (low + top) // 2, top - 1, top, *([math.isqrt(top)] if top >= LARGE else [])}
    chosen &= set(range(low, top + 1))
    if high is None:
        chosen = {low, low + 1, low + 3} if inside else chosen | {2 * top}
    for value in sorted(chosen):
        yield from _dimensions(free, {**known, dim.name: value}, inside)


def _within(dim: Dim, dims: Mapping[str, int]) -> bool:
    low, high = dim.bounds
    value = dims[dim.name]
    return value >= int(fold(substitute(low, dims))) and (high is None or value <= int(fold(substitute(high, dims))))


def holds(relation: Any, dims: Mapping[str, int], scalars: Mapping[str, Fraction]) -> bool:
    """Truth of a relation between numbers at fixed parameters; exact where both sides are rational."""
    known = {name: Rational(v.numerator, v.denominator) for name, v in scalars.items()}
    node = replaced(substitute(relation, dims), known)
    sides = [fold(node.lhs), fold(node.rhs)]
    a, b = sides if all(isinstance(s, Rational) for s in sides) else (float(evaluate(s, {})[0, 0]) for s in sides)
    return bool({"<=": a <= b, "<": a < b, ">=": a >= b, ">": a > b, "==": a == b}[node.op])


def admitted(statement: Statement, cell: Cell) -> bool:
    """Whether the scalars of a cell lie in their domains and meet the hypotheses."""
    inside = [
        Relation(leaf, op, side)
        for leaf in statement.let
        if isinstance(leaf, Scalar) and leaf.name in cell.scalars
        for op, side in _bounds(statement, leaf)
    ]
    numbers = all(holds(c, cell.dims, cell.scalars) for c in (*inside, *_of_numbers(statement)))
    return numbers and met(statement, cell)


def _scalars(
    statement: Statement, free: list[Scalar], dims: Mapping[str, int], known: dict[str, Fraction], inside: bool
) -> Iterator[dict[str, Fraction]]:
    if not free:
        if all(holds(c, dims, known) for c in _of_numbers(statement)):
            yield known
        return
    first, rest = free[0], free[1:]
    for value in _candidates(statement, first, dims, known, inside):
        yield from _scalars(statement, rest, dims, {**known, first.name: value}, inside)


def _candidates(
    statement: Statement, scalar: Scalar, dims: Mapping[str, int], known: Mapping[str, Fraction], inside: bool
) -> list[Fraction]:
    """Points for one scalar, given those chosen before it."""
    low: Fraction | None = None
    high: Fraction | None = None
    low_in, high_in = False, True
    for op, side in _bounds(statement, scalar):
        value = _number(side, dims, known)
        if value is None:
            continue
        if op in (">", ">="):
            low, low_in = value, op == ">="
        else:
            high, high_in = value, op == "<="
    if low is None and high is None:  # any real number: a few of both signs
        return [Fraction(v) for v in ((1, Fraction(1, 4), -2, 10) if inside else (JUST, 1, 10, -2, -4))]
    distant: list[Fraction] = []  # where no bound holds a scalar, and where it passes from negative to positive
    if low is None:
        span = max(abs(high or Fraction(0)), Fraction(1))
        low, low_in = (high or Fraction(0)) - 2 * span, True
        distant = [low - 8 * span]
    elif high is None and low < 0:
        distant = [JUST, Fraction(1)]
    span = max(abs(low), Fraction(1)) if high is None else high - low
    start = low if low_in else low + JUST * span
    if inside:
        return [low + span, low + span / 8, low + 10 * span] if high is None else [low + span / 2]
    if high is None:
        farther = [low + 10 * span] if low_in else [low + 10 * span, low + FAR * span]
        return [start, low + span, *([low + 3 * span] if low_in else []), *farther, *distant]
    if span <= 0:
        return [low] if low_in and high_in and span == 0 else []
    return sorted({*distant, start, low + span / 2, high if high_in else high - JUST * span})


def _bounds(statement: Statement, scalar: Scalar) -> Iterator[tuple[str, Any]]:
    domain = scalar.domain
    if isinstance(domain, domains.Interval | domains.OpenInterval):
        inside = "=" if isinstance(domain, domains.Interval) else ""
        yield ">" + inside, domain.low
        yield "<" + inside, domain.high
    if isinstance(domain, domains.Positive):
        yield ">", Integer(0)
    for clause in _of_numbers(statement):
        if isinstance(clause, Relation) and clause.op in FLIPPED:
            if clause.lhs == scalar:
                yield clause.op, clause.rhs
            elif clause.rhs == scalar:
                yield FLIPPED[clause.op], clause.lhs


def _number(node: Any, dims: Mapping[str, int], known: Mapping[str, Fraction]) -> Fraction | None:
    """Value of a bound: exact where it is rational, else a rational just inside 1e-9; None if not known yet."""
    values = {name: Rational(v.numerator, v.denominator) for name, v in known.items()}
    concrete = fold(replaced(substitute(node, dims), values))
    if isinstance(concrete, Rational):
        return Fraction(int(concrete.p), int(concrete.q))
    if _open(concrete):
        return None
    value = float(evaluate(concrete, {})[0, 0])
    return Fraction(value).limit_denominator(10**6) if value == int(value) else Fraction(int(value * 10**6), 10**6)


def _open(node: Any) -> bool:
    return hasattr(node, "domain") or any(map(_open, getattr(node, "args", ())))


def _patterns(
    leaves: Sequence[Any], dims: Mapping[str, int], diagonal: bool
) -> Iterator[dict[str, tuple[Fraction, ...]]]:
    found: list[list[tuple[str, tuple[Fraction, ...]]]] = []
    for k, leaf in enumerate(v for v in leaves if isinstance(v, Matrix) and not isinstance(v.domain, IidMatrices)):
        if isinstance(leaf.domain, DEFINITE):
            if diagonal:
                found.append([(leaf.name, p) for p in _positive(int(fold(substitute(leaf.domain.n, dims))))])
            continue
        if not isinstance(leaf.domain, domains.Activation):
            continue  # see `_fixed`
        m, n = (int(fold(substitute(p, dims))) for p in (leaf.domain.m, leaf.domain.n))
        eta = fold(leaf.domain.eta)
        special, plain = (Fraction(int(eta.p), int(eta.q)),) * m, (Fraction(1),) * (n - m)
        placed = [special + plain]
        if k and 0 < m < n:  # the first pattern may stand first, and is the measure of the others
            placed.append(plain + special)
        found.append([(leaf.name, p) for p in placed])
    for choice in itertools.product(*found):
        yield dict(choice)


def _positive(n: int) -> list[tuple[Fraction, ...]]:
    """Diagonals of positive definite members: the identity, and 1 ... n.

    Singular ones are left out: next to them a rank would be read off floats.
    """
    return list(dict.fromkeys([(Fraction(1),) * n, tuple(Fraction(j + 1) for j in range(n))]))


def spread(items: Sequence[Item], most: int) -> list[Item]:
    """At most so many items, spread evenly over the list, both ends included."""
    if len(items) <= most:
        return list(items)
    if most == 1:
        return [items[0]]
    return [items[round(k * (len(items) - 1) / (most - 1))] for k in range(most)]
