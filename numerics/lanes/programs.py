"""Concrete statements as programs of `machine`: values term by term.

One rule per class of node says which instructions compute its value, one (`sizes`) which compute its magnitude; they
follow `backends.float_rules` and `backends.magnitudes`, and tests hold them against these.  A statement with a node
that has no rule here has no program, and is for `backends.floats`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from sympy import Rational
from sympy.core.numbers import NumberSymbol

from lemmata.numerics.lanes import LARGEST
from lemmata.numerics.lanes.assembly import Block, NoProgram, Program, Rule, Rules, entries_of, folded, shape, value_of
from lemmata.numerics.lanes.sizes import MOVES, SIZES, exact, raised
from lemmata.theorems.language import atoms, columns, core, families, functions, matrices, variables
from lemmata.theorems.language.forms import symmetric_by_form
from lemmata.theorems.language.instantiate import Concrete


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
    out = program.block(sum(map(entries_of, node.args)))
    at = out[0]
    for a in node.args:
        first, count = program.value(a)
        program._steps.append(program._word(program.op.COPY, at, first, 0, count))
        at += count
    return out


def spectrum(program: Program, a: Any) -> Block:
    """Singular values of a matrix node."""
    rows, cols = shape(a)
    if min(rows, cols) == 1:
        return program.reduced(program.op.NORM, program.value(a))
    return _decomposed(program, program.op.SINGULAR, a)


def _eigenvalues(program: Program, n: Any) -> Block:
    if not symmetric_by_form(n):
        raise NoProgram("not symmetric by form")
    return program.value(n) if shape(n) == (1, 1) else _decomposed(program, program.op.SYMMETRIC, n)


def _decomposed(program: Program, op: Any, a: Any) -> Block:
    key = (op.name, a)
    if key not in program._known:
        rows, cols = shape(a)
        if max(rows, cols) > LARGEST:
            raise NoProgram("too large")
        program.widest = max(program.widest, rows, cols)
        first = program.value(a)[0]
        program._known[key] = program.emit(op, min(rows, cols), first, 0, rows, cols, int(cols > rows))
    return program._known[key]


def _one(of: Callable[[Program, Any], Block], last: bool) -> Rule:
    def rule(program: Program, node: Any) -> Block:
        first, count = of(program, node.args[0])
        return (first + count - 1 if last else first), 1

    return rule


def _entry(program: Program, node: Any) -> Block:
    first, count = program.value(node.args[0])
    index = node.args[1]
    if not isinstance(index, Rational) or index.q != 1 or not 1 <= int(index) <= count:
        raise NoProgram("an index that is no number in range")
    return first + int(index) - 1, 1


def _trace(program: Program, node: Any) -> Block:
    first, _ = program.value(node.args[0])
    order = shape(node.args[0])[0]
    out: Block = (first, 1)
    for k in range(1, order):
        out = program.pairwise(program.op.ADD, out, (first + k * (order + 1), 1))
    return out


def _leaf(program: Program, node: Any) -> Block:
    if node.name not in program.places:
        raise NoProgram(f"no place for {node.name}")
    return program.places[node.name]


def _number(program: Program, node: Any) -> Block:
    return program.constant(float(node))


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
    matrices.Id: lambda program, node: program.constant(*np.eye(int(node.args[0])).flatten().tolist()),
    matrices.MatPlus: folded("ADD", value_of),
    matrices.MatNeg: _single("NEG"),
    matrices.MatTimes: _product,
    matrices.Scaled: folded("MUL", value_of),
    matrices.Transpose: _transpose,
    matrices.Kron: _kron,
    families.VStack: _stack,
    functions.Hadamard: folded("MUL", value_of),
    atoms.S: lambda program, node: spectrum(program, node.args[0]),
    atoms.SMax: _one(spectrum, False),
    atoms.SMin: _one(spectrum, True),
    atoms.Lam: lambda program, node: _eigenvalues(program, node.args[0]),
    atoms.LMax: _one(_eigenvalues, False),
    atoms.LMin: _one(_eigenvalues, True),
    atoms.NormF: _reduced("NORM"),
    atoms.NormN: lambda program, node: program.reduced(program.op.SUM, spectrum(program, node.args[0])),
    atoms.MaxAbs: lambda program, node: program.reduced(program.op.HIGHEST, exact(program, node.args[0])),
    atoms.Tr: _trace,
    columns.Entries: lambda program, node: program.value(node.args[0]),
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
