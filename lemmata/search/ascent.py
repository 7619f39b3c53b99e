"""Gradient ascent on the violation: many restarts at once, through singular values, eigenvalues and matrix functions.

Variables are parametrised so that every point of the search lies in its domain (symmetric, positive semidefinite,
orthogonal, intervals); plain matrices are spread over thin families as well; other hypotheses enter as penalties.
Nothing found here is believed before it is certified.
"""

from __future__ import annotations

import math

import torch

from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch
from lemmata.search.objective import goal
from lemmata.search.space import Space

RATE, LAST_RATE = 0.1, 0.005  # steps shrink along a half cosine
MEMORY = (0.9, 0.99)  # of the first and second moments of the gradient


def ascend(concrete: Concrete, stream: Stream, restarts: int, steps: int, witness: bool = False) -> Batch:
    """End points of `restarts` ascents of `steps` steps each; with `witness`, the slack is driven up instead of down.

    Returns a batch of `restarts` instances inside their domains, hypotheses met or nearly so.
    """
    space = Space(concrete, forms=True)
    free = space.start(stream, restarts)
    if not space.moving:
        return space.members(free)
    moving = {name: free[name].requires_grad_() for name in space.moving}
    # Adam by hand: torch.optim takes seconds to import, which a first answer does not have.
    mean = {name: torch.zeros_like(x) for name, x in moving.items()}
    square = {name: torch.zeros_like(x) for name, x in moving.items()}
    best = {k: x.detach().clone() for k, x in free.items()}
    best_goal = torch.full((restarts,), torch.inf, dtype=torch.float64, device=next(iter(free.values())).device)
    for step in range(steps):
        value = goal(concrete, space.members(free), witness)
        better = value.detach() < best_goal
        best_goal = torch.where(better, value.detach(), best_goal)
        for k, x in free.items():
            best[k] = torch.where(better.reshape(-1, *[1] * (x.dim() - 1)), x.detach(), best[k])
        usable = torch.where(torch.isfinite(value), value, torch.zeros_like(value))
        if not usable.requires_grad:
            break
        gradients = torch.autograd.grad(usable.sum(), list(moving.values()), allow_unused=True)
        rate = LAST_RATE + (RATE - LAST_RATE) * (1 + math.cos(math.pi * step / steps)) / 2
        with torch.no_grad():
            for (name, x), gradient in zip(moving.items(), gradients, strict=True):
                if gradient is None:
                    continue
                g = torch.nan_to_num(gradient, nan=0.0, posinf=0.0, neginf=0.0)
                mean[name].lerp_(g, 1 - MEMORY[0])
                square[name].lerp_(g * g, 1 - MEMORY[1])
                m = mean[name] / (1 - MEMORY[0] ** (step + 1))
                v = square[name] / (1 - MEMORY[1] ** (step + 1))
                x -= rate * m / (v.sqrt() + 1e-12)
    with torch.no_grad():
        return space.members(best, settled=True)
