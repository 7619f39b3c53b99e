"""Sweeps: instances by the million that are drawn where they are judged, and made again from their number.

A sweep has a stream of normal numbers (`instances.randomness.Stream`), instance j its numbers j E to (j + 1) E - 1, of
which a program makes members of the variables' domains (`DRAWN`).  What comes back does not grow with the sweep:
counts, smallest slacks, and the numbers of the tightest and of the suspicious instances, which `rows` makes again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate import cpu_lanes
from lemmata.evaluate.cpu_lanes.assembly import Block, Drawn, NoProgram, Program, entries_of, shape
from lemmata.evaluate.cpu_lanes.programs import RULES
from lemmata.evaluate.cpu_lanes.size_rules import NOISE
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete

if TYPE_CHECKING:
    from lemmata.evaluate.cpu_lanes.sweeping import Kept

PIECE = 16_384  # instances per piece of work; what is found does not depend on it
LIFT = 2.0**-6  # of the identity, in positive definite matrices


def _mirror(program: Program, raw: Block, leaf: Any, op: str) -> Block:
    order = shape(leaf)[0]
    mirrored = program.emit(program.op.TRANSPOSE, raw[1], raw[0], 0, order, order)
    both = program.pairwise(program.op[op], raw, mirrored)
    return program.pairwise(program.op.MUL, both, program.constant(0.5))


def _gram(program: Program, raw: Block, leaf: Any, lift: float) -> Block:
    """X^T X / n, and a multiple of the identity."""
    order = shape(leaf)[0]
    mirrored = program.emit(program.op.TRANSPOSE, raw[1], raw[0], 0, order, order)
    product = program.emit(program.op.MATMUL, raw[1], mirrored[0], raw[0], order, order, order)
    product = program.pairwise(program.op.MUL, product, program.constant(1.0 / order))
    return program.pairwise(program.op.ADD, product, program.constant(*(lift * np.eye(order)).flatten().tolist()))


def _gram_tensor(x: Tensor, leaf: Any, lift: float) -> Tensor:
    square = _square(x, leaf)
    return square.mT @ square / square.shape[-1] + lift * torch.eye(square.shape[-1], dtype=x.dtype, device=x.device)


def _masked(program: Program, raw: Block, leaf: Any) -> Block:
    return program.pairwise(program.op.MUL, raw, program.constant(*np.triu(np.ones(shape(leaf))).flatten().tolist()))


def _diagonal(program: Program, raw: Block, leaf: Any) -> Block:
    order = shape(leaf)[0]
    zero, out = program.constant(0.0), program.block(order**2)
    for k in range(order**2):
        at = raw[0] + k // (order + 1) if k % (order + 1) == 0 else zero[0]
        program.append(program.word(program.op.COPY, out[0] + k, at, 0, 1))
    return out


def _between(program: Program, raw: Block, leaf: Any) -> Block:
    """low + (high - low) / (1 + exp(-x))."""
    op, (low, high) = program.op, _ends(leaf)
    below = program.pairwise(op.ADD, program.single(op.EXP, program.single(op.NEG, raw)), program.constant(1.0))
    return program.pairwise(
        op.ADD, program.pairwise(op.DIV, program.constant(high - low), below), program.constant(low)
    )


def _ends(leaf: Any) -> tuple[float, float]:
    try:
        return float(leaf.domain.low), float(leaf.domain.high)
    except TypeError as problem:
        raise NoProgram("an end that is no number") from problem


def _between_tensor(x: Tensor, leaf: Any) -> Tensor:
    low, high = _ends(leaf)
    return low + (high - low) / (1 + torch.exp(-x[:, 0]))


def _square(x: Tensor, leaf: Any) -> Tensor:
    return x.reshape(len(x), *shape(leaf))


def _one(leaf: Any) -> int:
    return 1


DRAWN: dict[type, Drawn] = {
    domains.Reals: Drawn(_one, lambda program, raw, leaf: raw, lambda x, leaf: x[:, 0]),
    domains.Positive: Drawn(
        _one, lambda program, raw, leaf: program.single(program.op.EXP, raw), lambda x, leaf: torch.exp(x[:, 0])
    ),
    domains.Interval: Drawn(_one, _between, _between_tensor),
    domains.OpenInterval: Drawn(_one, _between, _between_tensor),
    domains.RealMatrices: Drawn(entries_of, lambda program, raw, leaf: raw, _square),
    domains.Nonnegative: Drawn(
        entries_of,
        lambda program, raw, leaf: program.single(program.op.ABS, raw),
        lambda x, leaf: _square(x, leaf).abs(),
    ),
    domains.SymmetricMatrices: Drawn(
        entries_of,
        lambda program, raw, leaf: _mirror(program, raw, leaf, "ADD"),
        lambda x, leaf: (_square(x, leaf) + _square(x, leaf).mT) * 0.5,
    ),
    domains.Skew: Drawn(
        entries_of,
        lambda program, raw, leaf: _mirror(program, raw, leaf, "SUB"),
        lambda x, leaf: (_square(x, leaf) - _square(x, leaf).mT) * 0.5,
    ),
    domains.PSD: Drawn(
        entries_of,
        lambda program, raw, leaf: _gram(program, raw, leaf, 0.0),
        lambda x, leaf: _gram_tensor(x, leaf, 0.0),
    ),
    domains.PD: Drawn(
        entries_of,
        lambda program, raw, leaf: _gram(program, raw, leaf, LIFT),
        lambda x, leaf: _gram_tensor(x, leaf, LIFT),
    ),
    domains.Upper: Drawn(entries_of, _masked, lambda x, leaf: _square(x, leaf).triu()),
    domains.DiagonalMatrices: Drawn(
        lambda leaf: shape(leaf)[0], _diagonal, lambda x, leaf: torch.diag_embed(x)
    ),
}  # fmt: skip


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


_PROGRAMS: WeakKeyDictionary[Concrete, Program | None] = WeakKeyDictionary()


def program_of(concrete: Concrete) -> Program | None:
    """The program that draws and judges, made once; None where a domain or a clause has no rule."""
    if concrete not in _PROGRAMS:
        try:
            _PROGRAMS[concrete] = Program(concrete, RULES, DRAWN)
        except NoProgram:
            _PROGRAMS[concrete] = None
    return _PROGRAMS[concrete]


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

    On the device "cuda" the same program is run by `evaluate.grid`: the same instances, slacks to rounding.

    Raises ValueError for a statement without a program (`program_of`), or one that is too large for the device.
    """
    from lemmata.evaluate.cpu_lanes import simd, sweeping

    program = program_of(concrete)
    if program is None:
        raise ValueError(f"{concrete.statement.id} has no program")
    claims, clauses = len(concrete.claim), len(program.clauses)
    sizes = program.registers, program.room, program.widest, program.entries
    key = (*stream._philox_key, *stream._philox_lane)
    inner, tolerances = np.array(list(edges), dtype=np.float64), np.full(clauses, tolerance)
    settings = claims, tolerances, NOISE, key

    def piece(first: int) -> Kept:
        kept = sweeping.empty(1, claims, clauses - claims, sweeping.BINS + len(inner) + 1, keep)
        sweeping.sweep(
            program.code, program.constants, sizes, *settings, first, min(first + PIECE, stop),
            max(cpu_lanes.tile(program.registers), simd.LANES), near, inner, *(x[0] for x in kept),
        )  # fmt: skip
        return kept

    total: Kept | None = None
    if device == "cuda":
        from lemmata.evaluate import gpu

        total = (
            sweeping.joined([gpu.sweep(program, settings, start, stop, near, inner, keep)]) if stop > start else None
        )
    else:
        for part in cpu_lanes.mapped(piece, range(start, stop, PIECE), threads):
            total = part if total is None else sweeping.joined([total, part])
    if total is None:
        return Found(0, 0, 0, 0, 0, (0,) * (len(inner) + 1), (0,) * (clauses - claims), (), (), (), ())
    counts, met, least, slacks, tightest, _, suspects = (x[0].tolist() for x in total)
    known = [k for k, number in enumerate(tightest) if number >= 0]
    return Found(
        counts[sweeping.DRAWN],
        counts[sweeping.MET],
        counts[sweeping.BROKEN],
        counts[sweeping.DOUBTFUL],
        counts[sweeping.NEAR],
        tuple(counts[sweeping.BINS :]),
        tuple(met),
        tuple(least),
        tuple(slacks[k] for k in known),
        tuple(tightest[k] for k in known),
        tuple(x for x in suspects if x >= 0),
    )


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
    values, at = {}, 0
    for name, leaf in concrete.variables.items():
        rule = DRAWN[type(leaf.domain)]
        count = rule.count(leaf)
        values[name] = rule.tensor(raw[:, at : at + count], leaf)
        at += count
    return values
