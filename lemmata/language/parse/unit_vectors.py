"""`sup(x.T @ A @ x for x in unit(n))`: extremes over unit vectors that are eigenvalues, norms or numerical radii.

A quadratic form, its modulus or real part, a bilinear form in two unit vectors, and the length of A x are read as the
spectral quantity that they are (Rayleigh, Courant and Fischer), so that no search over vectors stands behind a verdict.
"""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from lemmata.language.complexes import Complex
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.reader import Reader

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
