"""What a conjecture gets for the seconds allowed: how much work is planned, and when each part has to end."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, fields, replace
from typing import Any

from lemmata.verify.run.inputs import InputError
from lemmata.verify.run.profiles import PROFILES, Profile

clock = time.process_time  # seconds of work of this process: a busy machine makes them longer, not fewer
DEFAULT = 30.0
LEAST, MOST = 1.0, 86_400.0
SEARCH = 0.65  # share of the budget after which the search ends
CERTIFY = 0.8  # share after which a certification that still goes on is cut off
ROOM = 1.0  # seconds of search that are left to a check however long its start took
# Work planned grows from profile to profile on these seconds, which two cores take for a matrix inequality.
ANCHORS = ((2.0, PROFILES["quick"]), (30.0, PROFILES["standard"]), (900.0, PROFILES["deep"]))


def seconds(value: float) -> float:
    """The budget itself.  Raises InputError outside 1 s ... one day."""
    if not LEAST <= value <= MOST:  # false for NaN too
        raise InputError(f"--budget {value:g}: give seconds from {LEAST:g} to {MOST:g}, as in --budget 30")
    return float(value)


@dataclass(frozen=True)
class Budget:
    """Seconds of this process's work allowed from `started`, by `clock`, to the answer."""

    seconds: float
    started: float = field(default_factory=clock)
    ready: float = field(default_factory=clock)  # when the search could begin: libraries take seconds
    share: float = SEARCH  # of the budget, after which the search ends

    def _at(self, share: float, room: float) -> float:
        return max(self.started + share * self.seconds, self.ready + room * min(self.seconds, ROOM))

    @property
    def search_until(self) -> float:
        """When the search ends."""
        return self._at(self.share, 1.0)

    @property
    def certify_until(self) -> float:
        """When a certification that the end of the search left behind is cut off."""
        return self._at(max(CERTIFY, self.share + 0.05), 1.3)

    @property
    def extras_until(self) -> float:
        """When whatever adds to the answer is cut off."""
        return self._at(0.95, 1.5)

    @property
    def left(self) -> float:
        """Seconds left for what adds to the answer."""
        return self.extras_until - clock()

    @property
    def profile(self) -> Profile:
        """The work planned: between the profiles whose usual time lies around the budget."""
        return planned(self.seconds)


def planned(allowed: float) -> Profile:
    """The profile for a budget: numbers on a geometric scale between two profiles, sizes from the nearer one."""
    allowed = min(max(allowed, ANCHORS[0][0]), ANCHORS[-1][0])
    (low, below), (high, above) = next(
        pair for pair in zip(ANCHORS, ANCHORS[1:], strict=False) if allowed <= pair[1][0]
    )
    share = math.log(allowed / low) / math.log(high / low)
    mixed: dict[str, Any] = {}
    for f in fields(Profile):
        a, b = getattr(below, f.name), getattr(above, f.name)
        if isinstance(a, int | float) and not isinstance(a, bool) and a > 0 < b:
            value = a ** (1 - share) * b**share
            mixed[f.name] = round(value) if isinstance(a, int) else value
        else:
            mixed[f.name] = a if share < 0.5 else b
    # `after` counts violations once a statement is refuted: nobody waits for that here.
    return replace(below, **{**mixed, "name": f"check-{allowed:g}s", "after": 0.0, "thorough": True})
