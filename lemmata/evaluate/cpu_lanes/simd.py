"""Packs: as many numbers as one step of a kernel works on, a vector type for Numba.

`Pack` is a value of `LANES` doubles that lives in vector registers, a mask one of as many truth values.  Arithmetic,
comparisons and the functions below act lane by lane, so that a kernel reads like the scalar algorithm and needs no
vectoriser to see that its loops are independent.  Four registers per pack are chains enough to hide what a division
waits for.  Products and sums may be contracted; no other rule of arithmetic is bent.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

LANES = 32 if binding.get_host_cpu_features().get("avx512f") else 16
DOUBLE, INTEGER, BIT = ir.DoubleType(), ir.IntType(64), ir.IntType(1)
PACK, WORDS, BITS = ir.VectorType(DOUBLE, LANES), ir.VectorType(INTEGER, LANES), ir.VectorType(BIT, LANES)


class _Vector(types.Type):
    """A Numba type whose values are vectors of LLVM."""

    vector: ir.VectorType = PACK


class PackType(_Vector):
    """`LANES` doubles."""


class MaskType(_Vector):
    """`LANES` truth values."""

    vector = BITS


def _model(kind: type[_Vector]) -> None:
    @register_model(kind)
    class Model(models.PrimitiveModel):
        def __init__(self, manager: Any, found: Any) -> None:
            super().__init__(manager, found, kind.vector)


_model(PackType)
_model(MaskType)
PACKS, MASKS = PackType("Pack"), MaskType("Mask")
Pack: TypeAlias = Any  # what compiled functions say they take and return
instruction: Any = intrinsic  # untyped: the compiler drops the first argument


def _as_pack(builder: Any, kind: Any, value: Any) -> Any:
    """A pack of `value`: itself, or one number in every lane."""
    if isinstance(kind, PackType):
        return value
    if isinstance(kind, types.Integer):
        value = builder.sitofp(value, DOUBLE)
    one = builder.insert_element(ir.Constant(PACK, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, ir.Constant(PACK, ir.Undefined), zeros)


def _fits(*kinds: Any) -> bool:
    packs = any(isinstance(k, PackType) for k in kinds)
    return packs and all(isinstance(k, PackType | types.Float | types.Integer) for k in kinds)


def _instruction(out: Any, make: Callable[..., Any]) -> Any:
    """An intrinsic of two arguments, packs or numbers, that is one instruction."""

    @instruction
    def call(typing: Any, a: Any, b: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return make(builder, *(_as_pack(builder, k, v) for k, v in zip(signature.args, args, strict=True)))

        return out(a, b), generate

    return call


def _binary(function: Any, out: Any, make: Callable[..., Any]) -> None:
    call = _instruction(out, make)

    @overload(function, strict=False)
    def rule(a: Any, b: Any) -> Any:
        return (lambda a, b: call(a, b)) if _fits(a, b) else None


_FLAGS = ("contract",)
_binary(operator.add, PACKS, lambda build, a, b: build.fadd(a, b, flags=_FLAGS))
_binary(operator.sub, PACKS, lambda build, a, b: build.fsub(a, b, flags=_FLAGS))
_binary(operator.mul, PACKS, lambda build, a, b: build.fmul(a, b, flags=_FLAGS))
_binary(operator.truediv, PACKS, lambda build, a, b: build.fdiv(a, b))
for _function, _sign in ((operator.lt, "<"), (operator.le, "<="), (operator.gt, ">"), (operator.ge, ">=")):
    _binary(_function, MASKS, lambda build, a, b, sign=_sign: build.fcmp_ordered(sign, a, b))
_binary(operator.ne, MASKS, lambda build, a, b: build.fcmp_unordered("!=", a, b))
_binary(operator.eq, MASKS, lambda build, a, b: build.fcmp_ordered("==", a, b))


def _named(name: str) -> Any:
    """An intrinsic that is a function of LLVM, lane by lane."""

    @instruction
    def call(typing: Any, a: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = ir.FunctionType(PACK, (PACK,))
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"{name}.v{LANES}f64"), args)

        return PACKS(a), generate

    return call


root = _named("llvm.sqrt")
size = _named("llvm.fabs")


def _logical(function: Any, make: Callable[..., Any]) -> None:
    @instruction
    def call(typing: Any, a: Any, b: Any) -> Any:
        return MASKS(a, b), lambda context, builder, signature, args: make(builder, *args)

    @overload(function, strict=False)
    def rule(a: Any, b: Any) -> Any:
        return (lambda a, b: call(a, b)) if isinstance(a, MaskType) and isinstance(b, MaskType) else None


_logical(operator.and_, lambda build, a, b: build.and_(a, b))
_logical(operator.or_, lambda build, a, b: build.or_(a, b))


@instruction
def where(typing: Any, mask: Any, a: Any, b: Any) -> Any:
    """Lanes of `a` where the mask is set, of `b` elsewhere; numbers are repeated."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        parts = (_as_pack(builder, k, v) for k, v in zip(signature.args[1:], args[1:], strict=True))
        return builder.select(args[0], *parts)

    return PACKS(mask, a, b), generate


@instruction
def some(typing: Any, mask: Any) -> Any:
    """Whether any lane is set."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = builder.bitcast(args[0], ir.IntType(LANES))
        return builder.icmp_unsigned("!=", whole, ir.Constant(ir.IntType(LANES), 0))

    return types.boolean(mask), generate


@instruction
def every(typing: Any, mask: Any) -> Any:
    """Whether all lanes are set."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = builder.bitcast(args[0], ir.IntType(LANES))
        return builder.icmp_signed("==", whole, ir.Constant(ir.IntType(LANES), -1))

    return types.boolean(mask), generate


@instruction
def splat(typing: Any, number: Any) -> Any:
    """One number in every lane."""
    return PACKS(number), lambda context, builder, signature, args: _as_pack(builder, signature.args[0], args[0])


@instruction
def octave(typing: Any, a: Any) -> Any:
    """The power of two at or below a positive normal number; zero below those."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kept = ir.Constant(WORDS, [0x7FF0000000000000] * LANES)
        return builder.bitcast(builder.and_(builder.bitcast(args[0], WORDS), kept), PACK)

    return PACKS(a), generate


def _place(context: Any, builder: Any, kind: Any, array: Any, row: Any, lane: Any) -> Any:
    """Where a pack stands in a two-dimensional array with contiguous rows."""
    made = context.make_array(kind)(context, builder, array)
    stride = builder.extract_value(made.strides, 0)
    base = builder.ptrtoint(made.data, INTEGER)
    offset = builder.add(builder.mul(row, stride), builder.shl(lane, ir.Constant(INTEGER, 3)))
    return builder.inttoptr(builder.add(base, offset), PACK.as_pointer())


@instruction
def load(typing: Any, array: Any, row: Any, lane: Any) -> Any:
    """The pack in a row of a two-dimensional float64 array, from a lane on; no bounds are checked."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array_kind = signature.args[0]
        return builder.load(_place(context, builder, array_kind, *args), align=8)

    return PACKS(array, types.intp, types.intp), generate


@instruction
def store(typing: Any, array: Any, row: Any, lane: Any, pack: Any) -> Any:
    """Write a pack to a row of a two-dimensional float64 array, from a lane on; no bounds are checked."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array_kind = signature.args[0]
        builder.store(args[3], _place(context, builder, array_kind, *args[:3]), align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp, PACKS), generate
