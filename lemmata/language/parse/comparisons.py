"""Comparison chains between scalars, vectors, columns and matrices."""

from __future__ import annotations

from typing import Any

from sympy import Integer

from lemmata.language import atoms, columns, core
from lemmata.language.defined import Sorted
from lemmata.language.forms import symmetric_by_form
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import operations
from lemmata.language.parse.errors import ReadingError
from lemmata.language.parse.sizes import Sizes
from lemmata.language.relations import Clause, chain


def compare(sides: list[Any], ops: list[str], sizes: Sizes) -> Clause:
    """The relation or chain; columns are read as their entries unless matrices are compared by `==` alone.

    Raises ReadingError for sides that do not fit and for chains that run both ways; `position` is then the number of
    the operator, counted from 0, which the caller turns into a place.
    """
    order = _loewner(sides, ops)
    if order is not None:
        return order
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


def _loewner(sides: list[Any], ops: list[str]) -> Clause | None:
    """The order of symmetric matrices, where all sides are symmetric by their form, or 0; None elsewhere."""
    order = [side for side in sides if isinstance(side, MatrixTerm)]
    if "==" in ops or not order or any(not symmetric_by_form(m) or operations.is_column(m) for m in order):
        return None
    if any(not isinstance(side, MatrixTerm) and side != 0 for side in sides) or len({op[0] for op in ops}) > 1:
        return None
    if len(set(ops)) > 1:
        raise ReadingError("this chain of matrices mixes strict and other relations", "write two claims")
    pairs = [(x, y) if op[0] == "<" else (y, x) for x, y, op in zip(sides, sides[1:], ops, strict=False)]
    lows = [atoms.LMin(b if a == 0 else -a if b == 0 else b - a) for a, b in pairs]
    least = lows[0] if len(lows) == 1 else core.Min(*lows)
    return chain(least, ">=" if "=" in ops[0] else ">", Integer(0))


def majorization(name: str, x: Any, y: Any, sizes: Sizes) -> tuple[Clause, ...]:
    """`majorized(x, y)`: partial sums of x in descending order are at most those of y, and all sums equal."""
    x, y = Sorted(x), Sorted(y)
    if name == "logmajorized":
        ends = compare([core.Product(x), core.Product(y)], ["=="], sizes)
        x, y = core.Log(x), core.Log(y)
    else:
        ends = compare([core.Total(x), core.Total(y)], ["=="], sizes)
    steps = compare([core.Cumulative(x), core.Cumulative(y)], ["<="], sizes)
    return (steps,) if name == "submajorized" else (steps, ends)


def _fit(x: Any, y: Any, op: str, entrywise: bool, sizes: Sizes) -> None:
    if not entrywise:
        operations.same_shape(x, y, op, sizes)
        return
    if all(isinstance(side, MatrixTerm) and not operations.is_column(side) for side in (x, y)):
        better = "lmin(B - A) >= 0" if op in ("<=", "<") else "lmin(A - B) >= 0"
        raise ReadingError(
            f"matrices have no order: {operations.described(x, sizes)}, {operations.described(y, sizes)}",
            f"write {better} for the Loewner order of matrices symmetric as values, for entries "
            f"A[i, j] {op} B[i, j] for i in 1..r for j in 1..c, or maxabs(A - B) <= c",
        )
    operations.quantities(x, y, op, sizes)
