"""Concrete statements as programs of `machine`: values, the sizes behind them, and the relations, term by term.

One rule per class of node says which instructions compute its value, one which compute its magnitude; they follow
`backends.float_rules` and `backends.magnitudes`, and tests hold them against these.  A statement with a node that has
no rule here has no program, and is for `backends.floats`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from sympy import Rational
from sympy.core.numbers import NumberSymbol

from lemmata.numerics.lanes import LARGEST
from lemmata.theorems.language import atoms, columns, core, families, functions, matrices, variables
from lemmata.theorems.language.forms import symmetric_by_form
from lemmata.theorems.language.instantiate import Concrete, index_tuples
from lemmata.theorems.language.relations import Relation
from lemmata.theorems.language.specification import Moves

LONGEST = 2048  # registers: beyond, a tile leaves the cache
RELATIONS = {"<=": 0, ">=": 1, "==": 2, "<": 3, ">": 4}
Block = tuple[int, int]  # first register, how many


class NoProgram(Exception):
    """Some node has no rule here."""


class Program:
    """Instructions that judge the clauses of a concrete statement, hypotheses after conjuncts.

    `places` says where the entries of each variable stand in a row of data; `entries` is the length of a row.
    Raises NoProgram where a clause cannot be expressed.
    """

    def __init__(self, concrete: Concrete) -> None:
        from lemmata.numerics.lanes.machine import WORDS, Op

        self.op, self._words = Op, WORDS
        self.places: dict[str, Block] = {}
        self.entries = self.widest = 0
        for name, leaf in concrete.variables.items():
            size = _count(leaf) if leaf.is_Matrix else 1
            self.places[name] = (self.entries, size)
            self.entries += size
        self.registers = self.entries
        self._constants: dict[tuple[float, ...], Block] = {}
        self._steps: list[list[int]] = []
        self._known: dict[tuple[str, Any], Block] = {}
        self.clauses = (*concrete.claim, *concrete.hypotheses)
        if not self.clauses:
            raise NoProgram("nothing is claimed")
        for k, clause in enumerate(self.clauses):
            self._judge(k, clause)
        loads, self.constants = [], np.array([x for values in self._constants for x in values] or [0.0])
        start = 0
        for first, count in self._constants.values():
            loads.append(self._word(Op.CONSTANT, first, start, 0, count))
            start += count
        self.code = np.array([*loads, *self._steps], dtype=np.int64)

    def _word(self, *numbers: int) -> list[int]:
        return [*map(int, numbers), *[0] * (self._words - len(numbers))]

    def block(self, count: int) -> Block:
        """Fresh registers.  Raises NoProgram where there are too many."""
        self.registers += count
        if self.registers > LONGEST:
            raise NoProgram("too many registers")
        return self.registers - count, count

    def constant(self, *values: float) -> Block:
        """A block of numbers."""
        if values not in self._constants:
            self._constants[values] = self.block(len(values))
        return self._constants[values]

    def emit(self, op: Any, count: int, a: int, b: int = 0, *numbers: int) -> Block:
        """One instruction with a fresh block for its result."""
        out = self.block(count)
        self._steps.append(self._word(op, out[0], a, b, *numbers))
        return out

    def pairwise(self, op: Any, a: Block, b: Block) -> Block:
        """Entry by entry, scalars repeated.  Raises NoProgram where the lengths do not go together."""
        count = max(a[1], b[1])
        if not {a[1], b[1]} <= {1, count}:
            raise NoProgram("lengths differ")
        return self.emit(op, count, a[0], b[0], count, int(a[1] > 1), int(b[1] > 1))

    def single(self, op: Any, a: Block) -> Block:
        """Entry by entry."""
        return self.emit(op, a[1], a[0], 0, a[1])

    def reduced(self, op: Any, a: Block) -> Block:
        """One number from all entries."""
        return self.emit(op, 1, a[0], 0, a[1])

    def value(self, node: Any) -> Block:
        """Where the value of a node stands, computed once."""
        return self._shared("value", node, VALUES)

    def size(self, node: Any) -> Block:
        """Where its magnitude stands: one register, or one per entry."""
        return self._shared("size", node, SIZES)

    def _shared(self, what: str, node: Any, rules: Mapping[type, Rule]) -> Block:
        found = self._known.get((what, node))
        if found is None:
            rule = next((rules[cls] for cls in type(node).__mro__ if cls in rules), None)
            if rule is None and what == "size":
                rule = MOVES.get(node.spec.moves)
            if rule is None:
                raise NoProgram(f"no rule for {type(node).__name__}")
            found = self._known[(what, node)] = rule(self, node)
        return found

    def _judge(self, number: int, clause: Any) -> None:
        indices, tuples, body = index_tuples(clause)
        if indices or not tuples or not isinstance(body, Relation) or body.op not in RELATIONS or body.has(atoms.Slope):
            raise NoProgram("not a plain relation")
        sides = [self.value(side) for side in (body.lhs, body.rhs)]
        sizes = [self.size(side) for side in (body.lhs, body.rhs)]
        longest = max(b[1] for b in sides)
        if not {b[1] for b in (*sides, *sizes)} <= {1, longest}:
            raise NoProgram("lengths differ")
        (a, p), (b, q), (r, t), (s, u) = (*sides, *sizes)
        self._steps.append(self._word(self.op.JUDGE, number, a, b, p, q, r, s, t, u, RELATIONS[body.op]))


Rule = Callable[[Program, Any], Block]


def _count(node: Any) -> int:
    rows, cols = _shape(node)
    return rows * cols


def _shape(node: Any) -> tuple[int, int]:
    return int(node.shape[0]), int(node.shape[1])


def _fold(name: str, part: Callable[[Program, Any], Block]) -> Rule:
    def rule(program: Program, node: Any) -> Block:
        out = part(program, node.args[0])
        for a in node.args[1:]:
            out = program.pairwise(program.op[name], out, part(program, a))
        return out

    return rule


def _value(program: Program, node: Any) -> Block:
    return program.value(node)


def _size(program: Program, node: Any) -> Block:
    return program.size(node)


def _single(name: str) -> Rule:
    return lambda program, node: program.single(program.op[name], program.value(node.args[0]))


def _reduced(name: str, of: Callable[[Program, Any], Block] = _value) -> Rule:
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


def _raised(program: Program, base: Block, exponent: int) -> Block:
    if exponent == 0:
        return program.constant(1.0)
    out = base
    for bit in bin(exponent)[3:]:
        out = program.pairwise(program.op.MUL, out, out)
        if bit == "1":
            out = program.pairwise(program.op.MUL, out, base)
    return out


def _power(program: Program, node: Any) -> Block:
    out = _raised(program, program.value(node.args[0]), abs(int(node.args[1])))
    return out if int(node.args[1]) >= 0 else program.pairwise(program.op.DIV, program.constant(1.0), out)


def _product(program: Program, node: Any) -> Block:
    out, left = program.value(node.args[0]), _shape(node.args[0])
    for a in node.args[1:]:
        right = _shape(a)
        count = left[0] * right[1]
        out = program.emit(program.op.MATMUL, count, out[0], program.value(a)[0], left[0], left[1], right[1])
        left = (left[0], right[1])
    return out


def _transpose(program: Program, node: Any) -> Block:
    rows, cols = _shape(node.args[0])
    return program.emit(program.op.TRANSPOSE, rows * cols, program.value(node.args[0])[0], 0, rows, cols)


def _kron(program: Program, node: Any) -> Block:
    a, b = node.args
    (p, q), (r, m) = _shape(a), _shape(b)
    return program.emit(program.op.KRON, p * q * r * m, program.value(a)[0], program.value(b)[0], p, q, r, m)


def _stack(program: Program, node: Any) -> Block:
    out = program.block(sum(map(_count, node.args)))
    at = out[0]
    for a in node.args:
        first, count = program.value(a)
        program._steps.append(program._word(program.op.COPY, at, first, 0, count))
        at += count
    return out


def spectrum(program: Program, a: Any) -> Block:
    """Singular values of a matrix node."""
    rows, cols = _shape(a)
    if min(rows, cols) == 1:
        return program.reduced(program.op.NORM, program.value(a))
    return _decomposed(program, program.op.SINGULAR, a)


def _eigenvalues(program: Program, n: Any) -> Block:
    if not symmetric_by_form(n):
        raise NoProgram("not symmetric by form")
    return program.value(n) if _shape(n) == (1, 1) else _decomposed(program, program.op.SYMMETRIC, n)


def _decomposed(program: Program, op: Any, a: Any) -> Block:
    key = (op.name, a)
    if key not in program._known:
        rows, cols = _shape(a)
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
    order = _shape(node.args[0])[0]
    out: Block = (first, 1)
    for k in range(1, order):
        out = program.pairwise(program.op.ADD, out, (first + k * (order + 1), 1))
    return out


def _leaf(program: Program, node: Any) -> Block:
    if node.name not in program.places:
        raise NoProgram(f"no place for {node.name}")
    return program.places[node.name]


def _norm(program: Program, node: Any) -> Block:
    return program.reduced(program.op.NORM, program.value(node))


def _exact(program: Program, node: Any) -> Block:
    return program.single(program.op.ABS, program.value(node))


def _quotient_size(program: Program, node: Any) -> Block:
    a, b = node.args
    below = program.single(program.op.ABS, program.value(b))
    parts = [program.pairwise(program.op.DIV, program.size(x), below) for x in (a, b)]
    return program.pairwise(program.op.MUL, *parts)


def _power_size(program: Program, node: Any) -> Block:
    base, exponent = node.args
    if int(exponent) >= 0:
        return _raised(program, program.size(base), int(exponent))
    below = program.single(program.op.ABS, program.value(base))
    return program.pairwise(
        program.op.MUL, program.pairwise(program.op.DIV, program.size(base), below), _exact(program, node)
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


def _number(program: Program, node: Any) -> Block:
    return program.constant(float(node))


VALUES: dict[type, Rule] = {
    Rational: _number,
    NumberSymbol: _number,
    variables.Scalar: _leaf,
    variables.Matrix: _leaf,
    core.Plus: _fold("ADD", _value),
    core.Neg: _single("NEG"),
    core.Times: _fold("MUL", _value),
    core.Quotient: _fold("DIV", _value),
    core.Power: _power,
    core.Sqrt: _single("SQRT"),
    core.Abs: _single("ABS"),
    core.Max: _extreme("MAX", "HIGHEST"),
    core.Min: _extreme("MIN", "LOWEST"),
    core.Total: _reduced("SUM"),
    core.Entry: _entry,
    matrices.Id: lambda program, node: program.constant(*np.eye(int(node.args[0])).flatten().tolist()),
    matrices.MatPlus: _fold("ADD", _value),
    matrices.MatNeg: _single("NEG"),
    matrices.MatTimes: _product,
    matrices.Scaled: _fold("MUL", _value),
    matrices.Transpose: _transpose,
    matrices.Kron: _kron,
    families.VStack: _stack,
    functions.Hadamard: _fold("MUL", _value),
    atoms.S: lambda program, node: spectrum(program, node.args[0]),
    atoms.SMax: _one(spectrum, False),
    atoms.SMin: _one(spectrum, True),
    atoms.Lam: lambda program, node: _eigenvalues(program, node.args[0]),
    atoms.LMax: _one(_eigenvalues, False),
    atoms.LMin: _one(_eigenvalues, True),
    atoms.NormF: _reduced("NORM"),
    atoms.NormN: lambda program, node: program.reduced(program.op.SUM, spectrum(program, node.args[0])),
    atoms.MaxAbs: lambda program, node: program.reduced(program.op.HIGHEST, _exact(program, node.args[0])),
    atoms.Tr: _trace,
    columns.Entries: lambda program, node: program.value(node.args[0]),
}
SIZES: dict[type, Rule] = {
    Rational: _exact,
    NumberSymbol: _exact,
    variables.Scalar: _exact,
    variables.Matrix: _norm,
    matrices.Id: _norm,
    core.Plus: _fold("ADD", _size),
    core.Times: _fold("MUL", _size),
    core.Quotient: _quotient_size,
    core.Power: _power_size,
    core.Sqrt: lambda program, node: program.pairwise(
        program.op.ROOT_ERROR, program.value(node), program.size(node.args[0])
    ),
    core.Max: _extreme_size,
    core.Min: _extreme_size,
    core.Total: _total_size,
    core.Entry: _reduced("HIGHEST", _size),
    matrices.MatPlus: _fold("ADD", _size),
    matrices.MatTimes: _fold("MUL", _size),
    matrices.Scaled: _fold("MUL", _size),
    matrices.Kron: _fold("MUL", _size),
    families.VStack: _fold("ADD", _size),
    functions.Hadamard: _fold("MUL", _size),
}
MOVES: dict[Moves, Rule] = {
    Moves.NONE: _exact,
    Moves.ONCE: lambda program, node: program.size(node.args[0]),
    Moves.ROOT_OF_ORDER: _scaled(lambda node: _shape(node.args[0])[0] ** 0.5),
    Moves.SHORTER_SIDE: _scaled(lambda node: float(min(_shape(node.args[0])))),
}

_PROGRAMS: WeakKeyDictionary[Concrete, Program | None] = WeakKeyDictionary()


def program_of(concrete: Concrete) -> Program | None:
    """The program of a concrete statement, made once; None where it has none."""
    if concrete not in _PROGRAMS:
        try:
            _PROGRAMS[concrete] = Program(concrete)
        except NoProgram:
            _PROGRAMS[concrete] = None
    return _PROGRAMS[concrete]
