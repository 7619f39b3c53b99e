"""Claims that fail at something one would try by hand: found before the numerical libraries are loaded.

The plainest instances are judged exactly, simplest first, and the first clear violation is the counterexample.  What
survives them is for the search, which begins anew.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from lemmata.claims.exact_check import ExactCheck, Found
from lemmata.claims.profiles import Profile
from lemmata.claims.screening import Screening, Watch
from lemmata.evaluate.decide import Judgement
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.statement import Statement
from lemmata.sample.plain import plain_instances
from lemmata.sample.plan import plan
from lemmata.shrink.complexity import CLEAR, complexity

if TYPE_CHECKING:
    from lemmata.evaluate.randomness import Stream

MOST = 400  # instances at one tuple of dimensions
ALL = 1200  # at all of them
SHAPES = 4  # tuples of dimensions per size
NAME, LABEL = "at once", "what one would try by hand, simplest first"


def at_once(statement: Statement, profile: Profile, watch: Watch) -> tuple[ExactCheck, Found] | None:
    """A counterexample among the plainest instances, and the exact check that saw it; None where there is none, where a
    claim asserts existence, and for claims that are met by construction.

    Raises OutOfTime after the deadline of `watch`.
    """
    screening = Screening(statement, profile, cast("Stream", None), "cpu", watch=watch)  # nothing is drawn
    if screening.witness or statement.construct is not None:
        return None
    exact_check, began = ExactCheck(screening), watch.clock()
    tally = screening.tally
    ensemble = tally.ensemble(NAME, LABEL)
    with screening.stage(NAME, LABEL) as record:
        for concrete, instance in itertools.islice(_simplest_first(screening.statement), ALL):
            if record["tried"] % 16 == 0:
                watch.look(screening, NAME)
            verdict = exact_check.judge(concrete, instance)
            inside = verdict.outcome != "out_of_domain"
            record["tried"] += 1
            tally.generated += 1
            tally.instances += inside
            ensemble.generated += 1
            ensemble.accepted += inside
            if verdict.outcome == "violation" and _clear(verdict):
                seconds = round(watch.clock() - began, 3)
                tally.refutation = {"stage": NAME, "seconds": seconds, "improved": []}
                record["refuted"] = True
                break
        else:
            return None
    return exact_check, (concrete, instance, verdict)


def _clear(verdict: Judgement) -> bool:
    """Whether a reader sees the violation at a glance; one by equality, or by a little, is left to the search."""
    return any(d.status == "broken" and d.relative < -CLEAR for d in verdict.conjuncts)


def _simplest_first(statement: Statement) -> Iterator[tuple[Concrete, Instance]]:
    for size in (0, 1, 2):
        there: list[tuple[Concrete, Instance]] = []
        for concrete in plan(statement, size, SHAPES):
            there += ((concrete, instance) for instance in plain_instances(concrete, MOST) if concrete.claim)
        yield from sorted(there, key=lambda pair: complexity(pair[1]))
