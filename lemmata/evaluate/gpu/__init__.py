"""The compiled machine on a GPU: one instance per thread, with Numba's CUDA target.

Nothing is written twice: the functions of `evaluate.cpu_lanes` are compiled for the device with packs of one number
(`one_lane`, `launching`), so that a program draws, evaluates and counts there as it does on the processor.  Instances
have the same counters, and with them the same bits; slacks agree to rounding.  A thread keeps registers and counts in
memory of its own, a block adds up its threads, the host the blocks: what is kept does not grow with a sweep.

With `NUMBA_ENABLE_CUDASIM=1` in the environment Numba runs the kernels as Python, slowly and without a GPU: so they are
tested.  No GPU was at hand when this was written: nothing is known about its speed there.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

import numpy as np

from lemmata.evaluate.cpu_lanes import store
from lemmata.evaluate.cpu_lanes.programs import Program

if TYPE_CHECKING:
    from lemmata.evaluate.cpu_lanes.sweeping import Kept

LARGEST = 32  # order of matrices that are decomposed by one thread
ROWS = (128, 512, 2048, 8192)  # numbers a thread has room for: kernels are compiled for each of these
CLAUSES = (8, 64, 512)  # and for each of these


@lru_cache(maxsize=1)
def missing() -> str | None:
    """One line that says why nothing can be done here on a GPU; None where it can."""
    if not store.installed():
        return "numba is not installed"
    from numba import cuda

    found = cuda.is_available()
    return None if found else f"numba {metadata.version('numba')} sees no CUDA device, or no CUDA toolkit, here"


def fits(program: Program) -> bool:
    """Whether a thread has room for the program."""
    small = program.widest <= LARGEST and len(program.clauses) <= CLAUSES[-1]
    return small and needed(program.registers, program.room, program.widest) <= ROWS[-1]


def needed(registers: int, room: int, widest: int) -> int:
    """Numbers a thread works on: registers, a matrix, what spectra want next to it, and a bound."""
    return registers + room + 8 * widest + 1


def sweep(
    program: Program, settings: tuple[Any, ...], start: int, stop: int, near: float, edges: np.ndarray, keep: int
) -> Kept:
    """What `cpu_lanes.sweeps.sweep` keeps, a row per block.

    Raises ValueError for a program that does not fit, and where more is to be kept than a thread has room for.
    """
    if not fits(program):
        raise ValueError("the program is too large for a thread of a GPU")
    from lemmata.evaluate.gpu import launching

    rows = _enough(needed(program.registers, program.room, program.widest), ROWS)
    clauses = _enough(len(program.clauses), CLAUSES)
    return launching.sweep(program, settings, start, stop, near, edges, keep, rows, clauses)


def _enough(count: int, rooms: tuple[int, ...]) -> int:
    return next(room for room in rooms if room >= count)
