"""Where a quantity is large at fixed dimensions: the plainest instances, and what BFGS ends at from random starts.

Floating point ranks, exact instances come out; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.sample import batches
from lemmata.sample.plain import plain_instances
from lemmata.search.coordinates import PARAMETRISATIONS, Coordinates
from lemmata.search.objective import goal
from lemmata.search.quasi_newton import minimise
from lemmata.search.space import READABLE, Space

PLAIN = 400  # of the plainest instances
ROWS, ITERATIONS = 8, 40  # of the descents in one parametrisation
KEPT = 3  # instances that are worth a look, of each kind
LIKE = 1e-9  # relative difference of values that count as one, so that the simplest instance is the one that is kept


def measured(concrete: Concrete, batch: batches.Batch) -> tuple[Tensor, Tensor]:
    """The left side of the only conjunct, a number, on a batch; and where the hypotheses hold and it is finite."""
    seen = floats.screen(concrete, batch, sides=True)
    claim = seen.claims[0]
    assert claim.lhs is not None
    return claim.lhs.reshape(len(claim.lhs), -1)[:, 0], seen.met & claim.finite


def plainest(concrete: Concrete) -> list[Instance]:
    """Those of the plainest instances with the largest values, largest first."""
    listed = plain_instances(concrete, PLAIN)
    if not listed:
        return []
    return [listed[k] for k, _ in _largest(concrete, batches.as_batch(concrete, listed))]


def peaks(concrete: Concrete, stream: Stream, tick: Callable[[], None]) -> Iterator[list[Instance]]:
    """For every parametrisation the instances with the largest values that descents of its slack end at, largest first.

    `concrete` is a statement `quantity <= c`, best with c near the largest value known.  `tick` may raise.
    """
    plain = Space(concrete)
    for parametrisation in PARAMETRISATIONS:
        own = stream.child(parametrisation)
        space = Coordinates.of(concrete, parametrisation, own)
        start, held = space.start(own.child("start"), ROWS)
        face = space.faces(own.child("face"), ROWS)
        flat, _ = minimise(lambda x: goal(concrete, space.members(x * face, held)), start, ITERATIONS, tick)  # noqa: B023
        with torch.no_grad():
            ends = space.members(flat * face, held, settled=True)
            found: list[tuple[int, float, batches.Batch, int | None]] = []
            for scale, denominator in READABLE:
                near = plain.rounded(ends, scale, denominator)
                found += [(k, value, near, denominator) for k, value in _largest(concrete, near)]
            found += [(k, value, ends, None) for k, value in _largest(concrete, ends)]
            found.sort(key=lambda f: -float(f"{f[1]:.8e}"))
        # outside: what is switched off while a generator waits is so for everybody
        yield [batches.exact(concrete, values, k, denominator) for k, _, values, denominator in found[:KEPT]]


def _largest(concrete: Concrete, batch: batches.Batch) -> list[tuple[int, float]]:
    """Rows with the largest values, the first of those that agree, and the values."""
    value, met = measured(concrete, batch)
    out: list[tuple[int, float]] = []
    for k in torch.where(met, value, -torch.inf).argsort(descending=True, stable=True).tolist():
        x = float(value[k])
        if not met[k] or len(out) == KEPT:
            break
        if not out or abs(x - out[-1][1]) > LIKE * abs(x):
            out.append((k, x))
    return out
