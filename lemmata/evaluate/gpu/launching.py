"""Kernels for Numba's CUDA target, made of the functions of `evaluate.cpu_lanes`, and their launches."""

from __future__ import annotations

import math
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import cuda as numba_cuda
from numba import float64, int64

from lemmata.evaluate.cpu_lanes import machine, normals, sweeping
from lemmata.evaluate.cpu_lanes.compiling import config
from lemmata.evaluate.cpu_lanes.programs import Program
from lemmata.evaluate.gpu import one_lane

cuda: Any = numba_cuda  # what it says of its types is not so inside kernels
SIMULATED: bool = config.ENABLE_CUDASIM
THREADS = 2 if SIMULATED else 128  # of a block
BLOCKS = 4  # per multiprocessor: two are at work on one of capability 9.0, by the registers a thread takes
MOST_KEPT, MOST_COUNTS = 32, 64  # instances a thread remembers, and what it counts
_ported: dict[Any, Any] = {}


def ported(function: Any) -> Any:
    """A function of the lanes for the device: the same code, with packs of one number and what it calls ported too.

    NumPy has no roots and exponentials on the device, where `math` raises nothing as it does in the simulator; and
    Numba's own extremes cannot be compiled for it.
    """
    source = getattr(function, "py_func", function)
    if source not in _ported:
        scope = dict(source.__globals__)
        for name in source.__code__.co_names:
            value = scope.get(name)
            if id(value) in one_lane.STANDS_FOR:
                scope[name] = ported(one_lane.STANDS_FOR[id(value)])
            elif hasattr(value, "py_func"):
                scope[name] = ported(value)
        if source.__module__ != one_lane.__name__:
            scope |= {"LANES": 1, "max": ported(one_lane.larger), "min": ported(one_lane.smaller)}
            scope |= {} if SIMULATED else {"np": math}
        again = FunctionType(source.__code__, scope, source.__name__, source.__defaults__, source.__closure__)
        _ported[source] = cuda.jit(device=True)(again)
    return _ported[source]


@cache
def sweeping_kernel(rows: int, clauses: int) -> Any:
    """The kernel of sweeps for programs that need so many numbers, and clauses, at most."""
    loaded, judged, draw = ported(machine.loaded), ported(machine.judged), ported(normals.normals)
    counted, kept = ported(sweeping.counted), ported(sweeping.kept)

    @cuda.jit
    def kernel(
        code: Any, constants: Any, sizes: Any, claims: int, tolerances: Any, noise_rate: float, key: Any, start: int,
        stop: int, near: float, edges: Any, all_counts: Any, all_met: Any, all_least: Any, all_slacks: Any,
        all_tightest: Any, all_marks: Any, all_suspects: Any,
    ) -> None:  # fmt: skip
        numbers, room = cuda.local.array((rows, 1), float64), cuda.local.array((clauses, 3, 1), float64)
        doubt, some_least = cuda.local.array(1, float64), cuda.local.array(clauses, float64)
        some_counts, some_met = cuda.local.array(MOST_COUNTS, int64), cuda.local.array(clauses, int64)
        some_slacks, some_marks = cuda.local.array(MOST_KEPT, float64), cuda.local.array(MOST_KEPT, float64)
        some_tightest, some_suspects = cuda.local.array(MOST_KEPT, int64), cuda.local.array(MOST_KEPT, int64)
        block = cuda.blockIdx.x
        counts, met = some_counts[: all_counts.shape[1]], some_met[: all_met.shape[1]]
        least, verdict = some_least[:claims], room[: tolerances.shape[0]]
        keep = all_slacks.shape[1]
        slacks, marks = some_slacks[:keep], some_marks[:keep]
        tightest, suspects = some_tightest[:keep], some_suspects[:keep]
        for k in range(rows):
            numbers[k, 0] = 0.0
        for k in range(verdict.shape[0]):  # of a clause about no index
            verdict[k, 0, 0], verdict[k, 1, 0], verdict[k, 2, 0] = 1.0, math.inf, 1.0
        for k in range(counts.shape[0]):
            counts[k] = 0
        for k in range(met.shape[0]):
            met[k] = 0
        for k in range(claims):
            least[k] = math.inf
        for k in range(keep):
            slacks[k], marks[k], tightest[k], suspects[k] = math.inf, math.inf, -1, -1
        at = sizes[0] + sizes[1]
        regs, w, work = numbers[: sizes[0]], numbers[sizes[0] : at], numbers[at : at + 8 * sizes[2]]
        errors = numbers[at + 8 * sizes[2] : at + 8 * sizes[2] + 1]
        judge, memory = (code, constants, tolerances, noise_rate), (regs, w, work, errors)
        found = (counts, met, least, slacks, tightest, marks, suspects)
        step = loaded(judge, memory)
        for number in range(start + cuda.grid(1), stop, cuda.gridsize(1)):
            draw(regs, sizes[3], number, 0, key)
            judged(judge, step, memory, verdict, doubt)
            counted(verdict, doubt, number, 1, near, edges, found)
        for turn in range(cuda.blockDim.x):  # one after the other, into what the block keeps
            if turn == cuda.threadIdx.x:
                for k in range(counts.shape[0]):
                    all_counts[block, k] += counts[k]
                for k in range(met.shape[0]):
                    all_met[block, k] += met[k]
                for k in range(claims):
                    if least[k] < all_least[block, k]:
                        all_least[block, k] = least[k]
                for k in range(keep):
                    if tightest[k] >= 0:
                        kept(all_slacks[block], all_tightest[block], slacks[k], tightest[k])
                    if suspects[k] >= 0:
                        kept(all_marks[block], all_suspects[block], marks[k], suspects[k])
            cuda.syncthreads()

    return kernel


def sweep(
    program: Program, settings: tuple[Any, ...], start: int, stop: int, near: float, edges: np.ndarray, keep: int,
    rows: int, clauses: int,
) -> sweeping.Kept:  # fmt: skip
    """See the package; `rows` and `clauses` as for `sweeping_kernel`."""
    claims, tolerances, noise_rate, key = settings
    sizes = program.registers, program.room, program.widest, program.entries
    blocks = _blocks(stop - start)
    found = sweeping.empty(blocks, claims, len(tolerances) - claims, sweeping.BINS + len(edges) + 1, keep)
    if keep > MOST_KEPT or found[0].shape[1] > MOST_COUNTS:
        raise ValueError(f"at most {MOST_KEPT} instances are kept, and {MOST_COUNTS} counts")
    there = [cuda.to_device(x) for x in found]
    code, constants, numbers, allowed, words, inner = map(
        cuda.to_device, (program.code, program.constants, np.array(sizes), tolerances, np.array(key, np.uint64), edges)
    )
    sweeping_kernel(rows, clauses)[blocks, THREADS](
        code, constants, numbers, claims, allowed, noise_rate, words, start, stop, near, inner, *there
    )
    return tuple(x.copy_to_host() for x in there)


def _blocks(count: int) -> int:
    most = 3 if SIMULATED else BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT
    return max(min(-(-count // THREADS), most), 1)
