"""Covers of boxes, looked for in ball arithmetic: what is written down, `lemmata/principles/box_cover` checks."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from lemmata.kernel import KernelError
from lemmata.language import proof
from lemmata.language.statement import Statement
from lemmata.principles.box_cover import TERMS, Box, Task, ended, halves, holds, jet, tasks
from lemmata.principles.jets import NoJet, Numbers
from lemmata.principles.templates import PrincipleError
from lemmata.prove.facts import reading, transcendental

PARTS, DEEPEST = 12_000, 40
METHOD = "box subdivision"
STRICTLY = arb(2) ** -60  # how far above zero an enclosure must lie, so that other roundings see it too


class Balls(Numbers):
    """Balls of FLINT."""

    def rational(self, q: Fraction) -> Any:
        """q, enclosed."""
        return arb(fmpq(q.numerator, q.denominator))

    def hull(self, low: Fraction, high: Fraction) -> Any:
        """From low to high."""
        return self.rational(low).union(self.rational(high))

    def pi(self) -> Any:
        """Enclosed."""
        return arb.pi()

    def exp(self, x: Any) -> Any:
        """Enclosed."""
        return x.exp()

    def log(self, x: Any) -> Any:
        """Enclosed.  Raises NoJet unless x is above zero."""
        if not x > 0:
            raise NoJet("a logarithm at or below zero")
        return x.log()

    def root(self, x: Any) -> Any:
        """Enclosed.  Raises NoJet below zero."""
        if not x >= 0:
            raise NoJet("a root below zero")
        return x.sqrt()

    def sign(self, x: Any) -> int | None:
        """With room to spare."""
        return 1 if x > STRICTLY else -1 if x < -STRICTLY else 0 if x == 0 else None

    def at_least(self, x: Any) -> bool:
        """With room to spare, or exactly zero."""
        return bool(x > STRICTLY or x == 0)

    def extreme(self, x: Any, y: Any, largest: bool) -> Any:
        """Enclosed."""
        return x.max(y) if largest else x.min(y)


class Cover:
    """The search for one cover."""

    def __init__(self, task: Task, until: float) -> None:
        self.task, self.until = task, until
        self.numbers, self.parts = Balls(), 0

    def find(self) -> str | None:
        """The cover, None where none was found in time."""
        words: list[str] = []
        waiting = [(self.task.box, 0, False)]
        while waiting:
            box, depth, end = waiting.pop()
            if time.process_time() > self.until or self.parts > PARTS or depth > DEEPEST:
                return None
            self.parts += 1
            letter = self.decided(box, end)
            if letter is not None:
                words.append(letter)
                continue
            face = None if self.task.given else self.face(box)  # an end forgets the hypotheses
            if face is not None:
                words.append(face[0])
                waiting.append((face[1], depth, True))
                continue
            if self.broken(box):
                return None
            name = self.widest(box)
            if name is None:
                return None
            words.append(f"s {self.task.names.index(name)}")
            low, high = halves(box, name)
            waiting += [(high, depth + 1, end), (low, depth + 1, end)]
        return " ".join(words)

    def tried(self, box: Box, letter: str, *arguments: int) -> bool:
        """Whether a letter decides a part."""
        try:
            return holds(self.numbers, self.task, box, letter, arguments)
        except (NoJet, ZeroDivisionError):
            return False

    def decided(self, box: Box, end: bool) -> str | None:
        """A letter that ends a part."""
        for letter in ("v", "m"):
            if self.tried(box, letter):
                return letter
        for k in range(0 if end else len(self.task.given)):
            if self.tried(box, "h", k):
                return f"h {k}"
        return self.tie(box)

    def tie(self, box: Box) -> str | None:
        """The letter of a part at whose end the slack vanishes."""
        open_ = [name for name, (a, b) in box.items() if a < b]
        if len(open_) > 1 or self.task.strict:
            return None
        name = open_[0] if open_ else next(iter(box))
        k = self.task.names.index(name)
        for end in (0, 1):
            point = ended(box, name, bool(end))
            try:
                value = jet(self.numbers, self.task.slack, point)[0]
            except (NoJet, ZeroDivisionError):
                continue
            if not value.contains(0):
                continue
            for order in range(1, TERMS):
                if self.tried(box, "t", k, order, end):
                    return f"t {k} {order} {end}"
        return None

    def face(self, box: Box) -> tuple[str, Box] | None:
        """The end along which the slack is smallest, where it grows or falls with a variable."""
        for k, name in enumerate(self.task.names):
            if box[name][0] < box[name][1]:
                for letter in "fF":
                    if self.tried(box, letter, k):
                        return f"{letter} {k}", ended(box, name, letter == "F")
        return None

    def broken(self, box: Box) -> bool:
        """Whether the slack is below zero in the middle, so that there is nothing to find."""
        point = {name: ((a + b) / 2, (a + b) / 2) for name, (a, b) in box.items()}
        try:
            inside = all(self.numbers.sign(jet(self.numbers, g, point)[0]) == 1 for g in self.task.given)
            return inside and self.numbers.sign(jet(self.numbers, self.task.slack, point)[0]) == -1
        except (NoJet, ZeroDivisionError):
            return False

    def widest(self, box: Box) -> str | None:
        """The variable in which the slack varies most, as far as is seen; else the longest side."""
        best, most = None, -1.0
        for name, (a, b) in box.items():
            if a == b:
                continue
            try:
                slope = float(abs(jet(self.numbers, self.task.slack, box, name, 1)[1]).upper())
            except (NoJet, ZeroDivisionError):
                slope = float("inf")
            size = float(b - a)
            weight = size * slope if slope < 1e12 else 1e12 * size
            if weight > most:
                best, most = name, weight
        return best


def script(statement: Statement, seconds: float) -> proof.Proof | None:
    """A proof by subdivision, None where none was found.

    What the kernel can read is left to it, but for values of exponentials.
    """
    try:
        wanted = tasks(statement)
    except PrincipleError:
        return None
    try:
        reading(statement)
    except KernelError:
        pass
    else:
        if not transcendental(statement):
            return None
    until, before, covers = time.process_time() + seconds, ctx.prec, []
    try:
        ctx.prec = 100
        for task in wanted:
            cover = Cover(task, until).find()
            if cover is None:
                return None
            covers.append(cover)
    finally:
        ctx.prec = before
    return proof.Proof(METHOD, (proof.Step("cover", statement.conjuncts[0], proof.Boxes(tuple(covers))),))


__all__ = ["METHOD", "script"]
