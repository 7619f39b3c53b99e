"""Hill climbing from instances in hand: neighbours of each, the best of them next."""

from __future__ import annotations

import torch

from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch
from lemmata.search.objective import goal
from lemmata.search.space import Space


def climb(concrete: Concrete, start: Batch, stream: Stream, rounds: int, width: int, witness: bool = False) -> Batch:
    """The end points of climbs from every row of `start`, by `rounds` steps to the best of `width` neighbours each.

    The neighbours are integer steps, zeroed entries, sign changes, small perturbations, ...: whatever the domain
    offers.  Returns a batch of the size of `start`; each climb never loses ground.
    """
    space = Space(concrete)
    many = len(next(iter(start.values())))
    with torch.no_grad():
        here = {k: v.clone() for k, v in start.items()}
        best = goal(concrete, here, witness).nan_to_num(nan=torch.inf)
        for step in range(rounds):
            crowd = space.near({k: v.repeat_interleave(width, 0) for k, v in here.items()}, stream.child(step))
            values = goal(concrete, crowd, witness).nan_to_num(nan=torch.inf).reshape(many, width)
            found, place = values.min(1)
            row = place + width * torch.arange(many, device=place.device)
            better = found < best
            best = torch.where(better, found, best)
            here = {k: torch.where(better.reshape(-1, *[1] * (v.dim() - 1)), crowd[k][row], v) for k, v in here.items()}
    return here
