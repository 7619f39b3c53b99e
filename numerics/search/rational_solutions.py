"""Exact solutions of equations that are linear in some of their variables, the others given.

`A @ X + X @ A.T == C` is linear in X and C, and in A and C.  With the others at numbers of few bits the equations
become a system for the entries of these, solved over the rationals: entries that may be chosen are numbers of few bits
as well, the rest follows, whatever its denominators.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import torch
from flint import fmpq, fmpq_mat
from torch import Tensor

from lemmata.numerics.evaluate import floats
from lemmata.numerics.instance import Instance
from lemmata.numerics.instances.batches import Batch, assemble, lattice, ordered
from lemmata.numerics.instances.randomness import Stream
from lemmata.numerics.instances.samplers import sampler
from lemmata.theorems.language import domains
from lemmata.theorems.language.instantiate import Concrete
from lemmata.theorems.language.relations import Relation
from lemmata.theorems.language.trees import free_names

MIRRORED = (domains.SymmetricMatrices, domains.PSD, domains.PD)
NUMBERS = (domains.Reals, domains.Positive, domains.Interval, domains.OpenInterval)
ENTRYWISE = (domains.RealMatrices, domains.Nonnegative, domains.Upper, domains.DiagonalMatrices, domains.Skew)
BOUNDED = (domains.PSD, domains.PD, domains.Nonnegative, domains.Positive, domains.Interval, domains.OpenInterval)
MOST_ENTRIES = 48  # of the variables that are solved for
LONGEST = 400  # bits of a numerator or denominator
AGREES = 1e-9


@dataclass(frozen=True)
class Linear:
    """Variables that equations are affine in together, and what their entries are multiplied by: one matrix of zeros
    and ones (of both signs where it is skew) for each number that may be chosen."""

    concrete: Concrete
    asked: tuple[Relation, ...]
    solved: tuple[str, ...]

    def bases(self) -> dict[str, Tensor]:
        """For each variable its directions, (many, rows, cols), or (1,) for a number."""
        return {name: _directions(self.concrete.variables[name]) for name in self.solved}

    def systems(self, values: Batch) -> tuple[Tensor, Tensor]:
        """L (rows, equations, unknowns) and c (rows, equations) with L x + c = 0, for each row of the others."""
        bases = self.bases()
        many = sum(len(b) for b in bases.values())
        rows = len(next(iter(values.values())))
        points = {k: v.repeat_interleave(many + 1, 0) for k, v in values.items()}
        at = 1
        for name, basis in bases.items():
            stack = torch.zeros(many + 1, *basis.shape[1:], dtype=torch.float64)
            stack[at : at + len(basis)] = basis
            points[name] = stack.repeat(rows, *[1] * (basis.dim() - 1))
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


def _directions(leaf: Any) -> Tensor:
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
    """The largest sets of variables, one from each to begin with, that the equations are affine in together."""
    named = {name for c in asked for side in (c.lhs, c.rhs) for name in free_names(side)}
    leaves = [v for v in ordered(concrete) if v.name in named and type(v.domain) in (*MIRRORED, *NUMBERS, *ENTRYWISE)]
    found: list[tuple[str, ...]] = []
    for k in range(len(leaves)):
        chosen: tuple[str, ...] = ()
        for v in (*leaves[k:], *leaves[:k]):
            if _affine(concrete, asked, (*chosen, v.name)):
                chosen = (*chosen, v.name)
        key = tuple(sorted(chosen))
        if chosen and key not in found:
            found.append(key)
    made = [Linear(concrete, asked, names) for names in found]
    return [m for m in made if 0 < sum(len(b) for b in m.bases().values()) <= MOST_ENTRIES]  # skew(1) has none


def _affine(concrete: Concrete, asked: tuple[Relation, ...], names: tuple[str, ...]) -> bool:
    """Whether R(2x) - 2 R(x) + R(0) and R(x + y) - R(x) - R(y) + R(0) vanish, at random numbers."""
    stream = Stream("affine", 0)
    values: Batch = {}
    for v in ordered(concrete):
        rule, own = sampler(v.domain), stream.child(v.name)
        code = rule.member(v.domain, rule.free(v.domain, own, 1))
        values[v.name] = rule.assemble(v.domain, code, values).repeat(5, *[1] * (code.dim() - 1))
        if v.name in names:
            basis = _directions(v)
            x, y = (torch.einsum("k,k...->...", own.child(t).normal((len(basis),)).to(basis), basis) for t in "xy")
            if type(v.domain) in NUMBERS:
                x, y = (own.child(t).normal(()).to(basis) for t in "xy")
            values[v.name] = torch.stack([0 * x, x, y, x + y, 2 * x])
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
    systems, constants = problem.systems(values)
    bases = problem.bases()
    start = torch.cat([_entries(wanted[name], basis) for name, basis in bases.items()], 1)
    bound = [type(problem.concrete.variables[n].domain) in BOUNDED for n, basis in bases.items() for _ in basis]
    order = sorted(range(len(bound)), key=lambda k: (bound[k], -k if turned else k))
    found = []
    for row in range(len(systems)):
        if not bool(systems[row].isfinite().all() & constants[row].isfinite().all()):
            continue
        x = _solved(systems[row], constants[row], start[row], order)
        if x is not None and max(max(q.numerator.bit_length(), q.denominator.bit_length()) for q in x) <= LONGEST:
            instance = _instance(problem, values, row, x)
            if instance is not None:
                found.append((row, instance))
    return found


def _entries(values: Tensor, basis: Tensor) -> Tensor:
    """What the directions are multiplied by, (rows, many)."""
    if basis.dim() == 1:
        return values[:, None]
    return (values[:, None] * basis.clamp_min(0)).sum((2, 3)) / basis.clamp_min(0).sum((1, 2))


def _solved(system: Tensor, constant: Tensor, wanted: Tensor, order: list[int]) -> list[Fraction] | None:
    """A solution of L x + c = 0 over the rationals, unknowns eliminated in this order; None where there is none."""
    many = len(order)
    sides = zip(system.tolist(), constant.tolist(), strict=True)
    reduced, rank = fmpq_mat([[_fmpq(row[k]) for k in order] + [_fmpq(-c)] for row, c in sides]).rref()
    x = [_fmpq(float(wanted[k])) for k in order]
    for row in reversed(range(rank)):
        pivot = next(k for k in range(many + 1) if reduced[row, k] != 0)
        if pivot == many:
            return None
        rest = (reduced[row, k] * x[k] for k in range(pivot + 1, many) if reduced[row, k] != 0)
        x[pivot] = reduced[row, many] - sum(rest, fmpq(0))
    back = dict(zip(order, x, strict=True))
    return [Fraction(int(back[k].p), int(back[k].q)) for k in range(many)]


def _fmpq(x: float) -> fmpq:
    p, q = float(x).as_integer_ratio()
    return fmpq(p, q)


def _instance(problem: Linear, values: Batch, row: int, x: list[Fraction]) -> Instance | None:
    """The instance of a solution; None where it lies outside a domain, as far as floats see."""
    exact: dict[str, Any] = {}
    at = 0
    solved: dict[str, Any] = {}
    for name, basis in problem.bases().items():
        part, at = x[at : at + len(basis)], at + len(basis)
        solved[name] = part[0] if basis.dim() == 1 else _combined(basis, part)
    for v in ordered(problem.concrete):
        if v.name in solved:
            exact[v.name] = solved[v.name]
            if not _inside(v.domain, solved[v.name]):
                return None
        else:
            value = values[v.name][row].detach().to(torch.float64).numpy()
            exact[v.name] = sampler(v.domain).exact(v.domain, value, None, exact)
    return Instance(dict(problem.concrete.dims), exact)


def _combined(basis: Tensor, part: list[Fraction]) -> list[list[Fraction]]:
    out = [[Fraction(0)] * basis.shape[2] for _ in range(basis.shape[1])]
    for unit, q in zip(basis, part, strict=True):
        for i, j in torch.nonzero(unit).tolist():
            out[i][j] += q if unit[i, j] > 0 else -q
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
