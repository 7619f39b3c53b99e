"""Hypotheses that are met together, exactly and by small integers.

A rule for one hypothesis undoes what the rule for another did.  Matrices that commute, each with an equation of its own
(`A @ A == 0 * A`), are taken from one commutative algebra; a matrix with linear equations for its entries from their
solutions, and one whose entries are confined to a few numbers from the tables of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, lcm
from typing import Any

import torch
from sympy import Matrix, Rational
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete, fold
from lemmata.language.matrices import Id, MatNeg, MatPlus, MatTimes, Scaled, Transpose
from lemmata.language.relations import Relation
from lemmata.language.trees import free_names
from lemmata.language.variables import Matrix as Variable

# Matrices with linear equations for their entries: means of the sparsest solutions, or sums over an integer lattice.
#
# Of a domain without negative entries the solutions are a polytope, whose vertices are tried and averaged; of any other
# they are one solution and the integer multiples of a basis of the homogeneous ones.
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


# Matrices whose entries equations confine to finitely many numbers: tables of 0 and 1, of signs, graphs, tournaments.
#
# `had(A, A) == A` asks something of every entry by itself.  Which numbers solve it is found by trying a few; what
# linear equations for the same matrix leave of their combinations is listed, entry by entry.
TRIED = torch.arange(-16, 17, dtype=torch.float64) / 4  # exact in floating point, and so are their small powers
FEW = 4  # numbers for an entry from which on an equation does not confine it
PROBES = 8
MOST = 2**14  # tables that are kept: of longer lists a part drawn evenly at every entry
ADMITTED = (domains.RealMatrices, domains.SymmetricMatrices, domains.Nonnegative)


@lru_cache(maxsize=64)
def tables(concrete: Concrete) -> dict[str, Tensor]:
    """The tables (members, rows, cols) of every matrix that equations of its own confine to finitely many numbers."""
    out: dict[str, Tensor] = {}
    for name, clauses in alone_in_equations(concrete).items():
        leaf = concrete.variables[name]
        if type(getattr(leaf, "domain", None)) not in ADMITTED:
            continue
        shape = tuple(int(d) for d in leaf.shape)
        if shape == (1, 1):
            continue  # a number: the list of small ones holds its values
        choices = torch.ones(shape[0] * shape[1], len(TRIED), dtype=torch.bool)
        if isinstance(leaf.domain, domains.Nonnegative):
            choices &= TRIED >= 0
        affine = [c for c in clauses if affine_equations(name, shape, [c]) is not None]
        for clause in clauses:
            found = None if clause in affine else _by_entry(name, shape, clause)
            if found is not None:
                choices &= found
        if int(choices.sum(1).max()) > FEW:
            continue
        linear, constant = _mirrored(shape, isinstance(leaf.domain, domains.SymmetricMatrices))
        equations = affine_equations(name, shape, affine) if affine else None
        if equations is not None:
            linear, constant = torch.cat([linear, equations[0]]), torch.cat([constant, equations[1]])
        members = _listed(choices, linear, constant)
        if len(members):
            out[name] = members.reshape(-1, *shape)
    return out


def drawn(concrete: Concrete, many: int, stream: Stream) -> dict[str, Tensor]:
    """So many tables of every such matrix, drawn evenly and independently of each other."""
    out: dict[str, Tensor] = {}
    for name, members in tables(concrete).items():
        rows = stream.child(name).integers(0, len(members) - 1, (many,))
        out[name] = members.to(rows.device)[rows].to(stream.dtype)
    return out


def _by_entry(name: str, shape: tuple[int, ...], clause: Relation) -> Tensor | None:
    """Which numbers of `TRIED` each entry may be, (entries, tried); None where entries do not stand by themselves."""
    flat = TRIED[:, None].expand(-1, shape[0] * shape[1])
    which = Stream("finite tables", 0).integers(0, len(TRIED) - 1, (PROBES, shape[0] * shape[1]))
    points = torch.cat([flat, TRIED[which]])
    values = {name: points.reshape(-1, *shape)}
    sides = [floats.evaluate(side, values).flatten(1) for side in (clause.lhs, clause.rhs)]
    if any(side.shape[1] != flat.shape[1] for side in sides):
        return None
    residual = (sides[0] - sides[1]).expand(len(points), -1)
    alone = residual[: len(TRIED)].gather(0, which) == residual[len(TRIED) :]
    return (residual[: len(TRIED)] == 0).mT if bool(alone.all()) else None


def _mirrored(shape: tuple[int, ...], symmetric: bool) -> tuple[Tensor, Tensor]:
    """L and c of L x + c = 0 that say that a matrix is symmetric; no equations where it need not be."""
    eye = torch.eye(shape[0] * shape[1], dtype=torch.float64)
    pairs = torch.triu_indices(shape[0], shape[0], 1).mT.tolist() if symmetric else ()
    rows = [eye[i * shape[1] + j] - eye[j * shape[1] + i] for i, j in pairs]
    linear = torch.stack(rows) if rows else eye[:0]
    return linear, torch.zeros(len(linear), dtype=torch.float64)


def _listed(choices: Tensor, linear: Tensor, constant: Tensor) -> Tensor:
    """Solutions (members, entries) of L x + c = 0 among the choices, entry after entry: what the entries still to come
    cannot make up for is dropped at once."""
    low = torch.where(choices, linear[:, :, None] * TRIED, torch.inf).amin(2)
    high = torch.where(choices, linear[:, :, None] * TRIED, -torch.inf).amax(2)
    rows, left = torch.zeros(1, 0, dtype=torch.float64), constant[None]
    for k, allowed in enumerate(choices):
        numbers = TRIED[allowed]
        rows = torch.cat([rows.repeat_interleave(len(numbers), 0), numbers.repeat(len(rows))[:, None]], 1)
        left = left.repeat_interleave(len(numbers), 0) + rows[:, -1:] * linear[:, k]
        down, up = low[:, k + 1 :].sum(1), high[:, k + 1 :].sum(1)
        hopeful = torch.nonzero(((left + down <= 1e-9) & (left + up >= -1e-9)).all(1)).flatten()
        if len(hopeful) > MOST:
            hopeful = hopeful[Stream("tables kept", k).permutation(1, len(hopeful))[0, :MOST]].sort().values
        rows, left = rows[hopeful], left[hopeful]
    return rows


Values = Mapping[str, Tensor]
SYMMETRIC = (domains.SymmetricMatrices, domains.PSD, domains.PD)


def plain(node: Any) -> Variable | None:
    """The node, if it is a matrix variable without any structure."""
    return node if isinstance(node, Variable) and type(node.domain) is domains.RealMatrices else None


def square(node: Any) -> Variable | None:
    """The node, if it is a square matrix variable without any structure."""
    found = plain(node)
    return found if found is not None and int(found.shape[0]) == int(found.shape[1]) else None


def together(concrete: Concrete, batch: Values, stream: Stream) -> dict[str, Tensor]:
    """Values of the variables that several hypotheses, or one with many solutions, speak of; empty where none do."""
    many = len(next(iter(batch.values()), ()))
    return (
        _commuting(concrete, batch, stream.child("commuting"))
        | linear_solutions(concrete, batch, stream.child("linear"))
        | drawn(concrete, many, stream.child("tables"))
    )


# Equations with two roots, of one matrix.
def roots(clause: Relation) -> tuple[Variable, tuple[float, float]] | None:
    """X and the roots of its minimal polynomial, for `X @ X == 0 * X`, `X @ X == X` and `X @ X == I`."""
    left, right = clause.lhs, clause.rhs
    if clause.op != "==" or not (isinstance(left, MatTimes) and len(left.args) == 2 and left.args[0] == left.args[1]):
        return None
    variable = square(left.args[0])
    if variable is None:
        return None
    if vanishes(right):
        return variable, (0.0, 0.0)
    if right == variable:
        return variable, (1.0, 0.0)
    return (variable, (1.0, -1.0)) if isinstance(right, Id) else None


def with_roots(ends: tuple[float, float], stream: Stream, many: int, n: int) -> Tensor:
    """U [[a, X], [0, b]] U^-1 of order n with unit triangular integer U."""
    size = stream.child("block").integers(0, n, (many, 1, 1))
    place = torch.arange(n, device=size.device)
    head_row, head_col = place[:, None] < size, place[None, :] < size
    eye = torch.eye(n, dtype=stream.dtype, device=size.device)
    entries = stream.child("entries").integers(-2, 2, (many, n, n)).to(stream.dtype)
    corner = torch.where(head_row & ~head_col, entries, 0.0)
    core_block = eye * torch.where(head_row, ends[0], ends[1]) + corner
    return _conjugated(core_block, _unit_triangular(stream.child("turn"), many, n))


def _conjugated(block: Tensor, turn: Tensor) -> Tensor:
    """U B U^-1 for unit triangular integer U, whose inverse has integer entries: rounded, it is exact."""
    return turn @ block @ torch.round(torch.linalg.inv(turn))


def _unit_triangular(stream: Stream, batch: int, n: int) -> Tensor:
    entries = stream.integers(-1, 1, (batch, n, n)).to(stream.dtype)
    eye = torch.eye(n, dtype=stream.dtype, device=entries.device)
    lower, upper = entries.tril(-1) + eye, entries.triu(1) + eye
    return torch.where(stream.child("side").uniform((batch, 1, 1)) < 0.5, lower, upper)


def vanishes(node: Any) -> bool:
    """Whether a matrix is zero by form: `0 * A`, `A - A`."""
    if isinstance(node, Scaled):
        return fold(node.args[0]) == 0 or vanishes(node.args[1])
    return isinstance(node, MatPlus) and len(node.args) == 2 and node.args[1] == MatNeg(node.args[0])


# Matrices that commute.
@dataclass(frozen=True)
class _Group:
    """Matrices of one order that commute, each with the roots asked of it; `star`: with each other's transposes too."""

    members: tuple[Any, ...]
    asked: Mapping[str, tuple[float, float]]
    star: bool

    @property
    def order(self) -> int:
        return int(self.members[0].shape[0])


