"""Which questions are open, and whether a failure is one for good or the fault of an open question.

Whoever proves asks whether a formula holds, a sign is seen, an atom reduces; questions ask others, and one that comes
up again on the way to its own answer gets none.  A failure that met no such question, or only those asked on the way,
would be met again whoever asks: it is kept.  Any other may be the fault of what is open, and is not.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, None for nothing, when so much was known, and at which depth of questions about signs."""

    known: Hashable
    depth: int
    found: Any


class Questions:
    """Open questions, outermost first, each with the outermost open one that its answer depends on so far."""

    def __init__(self) -> None:
        self._place: dict[Hashable, int] = {}
        self._depends: list[int] = []

    def __contains__(self, question: Hashable) -> bool:
        return question in self._place

    def __len__(self) -> int:
        return len(self._depends)

    def begin(self, question: Hashable) -> None:
        """Open a question, which is not open."""
        self._place[question] = len(self._depends)
        self._depends.append(len(self._depends))

    def end(self, question: Hashable, answered: bool) -> bool:
        """Close the innermost question: whether its answer depends on no open one.  One that is `answered` leaves
        nothing for which those that asked it could blame an open one."""
        place, depends = self._place.pop(question), self._depends.pop()
        if depends >= place:
            return True
        if not answered and self._depends:
            self._depends[-1] = min(self._depends[-1], depends)
        return False

    def depend(self, question: Hashable) -> None:
        """Note that the innermost question gets no answer from an open one."""
        if question in self._place:
            self._depends[-1] = min(self._depends[-1], self._place[question])

    def depend_on_all(self) -> None:
        """Note that the innermost question fails for how it was come to: at the next attempt it may not."""
        if self._depends:
            self._depends[-1] = 0
