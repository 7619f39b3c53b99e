"""Parts of the syntax that are read by rules of their own: entries and ranges, and calls whose arguments are no values.

Indices are read as what the language has already: a column is `A @ unit(n, j)`, an entry one of a column's, a literal
rows stacked on each other, a smallest value the largest of the negatives.

`sup(x.T @ A @ x for x in unit(n))`: a quadratic form, its modulus or real part, a bilinear form in two unit vectors,
and the length of A x are read as the spectral quantity that they are (Rayleigh, Courant and Fischer), so that no search
over vectors stands behind a verdict.

`iterate(x, step, k)`: what k steps x -> step make of x, written out.  An affine step is written M @ x + c first, in
which x stands once, and steps x -> f(x) / |f(x)| with f linear are put off to the last one, as a norm does not mind
positive factors: k of these grow with k.  Others grow as x is repeated.

`network(tanh, x, W1, W2)`, `jacobian(f, x)`, `gradient(f, x)` and `hessian(f, x)` are written out at reading: what is
checked is the expression in matrices and activations that the chain rule gives.
"""

from __future__ import annotations

import ast
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple, Self, TypeGuard, cast

from sympy import Integer, Rational, pi

from lemmata.language import atoms, columns, complexes, core, defined, families, functions, matrices
from lemmata.language.atoms import SpectralAtom
from lemmata.language.columns import Column, DiagonalMatrix, column, entries
from lemmata.language.complexes import Complex, ComplexMatrix, ComplexNumber
from lemmata.language.core import Neg, Plus, Power, Quotient, Sqrt, Times, joined
from lemmata.language.dimensions import ShapeError, length, product_of, with_article
from lemmata.language.families import Unit
from lemmata.language.forms import symmetric_by_form
from lemmata.language.functions import Ones
from lemmata.language.matrices import Id, Kron, MatNeg, MatPlus, MatrixTerm, MatTimes, Scaled, Transpose
from lemmata.language.parse import operations, text_limits
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.names import DERIVATIVES, NETWORK, NUMBERS, TREE_WORDS
from lemmata.language.parse.sizes import Sizes
from lemmata.language.parse.syntax import Parsed
from lemmata.language.parse.vocabulary import FUNCTIONS, as_matrix, as_size, as_square, as_vector, bounded
from lemmata.language.parts import block, nth, selected, selected_columns
from lemmata.language.relations import Clause, forall
from lemmata.language.subspaces import HALF, powm
from lemmata.language.variables import Index, Matrix, Scalar


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
        return complexes.made(re, im)
    on_diagonal = isinstance(re, core.Entry) and isinstance(re.args[0], columns.DiagonalEntries)
    return complexes.number(
        re, Integer(0) if on_diagonal and isinstance(value, ComplexMatrix) and value.hermitian else im
    )


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
        return complexes.made(*(_blocks(walk, rows, [[x[k] for x in row] for row in split]) for k in (0, 1)))
    return _blocks(walk, rows, cells)


def _both(x: Any) -> tuple[Any, Any]:
    """Real and imaginary part of a cell of a literal."""
    if isinstance(x, MatrixTerm):
        x = complexes.lifted(x)
    elif not isinstance(x, Complex) and length(x) is not None:
        x = complexes.lifted(columns.column(x))
    elif isinstance(x, ComplexNumber) and any(length(part) is not None for part in x.args):
        x = complexes.as_matrix(x)
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
            cells[k][m] = functions.zeros(heights[k], widths[m])
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
        return complexes.number(*(Integer(0) if part == 0 else _fold(name, r, part, walk) for part in body.args))
    if name in ("prod", "product") and isinstance(body, ComplexMatrix) and not body.has(r.index):
        return complexes.realified(_fold(name, r, body.form, walk), *body.shape)
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


# Extremes of forms in unit vectors.

USAGE = (
    "write sup or inf of x.T @ A @ x, abs(x.T @ A @ x) or norm2(A @ x) for x in unit(n), of y.T @ A @ x for y in "
    "unit(m) for x in unit(n), or, with x.H, of re(...) and abs(...) for x in complex_unit(n)"
)


class _Vector(NamedTuple):
    """A name that stands for a unit vector."""

    name: str
    order: Any
    complex: bool


def extreme(walk: Reader, name: str, node: ast.Call) -> tuple[str, Any]:
    """What `sup(...)` or `inf(...)` is, in text form, and the matrix A in it.  Raises ReadingError for other forms."""
    match node.args:
        case [ast.GeneratorExp(elt=body, generators=generators)] if len(generators) <= 2:
            vectors = [_vector(walk, generator) for generator in generators]
        case _:
            raise ReadingError(f"{name}(...) takes a form in unit vectors", USAGE)
    around, inner = "", body
    if isinstance(body, ast.Call) and isinstance(body.func, ast.Name) and len(body.args) == 1:
        around, inner = body.func.id, body.args[0]
        if around == "tr":
            around = ""
    factors = _factors(inner)
    names = [v.name for v in vectors]
    last = factors[-1]
    inside = factors[:-1] if around in ("norm2", "normF") else factors[1:-1]
    mentioned = {part.id for node in inside for part in ast.walk(node) if isinstance(part, ast.Name)}
    if not (isinstance(last, ast.Name) and last.id == names[-1] and inside) or mentioned & {*names}:
        raise walk.at(body, f"{walk.quoted(body)} is no form that is known", USAGE)
    middle = inside[0]
    for factor in inside[1:]:
        middle = ast.copy_location(ast.BinOp(middle, ast.MatMult(), factor), body)
    value = walk.expression(middle)
    said = None
    if len(inside) == len(factors) - 1:
        said = _length(walk, name, value, vectors)
    elif _turned(factors[0], vectors[0]):
        said = _form(walk, name, around, value, vectors)
    if said is None:
        raise walk.at(body, f"{walk.quoted(body)} is no form that is known", USAGE)
    return said, value


