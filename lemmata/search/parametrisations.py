"""Parametrisations: maps from unconstrained matrices onto thin sets where false statements tend to fail.

A form answers for every (batch, rows, cols) it accepts; a search spreads its restarts over all forms at once.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

Form = Callable[[Tensor], Tensor]
LARGEST = 2.0**20


def _rank_one(x: Tensor) -> Tensor:
    return x[:, :, :1] @ x[:, :1, :]


def _nilpotent(x: Tensor) -> Tensor:
    return x.triu(1)


def _defective(x: Tensor) -> Tensor:
    """One eigenvalue, repeated, and a strictly upper triangular part."""
    return x.triu(1) + x[:, :1, :1] * torch.eye(x.shape[-1], dtype=x.dtype, device=x.device)


def _symmetric(x: Tensor) -> Tensor:
    return (x + x.mT) / 2


def _skew(x: Tensor) -> Tensor:
    return (x - x.mT) / 2


def cayley(skew: Tensor) -> Tensor:
    """Cayley transform of a skew matrix; entries are cut at LARGEST, as I + K may round to a singular matrix beyond,
    and where it does nevertheless the result is not finite."""
    eye, skew = torch.eye(skew.shape[-1], dtype=skew.dtype, device=skew.device), skew.clamp(-LARGEST, LARGEST)
    return torch.linalg.solve_ex(eye + skew, eye - skew).result


def _orthogonal(x: Tensor) -> Tensor:
    """Cayley transform of the skew part, times a free scale."""
    return torch.exp(x.mean((1, 2), keepdim=True)) * cayley(_skew(x))


def _diagonal(x: Tensor) -> Tensor:
    return x * torch.eye(x.shape[-2], x.shape[-1], dtype=x.dtype, device=x.device)


def _bounded(x: Tensor) -> Tensor:
    """Entries between -1 and 1, at the ends for large parameters."""
    return torch.tanh(3 * x)


def _graded(x: Tensor) -> Tensor:
    """Rows of widely different lengths."""
    return x * torch.exp(4 * x[:, :, :1])


def _nearly_singular(x: Tensor) -> Tensor:
    """All singular values but the first shrunk a hundredfold."""
    return _rank_one(x) + 0.01 * x


RECTANGULAR: dict[str, Form] = {
    "rank one": _rank_one,
    "diagonal": _diagonal,
    "bounded": _bounded,
    "graded": _graded,
    "nearly singular": _nearly_singular,
}
SQUARE: dict[str, Form] = {
    "orthogonal": _orthogonal,
    "nilpotent": _nilpotent,
    "symmetric": _symmetric,
    "skew": _skew,
    "defective": _defective,
}
FREE = 4  # of this many restarts one stays plain


def shaped(x: Tensor, turn: int) -> Tensor:
    """The rows of a batch of free matrices, each put into a form; which one is spread by the row's number.

    `turn` shifts the choice, so that two variables meet in all pairs of forms.
    """
    forms = [*RECTANGULAR.values(), *(SQUARE.values() if x.shape[-1] == x.shape[-2] and x.shape[-1] > 1 else ())]
    row = torch.arange(len(x), device=x.device)
    choice = (row // FREE + turn * (row // (FREE * len(forms)) + 1)) % len(forms)
    out = x
    for k, form in enumerate(forms):
        mine = (choice == k) & (row % FREE != 0)
        if bool(mine.any()):
            out = torch.where(mine[:, None, None], form(x), out)
    return out
