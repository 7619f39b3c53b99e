"""Families of instances with entries c t^k along which a quantity grows with t: what an unbounded ratio looks like.

Entries are drawn from a handful of monomials, matrices are brought into the shapes that domains ask for (mirrored,
triangular, Gram matrices, ...), members are kept where exact arithmetic finds them in their domains, and combinations
whose values in floats keep growing are nominated, the simplest first.  Nothing is decided here.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy
import torch
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.interpreter import NoValue
from lemmata.evaluate.membership import member
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instance import Exact, Instance
from lemmata.language.instantiate import Concrete
from lemmata.sample import batches
from lemmata.sample.batches import ordered
from lemmata.sample.plain import plain_instances
from lemmata.search.coordinates import PARAMETRISATIONS, Coordinates
from lemmata.search.objective import goal
from lemmata.search.quasi_newton import minimise
from lemmata.search.space import READABLE, Space

# Where a quantity is large at fixed dimensions: the plainest instances, and what BFGS ends at from random starts.
#
# Floating point ranks, exact instances come out; nothing is decided here.
PLAIN = 400  # of the plainest instances
ROWS, ITERATIONS = 8, 40  # of the descents in one parametrisation
PEAKS_KEPT = 3  # instances that are worth a look, of each kind
LIKE = 1e-9  # relative difference of values that count as one, so that the simplest instance is the one that is kept


def measured(concrete: Concrete, batch: batches.Batch) -> tuple[Tensor, Tensor]:
    """The left side of the only conjunct, a number, on a batch; and where the hypotheses hold and it is finite."""
    seen = floats.screen(concrete, batch, sides=True)
    claim = seen.claims[0]
    assert claim.lhs is not None
    return claim.lhs.reshape(len(claim.lhs), -1)[:, 0], seen.met & claim.finite


def plainest(concrete: Concrete) -> list[Instance]:
    """Those of the plainest instances with the largest values, largest first."""
    listed = plain_instances(concrete, PLAIN)
    if not listed:
        return []
    return [listed[k] for k, _ in _largest(concrete, batches.as_batch(concrete, listed))]


def peaks(concrete: Concrete, stream: Stream, tick: Callable[[], None]) -> Iterator[list[Instance]]:
    """For every parametrisation the instances with the largest values that descents of its slack end at, largest first.

    `concrete` is a statement `quantity <= c`, best with c near the largest value known.  `tick` may raise.
    """
    plain = Space(concrete)
    for parametrisation in PARAMETRISATIONS:
        own = stream.child(parametrisation)
        space = Coordinates.of(concrete, parametrisation, own)
        start, held = space.start(own.child("start"), ROWS)
        face = space.faces(own.child("face"), ROWS)
        flat, _ = minimise(lambda x: goal(concrete, space.members(x * face, held)), start, ITERATIONS, tick)  # noqa: B023
        with torch.no_grad():
            ends = space.members(flat * face, held, settled=True)
            found: list[tuple[int, float, batches.Batch, int | None]] = []
            for scale, denominator in READABLE:
                near = plain.rounded(ends, scale, denominator)
                found += [(k, value, near, denominator) for k, value in _largest(concrete, near)]
            found += [(k, value, ends, None) for k, value in _largest(concrete, ends)]
            found.sort(key=lambda f: -float(f"{f[1]:.8e}"))
        # outside: what is switched off while a generator waits is so for everybody
        yield [batches.exact(concrete, values, k, denominator) for k, _, values, denominator in found[:PEAKS_KEPT]]


def _largest(concrete: Concrete, batch: batches.Batch) -> list[tuple[int, float]]:
    """Rows with the largest values, the first of those that agree, and the values."""
    value, met = measured(concrete, batch)
    out: list[tuple[int, float]] = []
    for k in torch.where(met, value, -torch.inf).argsort(descending=True, stable=True).tolist():
        x = float(value[k])
        if not met[k] or len(out) == PEAKS_KEPT:
            break
        if not out or abs(x - out[-1][1]) > LIKE * abs(x):
            out.append((k, x))
    return out


t = sympy.Symbol("t", positive=True)
ENTRIES = (0, 0, 0, 0, 0, 1, 1, 1, -1, t, t, -t, 1 / t)
NUMBERS = (1, 0, 2, -1, sympy.Rational(1, 2), t, 1 / t, 1 + 1 / t, 1 - 1 / t, -t, t**2)
DRAWS = 120  # matrices drawn for a variable
KEPT = 60  # of them that are kept, constants and simple ones first
COMBINED = 4000  # combinations of members of all variables looked at, for each tuple of dimensions
LOOKED = (2**4, 2**7, 2**10)  # values of t at which a combination is looked at
MEMBERS_AT = (Fraction(2), Fraction(1000))  # values of t at which a family has to lie in its domain
LASTING = 0.8  # of the growth from the first look to the second, on the way to the third; 1 is a logarithm
NOTICED = 0.05  # relative growth from which on it is one


@dataclass(frozen=True)
class Family:
    """Values of all variables as expressions in t > 1, at fixed dimensions."""

    dims: Mapping[str, int]
    values: Mapping[str, Any]  # a SymPy expression, or a SymPy matrix
    growth: str  # how the quantity grows along it, as floats see it

    def at(self, value: Fraction) -> Instance:
        """The instance at a rational t."""
        return Instance(self.dims, {name: _at(x, value) for name, x in self.values.items()})

    @cached_property
    def written(self) -> dict[str, str]:
        """Every value as text: rows of entries in t."""
        return {name: str(x.tolist()) if isinstance(x, sympy.MatrixBase) else str(x) for name, x in self.values.items()}


def growing(concrete: Concrete, seed: int) -> Iterator[Family]:
    """Families along which the left side of the only conjunct seems to grow without bound, simplest first.

    `concrete` is a statement `quantity <= c` at fixed dimensions.  Nothing comes of one with variables that have no
    exact members (networks, random matrices).
    """
    rng = random.Random(f"{seed} {dict(concrete.dims)}")
    leaves = ordered(concrete)
    try:
        pools = {leaf.name: _members(concrete, leaf, rng) for leaf in leaves}
    except TypeError:
        return
    if not pools or not all(pools.values()):
        return
    rows = [tuple(_chosen(rng, len(pools[leaf.name])) for leaf in leaves) for _ in range(COMBINED)]
    rows = sorted(set(rows), key=lambda row: (sum(row), row))
    looks = [_values(concrete, pools, rows, k) for k in range(len(LOOKED))]
    met = torch.stack([meets for _, meets in looks]).all(0)
    low, middle, high = (value for value, _ in looks)
    first, second = middle - low, high - middle
    grows = met & (low > 0) & (first > NOTICED * low) & (second > LASTING * first)
    found = [k for k in torch.nonzero(grows).flatten().tolist() if math.isfinite(float(high[k]))]
    weighed = []
    for k in found:
        values = {leaf.name: pools[leaf.name][j] for leaf, j in zip(leaves, rows[k], strict=True)}
        weighed.append((sum(map(_weight, values.values())), k, values))
    for _, k, values in sorted(weighed, key=lambda x: x[:2]):
        yield Family(concrete.dims, values, _rate(float(low[k]), float(middle[k]), float(high[k])))


def _members(concrete: Concrete, leaf: Any, rng: random.Random) -> list[Any]:
    """Expressions in t that lie in the domain of a variable, simplest first."""
    shaped = isinstance(leaf.domain, domains.MatrixDomain)
    drawn = _matrices(int(leaf.domain.shape[0]), int(leaf.domain.shape[1]), rng) if shaped else _scalars(leaf.domain)
    kept: dict[Any, Any] = {}
    for x in drawn:
        key = sympy.ImmutableMatrix(x) if shaped else x
        if key not in kept and all(_inside(concrete, leaf, x, value) for value in MEMBERS_AT):
            kept[key] = x
    return sorted(kept.values(), key=_weight)[:KEPT]


def _inside(concrete: Concrete, leaf: Any, x: Any, value: Fraction) -> bool:
    try:
        return member(ExactInterpreter(Instance(concrete.dims, {leaf.name: _at(x, value)})), leaf)
    except (KeyError, NoValue):  # the domain depends on another variable: who judges the instance will tell
        return True


def _scalars(domain: Any) -> Iterator[Any]:
    for end in (getattr(domain, "low", None), getattr(domain, "high", None)):
        if isinstance(end, sympy.Rational):
            yield from (end, end + 1 / t, end - 1 / t)
    yield from map(sympy.sympify, NUMBERS)


def _matrices(rows: int, columns: int, rng: random.Random) -> Iterator[Any]:
    square = rows == columns
    yield sympy.zeros(rows, columns)
    yield sympy.ones(rows, columns)
    yield sympy.eye(rows, columns)
    for _ in range(DRAWS):
        x = sympy.Matrix(rows, columns, lambda i, j: rng.choice(ENTRIES))
        yield x
        if square:
            upper = sympy.Matrix(rows, rows, lambda i, j: x[i, j] if i <= j else 0)  # noqa: B023
            diagonal = sympy.diag(*(x[i, i] for i in range(rows)))
            gram = (x.T * x).expand()
            yield from (upper, diagonal, upper + upper.T - diagonal, gram, gram + sympy.eye(rows), x - x.T)


def _values(
    concrete: Concrete, pools: Mapping[str, list[Any]], rows: list[tuple[int, ...]], look: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """The quantity in floats at one t, and where the hypotheses are met and it is finite."""
    batch: dict[str, torch.Tensor] = {}
    for column, leaf in enumerate(ordered(concrete)):
        listed = [_at(x, Fraction(LOOKED[look])) for x in pools[leaf.name]]
        integral = isinstance(leaf.domain, domains.Integers)
        floated = [[[float(y) for y in r] for r in x] if isinstance(x, list) else float(x) for x in listed]
        tensor = torch.tensor(floated, dtype=torch.int64 if integral else torch.float64)
        batch[leaf.name] = tensor[torch.tensor([row[column] for row in rows])]
    return measured(concrete, batch)


def _at(x: Any, value: Fraction) -> Exact:
    number = sympy.Rational(value.numerator, value.denominator)
    if isinstance(x, sympy.MatrixBase):
        return [[Fraction(y.subs(t, number)) for y in row] for row in x.tolist()]
    return Fraction(x.subs(t, number))


def _weight(x: Any) -> int:
    """How much there is to read."""
    entries = list(x) if isinstance(x, sympy.MatrixBase) else [x]
    return sum(0 if y == 0 else 1 + 2 * y.count_ops() + 2 * y.has(t) for y in map(sympy.sympify, entries))


def _chosen(rng: random.Random, count: int) -> int:
    """A place in a list, the first ones more often."""
    return int(count * rng.random() ** 2)


def _rate(low: float, middle: float, high: float) -> str:
    """Growth in words, from the values at t = 2^4, 2^7, 2^10."""
    if abs((high - middle) / (middle - low) - 1) < 0.1:
        return "log(t)"
    quarters = round(4 * math.log2(high / middle) / 3)
    if not quarters or abs(math.log2(high / middle) / 3 - quarters / 4) > 0.04:
        return ""
    return power_of("t", Fraction(quarters, 4))


def power_of(name: str, power: Fraction) -> str:
    """A power of a variable, as the language writes it."""
    if power == 1:
        return name
    if power == Fraction(1, 2):
        return f"sqrt({name})"
    return f"{name}**{power}" if power.denominator == 1 else f"{name}**({power})"
