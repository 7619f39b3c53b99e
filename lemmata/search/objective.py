"""What a search drives down: the relative slack of the claim, plus a penalty where a hypothesis fails."""

from __future__ import annotations

import functools
from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.error_bounds import magnitude
from lemmata.language import atoms, core
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Clause, Exists, ForAll, Relation
from lemmata.sample.batches import Batch

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
    return magnitude(scope, node)
