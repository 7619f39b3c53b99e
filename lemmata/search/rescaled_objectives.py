"""Ways to look at a slack that do not see known cases of equality.

Many true inequalities, and many false ones, are equalities where matrices commute, are multiples of the identity or of
rank one, or where an exponent is at the end of its range; a descent of the slack ends there.  A rescaling divides the
slack by what vanishes there too, so that what is left is its leading coefficient: below zero wherever the slack is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import reduce

import torch
from torch import Tensor

from lemmata.language import domains
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch, ordered

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
