"""What a conjecture gets for the seconds allowed: how much work is planned, and when each part has to end."""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass, field, fields, replace
from typing import Any

from lemmata.claims.profiles import PROFILES, Profile
from lemmata.errors import InputError

clock = time.process_time  # seconds of work of this process: a busy machine makes them longer, not fewer
DEFAULT = 30.0
LEAST, MOST = 1.0, 14 * 86_400.0
UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
WRITTEN = re.compile(r"(\d+(?:\.\d+)?) *([smhd]?)")
SEARCH = 0.65  # share of the budget after which the search ends, but
AFTER_SEARCH = 20.0  # no more seconds than these are kept for what comes after it
CERTIFY = 0.8  # share after which a certification that still goes on is cut off, but
AFTER_CERTIFY = 8.0  # no more seconds than these are kept for what comes after that
SEARCHED_BY_ALL = 20.0  # seconds of budget from which on every core searches
JOINED = 6.0  # seconds of search, or a quarter of the budget, after which it is worth the other cores
AT_LAST = 2.0  # seconds at most between the end of all work and the end of the budget
ROOM, SHARE = 1.0, 1 / 3  # seconds of search, or a share of the budget, that are left however long the start took
# Work planned grows from profile to profile on these seconds, which two cores take for a matrix inequality.
ANCHORS = ((2.0, PROFILES["quick"]), (30.0, PROFILES["standard"]), (900.0, PROFILES["deep"]))


def seconds(value: float | str) -> float:
    """The budget itself, from a number of seconds or from text with a unit, as `90s`, `15m` or `2h`.

    Raises InputError outside 1 s ... 14 days, and for other text.
    """
    if isinstance(value, str):
        found = WRITTEN.fullmatch(value.strip())
        if found is None:
            raise InputError(f"--budget {value}: give seconds, or a time as in --budget 90s, 15m or 2h")
        value = float(found[1]) * UNITS[found[2]]
    if not LEAST <= value <= MOST:  # false for NaN too
        raise InputError(f"--budget {value:g}: give seconds from {LEAST:g} to {MOST:.0f}, as in --budget 30, or 2h")
    return float(value)


@dataclass(frozen=True)
class Budget:
    """Seconds of this process's work allowed from `started`, by `clock`, to the answer."""

    seconds: float
    started: float = field(default_factory=clock)
    ready: float = field(default_factory=clock)  # when the search could begin: libraries take seconds
    share: float = SEARCH  # of the budget, after which the search ends

    def _at(self, share: float, room: float) -> float:
        left = max(min(self.seconds, ROOM), SHARE * self.seconds)
        return max(self.started + share * self.seconds, self.ready + room * left)

    def _share(self, share: float, kept: float) -> float:
        """A share of the budget, or all but the seconds kept where that is more."""
        return max(share, 1 - kept / self.seconds)

    @property
    def search_until(self) -> float:
        """When the search ends."""
        return self._at(self._share(self.share, AFTER_SEARCH), 1.0)

    @property
    def certify_until(self) -> float:
        """When a certification that the end of the search left behind is cut off."""
        return self._at(max(self._share(CERTIFY, AFTER_CERTIFY), self.share + 0.05), 1.3)

    @property
    def extras_until(self) -> float:
        """When whatever adds to the answer is cut off."""
        return self._at(self._share(0.95, AT_LAST), 1.5)

    @property
    def left(self) -> float:
        """Seconds left for what adds to the answer."""
        return self.extras_until - clock()

    @property
    def joined(self) -> float:
        """Seconds of search after which other processes search as well."""
        return min(JOINED, self.seconds / 4)

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
