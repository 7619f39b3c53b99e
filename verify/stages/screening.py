"""Screening batches of instances in floating point.

It counts, and it nominates candidates: suspects (slack below zero beyond rounding, or something not finite) and the
tightest instances.  It decides nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.evaluate import floats
from lemmata.numerics.instances import batches
from lemmata.numerics.instances.matrix_laws import Ensemble
from lemmata.numerics.instances.randomness import Stream
from lemmata.numerics.search import objective
from lemmata.theorems.language.instantiate import Concrete, index_tuples
from lemmata.theorems.language.relations import Exists
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.text import write
from lemmata.verify.run.profiles import Profile
from lemmata.verify.spent import part
from lemmata.verify.stages.counting import Tally
from lemmata.verify.study.shrinking import CLEAR

NOISE = 1e-9  # relative slack shown as "equal to rounding" in the counts
PRESSING = 1e-12  # a goal has to be this far below zero to be pressed
EXAMPLES = 6  # instances kept per hypothesis to show it met, and as many to show it missed


class OutOfTime(BaseException):
    """The time a caller allows for a statement is over; what was found so far stands.

    No Exception: an alarm may ring anywhere, and whatever runs then would take it for a failure of its own.
    """


@dataclass(eq=False)
class Candidate:
    """One nominated instance: a row of a batch."""

    relative: float
    concrete: Concrete
    values: batches.Batch
    source: str
    denominator: int | None = None
    broken: int = 0
    beyond: bool = False  # nominated because something is not finite
    judged: bool = False
    pressed: bool = False  # nominated by a search below what floating point can tell
    size: float = 0.0  # rough reading difficulty, see `_complexity`


@dataclass
class Watch:
    """Who looks on: a deadline by `clock`, if any, and a function that is told of progress."""

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
    """State of the floating-point stages of one statement."""

    statement: Statement
    profile: Profile
    stream: Stream
    device: str
    tally: Tally = field(default_factory=Tally)
    suspects: list[Candidate] = field(default_factory=list)
    tightest: dict[tuple[int, str], Candidate] = field(default_factory=dict)
    examples: dict[tuple[int, bool], list[Candidate]] = field(default_factory=dict)
    accepted: list[Candidate] = field(default_factory=list)
    extra: tuple[Ensemble, ...] = ()
    watch: Watch = field(default_factory=lambda: Watch())
    hunted: int = 0  # turns of the hunt so far
    trail: Any = None  # what the hunt has learned
    turn: int = 0  # which pass up the ladder this is

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
            if record["tried"] or record.get("skipped"):
                self.tally.stages.append(record)

    def batch(
        self,
        concrete: Concrete,
        values: batches.Batch,
        name: str,
        label: str,
        denominator: int | None = None,
        counted: bool = False,
    ) -> None:
        """Screen one batch, count it unless it was `counted` before, and keep its nominations.

        Raises OutOfTime after the deadline.
        """
        self.watch.look(self, name)
        if not concrete.claim:
            return  # every range of indices is empty at these dimensions: nothing is claimed, nothing is counted
        values = {k: v.to(self.device) for k, v in values.items()}
        screen = floats.screen(concrete, values)
        masks = [h.finite & h.holds for h in screen.hypotheses]
        met, undecided = screen.met, screen.undecided
        slack = torch.where(met & ~undecided, screen.slack, torch.nan)
        if self.witness:
            suspicious = met & torch.stack([c.finite & c.holds for c in screen.claims]).all(0)
            goal = -slack
        else:
            suspicious, goal = screen.suspect, slack
            slack = torch.where(suspicious, slack, slack.clamp_min(0.0))  # not below zero beyond rounding
        suspicious = suspicious | undecided
        without_meaning = screen.undefined & ~suspicious
        sound = met & ~suspicious & ~without_meaning
        for k, clause, c in zip(concrete.origins, concrete.claim, screen.claims, strict=True):
            if index_tuples(clause)[1]:  # a claim about no index has no slack
                self.tally.conjunct(k, torch.where(sound, c.relative, torch.nan))
        if not counted:
            self._count(concrete, screen, sound, without_meaning, slack, name, label)
        broken = torch.stack([c.finite & ~c.holds for c in screen.claims]).sum(0)
        self._nominate(concrete, values, goal, suspicious, broken, undecided, name, denominator)
        self._keep_tightest(concrete, values, goal, sound, name)
        self._keep_examples(concrete, values, masks, sound if bool(sound.any()) else met, name)

    def _count(
        self,
        concrete: Concrete,
        screen: floats.Screen,
        sound: Tensor,
        without_meaning: Tensor,
        slack: Tensor,
        name: str,
        label: str,
    ) -> None:
        tally, met = self.tally, screen.met
        tally.generated += screen.batch
        tally.instances += int(((met & ~without_meaning) | screen.undecided).sum())
        tally.out_of_domain += int(without_meaning.sum())
        tally.hypotheses([h.finite & h.holds for h in screen.hypotheses], [write(h.clause) for h in screen.hypotheses])
        ensemble, beyond = tally.ensemble(name, label), int(screen.undecided.sum())
        ensemble.add(screen.batch, slack[sound])
        ensemble.beyond += beyond
        tally.beyond += beyond
        if bool(met.any()):
            tally.covered |= {k: max(v, tally.covered.get(k, v)) for k, v in concrete.dims.items()}
        near = sound & (slack.abs() <= NOISE)
        tally.within_rounding += int(near.sum())
        tally.decided += int((sound & ~near).sum())

    def _row(self, concrete: Concrete, values: batches.Batch, goal: Tensor, row: int, source: str) -> Candidate:
        one = {k: v[row : row + 1].detach().cpu().clone() for k, v in values.items()}
        return Candidate(float(goal[row]), concrete, one, source)

    def _nominate(
        self,
        concrete: Concrete,
        values: batches.Batch,
        goal: Tensor,
        suspicious: Tensor,
        broken: Tensor,
        beyond: Tensor,
        name: str,
        denominator: int | None,
    ) -> None:
        rows = torch.nonzero(suspicious).flatten()
        if not len(rows):
            return
        # Egregious first, then readable: clear violations by the conjuncts they break, then by their non-zeros and
        # sizes; the rest by violation.
        if not self.witness:
            goal = goal.clone()
            goal[rows] = _measured(concrete, {k: v[rows] for k, v in values.items()}, goal[rows])
        worst = goal[rows].nan_to_num(nan=0.0)
        size = sum((_complexity(v[rows]) for v in values.values()), torch.zeros(len(rows), device=goal.device))
        hidden = worst / _extremes({k: v[rows] for k, v in values.items()}) if values else worst
        order = torch.argsort(torch.where(worst < -CLEAR, size - 1e6 * broken[rows] - 1e9, hidden), stable=True)
        self.tally.suspects += len(rows)
        for k in order[: self.profile.suspects].tolist():
            row = int(rows[k])
            candidate = self._row(concrete, values, goal, row, name)
            candidate.denominator, candidate.broken, candidate.size = denominator, int(broken[row]), float(size[k])
            candidate.beyond = bool(beyond[row])
            self.suspects.append(candidate)

    def press(self, concrete: Concrete, values: batches.Batch, goal: Tensor, source: str, most: int) -> None:
        """Nominate the first `most` rows with a goal below zero, in the order of the batch, whatever floats say."""
        for row in torch.nonzero(goal < -PRESSING).flatten()[:most].tolist():
            candidate = self._row(concrete, values, goal, row, source)
            candidate.pressed = True
            self.tally.suspects += 1
            self.suspects.append(candidate)

    def _keep_tightest(
        self, concrete: Concrete, values: batches.Batch, goal: Tensor, eligible: Tensor, name: str
    ) -> None:
        if not bool(eligible.any()):
            return
        row = int(torch.where(eligible, goal.nan_to_num(nan=torch.inf), torch.inf).argmin())
        key = (max(concrete.dims.values(), default=1), name)
        if key not in self.tightest or float(goal[row]) < self.tightest[key].relative:
            candidate = self._row(concrete, values, goal, row, name)
            candidate.size = float(sum(_complexity(v) for v in candidate.values.values()))
            self.tightest[key] = candidate

    def _keep_examples(
        self, concrete: Concrete, values: batches.Batch, masks: list[Tensor], met: Tensor, name: str
    ) -> None:
        goal = torch.zeros(len(met))
        for k, mask in enumerate(masks):
            for wanted in (True, False):
                rows = torch.nonzero(mask == wanted).flatten()
                kept = self.examples.setdefault((k, wanted), [])
                if len(kept) < EXAMPLES and len(rows):
                    kept.append(self._row(concrete, values, goal, int(rows[0]), name))
        if bool(met.any()) and len(self.accepted) < 12:
            self.accepted.append(self._row(concrete, values, goal, int(torch.nonzero(met)[-1]), name))  # no zero

    def stream_of(self, stage: str, concrete: Concrete, chunk: int = 0) -> Stream:
        """The random stream of one chunk of a stage at these dimensions."""
        turn = (f"pass {self.turn}",) if self.turn else ()
        return self.stream.child(*turn, stage, *(x for item in sorted(concrete.dims.items()) for x in item), chunk)


def _complexity(value: Tensor) -> Tensor:
    """Per row: non-integers weigh most, then non-zeros, then size."""
    flat = value.detach().reshape(len(value), -1).to(torch.float64)
    return (1e4 * (flat != flat.round()) + 100 * (flat != 0) + flat.abs().clamp_max(50) + 0.5 * (flat < 0)).sum(1)


def _measured(concrete: Concrete, values: batches.Batch, relative: Tensor) -> Tensor:
    """Relative slacks of suspects, of `expression >= 0` by the size of the numbers behind the expression, as the slack
    of which is -1 by itself however little it is below zero."""
    with torch.no_grad():
        found = objective.goal(concrete, values).to(relative)
    return torch.where(torch.isfinite(found) & (found < 0), torch.maximum(found, relative), relative)


def _extremes(values: batches.Batch) -> Tensor:
    """Per row: 1 for entries of moderate size, more the more octaves the largest and the smallest are away from 1."""
    flat = torch.cat([v.detach().reshape(len(v), -1).to(torch.float64).abs() for v in values.values()], 1)
    octaves = torch.where(flat > 0, flat, 1.0).log2().abs().amax(1)
    return 1 + 0.1 * octaves.nan_to_num(nan=1e3, posinf=1e3)
