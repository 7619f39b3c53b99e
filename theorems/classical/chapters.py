"""How the shorter chapters of the book are written: one call per theorem, collected in a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.theorems.classical import TEXTBOOK
from lemmata.theorems.language import Kind, Statement


def collector(into: list[Statement]) -> Callable[..., None]:
    """A function that adds a theorem: id, title, place in the literature, claim, and what is given."""

    def theorem(
        id: str, title: str, at: str | tuple[str, ...], claim: Any, given: Any = (), kind: Kind = Kind.ALGEBRAIC
    ) -> None:
        place = (at,) if isinstance(at, str) else at
        into.append(Statement(id=id, title=title, source=TEXTBOOK.at(*place), kind=kind, claim=claim, given=given))

    return theorem
