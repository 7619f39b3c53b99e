"""Screening batches of instances in floating point.

It counts, and it nominates candidates: suspects (slack below zero beyond rounding, or something not finite) and the
tightest instances.  It decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.claims.counting import NOISE
from lemmata.claims.screening import Candidate, Screening
from lemmata.evaluate import floats
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, index_tuples
from lemmata.language.text import write
from lemmata.sample.batches import Batch, as_batch
from lemmata.search import objective
from lemmata.shrink.complexity import CLEAR

PRESSING = 1e-12  # a goal has to be this far below zero to be sent to the exact check
Exacts = Sequence[Instance]
EXAMPLES = 6  # instances kept per hypothesis to show it met, and as many to show it missed


def nominate(
    screening: Screening,
    concrete: Concrete,
    values: Batch,
    name: str,
    label: str,
    denominator: int | None = None,
    counted: bool = False,
    exact: Exacts = (),
) -> None:
    """Screen one batch, count it unless it was `counted` before, and keep its nominations, with the instance behind
    each row where `exact` has them.

    Raises OutOfTime after the deadline.
    """
    screening.watch.look(screening, name)
    if not concrete.claim:
        return  # every range of indices is empty at these dimensions: nothing is claimed, nothing is counted
    values = {k: v.to(screening.device) for k, v in values.items()}
    screen = floats.screen(concrete, values)
    masks = [h.finite & h.holds for h in screen.hypotheses]
    met, undecided = screen.met, screen.undecided
    slack = torch.where(met & ~undecided, screen.slack, torch.nan)
    if screening.witness:
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
            screening.tally.conjunct(k, torch.where(sound, c.relative, torch.nan))
    rows = _Rows(screening, concrete, values, goal, name, exact)
    if not counted:
        rows.count(screen, sound, without_meaning, slack, label)
    broken = torch.stack([c.finite & ~c.holds for c in screen.claims]).sum(0)
    rows.nominate(suspicious, broken, undecided, denominator)
    rows.keep_tightest(sound)
    rows.keep_examples(masks, sound if bool(sound.any()) else met)


def solutions(screening: Screening, concrete: Concrete, found: Sequence[Instance], name: str, label: str) -> None:
    """Screen exact instances, as they are in floating point."""
    if found:
        nominate(screening, concrete, as_batch(concrete, found), name, label, exact=found)


@dataclass(frozen=True)
class _Rows:
    """A batch that was screened, with what is to be nominated by: the lowest goals first."""

    screening: Screening
    concrete: Concrete
    values: Batch
    goal: Tensor
    source: str
    exact: Exacts = ()

    def row(self, k: int, goal: float | None = None) -> Candidate:
        """One row, on its own."""
        one = {name: v[k : k + 1].detach().cpu().clone() for name, v in self.values.items()}
        relative = float(self.goal[k]) if goal is None else goal
        return Candidate(relative, self.concrete, one, self.source, instance=self.exact[k] if self.exact else None)

    def count(self, screen: floats.Screen, sound: Tensor, without_meaning: Tensor, slack: Tensor, label: str) -> None:
        tally, met = self.screening.tally, screen.met
        tally.generated += screen.batch
        tally.instances += int(((met & ~without_meaning) | screen.undecided).sum())
        tally.out_of_domain += int(without_meaning.sum())
        tally.hypotheses([h.finite & h.holds for h in screen.hypotheses], [write(h.clause) for h in screen.hypotheses])
        ensemble, beyond = tally.ensemble(self.source, label), int(screen.undecided.sum())
        ensemble.add(screen.batch, slack[sound])
        ensemble.beyond += beyond
        tally.beyond += beyond
        if bool(met.any()):
            tally.covered |= {k: max(v, tally.covered.get(k, v)) for k, v in self.concrete.dims.items()}
        near = sound & (slack.abs() <= NOISE)
        tally.within_rounding += int(near.sum())
        tally.decided += int((sound & ~near).sum())

    def nominate(self, suspicious: Tensor, broken: Tensor, beyond: Tensor, denominator: int | None) -> None:
        """Egregious first, then readable: clear violations by the conjuncts they break, then by their non-zeros and
        sizes; the rest by violation."""
        rows, screening = torch.nonzero(suspicious).flatten(), self.screening
        if not len(rows):
            return
        there, worst = {k: v[rows] for k, v in self.values.items()}, self.goal[rows]
        if not screening.witness:
            worst = _measured(self.concrete, there, worst)
        relative, worst = worst, worst.nan_to_num(nan=0.0)
        size = sum(map(_complexity, there.values()), torch.zeros(len(rows), device=worst.device))
        hidden = worst / _extremes(there) if there else worst
        order = torch.argsort(torch.where(worst < -CLEAR, size - 1e6 * broken[rows] - 1e9, hidden), stable=True)
        screening.tally.suspects += len(rows)
        for k in order[: screening.profile.suspects].tolist():
            row = int(rows[k])
            candidate = self.row(row, float(relative[k]))
            candidate.denominator, candidate.broken, candidate.size = denominator, int(broken[row]), float(size[k])
            candidate.beyond = bool(beyond[row])
            screening.suspects.append(candidate)

    def keep_tightest(self, eligible: Tensor) -> None:
        if not bool(eligible.any()):
            return
        row = int(torch.where(eligible, self.goal.nan_to_num(nan=torch.inf), torch.inf).argmin())
        key, tightest = (max(self.concrete.dims.values(), default=1), self.source), self.screening.tightest
        if key not in tightest or float(self.goal[row]) < tightest[key].relative:
            tightest[key] = candidate = self.row(row)
            candidate.size = float(sum(map(_complexity, candidate.values.values())))

    def keep_examples(self, masks: list[Tensor], met: Tensor) -> None:
        for k, mask in enumerate(masks):
            for wanted in (True, False):
                rows = torch.nonzero(mask == wanted).flatten()
                kept = self.screening.examples.setdefault((k, wanted), [])
                if len(kept) < EXAMPLES and len(rows):
                    kept.append(self.row(int(rows[0]), 0.0))
        if bool(met.any()) and len(self.screening.accepted) < 12:
            self.screening.accepted.append(self.row(int(torch.nonzero(met)[-1]), 0.0))  # no zero


def force_exact_check(
    screening: Screening, concrete: Concrete, values: Batch, goal: Tensor, source: str, most: int, exact: Exacts = ()
) -> None:
    """Nominate the first `most` rows with a goal below zero, in the order of the batch, whatever floats say."""
    rows = _Rows(screening, concrete, values, goal, source, exact)
    for row in torch.nonzero(goal < -PRESSING).flatten()[:most].tolist():
        candidate = rows.row(row)
        candidate.forced = True
        screening.tally.suspects += 1
        screening.suspects.append(candidate)


def _complexity(value: Tensor) -> Tensor:
    """Per row: non-integers weigh most, then non-zeros, then size."""
    flat = value.detach().reshape(len(value), -1).to(torch.float64)
    return (1e4 * (flat != flat.round()) + 100 * (flat != 0) + flat.abs().clamp_max(50) + 0.5 * (flat < 0)).sum(1)


def _measured(concrete: Concrete, values: Batch, relative: Tensor) -> Tensor:
    """Relative slacks of suspects, of `expression >= 0` by the size of the numbers behind the expression, as the slack
    of which is -1 by itself however little it is below zero."""
    with torch.no_grad():
        found = objective.goal(concrete, values).to(relative)
    return torch.where(torch.isfinite(found) & (found < 0), torch.maximum(found, relative), relative)


def _extremes(values: Batch) -> Tensor:
    """Per row: 1 for entries of moderate size, more the more octaves the largest and the smallest are away from 1."""
    flat = torch.cat([v.detach().reshape(len(v), -1).to(torch.float64).abs() for v in values.values()], 1)
    octaves = torch.where(flat > 0, flat, 1.0).log2().abs().amax(1)
    return 1 + 0.1 * octaves.nan_to_num(nan=1e3, posinf=1e3)
