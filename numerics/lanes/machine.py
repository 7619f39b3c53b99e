"""A machine of vector instructions that judges statements a tile of instances at a time, in the cache.

A program (`programs`) is data, an array of instructions: one compiled machine serves all statements, so that none has
to be compiled.  A register is a row of `regs`, one number per lane; a value is a block of registers, a matrix in row
order.  Instances come in as rows of numbers, one per entry of every variable, into the first registers.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from lemmata.numerics.lanes.compiling import EPS, Array, compiled
from lemmata.numerics.lanes.kernels import gather, singular_tile, symmetric_tile

Code = np.ndarray
WORDS = 12  # of an instruction: operation, result, arguments a and b, and what the operation needs


class Op(IntEnum):
    """Operations.  `a`, `b` are first registers; p, q, r are numbers, see `_step` and `_judge`."""

    CONSTANT = 0
    ADD = 1
    SUB = 2
    MUL = 3
    DIV = 4
    MAX = 5
    MIN = 6
    NEG = 7
    ABS = 8
    SQRT = 9
    ROOT_ERROR = 10
    SUM = 11
    HIGHEST = 12
    LOWEST = 13
    NORM = 14
    MATMUL = 15
    TRANSPOSE = 16
    KRON = 17
    SINGULAR = 18
    SYMMETRIC = 19
    COPY = 20
    JUDGE = 21


@compiled
def _pairwise(op: int, regs: Array, out: int, a: int, b: int, count: int, step_a: int, step_b: int) -> None:
    """Entry by entry; a step is 0 where the argument is a scalar to be repeated."""
    lanes = regs.shape[1]
    for k in range(count):
        x, y, z = regs[a + k * step_a], regs[b + k * step_b], regs[out + k]
        if op == 1:
            for lane in range(lanes):
                z[lane] = x[lane] + y[lane]
        elif op == 2:
            for lane in range(lanes):
                z[lane] = x[lane] - y[lane]
        elif op == 3:
            for lane in range(lanes):
                z[lane] = x[lane] * y[lane]
        elif op == 4:  # undefined where the denominator is zero
            for lane in range(lanes):
                z[lane] = x[lane] / y[lane] if y[lane] != 0.0 else np.nan
        elif op == 5:
            for lane in range(lanes):
                z[lane] = x[lane] if x[lane] >= y[lane] or x[lane] != x[lane] else y[lane]
        elif op == 6:
            for lane in range(lanes):
                z[lane] = x[lane] if x[lane] <= y[lane] or x[lane] != x[lane] else y[lane]
        else:  # ROOT_ERROR: x is the root, y the size behind its square
            for lane in range(lanes):
                most = np.sqrt(y[lane] / EPS)
                error = y[lane] / x[lane] if x[lane] > 0.0 else most
                z[lane] = error if error < most else most


@compiled
def _single(op: int, regs: Array, out: int, a: int, count: int) -> None:
    lanes = regs.shape[1]
    for k in range(count):
        x, z = regs[a + k], regs[out + k]
        if op == 7:
            for lane in range(lanes):
                z[lane] = -x[lane]
        elif op == 8:
            for lane in range(lanes):
                z[lane] = abs(x[lane])
        elif op == 9:
            for lane in range(lanes):
                z[lane] = np.sqrt(x[lane]) if x[lane] >= 0.0 else np.nan
        else:
            for lane in range(lanes):
                z[lane] = x[lane]


@compiled
def _reduced(op: int, regs: Array, out: int, a: int, count: int, kept: Array) -> None:
    lanes = regs.shape[1]
    z = regs[out]
    for lane in range(lanes):
        z[lane] = regs[a, lane]
    if op == 14:  # the Frobenius norm, scaled against overflow and underflow
        for lane in range(lanes):
            z[lane] = 0.0
        for k in range(count):
            for lane in range(lanes):
                x = abs(regs[a + k, lane])
                z[lane] = x if x >= z[lane] or x != x else z[lane]
        for lane in range(lanes):
            top = z[lane]
            z[lane] = 1.0 / top if top > 1e-300 else 1.0
            kept[lane] = 0.0
        for k in range(count):
            for lane in range(lanes):
                x = regs[a + k, lane] * z[lane]
                kept[lane] += x * x
        for lane in range(lanes):
            z[lane] = np.sqrt(kept[lane]) / z[lane]
        return
    for k in range(1, count):
        x = regs[a + k]
        if op == 11:
            for lane in range(lanes):
                z[lane] += x[lane]
        elif op == 12:
            for lane in range(lanes):
                z[lane] = x[lane] if x[lane] >= z[lane] or x[lane] != x[lane] else z[lane]
        else:
            for lane in range(lanes):
                z[lane] = x[lane] if x[lane] <= z[lane] or x[lane] != x[lane] else z[lane]


@compiled
def _matmul(regs: Array, out: int, a: int, b: int, rows: int, inner: int, cols: int) -> None:
    lanes = regs.shape[1]
    for i in range(rows):
        for j in range(cols):
            z = regs[out + i * cols + j]
            x, y = regs[a + i * inner], regs[b + j]
            for lane in range(lanes):
                z[lane] = x[lane] * y[lane]
            for k in range(1, inner):
                x, y = regs[a + i * inner + k], regs[b + k * cols + j]
                for lane in range(lanes):
                    z[lane] += x[lane] * y[lane]


@compiled
def _judge(regs: Array, word: Code, tolerance: float, noise_rate: float, verdict: Array, doubt: Array) -> None:
    """One relation: smallest relative and absolute slack and whether it holds, as `floats.judge` says.

    Words: sides at a and b with p and q entries, magnitudes at r and s with t and u entries, v the relation (0 "<=", 1
    ">=", 2 "==", 3 "<", 4 ">", 5 "!=").  What is not finite, or may be rounding alone, goes into `doubt`.
    """
    lanes = regs.shape[1]
    a, b, p, q, r, s, t, u, v = word[2], word[3], word[4], word[5], word[6], word[7], word[8], word[9], word[10]
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
def _step(regs: Array, word: Code, constants: Array, w: Array, work: Array, error: Array, doubt: Array) -> None:
    op, out, a, b, p, q, r = word[0], word[1], word[2], word[3], word[4], word[5], word[6]
    lanes = regs.shape[1]
    if op == 0:
        for k in range(p):
            for lane in range(lanes):
                regs[out + k, lane] = constants[a + k]
    elif op <= 6 or op == 10:
        _pairwise(op, regs, out, a, b, p, q, r)
    elif op <= 9 or op == 20:
        _single(op, regs, out, a, p)
    elif op <= 14:
        _reduced(op, regs, out, a, p, error)
    elif op == 15:
        _matmul(regs, out, a, b, p, q, r)
    elif op == 16:
        for i in range(p):
            for j in range(q):
                regs[out + j * p + i] = regs[a + i * q + j]
    elif op == 17:
        m, n = word[7], p * r  # a is p x q, b is r x m
        for i in range(n):
            for j in range(q * m):
                x, y = regs[a + (i // r) * q + j // m], regs[b + (i % r) * m + j % m]
                for lane in range(lanes):
                    regs[out + i * q * m + j, lane] = x[lane] * y[lane]
    else:  # spectra: p rows, q columns, r is 1 where the matrix is to be transposed
        rows, cols = (q, p) if r == 1 else (p, q)
        for i in range(p):
            for j in range(q):
                source, goal = regs[a + i * q + j], w[j * p + i if r == 1 else i * q + j]
                for lane in range(lanes):
                    goal[lane] = source[lane]
        if op == 18:
            singular_tile(w[: rows * cols], rows, cols, work, regs[out : out + cols], error)
        else:
            symmetric_tile(w[: rows * cols], rows, work, regs[out : out + cols], error)
        for lane in range(lanes):
            doubt[lane] = doubt[lane] if error[lane] < np.inf else 1.0


@compiled
def run(
    code: Code,
    constants: Array,
    registers: int,
    widest: int,
    tolerances: Array,
    noise_rate: float,
    data: Array,
    verdicts: Array,
    doubts: Array,
    start: int,
    stop: int,
    lanes: int,
) -> None:
    """Judge rows start..stop of `data` (B, entries): verdicts (clauses, 3, B), doubts (B,).

    `widest` is the longest side of a matrix whose spectrum is asked for.  Constants are the instructions that come
    first and write no register that another one does.
    """
    regs, w = np.zeros((registers, lanes)), np.zeros((widest * widest, lanes))
    work, error, doubt = np.zeros((7 * widest + 17, lanes)), np.zeros(lanes), np.zeros(lanes)
    verdict = np.zeros((3, lanes))
    first_step = 0
    while first_step < len(code) and code[first_step, 0] == 0:
        _step(regs, code[first_step], constants, w, work, error, doubt)
        first_step += 1
    for first in range(start, stop, lanes):
        gather(data, first, regs)
        for lane in range(lanes):
            doubt[lane] = 0.0
        there = min(lanes, stop - first)
        for k in range(first_step, len(code)):
            word = code[k]
            if word[0] < 21:
                _step(regs, word, constants, w, work, error, doubt)
                continue
            _judge(regs, word, tolerances[word[1]], noise_rate, verdict, doubt)
            for i in range(3):
                for lane in range(there):
                    verdicts[word[1], i, first + lane] = verdict[i, lane]
        for lane in range(there):
            doubts[first + lane] = doubt[lane]
