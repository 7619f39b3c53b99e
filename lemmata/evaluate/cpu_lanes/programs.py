"""Concrete statements as programs of `machine`: values term by term.

One rule per class of node says which instructions compute its value, one (`sizes`) which compute its magnitude; they
follow `evaluate.float_rules` and `evaluate.error_sizes`, and tests hold them against these.  A statement with a node
that has no rule here has no program, and is for `evaluate.floats`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from sympy import Rational
from sympy.core.numbers import NumberSymbol

from lemmata.evaluate.cpu_lanes.assembly import (
    Block,
    NoProgram,
    Program,
    Rule,
    Rules,
    entries_of,
    folded,
    shape,
    value_of,
)
from lemmata.evaluate.cpu_lanes.size_rules import MOVES, SIZES, exact, general, noise, raised, schatten
from lemmata.language import atoms, columns, core, families, functions, matrices, variables
from lemmata.language.forms import symmetric_by_form
from lemmata.language.instantiate import Concrete, fold


def _single(name: str) -> Rule:
    return lambda program, node: program.single(program.op[name], program.value(node.args[0]))


def _reduced(name: str, of: Callable[[Program, Any], Block] = value_of) -> Rule:
    return lambda program, node: program.reduced(program.op[name], of(program, node.args[0]))


def _extreme(fold: str, reduce: str) -> Rule:
    def rule(program: Program, node: Any) -> Block:
        parts = [program.value(a) for a in node.args]
        if len(parts) == 1:
            return program.reduced(program.op[reduce], parts[0])
        if any(count > 1 for _, count in parts):
            raise NoProgram("extremes of several vectors")
        out = parts[0]
        for part in parts[1:]:
            out = program.pairwise(program.op[fold], out, part)
        return out

    return rule


def _power(program: Program, node: Any) -> Block:
    out = raised(program, program.value(node.args[0]), abs(int(node.args[1])))
    return out if int(node.args[1]) >= 0 else program.pairwise(program.op.DIV, program.constant(1.0), out)


def _product(program: Program, node: Any) -> Block:
    out, left = program.value(node.args[0]), shape(node.args[0])
    for a in node.args[1:]:
        right = shape(a)
        count = left[0] * right[1]
        out = program.emit(program.op.MATMUL, count, out[0], program.value(a)[0], left[0], left[1], right[1])
        left = (left[0], right[1])
    return out


def _transpose(program: Program, node: Any) -> Block:
    rows, cols = shape(node.args[0])
    return program.emit(program.op.TRANSPOSE, rows * cols, program.value(node.args[0])[0], 0, rows, cols)


def _kron(program: Program, node: Any) -> Block:
    a, b = node.args
    (p, q), (r, m) = shape(a), shape(b)
    return program.emit(program.op.KRON, p * q * r * m, program.value(a)[0], program.value(b)[0], p, q, r, m)


def _stack(program: Program, node: Any) -> Block:
    parts = [program.value(a) for a in node.args]
    out = program.block(sum(count for _, count in parts))
    at = out[0]
    for first, count in parts:
        program.append(program.word(program.op.COPY, at, first, 0, count))
        at += count
    return out


def spectrum(program: Program, a: Any) -> Block:
    """Singular values of a matrix node."""
    rows, cols = shape(a)
    if min(rows, cols) == 1:
        return program.known(("norm", a), lambda: program.reduced(program.op.NORM, program.value(a)))
    op = program.op.SINGULAR
    return program.known(
        ("singular", a),
        lambda: program.whole(
            op, min(rows, cols), program.value(a), (rows, cols), rows * cols, rows, cols, int(cols > rows)
        ),
    )


def eigenvalues(program: Program, n: Any) -> Block:
    """Eigenvalues of a symmetric matrix node; undefined where it is symmetric neither by form nor up to rounding."""
    return program.known(("eigenvalues", n), lambda: where_symmetric(program, n, _symmetric(program, n)))


def _symmetric(program: Program, n: Any) -> Block:
    return program.value(n) if shape(n) == (1, 1) else symmetric(program, program.value(n), shape(n)[0])


def symmetric(program: Program, a: Block, order: int) -> Block:
    """Eigenvalues of a symmetric matrix in a block."""
    return program.whole(program.op.SYMMETRIC, order, a, (order, order), order**2, order, order, 0)


def where_symmetric(program: Program, n: Any, found: Block) -> Block:
    """A block, undefined where a matrix node is not symmetric."""
    if symmetric_by_form(n) or shape(n) == (1, 1):
        return found
    op = program.op
    apart = program.emit(op.ASYMMETRY, 1, program.value(n)[0], 0, shape(n)[0])
    return program.pairwise(op.GUARD, found, program.pairwise(op.SUB, noise(program, n), apart))


def _one(of: Callable[[Program, Any], Block], last: bool) -> Rule:
    def rule(program: Program, node: Any) -> Block:
        first, count = of(program, node.args[0])
        return (first + count - 1 if last else first), 1

    return rule


def index(program: Program, node: Any) -> int:
    """The number that an index is.  Raises NoProgram where it depends on the instance."""
    found = fold(node)
    if not isinstance(found, Rational) or found.q != 1:
        raise NoProgram("an index that is no number")
    return int(found)


def _picked(program: Program, values: Block, place: int) -> Block:
    return (values[0] + place - 1, 1) if 1 <= place <= values[1] else program.constant(float("nan"))


def _entry(program: Program, node: Any) -> Block:
    return _picked(program, program.value(node.args[0]), index(program, node.args[1]))


def _gap(program: Program, node: Any) -> Block:
    """Distance of the indexed entry to the nearest other one."""
    values, place = program.value(node.args[0]), index(program, node.args[1])
    if not 1 <= place <= values[1] or values[1] == 1:
        raise NoProgram("a gap to nothing")
    out: Block | None = None
    for k in range(values[1]):
        if k != place - 1:
            apart = program.pairwise(program.op.SUB, (values[0] + k, 1), (values[0] + place - 1, 1))
            apart = program.single(program.op.ABS, apart)
            out = apart if out is None else program.pairwise(program.op.MIN, out, apart)
    assert out is not None
    return out


def _kyfan(program: Program, node: Any) -> Block:
    values = spectrum(program, node.args[1])
    sums = program.emit(program.op.CUMULATIVE, values[1], values[0], 0, values[1], 1)
    return _picked(program, sums, index(program, node.args[0]))


def _numerical(name: str) -> Rule:
    """What is distinguished from the singular values that are not zero up to rounding."""

    def rule(program: Program, node: Any) -> Block:
        values = spectrum(program, node.args[0])
        most = max(shape(node.args[0]))
        return program.emit(program.op[name], 1, values[0], 0, values[1], most)

    return rule


def _whole(name: str, room: Callable[[int], int], entries: Callable[[int], int]) -> Rule:
    def rule(program: Program, node: Any) -> Block:
        order = shape(node.args[0])[0]
        a = program.value(node.args[0])
        return program.whole(program.op[name], entries(order), a, (order, order), room(order), order)

    return rule


def _of_spectrum(name: str) -> Rule:
    """A function of a symmetric matrix, by its eigenvalues."""

    def rule(program: Program, node: Any) -> Block:
        n, order = node.args[0], shape(node)[0]
        a, error = program.value(n), noise(program, n)
        found = program.whole(program.op[name], order**2, a, (order, order), 2 * order**2, order, b=error[0])
        return where_symmetric(program, n, found)

    return rule


def _absolute(program: Program, node: Any) -> Block:
    rows, cols = shape(node.args[0])
    a = program.value(node.args[0])
    return program.whole(program.op.ABSOLUTE, cols * cols, a, (rows, cols), (rows + cols) * cols, rows, cols)


def _form(program: Program, node: Any) -> Block:
    """u_i^T X u_i with u_i the eigenvector to an eigenvalue at a place that is known."""
    n, i, x = node.args
    order, place = shape(n)[0], index(program, i)
    if not 1 <= place <= order:
        return program.constant(float("nan"))
    a, b = program.value(n), program.value(x)
    found = program.whole(program.op.FORM, 1, a, (order, order), 3 * order**2, order, place, b=b[0])
    return where_symmetric(program, n, found)


def _radius(program: Program, node: Any) -> Block:
    (first, _), order = general(program, node.args[0]), shape(node.args[0])[0]
    moduli = program.block(order)
    for k in range(order):
        program.append(program.word(program.op.NORM, moduli[0] + k, first + 2 * k, 0, 2))
    return program.reduced(program.op.HIGHEST, moduli)


def _real_eigenvalues(program: Program, node: Any) -> Block:
    return program.emit(program.op.REALS, 1, general(program, node.args[0])[0], 0, shape(node.args[0])[0])


def _cumulative(program: Program, node: Any) -> Block:
    first, count = program.value(node.args[0])
    return program.emit(program.op.CUMULATIVE, count, first, 0, count, 1)


def _trace(program: Program, node: Any) -> Block:
    first, count = _diagonal(program, node)
    return program.reduced(program.op.SUM, (first, count))


def _diagonal(program: Program, node: Any) -> Block:
    first, _ = program.value(node.args[0])
    rows, cols = shape(node.args[0])
    out = program.block(min(rows, cols))
    for k in range(out[1]):
        program.append(program.word(program.op.COPY, out[0] + k, first + k * (cols + 1), 0, 1))
    return out


def _spread(program: Program, node: Any) -> Block:
    """A vector as a diagonal matrix."""
    order = shape(node)[0]
    first, count = program.value(node.args[0])
    zero, out = program.constant(0.0), program.block(order**2)
    for k in range(order**2):
        on = k % (order + 1) == 0
        at = first + (k // (order + 1) if count > 1 else 0) if on else zero[0]
        program.append(program.word(program.op.COPY, out[0] + k, at, 0, 1))
    return out


def _leaf(program: Program, node: Any) -> Block:
    if node.name not in program.places:
        raise NoProgram(f"no place for {node.name}")
    return program.places[node.name]


def _number(program: Program, node: Any) -> Block:
    return program.constant(float(node))


def _unit(program: Program, node: Any) -> Block:
    length, place = map(int, node.args)
    return program.constant(*(float(k == place - 1) for k in range(length)))


VALUES: dict[type, Rule] = {
    Rational: _number,
    NumberSymbol: _number,
    variables.Scalar: _leaf,
    variables.Matrix: _leaf,
    core.Plus: folded("ADD", value_of),
    core.Neg: _single("NEG"),
    core.Times: folded("MUL", value_of),
    core.Quotient: folded("DIV", value_of),
    core.Power: _power,
    core.Sqrt: _single("SQRT"),
    core.Abs: _single("ABS"),
    core.Max: _extreme("MAX", "HIGHEST"),
    core.Min: _extreme("MIN", "LOWEST"),
    core.Total: _reduced("SUM"),
    core.Entry: _entry,
    core.Gap: _gap,
    core.Exp: _single("EXP"),
    core.Log: _single("LOG"),
    core.RealPower: folded("POWER", value_of),
    core.Product: _reduced("PRODUCT"),
    core.Cumulative: _cumulative,
    matrices.Id: lambda program, node: program.constant(*np.eye(int(node.args[0])).flatten().tolist()),
    matrices.MatPlus: folded("ADD", value_of),
    matrices.MatNeg: _single("NEG"),
    matrices.MatTimes: _product,
    matrices.Scaled: folded("MUL", value_of),
    matrices.Transpose: _transpose,
    matrices.Kron: _kron,
    families.VStack: _stack,
    families.Unit: _unit,
    functions.Hadamard: folded("MUL", value_of),
    functions.Ones: lambda program, node: program.constant(*[1.0] * entries_of(node)),
    functions.Relu: _single("RELU"),
    functions.Inverse: _whole("INVERSE", lambda n: 2 * n * n, lambda n: n * n),
    functions.MatAbs: _absolute,
    functions.MatSqrt: _of_spectrum("ROOT"),
    functions.MatLog: _of_spectrum("LOGARITHM"),
    functions.MatExp: _whole("EXPONENTIAL", lambda n: 3 * n * n, lambda n: n * n),
    atoms.Det: _whole("DETERMINANT", lambda n: n * n, lambda n: 1),
    atoms.Cond: _numerical("COND"),
    atoms.Rank: _numerical("RANK"),
    atoms.Rho: _radius,
    atoms.RealEigenvalues: _real_eigenvalues,
    atoms.EigenForm: _form,
    atoms.KyFan: _kyfan,
    atoms.Schatten: lambda program, node: schatten(
        program, spectrum(program, node.args[1]), program.value(node.args[0])
    ),
    atoms.S: lambda program, node: spectrum(program, node.args[0]),
    atoms.SMax: _one(spectrum, False),
    atoms.Norm2: _one(spectrum, False),
    atoms.SMin: _one(spectrum, True),
    atoms.Lam: lambda program, node: eigenvalues(program, node.args[0]),
    atoms.LMax: _one(eigenvalues, False),
    atoms.LMin: _one(eigenvalues, True),
    atoms.NormF: _reduced("NORM"),
    atoms.NormN: lambda program, node: program.reduced(program.op.SUM, spectrum(program, node.args[0])),
    atoms.MaxAbs: lambda program, node: program.reduced(program.op.HIGHEST, exact(program, node.args[0])),
    atoms.Tr: _trace,
    columns.Entries: lambda program, node: program.value(node.args[0]),
    columns.Column: lambda program, node: program.value(node.args[0]),
    columns.DiagonalEntries: _diagonal,
    columns.DiagonalMatrix: _spread,
}

RULES = Rules(VALUES, SIZES, MOVES)
_PROGRAMS: WeakKeyDictionary[Concrete, Program | None] = WeakKeyDictionary()


def program_of(concrete: Concrete) -> Program | None:
    """The program of a concrete statement, made once; None where it has none."""
    if concrete not in _PROGRAMS:
        try:
            _PROGRAMS[concrete] = Program(concrete, RULES)
        except NoProgram:
            _PROGRAMS[concrete] = None
    return _PROGRAMS[concrete]
