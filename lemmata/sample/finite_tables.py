"""Matrices whose entries equations confine to finitely many numbers: tables of 0 and 1, of signs, graphs, tournaments.

`had(A, A) == A` asks something of every entry by itself.  Which numbers solve it is found by trying a few; what linear
equations for the same matrix leave of their combinations is listed, entry by entry.
"""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Relation
from lemmata.sample.linear_solutions import affine_equations, alone_in_equations

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
