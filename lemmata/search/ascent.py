"""Gradient ascent on the violation: many restarts at once, through singular values, eigenvalues and matrix functions.

Variables are parametrised so that every point of the search lies in its domain (symmetric, positive semidefinite,
orthogonal, intervals); plain matrices are spread over thin families as well; other hypotheses enter as penalties.
Nothing found here is believed before it is certified.
"""

from __future__ import annotations

import math
import warnings

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


# CMA-ES where gradients lie: ranks, pseudo-condition numbers, discrete variables, kinks.
WORST = 1e3  # stands for a goal that is not a number
SPREAD = 0.7  # initial standard deviation of every parameter
MAX_PARAMETERS = 120  # a covariance matrix of more is not learned in the generations there are


def evolve(concrete: Concrete, stream: Stream, runs: int, generations: int, witness: bool = False) -> Batch | None:
    """The best instance of each of `runs` evolutions, whose populations are evaluated together.

    Discrete variables keep, in each run, the value they were drawn with.  None where nothing moves or there are too
    many parameters.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Could not import matplotlib")  # it would draw with it, and nobody asks
        import cma  # slow to import, and most searches end before it is needed

    space = Space(concrete)
    start = space.start(stream, runs)
    sizes = {name: start[name][0].numel() for name in space.moving}
    if not 1 < sum(sizes.values()) <= MAX_PARAMETERS:
        return None
    flat = torch.cat([start[name].reshape(runs, -1).cpu() for name in space.moving], 1)
    options = {"verbose": -9, "maxiter": generations, "verb_log": 0, "tolx": 1e-12, "tolfun": 0.0}
    strategies = [
        cma.CMAEvolutionStrategy(
            x.tolist(), SPREAD, {**options, "seed": 1 + int(stream.child("seed", k).integers(0, 2**20))}
        )
        for k, x in enumerate(flat)
    ]
    best_goal = torch.full((runs,), torch.inf, dtype=torch.float64)
    best = flat.clone()

    def members(points: torch.Tensor, owner: list[int]) -> Batch:
        free = {name: x[owner] for name, x in start.items()}
        for name, part in zip(sizes, points.split(list(sizes.values()), 1), strict=True):
            free[name] = part.reshape(-1, *start[name].shape[1:]).to(start[name])
        return space.members(free, settled=True)

    for _ in range(generations):
        asked = [(k, es.ask()) for k, es in enumerate(strategies) if not es.stop()]
        if not asked:
            break
        owner = [k for k, points in asked for _ in points]
        points = torch.tensor([p.tolist() for _, ps in asked for p in ps], dtype=torch.float64)
        with torch.no_grad():
            values = goal(concrete, members(points, owner), witness).cpu().nan_to_num(nan=WORST, posinf=WORST)
        done = 0
        for k, ps in asked:
            mine = values[done : done + len(ps)]
            strategies[k].tell(ps, mine.tolist())
            if float(mine.min()) < float(best_goal[k]):
                best_goal[k], best[k] = mine.min(), points[done + int(mine.argmin())]
            done += len(ps)
    with torch.no_grad():
        return members(best, list(range(runs)))
