"""Matrices with linear equations for their entries: means of the sparsest solutions, or sums over an integer lattice.

Of a domain without negative entries the solutions are a polytope, whose vertices are tried and averaged; of any other
they are one solution and the integer multiples of a basis of the homogeneous ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, lcm

import torch
from sympy import Matrix, Rational
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Relation
from lemmata.language.trees import free_names

MOST_BASES = 12_000  # sets of columns that are tried for sparse solutions
EIGHTHS = 8  # means have weights that are multiples of one over this
TOGETHER = 4  # sparse solutions in one mean
BITS = 16.0  # entries of sparse solutions are multiples of one over this: means of them are exact in floating point


@dataclass(frozen=True)
class _Affine:
    """Solutions of linear equations for the entries of a matrix: `corners`, the vertices of a polytope, of which means
    are taken, or for numbers of any sign one corner and `ways`, an integer basis of the homogeneous equations."""

    corners: Tensor
    ways: Tensor


def linear_solutions(concrete: Concrete, batch: Mapping[str, Tensor], stream: Stream) -> dict[str, Tensor]:
    """Means of vertices with weights that are multiples of 1/8, or sums of integer multiples of a basis."""
    out: dict[str, Tensor] = {}
    for name, known in _solutions(concrete).items():
        many = len(batch[name])
        found, here = known.corners.to(batch[name]), stream.child(name)
        chosen = found[here.child("which").integers(0, len(found) - 1, (many, TOGETHER))]
        cuts = here.child("weights").integers(0, EIGHTHS, (many, TOGETHER - 1)).to(found.dtype).sort(1).values
        ends = torch.zeros(many, 1, dtype=found.dtype, device=found.device)
        weights = torch.cat([cuts, ends + EIGHTHS], 1) - torch.cat([ends, cuts], 1)
        x = (chosen * (weights / EIGHTHS)[:, :, None, None]).sum(1)
        if len(known.ways):
            multiples = here.child("multiples").integers(-2, 2, (many, len(known.ways))).to(found.dtype)
            x = x + torch.einsum("bk,kij->bij", multiples, known.ways.to(found))
        out[name] = x
    return out


def alone_in_equations(concrete: Concrete) -> dict[str, list[Relation]]:
    """The equations among the hypotheses that speak of one variable only, by its name."""
    asked: dict[str, list[Relation]] = {}
    for c in concrete.hypotheses:
        if isinstance(c, Relation) and c.op == "==":
            names = set(concrete.variables) & (free_names(c.lhs) | free_names(c.rhs))
            if len(names) == 1:
                asked.setdefault(names.pop(), []).append(c)
    return asked


@lru_cache(maxsize=64)
def _solutions(concrete: Concrete) -> dict[str, _Affine]:
    """Solutions for each matrix that equations speak of alone and affinely, where there is more than one."""
    out: dict[str, _Affine] = {}
    for name, clauses in alone_in_equations(concrete).items():
        leaf = concrete.variables[name]
        kind = type(getattr(leaf, "domain", None))
        if kind not in (domains.RealMatrices, domains.Nonnegative):
            continue
        shape = tuple(int(d) for d in leaf.shape)
        equations = affine_equations(name, shape, clauses)
        if equations is None:
            continue
        made = _vertices if kind is domains.Nonnegative else _lattice
        corners, ways = (x.reshape(-1, *shape) for x in made(*equations))
        if len(corners) > 1 or len(corners) and len(ways):
            out[name] = _Affine(corners, ways)
    return out


def affine_equations(name: str, shape: tuple[int, ...], clauses: list[Relation]) -> tuple[Tensor, Tensor] | None:
    """L and c with L x + c = 0 for the entries x of a solution; None unless the equations are affine."""
    many = shape[0] * shape[1]
    unit = torch.eye(many, dtype=torch.float64)
    probe = Stream("probe", 0).normal((3, many)).to(unit)
    points = torch.cat([torch.zeros_like(unit[:1]), unit, probe])
    values = {name: points.reshape(-1, *shape)}
    sides = [[floats.evaluate(side, values).flatten(1) for side in (c.lhs, c.rhs)] for c in clauses]
    residual = torch.cat([(a - b).expand(len(points), max(a.shape[1], b.shape[1])) for a, b in sides], 1)
    constant, linear = residual[0], (residual[1 : many + 1] - residual[0]).mT
    affine = torch.allclose(probe @ linear.mT + constant, residual[many + 1 :], rtol=0.0, atol=1e-9)
    return (linear, constant) if affine and bool(residual.isfinite().all()) else None


def _vertices(linear: Tensor, constant: Tensor) -> tuple[Tensor, Tensor]:
    """Solutions without negative entries that are zero but at linearly independent columns."""
    many, rank = linear.shape[1], int(torch.linalg.matrix_rank(linear))
    none = torch.zeros(0, many, dtype=torch.float64)
    if not 0 < rank < many:
        return none, none
    if comb(many, rank) <= MOST_BASES:
        bases = torch.tensor(list(combinations(range(many), rank)))
    else:
        bases = Stream("bases", 0).permutation(MOST_BASES, many)[:, :rank]
    columns = linear.mT[bases].mT  # (bases, equations, rank)
    entries = torch.linalg.pinv(columns) @ -constant[:, None]
    solved = ((columns @ entries)[..., 0] + constant).abs().amax(1) <= 1e-9
    found = torch.zeros(len(bases), many, dtype=torch.float64).scatter(1, bases, entries[..., 0])
    near = torch.round(found * BITS) / BITS + 0.0
    solved &= ((near - found).abs() <= 1e-9).all(1) & (near >= 0).all(1)
    return torch.unique(near[solved], dim=0), none


def _lattice(linear: Tensor, constant: Tensor) -> tuple[Tensor, Tensor]:
    """One solution and an integer basis of the homogeneous ones, by elimination in rational numbers."""
    many = linear.shape[1]
    none = torch.zeros(0, many, dtype=torch.float64)
    whole = torch.cat([linear, -constant[:, None]], 1)
    if bool((whole * BITS != torch.round(whole * BITS)).any()):
        return none, none
    reduced, pivots = Matrix(whole.shape[0], many + 1, [Rational(x) for x in whole.flatten().tolist()]).rref()
    if many in pivots or not pivots:  # nothing solves them, or they say nothing
        return none, none
    corner, ways = [Rational(0)] * many, []
    for row, k in enumerate(pivots):
        corner[k] = reduced[row, many]
    for free in sorted(set(range(many)) - set(pivots)):
        way = [Rational(int(j == free)) for j in range(many)]
        for row, k in enumerate(pivots):
            way[k] = -reduced[row, free]
        scale = lcm(*(int(x.q) for x in way))
        ways.append([float(scale * x) for x in way])
    if any(float(x) * BITS != round(float(x) * BITS) for x in corner):
        return none, none
    return torch.tensor([[float(x) for x in corner]], dtype=torch.float64), torch.tensor(ways, dtype=torch.float64)
