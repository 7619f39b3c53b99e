"""Exact solutions of equations that are linear in some of their variables, the others given.

`A @ X + X @ A.T == C` is linear in X and C, and in A and C.  With the others at numbers of few bits the equations
become a system for the entries of these, solved over the rationals: entries that may be chosen are numbers of few bits
as well, the rest follows, whatever its denominators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

import torch
from flint import fmpq, fmpq_mat
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Relation
from lemmata.language.trees import free_names
from lemmata.sample.batches import Batch, assemble, lattice, ordered
from lemmata.sample.samplers import sampler

MIRRORED = (domains.SymmetricMatrices, domains.PSD, domains.PD)
NUMBERS = (domains.Reals, domains.Positive, domains.Interval, domains.OpenInterval)
ENTRYWISE = (domains.RealMatrices, domains.Nonnegative, domains.Upper, domains.DiagonalMatrices, domains.Skew)
BOUNDED = (domains.PSD, domains.PD, domains.Nonnegative, domains.Positive, domains.Interval, domains.OpenInterval)
MOST_ENTRIES = 48  # of the variables that are solved for
LONGEST = 400  # bits of a numerator or denominator
AGREES = 1e-9


Way = tuple[tuple[str, int], ...]  # variables that are moved together, with signs


@dataclass(frozen=True)
class Linear:
    """Ways to move variables that equations are affine in together: one variable, or two of one shape by the same
    matrix, or by opposite ones.  Each has one direction, a matrix of zeros and ones (of both signs where it is skew),
    for each number that may be chosen."""

    concrete: Concrete
    asked: tuple[Relation, ...]
    ways: tuple[Way, ...]

    @property
    def solved(self) -> tuple[str, ...]:
        """The variables that are moved."""
        return tuple(sorted(name for way in self.ways for name, _ in way))

    def bases(self) -> list[tuple[Way, Tensor]]:
        """Each way with its directions, (many, rows, cols), or (1,) for a number."""
        return [(way, directions(self.concrete.variables[way[0][0]])) for way in self.ways]

    def systems(self, values: Batch) -> tuple[Tensor, Tensor]:
        """L (rows, equations, unknowns) and c (rows, equations) with L x + c = 0 for how far each row is moved."""
        bases = self.bases()
        many = sum(len(b) for _, b in bases)
        rows = len(next(iter(values.values())))
        points = {k: v.repeat_interleave(many + 1, 0) for k, v in values.items()}
        at = 1
        for way, basis in bases:
            stack = torch.zeros(many + 1, *basis.shape[1:], dtype=torch.float64)
            stack[at : at + len(basis)] = basis
            for name, sign in way:
                points[name] = points[name] + sign * stack.repeat(rows, *[1] * (basis.dim() - 1))
            at += len(basis)
        found = residuals(self.asked, points).reshape(rows, many + 1, -1)
        return (found[:, 1:] - found[:, :1]).mT, found[:, 0]


def residuals(asked: tuple[Relation, ...], values: Batch) -> Tensor:
    """Left minus right of all equations, (rows, equations)."""
    scope = floats.Evaluation(values)
    rows = len(next(iter(values.values())))
    parts = []
    for c in asked:
        left, right = torch.broadcast_tensors(*(scope.value(side).flatten(1) for side in (c.lhs, c.rhs)))
        parts.append((left - right).expand(rows, -1))
    return torch.cat(parts, 1)


def directions(leaf: Any) -> Tensor:
    """What the entries of a variable are the coefficients of: (many, rows, cols), or (1,) for a number."""
    kind = type(leaf.domain)
    if kind in NUMBERS:
        return torch.ones(1, dtype=torch.float64)
    rows, cols = (int(d) for d in leaf.shape)
    found = []
    for i in range(rows):
        for j in range(cols):
            unit = torch.zeros(rows, cols, dtype=torch.float64)
            unit[i, j] = 1.0
            if kind in MIRRORED:
                unit[j, i] = 1.0
            elif kind is domains.Skew:
                unit[j, i] = -1.0
            left_out = {domains.Upper: j < i, domains.DiagonalMatrices: i != j, domains.Skew: j <= i}
            if not (j < i if kind in MIRRORED else left_out.get(kind, False)):
                found.append(unit)
    return torch.stack(found) if found else torch.zeros(0, rows, cols, dtype=torch.float64)


@lru_cache(maxsize=64)
def linear(concrete: Concrete, asked: tuple[Relation, ...]) -> list[Linear]:
    """The largest sets of variables, one from each to begin with, that the equations are affine in together; where
    there is none, sets with two that are moved together, as A and C are with A - C held in `A @ A + B @ B == C @ C`."""
    named = {name for c in asked for side in (c.lhs, c.rhs) for name in free_names(side)}
    leaves = [v for v in ordered(concrete) if v.name in named and type(v.domain) in (*MIRRORED, *NUMBERS, *ENTRYWISE)]
    alone: list[Way] = [((v.name, 1),) for v in leaves]
    found = _grown(concrete, asked, alone, alone)
    if not found:
        pairs = [(v, w) for v, w in combinations(leaves, 2) if _alike(v, w)]
        found = _grown(concrete, asked, [((v.name, 1), (w.name, s)) for v, w in pairs for s in (1, -1)], alone)
    made = [Linear(concrete, asked, ways) for ways in found]
    return [m for m in made if 0 < sum(len(b) for _, b in m.bases()) <= MOST_ENTRIES]  # skew(1) has none


def _alike(v: Any, w: Any) -> bool:
    """Whether two matrices have the same directions."""
    kinds = type(v.domain), type(w.domain)
    shaped = getattr(v, "shape", None) and getattr(w, "shape", None) and tuple(v.shape) == tuple(w.shape)
    return bool(shaped) and (kinds[0] is kinds[1] or all(kind in MIRRORED for kind in kinds))


def _grown(
    concrete: Concrete, asked: tuple[Relation, ...], first: Sequence[Way], more: Sequence[Way]
) -> list[tuple[Way, ...]]:
    """Sets of ways that equations are affine in together, one with each of the first, where they are in that."""
    found: list[tuple[Way, ...]] = []
    for k, start in enumerate(first):
        if not _affine(concrete, asked, (start,)):
            continue
        chosen: tuple[Way, ...] = (start,)
        for way in (*more[k:], *more[:k]):
            moved = {name for w in chosen for name, _ in w}
            if way[0][0] not in moved and _affine(concrete, asked, (*chosen, way)):
                chosen = (*chosen, way)
        if not any(set(chosen) == set(other) for other in found):
            found.append(chosen)
    return found


@lru_cache(maxsize=8)
def _probes(concrete: Concrete) -> tuple[Batch, Batch]:
    """Five copies of random values of all variables, and for each moves by 0, x, y, x + y and 2 x."""
    stream = Stream("affine", 0)
    values: Batch = {}
    moves: Batch = {}
    for v in ordered(concrete):
        rule, own = sampler(v.domain), stream.child(v.name)
        code = rule.member(v.domain, rule.free(v.domain, own, 1))
        values[v.name] = rule.assemble(v.domain, code, values).repeat(5, *[1] * (code.dim() - 1))
        if type(v.domain) in (*MIRRORED, *NUMBERS, *ENTRYWISE):
            basis = directions(v)
            x, y = (torch.einsum("k,k...->...", own.child(t).normal((len(basis),)).to(basis), basis) for t in "xy")
            moves[v.name] = torch.stack([0 * x, x, y, x + y, 2 * x])
    return values, moves


def _affine(concrete: Concrete, asked: tuple[Relation, ...], ways: Sequence[Way]) -> bool:
    """Whether R(2x) - 2 R(x) + R(0) and R(x + y) - R(x) - R(y) + R(0) vanish, x and y moves from random numbers."""
    values, moves = _probes(concrete)
    values = dict(values)
    for way in ways:
        for name, sign in way:
            values[name] = values[name] + sign * moves[way[0][0]]
    r = residuals(asked, values)
    if not bool(r.isfinite().all()):
        return False
    size = r.abs().amax() + 1
    return bool(((r[3] - r[1] - r[2] + r[0]).abs() <= AGREES * size).all()) and bool(
        ((r[4] - 2 * r[1] + r[0]).abs() <= AGREES * size).all()
    )


def near(problem: Linear, values: Batch, wanted: Batch, turned: bool = False) -> list[tuple[int, Instance]]:
    """Exact solutions with the other variables at `values`, which floats hold, and the entries that may be chosen as in
    `wanted` (the variables solved for), each with its row.  Where there is a choice, entries of variables without
    inequalities follow from the rest; `turned` prefers the last of them to the first."""
    start = {**values, **wanted}
    systems, constants = problem.systems(start)
    kinds = problem.concrete.variables
    bound = [any(type(kinds[n].domain) in BOUNDED for n, _ in way) for way, basis in problem.bases() for _ in basis]
    order = sorted(range(len(bound)), key=lambda k: (bound[k], -k if turned else k))
    found = []
    for row in range(len(systems)):
        if not bool(systems[row].isfinite().all() & constants[row].isfinite().all()):
            continue
        x = _solved(systems[row], constants[row], order)
        if x is not None and max(max(q.numerator.bit_length(), q.denominator.bit_length()) for q in x) <= LONGEST:
            instance = _instance(problem, start, row, x)
            if instance is not None:
                found.append((row, instance))
    return found


def summed(values: Tensor, basis: Tensor) -> Tensor:
    """What the directions are multiplied by in these sums of them, (rows, many)."""
    if basis.dim() == 1:
        return values[:, None]
    return (values[:, None] * basis.clamp_min(0)).sum((2, 3)) / basis.clamp_min(0).sum((1, 2))


def _solved(system: Tensor, constant: Tensor, order: list[int]) -> list[Fraction] | None:
    """A solution of L x + c = 0 over the rationals, unknowns eliminated in this order, zero where there is a choice;
    None where there is none."""
    many = len(order)
    sides = zip(system.tolist(), constant.tolist(), strict=True)
    reduced, rank = fmpq_mat([[_fmpq(row[k]) for k in order] + [_fmpq(-c)] for row, c in sides]).rref()
    x = [fmpq(0)] * many
    for row in reversed(range(rank)):
        pivot = next(k for k in range(many + 1) if reduced[row, k] != 0)
        if pivot == many:
            return None
        x[pivot] = reduced[row, many]
    back = dict(zip(order, x, strict=True))
    return [Fraction(int(back[k].p), int(back[k].q)) for k in range(many)]


def _fmpq(x: float) -> fmpq:
    p, q = float(x).as_integer_ratio()
    return fmpq(p, q)


def _instance(problem: Linear, values: Batch, row: int, x: list[Fraction]) -> Instance | None:
    """The instance so far from a row; None where it lies outside a domain, as far as floats see."""
    exact: dict[str, Any] = {}
    at = 0
    moves: dict[str, tuple[int, Tensor, list[Fraction]]] = {}
    for way, basis in problem.bases():
        part, at = x[at : at + len(basis)], at + len(basis)
        moves |= {name: (sign, basis, part) for name, sign in way}
    for v in ordered(problem.concrete):
        value = values[v.name][row].detach().to(torch.float64)
        if v.name in moves:
            exact[v.name] = shifted(value, *moves[v.name])
            if not _inside(v.domain, exact[v.name]):
                return None
        else:
            exact[v.name] = sampler(v.domain).exact(v.domain, value.numpy(), None, exact)
    return Instance(dict(problem.concrete.dims), exact)


def shifted(value: Tensor, sign: int, basis: Tensor, part: Sequence[Fraction]) -> Any:
    """A number or a matrix, and these multiples of the directions added to it, exactly."""
    if basis.dim() == 1:
        return Fraction(float(value)) + sign * part[0]
    out = [[Fraction(q) for q in line] for line in value.tolist()]
    for unit, q in zip(basis, part, strict=True):
        for i, j in torch.nonzero(unit).tolist():
            out[i][j] += sign * q if unit[i, j] > 0 else -sign * q
    return out


def _inside(domain: Any, value: Any) -> bool:
    if isinstance(domain, domains.Interval | domains.OpenInterval):
        return float(domain.low) <= value <= float(domain.high)
    if isinstance(domain, domains.Positive):
        return bool(value > 0)
    if isinstance(domain, domains.Nonnegative):
        return all(q >= 0 for line in value for q in line)
    if isinstance(domain, domains.PSD | domains.PD):
        x = torch.tensor([[float(q) for q in line] for line in value], dtype=torch.float64)
        least = float(torch.linalg.eigvalsh(x)[0]) if bool(x.isfinite().all()) else -1.0
        return least > (1e-12 if isinstance(domain, domains.PD) else -1e-12) * float(x.norm())
    return True


def drawn(concrete: Concrete, asked: tuple[Relation, ...], stream: Stream, rows: int) -> list[Instance]:
    """Solutions whose other variables are small members of their domains, from so many draws of these for each set of
    variables; entries that may be chosen are those of such members too, of plain ones in half of the rows zero."""
    found = []
    for k, problem in enumerate(linear(concrete, asked)):
        own = stream.child(k)
        table = lattice(concrete, own.child("table"))
        codes = {name: x[own.child(name).integers(0, len(x) - 1, (rows,))] for name, x in table.listings.items()}
        values = assemble(concrete, codes)
        kept = own.child("kept").integers(0, 1, (rows,)).to(torch.float64)
        wanted = {name: values[name].to(torch.float64) for name in problem.solved}
        for name, x in wanted.items():
            if type(concrete.variables[name].domain) not in BOUNDED:
                wanted[name] = x * kept.reshape(-1, *[1] * (x.dim() - 1))
        found += [instance for _, instance in near(problem, values, wanted, turned=bool(k % 2))]
    return found
