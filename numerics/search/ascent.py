"""Gradient ascent on the violation: many restarts at once, through singular values and eigenvalues.

Variables are parametrised so that every point of the search lies in its domain (symmetric, positive semidefinite,
orthogonal, intervals); other hypotheses enter as penalties.  Nothing found here is believed before it is certified.
"""

from __future__ import annotations

import torch
from torch import Tensor

from numerics.backends import floats
from numerics.ensembles.domains import sampler
from numerics.ensembles.instances import Batch, assemble, ordered
from numerics.ensembles.randomness import Stream
from theorems.language.instantiate import Concrete

PENALTY = 10.0
RATE = 0.05


def members(concrete: Concrete, free: dict[str, Tensor]) -> Batch:
    """Instances at unconstrained parameters."""
    codes = {v.name: sampler(v.domain).member(v.domain, free[v.name]) for v in ordered(concrete)}
    return assemble(concrete, codes)


def ascend(concrete: Concrete, stream: Stream, restarts: int, steps: int, witness: bool = False) -> Batch:
    """End points of `restarts` ascents of `steps` steps each; with `witness`, the slack is driven up instead of down.

    Returns a batch of `restarts` instances inside their domains, hypotheses met or nearly so.
    """
    free = {v.name: sampler(v.domain).free(v.domain, stream.child(v.name), restarts).clone() for v in ordered(concrete)}
    moving = [free[v.name].requires_grad_() for v in ordered(concrete) if not sampler(v.domain).discrete]
    if not moving:
        return members(concrete, free)
    optimiser = torch.optim.Adam(moving, lr=RATE)
    best = {k: x.detach().clone() for k, x in free.items()}
    best_goal = torch.full((restarts,), float("inf"), dtype=torch.float64, device=moving[0].device)
    for _ in range(steps):
        optimiser.zero_grad()
        screen = floats.screen(concrete, members(concrete, free))
        slack = torch.stack([c.relative for c in screen.claims]).amin(0)
        goal = -slack if witness else slack
        for h in screen.hypotheses:
            goal = goal + PENALTY * torch.relu(1e-6 - h.relative)
        better = goal.detach() < best_goal
        best_goal = torch.where(better, goal.detach(), best_goal)
        for k, x in free.items():
            keep = better.reshape(-1, *[1] * (x.dim() - 1))
            best[k] = torch.where(keep, x.detach(), best[k])
        usable = torch.where(torch.isfinite(goal), goal, torch.zeros_like(goal))
        if not usable.requires_grad:
            break
        usable.sum().backward()
        for x in moving:
            if x.grad is not None:
                x.grad = torch.nan_to_num(x.grad, nan=0.0, posinf=0.0, neginf=0.0)
        optimiser.step()
    with torch.no_grad():
        return members(concrete, best)
