"""Sweeps: instances by the million that are drawn where they are judged, and made again from their number.

A sweep has a stream of normal numbers (`instances.randomness.Stream`), instance j its numbers j E to (j + 1) E - 1, of
which a program makes members of the variables' domains (`DRAWN`).  What comes back does not grow with the sweep:
counts, smallest slacks, and the numbers of the tightest and of the suspicious instances, which `rows` makes again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate import cpu_lanes
from lemmata.evaluate.cpu_lanes import programs
from lemmata.evaluate.cpu_lanes.programs import NOISE, Drawn, NoProgram
from lemmata.evaluate.floats import Evaluation
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete

if TYPE_CHECKING:
    from lemmata.evaluate.cpu_lanes.sweeping import Kept

PIECE = 16_384  # instances per piece of work; what is found does not depend on it
LIFT = 2.0**-6  # of the identity, in positive definite matrices


def _one(leaf: Any) -> int:
    return 1


def _shape(leaf: Any) -> tuple[int, int]:
    return int(leaf.shape[0]), int(leaf.shape[1])


def _entries(leaf: Any) -> int:
    return math.prod(_shape(leaf))


def _square(change: Callable[[Any, Any, int], Any]) -> Drawn:
    """A matrix made of another one, of the same shape, with independent entries."""
    return Drawn(_entries, lambda at, x, leaf: change(at, at.shaped(x, *_shape(leaf)), _shape(leaf)[0]))


def _gram(lift: float) -> Drawn:
    """X^T X / n, and a multiple of the identity."""
    return _square(lambda at, x, n: at.matmul(at.transpose(x), x) * (1.0 / n) + at.matrix(lift * np.eye(n)))


def _between(at: Any, x: Any, leaf: Any) -> Any:
    """low + (high - low) / (1 + exp(-x))."""
    try:
        low, high = float(leaf.domain.low), float(leaf.domain.high)
    except TypeError as problem:
        raise NoProgram("an end that is no number") from problem
    return (high - low) / (at.exp(-x) + 1.0) + low


DRAWN: dict[type, Drawn] = {
    domains.Reals: Drawn(_one, lambda at, x, leaf: x),
    domains.Positive: Drawn(_one, lambda at, x, leaf: at.exp(x)),
    domains.Interval: Drawn(_one, _between),
    domains.OpenInterval: Drawn(_one, _between),
    domains.RealMatrices: _square(lambda at, x, n: x),
    domains.Nonnegative: _square(lambda at, x, n: abs(x)),
    domains.SymmetricMatrices: _square(lambda at, x, n: (x + at.transpose(x)) * 0.5),
    domains.Skew: _square(lambda at, x, n: (x - at.transpose(x)) * 0.5),
    domains.PSD: _gram(0.0),
    domains.PD: _gram(LIFT),
    domains.Upper: Drawn(
        _entries, lambda at, x, leaf: at.shaped(x, *_shape(leaf)) * at.matrix(np.triu(np.ones(_shape(leaf))))
    ),
    domains.DiagonalMatrices: Drawn(lambda leaf: int(leaf.shape[0]), lambda at, x, leaf: at.diagonal_matrix(x)),
}


@dataclass(frozen=True)
class Found:
    """What a sweep saw.

    `met` counts sound instances, `broken` those that break the claim in floats, `doubtful` those on which floats say
    nothing; `near` are sound ones with a slack near zero, `bins` a histogram of slacks between the given edges,
    `hypotheses` how many met each; `least` is the smallest slack of each conjunct, `tightest` and `suspects` are
    numbers of instances, the smallest slacks first.
    """

    drawn: int
    met: int
    broken: int
    doubtful: int
    near: int
    bins: tuple[int, ...]
    hypotheses: tuple[int, ...]
    least: tuple[float, ...]
    slacks: tuple[float, ...]
    tightest: tuple[int, ...]
    suspects: tuple[int, ...]


program_of = partial(programs.program_of, drawn=DRAWN)


def sweep(
    concrete: Concrete,
    stream: Stream,
    start: int,
    stop: int,
    tolerance: float,
    keep: int = 32,
    threads: int = 1,
    near: float = 1e-9,
    edges: Sequence[float] = (),
    device: str = "cpu",
) -> Found:
    """Judge instances start..stop of a stream; the outcome does not depend on how many threads share them.

    On the device "cuda" the same program is run by `evaluate.gpu`: the same instances, slacks to rounding.

    Raises ValueError for a statement without a program (`program_of`), or one that is too large for the device.
    """
    from lemmata.evaluate.cpu_lanes import sweeping

    program = program_of(concrete)
    if program is None:
        raise ValueError(f"{concrete.statement.id} has no program")
    claims, clauses = len(concrete.claim), len(program.clauses)
    key = (*stream._philox_key, *stream._philox_lane)
    inner, tolerances = np.array(list(edges), dtype=np.float64), np.full(clauses, tolerance)

    judge, sizes = (program.code, program.constants, tolerances, NOISE), cpu_lanes.sizes(program)

    def piece(first: int) -> Kept:
        kept = sweeping.empty(1, claims, clauses - claims, sweeping.BINS + len(inner) + 1, keep)
        found = tuple(x[0] for x in kept)
        sweeping.sweep(judge, sizes, program.entries, key, first, min(first + PIECE, stop), near, inner, found)
        return kept

    total: Kept | None = None
    if device == "cuda":
        from lemmata.evaluate import gpu

        settings = claims, tolerances, NOISE, key
        if stop > start:
            total = sweeping.joined([gpu.sweep(program, settings, start, stop, near, inner, keep)])
    else:
        for part in cpu_lanes.mapped(piece, range(start, stop, PIECE), threads):
            total = part if total is None else sweeping.joined([total, part])
    if total is None:
        return Found(0, 0, 0, 0, 0, (0,) * (len(inner) + 1), (0,) * (clauses - claims), (), (), (), ())
    counts, met, least, slacks, tightest, _, suspects = (x[0].tolist() for x in total)
    known = sum(number >= 0 for number in tightest)  # they come first
    return Found(
        counts[sweeping.DRAWN], counts[sweeping.MET], counts[sweeping.BROKEN], counts[sweeping.DOUBTFUL],
        counts[sweeping.NEAR], tuple(counts[sweeping.BINS :]), tuple(met), tuple(least), tuple(slacks[:known]),
        tuple(tightest[:known]), tuple(x for x in suspects if x >= 0),
    )  # fmt: skip


def rows(concrete: Concrete, stream: Stream, numbers: Sequence[int]) -> dict[str, Tensor]:
    """The instances with these numbers, made again as a batch: to rounding those that were judged.

    Raises ValueError for a statement without a program.
    """
    program = program_of(concrete)
    if program is None:
        raise ValueError(f"{concrete.statement.id} has no program")
    parts = []
    for number in numbers:
        fresh = stream.child()
        fresh.position = number * (program.entries // 2)
        parts.append(fresh.normal((1, program.entries)))
    raw = torch.cat(parts) if parts else torch.empty(0, program.entries, dtype=torch.float64, device=stream.device)
    scope, values = Evaluation({}), {}
    for name, leaf in concrete.variables.items():
        rule = DRAWN[type(leaf.domain)]
        first, count = program.places[name]
        member = rule.member(scope, raw[:, None, first : first + count], leaf)
        values[name] = member[:, 0] if leaf.is_Matrix else member[:, 0, 0]
    return values
