"""A certified counterexample while there is time: simpler numbers first, then smaller dimensions, and again.

What was certified first stands; whatever comes later is certified as well before it takes its place.
"""

from __future__ import annotations

import contextlib
from typing import Any

from lemmata.claims.anytime import anytime_search
from lemmata.claims.exact_check import ExactCheck, Found
from lemmata.claims.screening import OutOfTime
from lemmata.language.instance import Instance
from lemmata.sample.plan import largest_order
from lemmata.shrink.simplest import simplest

LEAST = 1.0  # seconds that smaller ones are looked for, or as long again as the search before took, if that is more
SMALL = 2  # order up to which none is looked for that was found in less


def improved(exact_check: ExactCheck, found: Found, began: float) -> tuple[Found, list[dict[str, Any]]]:
    """The best counterexample reached, and the way there: seconds since `began` (by the clock of the watch), dimensions
    and digits of each.  Without a deadline nothing smaller is looked for."""
    screening = exact_check.screening
    clock = screening.watch.clock
    searched = clock() - began
    way: list[dict[str, Any]] = []

    def note(instance: Instance) -> None:
        seconds = round(clock() - began, 3)
        if not way or way[-1]["dims"] != instance.dims or way[-1]["digits"] != _digits(instance):
            way.append({"seconds": seconds, "dims": dict(instance.dims), "digits": _digits(instance)})

    note(found[1])
    if screening.watch.tell is not None:
        where = ", ".join(f"{k} = {v}" for k, v in found[1].dims.items()) or "the instance"
        screening.watch.tell(screening, f"a counterexample is certified ({where}) and made simpler")
    with contextlib.suppress(OutOfTime):  # an alarm of the caller: what was found stands, as it is
        found = simplest(screening.statement, *found)
        note(found[1])
        deadline = screening.watch.deadline
        if deadline is None or (searched < LEAST and largest_order(found[0]) <= SMALL):
            return found, way
        until = min(deadline, clock() + max(searched, LEAST))
        while (fewer := _fewer(exact_check, found, until)) is not None:
            found = simplest(screening.statement, *fewer)
            note(found[1])
    return found, way


def _digits(instance: Instance) -> int:
    """How many characters it takes to write all its numbers down."""
    tables = (value if isinstance(value, list) else [[value]] for value in instance.values.values())
    return sum(len(str(x)) for table in tables for row in table for x in row)


def _fewer(exact_check: ExactCheck, found: Found, until: float) -> Found | None:
    """A certified counterexample at smaller dimensions, looked for until a time."""
    screening = exact_check.screening
    exact_check.seen = len(screening.suspects)  # the others are of the dimensions there were
    for tried in anytime_search(screening, until, None, below=found[0]):
        if tried and (fewer := exact_check.check_clearest()) is not None:
            return fewer
    return None
