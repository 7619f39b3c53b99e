"""CMA-ES where gradients lie: ranks, pseudo-condition numbers, discrete variables, kinks."""

from __future__ import annotations

import warnings

import torch

from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch
from lemmata.search.objective import goal
from lemmata.search.space import Space

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
