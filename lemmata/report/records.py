"""Reading parsed JSON that may hold anything: whatever is of the wrong shape counts as missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Record(dict[str, Any]):
    """An object in which what is missing is None, as templates ask for it."""

    def __missing__(self, key: str) -> None:
        return None


def mapping(value: Any) -> Record:
    """``value`` if it is an object, else an empty one."""
    return Record(value) if isinstance(value, Mapping) else Record()


def records(value: Any) -> list[Record]:
    """The objects of a list, nothing where it is none."""
    return [Record(item) for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def names(value: Any) -> tuple[str, ...]:
    """The entries of a list as text, nothing where it is none."""
    return tuple(str(item) for item in value) if isinstance(value, list) else ()
