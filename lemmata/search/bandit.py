"""Where to spend time: arms that were seldom tried or that made the slack smaller lately."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

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
