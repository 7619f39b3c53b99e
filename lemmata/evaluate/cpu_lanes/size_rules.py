"""The size behind a value, as instructions: `evaluate.magnitudes`, rule by rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Rational
from sympy.core.numbers import NumberSymbol

from lemmata.evaluate.cpu_lanes.assembly import Block, NoProgram, Program, Rule, folded, shape, size_of
from lemmata.language import atoms, columns, core, families, functions, matrices, variables
from lemmata.language.specification import Moves

PARTS = 6  # times the entries: the room that `schur.general` wants
NOISE = 64 * 2.0**-52  # part of a magnitude that counts as rounding, as in `evaluate.float_rules`


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


def noise(program: Program, node: Any) -> Block:
    """Rounding error to be expected of the value of a node."""
    return program.pairwise(program.op.MUL, program.size(node), program.constant(NOISE))


def _determinant_size(program: Program, node: Any) -> Block:
    return raised(program, program.size(node.args[0]), shape(node.args[0])[0])


def _cond_size(program: Program, node: Any) -> Block:
    """Relative perturbations of the matrix move the smallest singular value by that part of the largest one."""
    top = program.value(atoms.SMax(node.args[0]))
    value = program.value(node)
    part = program.pairwise(program.op.DIV, program.size(node.args[0]), top)
    return program.pairwise(program.op.MUL, part, program.pairwise(program.op.MUL, value, value))


def _exp_size(program: Program, node: Any) -> Block:
    one = program.pairwise(program.op.ADD, program.size(node.args[0]), program.constant(1.0))
    return program.pairwise(program.op.MUL, program.value(node), one)


def _log_size(program: Program, node: Any) -> Block:
    """Undefined, and so in doubt, where the argument may as well be zero."""
    op, a = program.op, node.args[0]
    room = program.pairwise(op.SUB, program.value(a), noise(program, a))
    part = program.pairwise(op.DIV, program.size(a), program.pairwise(op.GUARD, room, room))
    return program.pairwise(op.ADD, part, exact(program, node))


def _spread(program: Program, low: Block, high: Block) -> Block:
    """Magnitude of a value known to lie between two others."""
    apart = program.single(program.op.ABS, program.pairwise(program.op.SUB, high, low))
    return program.pairwise(program.op.DIV, apart, program.constant(NOISE))


def _real_power_size(program: Program, node: Any) -> Block:
    """Between the powers of what the base may be; in doubt where that may be zero, or where the exponent varies."""
    op, (base, exponent) = program.op, node.args
    if not isinstance(exponent, Rational):
        raise NoProgram("an exponent that is no number")
    value, error = program.value(base), noise(program, base)
    low = program.pairwise(op.SUB, value, error)
    high = program.pairwise(op.ADD, value, error)
    power = program.value(exponent)
    spread = _spread(
        program,
        program.pairwise(op.POWER, program.pairwise(op.GUARD, low, low), power),
        program.pairwise(op.POWER, high, power),
    )
    size = exact(program, node)
    turned = program.pairwise(op.MUL, program.single(op.ABS, program.single(op.LOG, value)), exact(program, exponent))
    factor = program.pairwise(op.ADD, turned, program.constant(1.0))
    return program.pairwise(op.ADD, spread, program.pairwise(op.MUL, size, factor))


def _product_size(program: Program, node: Any) -> Block:
    op, a = program.op, node.args[0]
    size = program.single(op.ABS, program.value(a))
    exactly = program.reduced(op.PRODUCT, size)
    more = program.reduced(op.PRODUCT, program.pairwise(op.ADD, size, noise(program, a)))
    counted = program.pairwise(op.MUL, exactly, program.constant(float(size[1])))
    return program.pairwise(op.ADD, _spread(program, exactly, more), counted)


def _cumulative_size(program: Program, node: Any) -> Block:
    first, count = program.size(node.args[0])
    length = program.value(node.args[0])[1]
    return program.emit(program.op.CUMULATIVE, length, first, 0, length, int(count > 1))


def schatten(program: Program, values: Block, p: Block) -> Block:
    """(sum_i s_i^p)^(1/p) of numbers that are not negative, scaled by the largest; undefined unless p > 0."""
    op, one = program.op, program.constant(1.0)
    top = program.pairwise(op.MAX, program.reduced(op.HIGHEST, values), program.constant(2.0**-1022))
    terms = program.pairwise(op.POWER, program.pairwise(op.DIV, values, top), p)
    norm = program.pairwise(op.POWER, program.reduced(op.SUM, terms), program.pairwise(op.DIV, one, p))
    return program.pairwise(op.GUARD, program.pairwise(op.MUL, top, norm), p)


def _schatten_size(program: Program, node: Any) -> Block:
    """Between the values at the least and greatest the singular values and the exponent may be."""
    op, (p, a) = program.op, node.args
    exponent, values = program.value(p), program.value(atoms.S(a))
    error, turn = noise(program, a), noise(program, p)
    least = program.pairwise(op.MAX, program.pairwise(op.SUB, values, error), program.constant(0.0))
    low = schatten(program, least, program.pairwise(op.ADD, exponent, turn))
    most = program.pairwise(op.ADD, values, error)
    high = schatten(program, most, program.pairwise(op.SUB, exponent, turn))
    inverse = program.single(op.ABS, program.pairwise(op.DIV, program.constant(1.0), exponent))
    factor = program.pairwise(op.ADD, program.constant(1.0), inverse)
    return program.pairwise(op.ADD, _spread(program, low, high), program.pairwise(op.MUL, program.value(node), factor))


def _root_size(program: Program, node: Any) -> Block:
    """A perturbation E moves the root by at most |E| / lmin(root), and by (sqrt(n) |E|)^(1/2) in any case."""
    op, size = program.op, program.size(node.args[0])
    least = program.pairwise(op.MAX, program.value(atoms.LMin(node.args[0])), program.constant(0.0))
    root = program.single(op.SQRT, least)
    moved = program.pairwise(op.DIV, size, program.pairwise(op.MAX, root, program.constant(2.0**-1022)))
    order = program.constant(shape(node)[0] ** 0.5 / NOISE)
    most = program.single(op.SQRT, program.pairwise(op.MUL, size, order))
    return program.pairwise(op.ADD, program.pairwise(op.MIN, moved, most), _norm(program, node))


def _logarithm_size(program: Program, node: Any) -> Block:
    """A perturbation E moves log(A) by at most |E| / lmin(A); undefined where lmin(A) may as well be zero."""
    op, n = program.op, node.args[0]
    room = program.pairwise(op.SUB, program.value(atoms.LMin(n)), noise(program, n))
    moved = program.pairwise(op.DIV, program.size(n), program.pairwise(op.GUARD, room, room))
    return program.pairwise(op.ADD, moved, _norm(program, node))


def _kyfan_size(program: Program, node: Any) -> Block:
    return program.pairwise(program.op.MUL, program.size(node.args[1]), exact(program, node.args[0]))


def _stacked_size(program: Program, node: Any) -> Block:
    """Norm of the magnitudes of a vector's entries."""
    size, count = program.size(node.args[0]), program.value(node.args[0])[1]
    if size[1] == count:
        return program.reduced(program.op.NORM, size)
    return program.pairwise(program.op.MUL, size, program.constant(count**0.5))


