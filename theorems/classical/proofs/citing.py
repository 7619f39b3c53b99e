"""Steps that cite the book, in short."""

from collections.abc import Mapping
from typing import Any

from lemmata.theorems.language.proof import Apply, Step


def cite(
    name: str, states: Any, row: str, where: Mapping[Any, Any] | None = None, conjunct: int = 0, at: Any = None
) -> Step:
    """The step `name`, an instance of a conjunct of the textbook's `row`."""
    return Step(name, states, Apply(f"classical.{row}", where or {}, conjunct, at or {}))
