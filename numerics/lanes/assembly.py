"""Putting a program of `machine` together: registers, instructions, and each value computed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lemmata.theorems.language import atoms
from lemmata.theorems.language.instantiate import Concrete, index_tuples
from lemmata.theorems.language.relations import Relation
from lemmata.theorems.language.specification import Moves

LONGEST = 2048  # registers: beyond, a tile leaves the cache
RELATIONS = {"<=": 0, ">=": 1, "==": 2, "<": 3, ">": 4}
Block = tuple[int, int]  # first register, how many


@dataclass(frozen=True)
class Rules:
    """Which instructions compute the value of a node, by class, and which its magnitude, by class or by its `moves`."""

    values: Mapping[type, Rule]
    sizes: Mapping[type, Rule]
    moves: Mapping[Moves, Rule]


class NoProgram(Exception):
    """Some node has no rule here."""


class Program:
    """Instructions that judge the clauses of a concrete statement, hypotheses after conjuncts.

    `places` says where the entries of each variable stand in a row of data; `entries` is the length of a row.
    Raises NoProgram where a clause cannot be expressed.
    """

    def __init__(self, concrete: Concrete, rules: Rules) -> None:
        from lemmata.numerics.lanes.machine import WORDS, Op

        self.op, self._words, self._rules = Op, WORDS, rules
        self.places: dict[str, Block] = {}
        self.entries = self.widest = 0
        for name, leaf in concrete.variables.items():
            size = int(leaf.shape[0]) * int(leaf.shape[1]) if leaf.is_Matrix else 1
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
        return self._shared("value", node, self._rules.values)

    def size(self, node: Any) -> Block:
        """Where its magnitude stands: one register, or one per entry."""
        return self._shared("size", node, self._rules.sizes)

    def _shared(self, what: str, node: Any, rules: Mapping[type, Rule]) -> Block:
        found = self._known.get((what, node))
        if found is None:
            rule = next((rules[cls] for cls in type(node).__mro__ if cls in rules), None)
            if rule is None and what == "size":
                rule = self._rules.moves.get(node.spec.moves)
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


def entries_of(node: Any) -> int:
    rows, cols = shape(node)
    return rows * cols


def shape(node: Any) -> tuple[int, int]:
    return int(node.shape[0]), int(node.shape[1])


def folded(name: str, part: Callable[[Program, Any], Block]) -> Rule:
    def rule(program: Program, node: Any) -> Block:
        out = part(program, node.args[0])
        for a in node.args[1:]:
            out = program.pairwise(program.op[name], out, part(program, a))
        return out

    return rule


def value_of(program: Program, node: Any) -> Block:
    return program.value(node)


def size_of(program: Program, node: Any) -> Block:
    return program.size(node)
