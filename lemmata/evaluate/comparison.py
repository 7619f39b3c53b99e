"""One relation at one instance, entry by entry: rational arithmetic, then balls, then algebraic numbers.

Where both sides are rational by form, rational arithmetic decides.  Else the sign of the slack is read off balls of
rising precision; where a ball contains zero an exact comparison of algebraic numbers is tried once, then more bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import copysign, inf
from typing import Any, Literal

from flint import arb, arb_mat, fmpq, fmpq_mat

from lemmata.evaluate.algebraic_numbers import AlgebraicInterpreter
from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.exact import ExactInterpreter, symmetric
from lemmata.evaluate.interpreter import Irrational, Unavailable, Undecided
from lemmata.evaluate.number_fields import comparable, nonzero_roots
from lemmata.evaluate.reals import Real
from lemmata.language import atoms, core
from lemmata.language.instance import Instance
from lemmata.language.matrices import MatNeg, MatPlus, MatrixTerm
from lemmata.language.relations import Relation
from lemmata.language.specification import classes
from lemmata.linalg.characteristic import gram, integer_scaling
from lemmata.linalg.precision import MAX_BITS, precision

FAILURES = (MemoryError, OverflowError)  # of one route, which leave the other routes to a decision as they are
Status = Literal["holds", "tie", "broken", "undefined", "undecided"]
PROBE_BITS = 64
# Bits that are still worth their time for spectra of large matrices: (largest order, bits).
SIZE_LIMITS = ((8, 4096), (16, 1024), (32, 256), (inf, 128))
_SPECTRAL = classes(lambda spec: spec.spectral)
_IRRATIONAL = (*_SPECTRAL, core.Exp, core.Erf, core.Log)


@dataclass
class Part:
    """One entry of a relation at one tuple of indices: its status and the numbers that show it."""

    index: tuple[int, ...]
    entry: tuple[int, ...]
    status: Status
    op: str
    lhs: arb
    rhs: arb
    bits: int
    exact: bool = False
    zero: bool = False  # the slack is known to be exactly zero
    reason: str = ""  # why it is undecided

    def slacks(self) -> tuple[float, float]:
        """Approximate slack and relative slack."""
        if self.zero:
            return 0.0, 0.0
        with precision(self.bits + 16):
            difference = _difference(self.op, self.lhs, self.rhs).mid()
            slack = -abs(difference) if self.op == "==" else difference
            size = (abs(self.lhs) + abs(self.rhs)).mid()
            if not size.is_finite():
                return float(slack), copysign(1.0, float(slack))
            return float(slack), float(slack / size) if size > 0 else 0.0


class Evaluation:
    """The interpreters of one instance, shared by all relations decided there."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.exact = ExactInterpreter(instance)
        self.algebraic = AlgebraicInterpreter(self.exact)
        self._balls: dict[int, BallInterpreter] = {}

    def balls(self, bits: int) -> BallInterpreter:
        """The ball interpreter at this precision."""
        if bits not in self._balls:
            self._balls[bits] = BallInterpreter(self.exact, bits)
        return self._balls[bits]


@lru_cache(maxsize=4096)
def rational_by_form(node: Any) -> bool:
    """Whether a side can be expected to be rational: no spectrum is read off in it."""
    return not node.has(*_IRRATIONAL)


@lru_cache(maxsize=4096)
def largest_order(node: Any) -> int:
    """Smaller side of the largest matrix whose spectrum enters."""
    orders = [1]
    for atom in node.atoms(*_SPECTRAL) if hasattr(node, "atoms") else ():
        parts = atom.args[0].args if isinstance(atom, atoms.Slope) else atom.args
        orders += [min(int(x) for x in A.shape) for A in parts if isinstance(A, MatrixTerm)]
    return max(orders)


class _Routes:
    """Which routes to a decision are open in this process."""

    balls_alone = False


def balls_alone() -> None:
    """From now on leave out what is exact but for rational arithmetic on the instance: for a process that begins again
    where another died of a native library.  Signs are decided as before; ties are not recognised, but undecided."""
    _Routes.balls_alone = True


def _difference(op: str, lhs: Any, rhs: Any) -> Any:
    return rhs - lhs if op in ("<=", "<") else lhs - rhs


def _status(op: str, s: int) -> Status:
    """Status of a relation whose slack has the sign s; for an equality s is the sign of the difference."""
    if op == "==":
        return "holds" if s == 0 else "broken"
    if s == 0:
        return "tie" if op in ("<=", ">=") else "broken"
    return "holds" if s > 0 else "broken"