def _inverse_size(program: Program, node: Any) -> Block:
    """A perturbation E of A moves the inverse X by X E X."""
    norm = _norm(program, node)
    return program.pairwise(program.op.MUL, program.size(node.args[0]), program.pairwise(program.op.MUL, norm, norm))


def _exponential_size(program: Program, node: Any) -> Block:
    """A perturbation E of A moves exp(A) by at most |E| exp(mu), mu the largest eigenvalue of (A + A^T) / 2."""
    op, a = program.op, program.value(node.args[0])
    order = shape(node)[0]
    half = program.constant(0.5)
    mirror = program.emit(op.TRANSPOSE, a[1], a[0], 0, order, order)
    mean = program.pairwise(op.MUL, program.pairwise(op.ADD, a, mirror), half)
    top = mean if order == 1 else program.whole(op.SYMMETRIC, order, mean, (order, order), order**2, order, order, 0)
    more = program.pairwise(op.ADD, program.size(node.args[0]), program.constant(order**0.5))
    return program.pairwise(op.MUL, program.single(op.EXP, (top[0], 1)), more)


def general(program: Program, a: Any) -> Block:
    """Eigenvalues of a matrix node that need not be symmetric, and the condition number of its eigenvectors."""
    order = shape(a)[0]
    room = PARTS * order**2

    def make() -> Block:
        return program.whole(program.op.GENERAL, 2 * order + 1, program.value(a), (order, order), room, order)

    return program.known(("general", a), make)


def _radius_size(program: Program, node: Any) -> Block:
    """The lesser of two bounds on how far eigenvalues move: Bauer and Fike's by the eigenvectors, and Elsner's."""
    a, order = node.args[0], shape(node.args[0])[0]
    condition, size = (general(program, a)[0] + 2 * order, 1), program.size(a)
    most = 2.0 ** (1 - 1 / order) * NOISE ** (1 / order) / NOISE
    bounds = (program.pairwise(program.op.MUL, size, x) for x in (condition, program.constant(most)))
    return program.pairwise(program.op.MIN, *bounds)


def _form_size(program: Program, node: Any) -> Block:
    """A perturbation of the matrix turns the vector by that perturbation over the gap."""
    n, i, x = node.args
    apart = program.value(core.Gap(atoms.Lam(n), i))
    turned = program.pairwise(program.op.DIV, program.size(n), apart)
    more = program.pairwise(program.op.ADD, turned, program.constant(1.0))
    return program.pairwise(program.op.MUL, program.size(x), more)


def _widest_size(program: Program, node: Any) -> Block:
    return program.reduced(program.op.HIGHEST, program.size(node.args[0]))


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
    core.Entry: _widest_size,
    core.Gap: _widest_size,
    core.Exp: _exp_size,
    core.Log: _log_size,
    core.RealPower: _real_power_size,
    core.Product: _product_size,
    core.Cumulative: _cumulative_size,
    atoms.Det: _determinant_size,
    atoms.Cond: _cond_size,
    atoms.Rho: _radius_size,
    atoms.EigenForm: _form_size,
    atoms.KyFan: _kyfan_size,
    atoms.Schatten: _schatten_size,
    columns.Column: _stacked_size,
    columns.DiagonalMatrix: _stacked_size,
    families.Unit: _norm,
    functions.Ones: _norm,
    functions.Inverse: _inverse_size,
    functions.MatExp: _exponential_size,
    functions.MatAbs: _scaled(lambda node: 2**0.5),  # Araki and Yamagami
    functions.MatSqrt: _root_size,
    functions.MatLog: _logarithm_size,
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
