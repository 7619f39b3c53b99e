"""A scalar inequality on a box: the box is cut until every part is decided by enclosures.

A cover is a word, read from left to right.  `s k` cuts variable k in the middle: what follows speaks of the lower half,
and then of the upper one.  Every other letter ends a part:

    v      the enclosure of the slack over the part is above zero
    m      so is the value in the middle plus what the derivatives over the part allow (mean value theorem)
    h k    hypothesis k fails everywhere in the part, which is no end of another
    f k    the slack grows with variable k (`F k`: falls) in the part: what follows speaks of its lower (upper) end
    t k j e  in variable k alone: at the lower (e = 0) or upper (e = 1) end the slack and its derivatives below order j
           vanish, exactly, and Taylor's polynomial with its remainder over the part, less j powers of the distance
           from that end, is not negative; of a single point, the slack is a rational number that is not negative

The check below reads the cover in the interval arithmetic of mpmath; what vanishes is computed in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Rational

from lemmata.language import core, domains
from lemmata.language.proof import Boxes, Step
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.variables import Scalar
from lemmata.principles.jets import Fractions, Intervals, Jet, NoJet, Numbers, Reader
from lemmata.principles.templates import PrincipleError

MOST = 200_000  # letters of a cover
TERMS = 10  # of Taylor's polynomial

Box = Mapping[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True, eq=False)
class Task:
    """A conjunct as a slack that is not negative (above zero, if `strict`) on a box, and hypotheses likewise."""

    names: tuple[str, ...]
    box: Box
    slack: Any
    strict: bool
    given: tuple[Any, ...]


def tasks(statement: Statement) -> list[Task]:
    """One per conjunct.  Raises PrincipleError where a variable is not between two rational numbers."""
    ends: dict[str, list[Any]] = {}
    for leaf in statement.let:
        if not isinstance(leaf, Scalar):
            raise PrincipleError(f"{leaf} is no number")
        domain = leaf.domain
        if isinstance(domain, domains.Integers):
            raise PrincipleError(f"{leaf.name} is an integer")
        low, high = getattr(domain, "low", None), getattr(domain, "high", None)
        ends[leaf.name] = [0 if isinstance(domain, domains.Positive) else _fraction(low), _fraction(high)]
    given = []
    for clause in statement.hypotheses:
        if not isinstance(clause, Relation) or clause.op == "==":
            continue
        left, right, below = clause.lhs, clause.rhs, clause.op[0] == "<"
        if isinstance(right, Scalar):
            left, right, below = right, left, not below
        bound = _fraction(right)
        if isinstance(left, Scalar) and bound is not None:  # it bounds the box
            place = 1 if below else 0
            known = ends[left.name][place]
            ends[left.name][place] = bound if known is None else (min if below else max)(known, bound)
        else:
            given.append(_slack(clause))
    if not ends or any(x is None or y is None for x, y in ends.values()):
        raise PrincipleError("not every variable is between two numbers")
    box = {name: (Fraction(a), Fraction(b)) for name, (a, b) in ends.items()}
    if any(a > b for a, b in box.values()):
        raise PrincipleError("the box is empty")
    found = []
    for clause in statement.conjuncts:
        if not isinstance(clause, Relation) or clause.op == "==":
            raise PrincipleError("no inequality between numbers")
        found.append(Task(tuple(box), box, _slack(clause), len(clause.op) == 1, tuple(given)))
    return found


def _fraction(x: Any) -> Fraction | None:
    if isinstance(x, core.Neg):
        inner = _fraction(x.args[0])
        return None if inner is None else -inner
    return Fraction(int(x.p), int(x.q)) if isinstance(x, Rational) else None


def _slack(clause: Relation) -> Any:
    a, b = (clause.lhs, clause.rhs) if clause.op[0] == "<" else (clause.rhs, clause.lhs)
    return core.Plus(b, core.Neg(a))


def jet(numbers: Numbers, node: Any, box: Box, along: str | None = None, order: int = 0) -> Jet:
    """The value of an expression over a box, and derivatives over factorials along one variable.  Raises NoJet."""
    zero = numbers.rational(Fraction(0))
    at = {}
    for name, (low, high) in box.items():
        at[name] = [numbers.hull(low, high), *[zero] * order]
        if name == along and order:
            at[name][1] = numbers.rational(Fraction(1))
    return Reader(numbers, at, order)(node)


def middle(box: Box) -> Box:
    """The midpoint."""
    return {name: ((a + b) / 2, (a + b) / 2) for name, (a, b) in box.items()}


def mean_value(numbers: Numbers, task: Task, box: Box) -> Any:
    """An enclosure of the slack over a box from the middle and the derivatives.  Raises NoJet."""
    out = jet(numbers, task.slack, middle(box))[0]
    for name, (a, b) in box.items():
        if a < b:
            out = out + jet(numbers, task.slack, box, name, 1)[1] * numbers.hull(-(b - a) / 2, (b - a) / 2)
    return out


def holds(numbers: Numbers, task: Task, box: Box, letter: str, arguments: Sequence[int]) -> bool:
    """Whether a letter that ends a part decides it, or one that leads to an end may.  Raises NoJet."""
    if letter == "v":
        value = jet(numbers, task.slack, box)[0]
        return numbers.sign(value) == 1 or not task.strict and numbers.at_least(value)
    if letter == "m":
        value = mean_value(numbers, task, box)
        return numbers.sign(value) == 1 or not task.strict and numbers.at_least(value)
    if letter == "h":
        return numbers.sign(jet(numbers, task.given[arguments[0]], box)[0]) == -1
    if letter in "fF":
        slope = jet(numbers, task.slack, box, task.names[arguments[0]], 1)[1]
        return numbers.at_least(slope if letter == "f" else -slope)
    if letter == "t":
        k, order, end = arguments
        if task.strict or not 1 <= order < TERMS or end not in (0, 1):
            return False
        name = task.names[k]
        if all(a == b for a, b in box.values()):
            return bool(jet(Fractions(), task.slack, box)[0] >= 0)
        if any(a != b for other, (a, b) in box.items() if other != name):
            return False
        point = {**box, name: (box[name][end], box[name][end])}
        exact = jet(Fractions(), task.slack, point, name, TERMS - 1)
        if any(exact[:order]):
            return False
        side = -1 if end else 1  # the distance from the end is v, the slack the sum of (side v)^i times coefficients
        step = numbers.hull(Fraction(0), box[name][1] - box[name][0])
        value = jet(numbers, task.slack, box, name, TERMS)[TERMS] * side**TERMS
        for k in range(TERMS - 1, order - 1, -1):
            value = value * step + numbers.rational(exact[k] * side**k)
        return numbers.at_least(value)
    return False


def halves(box: Box, name: str) -> tuple[Box, Box]:
    """The two halves along a variable."""
    a, b = box[name]
    return {**box, name: (a, (a + b) / 2)}, {**box, name: ((a + b) / 2, b)}


def ended(box: Box, name: str, upper: bool) -> Box:
    """One end along a variable."""
    x = box[name][1 if upper else 0]
    return {**box, name: (x, x)}


def covered(task: Task, cover: str) -> int:
    """How many parts a cover has.  Raises PrincipleError where it does not decide one, or ends early or late."""
    words: Iterator[str] = iter(cover.split())
    if len(cover) > MOST:
        raise PrincipleError("the cover is too long")
    numbers, parts = Intervals(), 0
    waiting = [(task.box, False)]  # parts, and whether each is an end of a larger one
    try:
        while waiting:
            box, end = waiting.pop()
            letter = next(words)
            arguments = [int(next(words)) for _ in range(_ARGUMENTS[letter])]
            if any(k < 0 for k in arguments):
                raise PrincipleError("a negative number")
            if letter == "s":
                low, high = halves(box, task.names[arguments[0]])
                waiting += [(high, end), (low, end)]
            elif letter == "h" and end:
                raise PrincipleError("a hypothesis that fails at an end may hold elsewhere")
            elif not holds(numbers, task, box, letter, arguments):
                raise PrincipleError(f"{letter} does not decide {_shown(box)}")
            elif letter in "fF":
                waiting.append((ended(box, task.names[arguments[0]], letter == "F"), True))
            else:
                parts += 1
    except NoJet as error:
        raise PrincipleError(f"no enclosure over {_shown(box)}: {error}") from None
    except (StopIteration, KeyError, IndexError, ValueError) as error:
        raise PrincipleError(f"the cover cannot be read: {type(error).__name__}") from None
    if next(words, None) is not None:
        raise PrincipleError("the cover goes on after the last part")
    return parts


_ARGUMENTS = {"s": 1, "v": 0, "m": 0, "h": 1, "f": 1, "F": 1, "t": 3}


def _shown(box: Box) -> str:
    return ", ".join(f"{a} <= {name} <= {b}" for name, (a, b) in box.items())


def subdivided(statement: Statement, step: Step) -> list[str]:
    """The claim holds on its box, since each part of a cover is decided."""
    reason: Any = step.by
    if not isinstance(reason, Boxes) or step.states not in statement.conjuncts:
        raise PrincipleError("the step does not state the claim")
    wanted = tasks(statement)
    if len(wanted) != len(reason.covers):
        raise PrincipleError(f"{len(reason.covers)} covers for {len(wanted)} conjuncts")
    counts = [covered(task, cover) for task, cover in zip(wanted, reason.covers, strict=True)]
    return [f"{_shown(wanted[0].box)}", *(f"{n} parts" for n in counts)]


__all__ = ["Task", "covered", "subdivided", "tasks"]
