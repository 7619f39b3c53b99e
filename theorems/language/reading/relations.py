"""Comparison chains between scalars, vectors, columns and matrices."""

from __future__ import annotations

from typing import Any

from theorems.language import columns
from theorems.language.matrices import MatrixTerm
from theorems.language.reading import arithmetic
from theorems.language.reading.errors import ReadingError
from theorems.language.reading.sizes import Sizes
from theorems.language.relations import Clause, chain


def compare(sides: list[Any], ops: list[str], sizes: Sizes) -> Clause:
    """The relation or chain; columns are read as their entries unless matrices are compared by `==` alone.

    Raises ReadingError for sides that do not fit and for chains that run both ways; `position` is then the number of
    the operator, counted from 0, which the caller turns into a place.
    """
    rising = [k for k, op in enumerate(ops) if op in ("<=", "<")]
    falling = [k for k, op in enumerate(ops) if op in (">=", ">")]
    if rising and falling:
        turn = max(rising[0], falling[0])
        raise ReadingError("this chain runs both ways", "write two claims, or turn one side round", position=turn)
    entrywise = bool(rising or falling) or not all(isinstance(side, MatrixTerm) for side in sides)
    for k, op in enumerate(ops):
        try:
            _fit(sides[k], sides[k + 1], op, entrywise, sizes)
        except ReadingError as error:
            error.position = k
            raise
    fitting = [columns.entries(side) for side in sides] if entrywise else sides
    parts = [fitting[0], *(p for op, side in zip(ops, fitting[1:], strict=True) for p in (op, side))]
    return chain(*parts)


def _fit(x: Any, y: Any, op: str, entrywise: bool, sizes: Sizes) -> None:
    if not entrywise:
        arithmetic.same_shape(x, y, op, sizes)
        return
    if all(isinstance(side, MatrixTerm) and not arithmetic.is_column(side) for side in (x, y)):
        better = "lmin(B - A) >= 0" if op in ("<=", "<") else "lmin(A - B) >= 0"
        raise ReadingError(
            f"matrices have no order: {arithmetic.described(x, sizes)}, {arithmetic.described(y, sizes)}",
            f"write {better} for the Loewner order of symmetric matrices, maxabs(A - B) <= c for entries",
        )
    arithmetic.quantities(x, y, op, sizes)
