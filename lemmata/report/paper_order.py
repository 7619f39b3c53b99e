"""The order in which statements stand in their paper, read off the places that they name."""

from __future__ import annotations

import re
from collections.abc import Sequence

EQUATION = re.compile(r"(before |after )?\((\d+)\)")
MAIN = ("Theorem", "Lemma", "Corollary", "Proposition")  # in many papers numbered through
RESULTS = [
    re.compile(rf"({kinds}) (\d+(?:\.\d+)?)")
    for kinds in ("|".join(MAIN), r"Remark|Example|Definition|Fig\.", "Section")
]


def in_paper_order(places: Sequence[str]) -> list[int]:
    """Indices of places such as "Lemma 8, (37)" as they stand in the paper.

    Equations are numbered through a paper.  A result without one stands where its number lies between those of results
    with one: of its kind or, where theorems, lemmas and corollaries have no number in common, of any of these.  What
    names neither stays after what was given before it.
    """
    equations = [_equation(place) for place in places]
    results = [_result(place) for place in places]
    kinds: dict[float, set[str]] = {}
    for kind, number in filter(None, results):
        if kind in MAIN:
            kinds.setdefault(number, set()).add(kind)
    through = all(len(held) == 1 for held in kinds.values())
    keys: list[tuple[float, float, int]] = []
    for k, (equation, result) in enumerate(zip(equations, results, strict=True)):
        anchors = [
            (other[1], at)
            for at, other, place in zip(equations, results, places, strict=True)
            if at is not None
            and other
            and result
            and (other[0] == result[0] or through and {other[0], result[0]} <= {*MAIN})
            and "roof of" not in place
        ]
        where = equation if equation is not None else _between(anchors, result[1]) if result else None
        if where is None:
            where = -1.0 if places[k].startswith("Introduction") else keys[-1][0] if keys else 0.0
        keys.append((where, result[1] if result else 0.0, k))
    return [key[2] for key in sorted(keys)]


def _equation(place: str) -> float | None:
    found = EQUATION.search(place)
    return None if found is None else int(found[2]) + {"before ": -0.5, "after ": 0.5}.get(found[1] or "", 0.0)


def _result(place: str) -> tuple[str, float] | None:
    found = next((found for kinds in RESULTS if (found := kinds.search(place))), None)
    if found is None:
        return None
    chapter, _, number = found[2].partition(".")
    return found[1], int(chapter) + int(number or 0) / 1000


def _between(anchors: Sequence[tuple[float, float]], number: float) -> float | None:
    """Where a number lies among numbers with places, in proportion; none where there are no such numbers."""
    below = max(((n, at) for n, at in anchors if n <= number), default=None)
    above = min(((n, at) for n, at in anchors if n > number), default=None)
    if below is None or above is None:
        return below[1] + 0.1 if below else above[1] - 0.1 if above else None
    return below[1] + (above[1] - below[1]) * (number - below[0]) / (above[0] - below[0])
