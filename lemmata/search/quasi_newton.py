"""BFGS on many starting points at once: each row keeps its own inverse Hessian, direction and step.

One evaluation serves all rows per iteration: rows whose trial point is good enough accept it, the others shorten their
step and try again in the next one.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

Function = Callable[[Tensor], Tensor]  # (rows, parameters) -> (rows,)

ENOUGH_DESCENT = 1e-4  # of the descent that the slope promises, which a step has to keep
SHORTER = 0.3  # factor of a step that was refused
SHORTEST = 1e-9  # a step below it gives the curvature up
LOOKS, STALLED = 8, 1e-10  # after so many iterations in which no row gained more than this, the search ends
FIRST_STEP = 0.3  # length of the first step, and of any step along the plain gradient


def minimise(
    f: Function, start: Tensor, iterations: int, tick: Callable[[], None] = lambda: None
) -> tuple[Tensor, Tensor]:
    """The best points found from each row of `start` (rows, parameters), and their values (rows,).

    `f` is differentiable where it is finite; values that are not finite are never accepted.  `tick` is called before
    every evaluation and may end the search by an exception.
    """
    rows, many = start.shape
    eye = torch.eye(many, dtype=start.dtype, device=start.device)
    x, (value, slope) = start.clone(), _evaluate(f, start)
    inverse = eye.repeat(rows, 1, 1)
    direction, step = _downhill(slope), torch.ones_like(value)
    earlier = value
    for turn in range(1, iterations + 1):
        tick()
        moved = x + step[:, None] * direction
        found, there = _evaluate(f, moved)
        promised = (slope * direction).sum(1)
        good = found < value + ENOUGH_DESCENT * step * promised
        good |= ~torch.isfinite(value) & torch.isfinite(found)
        s, y = moved - x, there - slope
        curved = (s * y).sum(1)
        learns = good & torch.isfinite(value) & (curved > 1e-12 * s.norm(dim=1) * y.norm(dim=1))
        inverse = torch.where(learns[:, None, None], _updated(inverse, s, y, curved, eye), inverse)
        x = torch.where(good[:, None], moved, x)
        value, slope = torch.where(good, found, value), torch.where(good[:, None], there, slope)
        step = torch.where(good, torch.ones_like(step), step * SHORTER)
        lost = step < SHORTEST
        inverse = torch.where(lost[:, None, None], eye, inverse)
        newton = -(inverse @ slope[:, :, None])[:, :, 0]
        useless = lost | ((newton * slope).sum(1) >= 0) | ~torch.isfinite(newton).all(1)
        fresh = torch.where((useless | (good & ~learns))[:, None], _downhill(slope), newton)
        direction = torch.where((good | lost)[:, None], fresh, direction)
        step = torch.where(lost, torch.full_like(step, 1e-3), step)
        if turn % LOOKS == 0:
            gained = (earlier - value).nan_to_num(nan=0.0, posinf=1.0)
            if float(gained.max()) <= STALLED:
                break
            earlier = value
    return x, value


def _evaluate(f: Function, x: Tensor) -> tuple[Tensor, Tensor]:
    """Values and gradients; where either is not finite the value is infinite and the gradient zero."""
    free = x.detach().requires_grad_()
    value = f(free)
    if not value.requires_grad:
        return value.detach().nan_to_num(nan=torch.inf), torch.zeros_like(x)
    (slope,) = torch.autograd.grad(value.nan_to_num(nan=0.0, posinf=0.0, neginf=0.0).sum(), free)
    usable = torch.isfinite(value) & torch.isfinite(slope).all(1)
    return torch.where(usable, value, torch.inf).detach(), torch.where(usable[:, None], slope, 0.0)


def _downhill(slope: Tensor) -> Tensor:
    return -FIRST_STEP * slope / slope.norm(dim=1, keepdim=True).clamp_min(1e-30)


def _updated(inverse: Tensor, s: Tensor, y: Tensor, curved: Tensor, eye: Tensor) -> Tensor:
    """The BFGS update of the inverse Hessian of each row; of a fresh one with its scale set by the first step."""
    safe = torch.where(curved > 0, curved, torch.ones_like(curved))
    fresh = (inverse == eye).flatten(1).all(1)
    scale = safe / (y * y).sum(1).clamp_min(1e-300)
    inverse = torch.where(fresh[:, None, None], eye * scale[:, None, None], inverse)
    rho = 1 / safe
    left = eye - rho[:, None, None] * s[:, :, None] * y[:, None, :]
    return left @ inverse @ left.mT + rho[:, None, None] * s[:, :, None] * s[:, None, :]
