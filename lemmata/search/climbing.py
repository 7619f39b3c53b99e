"""Hill climbing from instances in hand: neighbours of each, the best of them next."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

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


# Where to spend time: arms that were seldom tried or that made the slack smaller lately.
Arm = TypeVar("Arm")
FORGET = 0.9  # weight of earlier rewards at each new one
CURIOSITY = 0.5


@dataclass
class Bandit(Generic[Arm]):
    """Upper confidence bounds on the recent reward of each arm; `costs` are relative times of one turn."""

    arms: Sequence[Arm]
    costs: Sequence[float] = ()
    turns: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turns, self.rewards = [0] * len(self.arms), [0.0] * len(self.arms)

    def choose(self) -> int:
        """The number of the arm whose turn it is: arms never tried in their order first."""
        if 0 in self.turns:
            return self.turns.index(0)
        total = math.log(1 + sum(self.turns))
        costs = self.costs or [1.0] * len(self.arms)
        scores = [
            (reward + CURIOSITY * math.sqrt(total / turn)) / math.sqrt(cost)
            for reward, turn, cost in zip(self.rewards, self.turns, costs, strict=True)
        ]
        return scores.index(max(scores))

    def learn(self, arm: int, reward: float) -> None:
        """Record what a turn of an arm was worth, between 0 and 1."""
        self.turns[arm] += 1
        self.rewards[arm] += (1 - FORGET) * (reward - self.rewards[arm]) if self.turns[arm] > 1 else reward
