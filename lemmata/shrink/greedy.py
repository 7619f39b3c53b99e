"""To simpler and simpler cases, one small change after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def simplest(
    found: Any, moves: Callable[[Any], Iterable[Any]], complexity: Callable[[Any], Any], fails: Callable[[Any], Any],
    attempts: int,
) -> tuple[Any, int]:  # fmt: skip
    """What `fails` finds at the simplest case reached by moves to simpler ones, and how often it was asked.

    `found` is what it found at the first, the case at its head.  `fails` decides exactly and gives None where the claim
    holds; it is asked at most `attempts` times.
    """
    asked = 0
    while True:
        case = found[0]
        simpler = sorted((c for c in moves(case) if complexity(c) < complexity(case)), key=complexity)
        for candidate in simpler:
            if asked == attempts:
                return found, asked
            asked += 1
            if (better := fails(candidate)) is not None:
                found = better
                break
        else:
            return found, asked
