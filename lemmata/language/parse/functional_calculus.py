"""`funm(f(t) for t in S)`: a function of numbers, applied to the eigenvalues of a symmetric matrix.

What it is made of becomes sums, products, inverses, roots, exponentials and logarithms of the matrix, all of which
commute, so that nothing but these is ever computed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from sympy import Integer, Rational

from lemmata.language import core, functions, matrices
from lemmata.language.forms import symmetric_by_form
from lemmata.language.lengths import length
from lemmata.language.matrices import Id, MatrixTerm, Scaled
from lemmata.language.parse import text_limits
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.names import NUMBERS
from lemmata.language.parse.reader import Reader
from lemmata.language.subspaces import HALF, powm

USAGE = "write funm(f(t) for t in S), S symmetric, as in funm(t / (1 + t) for t in S)"
ONE = Integer(1)


def function_of(walk: Reader, node: ast.Call) -> MatrixTerm:
    """The function of a matrix that a call says.  Raises ReadingError for what is no function of numbers."""
    match node.args:
        case [
            ast.GeneratorExp(elt=body, generators=[ast.comprehension(target=ast.Name(id=name), iter=source, ifs=[])])
        ]:
            pass
        case _:
            raise ReadingError("funm(...) takes a function of the eigenvalues", USAGE)
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
                raise self.walk.at(node, f"{quoted(self.walk.parsed.segment(node))} is no number", USAGE)
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