def _vector(walk: Reader, generator: ast.comprehension) -> _Vector:
    match generator:
        case ast.comprehension(
            target=ast.Name(id=name),
            iter=ast.Call(func=ast.Name(id=("unit" | "complex_unit") as domain), args=[n]),
            ifs=[],
        ):
            if name in walk.names:
                raise walk.at(generator.target, f"{quoted(name)} is a variable already", "call the vector otherwise")
            return _Vector(name, walk.expression(n), domain == "complex_unit")
    raise walk.at(generator.iter, f"{walk.quoted(generator.iter)} is no set of unit vectors", USAGE)


def _factors(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return [*_factors(node.left), node.right]
    return [node]


def _turned(node: ast.expr, vector: _Vector) -> bool:
    """Whether this is the conjugate transpose of a vector."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=("T" | "H") as attr):
            return name == vector.name and (attr == "H" or not vector.complex)
    return False


def _check(walk: Reader, value: Any, rows: Any, vector: _Vector) -> None:
    """Raises ReadingError for a matrix that does not fit the vectors, and for a complex one between real vectors."""
    shape = getattr(value, "shape", None)
    if shape is None or not walk.sizes.agree(shape[1], vector.order) or rows and not walk.sizes.agree(shape[0], rows):
        raise ReadingError("the matrix does not fit the unit vectors", "unit(n) has the length n of its columns")
    if isinstance(value, Complex) and not vector.complex:
        raise ReadingError("a complex matrix between real vectors", "take x in complex_unit(n), and x.H")


def _length(walk: Reader, name: str, value: Any, vectors: list[_Vector]) -> str | None:
    """|A x|."""
    if len(vectors) != 1:
        return None
    _check(walk, value, None, vectors[0])
    if name == "sup":
        return "smax(A)"
    tall = all(r >= c for r, c in zip(*map(walk.sizes.values, value.shape), strict=True))
    return "smin(A)" if tall else "sqrt(max(0, lmin(A.H @ A)))"


def _form(walk: Reader, name: str, around: str, value: Any, vectors: list[_Vector]) -> str | None:
    """y* A x, or its modulus or real part."""
    over = vectors[-1].complex
    _check(walk, value, vectors[0].order, vectors[-1])
    if len(vectors) == 2:
        if vectors[0].complex != over:
            return None
        if around == "abs":
            return "smax(A)" if name == "sup" else None
        return ("smax(A)" if name == "sup" else "-smax(A)") if around == ("re" if over else "") else None
    if over and around == "abs":
        return "numradius(A)" if name == "sup" else None
    if not over and around == "abs":
        return "norm2(sym(A))" if name == "sup" else "max(0, lmin(sym(A)), -lmax(sym(A)))"
    part = "(A + A.H) / 2" if around == "re" else "A" if getattr(value, "hermitian", False) else "sym(A)"
    known = around == "" and (not over or part == "A") or around == "re" and over
    return f"{'lmax' if name == 'sup' else 'lmin'}({part})" if known else None


# Words that the text form prints and people seldom type: entries by a call, stacks, unit columns, gaps, layers.
#
# With them what a report or `--explain` prints reads back as the tree that it was printed from.
def read(walk: Reader, name: str, node: ast.Call) -> Any:
    """What a call of one of these words says.  Raises ReadingError."""
    usage, count = TREE_WORDS[name]
    stacked = name == "vstack"
    if not (node.args if stacked else len(node.args) == count):
        raise ReadingError(f"{name}(...) was given {len(node.args)} arguments", f"write {usage}")
    return _RULES[name](walk, node, usage)


def entry_of(walk: Reader, node: ast.Call, values: ast.expr) -> Any:
    """`s(A, i)` and `entry(v, i)` as `s(A)[i]` and `v[i]`."""
    said = ast.Subscript(values, node.args[-1], ast.Load())
    return subscript(walk, ast.copy_location(said, node))


def _gap(walk: Reader, node: ast.Call, usage: str) -> Any:
    vector = as_vector(walk.expression(node.args[0]), usage, "write gap(s(A), i)", walk.sizes)
    return core.Gap(vector, span(walk, node.args[1], length(vector)))


def _unit(walk: Reader, node: ast.Call, usage: str) -> Any:
    n = walk.expression(node.args[0])
    n = n if isinstance(n, families.Width) else as_size(n, usage, walk.sizes)
    return families.Unit(n, span(walk, node.args[1], n))


def _stack(walk: Reader, node: ast.Call, usage: str) -> Any:
    if isinstance(node.args[0], ast.GeneratorExp):
        found = list(ranges(walk, node.args[0]))
        body = as_matrix(found[-1][1].expression(node.args[0].elt), usage, walk.sizes)
        for r, _ in reversed(found):
            body = families.StackOver(r.index, r.low, r.high, body)
    else:
        blocks = [as_matrix(walk.expression(a), usage, walk.sizes) for a in node.args]
        if not all(walk.sizes.agree(blocks[0].shape[1], b.shape[1]) for b in blocks[1:]):
            raise ReadingError("the blocks of a stack differ in width", usage)
        body = families.VStack(*blocks)
    if walk.sizes.knows(body.shape[0]):
        bounded(body.shape[0], usage, walk.sizes)
    return body


def _form_at(cls: type) -> Callable[..., Any]:
    def rule(walk: Reader, node: ast.Call, usage: str) -> Any:
        a, x = (as_matrix(walk.expression(node.args[k]), usage, walk.sizes) for k in (0, 2))
        if cls is atoms.EigenForm:
            as_square(a, usage, walk.sizes)
            operations.same_shape(a, x, "eigenform", walk.sizes)
        else:
            operations.same_shape(a.T, x, "singularform", walk.sizes)
        return cls(a, span(walk, node.args[1], a.shape[0] if cls is atoms.EigenForm else length(atoms.s(a))), x)

    return rule


def _slope(walk: Reader, node: ast.Call, usage: str) -> Any:
    values, t = walk.expression(node.args[0]), walk.expression(node.args[2])
    if not isinstance(values, atoms.Lam | atoms.S) or not isinstance(t, Scalar):
        raise ReadingError("slope(...) differentiates lam(A) or s(A) along a number", f"write {usage}")
    return atoms.Slope(values, span(walk, node.args[1], length(values)), t)


# Families of layers.
def layers_of(walk: Reader, node: ast.expr) -> families.Layers:
    """The family that a name stands for.  Raises ReadingError."""
    family = walk.names.get(node.id) if isinstance(node, ast.Name) else None
    if not isinstance(family, families.Layers):
        said = walk.quoted(node)
        raise walk.at(node, f"{said} is no family of layers", "declare one, as in W = layers(L, d, m, k)")
    return family


def segment(walk: Reader, family: families.Layers, node: ast.Subscript) -> MatrixTerm:
    """`W[l]`, the l-th matrix of a family, and `W[last:first]`, the product of some, the last layer first."""
    place = node.slice
    parts = (place.lower, place.upper) if isinstance(place, ast.Slice) else (place, place)
    if any(p is None for p in parts) or isinstance(place, ast.Slice) and place.step is not None:
        raise walk.at(place, "both ends of a product of layers are written", f"write {family.name}[L:1] or W[2]")
    last, first = (integer(walk, cast(ast.expr, p)) for p in parts)
    depth = family.args[0]
    wrong = walk.sizes.where(last, first, depth, lambda b, a, most: not (1 <= a <= b + 1 and 0 <= b <= most))
    if wrong is not None:
        fix = f"layers count from 1 to {depth}; {family.name}[3:2] is layer 3 times layer 2"
        raise walk.at(place, "there is no such layer" + (f" at {wrong}" if wrong else ""), fix)
    return families.Segment(family, last, first)


def _gradient_gram(walk: Reader, node: ast.Call, usage: str) -> Any:
    family = layers_of(walk, node.args[0])
    data = as_matrix(walk.expression(node.args[1]), usage, walk.sizes)
    if not walk.sizes.agree(data.shape[0], family.args[1]):
        raise ReadingError(f"{operations.described(data, walk.sizes)}: the inputs are its columns", f"write {usage}")
    return families.GradientGram(family, data)


_RULES: Mapping[str, Callable[..., Any]] = {
    "entry": lambda walk, node, usage: entry_of(walk, node, node.args[0]),
    "gap": _gap,
    "unit": _unit,
    "vstack": _stack,
    "real_eigenvalues": lambda walk, node, usage: atoms.RealEigenvalues(
        as_square(walk.expression(node.args[0]), usage, walk.sizes)
    ),
    "eigenform": _form_at(atoms.EigenForm),
    "singularform": _form_at(atoms.SingularForm),
    "slope": _slope,
    "width": lambda walk, node, usage: families.Width(layers_of(walk, node.args[0]), integer(walk, node.args[1])),
    "gradient_gram": _gradient_gram,
}


# `funm(f(t) for t in S)`: a function of numbers, applied to the eigenvalues of a symmetric matrix.
#
# What it is made of becomes sums, products, inverses, roots, exponentials and logarithms of the matrix, all of which
# commute, so that nothing but these is ever computed.
FUNM_USAGE = "write funm(f(t) for t in S), S symmetric, as in funm(t / (1 + t) for t in S)"
ONE, TWO = Integer(1), Integer(2)


def function_of(walk: Reader, node: ast.Call) -> MatrixTerm:
    """The function of a matrix that a call says.  Raises ReadingError for what is no function of numbers."""
    match node.args:
        case [
            ast.GeneratorExp(elt=body, generators=[ast.comprehension(target=ast.Name(id=name), iter=source, ifs=[])])
        ]:
            pass
        case _:
            raise ReadingError("funm(...) takes a function of the eigenvalues", FUNM_USAGE)
    if name in walk.names:
        raise walk.at(node.args[0], f"{quoted(name)} is a variable already", "call the eigenvalue otherwise")
    if name in NUMBERS:
        raise walk.at(node.args[0], f"{quoted(name)} is a number", "use a letter, as in `for t in A`")
    a = walk.expression(source)
    if not isinstance(a, MatrixTerm) or not walk.sizes.agree(*a.shape) or not symmetric_by_form(a):
        said = f"{walk.quoted(source)} is not symmetric by its form"
        raise walk.at(source, said, "write funm(... for t in sym(A)), or declare a symmetric matrix")
    value = _Calculus(walk, name, a).of(body)
    return value if isinstance(value, MatrixTerm) else Scaled(value, Id(a.shape[0]))


class _Calculus:
    """Reads an expression in one name as a function of one matrix: numbers stay numbers until they meet the matrix."""

    def __init__(self, walk: Reader, name: str, a: MatrixTerm) -> None:
        self.walk, self.name, self.a = walk, name, a

    def of(self, node: ast.expr) -> Any:
        """The value at the matrix: a matrix that commutes with it, or a number."""
        if not any(isinstance(part, ast.Name) and part.id == self.name for part in ast.walk(node)):
            value = self.walk.expression(node)
            if isinstance(value, MatrixTerm) or length(value) is not None:
                raise self.walk.at(node, f"{self.walk.quoted(node)} is no number", FUNM_USAGE)
            return value
        match node:
            case ast.Name():
                return self.a
            case ast.UnaryOp(op=ast.USub(), operand=x):
                return matrices.MatNeg(self.of(x))
            case ast.UnaryOp(op=ast.UAdd(), operand=x):
                return self.of(x)
            case ast.BinOp(left=x, op=op, right=y) if type(op) in _OPERATIONS:
                return _OPERATIONS[type(op)](self, self.of(x), self.of(y), node)
            case ast.Call(func=ast.Name(id=f), args=args, keywords=[]) if f in _FUNCTIONS and len(args) == 1:
                return _FUNCTIONS[f](self, self.of(args[0]))
            case ast.Call(func=ast.Name(id=("max" | "min") as f), args=[x, y], keywords=[]):
                return self.extreme(self.matrix(self.of(x)), self.matrix(self.of(y)), f)
        said = f"{self.walk.quoted(node)} is no function of a number that is known here"
        raise self.walk.at(node, said, f"use + - * / ** and {' '.join(_FUNCTIONS)} max min")

    def matrix(self, x: Any) -> MatrixTerm:
        """A number as a multiple of the identity."""
        one = Id(self.a.shape[0])
        return x if isinstance(x, MatrixTerm) else one if x == 1 else Scaled(x, one)

    def times(self, x: Any, y: Any) -> Any:
        """The product, symmetric by its form as both factors are functions of one symmetric matrix."""
        if isinstance(x, MatrixTerm) and isinstance(y, MatrixTerm):
            product = x @ y
            return product if symmetric_by_form(product) else functions.sym(product)
        return Scaled(y, x) if isinstance(x, MatrixTerm) else Scaled(x, y)

    def extreme(self, x: MatrixTerm, y: MatrixTerm, which: str) -> MatrixTerm:
        """(x + y + |x - y|) / 2, or the same with a minus sign."""
        apart = functions.MatAbs(x - y)
        return Scaled(HALF, x + y + (apart if which == "max" else -apart))

    def power(self, x: Any, t: Any, node: ast.BinOp) -> MatrixTerm:
        """x^t of a matrix, t^x of a number."""
        if not isinstance(x, MatrixTerm):
            return functions.MatExp(Scaled(core.Log(x), t))
        if isinstance(t, MatrixTerm):
            raise self.walk.at(node, "the eigenvalue stands in base and exponent", "write exp(t * log(t))")
        if isinstance(t, Integer) and abs(t) > text_limits.FACTORS:
            raise self.walk.at(node, f"a power of {t}", f"at most {text_limits.FACTORS} either way")
        return powm(x, t)


def _divide(at: _Calculus, x: Any, y: Any, _: Any) -> Any:
    if isinstance(y, MatrixTerm):
        return at.times(x, functions.Inverse(y)) if x != 1 else functions.Inverse(y)
    return Scaled(1 / y if isinstance(y, Rational) and y != 0 else core.Quotient(ONE, y), x)


_OPERATIONS: dict[type, Callable[[_Calculus, Any, Any, Any], Any]] = {
    ast.Add: lambda at, x, y, _: at.matrix(x) + at.matrix(y),
    ast.Sub: lambda at, x, y, _: at.matrix(x) - at.matrix(y),
    ast.Mult: lambda at, x, y, _: at.times(x, y),
    ast.Div: _divide,
    ast.Pow: lambda at, x, y, node: at.power(x, y, node),
}
_FUNCTIONS: dict[str, Callable[[_Calculus, Any], MatrixTerm]] = {
    "exp": lambda at, x: functions.MatExp(x),
    "log": lambda at, x: functions.MatLog(x),
    "sqrt": lambda at, x: functions.MatSqrt(x),
    "abs": lambda at, x: functions.MatAbs(x),
    "relu": lambda at, x: Scaled(HALF, x + functions.MatAbs(x)),
    "sign": lambda at, x: at.times(x, functions.Inverse(functions.MatAbs(x))),
    "tanh": lambda at, x: (
        at.matrix(ONE) - Scaled(Integer(2), functions.Inverse(functions.MatExp(Scaled(Integer(2), x)) + at.matrix(ONE)))
    ),
    "sigmoid": lambda at, x: functions.Inverse(at.matrix(ONE) + functions.MatExp(-x)),
    "softplus": lambda at, x: functions.MatLog(at.matrix(ONE) + functions.MatExp(x)),
}


ITERATE_USAGE = "write iterate(X, step, k): X a name, step an expression in X, k a number, as in iterate(x, A @ x, 5)"


def iterated(walk: Reader, node: ast.Call) -> Any:
    """The k-th iterate of a named value.  Raises ReadingError for a step that changes its shape, and where the
    iterate has grown beyond what can be checked."""
    if len(node.args) != 3:
        raise ReadingError(f"iterate(...) was given {len(node.args)} arguments", ITERATE_USAGE)
    start, step, count = node.args
    if not isinstance(start, ast.Name) or start.id not in walk.names:
        raise ReadingError(f"{walk.quoted(start)} is no name that stands for something", ITERATE_USAGE)
    if not (isinstance(count, ast.Constant) and isinstance(count.value, int) and 0 <= count.value <= text_limits.STEPS):
        raise walk.at(count, f"{walk.quoted(count)} steps", f"k is a number from 0 to {text_limits.STEPS}")
    value = walk.expression(start)
    sizes: dict[Any, int] = {}
    if not isinstance(value, MatrixTerm) and length(value) is not None:
        value = column(value)
    if count.value > 1 and isinstance(value, MatrixTerm):
        value, short = _affine(walk, start.id, value, step, count.value)
        if short:
            return value
    for k in range(count.value):
        following = walk.knowing(start.id, value).expression(step)
        if not isinstance(following, MatrixTerm) and isinstance(value, MatrixTerm) and length(following) is not None:
            following = column(following)
        if not _alike(walk, value, following):
            said = f"the step makes {operations.described(following, walk.sizes)} of {quoted(walk.sizes.said(value))}"
            raise walk.at(step, said, "a step keeps the shape")
        value = following
        if parts(value, sizes) > text_limits.UNFOLDED:
            fix = f"at most {k} steps of this one"
            raise walk.at(count, f"more than {text_limits.UNFOLDED} parts after {k + 1} steps written out", fix)
    return value


def _alike(walk: Reader, x: Any, y: Any) -> bool:
    if isinstance(x, MatrixTerm) and isinstance(y, MatrixTerm):
        return all(map(walk.sizes.agree, x.shape, y.shape))
    if isinstance(x, MatrixTerm) or isinstance(y, MatrixTerm):
        return False
    one, two = length(x), length(y)
    return one is two if None in (one, two) else bool(walk.sizes.agree(one, two))


def parts(node: Any, known: dict[Any, int]) -> int:
    """How many parts a tree has, each shared one looked at once."""
    if node not in known:
        known[node] = 1 + sum(parts(a, known) for a in getattr(node, "args", ()))
    return known[node]


def _affine(walk: Reader, name: str, value: MatrixTerm, step: ast.expr, count: int) -> tuple[MatrixTerm, bool]:
    """The iterate of a step that is affine, or linear and normalised, and whether the step is one of these."""
    x = Matrix(name, *value.shape)
    said = walk.knowing(name, x).expression(step)
    said = column(said) if not isinstance(said, MatrixTerm) and length(said) is not None else said
    if not isinstance(said, MatrixTerm) or not all(map(walk.sizes.agree, said.shape, value.shape)):
        return value, False
    norm, inside = _normalised(said)
    found = _linear(inside if norm is not None else said, x)
    if found is None or norm is not None and found[1] is not None:
        return value, False
    factor, constant = found
    for _ in range(count):
        value = value if factor is None else factor @ value
        value = value if constant is None else value + constant
    return (value if norm is None else Scaled(Quotient(Integer(1), norm(value)), value)), True


def _normalised(step: MatrixTerm) -> tuple[Any, Any]:
    """The norm by which a step divides what it is the norm of, and that; None for another step."""
    match step:
        case Scaled(args=(Quotient(args=(one, below)), inside)):
            if one == 1 and isinstance(below, SpectralAtom) and below.spec.norm and below.args == (inside,):
                return type(below), inside
    return None, None


def _linear(step: Any, x: Matrix) -> tuple[MatrixTerm | None, MatrixTerm | None] | None:
    """M and c of a step M @ x + c, None for an identity and for nothing added; None for a step of another form."""
    if step == x:
        return None, None
    if isinstance(step, MatNeg) and step.args[0] == x:
        return Scaled(Integer(-1), Id(x.shape[0])), None
    if isinstance(step, MatNeg):
        inner = _linear(step.args[0], x)
        return None if inner is None or inner[0] is None else (-inner[0], None if inner[1] is None else -inner[1])
    if isinstance(step, Scaled) and not step.args[0].has(x):
        inner = _linear(step.args[1], x)
        if inner is None:
            return None
        factor = Id(x.shape[0]) if inner[0] is None else inner[0]
        return Scaled(step.args[0], factor), None if inner[1] is None else Scaled(step.args[0], inner[1])
    if isinstance(step, MatTimes) and step.args[-1] == x and not any(a.has(x) for a in step.args[:-1]):
        return (step.args[0] if len(step.args) == 2 else MatTimes(*step.args[:-1])), None
    if isinstance(step, MatPlus):
        moving = [a for a in step.args if a.has(x)]
        found = [_linear(a, x) for a in moving]
        if not found or any(f is None or f[1] is not None for f in found):
            return None
        factors = [Id(x.shape[0]) if f is None or f[0] is None else f[0] for f in found]
        rest = [a for a in step.args if not a.has(x)]
        return joined(factors, MatPlus), joined(rest, MatPlus) if rest else None
    return None


# Jacobians of vectors and numbers along a vector, a matrix or a number, by the chain rule alone.
#
# J(f, x) has a row for each entry of f and a column for each entry of x; those of a matrix are listed column by column.
# Where an activation has a kink the Jacobian has no value, as a quotient by zero has none.


def jacobian(f: Any, x: Any) -> MatrixTerm:
    """The Jacobian of a vector or number along a variable.

    Raises TypeError for what has no rule here, and ValueError for what does not depend on the variable.
    """
    out = _of(f, x)
    if out is None:
        raise ValueError(f"{f} does not depend on {x}")
    return out


def gradient(f: Any, x: Any) -> MatrixTerm:
    """The gradient of a number along a vector, as a column."""
    return _transposed(jacobian(f, x))


def hessian(f: Any, x: Any) -> MatrixTerm:
    """The Hessian of a number along a vector, symmetric by its form."""
    out = jacobian(gradient(f, x), x)
    return out if symmetric_by_form(out) else functions.sym(out)


def _of(f: Any, x: Any) -> MatrixTerm | None:
    """None stands for zero."""
    if f == x:
        return Id(1) if not isinstance(x, MatrixTerm) else Id(x.shape[0] if x.shape[1] == 1 else product_of(*x.shape))
    if not getattr(f, "has", lambda _: False)(x):
        return None
    if isinstance(f, MatrixTerm):
        if f.shape[1] != 1:
            raise TypeError(f"{f} is no vector")
        return _applied(f, None, x)
    for cls, rule in _CHAIN_RULES.items():
        if isinstance(f, cls):
            return rule(f, x)
    raise TypeError(f"{type(f).__name__.lower()} has no Jacobian here")


def _applied(f: Any, v: MatrixTerm | None, x: Any) -> MatrixTerm | None:
    """Jacobian of f @ v for a column v held fixed, of the column f itself without one: linear maps pass, and a factor
    that moves is applied to what stands behind it."""
    if not f.has(x):
        return None
    if isinstance(f, MatPlus):
        return _sum([_applied(a, v, x) for a in f.args])
    if isinstance(f, MatNeg):
        inner = _applied(f.args[0], v, x)
        return None if inner is None else MatNeg(inner)
    if isinstance(f, Scaled):
        c, a = f.args
        inner, rate = _applied(a, v, x), _of(c, x)
        value = a if v is None else _times(a, v)
        return _sum([None if inner is None else Scaled(c, inner), None if rate is None else _times(value, rate)])
    if isinstance(f, MatTimes):
        return _sum([_factor(f.args, k, v, x) for k in range(len(f.args))])
    if v is None:
        if f == x:
            return Id(x.shape[0])
        if isinstance(f, Column):
            return _of(f.args[0], x)
        if isinstance(f, functions.Relu):
            return _weighted(Quotient(entries(f), entries(f.args[0])), _of(f.args[0], x))
        if isinstance(f, Transpose) and f.shape == (1, 1):
            return _applied(f.args[0], None, x)
    elif f == x:
        return Kron(v.T, Id(x.shape[0]))
    elif isinstance(f, DiagonalMatrix):
        return _times(DiagonalMatrix(entries(v)), _of(f.args[0], x))
    elif isinstance(f, Transpose) and f.args[0] == x and x.shape[1] != 1:
        return Kron(Id(x.shape[1]), v.T)
    elif isinstance(f, Transpose) and f.args[0].shape[1] == 1:
        return _times(v.T, _of(f.args[0], x))
    elif f.shape[1] == 1:  # a column times the number v
        inner = _of(f, x)
        return None if inner is None else Scaled(atoms.Tr(v), inner)
    raise TypeError(f"{type(f).__name__.lower()} has no Jacobian here")


def _factor(factors: Any, k: int, v: MatrixTerm | None, x: Any) -> MatrixTerm | None:
    """What the k-th factor of a product adds to the Jacobian."""
    behind = _product([*factors[k + 1 :], *([] if v is None else [v])])
    inner = _applied(factors[k], behind, x)
    return None if inner is None else _times(_product(factors[:k]), inner)


def _product(factors: Any) -> MatrixTerm | None:
    return reduce(operator.matmul, factors) if factors else None


def _times(a: MatrixTerm | None, b: MatrixTerm | None) -> Any:
    """a @ b without identities; None next to a rate is zero, in front of one nothing."""
    if b is None or a is None or isinstance(a, Id):
        return b
    return a if isinstance(b, Id) else a @ b


def _transposed(a: MatrixTerm) -> MatrixTerm:
    """The transpose, of a product factor by factor, so that it can be differentiated again."""
    if isinstance(a, Id | DiagonalMatrix):
        return a
    if isinstance(a, Transpose):
        return a.args[0]
    if isinstance(a, MatTimes | MatPlus):
        turned = [_transposed(b) for b in a.args]
        return a.func(*(turned[::-1] if isinstance(a, MatTimes) else turned))
    if isinstance(a, MatNeg):
        return MatNeg(_transposed(a.args[0]))
    return Scaled(a.args[0], _transposed(a.args[1])) if isinstance(a, Scaled) else a.T


def _sum(parts: list[MatrixTerm | None]) -> MatrixTerm | None:
    found = [p for p in parts if p is not None]
    return core.joined(found, MatPlus) if found else None


def _weighted(w: Any, rate: MatrixTerm | None) -> MatrixTerm | None:
    """Rows of a rate times the entries of w; a number's rate next to a vector is repeated."""
    if rate is None or w == 1:
        return rate
    if length(w) is None:
        return Scaled(w, rate)
    return Column(w) @ rate if rate.shape[0] == 1 else _times(DiagonalMatrix(w), rate)


def _spread(f: Any, part: Any, rate: MatrixTerm | None) -> MatrixTerm | None:
    """The rate of a number as that of a vector of which it is a term."""
    if rate is None or length(f) is None or length(part) is not None:
        return rate
    return Ones(length(f), 1) @ rate


def _quantity_product(f: Any, x: Any) -> MatrixTerm | None:
    others = [joined([*f.args[:k], *f.args[k + 1 :]], Times) for k in range(len(f.args))]
    return _sum([_weighted_in(f, a, weight, x) for a, weight in zip(f.args, others, strict=True)])


def _quotient(f: Any, x: Any) -> MatrixTerm | None:
    a, b = f.args
    below = Neg(Quotient(a, Power(b, 2)))
    return _sum([_weighted_in(f, a, Quotient(ONE, b), x), _weighted_in(f, b, below, x)])


def _weighted_in(f: Any, part: Any, weight: Any, x: Any) -> MatrixTerm | None:
    rate = _weighted(weight, _of(part, x))
    return rate if length(weight) is not None else _spread(f, part, rate)


def _power(f: Any, x: Any) -> MatrixTerm | None:
    base, t = f.args
    if t.has(x):
        raise TypeError(f"{f} has {x} in the exponent")
    below = base if t == 2 else core.power(base, t - 1 if isinstance(t, Integer) else Plus(t, Integer(-1)))
    return _weighted(Times(t, below) if t != 1 else ONE, _of(base, x))


def _by_entries(rate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], MatrixTerm | None]:
    """A function of numbers, entry by entry; `rate` takes its argument and its value."""
    return lambda f, x: _weighted(rate(f.args[0], f), _of(f.args[0], x))


