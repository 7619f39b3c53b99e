"""`sup(x.T @ A @ x for x in unit(n))`: extremes over unit vectors that are eigenvalues, norms or numerical radii.

A quadratic form, its modulus or real part, a bilinear form in two unit vectors, and the length of A x are read as the
spectral quantity that they are (Rayleigh, Courant and Fischer), so that no search over vectors stands behind a verdict.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from sympy import Integer, Rational

from lemmata.language import atoms, core, families, functions, matrices
from lemmata.language.complexes import Complex
from lemmata.language.forms import symmetric_by_form
from lemmata.language.lengths import length
from lemmata.language.matrices import Id, MatrixTerm, Scaled
from lemmata.language.parse import indices, operations, text_limits
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.indices import Reader
from lemmata.language.parse.names import NUMBERS, TREE_WORDS
from lemmata.language.parse.vocabulary import as_matrix, as_size, as_square, as_vector, bounded
from lemmata.language.subspaces import HALF, powm
from lemmata.language.variables import Scalar

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
    if not (isinstance(last, ast.Name) and last.id == names[-1] and inside) or _mentions(inside, names):
        raise walk.at(body, f"{quoted(walk.parsed.segment(body))} is no form that is known", USAGE)
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
        raise walk.at(body, f"{quoted(walk.parsed.segment(body))} is no form that is known", USAGE)
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
    raise walk.at(generator.iter, f"{quoted(walk.parsed.segment(generator.iter))} is no set of unit vectors", USAGE)


def _factors(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return [*_factors(node.left), node.right]
    return [node]


def _mentions(nodes: list[ast.expr], names: list[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for node in nodes for part in ast.walk(node))


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
    if node.keywords or not (node.args if stacked else len(node.args) == count):
        raise ReadingError(f"{name}(...) was given {len(node.args)} arguments", f"write {usage}")
    return _RULES[name](walk, node, usage)


def entry_of(walk: Reader, node: ast.Call, values: ast.expr) -> Any:
    """`s(A, i)` and `entry(v, i)` as `s(A)[i]` and `v[i]`."""
    said = ast.Subscript(values, node.args[-1], ast.Load())
    return indices.subscript(walk, ast.copy_location(said, node))


def _gap(walk: Reader, node: ast.Call, usage: str) -> Any:
    vector = as_vector(walk.expression(node.args[0]), usage, "write gap(s(A), i)", walk.sizes)
    return core.Gap(vector, indices.span(walk, node.args[1], length(vector)))


def _unit(walk: Reader, node: ast.Call, usage: str) -> Any:
    n = walk.expression(node.args[0])
    n = n if isinstance(n, families.Width) else as_size(n, usage, walk.sizes)
    return families.Unit(n, indices.span(walk, node.args[1], n))


def _stack(walk: Reader, node: ast.Call, usage: str) -> Any:
    if isinstance(node.args[0], ast.GeneratorExp):
        found = list(indices.ranges(walk, node.args[0]))
        body = as_matrix(found[-1][1].expression(node.args[0].elt), usage, walk.sizes)
        for r, _ in reversed(found):
            body = families.StackOver(r.index, r.low, r.high, body)
    else:
        blocks = [as_matrix(walk.expression(a), usage, walk.sizes) for a in node.args]
        if not all(walk.sizes.agree(blocks[0].shape[1], b.shape[1]) for b in blocks[1:]):
            raise ReadingError("the blocks of a stack differ in width", usage)
        body = families.VStack(*blocks)
    if walk.sizes.counts(body.shape[0]):
        bounded(body.shape[0], usage, walk.sizes)
    return body


def _real_eigenvalues(walk: Reader, node: ast.Call, usage: str) -> Any:
    return atoms.RealEigenvalues(as_square(walk.expression(node.args[0]), usage, walk.sizes))


def _form_at(cls: type) -> Callable[..., Any]:
    def rule(walk: Reader, node: ast.Call, usage: str) -> Any:
        a, x = (as_matrix(walk.expression(node.args[k]), usage, walk.sizes) for k in (0, 2))
        if cls is atoms.EigenForm:
            as_square(a, usage, walk.sizes)
            operations.same_shape(a, x, "eigenform", walk.sizes)
        else:
            operations.same_shape(a.T, x, "singularform", walk.sizes)
        return cls(a, indices.span(walk, node.args[1], a.shape[0] if cls is atoms.EigenForm else length(atoms.s(a))), x)

    return rule


def _slope(walk: Reader, node: ast.Call, usage: str) -> Any:
    values, t = walk.expression(node.args[0]), walk.expression(node.args[2])
    if not isinstance(values, atoms.Lam | atoms.S) or not isinstance(t, Scalar):
        raise ReadingError("slope(...) differentiates lam(A) or s(A) along a number", f"write {usage}")
    return atoms.Slope(values, indices.span(walk, node.args[1], length(values)), t)


# Families of layers.
def layers_of(walk: Reader, node: ast.expr) -> families.Layers:
    """The family that a name stands for.  Raises ReadingError."""
    family = walk.names.get(node.id) if isinstance(node, ast.Name) else None
    if not isinstance(family, families.Layers):
        said = quoted(walk.parsed.segment(node))
        raise walk.at(node, f"{said} is no family of layers", "declare one, as in W = layers(L, d, m, k)")
    return family


def segment(walk: Reader, family: families.Layers, node: ast.Subscript) -> MatrixTerm:
    """`W[l]`, the l-th matrix of a family, and `W[last:first]`, the product of some, the last layer first."""
    place = node.slice
    parts = (place.lower, place.upper) if isinstance(place, ast.Slice) else (place, place)
    if any(p is None for p in parts) or isinstance(place, ast.Slice) and place.step is not None:
        raise walk.at(place, "both ends of a product of layers are written", f"write {family.name}[L:1] or W[2]")
    last, first = (indices.integer(walk, cast(ast.expr, p)) for p in parts)
    depth = family.args[0]
    wrong = walk.sizes.where(last, first, depth, lambda b, a, most: not (1 <= a <= b + 1 and 0 <= b <= most))
    if wrong is not None:
        fix = f"layers count from 1 to {depth}; {family.name}[3:2] is layer 3 times layer 2"
        raise walk.at(place, "there is no such layer" + (f" at {wrong}" if wrong else ""), fix)
    return families.Segment(family, last, first)


def _width(walk: Reader, node: ast.Call, usage: str) -> Any:
    return families.Width(layers_of(walk, node.args[0]), indices.integer(walk, node.args[1]))


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
    "real_eigenvalues": _real_eigenvalues,
    "eigenform": _form_at(atoms.EigenForm),
    "singularform": _form_at(atoms.SingularForm),
    "slope": _slope,
    "width": _width,
    "gradient_gram": _gradient_gram,
}


# `funm(f(t) for t in S)`: a function of numbers, applied to the eigenvalues of a symmetric matrix.
#
# What it is made of becomes sums, products, inverses, roots, exponentials and logarithms of the matrix, all of which
# commute, so that nothing but these is ever computed.
FUNM_USAGE = "write funm(f(t) for t in S), S symmetric, as in funm(t / (1 + t) for t in S)"
ONE = Integer(1)


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
        said = f"{quoted(walk.parsed.segment(source))} is not symmetric by its form"
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
                raise self.walk.at(node, f"{quoted(self.walk.parsed.segment(node))} is no number", FUNM_USAGE)
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
        said = f"{quoted(self.walk.parsed.segment(node))} is no function of a number that is known here"
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


def _add(sign: int) -> Callable[[_Calculus, Any, Any, Any], Any]:
    def rule(at: _Calculus, x: Any, y: Any, _: Any) -> Any:
        x, y = at.matrix(x), at.matrix(y)
        return x + y if sign > 0 else x - y

    return rule


def _divide(at: _Calculus, x: Any, y: Any, _: Any) -> Any:
    if isinstance(y, MatrixTerm):
        return at.times(x, functions.Inverse(y)) if x != 1 else functions.Inverse(y)
    return Scaled(1 / y if isinstance(y, Rational) and y != 0 else core.Quotient(ONE, y), x)


_OPERATIONS: dict[type, Callable[[_Calculus, Any, Any, Any], Any]] = {
    ast.Add: _add(1),
    ast.Sub: _add(-1),
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
