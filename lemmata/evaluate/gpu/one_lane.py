"""What `cpu_lanes.simd` and `cpu_lanes.normals` give for vector registers, for packs of a single number.

Plain functions that Numba's CUDA target compiles; in its simulator they run as they stand, on NumPy's numbers, which
have the arithmetic of the device where Python's own would raise.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lemmata.evaluate.cpu_lanes import normals, simd

SMALLEST = 2.0**-1022
LOW, HALF, HIGH_BITS, LOW_BITS = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(20), np.uint64(12)
FIRST, SECOND = (np.uint64(x) for x in normals.MULTIPLIERS)
FIRST_STEP, SECOND_STEP = (np.uint64(x) for x in normals.KEY_STEPS)
ROUNDS = normals.ROUNDS


def load(array: Any, row: int, lane: int) -> float:
    return array[row, lane]


def store(array: Any, row: int, lane: int, number: float) -> None:
    array[row, lane] = number


def where(mask: bool, a: float, b: float) -> float:
    return np.float64(a) if mask else np.float64(b)


def same(mask: bool) -> bool:
    return mask


def splat(number: float) -> float:
    return np.float64(number)


def root(a: float) -> float:
    return np.float64(math.sqrt(a)) if a >= 0.0 else np.float64(np.nan)


def size(a: float) -> float:
    return abs(a)


def larger(a: Any, b: Any) -> Any:
    return b if b > a else a


def smaller(a: Any, b: Any) -> Any:
    return b if b < a else a


def octave(a: float) -> float:
    """The power of two at or below a positive normal number; zero below those, infinite where the number is not."""
    if not a < np.inf:
        return np.float64(np.inf)
    if a < SMALLEST:
        return np.float64(0.0)
    return np.float64(math.ldexp(1.0, math.frexp(a)[1] - 1))


def exponent(a: float) -> float:
    return np.float64(math.frexp(a)[1] - 1)


def nearest(a: float) -> float:
    """The nearest integer; halves, which uniform numbers never come to, go up."""
    return np.float64(math.floor(a + 0.5))


def uniforms(first: int, step: int, key: Any) -> tuple[float, float]:
    """Two numbers in (0, 1) from one counter, bit by bit those of the packs; `key` are four unsigned words."""
    counter = np.uint64(first)
    x0, x1, x2, x3 = counter & LOW, counter >> HALF, key[2], key[3]
    k0, k1 = key[0], key[1]
    for _ in range(ROUNDS):
        p0, p1 = x0 * FIRST, x2 * SECOND
        x0, x2 = (p1 >> HALF) ^ x1 ^ k0, (p0 >> HALF) ^ x3 ^ k1
        x1, x3 = p1 & LOW, p0 & LOW
        k0, k1 = (k0 + FIRST_STEP) & LOW, (k1 + SECOND_STEP) & LOW
    # Midpoints of 2^52 equal cells: the sum and the product are exact.
    u, v = (x0 << HIGH_BITS) | (x1 >> LOW_BITS), (x2 << HIGH_BITS) | (x3 >> LOW_BITS)
    return (np.float64(u) + 0.5) * 2.0**-52, (np.float64(v) + 0.5) * 2.0**-52


# By the identity of what they stand for: an intrinsic is equal to nothing else, and some cannot be hashed.
STANDS_FOR: dict[int, Any] = {
    id(simd.load): load,
    id(simd.store): store,
    id(simd.where): where,
    id(simd.some): same,
    id(simd.every): same,
    id(simd.splat): splat,
    id(simd.root): root,
    id(simd.size): size,
    id(simd.octave): octave,
    id(normals.exponent): exponent,
    id(normals.nearest): nearest,
    id(normals.uniforms): uniforms,
}
