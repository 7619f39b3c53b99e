"""Spectra of huge batches of small matrices, one matrix per SIMD lane of the processor.

`singular_values` and `symmetric_eigenvalues` take finite float64 arrays and return, with every spectrum, a bound of its
error: what was discarded when an entry of the bidiagonal form was taken for zero, plus rounding at a rate that tests
hold against exact spectra.  The bound is infinite where a matrix did not converge, its spectrum does not carry the
energy of its entries or an entry is not finite: such matrices are for another solver.  The compiled part (`kernels`) is
loaded on first use.

Microseconds of processor time per matrix, one thread, LAPACK through NumPy beside it (`make bench` measures again):

    order                 2     3     4     5     8    16    32
    singular values    0.05  0.15  0.24  0.36  0.81   3.8    17
    LAPACK             0.48   1.1   1.6   2.1   4.0    13    44
    eigenvalues        0.05  0.15  0.24  0.37  0.80   3.3    13
    LAPACK             0.18   0.6   1.0   1.4   2.8    10    36

A batch smaller than `FEWEST` is not worth the loading.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

LARGEST = 40  # order beyond which the bounds of ordinary matrices exceed what screening counts as noise
FEWEST = 300  # matrices; more than a search looks at first, so that what ends there loads no compiler
PIECE = 1024  # matrices per thread at least; a multiple of any number of lanes

Array = NDArray[np.float64]


@lru_cache(maxsize=1)
def available() -> bool:
    """Whether the compiler is installed; it is not loaded to find out."""
    return importlib.util.find_spec("numba") is not None


def suited(count: int, rows: int, cols: int) -> bool:
    """Whether a batch of `count` matrices of this shape is faster here than with LAPACK."""
    return count >= FEWEST and min(rows, cols) > 1 and max(rows, cols) <= LARGEST and available()


def singular_values(a: Array, threads: int = 1) -> tuple[Array, Array]:
    """Singular values, descending, of finite matrices (B, r, c), as (B, min(r, c)), and bounds of their errors (B,)."""
    from lemmata.numerics.lanes import kernels

    tall = np.ascontiguousarray(a if a.shape[1] >= a.shape[2] else a.transpose(0, 2, 1))
    count, rows, cols = tall.shape
    flat = tall.reshape(count, rows * cols)

    def part(out: Array, bound: Array, start: int, stop: int) -> None:
        kernels.tiles(flat, rows, cols, False, out, bound, start, stop, tile(rows * cols))

    return _shared(part, count, cols, threads)


def symmetric_eigenvalues(n: Array, threads: int = 1) -> tuple[Array, Array]:
    """Eigenvalues, descending, of finite symmetric matrices (B, n, n), and error bounds; lower triangles are read."""
    from lemmata.numerics.lanes import kernels

    count, order = n.shape[:2]
    flat = np.ascontiguousarray(n).reshape(count, order * order)

    def part(out: Array, bound: Array, start: int, stop: int) -> None:
        kernels.tiles(flat, order, order, True, out, bound, start, stop, tile(order * order))

    return _shared(part, count, order, threads)


def judge(
    code: NDArray[np.int64],
    constants: Array,
    sizes: tuple[int, int],
    tolerances: Array,
    noise_rate: float,
    data: Array,
    threads: int = 1,
) -> tuple[Array, NDArray[np.bool_]]:
    """Run a program (`programs`) on rows of data (B, entries): (clauses, 3, B) relative and absolute slacks and whether
    the relation holds, and (B,) where nothing is to be concluded from them.

    `sizes` are the number of registers and the longest side of a matrix whose spectrum is asked for.
    """
    from lemmata.numerics.lanes import machine

    registers, widest = sizes
    verdicts = np.empty((len(tolerances), 3, len(data)))

    def part(out: Array, bound: Array, start: int, stop: int) -> None:
        lanes = 64 if registers <= 512 else 32
        machine.run(
            code, constants, registers, widest, tolerances, noise_rate, data, verdicts, bound, start, stop, lanes
        )

    return verdicts, _shared(part, len(data), 0, threads)[1] > 0


def tile(entries: int) -> int:
    """Matrices per tile: enough to keep the vector units busy, few enough for the cache."""
    return 64 if entries <= 64 else 32


@lru_cache(maxsize=4)
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="lanes")


def _shared(part: Callable[..., Any], count: int, values: int, threads: int) -> tuple[Array, Array]:
    """Run a kernel over the batch in pieces; the outcome does not depend on how many threads share them."""
    out, bound = np.empty((count, values)), np.empty(count)
    pieces = min(threads, count // PIECE)
    if pieces <= 1:
        part(out, bound, 0, count)
        return out, bound
    step = -(-count // (4 * pieces) // PIECE) * PIECE or PIECE
    starts = range(0, count, max(step, PIECE))
    list(_pool(threads).map(lambda start: part(out, bound, start, min(start + starts.step, count)), starts))
    return out, bound
