"""Drawing, judging and counting in one loop: nothing of an instance is kept but where it stands, and that of few."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lemmata.evaluate.cpu_lanes.compiling import Array, compiled
from lemmata.evaluate.cpu_lanes.machine import Judge, Sizes, judged, loaded, tile
from lemmata.evaluate.cpu_lanes.normals import normals
from lemmata.evaluate.cpu_lanes.simd import LANES

Counts = np.ndarray
Key = tuple[int, int, int, int]
Kept = tuple[np.ndarray, ...]  # see `empty`; keys of suspects are zero where there is a number, infinite elsewhere
# Rows of `counts`: drawn, hypotheses met, doubtful, claims broken, sound with a slack near zero; then a histogram.
DRAWN, MET, DOUBTFUL, BROKEN, NEAR, BINS = 0, 1, 2, 3, 4, 5


def empty(parts: int, claims: int, hypotheses: int, counts: int, keep: int) -> Kept:
    """What as many parts of a sweep write to before anything is written: counts, hypotheses met, least slacks, and the
    tightest and the suspects, each with what they are sorted by before their numbers."""
    return (
        np.zeros((parts, counts), np.int64), np.zeros((parts, hypotheses), np.int64), np.full((parts, claims), np.inf),
        np.full((parts, keep), np.inf), np.full((parts, keep), -1), np.full((parts, keep), np.inf),
        np.full((parts, keep), -1),
    )  # fmt: skip


def joined(found: Sequence[Kept]) -> Kept:
    """All parts as one, whatever their order."""
    counts, met, least, *lists = (np.concatenate(x) for x in zip(*found, strict=True))
    out = [counts.sum(0, keepdims=True), met.sum(0, keepdims=True), least.min(0, keepdims=True)]
    for keys, numbers in (lists[:2], lists[2:]):
        first = np.lexsort((numbers.ravel(), keys.ravel()))[: keys.shape[1]]
        out += [keys.ravel()[None, first], numbers.ravel()[None, first]]
    return tuple(out)


@compiled
def kept(slacks: Array, places: Counts, slack: float, place: int) -> None:
    """Put an instance where it belongs among the tightest, the earlier one first where slacks are equal."""
    k = len(slacks) - 1
    if not (slack < slacks[k] or (slack == slacks[k] and place < places[k])):
        return
    while k > 0 and (slack < slacks[k - 1] or (slack == slacks[k - 1] and place < places[k - 1])):
        slacks[k], places[k] = slacks[k - 1], places[k - 1]
        k -= 1
    slacks[k], places[k] = slack, place


@compiled
def counted(verdict: Array, doubt: Array, first: int, there: int, near: float, edges: Array, found: Kept) -> None:
    """Count the instances in the lanes before `there`, numbers `first`.. of the stream, by their verdicts."""
    counts, met, least, slacks, tightest, marks, suspects = found
    claims = len(least)
    for lane in range(there):
        counts[DRAWN] += 1
        inside, sound, slack = True, True, 1.0
        for k in range(claims, len(verdict)):
            if verdict[k, 2, lane] > 0.0:
                met[k - claims] += 1
            else:
                inside = False
        for k in range(claims):
            sound = sound and verdict[k, 2, lane] > 0.0
            slack = min(slack, verdict[k, 0, lane])
        if doubt[lane] > 0.0 or (inside and not sound):
            counts[DOUBTFUL if doubt[lane] > 0.0 else BROKEN] += 1
            kept(marks, suspects, 0.0, first + lane)
            continue
        if not inside:
            continue
        counts[MET] += 1
        slack = max(slack, 0.0)  # not below zero beyond rounding
        counts[NEAR] += int(slack <= near)
        place = 0
        while place < len(edges) and slack > edges[place]:
            place += 1
        counts[BINS + place] += 1
        for k in range(claims):
            least[k] = min(least[k], max(verdict[k, 0, lane], 0.0))
        kept(slacks, tightest, slack, first + lane)


@compiled
def sweep(
    judge: Judge, sizes: Sizes, drawn: int, key: Key, start: int, stop: int, near: float, edges: Array, found: Kept
) -> None:
    """Judge the instances start..stop of a stream of so many numbers per instance.

    `found` is as from `empty`, without the axis of the parts.  Added up are counts, hypotheses met, and the smallest
    relative slacks of the conjuncts.  Kept: the smallest slacks of sound instances with their numbers, and the numbers
    of the first instances that are doubtful or break the claim.
    """
    memory, verdict, doubt = tile(len(judge[2]), sizes)
    step, lanes = loaded(judge, memory), sizes[3]
    for first in range(start, stop, lanes):
        for lane in range(0, lanes, LANES):
            normals(memory[0], drawn, first + lane, lane, key)
        judged(judge, step, memory, verdict, doubt)
        counted(verdict, doubt, first, min(lanes, stop - first), near, edges, found)