def _ball_sign(x: arb) -> int | None:
    """Sign of every number in the ball, None where they differ or the ball is not a number."""
    if x.is_nan():
        return None
    return 1 if x > 0 else -1 if x < 0 else 0 if x.is_zero() else None


def _pairs(interpreter: Any, relation: Relation, at: Mapping[str, int]) -> list[tuple[tuple[int, ...], Any, Any]]:
    """(place, left, right) for every entry of a relation."""
    if isinstance(relation.lhs, MatrixTerm):
        left, right = (_rows(interpreter.matrix(side, at)) for side in (relation.lhs, relation.rhs))
        return [
            ((i + 1, j + 1), x, y)
            for i, (top, bottom) in enumerate(zip(left, right, strict=True))
            for j, (x, y) in enumerate(zip(top, bottom, strict=True))
        ]
    a, b = interpreter.quantity(relation.lhs, at), interpreter.quantity(relation.rhs, at)
    length = max(len(a), len(b))
    if length == 1:
        return [((), a[0], b[0])]
    if min(len(a), len(b)) not in (1, length):
        raise ValueError(f"vectors of lengths {len(a)} and {len(b)} are compared")
    a, b = (v * length if len(v) == 1 else v for v in (a, b))
    return [((k + 1,), x, y) for k, (x, y) in enumerate(zip(a, b, strict=True))]


def _rows(M: Any) -> list[list[Any]]:
    return M.tolist() if isinstance(M, fmpq_mat | arb_mat) else M


def compare(
    relation: Relation, index: tuple[int, ...], at: Mapping[str, int], state: Evaluation, start: int, limit: int
) -> tuple[list[Part], str]:
    """Parts for every entry at one tuple of indices, and a reason where the entries have no value yet.

    Raises Undefined.
    """
    op = relation.op
    for route in (_rational_parts, _equal_spectra, _rational_difference):
        try:
            known = (
                [] if _Routes.balls_alone and route is not _rational_parts else route(relation, index, at, state, start)
            )
        except FAILURES:  # one route less; the others stand
            continue
        if known:
            return known, ""
    decided: dict[tuple[int, ...], Part] = {}
    waiting: list[Part] = []
    bits, compared, why = start, False, ""
    while True:
        reason = ""
        try:
            waiting = []
            for place, x, y in _pairs(state.balls(bits), relation, at):
                if place not in decided:
                    with precision(bits + 16):
                        left, right = arb(x), arb(y)
                        s = _ball_sign(_difference(op, left, right))
                    status: Status = "undecided" if s is None else _status(op, s)
                    part = Part(index, place, status, op, left, right, bits, s == 0, s == 0)
                    if s is None:
                        waiting.append(part)
                    else:
                        decided[place] = part
            if not waiting:
                return list(decided.values()), ""
        except Undecided as undecided:
            reason = str(undecided)
        if not compared:
            compared = True
            everything, why = _compare_exactly(relation, index, at, state, start, decided)
            if everything:
                return list(decided.values()), ""
            waiting = [part for part in waiting if part.entry not in decided]
        if 2 * bits > limit:
            for part in waiting:
                part.reason = f"the slack is less than its error at {bits} bits, and not comparable exactly: {why}"
            return [*decided.values(), *waiting], reason
        bits *= 2


def _rational_parts(
    relation: Relation, index: tuple[int, ...], at: Mapping[str, int], state: Evaluation, bits: int
) -> list[Part]:
    """Parts decided by rational arithmetic; none where a side is not rational."""
    if not (rational_by_form(relation.lhs) and rational_by_form(relation.rhs)):
        return []
    try:
        pairs = _pairs(state.exact, relation, at)
    except Irrational:
        return []
    return [_known_part(relation.op, index, place, x, y, _difference(relation.op, x, y), bits) for place, x, y in pairs]


def _known_part(
    op: str, index: tuple[int, ...], place: tuple[int, ...], x: arb | fmpq, y: arb | fmpq, difference: fmpq, bits: int
) -> Part:
    """One entry whose slack is known exactly."""
    s = int(difference > 0) - int(difference < 0)
    with precision(bits):
        return Part(index, place, _status(op, s), op, arb(x), arb(y), bits, True, s == 0)


