"""How close the two sides of an inequality come: the largest ratio, the smallest gap, and where they are equal.

Floats nominate rows; every number that is reported comes from rigorous enclosures at an exact instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from flint import arb
from torch import Tensor

from lemmata.analysis.sharpening.derive import Bound, alone
from lemmata.evaluate import floats
from lemmata.evaluate.asked import as_asked
from lemmata.evaluate.decide import Decision, judge
from lemmata.evaluate.randomness import Stream
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.recipes import searched
from lemmata.language.relations import Exists
from lemmata.language.statement import Statement
from lemmata.linalg.precision import precision
from lemmata.sample import batches
from lemmata.sample.hypotheses import meet
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.plan import dimensions, plan
from lemmata.search.ascent import ascend

LATTICE_COMBINATIONS = 4  # dimension tuples per size whose small members are enumerated
NEAR = 1e-9  # relative slack that may be an exact tie
LOOSE = 0.05  # relative slack that is strict beyond doubt
TINY = 1e-6  # a side below this is no base for a ratio
HUGE = 1e6  # differences of larger sides are rounding
TIES = 4  # simplest near-ties kept per conjunct and size
BITS = 128
STEPS = 6  # entries kept of a sequence of falling slacks


@dataclass(eq=False)
class Row:
    """One nominated instance."""

    key: tuple[float, float]
    concrete: Concrete
    values: batches.Batch
    denominator: int | None

    def exact(self) -> Instance | None:
        """The exact instance, None where the search left the finite numbers."""
        if not all(bool(v.isfinite().all()) for v in self.values.values()):
            return None
        return batches.exact(self.concrete, self.values, 0, self.denominator)


@dataclass(eq=False)
class Sides:
    """What was seen of one conjunct `small <= large`."""

    seen: int = 0
    negative: Row | None = None  # the simplest instance with a negative larger side
    ratio: Row | None = None  # the largest small / large with large > 0
    gap: Row | None = None  # the smallest large - small
    loose: Row | None = None  # the simplest instance that is strict beyond doubt
    ties: dict[int, list[Row]] = field(default_factory=dict)  # by size: near-ties with non-zero sides
    falling: list[tuple[int, float]] = field(default_factory=list)  # (size, relative slack), each a new smallest


@dataclass(frozen=True)
class Extreme:
    """Both sides of a conjunct, enclosed at an exact instance."""

    instance: Instance
    decision: Decision
    small: arb
    large: arb

    @property
    def tie(self) -> bool:
        """Whether the sides are equal, exactly, and not zero."""
        return self.decision.status == "tie" and not self.small.contains(0) and not self.large.contains(0)

    @property
    def ratio(self) -> float:
        """A certified lower bound on small / large; large is positive."""
        with precision(BITS):
            return float((self.small / self.large).lower()) if self.large > 0 else float("nan")

    @property
    def gap(self) -> tuple[float, float]:
        """Certified bounds on large - small."""
        with precision(BITS):
            difference = self.large - self.small
            return float(difference.lower()), float(difference.upper())


def _complexity(values: batches.Batch) -> Tensor:
    parts = []
    for value in values.values():
        flat = value.detach().reshape(len(value), -1).to(torch.float64)
        parts.append((1e4 * (flat != flat.round()) + 100 * (flat != 0) + flat.abs().clamp_max(50)).sum(1))
    return torch.stack(parts).sum(0)


def _vanishing(values: batches.Batch) -> Tensor:
    """Per row: how many variables are zero, which makes an equality tell little."""
    return torch.stack([(v.detach().reshape(len(v), -1) == 0).all(1) for v in values.values()]).sum(0)


class Survey:
    """One pass over small instances of a statement that keeps, per inequality, the rows that tell most."""

    def __init__(self, statement: Statement, found: list[Bound], seed: int, device: str, rows: int) -> None:
        self.statement, self.bounds, self.rows, self.device = statement, found, rows, device
        self.searched = searched(statement)
        self.stream = Stream(statement.id, seed, device).child("sharpening")
        self.sides = {b.conjunct: Sides() for b in found}

    def run(self) -> None:
        """Enumerations at sizes up to 2, then random and structured ensembles up to size 3."""
        if not self.bounds or any(isinstance(c, Exists) for c in self.statement.claim):
            return
        for size in (0, 1, 2):
            for concrete in plan(self.searched, size, LATTICE_COMBINATIONS):
                table = batches.lattice(concrete, self._stream("lattice", concrete))
                for values, _ in table.batches(self.rows, self._stream("rows", concrete), self.rows):
                    self._batch(concrete, {k: v.to(self.device) for k, v in values.items()})
        for concrete, values in self._drawn():
            self._batch(concrete, values)

    def _drawn(self) -> Iterator[tuple[Concrete, batches.Batch]]:
        sizes = (1, 2, 3) if dimensions(self.statement) else (1,)
        for size in sizes:
            for place, concrete in enumerate(plan(self.searched, size, 2)):
                usable = [e for e in ENSEMBLES.values() if batches.usable(concrete, e) and e.cheap]
                for k, ensemble in enumerate(usable):
                    if (k + place) % 4 == size % 4:
                        stream = self._stream(ensemble.name, concrete)
                        values = batches.draw(concrete, ensemble, stream, self.rows // 4)
                        yield concrete, meet(concrete, values, stream.child("meet"))

    def climb(self, bound: Bound, restarts: int, steps: int) -> None:
        """Gradient ascent on one conjunct alone, at size 2."""
        single = alone(self.searched, bound)
        for concrete in plan(single, 2, 2)[-1:]:
            ends = ascend(concrete, self._stream(f"climb {bound.conjunct}", concrete), restarts, steps)
            self._batch(concrete, ends, only=bound)
            finite = [row for row in range(restarts) if all(bool(v[row].isfinite().all()) for v in ends.values())]
            for denominator in (1, 4):
                rounded = [batches.exact(concrete, ends, row, denominator) for row in finite]
                if rounded:
                    self._batch(concrete, batches.as_batch(concrete, rounded), bound, denominator)

    def _stream(self, what: str, concrete: Concrete) -> Stream:
        return self.stream.child(what, *(x for item in sorted(concrete.dims.items()) for x in item))

    def _batch(
        self, concrete: Concrete, values: batches.Batch, only: Bound | None = None, denominator: int | None = None
    ) -> None:
        if not values:
            return  # a claim about dimensions alone has no instances to rank
        with torch.no_grad():
            screen = floats.screen(concrete, values, sides=True)
        sound = screen.met & ~screen.undecided & ~screen.suspect & ~screen.undefined
        if not bool(sound.any()):
            return
        size, simple = max(concrete.dims.values(), default=1), _complexity(values)
        vanishing = _vanishing(values)
        position = _positions(self.searched, concrete) if only is None else {only.conjunct: range(len(concrete.claim))}
        for bound in self.bounds if only is None else [only]:
            for k in position[bound.conjunct]:
                claim = screen.claims[k]
                assert claim.lhs is not None and claim.rhs is not None
                flipped = _flipped(bound, self.statement)
                small, large = (claim.rhs, claim.lhs) if flipped else (claim.lhs, claim.rhs)
                relative = claim.relative.detach()
                held = _Held(concrete, values, denominator, size, simple, vanishing, sound)
                _keep(self.sides[bound.conjunct], held, small.detach(), large.detach(), relative)

    def certify(self, row: Row | None, bound: Bound) -> Extreme | None:
        """Both sides at the exact instance behind a row, None where it is not an instance of the statement."""
        instance = None if row is None else row.exact()
        if row is None or instance is None:
            return None
        own, concrete = as_asked(self.statement, instance), row.concrete
        if own is None:
            return None
        single = len(concrete.statement.conjuncts) == 1
        if self.searched is not self.statement:
            concrete = instantiate(alone(self.statement, bound) if single else self.statement, own.dims)
        verdict = judge(concrete, own)
        if verdict.outcome not in ("holds", "tight"):
            return None
        places = range(len(concrete.claim)) if single else _positions(self.statement, concrete)[bound.conjunct]
        decisions = [verdict.conjuncts[k] for k in places if verdict.conjuncts[k].lhs]
        if not decisions:
            return None
        decision = min(decisions, key=lambda d: d.relative)
        with precision(BITS):
            sides = arb(decision.lhs), arb(decision.rhs)
        small, large = reversed(sides) if _flipped(bound, self.statement) else sides
        return Extreme(own, decision, small, large)


@dataclass(frozen=True)
class _Held:
    concrete: Concrete
    values: batches.Batch
    denominator: int | None
    size: int
    simple: Tensor
    vanishing: Tensor
    sound: Tensor

    def row(self, k: int, goal: float) -> Row:
        one = {name: v[k : k + 1].detach().cpu().clone() for name, v in self.values.items()}
        return Row((goal, float(self.simple[k])), self.concrete, one, self.denominator)


def _flipped(bound: Bound, statement: Statement) -> bool:
    """Whether the conjunct is written with >= and the smaller side on the right."""
    body: Any = statement.conjuncts[bound.conjunct]
    while hasattr(body, "body"):
        body = body.body
    return body.op[0] == ">"


def _positions(statement: Statement, concrete: Concrete) -> dict[int, range]:
    """Places of each conjunct among the concrete ones, several where it ranges over layers."""
    if len(concrete.claim) == len(statement.conjuncts):
        return {k: range(k, k + 1) for k in range(len(statement.conjuncts))}
    return {k: range(len(concrete.claim)) for k in range(len(statement.conjuncts))}


def _keep(sides: Sides, held: _Held, small: Tensor, large: Tensor, relative: Tensor) -> None:
    sound = held.sound & small.isfinite() & large.isfinite()
    if not bool(sound.any()):
        return
    sides.seen += int(sound.sum())
    below = sound & (large < -TINY)
    if bool(below.any()):
        k = int(torch.where(below, held.simple, torch.inf).argmin())
        if sides.negative is None or float(held.simple[k]) < sides.negative.key[1]:
            sides.negative = held.row(k, 0.0)
    nonzero = sound & (large > TINY)
    far = torch.full_like(relative, torch.inf)
    if bool(nonzero.any()):
        ratio = torch.where(nonzero, small / torch.where(nonzero, large, 1.0), -torch.inf)
        top = float(ratio.max())
        k = int(torch.where(nonzero & (ratio >= top - NEAR), held.simple, far).argmin())
        if sides.ratio is None or (-top, float(held.simple[k])) < (sides.ratio.key[0] - NEAR, sides.ratio.key[1]):
            sides.ratio = held.row(k, -top)
        least = float(torch.where(nonzero, relative, far).min())
        if not sides.falling or least < 0.9 * sides.falling[-1][1] > NEAR:
            sides.falling = [*sides.falling, (held.size, max(least, 0.0))][-STEPS:]
    near = sound & (relative.abs() <= NEAR) & (torch.minimum(small.abs(), large.abs()) > TINY)
    if bool(near.any()):
        kept = sides.ties.setdefault(held.size, [])
        plain = held.simple + 1e7 * held.vanishing
        order = torch.where(near, plain, far).argsort(stable=True)[:TIES]
        kept += [held.row(int(k), float(held.vanishing[k])) for k in order if bool(near[k])]
        kept.sort(key=lambda row: row.key)
        del kept[TIES:]
    gap = torch.where(sound & (torch.maximum(small.abs(), large.abs()) < HUGE), large - small, torch.inf)
    k = int(gap.argmin())
    if float(gap[k]) < (sides.gap.key[0] - NEAR if sides.gap else torch.inf):
        sides.gap = held.row(k, float(gap[k]))
    loose = sound & (relative > LOOSE)
    if bool(loose.any()):
        k = int(torch.where(loose, held.simple + 1e3 * held.size, far).argmin())
        if sides.loose is None or float(held.simple[k]) < sides.loose.key[1]:
            sides.loose = held.row(k, 0.0)
