"""Indices: entries, columns and parts of matrices, literals, and what ranges over `for i in a..b`.

Everything is read as what the language has already: a column is `A @ unit(n, j)`, an entry one of a column's, a literal
rows stacked on each other, a smallest value the largest of the negatives.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Self, TypeGuard

from sympy import Integer, Rational

from lemmata.language import columns, core, families, functions, matrices
from lemmata.language.complexes import (
    Complex,
    ComplexMatrix,
    ComplexNumber,
    as_matrix,
    lifted,
    made,
    number,
    realified,
)
from lemmata.language.dimensions import ShapeError, with_article
from lemmata.language.lengths import length
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import operations
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.names import NUMBERS
from lemmata.language.parse.sizes import Sizes
from lemmata.language.parse.syntax import Parsed
from lemmata.language.parts import block, nth, selected, selected_columns
from lemmata.language.relations import Clause, forall
from lemmata.language.variables import Index


# What rules of parts of the syntax ask of the walk that called them.
class Reader(ABC):
    """A walk over one text, with the names and sizes it knows.

    `hiding` says that an index may have the name of one of a range around it, as in statements that are reviewed.
    """

    hiding = False

    def __init__(self, parsed: Parsed, names: Mapping[str, Any], sizes: Sizes) -> None:
        self.parsed, self.names, self.sizes = parsed, names, sizes

    @abstractmethod
    def expression(self, node: ast.expr) -> Any:
        """The language's own tree of a part of the text."""

    @abstractmethod
    def clause_of(self, node: ast.expr) -> Clause:
        """The relation or chain that a part of the text is."""

    def within(self, index: Index, low: Any, high: Any) -> Self:
        """The same text, read where an index ranges over low..high."""
        return self.knowing(index.name, index, self.sizes.within(index, low, high))

    def knowing(self, name: str, value: Any, sizes: Sizes | None = None) -> Self:
        """The same text, read where a name stands for a value."""
        child = type(self)(self.parsed, {**self.names, name: value}, sizes or self.sizes)
        child.hiding = self.hiding
        return child

    def quoted(self, node: ast.expr) -> str:
        """What was written for a part of the text."""
        return quoted(self.parsed.segment(node))

    def at(self, node: ast.AST, message: str, fix: str) -> ReadingError:
        """A mistake at a part of the text."""
        return ReadingError(message, fix, position=self.parsed.position(node))


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
    if isinstance(value, ComplexMatrix | ComplexNumber):
        return _complex_part(walk, node, value)
    if not isinstance(value, MatrixTerm | core.Quantity):
        raise ReadingError(f"{walk.quoted(node.value)} has no entries", _INDEX)
    return _of_real(walk, node, value)


def _complex_part(walk: Reader, node: ast.Subscript, value: ComplexMatrix | ComplexNumber) -> Any:
    """Real and imaginary part, each read as of a real matrix or vector; on the diagonal of a Hermitian one the real."""
    re, im = (Integer(0) if part == 0 else _of_real(walk, node, part) for part in (value.re, value.im))
    if isinstance(re, MatrixTerm):
        return made(re, im)
    on_diagonal = isinstance(re, core.Entry) and isinstance(re.args[0], columns.DiagonalEntries)
    return number(re, Integer(0) if on_diagonal and isinstance(value, ComplexMatrix) and value.hermitian else im)


def _of_real(walk: Reader, node: ast.Subscript, value: Any) -> Any:
    """A part of a real matrix or vector."""
    places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if isinstance(value, MatrixTerm) and not (operations.is_column(value) and len(places) == 1):
        if len(places) != 2:
            raise ReadingError(f"{operations.described(value, walk.sizes)}: it takes two indices", _INDEX)
        return _part(walk, value, *places)
    vector = columns.entries(value)
    long = length(vector)
    if long is None:
        raise ReadingError(f"{operations.described(value, walk.sizes)}: it has no entries", _INDEX)
    if len(places) != 1:
        raise ReadingError(f"{operations.described(value, walk.sizes)}: it takes one index", "write v[i]")
    place = span(walk, places[0], long)
    if place is None:
        return vector
    if not isinstance(place, tuple):
        return core.Entry(vector, place)
    return columns.entries(selected(columns.column(vector), *place))


def _part(walk: Reader, matrix: MatrixTerm, row: ast.expr, col: ast.expr) -> Any:
    rows, cols = (span(walk, place, side) for place, side in zip((row, col), matrix.shape, strict=True))
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
    return columns.entries(matrix) if operations.is_column(matrix) and not isinstance(col, ast.Slice) else matrix