def commute(clause: Any) -> tuple[Any, Any, bool] | None:
    """The matrices of `A @ B == B @ A` or `A @ B - B @ A == 0 * A`, and whether one of them is transposed there."""
    if not isinstance(clause, Relation) or clause.op != "==":
        return None
    left, right = clause.lhs, clause.rhs
    if vanishes(right) and isinstance(left, MatPlus) and len(left.args) == 2 and isinstance(left.args[1], MatNeg):
        left, right = left.args[0], left.args[1].args[0]
    products = isinstance(left, MatTimes) and isinstance(right, MatTimes) and len(left.args) == len(right.args) == 2
    if not products or left.args != tuple(reversed(right.args)):
        return None
    factors = [x.args[0] if isinstance(x, Transpose) else x for x in left.args]
    if not all(isinstance(x, Variable) and type(x.domain) in (domains.RealMatrices, *SYMMETRIC) for x in factors):
        return None
    return factors[0], factors[1], any(isinstance(x, Transpose) for x in left.args)


def _groups(concrete: Concrete) -> list[_Group]:
    """The variables in sets that are linked by commuting pairs."""
    found = [pair for pair in map(commute, concrete.hypotheses) if pair is not None]
    sets: list[set[Any]] = []
    for a, b, _ in found:
        joined = [s for s in sets if s & {a, b}]
        sets = [s for s in sets if not s & {a, b}] + [set().union({a, b}, *joined)]
    asked = dict(pair for c in concrete.hypotheses if isinstance(c, Relation) and (pair := roots(c)) is not None)
    groups = []
    for s in sets:
        members = tuple(sorted(s, key=lambda v: str(v.name)))
        if int(members[0].shape[0]) < 2:
            continue
        star = any(turned for a, b, turned in found if a in s) or any(plain(v) is None for v in members)
        groups.append(_Group(members, {v.name: asked[v] for v in members if v in asked}, star))
    return groups


