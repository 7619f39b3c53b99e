"""Meeting hypotheses by rescaling a matrix variable, so that fewer instances are thrown away.

Only patterns where scaling provably helps: a positively homogeneous bound on a matrix variable, `smax(X) < c` and its
like, and `lmin(linear in X) >= -c`.  Whatever is not met this way is left to rejection.
"""

from __future__ import annotations

import torch
from torch import Tensor

from numerics.backends import floats
from numerics.ensembles.instances import Batch
from numerics.ensembles.randomness import Stream
from theorems.language import atoms, domains
from theorems.language.instantiate import Concrete, fold
from theorems.language.matrices import MatPlus, Transpose
from theorems.language.relations import Relation
from theorems.language.variables import Matrix

HOMOGENEOUS = (atoms.SMax, atoms.Norm2, atoms.NormF)


def _variable(node: object) -> Matrix | None:
    """X, when the argument is X itself or X + X^T."""
    if isinstance(node, Matrix) and type(node.domain) is domains.RealMatrices:
        return node
    if isinstance(node, MatPlus) and len(node.args) == 2:
        a, b = node.args
        if isinstance(a, Matrix) and b == Transpose(a):
            return _variable(a)
    return None


def _limit(value: object) -> float | None:
    number = fold(value)
    return float(number) if getattr(number, "is_Rational", False) else None


def rescale(concrete: Concrete, batch: Batch, stream: Stream) -> tuple[Batch, list[int]]:
    """The batch with matrices scaled into hypotheses where that is possible, and the hypotheses treated."""
    treated = []
    out = dict(batch)
    for k, clause in enumerate(concrete.hypotheses):
        if not isinstance(clause, Relation):
            continue
        atom, limit = clause.lhs, _limit(clause.rhs)
        if limit is None or not hasattr(atom, "argument"):
            continue
        variable = _variable(atom.argument)
        if variable is None:
            continue
        size = floats.evaluate(atom, out)[:, 0]
        share = _share(stream.child("share", k), len(size))
        if isinstance(atom, HOMOGENEOUS) and clause.op in ("<", "<=") and limit > 0:
            factor = torch.where(size >= limit, limit * share / size, torch.ones_like(size))
        elif isinstance(atom, atoms.LMin) and clause.op in (">", ">=") and limit < 0:
            factor = torch.where(size <= limit, limit * share / size, torch.ones_like(size))
        else:
            continue
        factor = torch.where(torch.isfinite(factor), factor, torch.ones_like(factor))
        out[variable.name] = out[variable.name] * factor[:, None, None]
        treated.append(k)
    return out, treated


def _share(stream: Stream, batch: int) -> Tensor:
    """How far towards the limit: anywhere, or within a few ulps to a few per cent of it."""
    near = 1 - torch.exp2(-stream.integers(4, 40, (batch,)).to(stream.dtype))
    return torch.where(stream.uniform((batch,)) < 0.5, near, stream.uniform((batch,)))
