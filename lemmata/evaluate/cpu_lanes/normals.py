"""Normal numbers from counters, in registers: the numbers of `instances.randomness.Stream.normal`, to rounding.

The bits are those of Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011) exactly; logarithm, sine and cosine are series.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from lemmata.evaluate.cpu_lanes.compiling import Array, compiled
from lemmata.evaluate.cpu_lanes.simd import LANES, PACK, PACKS, WORDS, Pack, instruction, octave, root, store, where

MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10
LOW = 0xFFFFFFFF
LOG_2 = math.log(2.0)
SINE = tuple((-1.0) ** k / math.factorial(2 * k + 1) for k in range(9))  # up to a quarter of pi
COSINE = tuple((-1.0) ** k / math.factorial(2 * k) for k in range(9))
AREA = tuple(2.0 / (2 * k + 1) for k in range(11))  # of 2 artanh, up to 3 - 2 sqrt(2)


def _words(value: int) -> ir.Constant:
    return ir.Constant(WORDS, [value] * LANES)


@instruction
def uniforms(typing: Any, first: Any, step: Any, key: Any) -> Any:
    """Two packs of uniforms in (0, 1) from the counters first, first + step, ...; `key` are the stream's four words."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def splat(value: Any) -> Any:
            one = builder.insert_element(ir.Constant(WORDS, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
            zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
            return builder.shuffle_vector(one, ir.Constant(WORDS, ir.Undefined), zeros)

        low, half = _words(LOW), _words(32)
        k0, k1, lane0, lane1 = (splat(builder.extract_value(args[2], k)) for k in range(4))
        places = ir.Constant(WORDS, list(range(LANES)))
        counter = builder.add(splat(args[0]), builder.mul(places, splat(args[1])))
        x0, x1, x2, x3 = builder.and_(counter, low), builder.lshr(counter, half), lane0, lane1
        for _ in range(ROUNDS):
            p0, p1 = builder.mul(x0, _words(MULTIPLIERS[0])), builder.mul(x2, _words(MULTIPLIERS[1]))
            x0 = builder.xor(builder.xor(builder.lshr(p1, half), x1), k0)
            x2 = builder.xor(builder.xor(builder.lshr(p0, half), x3), k1)
            x1, x3 = builder.and_(p1, low), builder.and_(p0, low)
            k0 = builder.and_(builder.add(k0, _words(KEY_STEPS[0])), low)
            k1 = builder.and_(builder.add(k1, _words(KEY_STEPS[1])), low)
        found = []
        for high, rest in ((x0, x1), (x2, x3)):
            # 52 random bits under the exponent of 1.0 make a number in [1, 2); the subtraction is exact.
            bits = builder.or_(builder.shl(high, _words(20)), builder.lshr(rest, _words(12)))
            number = builder.bitcast(builder.or_(bits, _words(0x3FF << 52)), PACK)
            found.append(builder.fsub(number, ir.Constant(PACK, [1.0 - 2.0**-53] * LANES)))
        return cgutils.pack_array(builder, found)

    return types.UniTuple(PACKS, 2)(types.intp, types.intp, types.UniTuple(types.intp, 4)), generate


@instruction
def exponent(typing: Any, a: Any) -> Any:
    """The exponent of a power of two, as a number."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = builder.lshr(builder.bitcast(args[0], WORDS), _words(52))
        return builder.sitofp(builder.sub(bits, _words(1023)), PACK)

    return PACKS(a), generate


@instruction
def nearest(typing: Any, a: Any) -> Any:
    """The nearest integer."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(PACK, (PACK,))
        function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.rint.v{LANES}f64")
        return builder.call(function, args)

    return PACKS(a), generate


@compiled
def logarithm(x: Pack) -> Pack:
    """Natural logarithm of positive normal numbers."""
    power = octave(x)
    m = x / power
    up = m > 1.4142135623730951
    m = where(up, 0.5 * m, m)
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    total = z * AREA[10] + AREA[9]
    for k in range(8, -1, -1):
        total = total * z + AREA[k]
    return (exponent(power) + where(up, 1.0, 0.0)) * LOG_2 + total * s


@compiled
def normals(regs: Array, count: int, first: int, lane: int, key: tuple[int, int, int, int]) -> None:
    """Rows 0..count - 1 (an even number) of `regs`: the numbers of LANES instances from `first` on, from a lane on.

    Instance j has the counters j count / 2 and following, two numbers to each (Box and Muller's transform).
    """
    blocks = count // 2
    for block in range(blocks):
        u, v = uniforms(first * blocks + block, blocks, key)
        radius = root(-2.0 * logarithm(u))
        quarters = nearest(4.0 * v)
        angle = (v - 0.25 * quarters) * (2.0 * np.pi)
        z = angle * angle
        sine, cosine = z * SINE[8] + SINE[7], z * COSINE[8] + COSINE[7]
        for k in range(6, -1, -1):
            sine = sine * z + SINE[k]
            cosine = cosine * z + COSINE[k]
        sine = sine * angle
        odd = (quarters == 1.0) | (quarters == 3.0)
        x, y = where(odd, sine, cosine), where(odd, cosine, sine)
        x = where((quarters == 1.0) | (quarters == 2.0), 0.0 - x, x)
        y = where((quarters == 2.0) | (quarters == 3.0), 0.0 - y, y)
        store(regs, 2 * block, lane, x * radius)
        store(regs, 2 * block + 1, lane, y * radius)
