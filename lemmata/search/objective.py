"""What a search drives down: the relative slack of the claim, plus a penalty where a hypothesis fails."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from functools import reduce
from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.language import atoms, core, domains
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Clause, Exists, ForAll, Relation
from lemmata.sample.batches import Batch, ordered

PENALTY = 10.0
ALMOST = 1 - 1e-15  # of a relative slack; from there on the sides are of different sign, or one is zero
MARGIN = 1e-6  # hypotheses are asked to hold by this much, so that a point of the search really meets them


def goal(concrete: Concrete, values: Batch, witness: bool = False, soft: bool = False) -> Tensor:
    """Shape (B,); below zero where the claim is broken and the hypotheses are met.  Differentiable; may be NaN.

    With `witness` the slack is driven up instead: the goal is below zero where the claim holds.  Where an inequality
    among the hypotheses fails the goal is above zero, however much the claim is broken there, and where one of the form
    `expression >= 0` does it jumps, a wall that no descent goes through.  With `soft` it only rises there, so that a
    descent may pass, and slide along the boundary.
    """
    scope = floats.Evaluation(values)
    sizes = [_size(c, scope) for c in concrete.claim]  # before anything is judged: a judgement keeps no gradients
    asked = [_size(c, scope) for c in concrete.hypotheses]
    slacks = []
    for clause, size in zip(concrete.claim, sizes, strict=True):
        found = floats.judge(clause, scope)
        slacks.append(_unfolded(found.relative) if size is None else found.absolute / size)
    slack = torch.stack(slacks).amin(0)
    total = -slack if witness else slack
    for clause, size in zip(concrete.hypotheses, asked, strict=True):
        found = floats.judge(clause, scope)
        if not soft and _inequality(clause):
            total = torch.where(found.relative < -MARGIN, total.clamp_min(0.0), total)  # nothing is broken there
        if size is not None:
            total = total + PENALTY * torch.relu(MARGIN - found.absolute / size)
        if size is None or not soft:
            total = total + PENALTY * torch.relu(MARGIN - found.relative)
    return total


def walled(concrete: Concrete) -> bool:
    """Whether a hypothesis is of the form `expression >= 0`, at which a descent stops."""
    return any(_against_zero(c) is not None for c in concrete.hypotheses)


def _inequality(clause: Any) -> bool:
    """Whether a hypothesis is an inequality, or one for all indices."""
    while isinstance(clause, ForAll):
        clause = clause.body
    return isinstance(clause, Relation) and clause.op != "=="


def _unfolded(relative: Tensor) -> Tensor:
    """Half the logarithm of the ratio of the sides where the slack is above zero: a relative slack near 1, as between
    sides of different magnitude, shows no way down."""
    return torch.where(relative > 0, torch.atanh(relative.clamp(0.0, ALMOST)), relative)


def _size(clause: Clause, scope: floats.Evaluation) -> Tensor | None:
    """What to measure the slack of `expression >= 0` by, shape (B,): the size of the numbers behind the expression.

    Its relative slack is 1 or -1 and shows no way down.  None for other clauses.
    """
    other = _against_zero(clause)
    if other is None:
        return None
    size = _natural(scope, other).flatten(1).amax(1)
    return torch.where(size > 0, size, 1.0).expand(scope.batch)


def _against_zero(clause: Clause) -> Any:
    """The expression of `expression >= 0`; None for other clauses."""
    body = clause.body if isinstance(clause, Exists) else clause
    if not isinstance(body, Relation) or body.op[0] not in "<>":
        return None
    return next((other for zero, other in ((body.lhs, body.rhs), (body.rhs, body.lhs)) if zero == 0), None)


def _natural(scope: floats.Evaluation, node: Any) -> Tensor:
    """How large a quantity could be, given the numbers it is made of: of a trace or an eigenvalue the norm of the
    matrix, of a determinant the product of the lengths of its rows, of a sum the sum over its terms."""
    if isinstance(node, core.Plus):
        return functools.reduce(torch.add, (_natural(scope, a) for a in node.args))
    if isinstance(node, core.Times):
        return functools.reduce(torch.mul, (_natural(scope, a) for a in node.args))
    if isinstance(node, core.Neg):
        return _natural(scope, node.args[0])
    if isinstance(node, atoms.Tr | atoms.LMin | atoms.LMax | atoms.Lam | atoms.SMin | atoms.S):
        return torch.linalg.vector_norm(scope.value(node.argument), dim=(-2, -1))[..., None]
    if isinstance(node, atoms.Det):
        return torch.linalg.vector_norm(scope.value(node.argument), dim=-1).prod(-1)[..., None]
    return scope.size(node)


# Ways to look at a slack that do not see known cases of equality.
#
# Many true inequalities, and many false ones, are equalities where matrices commute, are multiples of the identity or
# of rank one, or where an exponent is at the end of its range; a descent of the slack ends there.  A rescaling divides
# the slack by what vanishes there too, so that what is left is its leading coefficient: below zero wherever the slack
# is.
Rescaling = Callable[
    [Concrete, Batch], "Tensor | None"
]  # positive numbers (rows,) to divide by; None where it sees nothing
LEAST = 1e-9  # added to the divisor


def _square(concrete: Concrete, values: Batch) -> list[Tensor]:
    """Square matrices beyond order 1, scaled to unit norm."""
    found = []
    for v in ordered(concrete):
        x = values[v.name]
        if isinstance(v.domain, domains.MatrixDomain) and x.shape[-1] == x.shape[-2] > 1:
            found.append(x / torch.linalg.matrix_norm(x, keepdim=True).clamp_min(1e-150))
    return found


def _apart(concrete: Concrete, values: Batch) -> Tensor | None:
    """How far the square matrices are from commuting, pair by pair."""
    pairs = [(a, b) for a, b in itertools.combinations(_square(concrete, values), 2) if a.shape == b.shape]
    if not pairs:
        return None
    return reduce(torch.add, [(a @ b - b @ a).square().sum((1, 2)) for a, b in pairs])


def _inside(concrete: Concrete, values: Batch) -> Tensor | None:
    """How far inside their intervals the numbers are."""
    shares = []
    for v in ordered(concrete):
        if isinstance(v.domain, domains.Interval | domains.OpenInterval):
            low, high = float(v.domain.low), float(v.domain.high)
            if high > low:
                shares.append(4 * (values[v.name] - low) * (high - values[v.name]) / (high - low) ** 2)
    return reduce(torch.mul, shares) if shares else None


def _spread(concrete: Concrete, values: Batch) -> Tensor | None:
    """How far the square matrices are from multiples of the identity."""
    return _total(x - _trace(x) for x in _square(concrete, values))


def _trace(x: Tensor) -> Tensor:
    mean = torch.diagonal(x, dim1=-2, dim2=-1).mean(-1)
    return mean[:, None, None] * torch.eye(x.shape[-1], dtype=x.dtype, device=x.device)


def _full(concrete: Concrete, values: Batch) -> Tensor | None:
    """How far the square matrices are from rank one: the size of their second compound."""
    grams = [x.mT @ x for x in _square(concrete, values)]
    return reduce(torch.add, [1 - g.square().sum((1, 2)) for g in grams]).clamp_min(0) if grams else None


def _total(parts: object) -> Tensor | None:
    listed = [x.square().sum((1, 2)) for x in parts]  # type: ignore[attr-defined]
    return reduce(torch.add, listed) if listed else None


def _both(concrete: Concrete, values: Batch) -> Tensor | None:
    parts = [x for x in (_apart(concrete, values), _inside(concrete, values)) if x is not None]
    return reduce(torch.mul, parts) if len(parts) == 2 else None


RESCALINGS: dict[str, Rescaling] = {
    "plain": lambda concrete, values: None,
    "apart": _apart,
    "inside": _inside,
    "apart and inside": _both,
    "spread": _spread,
    "full": _full,
}


def through(rescaling: str, concrete: Concrete, values: Batch, slack: Tensor) -> Tensor:
    """The slack as the rescaling shows it; of the same sign."""
    size = RESCALINGS[rescaling](concrete, values)
    return slack if size is None else slack / (size + LEAST)