def _bell(u: Any) -> Any:
    """The density of the standard normal distribution."""
    return Quotient(core.Exp(Neg(Quotient(Power(u, 2), TWO))), Sqrt(Times(TWO, pi)))


def _gelu(u: Any, _: Any) -> Any:
    below = Quotient(Plus(ONE, core.Erf(Quotient(u, Sqrt(TWO)))), TWO)
    return Plus(below, Times(u, _bell(u)))


def _silu(u: Any, _: Any) -> Any:
    p = defined.Sigmoid(u)
    return Times(p, Plus(ONE, Times(u, Plus(ONE, Neg(p)))))


def _softmax(f: Any, x: Any) -> MatrixTerm | None:
    p = Column(f)
    return _times(MatPlus(DiagonalMatrix(f), MatNeg(p @ p.T)), _of(f.args[0], x))


def _entry(f: Any, x: Any) -> MatrixTerm | None:
    v, i = f.args
    inner = _of(v, x)
    return None if inner is None else Unit(length(v), i).T @ inner


def _length_of(f: Any, x: Any) -> MatrixTerm | None:
    """Of the Euclidean norm of a column."""
    v = f.args[0]
    if v.shape[1] != 1:
        raise TypeError(f"{f.name} of a matrix has no Jacobian here")
    return Scaled(Quotient(ONE, f), _times(v.T, _of(v, x)))