def _commuting(concrete: Concrete, batch: Values, stream: Stream) -> dict[str, Tensor]:
    """Members of one commutative algebra for each set of commuting variables; the algebras take turns by row."""
    out: dict[str, Tensor] = {}
    for k, group in enumerate(_groups(concrete)):
        many = len(batch[group.members[0].name])
        here = stream.child("group", k)
        made = [m for m in (algebra(group, here.child(name), many) for name, algebra in ALGEBRAS.items()) if m]
        if not made:
            continue
        turn, rows = here.child("turn"), torch.arange(many, device=stream.device)
        which = turn.child("algebra").integers(0, len(made) - 1, (many,))
        stay = turn.child("stay").uniform((many, 1, 1)) < 0.5
        u = _unit_triangular(turn.child("coordinates"), many, group.order)
        for v in group.members:
            chosen = torch.stack([m[v.name] for m in made])[which, rows]
            if not group.star:  # the same change of coordinates for all of them; none in half of the rows
                chosen = torch.where(stay, chosen, _conjugated(chosen, u))
            out[v.name] = chosen
    return out


def _ingredient(v: Any, group: _Group, stream: Stream, many: int, n: int) -> Tensor:
    """Small integer matrices of order n as the domain of v, and the equation asked of it, want them."""
    if v.name in group.asked:
        return with_roots(group.asked[v.name], stream, many, n)
    x = stream.integers(-2, 2, (many, n, n)).to(stream.dtype)
    if type(v.domain) is domains.SymmetricMatrices:
        return x.triu() + x.triu(1).mT
    if type(v.domain) in SYMMETRIC:
        return x.mT @ x + float(type(v.domain) is domains.PD) * torch.eye(n, dtype=x.dtype, device=x.device)
    return torch.where(stream.child("nilpotent").uniform((many, 1, 1)) < 0.5, x.sign().triu(1), x)


