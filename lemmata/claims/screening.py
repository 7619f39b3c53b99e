"""The state of a search for instances that break a claim: what was counted, and what was nominated.

It is here without the numerical libraries, which `nominating` needs for what it does with a batch.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lemmata.claims.counting import Tally
from lemmata.claims.profiles import Profile
from lemmata.language.instantiate import Concrete
from lemmata.language.recipes import searched
from lemmata.language.relations import Exists
from lemmata.language.statement import Statement
from lemmata.processes.profiling import part

if TYPE_CHECKING:
    from lemmata.evaluate.randomness import Stream
    from lemmata.language.instance import Instance
    from lemmata.sample.batches import Batch


class OutOfTime(BaseException):
    """The time a caller allows for a statement is over; what was found so far stands.

    No Exception: an alarm may ring anywhere, and whatever runs then would take it for a failure of its own.
    """


@dataclass(eq=False)
class Candidate:
    """One nominated instance: a row of a batch."""

    relative: float
    concrete: Concrete
    values: Batch
    source: str
    denominator: int | None = None
    broken: int = 0
    beyond: bool = False  # nominated because something is not finite
    judged: bool = False
    forced: bool = False  # nominated by a search below what floating point can tell
    instance: Instance | None = None  # the exact one behind the row, where floats do not hold it
    size: float = 0.0  # rough reading difficulty, see `_complexity`

    def exact(self) -> Instance | None:
        """The exact instance behind it; None where a search overflowed, so that it is no member of the domain."""
        if self.instance is not None:
            return self.instance
        from lemmata.sample import batches

        if not all(bool(v.isfinite().all()) for v in self.values.values()):
            return None
        return batches.exact(self.concrete, self.values, 0, self.denominator)


@dataclass
class Watch:
    """Who looks on: a deadline by `clock`, if any, and a function that is informed of progress."""

    deadline: float | None = None
    tell: Callable[[Screening, str], None] | None = None
    clock: Callable[[], float] = time.monotonic

    def look(self, screening: Screening, stage: str) -> None:
        """Report progress.  Raises OutOfTime after the deadline."""
        if self.tell is not None:
            self.tell(screening, stage)
        if self.deadline is not None and self.clock() > self.deadline:
            raise OutOfTime


@dataclass
class Screening:
    """State of the floating-point stages of one statement, the one that was asked: searched is `statement`, in the
    variables of its recipes where it has any."""

    asked: Statement
    profile: Profile
    stream: Stream
    device: str
    tally: Tally = field(default_factory=Tally)
    suspects: list[Candidate] = field(default_factory=list)
    tightest: dict[tuple[int, str], Candidate] = field(default_factory=dict)
    examples: dict[tuple[int, bool], list[Candidate]] = field(default_factory=dict)
    accepted: list[Candidate] = field(default_factory=list)
    watch: Watch = field(default_factory=lambda: Watch())
    turns: int = 0  # of the anytime search so far
    trail: Any = None  # what it has learned
    turn: int = 0  # which pass through the stages this is
    statement: Statement = field(init=False)

    def __post_init__(self) -> None:
        self.statement = searched(self.asked)

    @property
    def witness(self) -> bool:
        """Whether instances are sought that satisfy the claim (an existence claim) rather than break it."""
        return any(isinstance(c, Exists) for c in self.statement.claim)

    @contextmanager
    def stage(self, name: str, label: str) -> Iterator[dict[str, Any]]:
        """Record a stage: what it tried, what it nominated and its time."""
        record: dict[str, Any] = {"name": name, "label": label, "tried": 0, "found": 0}
        start, nominated, before = time.perf_counter(), len(self.suspects), self.tally.generated
        try:
            with part(f"search: {name}"):
                yield record
        finally:
            record["seconds"] = round(time.perf_counter() - start, 3)
            record["screened"] = self.tally.generated - before
            record["found"] = len(self.suspects) - nominated
            if record.get("skipped"):
                self.tally.stages.append({key: record[key] for key in ("name", "label", "skipped")})
            elif record["tried"]:
                self.tally.stages.append(record)

    def stream_of(self, stage: str, concrete: Concrete, chunk: int = 0) -> Stream:
        """The random stream of one chunk of a stage at these dimensions."""
        turn = (f"pass {self.turn}",) if self.turn else ()
        return self.stream.child(*turn, stage, *(x for item in sorted(concrete.dims.items()) for x in item), chunk)
