"""Sweeps: many more random instances than can be looked at, drawn and judged in one compiled loop.

Of them are kept what is counted, and the tightest and the suspicious ones, which are made again and screened as any
others: what nominates an instance is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch

from lemmata.claims.counting import EDGES, NOISE
from lemmata.claims.nominate import nominate
from lemmata.claims.schedule import cost
from lemmata.claims.screening import Screening
from lemmata.evaluate import cpu_lanes, gpu
from lemmata.evaluate.floats import TOLERANCES
from lemmata.language.instantiate import Concrete, index_tuples
from lemmata.language.text import write
from lemmata.sample.plan import plan

if TYPE_CHECKING:
    from lemmata.evaluate.cpu_lanes.sweeps import Found

NAME, LABEL = "sweep", "Gaussian, drawn where they are judged"
KEPT = 32  # tightest instances of a shape that are made again at each look, and as many suspicious ones
LOOK = {"cpu": 1 << 20, "cuda": 1 << 26}  # instances between two looks
UNCLEAR = 0.1  # share of instances that floats say nothing about, beyond which a shape is left


def place(device: str) -> str:
    """Where sweeps take place, in words for the record of a run."""
    if device == "cpu":
        return "on the processor"
    return "on the GPU" if gpu.missing() is None else f"on the processor: {gpu.missing()}"


def sweep(screening: Screening, instances: int, chunk: int) -> Iterator[int]:
    """Sweep so many instances, over all sizes of the profile; yields how many it tried since.

    Statements without a program and existence claims are left out.  With the device "cuda" it takes place there, but
    for programs too large for it, and for all where `place` says that there is no GPU for it.
    """
    if screening.witness or not instances or not cpu_lanes.available():
        return
    from lemmata.evaluate.cpu_lanes import sweeps

    profile, threads = screening.profile, torch.get_num_threads()
    shapes = [c for size in profile.sizes for c in plan(screening.statement, size, profile.combinations)]
    shapes = [c for c in shapes if c.claim and c.variables and sweeps.program_of(c) is not None]
    weights = [1.0 / (max(c.dims.values(), default=1) * cost(c)) for c in shapes]
    for concrete, weight in zip(shapes, weights, strict=True):
        count = int(instances * weight / sum(weights)) + 1
        stream = screening.stream_of(NAME, concrete, chunk)
        program = sweeps.program_of(concrete)
        assert program is not None
        device = "cuda" if screening.device == "cuda" and gpu.missing() is None and gpu.fits(program) else "cpu"
        for start in range(0, count, LOOK[device]):
            screening.watch.look(screening, NAME)
            stop, tolerance = min(start + LOOK[device], count), TOLERANCES[torch.float64]
            found = sweeps.sweep(concrete, stream, start, stop, tolerance, KEPT, threads, NOISE, EDGES[1:-1], device)
            _count(screening, concrete, found)
            if again := [*found.tightest, *found.suspects]:
                values = sweeps.rows(concrete, stream, again)
                nominate(screening, concrete, values, NAME, LABEL, counted=True)
            yield found.drawn
            if found.doubtful > UNCLEAR * found.drawn:
                break


def _count(screening: Screening, concrete: Concrete, found: Found) -> None:
    tally = screening.tally
    tally.generated += found.drawn
    tally.instances += found.met + found.broken
    tally.within_rounding += found.near
    tally.decided += found.met - found.near
    tally.suspects += max(found.broken + found.doubtful - KEPT, 0)  # the others are counted when they are nominated
    for k, (met, clause) in enumerate(zip(found.hypotheses, concrete.hypotheses, strict=True)):
        tally.hypothesis(k, write(clause), found.drawn, met)
    for k, clause, slack in zip(concrete.origins, concrete.claim, found.least, strict=True):
        if index_tuples(clause)[1] and found.met:
            tally.conjunct(k, torch.tensor([slack], dtype=torch.float64))
    ensemble = tally.ensemble(NAME, LABEL)
    ensemble.count(found.drawn, found.met, min(found.slacks, default=None), found.bins)
    ensemble.beyond += found.doubtful
    tally.beyond += found.doubtful
    if found.met:
        tally.covered |= {k: max(v, tally.covered.get(k, v)) for k, v in concrete.dims.items()}
