"""Screening batches of instances in floating point.

It counts, and it nominates candidates: suspects (slack below zero beyond rounding, or something not finite) and the
tightest instances.  It decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.claims.counting import NOISE
from lemmata.claims.screening import Candidate, Screening
from lemmata.evaluate import floats
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, index_tuples
from lemmata.language.text import write
from lemmata.sample import batches
from lemmata.search import objective
from lemmata.shrink.complexity import CLEAR

PRESSING = 1e-12  # a goal has to be this far below zero to be sent to the exact check
EXAMPLES = 6  # instances kept per hypothesis to show it met, and as many to show it missed


def nominate(
    screening: Screening,
    concrete: Concrete,
    values: batches.Batch,
    name: str,
    label: str,
    denominator: int | None = None,
    counted: bool = False,
    exact: Sequence[Instance] = (),
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
    if not counted:
        _count(screening, concrete, screen, sound, without_meaning, slack, name, label)
    broken = torch.stack([c.finite & ~c.holds for c in screen.claims]).sum(0)
    _nominate(screening, concrete, values, goal, suspicious, broken, undecided, name, denominator, exact)
    _keep_tightest(screening, concrete, values, goal, sound, name, exact)
    _keep_examples(screening, concrete, values, masks, sound if bool(sound.any()) else met, name, exact)


def solutions(screening: Screening, concrete: Concrete, found: Sequence[Instance], name: str, label: str) -> None:
    """Screen exact instances, as they are in floating point."""
    if found:
        nominate(screening, concrete, batches.as_batch(concrete, found), name, label, exact=found)


def _count(
    screening: Screening,
    concrete: Concrete,
    screen: floats.Screen,
    sound: Tensor,
    without_meaning: Tensor,
    slack: Tensor,
    name: str,
    label: str,
) -> None:
    tally, met = screening.tally, screen.met
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


def _row(
    concrete: Concrete,
    values: batches.Batch,
    goal: Tensor,
    row: int,
    source: str,
    exact: Sequence[Instance] = (),
) -> Candidate:
    one = {k: v[row : row + 1].detach().cpu().clone() for k, v in values.items()}
    return Candidate(float(goal[row]), concrete, one, source, instance=exact[row] if exact else None)


def _nominate(
    screening: Screening,
    concrete: Concrete,
    values: batches.Batch,
    goal: Tensor,
    suspicious: Tensor,
    broken: Tensor,
    beyond: Tensor,
    name: str,
    denominator: int | None,
    exact: Sequence[Instance],
) -> None:
    rows = torch.nonzero(suspicious).flatten()
    if not len(rows):
        return
    # Egregious first, then readable: clear violations by the conjuncts they break, then by their non-zeros and
    # sizes; the rest by violation.
    if not screening.witness:
        goal = goal.clone()
        goal[rows] = _measured(concrete, {k: v[rows] for k, v in values.items()}, goal[rows])
    worst = goal[rows].nan_to_num(nan=0.0)
    size = sum((_complexity(v[rows]) for v in values.values()), torch.zeros(len(rows), device=goal.device))
    hidden = worst / _extremes({k: v[rows] for k, v in values.items()}) if values else worst
    order = torch.argsort(torch.where(worst < -CLEAR, size - 1e6 * broken[rows] - 1e9, hidden), stable=True)
    screening.tally.suspects += len(rows)
    for k in order[: screening.profile.suspects].tolist():
        row = int(rows[k])
        candidate = _row(concrete, values, goal, row, name, exact)
        candidate.denominator, candidate.broken, candidate.size = denominator, int(broken[row]), float(size[k])
        candidate.beyond = bool(beyond[row])
        screening.suspects.append(candidate)


def force_exact_check(
    screening: Screening,
    concrete: Concrete,
    values: batches.Batch,
    goal: Tensor,
    source: str,
    most: int,
    exact: Sequence[Instance] = (),
) -> None:
    """Nominate the first `most` rows with a goal below zero, in the order of the batch, whatever floats say."""
    for row in torch.nonzero(goal < -PRESSING).flatten()[:most].tolist():
        candidate = _row(concrete, values, goal, row, source, exact)
        candidate.forced = True
        screening.tally.suspects += 1
        screening.suspects.append(candidate)


def _keep_tightest(
    screening: Screening,
    concrete: Concrete,
    values: batches.Batch,
    goal: Tensor,
    eligible: Tensor,
    name: str,
    exact: Sequence[Instance],
) -> None:
    if not bool(eligible.any()):
        return
    row = int(torch.where(eligible, goal.nan_to_num(nan=torch.inf), torch.inf).argmin())
    key = (max(concrete.dims.values(), default=1), name)
    if key not in screening.tightest or float(goal[row]) < screening.tightest[key].relative:
        candidate = _row(concrete, values, goal, row, name, exact)
        candidate.size = float(sum(_complexity(v) for v in candidate.values.values()))
        screening.tightest[key] = candidate


def _keep_examples(
    screening: Screening,
    concrete: Concrete,
    values: batches.Batch,
    masks: list[Tensor],
    met: Tensor,
    name: str,
    exact: Sequence[Instance],
) -> None:
    goal = torch.zeros(len(met))
    for k, mask in enumerate(masks):
        for wanted in (True, False):
            rows = torch.nonzero(mask == wanted).flatten()
            kept = screening.examples.setdefault((k, wanted), [])
            if len(kept) < EXAMPLES and len(rows):
                kept.append(_row(concrete, values, goal, int(rows[0]), name, exact))
    if bool(met.any()) and len(screening.accepted) < 12:
        screening.accepted.append(_row(concrete, values, goal, int(torch.nonzero(met)[-1]), name, exact))  # no zero


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
