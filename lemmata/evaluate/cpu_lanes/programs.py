"""Concrete statements as programs of `machine`: registers, instructions, and each value computed once.

The rules are those of `evaluate.float_rules`, which emit instructions when their arithmetic is a program.  A statement
with a node that has no rule here has no program, and is for `evaluate.floats`.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partialmethod, reduce
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from sympy import Rational

from lemmata.evaluate.float_rules import VALUES, Rule, rule_for, size_rule
from lemmata.language import atoms
from lemmata.language.forms import symmetric_by_form
from lemmata.language.instantiate import Concrete, fold, index_tuples, substitute
from lemmata.language.relations import Relation

LONGEST = 20_000  # registers: beyond, a tile leaves the cache
MOST = 20_000  # instructions
LARGEST = 64  # order of matrices that are decomposed
RELATIONS = {"<=": 0, ">=": 1, "==": 2, "<": 3, ">": 4}
PARTS = 6  # times the entries: the room that `schur.general` wants
NOISE = 64 * 2.0**-52  # part of a size that counts as rounding, as in `evaluate.tensors`


class NoProgram(Exception):
    """Some node has no rule here."""


def _pair(op: str, turned: bool = False) -> Callable[[Block, Block | float], Block]:
    return lambda x, y: x.program.pairwise(op, *((y, x) if turned else (x, y)))


@dataclass(frozen=True)
class Block:
    """Registers of a program, a matrix in row order or the entries of a vector; its arithmetic emits instructions."""

    program: Program
    first: int
    rows: int
    cols: int = 1

    @property
    def count(self) -> int:
        return self.rows * self.cols

    def __neg__(self) -> Block:
        return self.program.single("NEG", self)

    def __abs__(self) -> Block:
        return self.program.single("ABS", self)

    __add__, __sub__, __mul__, __truediv__ = map(_pair, ("ADD", "SUB", "MUL", "DIV"))
    __rtruediv__, __radd__ = _pair("DIV", turned=True), _pair("ADD")


@dataclass(frozen=True)
class Drawn:
    """How a member of a domain is made of so many normal numbers, in the arithmetic of `float_rules`."""

    count: Callable[[Any], int]
    member: Callable[[Any, Any, Any], Any]


class Program:
    """Instructions that judge the clauses of a concrete statement, hypotheses after conjuncts.

    `places` says where the entries of each variable stand in a row of data; `entries` is the length of a row.  With
    `drawn`, rules by domain, a row holds normal numbers, an even number of them, and the program begins by making
    members of them.  Raises NoProgram where a clause, or a domain, cannot be expressed.

    The methods from `number` on are the arithmetic of `float_rules`; a size in doubt is not a number.
    """

    roundings, tiny = NOISE, 2.0**-1022

    def __init__(self, concrete: Concrete, drawn: Mapping[type, Drawn] | None = None) -> None:
        from lemmata.evaluate.cpu_lanes.machine import REGISTERS, WORDS, Op

        self._op, self._words = Op, WORDS
        self.places: dict[str, tuple[int, int]] = {}
        self.entries = 0
        self.widest = self.room = 1
        for name, leaf in concrete.variables.items():
            if drawn is not None and type(leaf.domain) not in drawn:
                raise NoProgram(f"no rule for {leaf.domain.name}")
            size = int(np.prod(_shape(leaf))) if drawn is None else drawn[type(leaf.domain)].count(leaf)
            self.places[name] = (self.entries, size)
            self.entries += size
        self.entries += self.entries % 2 if drawn is not None else 0
        self._blocks = [(0, self.entries)] if self.entries else []
        self._next = self.entries
        self._constants: dict[tuple[float, ...], Block] = {}
        self._steps: list[list[int]] = []
        self._known: dict[tuple[str, Any], Any] = {}
        self._leaves: dict[str, Block] = {}
        for name, leaf in concrete.variables.items():
            first, size = self.places[name]
            if drawn is None:
                self._leaves[name] = Block(self, first, *_shape(leaf))
            else:
                self._leaves[name] = drawn[type(leaf.domain)].member(self, Block(self, first, size), leaf)
        self.clauses = (*concrete.claim, *concrete.hypotheses)
        if not self.clauses:
            raise NoProgram("nothing is claimed")
        for k, clause in enumerate(self.clauses):
            self._judge(k, clause)
        loads, start = [], 0
        for block in self._constants.values():
            loads.append(self._word("CONSTANT", block.first, start, 0, block.count))
            start += block.count
        self.constants = np.array([x for values in self._constants for x in values] or [0.0])
        self.code, self.registers = allocated(
            np.array([*loads, *self._steps], dtype=np.int64).reshape(-1, WORDS), self._blocks, len(loads), REGISTERS
        )
        if self.registers > LONGEST:
            raise NoProgram("too many registers")

    def _judge(self, number: int, clause: Any) -> None:
        indices, tuples, body = index_tuples(clause)
        if not isinstance(body, Relation) or body.op not in RELATIONS or body.has(atoms.Slope):
            raise NoProgram("not a plain relation")
        for k, values in enumerate(tuples):
            at = dict(zip(indices, values, strict=True))
            sides = [substitute(side, {}, at) if at else side for side in (body.lhs, body.rhs)]
            parts = [*map(self.value, sides), *map(self.size, sides)]
            (p, q, t, u), firsts = (x.count for x in parts), [x.first for x in parts]
            if not {p, q, t, u} <= {1, max(p, q)}:
                raise NoProgram("lengths differ")
            self._append("JUDGE", number, *firsts[:2], p, q, *firsts[2:], t, u, RELATIONS[body.op], int(k > 0))

    # Instructions.
    def _word(self, op: str, *numbers: int) -> list[int]:
        return [int(self._op[op]), *map(int, numbers), *[0] * (self._words - len(numbers) - 1)]

    def _append(self, op: str, *numbers: int) -> None:
        self._steps.append(self._word(op, *numbers))
        if len(self._steps) > MOST:
            raise NoProgram("too many instructions")

    def _block(self, rows: int, cols: int = 1) -> Block:
        """Fresh registers."""
        out = Block(self, self._next, rows, cols)
        self._blocks.append((out.first, out.count))
        self._next += out.count
        return out

    def _emit(self, op: str, rows: int, cols: int, a: int, b: int = 0, *numbers: int) -> Block:
        """One instruction with a fresh block for its result.  Raises NoProgram where there are too many."""
        out = self._block(rows, cols)
        self._append(op, out.first, a, b, *numbers)
        return out

    def _whole(self, op: str, rows: int, cols: int, a: Block, room: int, *numbers: int, b: int = 0) -> Block:
        """An operation on a whole matrix, which wants a number of entries of room."""
        if max(a.rows, a.cols) > LARGEST:
            raise NoProgram("too large")
        self.widest, self.room = max(self.widest, a.rows, a.cols), max(self.room, room)
        return self._emit(op, rows, cols, a.first, b, *numbers)

    def _gathered(self, places: list[int], rows: int, cols: int = 1) -> Block:
        """A block of copies of registers."""
        out = self._block(rows, cols)
        for k, place in enumerate(places):
            self._append("COPY", out.first + k, place, 0, 1)
        return out

    def _refused(self, *parts: Any) -> Any:
        raise NoProgram("an operation on batches alone")

    def pairwise(self, op: str, a: Block | float, b: Block | float) -> Block:
        """Entry by entry, scalars repeated.  Raises NoProgram where the lengths do not go together."""
        x, y = (z if isinstance(z, Block) else self.matrix(z) for z in (a, b))
        longer = x if x.count >= y.count else y
        if not {x.count, y.count} <= {1, longer.count}:
            raise NoProgram("lengths differ")
        steps = int(x.count > 1), int(y.count > 1)
        return self._emit(op, longer.rows, longer.cols, x.first, y.first, longer.count, *steps)

    def single(self, op: str, a: Block) -> Block:
        """Entry by entry."""
        return self._emit(op, a.rows, a.cols, a.first, 0, a.count)

    def _reduced(self, op: str, a: Block) -> Block:
        """One number from all entries."""
        return self._emit(op, 1, 1, a.first, 0, a.count)

    # What the rules ask for.
    def shared(self, key: str, node: Any, make: Callable[[], Any]) -> Any:
        """What `make` returns, once per key and node."""
        if (key, node) not in self._known:
            self._known[key, node] = make()
        return self._known[key, node]

    def value(self, node: Any) -> Block:
        """Where the value of a node stands, computed once."""
        return self._ruled("value", node, rule_for(VALUES, node))

    def size(self, node: Any) -> Block:
        """Where its magnitude stands: one register, or one per entry."""
        return self._ruled("size", node, size_rule(node))

    def _ruled(self, key: str, node: Any, rule: Rule | None) -> Block:
        if rule is None:
            raise NoProgram(f"no rule for {type(node).__name__}")
        found: Block = self.shared(key, node, lambda: rule(self, node))
        return found

    def noise(self, node: Any) -> Block:
        """Rounding error to be expected of the value of a node."""
        return self.size(node) * NOISE

    def leaf(self, node: Any) -> Block:
        if node.name not in self._leaves:
            raise NoProgram(f"no place for {node.name}")
        return self._leaves[node.name]

    # Numbers, entry by entry.
    def number(self, number: Any) -> Block:
        return self.matrix(float(number))

    def raised(self, base: Block, exponent: int) -> Block:
        if exponent == 0:
            return self.number(1)
        out = base
        for bit in bin(exponent)[3:]:
            out = out * out
            if bit == "1":
                out = out * base
        return out

    def power(self, base: Block, exponent: Block) -> Block:
        if exponent not in self._constants.values():
            raise NoProgram("an exponent that is no number")
        return self.pairwise("POWER", base, exponent)

    def log_size(self, x: Block) -> Block:
        return abs(self.log(x))

    def from_zero(self, x: Block) -> Block:
        return self.pairwise("GUARD", x, x)

    positive = from_zero  # a quotient by zero is in doubt, too
    sqrt, exp = partialmethod(single, "SQRT"), partialmethod(single, "EXP")
    log, relu = partialmethod(single, "LOG"), partialmethod(single, "RELU")
    greater, lesser = partialmethod(pairwise, "MAX"), partialmethod(pairwise, "MIN")
    over, root_error = partialmethod(pairwise, "DIV"), partialmethod(pairwise, "ROOT_ERROR")
    doubtful = staticmethod(lambda size: size)

    # Vectors.
    def _extreme(self, pair: str, reduced: str, *parts: Block) -> Block:
        if len(parts) == 1:
            return self._reduced(reduced, parts[0])
        if any(part.count > 1 for part in parts):
            raise NoProgram("extremes of several vectors")
        return reduce(lambda x, y: self.pairwise(pair, x, y), parts)

    def sums(self, x: Block, count: int = 0) -> Block:
        count = count or x.count
        return self._emit("CUMULATIVE", count, 1, x.first, 0, count, int(x.count > 1 or count == 1))

    def together(self, x: Block, count: int) -> Block:
        return self.norm(x) if x.count == count else x * count**0.5

    def place(self, x: Block, k: int) -> Block:
        return Block(self, x.first + k % x.count, 1)

    def _index(self, node: Any) -> int:
        found = fold(node)
        if not isinstance(found, Rational) or found.q != 1:
            raise NoProgram("an index that is no number")
        return int(found)

    def entry(self, x: Block, index: Any) -> Block:
        k = self._index(index)
        return self.place(x, k - 1) if 1 <= k <= x.count else self.number("nan")

    def gap(self, x: Block, index: Any) -> Block:
        """Distance of the indexed entry to the nearest other one."""
        k = self._index(index) - 1
        if not 0 <= k < x.count or x.count == 1:
            raise NoProgram("a gap to nothing")
        others = (self.place(x, j) for j in range(x.count) if j != k)
        return reduce(self.lesser, (abs(other - self.place(x, k)) for other in others))

    def schatten(self, values: Block, p: Block) -> Block:
        """(sum_i s_i^p)^(1/p) of numbers that are not negative, scaled by the largest; undefined unless p > 0."""
        top = self.greater(self.highest(values), 2.0**-1022)
        terms = self.pairwise("POWER", values / top, p)
        return self.pairwise("GUARD", top * self.pairwise("POWER", self.total(terms), 1.0 / p), p)

    count = staticmethod(operator.attrgetter("count"))
    highest, lowest = partialmethod(_extreme, "MAX", "HIGHEST"), partialmethod(_extreme, "MIN", "LOWEST")
    total, product = partialmethod(_reduced, "SUM"), partialmethod(_reduced, "PRODUCT")

    # Matrices.
    def matrix(self, table: Any) -> Block:
        """A block of constants."""
        table = np.asarray(table, dtype=np.float64)
        values = tuple(table.flatten().tolist())
        rows, cols = table.shape or (1, 1)
        if values not in self._constants:
            self._constants[values] = self._block(rows, cols)
        return Block(self, self._constants[values].first, rows, cols)

    def flat(self, x: Block) -> Block:
        return Block(self, x.first, x.count)

    def shaped(self, x: Block, rows: int, cols: int) -> Block:
        return Block(self, x.first, rows, cols)

    def matmul(self, a: Block, b: Block) -> Block:
        return self._emit("MATMUL", a.rows, b.cols, a.first, b.first, a.rows, a.cols, b.cols)

    def transpose(self, x: Block) -> Block:
        return self._emit("TRANSPOSE", x.cols, x.rows, x.first, 0, x.rows, x.cols)

    def kron(self, a: Block, b: Block) -> Block:
        shapes = a.rows, a.cols, b.rows, b.cols
        return self._emit("KRON", a.rows * b.rows, a.cols * b.cols, a.first, b.first, *shapes)

    def stacked(self, *parts: Block) -> Block:
        out = self._block(sum(x.rows for x in parts), parts[0].cols)
        at = out.first
        for x in parts:
            self._append("COPY", at, x.first, 0, x.count)
            at += x.count
        return out

    def diagonal(self, x: Block) -> Block:
        short = min(x.rows, x.cols)
        return self._gathered([x.first + k * (x.cols + 1) for k in range(short)], short)

    def diagonal_matrix(self, x: Block) -> Block:
        order, zero = x.count, self.number(0).first
        places = [zero if k % (order + 1) else x.first + k // (order + 1) for k in range(order**2)]
        return self._gathered(places, order, order)

    def norm(self, x: Block) -> Block:
        return self._reduced("NORM", x)

    def _square(self, op: str, parts: int, x: Block) -> Block:
        """A matrix from a square one."""
        return self._whole(op, x.rows, x.rows, x, parts * x.count, x.rows)

    def determinant(self, x: Block) -> Block:
        return self._whole("DETERMINANT", 1, 1, x, x.count, x.rows)

    def absolute(self, x: Block) -> Block:
        return self._whole("ABSOLUTE", x.cols, x.cols, x, (x.rows + x.cols) * x.cols, x.rows, x.cols)

    def _of_spectrum(self, op: str, x: Block, noise: Block) -> Block:
        return self._whole(op, x.rows, x.rows, x, 2 * x.count, x.rows, b=noise.first)

    column = staticmethod(lambda x: x)
    scaled = staticmethod(operator.mul)
    inverse, exponential = partialmethod(_square, "INVERSE", 2), partialmethod(_square, "EXPONENTIAL", 3)
    root_matrix, log_matrix = partialmethod(_of_spectrum, "ROOT"), partialmethod(_of_spectrum, "LOGARITHM")

    # Spectra.
    def singular(self, x: Block) -> Block:
        short = min(x.rows, x.cols)
        if short == 1:
            return self.norm(x)
        return self._whole("SINGULAR", short, 1, x, x.count, x.rows, x.cols, int(x.cols > x.rows))

    def symmetric(self, x: Block) -> Block:
        """Eigenvalues of a symmetric matrix."""
        return x if x.count == 1 else self._whole("SYMMETRIC", x.rows, 1, x, x.count, x.rows, x.rows, 0)

    def where_symmetric(self, n: Any, found: Block) -> Block:
        """A block, undefined where a matrix node is not symmetric."""
        x = self.value(n)
        if symmetric_by_form(n) or x.count == 1:
            return found
        apart = self._emit("ASYMMETRY", 1, 1, x.first, 0, x.rows)
        return self.pairwise("GUARD", found, self.noise(n) - apart)

    def _kept(self, op: str, values: Block, longer: int) -> Block:
        """What is distinguished from the singular values that are not zero up to rounding."""
        return self._emit(op, 1, 1, values.first, 0, values.count, longer)

    def _general(self, x: Block) -> Block:
        """Eigenvalues of a matrix that need not be symmetric, and the condition number of its eigenvectors."""
        return self.shared("general", x, lambda: self._whole("GENERAL", 2 * x.rows + 1, 1, x, PARTS * x.count, x.rows))

    def radius(self, x: Block) -> tuple[Block, Block]:
        found, moduli = self._general(x), self._block(x.rows)
        for k in range(x.rows):
            self._append("NORM", moduli.first + k, found.first + 2 * k, 0, 2)
        return self.highest(moduli), self.place(found, -1)

    def real_eigenvalues(self, a: Any) -> Block:
        x = self.value(a)
        return self._emit("REALS", 1, 1, self._general(x).first, 0, x.rows)

    condition, rank = partialmethod(_kept, "COND"), partialmethod(_kept, "RANK")
    erf = pseudo_inverse = pivoting = numerical_radius = eigen_form = singular_form = slope = gradient_gram = _refused


def _shape(leaf: Any) -> tuple[int, int]:
    return (int(leaf.shape[0]), int(leaf.shape[1])) if leaf.is_Matrix else (1, 1)


def allocated(
    code: np.ndarray, blocks: list[tuple[int, int]], fixed: int, named: Mapping[Any, tuple[int, ...]]
) -> tuple[np.ndarray, int]:
    """The same code with registers used again once nothing needs what they hold, and how many there are.

    The first block holds the data, the first `fixed` instructions load what stays.
    """
    starts = [first for first, _ in blocks]

    def owner(register: int) -> int:
        return bisect_right(starts, register) - 1

    used = [[(place, owner(int(word[place]))) for place in named.get(int(word[0]), (1, 2, 3))] for word in code]
    last: dict[int, int] = {}
    for k, parts in enumerate(used):
        last |= {block: k for _, block in parts}
    for parts in used[:fixed]:
        last[parts[0][1]] = len(code)
    places: dict[int, int] = {0: 0} if starts and starts[0] == 0 else {}
    live = {0: blocks[0]} if places else {}  # block: where it stands, and how many
    if places:
        last[0] = len(code)
    most = sum(count for _, count in live.values())
    out = code.copy()
    for k, parts in enumerate(used):
        for place, block in parts:
            if block not in live:
                at, count = 0, blocks[block][1]
                for first, taken in sorted(live.values()):  # the first gap that is wide enough
                    if first - at >= count:
                        break
                    at = max(at, first + taken)
                live[block] = (at, count)
                most = max(most, at + count)
            out[k, place] = live[block][0] + int(code[k, place]) - starts[block]
        live = {block: where for block, where in live.items() if last[block] > k}
    return out, most


_PROGRAMS: WeakKeyDictionary[Concrete, dict[bool, Program | None]] = WeakKeyDictionary()


def program_of(concrete: Concrete, drawn: Mapping[type, Drawn] | None = None) -> Program | None:
    """The program of a concrete statement, or the one that draws its members too, made once; None where a clause, or a
    domain, has no rule."""
    known, draws = _PROGRAMS.setdefault(concrete, {}), drawn is not None
    if draws not in known:
        known[draws] = None
        with suppress(NoProgram):
            known[draws] = Program(concrete, drawn)
    return known[draws]