def _tensors(group: _Group, stream: Stream, many: int) -> dict[str, Tensor]:
    """X (x) I and I (x) Y: in turn on either factor; a third variable is a multiple of the identity."""
    n = group.order
    splits = [p for p in range(2, n) if n % p == 0]
    if not splits:
        return {}
    p = splits[len(splits) // 2]
    out: dict[str, Tensor] = {}
    for k, v in enumerate(group.members):
        if k > 1 and v.name in group.asked:
            return {}
        order = (p, n // p)[k % 2]
        x = _ingredient(v, group, stream.child(v.name), many, order)
        if k > 1:
            x = x[:, :1, :1] * torch.eye(order, dtype=x.dtype, device=x.device)
        eye = torch.eye(n // order, dtype=x.dtype, device=x.device).expand(many, -1, -1)
        a, b = (x, eye) if k % 2 == 0 else (eye, x)
        out[v.name] = torch.einsum("bij,bkl->bikjl", a, b).reshape(many, n, n)
    return out


def _corners(group: _Group, stream: Stream, many: int) -> dict[str, Tensor]:
    """c I + [[0, X], [0, 0]], all with blocks of the same sizes; c = 0 where the square is to vanish."""
    if group.star or any(ends != (0.0, 0.0) for ends in group.asked.values()):
        return {}
    n = group.order
    size = stream.child("size").integers(1, n - 1, (many, 1, 1))
    place = torch.arange(n, device=size.device)
    corner = (place[:, None] < size) & (place[None, :] >= size)
    out: dict[str, Tensor] = {}
    for v in group.members:
        x = stream.child(v.name).integers(-2, 2, (many, n, n)).to(stream.dtype)
        multiple = 0.0 if v.name in group.asked else x[:, :1, :1]
        out[v.name] = torch.where(corner, x, 0.0) + multiple * torch.eye(n, dtype=x.dtype, device=x.device)
    return out


def _circulants(group: _Group, stream: Stream, many: int) -> dict[str, Tensor]:
    """Circulant matrices, which commute with each other's transposes too; symmetric ones are the same backwards."""
    if group.asked or any(type(v.domain) in (domains.PSD, domains.PD) for v in group.members):
        return {}
    n = group.order
    place = torch.arange(n)
    shift = (place[None, :] - place[:, None]) % n
    out: dict[str, Tensor] = {}
    for v in group.members:
        row = stream.child(v.name).integers(-2, 2, (many, n)).to(stream.dtype)
        x = row[:, shift.to(row.device)]
        out[v.name] = x if plain(v) is not None else x + x.mT
    return out


def _polynomials(group: _Group, stream: Stream, many: int) -> dict[str, Tensor]:
    """Polynomials with natural coefficients in one symmetric matrix, semidefinite or definite where all have to be."""
    if group.asked or any(plain(v) is not None for v in group.members):
        return {}
    strictest = max((v for v in group.members), key=lambda v: SYMMETRIC.index(type(v.domain)))
    x = _ingredient(strictest, group, stream.child("first"), many, group.order)
    eye = torch.eye(group.order, dtype=x.dtype, device=x.device)
    out: dict[str, Tensor] = {}
    for k, v in enumerate(group.members):
        c = stream.child(v.name).integers(0, 2, (3, many, 1, 1)).to(x.dtype)
        out[v.name] = x if k == 0 else (c[0] + float(type(v.domain) is domains.PD)) * eye + c[1] * x + c[2] * x @ x
    return out


ALGEBRAS: dict[str, Callable[[_Group, Stream, int], dict[str, Tensor]]] = {
    "tensors": _tensors, "corners": _corners, "circulants": _circulants, "polynomials": _polynomials,
}  # fmt: skip
