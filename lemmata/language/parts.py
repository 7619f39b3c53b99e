"""Parts of matrices, matrices made of parts, and partial traces and transposes, in terms of unit columns and stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sympy import Integer

from lemmata.language.columns import column, entries
from lemmata.language.core import distinct, quantity
from lemmata.language.dimensions import ShapeError, product_of, same_dimension, written
from lemmata.language.families import MatSumOver, StackOver, Unit, VStack
from lemmata.language.functions import Ones, zeros
from lemmata.language.matrices import Id, MatrixTerm, Scaled, Transpose, kron, matrix
from lemmata.language.variables import Index


def fresh(*trees: Any) -> Index:
    """An index whose letter no variable of the trees has."""
    taken = {str(part.name) for tree in trees for part in distinct(tree) if hasattr(part, "name")}
    return Index(next(_letters(taken)))


def _letters(taken: set[str]) -> Iterator[str]:
    yield from (letter for letter in "ijlpqrst" if letter not in taken)
    number = 1
    while True:
        if f"i_{number}" not in taken:
            yield f"i_{number}"
        number += 1


def nth(a: Any, j: Any) -> MatrixTerm:
    """The j-th column of a matrix, j counted from 1."""
    a = matrix(a)
    unit = Unit(a.shape[1], j)
    return unit if isinstance(a, Id) else a if a.shape[1] == 1 else a @ unit


def selected(a: Any, first: Any, last: Any) -> MatrixTerm:
    """The rows first..last of a matrix, both included."""
    a = matrix(a)
    rows = _unit_rows(a, a.shape[0], first, last)
    return rows if isinstance(a, Id) else rows @ a


def selected_columns(a: Any, first: Any, last: Any) -> MatrixTerm:
    """The columns first..last of a matrix, both included."""
    a = matrix(a)
    cols = _unit_rows(a, a.shape[1], first, last).T
    return cols if isinstance(a, Id) else a @ cols


def _unit_rows(a: MatrixTerm, n: Any, first: Any, last: Any) -> MatrixTerm:
    first, last = quantity(first), quantity(last)
    i = fresh(a, first, last)
    return StackOver(i, first, last, Unit(n, i).T)


def block(rows: Sequence[Sequence[Any]]) -> MatrixTerm:
    """The matrix made of blocks, row by row.

    A number is a block of order one, or, where it is zero, of the size its row and column have.
    """
    cells = [[x if isinstance(x, MatrixTerm) else quantity(x) for x in row] for row in rows]
    heights = [next((x.shape[0] for x in row if isinstance(x, MatrixTerm)), Integer(1)) for row in cells]
    widths = [
        next((x.shape[1] for x in col if isinstance(x, MatrixTerm)), Integer(1)) for col in zip(*cells, strict=True)
    ]

    def cell(x: Any, r: Any, c: Any) -> MatrixTerm:
        if isinstance(x, MatrixTerm):
            return x
        if x == 0 and (r, c) != (1, 1):
            return zeros(r, c)
        return Id(1) if x == 1 else Scaled(x, Id(1))

    lines = []
    for row, r in zip(cells, heights, strict=True):
        parts = [cell(x, r, c) for x, c in zip(row, widths, strict=True)]
        lines.append(parts[0] if len(parts) == 1 else VStack(*(_turned(part) for part in parts)).T)
    return lines[0] if len(lines) == 1 else VStack(*lines)


def _turned(a: MatrixTerm) -> MatrixTerm:
    """The transpose, as short as it can be said."""
    if isinstance(a, Id) or a.shape == (1, 1):
        return a
    if isinstance(a, Transpose):
        return a.args[0]
    if isinstance(a, Scaled) and isinstance(a.args[1], Ones):
        return Scaled(a.args[0], Ones(*reversed(a.args[1].args)))
    return a.T


def entrywise(f: Any, a: Any) -> Any:
    """f of every entry of a matrix, f a function of vectors entry by entry: `entrywise(exp, A)`."""
    a = matrix(a)
    if a.shape[1] == 1:
        return column(f(entries(a)))
    j = fresh(a)
    return StackOver(j, Integer(1), a.shape[1], column(f(entries(nth(a, j)))).T).T


# Matrices on a tensor product.
def ptrace1(n: Any, m: Any, a: Any, copies: Any = 1) -> MatrixTerm:
    """Trace over the first factor of a matrix on R^n ⊗ R^m: m x m.

    `copies` counts the blocks of its rows and of its columns that are treated so, each nm wide (2 in a real form).
    """
    n, m, a = _fitting("ptrace1", n, m, a, copies)
    i = fresh(a, n, m)
    unit = kron(Unit(n, i), Id(m))
    outer = unit if copies == 1 else kron(Id(copies), unit)
    return MatSumOver(i, Integer(1), n, outer.T @ a @ outer)


def ptrace2(n: Any, m: Any, a: Any, copies: Any = 1) -> MatrixTerm:
    """Trace over the second factor of a matrix on R^n ⊗ R^m: n x n.

    `copies` as in `ptrace1`.
    """
    n, m, a = _fitting("ptrace2", n, m, a, copies)
    j = fresh(a, n, m)
    unit = kron(Id(_times(copies, n)), Unit(m, j))
    return MatSumOver(j, Integer(1), m, unit.T @ a @ unit)


def ptranspose(n: Any, m: Any, a: Any, copies: Any = 1) -> MatrixTerm:
    """Transpose in the second factor of a matrix on R^n ⊗ R^m, nm x nm.

    `copies` as in `ptrace1`.
    """
    n, m, a = _fitting("ptranspose", n, m, a, copies)
    i = fresh(a, n, m)
    j = fresh(a, n, m, i)
    one = kron(Id(_times(copies, n)), Unit(m, i) @ Unit(m, j).T)
    return MatSumOver(i, Integer(1), m, MatSumOver(j, Integer(1), m, one @ a @ one))


PARTIAL: dict[str, Callable[..., MatrixTerm]] = {"ptrace1": ptrace1, "ptrace2": ptrace2, "ptranspose": ptranspose}


def _times(copies: Any, n: Any) -> Any:
    return n if copies == 1 else product_of(copies, n)


def _fitting(name: str, n: Any, m: Any, a: Any, copies: Any) -> tuple[Any, Any, MatrixTerm]:
    n, m, a = quantity(n), quantity(m), matrix(a)
    if not all(same_dimension(side, _times(copies, product_of(n, m))) for side in a.shape):
        raise ShapeError(f"{name}(n, m, A) takes a matrix of order n * m; {a} is {written(a.shape)}")
    return n, m, a
