"""Putting a program of `machine` together: registers, instructions, and each value computed once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lemmata.language import atoms
from lemmata.language.instantiate import Concrete, index_tuples, substitute
from lemmata.language.relations import Relation
from lemmata.language.specification import Moves

LONGEST = 20_000  # registers: beyond, a tile leaves the cache
MOST = 20_000  # instructions
LARGEST = 64  # order of matrices that are decomposed
RELATIONS = {"<=": 0, ">=": 1, "==": 2, "<": 3, ">": 4}
Block = tuple[int, int]  # first register, how many


@dataclass(frozen=True)
class Rules:
    """Which instructions compute the value of a node, by class, and which its magnitude, by class or by its `moves`."""

    values: Mapping[type, Rule]
    sizes: Mapping[type, Rule]
    moves: Mapping[Moves, Rule]


@dataclass(frozen=True)
class Drawn:
    """How a member of a domain is made of normal numbers: of how many, by which instructions, and by the tensors that
    do the same, (B, count) to (B, r, c) or (B,)."""

    count: Callable[[Any], int]
    member: Callable[[Program, Block, Any], Block]
    tensor: Callable[[Any, Any], Any]


class NoProgram(Exception):
    """Some node has no rule here."""


class Program:
    """Instructions that judge the clauses of a concrete statement, hypotheses after conjuncts.

    `places` says where the entries of each variable stand in a row of data; `entries` is the length of a row.  With
    `drawn`, rules by domain, a row holds normal numbers, an even number of them, and the program begins by making
    members of them.  Raises NoProgram where a clause, or a domain, cannot be expressed.
    """

    def __init__(self, concrete: Concrete, rules: Rules, drawn: Mapping[type, Drawn] | None = None) -> None:
        from lemmata.evaluate.cpu_lanes.machine import REGISTERS, WORDS, Op

        self.op, self._words, self._named, self._rules = Op, WORDS, REGISTERS, rules
        self.places: dict[str, Block] = {}
        self.entries = 0
        self.widest = self.room = 1
        for name, leaf in concrete.variables.items():
            size = int(leaf.shape[0]) * int(leaf.shape[1]) if leaf.is_Matrix else 1
            if drawn is not None:
                if type(leaf.domain) not in drawn:
                    raise NoProgram(f"no rule for {leaf.domain.name}")
                size = drawn[type(leaf.domain)].count(leaf)
            self.places[name] = (self.entries, size)
            self.entries += size
        self.entries += self.entries % 2 if drawn is not None else 0
        self._blocks: list[Block] = [(0, self.entries)] if self.entries else []
        self._next = self.entries
        self._constants: dict[tuple[float, ...], Block] = {}
        self._steps: list[list[int]] = []
        self._known: dict[tuple[str, Any], Block] = {}
        for name, leaf in concrete.variables.items() if drawn else ():
            assert drawn is not None
            self.places[name] = drawn[type(leaf.domain)].member(self, self.places[name], leaf)
        self.clauses = (*concrete.claim, *concrete.hypotheses)
        if not self.clauses:
            raise NoProgram("nothing is claimed")
        for k, clause in enumerate(self.clauses):
            self._judge(k, clause)
        loads, start = [], 0
        for first, count in self._constants.values():
            loads.append(self.word(Op.CONSTANT, first, start, 0, count))
            start += count
        self.constants = np.array([x for values in self._constants for x in values] or [0.0])
        self.code, self.registers = allocated(
            np.array([*loads, *self._steps], dtype=np.int64).reshape(-1, WORDS), self._blocks, len(loads), self._named
        )
        if self.registers > LONGEST:
            raise NoProgram("too many registers")

    def word(self, *numbers: int) -> list[int]:
        """An instruction of so many words."""
        return [*map(int, numbers), *[0] * (self._words - len(numbers))]

    def block(self, count: int) -> Block:
        """Fresh registers."""
        out = (self._next, count)
        self._blocks.append(out)
        self._next += count
        return out

    def constant(self, *values: float) -> Block:
        """A block of numbers."""
        if values not in self._constants:
            self._constants[values] = self.block(len(values))
        return self._constants[values]

    def emit(self, op: Any, count: int, a: int, b: int = 0, *numbers: int) -> Block:
        """One instruction with a fresh block for its result.  Raises NoProgram where there are too many."""
        out = self.block(count)
        self.append(self.word(op, out[0], a, b, *numbers))
        return out

    def append(self, word: list[int]) -> None:
        """One instruction more.  Raises NoProgram where there are too many."""
        self._steps.append(word)
        if len(self._steps) > MOST:
            raise NoProgram("too many instructions")

    def whole(
        self, op: Any, count: int, a: Block, shape: tuple[int, int], room: int, *numbers: int, b: int = 0
    ) -> Block:
        """An operation on a whole matrix, which wants a number of entries of room."""
        if max(shape) > LARGEST:
            raise NoProgram("too large")
        self.widest, self.room = max(self.widest, *shape), max(self.room, room)
        return self.emit(op, count, a[0], b, *numbers)

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

    def known(self, key: tuple[str, Any], make: Callable[[], Block]) -> Block:
        """What `make` returns, once per key."""
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

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
        if not isinstance(body, Relation) or body.op not in RELATIONS or body.has(atoms.Slope):
            raise NoProgram("not a plain relation")
        for k, values in enumerate(tuples):
            at = dict(zip(indices, values, strict=True))
            sides = [substitute(side, {}, at) if at else side for side in (body.lhs, body.rhs)]
            (a, p), (b, q), (r, t), (s, u) = (*map(self.value, sides), *map(self.size, sides))
            longest = max(p, q)
            if not {p, q, t, u} <= {1, longest}:
                raise NoProgram("lengths differ")
            self.append(self.word(self.op.JUDGE, number, a, b, p, q, r, s, t, u, RELATIONS[body.op], int(k > 0)))


def allocated(
    code: np.ndarray, blocks: list[Block], fixed: int, named: Mapping[Any, tuple[int, ...]]
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