def _trace(f: Any, x: Any) -> MatrixTerm | None:
    if f.args[0].shape != (1, 1):
        raise TypeError("a trace has no Jacobian here")
    return _of(f.args[0], x)


_CHAIN_RULES: dict[Any, Callable[[Any, Any], MatrixTerm | None]] = {
    columns.Entries: lambda f, x: _of(f.args[0], x),
    core.Plus: lambda f, x: _sum([_spread(f, a, _of(a, x)) for a in f.args]),
    core.Neg: lambda f, x: None if (rate := _of(f.args[0], x)) is None else MatNeg(rate),
    core.Times: _quantity_product,
    core.Quotient: _quotient,
    core.Power | core.RealPower: _power,
    core.Sqrt: _by_entries(lambda _, f: Quotient(ONE, Times(TWO, f))),
    core.Exp: _by_entries(lambda _, f: f),
    core.Log: _by_entries(lambda u, _: Quotient(ONE, u)),
    core.Abs: _by_entries(lambda u, f: Quotient(f, u)),
    core.Erf: _by_entries(lambda u, _: Quotient(Times(TWO, core.Exp(Neg(Power(u, 2)))), Sqrt(pi))),
    defined.Tanh: _by_entries(lambda _, f: Plus(ONE, Neg(Power(f, 2)))),
    defined.Sigmoid: _by_entries(lambda _, f: Times(f, Plus(ONE, Neg(f)))),
    defined.Softplus: _by_entries(lambda u, _: defined.Sigmoid(u)),
    defined.GELU: _by_entries(_gelu),
    defined.SiLU: _by_entries(_silu),
    defined.Softmax: _softmax,
    defined.LayerNorm | defined.RMSNorm: lambda f, x: _of(f.spec.definition(*f.args), x),
    core.Total: lambda f, x: _times(Ones(length(f.args[0]), 1).T, _of(f.args[0], x)),
    core.Entry: _entry,
    atoms.Tr: _trace,
    atoms.Norm2 | atoms.NormF: _length_of,
}


