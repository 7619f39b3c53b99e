"""A machine of vector instructions that judges statements a tile of instances at a time, in the cache.

A program (`programs`) is data, an array of instructions: one compiled machine serves all statements, so that none has
to be compiled.  A register is a row of `regs`, one number per lane; a value is a block of registers, a matrix in row
order.  Instances come in as rows of numbers, one per entry of every variable, into the first registers.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from lemmata.evaluate.cpu_lanes import elimination
from lemmata.evaluate.cpu_lanes.compiling import Array, compiled
from lemmata.evaluate.cpu_lanes.elementwise import (
    cumulative,
    kept,
    kron,
    matmul,
    mirrored,
    pairwise,
    powers,
    reduced,
    single,
)
from lemmata.evaluate.cpu_lanes.kernels import gather, singular_pack, symmetric_pack
from lemmata.evaluate.cpu_lanes.rotations import absolute, of_spectrum
from lemmata.evaluate.cpu_lanes.schur import general, real_eigenvalues
from lemmata.evaluate.cpu_lanes.simd import LANES, load, store

Code = np.ndarray
Judge = tuple[Code, Array, Array, float]  # a program, its constants, the tolerances of its clauses, the rate of noise
# Registers, the largest number of entries and the longest side that an operation on whole matrices works on, and lanes.
Sizes = tuple[int, int, int, int]
Memory = tuple[Array, Array, Array, Array]  # registers, a matrix, what spectra want next to it, bounds of errors
WORDS = 12  # of an instruction: operation, result, arguments a and b, and what the operation needs
determinant, inverse, exponential = elimination.determinant, elimination.inverse, elimination.exponential


# Operations, numbered from 0, ten in a line.  `a`, `b` are first registers; p, q, r are numbers, see `_step` and
# `_judge`.
Op = IntEnum(
    "Op",
    "CONSTANT ADD SUB MUL DIV MAX MIN NEG ABS SQRT "
    "ROOT_ERROR GUARD SUM HIGHEST LOWEST NORM PRODUCT MATMUL TRANSPOSE KRON "
    "SINGULAR SYMMETRIC COPY EXP LOG RELU COND RANK POWER CUMULATIVE "
    "ASYMMETRY DETERMINANT INVERSE EXPONENTIAL ROOT LOGARITHM ABSOLUTE GENERAL REALS JUDGE",
    start=0,
)
# Words that name registers; of most operations the result and both arguments.
UNARY, BINARY = (1, 2), (1, 2, 3)
REGISTERS = {Op.CONSTANT: (1,), Op.JUDGE: (2, 3, 6, 7)}
REGISTERS |= {op: UNARY for op in (Op.NEG, Op.ABS, Op.SQRT, Op.SUM, Op.HIGHEST, Op.LOWEST, Op.NORM, Op.PRODUCT)}
REGISTERS |= {op: UNARY for op in (Op.TRANSPOSE, Op.SINGULAR, Op.SYMMETRIC, Op.COPY, Op.EXP, Op.LOG, Op.RELU, Op.COND)}
REGISTERS |= {op: UNARY for op in (Op.RANK, Op.CUMULATIVE, Op.ASYMMETRY, Op.DETERMINANT, Op.INVERSE, Op.EXPONENTIAL)}
REGISTERS |= {op: UNARY for op in (Op.ABSOLUTE, Op.GENERAL, Op.REALS)}


@compiled
def _judge(regs: Array, word: Code, tolerance: float, noise_rate: float, verdict: Array, doubt: Array) -> None:
    """One relation: smallest relative and absolute slack and whether it holds, as `floats.judge` says.

    Words: sides at a and b with p and q entries, magnitudes at r and s with t and u entries, v the relation (0 "<=", 1
    ">=", 2 "==", 3 "<", 4 ">"), the last 1 where an earlier one was about the same clause.  What is not finite, or may
    be rounding alone, goes into `doubt`.
    """
    lanes = regs.shape[1]
    a, b, p, q, r, s, t, u, v = word[2], word[3], word[4], word[5], word[6], word[7], word[8], word[9], word[10]
    if word[11] == 0:
        for lane in range(lanes):
            verdict[0, lane], verdict[1, lane], verdict[2, lane] = np.inf, np.inf, 1.0
    for k in range(max(p, q)):
        left, right = regs[a + (k if p > 1 else 0)], regs[b + (k if q > 1 else 0)]
        size_left, size_right = regs[r + (k if t > 1 else 0)], regs[s + (k if u > 1 else 0)]
        for lane in range(lanes):
            x, y = left[lane], right[lane]
            slack = y - x if v == 0 or v == 3 else (x - y if v == 1 or v == 4 else -abs(x - y))
            size = abs(x) + abs(y)
            noise = noise_rate * size_left[lane] + noise_rate * size_right[lane]
            relative = slack / (size if size > 0.0 else 1.0)
            allowed = tolerance * size + noise
            holds = slack > allowed if v >= 3 else slack >= -allowed
            verdict[0, lane] = relative if relative < verdict[0, lane] else verdict[0, lane]
            verdict[1, lane] = slack if slack < verdict[1, lane] else verdict[1, lane]
            verdict[2, lane] = verdict[2, lane] if holds else 0.0
            doubt[lane] = doubt[lane] if size < np.inf and noise <= size else 1.0


@compiled
def _spectrum(op: int, regs: Array, word: Code, w: Array, work: Array, errors: Array, doubt: Array) -> None:
    """Spectra: p rows, q columns, r is 1 where the matrix is to be transposed."""
    out, a, p, q, r = word[1], word[2], word[4], word[5], word[6]
    rows, cols = (q, p) if r == 1 else (p, q)
    for lane in range(0, regs.shape[1], LANES):
        for i in range(p):
            for j in range(q):
                store(w, j * p + i if r == 1 else i * q + j, 0, load(regs, a + i * q + j, lane))
        if op == 20:
            store(errors, 0, lane, singular_pack(w, rows, cols, work, regs, out, lane))
        else:
            store(errors, 0, lane, symmetric_pack(w, rows, work, regs, out, lane))
    for lane in range(regs.shape[1]):
        doubt[lane] = doubt[lane] if errors[0, lane] < np.inf else 1.0


@compiled
def _step(word: Code, constants: Array, memory: Memory, doubt: Array) -> None:
    regs, w, work, errors = memory
    op, out, a, b, p, q, r = word[0], word[1], word[2], word[3], word[4], word[5], word[6]
    if op == 0:
        for k in range(p):
            for lane in range(regs.shape[1]):
                regs[out + k, lane] = constants[a + k]
    elif op <= 6 or op == 10 or op == 11:
        pairwise(op, regs, out, a, b, p, q, r)
    elif op <= 9 or (22 <= op <= 25):
        single(op, regs, out, a, p)
    elif op <= 16:
        reduced(op, regs, out, a, p)
    elif op == 17:
        matmul(regs, out, a, b, p, q, r)
    elif op == 18:
        for i in range(p):
            for j in range(q):
                for lane in range(0, regs.shape[1], LANES):
                    store(regs, out + j * p + i, lane, load(regs, a + i * q + j, lane))
    elif op == 19:
        kron(regs, out, a, b, p, q, r, word[7])
    elif op <= 21:
        _spectrum(op, regs, word, w, work, errors, doubt)
    elif op <= 27:
        kept(op, regs, out, a, p, q * 2.0**-52)
    elif op == 28:
        powers(regs, out, a, b, p, q, r)
    elif op == 29:
        cumulative(regs, out, a, p, q)
    elif op == 30:
        mirrored(regs, out, a, p)
    else:
        for lane in range(0, regs.shape[1], LANES):
            if op == 31:
                determinant(regs, out, a, p, lane, w)
            elif op == 32:
                inverse(regs, out, a, p, lane, w)
            elif op == 33:
                exponential(regs, out, a, p, lane, w)
            elif op <= 35:
                of_spectrum(op, regs, out, a, b, p, lane, w)
            elif op == 36:
                absolute(regs, out, a, p, q, lane, w)
            elif op == 37:
                general(regs, out, a, p, lane, w)
            else:
                real_eigenvalues(regs, out, a, p, lane)


@compiled
def judged(judge: Judge, step: int, memory: Memory, verdicts: Array, doubt: Array) -> None:
    """One tile, its data in the registers, from a step on: verdicts (clauses, 3, lanes), doubt (lanes,)."""
    code, constants, tolerances, noise_rate = judge
    regs = memory[0]
    for lane in range(regs.shape[1]):
        doubt[lane] = 0.0
    for k in range(step, len(code)):
        word = code[k]
        if word[0] < 39:
            _step(word, constants, memory, doubt)
        else:
            _judge(regs, word, tolerances[word[1]], noise_rate, verdicts[word[1]], doubt)


@compiled
def loaded(judge: Judge, memory: Memory) -> int:
    """Carry out the instructions that load what stays, and return how many there are."""
    code, constants, step = judge[0], judge[1], 0
    while step < len(code) and code[step, 0] == 0:
        _step(code[step], constants, memory, memory[3][0])
        step += 1
    return step


@compiled
def tile(clauses: int, sizes: Sizes) -> tuple[Memory, Array, Array]:
    """Memory for a tile, its verdicts, those of a clause about no index to begin with, and its doubts."""
    registers, room, widest, lanes = sizes
    verdict = np.empty((clauses, 3, lanes))
    verdict[:, 0], verdict[:, 1], verdict[:, 2] = 1.0, np.inf, 1.0
    regs, w, work = np.zeros((registers, lanes)), np.zeros((room, LANES)), np.zeros((8 * widest, LANES))
    return (regs, w, work, np.zeros((1, lanes))), verdict, np.zeros(lanes)


@compiled
def run(judge: Judge, sizes: Sizes, data: Array, verdicts: Array, doubts: Array, start: int, stop: int) -> None:
    """Judge rows start..stop of `data` (B, entries): verdicts (clauses, 3, B), doubts (B,).

    Constants are the instructions that come first and write no register that another one does.
    """
    memory, verdict, doubt = tile(len(judge[2]), sizes)
    step, lanes = loaded(judge, memory), sizes[3]
    for first in range(start, stop, lanes):
        gather(data, first, memory[0])
        judged(judge, step, memory, verdict, doubt)
        there = min(lanes, stop - first)
        for lane in range(there):
            doubts[first + lane] = doubt[lane]
            for k in range(len(verdict)):
                for i in range(3):
                    verdicts[k, i, first + lane] = verdict[k, i, lane]
