"""Indices: entries, columns and parts of matrices, literals, and what ranges over `for i in a..b`.

Everything is read as what the language has already: a column is `A @ unit(n, j)`, an entry one of a column's, a literal
rows stacked on each other, a smallest value the largest of the negatives.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeGuard

from sympy import Integer

from lemmata.theorems.language import columns, core, families
from lemmata.theorems.language.dimensions import ShapeError
from lemmata.theorems.language.lengths import length
from lemmata.theorems.language.matrices import MatrixTerm
from lemmata.theorems.language.parts import block, nth, selected, selected_columns
from lemmata.theorems.language.reading import arithmetic
from lemmata.theorems.language.reading.errors import ReadingError, quoted
from lemmata.theorems.language.reading.reader import Reader
from lemmata.theorems.language.relations import Clause, forall
from lemmata.theorems.language.variables import Index

_INDEX = "write A[i, j], a column A[:, j], a row A[i, :], a part A[1..k, 1..k], or v[i] of a vector"
_RANGE = "write the range as for i in 1..n, or 1..n-1"


class Range(NamedTuple):
    """An index and its ends, both included."""

    index: Index
    low: Any
    high: Any


def subscript(walk: Reader, node: ast.Subscript) -> Any:
    """`A[i, j]`, `A[:, j]`, `A[i, :]`, `A[a..b, c..d]`, `v[i]`, `v[a..b]`."""
    value = walk.expression(node.value)
    if not isinstance(value, MatrixTerm | core.Quantity):
        raise ReadingError(f"{quoted(walk.parsed.segment(node.value))} has no entries", _INDEX)
    places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if isinstance(value, MatrixTerm) and not (arithmetic.is_column(value) and len(places) == 1):
        if len(places) != 2:
            raise ReadingError(f"{arithmetic.described(value, walk.sizes)}: it takes two indices", _INDEX)
        return _part(walk, value, *places)
    vector = columns.entries(value)
    long = length(vector)
    if long is None:
        raise ReadingError(f"{arithmetic.described(value, walk.sizes)}: it has no entries", _INDEX)
    if len(places) != 1:
        raise ReadingError(f"{arithmetic.described(value, walk.sizes)}: it takes one index", "write v[i]")
    span = _span(walk, places[0], long)
    if span is None:
        return vector
    if not isinstance(span, tuple):
        return core.Entry(vector, span)
    return columns.entries(selected(columns.column(vector), *span))


def _part(walk: Reader, matrix: MatrixTerm, row: ast.expr, col: ast.expr) -> Any:
    rows, cols = (_span(walk, place, side) for place, side in zip((row, col), matrix.shape, strict=True))
    if rows is None and cols is None:
        return matrix
    if rows is not None and not isinstance(rows, tuple):
        if cols is not None and not isinstance(cols, tuple):
            if rows == cols and walk.sizes.agree(*matrix.shape):
                return core.Entry(columns.DiagonalEntries(matrix), rows)
            return core.Entry(columns.entries(nth(matrix, cols)), rows)
        line = nth(matrix.T, rows)
        return columns.entries(line if cols is None else selected(line, *cols))
    if cols is not None and not isinstance(cols, tuple):
        matrix, cols = nth(matrix, cols), None
    elif cols is not None:
        matrix = selected_columns(matrix, *cols)
    matrix = matrix if rows is None else selected(matrix, *rows)
    return columns.entries(matrix) if arithmetic.is_column(matrix) and not isinstance(col, ast.Slice) else matrix


def _span(walk: Reader, node: ast.expr, side: Any) -> Any:
    """An index, the ends of a range, or None for all; they must lie in 1..side."""
    if isinstance(node, ast.Slice):
        if node.lower or node.upper or node.step:
            raise walk.at(node, "a part is written with two dots", "write A[1..k, 1..k]; both ends are included")
        return None
    parts = (node.left, node.right) if is_range(node) else (node,)
    ends = tuple(_integer(walk, part) for part in parts)
    low, high = walk.sizes.values(ends[0]), walk.sizes.values(ends[-1])
    for least, most, size in zip(low, high, walk.sizes.values(side), strict=True):
        if not 1 <= least <= most <= size:
            shown, sides = quoted(walk.parsed.segment(node)), walk.sizes.shown(side)
            where = walk.sizes.where(ends[0], ends[-1], side, lambda a, b, c: not 1 <= a <= b <= c)
            raise walk.at(
                node,
                f"the index {shown} leaves 1..{sides}" + (f" at {where}" if where else ""),
                "indices count from 1; narrow the range, as in for i in 1..n",
            )
    return ends if len(ends) == 2 else ends[0]


def is_range(node: ast.expr) -> TypeGuard[ast.BinOp]:
    """Whether a part of the text reads `a..b`."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def _integer(walk: Reader, node: ast.expr) -> Any:
    value = walk.expression(node)
    if not walk.sizes.knows(value):
        shown = quoted(walk.parsed.segment(node))
        mend = f'use numbers, dimensions and indices, as in i = "integer(1, n)" or for {shown.strip("`")[:1]} in 1..n'
        raise walk.at(node, f"{shown} is no whole number known to be one", mend)
    return value