def network(walk: Reader, node: ast.Call) -> Any:
    """The output of a network without biases: linear maps, the first at the input, an activation between them."""
    usage = "write network(f, x, W1, W2, ...), f one of " + " ".join(NETWORK)
    first = node.args[0] if len(node.args) >= 3 else None
    if not isinstance(first, ast.Name) or first.id not in NETWORK:
        raise ReadingError("network(...) takes an activation, the input and the weights", usage)
    value = walk.expression(node.args[1])
    if not isinstance(value, MatrixTerm) and length(value) is None:
        raise walk.at(node.args[1], f"the input {operations.described(value, walk.sizes)}", "declare x = real(n, 1)")
    value = column(value)
    for k, weights in enumerate(node.args[2:]):
        if k and first.id != "linear":
            value = column(FUNCTIONS[first.id].rule(walk.sizes, value))
        value = operations.matmul(walk.expression(weights), value, walk.sizes)
    return value


def derivative(walk: Reader, name: str, node: ast.Call) -> Any:
    """The Jacobian, gradient or Hessian of an expression along a variable."""
    usage = f"write {DERIVATIVES[name]}, x a variable, as in jacobian(W2 @ tanh(W1 @ x), x)"
    if len(node.args) != 2 or not isinstance(node.args[1], ast.Name):
        raise ReadingError(f"{name}(...) takes an expression and a variable", usage)
    x = walk.expression(node.args[1])
    if not isinstance(x, Matrix | Scalar):
        said = f"{quoted(node.args[1].id)} is no variable by itself: {name}(...) moves it freely"
        raise walk.at(node.args[1], said, "declare it as real(n, 1), and say what more it is in given")
    f = operations.number_in(walk.expression(node.args[0]))
    if isinstance(f, Complex):
        raise ReadingError(f"{name}(...) takes what is real", "write re(...) or im(...)")
    if name != "jacobian" and (isinstance(f, MatrixTerm) or length(f) is not None):
        raise ReadingError(f"{operations.described(f, walk.sizes)}: {name}(...) takes a number", "write jacobian(f, x)")
    if name != "jacobian" and isinstance(x, Matrix) and x.shape[1] != 1:
        said = f"{operations.described(x, walk.sizes)}: {name}(...) is along a vector"
        raise ReadingError(said, "write jacobian(f, W)")
    try:
        out = _DERIVATIVES[name](f, x)
    except ValueError as error:
        raise ReadingError(str(error), "then its derivative is zero") from None
    except TypeError as error:
        fix = "take sums, products, quotients, powers and activations of A @ x, or write the derivative out"
        raise ReadingError(str(error), fix) from None
    if isinstance(out, Scaled) and out.args[1] == Id(1):
        return out.args[0]
    return Integer(1) if out == Id(1) else operations.number_in(out)


_DERIVATIVES = {"jacobian": jacobian, "gradient": gradient, "hessian": hessian}
