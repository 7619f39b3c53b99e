"""The size behind a value, as instructions: `backends.magnitudes`, rule by rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Rational
from sympy.core.numbers import NumberSymbol

from lemmata.numerics.lanes.assembly import Block, Program, Rule, folded, shape, size_of
from lemmata.theorems.language import core, families, functions, matrices, variables
from lemmata.theorems.language.specification import Moves


def raised(program: Program, base: Block, exponent: int) -> Block:
    if exponent == 0:
        return program.constant(1.0)
    out = base
    for bit in bin(exponent)[3:]:
        out = program.pairwise(program.op.MUL, out, out)
        if bit == "1":
            out = program.pairwise(program.op.MUL, out, base)
    return out


def _norm(program: Program, node: Any) -> Block:
    return program.reduced(program.op.NORM, program.value(node))


def exact(program: Program, node: Any) -> Block:
    return program.single(program.op.ABS, program.value(node))


def _quotient_size(program: Program, node: Any) -> Block:
    a, b = node.args
    below = program.single(program.op.ABS, program.value(b))
    parts = [program.pairwise(program.op.DIV, program.size(x), below) for x in (a, b)]
    return program.pairwise(program.op.MUL, *parts)


def _power_size(program: Program, node: Any) -> Block:
    base, exponent = node.args
    if int(exponent) >= 0:
        return raised(program, program.size(base), int(exponent))
    below = program.single(program.op.ABS, program.value(base))
    return program.pairwise(
        program.op.MUL, program.pairwise(program.op.DIV, program.size(base), below), exact(program, node)
    )


def _extreme_size(program: Program, node: Any) -> Block:
    out: Block | None = None
    for a in node.args:
        top = program.reduced(program.op.HIGHEST, program.size(a))
        out = top if out is None else program.pairwise(program.op.MAX, out, top)
    assert out is not None
    return out


def _scaled(factor: Callable[[Any], float]) -> Rule:
    def rule(program: Program, node: Any) -> Block:
        return program.pairwise(program.op.MUL, program.size(node.args[0]), program.constant(factor(node)))

    return rule


def _total_size(program: Program, node: Any) -> Block:
    top = program.reduced(program.op.HIGHEST, program.size(node.args[0]))
    return program.pairwise(program.op.MUL, top, program.constant(float(program.value(node.args[0])[1])))


SIZES: dict[type, Rule] = {
    Rational: exact,
    NumberSymbol: exact,
    variables.Scalar: exact,
    variables.Matrix: _norm,
    matrices.Id: _norm,
    core.Plus: folded("ADD", size_of),
    core.Times: folded("MUL", size_of),
    core.Quotient: _quotient_size,
    core.Power: _power_size,
    core.Sqrt: lambda program, node: program.pairwise(
        program.op.ROOT_ERROR, program.value(node), program.size(node.args[0])
    ),
    core.Max: _extreme_size,
    core.Min: _extreme_size,
    core.Total: _total_size,
    core.Entry: lambda program, node: program.reduced(program.op.HIGHEST, program.size(node.args[0])),
    matrices.MatPlus: folded("ADD", size_of),
    matrices.MatTimes: folded("MUL", size_of),
    matrices.Scaled: folded("MUL", size_of),
    matrices.Kron: folded("MUL", size_of),
    families.VStack: folded("ADD", size_of),
    functions.Hadamard: folded("MUL", size_of),
}
MOVES: dict[Moves, Rule] = {
    Moves.NONE: exact,
    Moves.ONCE: lambda program, node: program.size(node.args[0]),
    Moves.ROOT_OF_ORDER: _scaled(lambda node: shape(node.args[0])[0] ** 0.5),
    Moves.SHORTER_SIDE: _scaled(lambda node: float(min(shape(node.args[0])))),
}
