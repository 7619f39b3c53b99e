"""Solutions of equations among multiples of 1, 1/2, 1/3 and 1/4, by descent on what is left of the equations.

Solutions with few bits need not lie where others are near, or be met by Newton's method: reflections at 60 degrees, as
symmetric matrices, are rational at some places only.  From random tables a few entries are changed at a time, the best
of many such changes kept.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import torch
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.language.instance import Instance
from lemmata.search.linear_unknowns import Variety

WIDTH = 48  # changes tried at once
STEPS = 40
DENOMINATORS = (1, 1, 2, 2, 3, 4)
CHANGED = 0.25  # share of the parameters that a change moves, one at least
APART = 1e-3  # relative distance below which a solution counts as a trivial one


def on_grids(variety: Variety, start: Tensor, stream: Stream, tick: Callable[[], None]) -> list[Instance]:
    """Exact solutions from tables near these (rows, count), each on a grid of its own."""
    rows, many = start.shape
    denominator = stream.child("grid").choice(DENOMINATORS, (rows, 1)).to(start.dtype)
    x = torch.round((start * denominator).clamp(-2, 2)) / denominator
    worth = _left(variety, x)
    wide = variety.some(torch.arange(rows).repeat_interleave(WIDTH))
    for k in range(STEPS):
        tick()
        crowd = _changed(x, denominator, stream.child(k))
        values = _left(wide, crowd.flatten(0, 1)).reshape(rows, WIDTH)
        least, place = values.min(1)
        moved = (least < worth) | (least == worth) & (least > 0)  # sideways as well
        x = torch.where(moved[:, None], crowd[torch.arange(rows), place], x)
        worth = torch.where(moved, least, worth)
        if bool((worth == 0).all()):
            break
    return _exact(variety, x, denominator)


def _left(variety: Variety, x: Tensor) -> Tensor:
    """How far the equations are from holding, infinite at trivial solutions and outside the domains."""
    with torch.no_grad():
        left = variety.relative(x).square().sum(1) * (1 + (1 / (variety.away(x) + 1e-12)).sum(1))
        left = torch.where(variety.within(x), 0.0, left.nan_to_num(nan=torch.inf))
        values = variety.unknowns.members(x)
        inside = variety.unknowns.inside(values) & (variety.distance(x) > APART)
    return torch.where(inside, left, torch.inf)


def _changed(x: Tensor, denominator: Tensor, stream: Stream) -> Tensor:
    """Neighbours (rows, WIDTH, count): a few parameters a step or two away, zero, or with the other sign."""
    shape = (len(x), WIDTH, x.shape[1])
    moved = stream.child("moved").uniform(shape) < CHANGED
    one = stream.child("one").integers(0, x.shape[1] - 1, shape[:2])
    moved.scatter_(2, one[..., None], True)
    here = x[:, None].expand(shape)
    step = here + stream.child("step").choice((-2.0, -1.0, 1.0, 2.0), shape).to(x.dtype) / denominator[:, None]
    how = stream.child("how").integers(0, 5, shape)
    return torch.where(moved, torch.where(how == 0, 0.0, torch.where(how == 1, -here, step)), here)


def _exact(variety: Variety, x: Tensor, denominator: Tensor) -> list[Instance]:
    """The instances among these that solve the equations."""
    rows = torch.nonzero(_left(variety, x) == 0).flatten()
    if not len(rows):
        return []
    unknowns = variety.unknowns.repeated(rows)
    values = unknowns.members(x[rows])
    exact = {}
    for number, row in enumerate(rows.tolist()):
        q = int(denominator[row])
        exact[tuple(Fraction(round(y * q), q) for y in x[row].tolist())] = number
    return [unknowns.instance(row, values, number) for row, number in exact.items()]
