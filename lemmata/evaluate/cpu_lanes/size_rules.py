"""The sizes behind values (`evaluate.error_sizes`) as instructions of a program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Rational

from lemmata.evaluate import error_sizes
from lemmata.evaluate.cpu_lanes.assembly import Block, NoProgram, Program, Rule, shape
from lemmata.language import atoms, core, families, functions, variables

PARTS = 6  # times the entries: the room that `schur.general` wants
NOISE = 64 * 2.0**-52  # part of a size that counts as rounding, as in `evaluate.float_rules`


def raised(program: Program, base: Block, exponent: int) -> Block:
    if exponent == 0:
        return program.constant(1.0)
    out = base
    for bit in bin(exponent)[3:]:
        out = program.pairwise(program.op.MUL, out, out)
        if bit == "1":
            out = program.pairwise(program.op.MUL, out, base)
    return out


def exact(program: Program, node: Any) -> Block:
    """The absolute value of a quantity."""
    return program.single(program.op.ABS, program.value(node))


def noise(program: Program, node: Any) -> Block:
    """Rounding error to be expected of the value of a node."""
    return program.pairwise(program.op.MUL, program.size(node), program.constant(NOISE))


def schatten(program: Program, values: Block, p: Block) -> Block:
    """(sum_i s_i^p)^(1/p) of numbers that are not negative, scaled by the largest; undefined unless p > 0."""
    op, one = program.op, program.constant(1.0)
    top = program.pairwise(op.MAX, program.reduced(op.HIGHEST, values), program.constant(2.0**-1022))
    terms = program.pairwise(op.POWER, program.pairwise(op.DIV, values, top), p)
    norm = program.pairwise(op.POWER, program.reduced(op.SUM, terms), program.pairwise(op.DIV, one, p))
    return program.pairwise(op.GUARD, program.pairwise(op.MUL, top, norm), p)


def general(program: Program, a: Any) -> Block:
    """Eigenvalues of a matrix node that need not be symmetric, and the condition number of its eigenvectors."""
    order = shape(a)[0]
    room = PARTS * order**2

    def make() -> Block:
        return program.whole(program.op.GENERAL, 2 * order + 1, program.value(a), (order, order), room, order)

    return program.known(("general", a), make)


def _paired(op: str) -> Callable[[_Term, _Term | float], _Term]:
    return lambda x, y: x.paired(op, y)


@dataclass(frozen=True)
class _Term:
    """A block with the arithmetic that emits instructions."""

    program: Program
    block: Block

    def paired(self, op: str, other: _Term | float, turned: bool = False) -> _Term:
        """Entry by entry with another term or a number, the other one first where `turned`."""
        block = other.block if isinstance(other, _Term) else self.program.constant(float(other))
        pair = (block, self.block) if turned else (self.block, block)
        return _Term(self.program, self.program.pairwise(self.program.op[op], *pair))

    def single(self, op: str) -> _Term:
        """A function of each entry."""
        return _Term(self.program, self.program.single(self.program.op[op], self.block))

    def reduced(self, op: str) -> _Term:
        """One number from all entries."""
        return _Term(self.program, self.program.reduced(self.program.op[op], self.block))

    def __rtruediv__(self, other: float) -> _Term:
        return self.paired("DIV", other, turned=True)

    def __abs__(self) -> _Term:
        return self.single("ABS")

    __add__, __sub__, __mul__, __truediv__ = map(_paired, ("ADD", "SUB", "MUL", "DIV"))


@dataclass(frozen=True)
class Blocks:
    """What the rules of `error_sizes` ask for, in one program; a size in doubt is not a number."""

    program: Program
    roundings = NOISE
    tiny = 2.0**-1022
    highest = staticmethod(lambda x: x.reduced("HIGHEST"))
    product = staticmethod(lambda x: x.reduced("PRODUCT"))
    lesser = staticmethod(lambda x, y: x.paired("MIN", y))
    greater = staticmethod(lambda x, y: x.paired("MAX", y))
    over = staticmethod(lambda x, y: x / y)
    sqrt = staticmethod(lambda x: x.single("SQRT"))
    exp = staticmethod(lambda x: x.single("EXP"))
    log_size = staticmethod(lambda x: abs(x.single("LOG")))
    power = staticmethod(lambda x, exponent: x.paired("POWER", exponent))
    root_error = staticmethod(lambda root, size: root.paired("ROOT_ERROR", size))
    from_zero = staticmethod(lambda x: x.paired("GUARD", x))
    positive = staticmethod(lambda x: x.paired("GUARD", x))  # a quotient by zero is in doubt, too
    doubtful = staticmethod(lambda size: size)

    def _term(self, block: Block) -> _Term:
        return _Term(self.program, block)

    def value(self, node: Any) -> _Term:
        return self._term(self.program.value(node))

    def size(self, node: Any) -> _Term:
        return self._term(self.program.size(node))

    def noise(self, node: Any) -> _Term:
        return self._term(noise(self.program, node))

    def count(self, node: Any) -> int:
        return self.program.value(node)[1]

    def norm(self, node: Any) -> _Term:
        return self.value(node).reduced("NORM")

    def raised(self, x: _Term, exponent: int) -> _Term:
        return self._term(raised(self.program, x.block, exponent))

    def schatten(self, values: _Term, p: _Term) -> _Term:
        return self._term(schatten(self.program, values.block, p.block))

    def sums(self, node: Any) -> _Term:
        (first, count), length = self.program.size(node), self.count(node)
        return self._term(self.program.emit(self.program.op.CUMULATIVE, length, first, 0, length, int(count > 1)))

    def together(self, node: Any) -> _Term:
        size, count = self.size(node), self.count(node)
        return size.reduced("NORM") if size.block[1] == count else size * count**0.5

    def top(self, node: Any) -> _Term:
        a, order = self.program.value(node), shape(node)[0]
        mirror = self._term(self.program.emit(self.program.op.TRANSPOSE, a[1], a[0], 0, order, order))
        mean = ((self._term(a) + mirror) * 0.5).block
        if order > 1:
            op = self.program.op.SYMMETRIC
            mean = self.program.whole(op, order, mean, (order, order), order**2, order, order, 0)
        return self._term((mean[0], 1))

    def condition(self, node: Any) -> _Term:
        return self._term((general(self.program, node)[0] + 2 * shape(node)[0], 1))


def _emitted(rule: error_sizes.Rule) -> Rule:
    return lambda program, node: rule(Blocks(program), node).block


def _real_power(program: Program, node: Any) -> Block:
    if not isinstance(node.args[1], Rational):
        raise NoProgram("an exponent that is no number")
    return _emitted(error_sizes.RULES[core.RealPower])(program, node)


WITHOUT = (
    variables.Index, core.Erf, atoms.SingularForm, families.GradientGram, functions.PseudoInverse, functions.Pivoting,
)  # fmt: skip
SIZES: dict[type, Rule] = {cls: _emitted(rule) for cls, rule in error_sizes.RULES.items() if cls not in WITHOUT}
SIZES[core.RealPower] = _real_power
MOVES = {moves: _emitted(rule) for moves, rule in error_sizes.MOVES.items()}