def literal(walk: Reader, node: ast.List) -> MatrixTerm:
    """`[[1, 2], [3, 4]]`, `[1, 2]` as a column, `[[A, B], [B.T, C]]` of blocks."""
    nested = [isinstance(e, ast.List) for e in node.elts]
    if not nested or any(nested) != all(nested):
        raise ReadingError("this list is no matrix", "write rows of one length, as in [[1, 2], [3, 4]]")
    rows = [e.elts if isinstance(e, ast.List) else [e] for e in node.elts]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ReadingError("the rows differ in length", "write rows of one length, as in [[1, 2], [3, 4]]")
    cells = [[walk.expression(e) for e in row] for row in rows]
    cells = [[x if length(x) is None else columns.column(x) for x in row] for row in cells]
    blocks = [[x if isinstance(x, MatrixTerm) else None for x in row] for row in cells]
    heights = [next((b.shape[0] for b in row if b is not None), Integer(1)) for row in blocks]
    widths = [next((b.shape[1] for b in col if b is not None), Integer(1)) for col in zip(*blocks, strict=True)]
    for k, row in enumerate(cells):
        for m, x in enumerate(row):
            shape = x.shape if isinstance(x, MatrixTerm) else (heights[k], widths[m]) if x == 0 else (Integer(1),) * 2
            if not all(map(walk.sizes.agree, shape, (heights[k], widths[m]))):
                raise walk.at(
                    rows[k][m],
                    f"{arithmetic.described(x, walk.sizes)} stands where a {heights[k]} x {widths[m]} block is wanted",
                    "blocks of a row are equally high, of a column equally wide; 0 stands for a block of zeros, I(n) "
                    "for ones on the diagonal",
                )
    return block(cells)


def ranges(walk: Reader, node: ast.GeneratorExp) -> Iterator[tuple[Range, Reader]]:
    """The indices of `... for i in a..b for j in c..d`, each with the walk that knows it."""
    for generator in node.generators:
        if generator.ifs or not isinstance(generator.target, ast.Name) or not is_range(generator.iter):
            raise walk.at(generator.iter, "this is no range", _RANGE)
        name = generator.target.id
        if name in walk.names:
            raise walk.at(generator.target, f"{quoted(name)} is a variable already", "call the index otherwise")
        low, high = (_integer(walk, end) for end in (generator.iter.left, generator.iter.right))
        if walk.sizes.where(low, high, Integer(0), lambda a, b, _: a <= b) is None:
            shown = quoted(walk.parsed.segment(generator.iter))
            raise walk.at(generator.iter, f"the range {shown} is empty, whatever the dimensions are", _RANGE)
        index = Index(name)
        walk = walk.within(index, low, high)
        yield Range(index, low, high), walk


def quantified(walk: Reader, node: ast.GeneratorExp) -> Clause:
    """`a <= b for i in 1..n`."""
    found = list(ranges(walk, node))
    bound = [part for r, _ in found for part in r]
    return forall(*bound, found[-1][1].clause_of(node.elt))


def folded(walk: Reader, name: str, node: ast.GeneratorExp) -> Any:
    """`sum(term for i in 1..n)`, and so for prod, max and min."""
    found = list(ranges(walk, node))
    if name not in ("prod", "product"):
        outer = walk
        for (r, inner), generator in zip(found, node.generators, strict=True):
            where = outer.sizes.where(r.low, r.high, Integer(0), lambda a, b, _: a > b)
            if where is not None:
                raise outer.at(
                    generator.iter,
                    f"there is no {r.index.name} from {r.low} to {r.high}" + (f" at {where}" if where else ""),
                    f"{name}(...) wants at least one term: narrow the outer range or the dimension",
                )
            outer = inner
    body = found[-1][1].expression(node.elt)
    if isinstance(body, MatrixTerm) and body.shape == (1, 1):
        raise ReadingError(f"{arithmetic.described(body, walk.sizes)}, no scalar", "write tr(...) for its entry")
    for r, _ in reversed(found):
        body = _fold(name, r, body, walk)
    return body


def _fold(name: str, r: Range, body: Any, walk: Reader) -> Any:
    flat = not isinstance(body, MatrixTerm) and length(body) is None
    if name == "sum":
        return (families.SumOver if flat else families.MatSumOver)(*r, body if flat else columns.column(body))
    if name in ("prod", "product") and isinstance(body, MatrixTerm) and not body.has(r.index):
        if not walk.sizes.agree(*body.shape):
            raise ShapeError(f"a power needs a square matrix; {body} is none")
        return families.MatProdOver(*r, body)
    if not flat:
        mend = "take entries, as in max(v[i] for i in 1..n)"
        if isinstance(body, MatrixTerm):
            mend = "write the factors out: the order of a product of matrices matters"
        raise ReadingError(f"{name}(... for {r.index.name} in ...) takes scalars; {quoted(str(body))} is none", mend)
    if name == "min":
        return core.Neg(families.MaxOver(*r, core.Neg(body)))
    return (families.MaxOver if name == "max" else families.ProdOver)(*r, body)
