"""Spectra of huge batches of small matrices, one matrix per SIMD lane of the processor.

`spectra` takes finite float64 arrays and returns, with every spectrum, a bound of its
error: what was discarded when an entry of the bidiagonal form was taken for zero, plus rounding at a rate that tests
hold against exact spectra.  The bound is infinite where a matrix did not converge, its spectrum does not carry the
energy of its entries or an entry is not finite: such matrices are for another solver.  The compiled part (`kernels`) is
loaded on first use.

Microseconds of processor time per matrix, one thread, LAPACK through NumPy next to it (`make bench` measures again):

    order                 2     3     4     5     8    16    32    64
    singular values    0.04  0.09  0.13  0.20  0.42   1.9    14    61
    LAPACK             0.47   1.0   1.5   2.1   3.9    13    42   141
    eigenvalues        0.04  0.08  0.14  0.19  0.46   1.8   8.0    33
    LAPACK             0.16   0.5   0.9   1.3   2.7   9.6    34   117

A batch smaller than `FEWEST` is not worth the loading, nor are the first `SPARED` instances of a process: a search that
ends among them, as those for most false claims do, ends sooner than the compiler is there.  Where outcomes have to be
the same in every process, `compile_now` has everything computed in one way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lemmata.evaluate.cpu_lanes import store

if TYPE_CHECKING:
    from lemmata.evaluate.cpu_lanes.programs import Program

LARGEST = 64  # order beyond which LAPACK is faster, and bounds exceed what screening counts as noise
FEWEST = 300  # matrices; more than a search looks at first, so that what ends there loads no compiler
LARGE = 16  # order from which a fifth of these is enough
SPARED = 100_000  # matrices, times their orders, that the rules judge in the half second that loading takes
PIECE = 1024  # matrices per thread at least; a multiple of any number of lanes

Array = NDArray[np.float64]
_found: list[bool] = []
_work = [0]  # matrices so far, times their orders


def available() -> bool:
    """Whether the compiler is installed and has been at work on this machine.

    Where it has not, another process is asked to see to it, and meanwhile the answer is no: nobody waits for it.
    """
    if not _found and store.installed():
        if store.ready():
            _found.append(True)
        else:
            store.ask()
    return bool(_found)


def compiling() -> bool:
    """Whether the process that was asked to is at work."""
    return store.at_work()


def wait() -> None:
    """Have everything compiled, by the process that was asked to or here, so that all that follows is computed in one
    way."""
    compile_now()
    if store.installed() and not store.ready() and not store.finished():
        from lemmata.evaluate.cpu_lanes.warm import warm

        warm()


def enough(count: int, order: int) -> bool:
    """Whether so many matrices of this order are worth the loading, after those there were: of large ones fewer are."""
    if count < (FEWEST if order < LARGE else 64):
        return False
    if _work[0] <= SPARED:
        _work[0] += count * order
    return _work[0] > SPARED


def compile_now() -> None:
    """Spare nothing from now on: which instances are judged in which way then depends on no other check."""
    _work[0] = SPARED + 1


def anew() -> None:
    """A check of its own begins, which is to end as it would in a process of its own."""
    _work[0] = 0


def suited(count: int, rows: int, cols: int) -> bool:
    """Whether a batch of `count` matrices of this shape is faster here than with LAPACK."""
    longer = max(rows, cols)
    return enough(count, longer) and min(rows, cols) > 1 and longer <= LARGEST and available()


def spectra(a: Array, symmetric: bool, threads: int = 1) -> tuple[Array, Array]:
    """Singular values of finite matrices (B, r, c), or eigenvalues of symmetric ones, descending, as (B, min(r, c)).

    With bounds of their errors (B,).  Of symmetric matrices lower triangles are read.
    """
    from lemmata.evaluate.cpu_lanes import kernels

    tall = np.ascontiguousarray(a if a.shape[1] >= a.shape[2] else a.transpose(0, 2, 1))
    count, rows, cols = tall.shape
    flat = tall.reshape(count, rows * cols)

    def part(out: Array, bound: Array, start: int, stop: int) -> None:
        kernels.tiles(flat, rows, cols, symmetric, out, bound, start, stop)

    return _shared(part, count, cols, threads)


def judge(
    program: Program, tolerances: Array, noise_rate: float, values: Mapping[str, Array], threads: int = 1
) -> tuple[Array, Array]:
    """Run a program (`programs`) on values (B, entries) of its variables: (clauses, 3, B) relative and absolute slacks
    and whether the relation holds, and (B,) above zero where nothing is to be concluded from them.
    """
    from lemmata.evaluate.cpu_lanes import machine

    batch = len(next(iter(values.values())))
    data, verdicts = np.empty((batch, program.entries)), np.empty((len(tolerances), 3, batch))
    judging, needed = (program.code, program.constants, tolerances, noise_rate), sizes(program)

    def part(out: Array, doubt: Array, start: int, stop: int) -> None:
        for name, (first, count) in program.places.items():
            data[start:stop, first : first + count] = values[name][start:stop]
        machine.run(judging, needed, data, verdicts, doubt, start, stop)

    return verdicts, _shared(part, batch, 0, threads)[1]


def sizes(program: Program) -> tuple[int, int, int, int]:
    """What a program needs (`machine.Sizes`), with as many instances in a tile as the first-level cache holds."""
    from lemmata.evaluate.cpu_lanes import simd

    held = 64 if program.registers <= 96 else 32 if program.registers <= 192 else 16
    return program.registers, program.room, program.widest, max(held, simd.LANES)


@lru_cache(maxsize=4)
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="lanes")


def mapped(work: Callable[[int], Any], items: Sequence[int], threads: int) -> Iterator[Any]:
    """What `work` returns for each item, in their order, a few ahead of what was taken."""
    if threads <= 1 or len(items) <= 1:
        yield from map(work, items)
        return
    waiting: deque[Future[Any]] = deque()
    for item in items:
        waiting.append(_pool(threads).submit(work, item))
        if len(waiting) > 4 * threads:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _shared(part: Callable[..., Any], count: int, values: int, threads: int) -> tuple[Array, Array]:
    """Run a kernel over the batch in pieces; the outcome does not depend on how many threads share them."""
    out, bound = np.empty((count, values)), np.empty(count)
    pieces = min(threads, count // PIECE)
    step = max(-(-count // (4 * pieces) // PIECE) * PIECE, PIECE) if pieces > 1 else max(count, 1)
    for _ in mapped(lambda start: part(out, bound, start, min(start + step, count)), range(0, count, step), pieces):
        pass
    return out, bound