def _equal_spectra(
    relation: Relation, index: tuple[int, ...], at: Mapping[str, int], state: Evaluation, bits: int
) -> list[Part]:
    """Parts of an equality between spectra of two rational matrices that have the same one; none otherwise.

    Saves factoring: equal Gram matrices, or equal characteristic polynomials up to powers of x, are enough.
    """
    lhs, rhs = relation.lhs, relation.rhs
    if relation.op != "==" or type(lhs) is not type(rhs) or not isinstance(lhs, atoms.S | atoms.Lam):
        return []
    try:
        A, B = (state.exact.matrix(side.args[0], at) for side in (lhs, rhs))
    except Irrational:
        return []
    if isinstance(lhs, atoms.Lam):
        same = A.nrows() == B.nrows() and _same_eigenvalues(symmetric(A), symmetric(B))
    else:
        same = min(A.nrows(), A.ncols()) == min(B.nrows(), B.ncols()) and _same_singular_values(A, B)
    if not same:
        return []
    values = state.balls(bits).quantity(lhs, at)
    places: list[tuple[int, ...]] = [()] if len(values) == 1 else [(k + 1,) for k in range(len(values))]
    return [Part(index, p, "holds", "==", x, x, bits, True, True) for p, x in zip(places, values, strict=True)]


def _rational_difference(
    relation: Relation, index: tuple[int, ...], at: Mapping[str, int], state: Evaluation, bits: int
) -> list[Part]:
    """Parts of a relation between matrices whose irrational parts cancel by algebra; none otherwise."""
    lhs, rhs, op = relation.lhs, relation.rhs, relation.op
    if not isinstance(lhs, MatrixTerm) or rational_by_form(lhs) and rational_by_form(rhs):
        return []
    try:
        difference = state.exact.matrix(MatPlus(lhs, MatNeg(rhs)) if op[0] != "<" else MatPlus(rhs, MatNeg(lhs)), at)
        pairs = _pairs(state.balls(bits), relation, at)
    except (Irrational, Undecided):
        return []
    return [_known_part(op, index, (i, j), x, y, difference[i - 1, j - 1], bits) for (i, j), x, y in pairs]


def _same_eigenvalues(A: fmpq_mat, B: fmpq_mat) -> bool:
    if A == B:
        return True
    return comparable(A) and comparable(B) and nonzero_roots(A) == nonzero_roots(B)


def _same_singular_values(A: fmpq_mat, B: fmpq_mat) -> bool:
    """Whether two matrices with equally many singular values are seen to have the same ones."""
    grams = [(M * M.transpose(), M.transpose() * M) for M in (A, B)]
    if any(a == b for a in grams[0] for b in grams[1]):
        return True
    small = [fmpq_mat(gram(N)) / (d * d) for N, d in map(integer_scaling, (A, B))]
    return _same_eigenvalues(*small)


def _compare_exactly(
    relation: Relation, index: tuple[int, ...], at: Mapping[str, int], state: Evaluation, bits: int,
    decided: dict[tuple[int, ...], Part],
) -> tuple[bool, str]:  # fmt: skip
    """Decide entries that balls left open as exact reals; whether all entries are decided now, and why not."""
    op, algebraic = relation.op, state.algebraic
    if _Routes.balls_alone:
        return False, "exact comparisons are switched off"
    try:
        pairs = _pairs(algebraic, relation, at)
    except Unavailable as unavailable:
        return False, str(unavailable)
    except FAILURES as failure:
        return False, f"exact arithmetic gave up: {type(failure).__name__}"
    why = ""
    for place, x, y in pairs:
        if place in decided:
            continue
        larger, smaller = (y, x) if op in ("<=", "<") else (x, y)
        try:
            difference = algebraic.add([larger, algebraic.negate(smaller)])
            s = _ball_sign(difference.enclose(PROBE_BITS))
            if s is None:
                s = algebraic.sign(difference, PROBE_BITS)
            ball_bits = _enough_bits(x, y, bits) if s else bits
        except Unavailable as unavailable:
            why = str(unavailable)
            continue
        except FAILURES as failure:
            why = f"exact arithmetic gave up: {type(failure).__name__}"
            continue
        if s is not None:
            left, right = x.enclose(ball_bits + 16), y.enclose(ball_bits + 16)
            decided[place] = Part(index, place, _status(op, s), op, left, right, ball_bits, True, s == 0)
        else:
            why = "telling the difference from zero is too expensive"
    return all(place in decided for place, _, _ in pairs), why


def _enough_bits(x: Real, y: Real, bits: int) -> int:
    """Bits at which the balls of two different numbers are disjoint.  Raises Unavailable where none are."""
    while bits + 16 <= MAX_BITS:
        with precision(bits + 16):
            if not x.enclose(bits + 16).overlaps(y.enclose(bits + 16)):
                return bits
        bits *= 2
    raise Unavailable("the two sides are beyond what balls hold")
