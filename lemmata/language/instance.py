"""One exact instance: numbers for every dimension and rational values for every variable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Exact = Fraction | list[list[Fraction]]


@dataclass(frozen=True, eq=False)
class Instance:
    """Values of a statement's variables, exactly.

    `dims` maps dimension names to integers; `values` maps scalar and index names to Fractions and matrix names to
    lists of rows of Fractions.
    """

    dims: Mapping[str, int]
    values: Mapping[str, Exact] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Dimensions as integers, every number as a "p/q" string."""
        return {"dims": dict(self.dims), "values": {k: _write(v) for k, v in self.values.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Instance:
        """Inverse of `to_json`.  Raises ValueError for anything that is not a rational or a rectangular matrix."""
        return cls({k: int(v) for k, v in data["dims"].items()}, {k: _read(v) for k, v in data["values"].items()})


def _write(value: Exact) -> Any:
    return str(value) if isinstance(value, Fraction) else [[str(x) for x in row] for row in value]


def _read(value: Any) -> Exact:
    if isinstance(value, str | int):
        return Fraction(value)
    rows = [[Fraction(x) for x in row] for row in value]
    if len({len(row) for row in rows}) > 1:
        raise ValueError("matrix rows of different lengths")
    return rows
