"""Thin sets of pairs: one matrix tied to another (equal, opposite, transposed, a multiple, a polynomial of it)."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.language import domains
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch, ordered

Tie = Callable[[Tensor, Tensor], Tensor]
EVERY = 8  # one in so many random instances is tied


def _identity(x: Tensor) -> Tensor:
    return torch.eye(x.shape[-1], dtype=x.dtype, device=x.device)


# First matrix and own matrix of the same shape -> what takes the place of the own one.
RECTANGULAR: dict[str, Tie] = {
    "equal": lambda first, own: first,
    "opposite": lambda first, own: -first,
    "multiple": lambda first, own: first * own[:, :1, :1],
}
SQUARE: dict[str, Tie] = {
    "transposed": lambda first, own: first.mT,
    "complement": lambda first, own: _identity(first) - first,
    "commuting": lambda first, own: first @ first + own[:, :1, :1] * first + own[:, -1:, -1:] * _identity(first),
}
SYMMETRIC = ("equal", "opposite", "multiple", "complement", "commuting")


def tie_rows(first: Tensor, own: Tensor, every: int, names: tuple[str, ...] | None = None) -> Tensor:
    """`own` with one row in `every` replaced by what ties it to `first`; all ties (or those named) take turns."""
    ties = {**RECTANGULAR, **(SQUARE if first.shape[-1] == first.shape[-2] else {})}
    chosen = [tie for name, tie in ties.items() if names is None or name in names]
    row = torch.arange(len(own), device=own.device)
    out = own
    for k, tie in enumerate(chosen):
        mine = row % (every * len(chosen)) == every * k + 1
        if bool(mine.any()):
            out = torch.where(mine[:, None, None], tie(first, own), out)
    return out


def tied(concrete: Concrete, values: Batch) -> Batch:
    """A batch in which some plain or symmetric matrices are tied to the first of their shape and domain."""
    first: dict[tuple[type, tuple[int, ...]], Tensor] = {}
    out = dict(values)
    for leaf in ordered(concrete):
        kind = type(leaf.domain)
        if kind not in (domains.RealMatrices, domains.SymmetricMatrices):
            continue
        key = (kind, tuple(values[leaf.name].shape[1:]))
        if key in first:
            names = SYMMETRIC if kind is domains.SymmetricMatrices else None
            out[leaf.name] = tie_rows(first[key], values[leaf.name], EVERY, names)
        first.setdefault(key, values[leaf.name])
    return out
