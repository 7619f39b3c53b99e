"""The floating-point stages: enumeration, constructions, random ensembles, gradient ascent.

They count, and they nominate candidates: suspects (slack below zero beyond rounding, or something not finite) and the
tightest instances.  They decide nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from numerics.backends import floats
from numerics.ensembles import instances
from numerics.ensembles.constructions import CONSTRUCTIONS
from numerics.ensembles.hypotheses import rescale
from numerics.ensembles.matrices import ENSEMBLES, Ensemble
from numerics.ensembles.randomness import Stream
from numerics.search.ascent import ascend
from theorems.language.atoms import Slope
from theorems.language.families import GradientGram, Layers
from theorems.language.instantiate import Concrete
from theorems.language.relations import Exists
from theorems.language.statement import Statement
from theorems.language.text import write
from verify.evidence import Tally
from verify.plan import dimensions, largest_order, plan
from verify.profiles import Profile
from verify.shrink import CLEAR

NOISE = 1e-9  # relative slack shown as "equal to rounding" in the counts
CHUNK = 4096
EXAMPLES = 6  # instances kept per hypothesis to show it met, and as many to show it missed
EXTRA_ORDER = 16  # the width of the trained networks, whose blocks the extra ensembles draw
LATTICE_COMBINATIONS = 24  # dimension tuples per size that are enumerated: counterexamples live at small ones
ROUNDINGS = (1, 2, 4, 10)  # denominators tried when an end point of a search is made readable


@dataclass(eq=False)
class Candidate:
    """One nominated instance: a row of a batch."""

    relative: float
    concrete: Concrete
    values: instances.Batch
    source: str
    denominator: int | None = None
    broken: int = 0
    size: float = 0.0  # rough reading difficulty, see `_complexity`


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

    @property
    def witness(self) -> bool:
        """Whether instances are sought that satisfy the claim (an existence claim) rather than break it."""
        return any(isinstance(c, Exists) for c in self.statement.claim)

    @contextmanager
    def stage(self, name: str, label: str) -> Iterator[dict[str, Any]]:
        """Record a stage: what it tried, what it nominated and its time."""
        record: dict[str, Any] = {"name": name, "label": label, "tried": 0, "found": 0}
        start, nominated = time.perf_counter(), len(self.suspects)
        yield record
        record["seconds"] = round(time.perf_counter() - start, 3)
        record["found"] = len(self.suspects) - nominated
        if record["tried"]:
            self.tally.stages.append(record)

    def batch(
        self, concrete: Concrete, values: instances.Batch, name: str, label: str, denominator: int | None = None
    ) -> None:
        """Screen one batch and keep its nominations."""
        screen = floats.screen(concrete, values)
        tally, rows = self.tally, screen.batch
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
        sound = met & ~suspicious
        tally.generated += rows
        tally.instances += int((met | undecided).sum())
        tally.hypotheses(masks, [write(h.clause) for h in screen.hypotheses])
        for k, c in enumerate(screen.claims):
            tally.conjunct(k, torch.where(suspicious | ~met, torch.nan, c.relative))
        tally.ensemble(name, label).add(rows, slack[sound])
        if bool(met.any()):
            tally.covered |= {k: max(v, tally.covered.get(k, v)) for k, v in concrete.dims.items()}
        near = sound & (slack.abs() <= NOISE)
        tally.within_rounding += int(near.sum())
        tally.decided += int((sound & ~near).sum())
        broken = torch.stack([c.finite & ~c.holds for c in screen.claims]).sum(0)
        self._nominate(concrete, values, goal, suspicious, broken, name, denominator)
        self._keep_tightest(concrete, values, goal, sound, name)
        self._keep_examples(concrete, values, masks, met, name)

    def _row(self, concrete: Concrete, values: instances.Batch, goal: Tensor, row: int, source: str) -> Candidate:
        one = {k: v[row : row + 1].detach().cpu().clone() for k, v in values.items()}
        return Candidate(float(goal[row]), concrete, one, source)

    def _nominate(
        self,
        concrete: Concrete,
        values: instances.Batch,
        goal: Tensor,
        suspicious: Tensor,
        broken: Tensor,
        name: str,
        denominator: int | None,
    ) -> None:
        rows = torch.nonzero(suspicious).flatten()
        if not len(rows):
            return
        # Egregious first, then readable: clear violations by the conjuncts they break, then by their non-zeros and
        # sizes; the rest by violation.
        worst = goal[rows].nan_to_num(nan=0.0)
        size = torch.stack([_complexity(v[rows]) for v in values.values()]).sum(0)
        order = torch.argsort(torch.where(worst < -CLEAR, size - 1e6 * broken[rows] - 1e9, worst), stable=True)
        self.tally.suspects += len(rows)
        for k in order[: self.profile.suspects].tolist():
            row = int(rows[k])
            candidate = self._row(concrete, values, goal, row, name)
            candidate.denominator, candidate.broken, candidate.size = denominator, int(broken[row]), float(size[k])
            self.suspects.append(candidate)

    def _keep_tightest(
        self, concrete: Concrete, values: instances.Batch, goal: Tensor, eligible: Tensor, name: str
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
        self, concrete: Concrete, values: instances.Batch, masks: list[Tensor], met: Tensor, name: str
    ) -> None:
        goal = torch.zeros(len(met))
        for k, mask in enumerate(masks):
            for wanted in (True, False):
                rows = torch.nonzero(mask == wanted).flatten()
                kept = self.examples.setdefault((k, wanted), [])
                if len(kept) < EXAMPLES and len(rows):
                    kept.append(self._row(concrete, values, goal, int(rows[0]), name))
        if bool(met.any()) and len(self.accepted) < 12:
            self.accepted.append(self._row(concrete, values, goal, int(torch.nonzero(met)[0]), name))

    def enumerate_small(self) -> None:
        """Stage 1: all combinations of small members, smallest dimensions first."""
        with self.stage("lattice", "small integers and canonical members, smallest dimensions first") as record:
            for size in (0, 1, 2, 3):
                for concrete in plan(self.statement, size, LATTICE_COMBINATIONS):
                    table = instances.lattice(concrete, self.stream.child("lattice", *_key(concrete)))
                    stream = self.stream.child("lattice", "rows", *_key(concrete))
                    cap = max(int(self.profile.lattice / cost(concrete)), 64)
                    for values, rows in table.batches(cap, stream, CHUNK):
                        record["tried"] += rows
                        self.batch(concrete, self._to_device(values), "lattice", "Small integers, enumerated")

    def construct(self) -> None:
        """Stage 2: the statement's own construction."""
        if self.statement.construct is None:
            return
        build = CONSTRUCTIONS[self.statement.construct]
        with self.stage("construction", f"built to meet the hypotheses ({self.statement.construct})") as record:
            for size in self.profile.sizes:
                for concrete in plan(self.statement, size, self.profile.combinations):
                    count = max(self.profile.instances // 100, 64)
                    for start in range(0, count, CHUNK):
                        stream = self._stream("construction", concrete, start)
                        values = build(concrete, stream, min(CHUNK, count - start))
                        if values is not None:
                            record["tried"] += min(CHUNK, count - start)
                            self.batch(concrete, values, "construction", "Built to meet the hypotheses")

    def sample(self, share: float = 1.0) -> None:
        """Stage 3: random and structured ensembles at all sizes of the profile."""
        with self.stage("ensembles", "random and structured ensembles") as record:
            keep = self.profile.combinations
            small = [c for size in self.profile.sizes for c in plan(self.statement, size, keep)]
            cells = [(c, e) for k, c in enumerate(small) for e in self._ensembles(c, k, len(small))]
            weights = [_weight(c, e) for c, e in cells]
            for (concrete, ensemble), weight in zip(cells, weights, strict=True):
                count = share * self.profile.instances * weight / sum(weights) / cost(concrete)
                record["tried"] += self._cell(concrete, ensemble, max(int(count), 7) + 1)
            for size in self.profile.large_sizes if share == 1.0 else ():
                for k, concrete in enumerate(plan(self.statement, size, min(keep, 4))):
                    for ensemble in self._ensembles(concrete, k, len(ENSEMBLES)):
                        count = self.profile.large * 16 / size**2 / cost(concrete) * (size / 8) ** 3
                        record["tried"] += self._cell(concrete, ensemble, max(int(count), 2))

    def _ensembles(self, concrete: Concrete, position: int, many: int) -> list[Any]:
        """The ensembles of one cell: all of them, or, thinned, a rotating part of them."""
        extra = self.extra if max(concrete.dims.values(), default=1) <= EXTRA_ORDER else ()
        chosen = [e for e in (*ENSEMBLES.values(), *extra) if instances.usable(concrete, e)]
        if not dimensions(self.statement):
            return chosen[:1]
        step = max(self.profile.thinning, 1 if many <= len(self.profile.sizes) else 3)
        return [e for k, e in enumerate(chosen) if (k + position) % step == 0]

    def _cell(self, concrete: Concrete, ensemble: Any, count: int) -> int:
        chunk = max(min(CHUNK, 2**22 // max(concrete.dims.values(), default=1) ** 2), 1)
        for start in range(0, count, chunk):
            stream = self._stream(ensemble.name, concrete, start)
            values = instances.draw(concrete, ensemble, stream, min(chunk, count - start))
            values, _ = rescale(concrete, values, stream.child("rescale"))
            self.batch(concrete, values, ensemble.name, ensemble.label)
        return count

    def ascend(self) -> None:
        """Stage 4: gradient ascent on the violation, its end points as they are and rounded to small rationals."""
        with self.stage("ascent", "gradient ascent on the violation, rounded to small rationals") as record:
            for size in self.profile.ascent_sizes:
                for concrete in plan(self.statement, size, self.profile.combinations)[-2:]:
                    stream = self._stream("ascent", concrete, 0)
                    ends = ascend(concrete, stream, self.profile.restarts, self.profile.steps, self.witness)
                    self.tally.searches += self.profile.restarts
                    record["tried"] += self.profile.restarts
                    self.batch(concrete, ends, "ascent", "Gradient ascent")
                    for denominator in ROUNDINGS:
                        rounded = [
                            instances.exact(concrete, ends, row, denominator)
                            for row in range(self.profile.restarts)
                            if all(bool(torch.isfinite(v[row]).all()) for v in ends.values())
                        ]
                        if rounded:
                            values = self._to_device(instances.as_batch(concrete, rounded))
                            self.batch(concrete, values, "ascent", "Gradient ascent", denominator)

    def _stream(self, stage: str, concrete: Concrete, chunk: int) -> Stream:
        return self.stream.child(stage, *_key(concrete), chunk)

    def _to_device(self, values: instances.Batch) -> instances.Batch:
        return {k: v.to(self.device) for k, v in values.items()}


def _complexity(value: Tensor) -> Tensor:
    """Per row: non-integers weigh most, then non-zeros, then size."""
    flat = value.detach().reshape(len(value), -1).to(torch.float64)
    return (1e4 * (flat != flat.round()) + 100 * (flat != 0) + flat.abs().clamp_max(50) + 0.5 * (flat < 0)).sum(1)


def _weight(concrete: Concrete, ensemble: Ensemble) -> float:
    """Share of a cell: smaller sizes get more, ensembles that are dear to draw get less."""
    return (1.0 if ensemble.cheap else 0.5) / max(concrete.dims.values(), default=1)


def cost(concrete: Concrete) -> float:
    """Rough work of one instance against a matrix inequality of order 8: factorisations grow with the cube of the
    order."""
    slow = 40.0 if any(c.has(GradientGram) for c in concrete.claim) else 1.0
    slow *= 5.0 if any(c.has(Slope) for c in (*concrete.given, *concrete.claim)) else 1.0  # difference quotients
    slow *= 3.0 if any(isinstance(v, Layers) for v in concrete.statement.let) else 1.0  # many factors, many spectra
    return max((largest_order(concrete) / 8) ** 3, 1.0) * slow


def _key(concrete: Concrete) -> tuple[Any, ...]:
    return tuple(x for item in sorted(concrete.dims.items()) for x in item)
