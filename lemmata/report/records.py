"""Reading parsed JSON that may hold anything: whatever is of the wrong shape counts as missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def mapping(value: Any) -> Mapping[str, Any]:
    """``value`` if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def records(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list, nothing where it is none."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def names(value: Any) -> tuple[str, ...]:
    """The entries of a list as text, nothing where it is none."""
    return tuple(str(item) for item in value) if isinstance(value, list) else ()