def span(walk: Reader, node: ast.expr, side: Any) -> Any:
    """An index, the ends of a range, or None for all; they must lie in 1..side."""
    if isinstance(node, ast.Slice):
        if node.lower or node.upper or node.step:
            raise walk.at(node, "a part is written with two dots", "write A[1..k, 1..k]; both ends are included")
        return None
    parts = (node.left, node.right) if is_range(node) else (node,)
    ends = tuple(integer(walk, part) for part in parts)
    low, high = walk.sizes.values(ends[0]), walk.sizes.values(ends[-1])
    for least, most, size in zip(low, high, walk.sizes.values(side), strict=True):
        if not 1 <= least <= most <= size:
            shown, sides = walk.quoted(node), walk.sizes.shown(side)
            where = walk.sizes.where(ends[0], ends[-1], side, lambda a, b, c: not 1 <= a <= b <= c)
            raise walk.at(
                node,
                f"the index {shown} leaves 1..{sides}" + (f" at {where}" if where else ""),
                "indices count from 1; narrow the range, as in for i in 1..n, or declare its end k=integer(1, n)",
            )
    return ends if len(ends) == 2 else ends[0]


def is_range(node: ast.expr) -> TypeGuard[ast.BinOp]:
    """Whether a part of the text reads `a..b`."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def integer(walk: Reader, node: ast.expr) -> Any:
    """A whole number made of dimensions and indices.  Raises ReadingError."""
    value = walk.expression(node)
    if not walk.sizes.knows(value):
        shown = walk.quoted(node)
        fix = f'use numbers, dimensions and indices, as in i = "integer(1, n)" or for {shown.strip("`")[:1]} in 1..n'
        raise walk.at(node, f"{shown} is no whole number known to be one", fix)
    return value


def literal(walk: Reader, node: ast.List) -> Any:
    """`[[1, 2], [3, 4]]`, `[1, 2]` as a column, `[[A, B], [B.T, C]]` of blocks."""
    nested = [isinstance(e, ast.List) for e in node.elts]
    if not nested or any(nested) != all(nested):
        raise ReadingError("this list is no matrix", "write rows of one length, as in [[1, 2], [3, 4]]")
    rows = [e.elts if isinstance(e, ast.List) else [e] for e in node.elts]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ReadingError("the rows differ in length", "write rows of one length, as in [[1, 2], [3, 4]]")
    cells = [[walk.expression(e) for e in row] for row in rows]
    flat = [x for row in cells for x in row if isinstance(x, MatrixTerm) and not operations.is_column(x)]
    if len(flat) == 2 == len(node.elts) and not any(nested):
        x, y = map(walk.parsed.segment, node.elts)
        fix = f"write {x} @ {y} - {y} @ {x}, or [[{x}], [{y}]] for one matrix above the other"
        raise ReadingError(f"`[{x}, {y}]` is no commutator", fix)
    if any(isinstance(x, Complex) for row in cells for x in row):
        split = [[_both(x) for x in row] for row in cells]
        return made(*(_blocks(walk, rows, [[x[k] for x in row] for row in split]) for k in (0, 1)))
    return _blocks(walk, rows, cells)


def _both(x: Any) -> tuple[Any, Any]:
    """Real and imaginary part of a cell of a literal."""
    if isinstance(x, MatrixTerm):
        x = lifted(x)
    elif not isinstance(x, Complex) and length(x) is not None:
        x = lifted(columns.column(x))
    elif isinstance(x, ComplexNumber) and any(length(part) is not None for part in x.args):
        x = as_matrix(x)
    if isinstance(x, ComplexMatrix):
        if x.hermitian and not x.plain:  # parts that were cut out of the real form do not show what they are
            half = Rational(1, 2)
            return matrices.Scaled(half, x.re + x.re.T), matrices.Scaled(half, x.im - x.im.T)
        return x.re, x.im
    if x == 0:
        return x, x
    nothing = matrices.Scaled(Integer(0), matrices.Id(1))  # of order one, which a plain zero need not be
    re, im = (x.re, x.im) if isinstance(x, ComplexNumber) else (x, nothing)
    return nothing if re == 0 else re, im


def _blocks(walk: Reader, rows: list[list[ast.expr]], cells: list[list[Any]]) -> MatrixTerm:
    """The matrix of blocks and numbers that were read, row by row."""
    cells = [[x if length(x) is None else columns.column(x) for x in row] for row in cells]
    lines = (cells, list(zip(*cells, strict=True)))
    known = [[next((x.shape[k] for x in line if isinstance(x, MatrixTerm)), None) for line in lines[k]] for k in (0, 1)]
    heights, widths = (_sides(lines[k], known[k], known[1 - k]) for k in (0, 1))
    for k, row in enumerate(cells):
        for m, x in enumerate(row):
            shape = x.shape if isinstance(x, MatrixTerm) else (heights[k], widths[m]) if x == 0 else (Integer(1),) * 2
            if not all(map(walk.sizes.agree, shape, (heights[k], widths[m]))):
                wanted = with_article((heights[k], widths[m]))
                raise walk.at(
                    rows[k][m],
                    f"{operations.described(x, walk.sizes)} stands where {wanted} block is wanted",
                    "blocks of a row are equally high, of a column equally wide; 0 stands for a block of zeros, I(n) "
                    "for ones on the diagonal",
                )
    for k, m in ((k, m) for k, row in enumerate(cells) for m, x in enumerate(row) if x == 0):
        if (known[0][k], known[1][m]) != (heights[k], widths[m]) != (1, 1):  # its size is not seen next to it
            cells[k][m] = matrices.Scaled(Integer(0), functions.Ones(heights[k], widths[m]))
    return block(cells)


def _sides(lines: Any, known: list[Any], across: list[Any]) -> list[Any]:
    """Heights of rows of blocks, or widths of columns: that of a block; of a line of zeros, where there are as many
    rows as columns, what lets the block on the diagonal be square; else 1."""
    inferred = len(known) == len(across)
    sides = [
        across[k] if side is None and inferred and all(x == 0 for x in lines[k]) else side
        for k, side in enumerate(known)
    ]
    return [Integer(1) if side is None else side for side in sides]


def ranges(walk: Reader, node: ast.GeneratorExp) -> Iterator[tuple[Range, Reader]]:
    """The indices of `... for i in a..b for j in c..d`, each with the walk that knows it."""
    for generator in node.generators:
        if generator.ifs or not isinstance(generator.target, ast.Name) or not is_range(generator.iter):
            raise walk.at(generator.iter, "this is no range", _RANGE)
        name = generator.target.id
        if name in walk.names and not (walk.hiding and walk.names[name] == Index(name)):
            raise walk.at(generator.target, f"{quoted(name)} is a variable already", "call the index otherwise")
        if name in NUMBERS:
            raise walk.at(generator.target, f"{quoted(name)} is a number", "use a letter, as in `for i in 1..n`")
        low, high = (integer(walk, end) for end in (generator.iter.left, generator.iter.right))
        if walk.sizes.where(low, high, Integer(0), lambda a, b, _: a <= b) is None:
            shown = walk.quoted(generator.iter)
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
    body = operations.number_in(found[-1][1].expression(node.elt))
    for r, _ in reversed(found):
        body = _fold_complex(name, r, body, walk) if isinstance(body, Complex) else _fold(name, r, body, walk)
    return body


def _fold_complex(name: str, r: Range, body: Complex, walk: Reader) -> Any:
    """A sum part by part, or a power of one matrix."""
    if name == "sum" and isinstance(body, ComplexMatrix):
        return ComplexMatrix(*(_fold(name, r, part, walk) for part in body.args))
    if name == "sum" and isinstance(body, ComplexNumber):
        return number(*(Integer(0) if part == 0 else _fold(name, r, part, walk) for part in body.args))
    if name in ("prod", "product") and isinstance(body, ComplexMatrix) and not body.has(r.index):
        return realified(_fold(name, r, body.form, walk), *body.shape)
    raise ReadingError(
        f"{name}(... for {r.index.name} in ...) takes what is real", "write re(...), im(...) or abs(...)"
    )


def _fold(name: str, r: Range, body: Any, walk: Reader) -> Any:
    flat = not isinstance(body, MatrixTerm) and length(body) is None
    if name == "sum":
        return (families.SumOver if flat else families.MatSumOver)(*r, body if flat else columns.column(body))
    if (
        name in ("prod", "product")
        and isinstance(body, MatrixTerm)
        and (not body.has(r.index) or body.has(families.Segment))
    ):  # of layers the last one comes first
        if not walk.sizes.agree(*body.shape):
            raise ShapeError(f"a power needs a square matrix; {body} is none")
        return families.MatProdOver(*r, body)
    if not flat:
        fix = "take entries, as in max(v[i] for i in 1..n)"
        if isinstance(body, MatrixTerm):
            fix = "write the factors out: the order of a product of matrices matters"
        said = quoted(walk.sizes.said(body))
        raise ReadingError(f"{name}(... for {r.index.name} in ...) takes scalars; {said} is none", fix)
    if name == "min":
        return core.Neg(families.MaxOver(*r, core.Neg(body)))
    return (families.MaxOver if name == "max" else families.ProdOver)(*r, body)
