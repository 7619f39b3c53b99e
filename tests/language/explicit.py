"""An interpreter for tests: matrix expressions as explicit SymPy matrices, scalars as SymPy scalars."""

from collections.abc import Callable
from typing import Any

import sympy

from lemmata.language import atoms, core, families, functions, matrices


def symbols(name: str, rows: int, cols: int) -> sympy.Matrix:
    """A matrix of distinct symbols."""
    return sympy.Matrix(rows, cols, lambda r, c: sympy.Symbol(f"{name}_{r + 1}_{c + 1}"))


def lower(node: Any, values: Callable[[str, int, int], sympy.Matrix] = symbols) -> Any:
    """SymPy's own form of a concrete tree (numeric shapes, no spectral atoms); `values` gives the matrix variables."""
    if isinstance(node, sympy.Number):
        return node
    if hasattr(node, "domain"):
        if isinstance(node, matrices.MatrixTerm):
            return values(node.name, *map(int, node.shape))
        return sympy.Symbol(node.name)
    return _RULES[type(node)](*(lower(a, values) for a in node.args))


def _product(*factors: Any) -> Any:
    out = factors[0]
    for factor in factors[1:]:
        out = out * factor
    return out


def _sum(*terms: Any) -> Any:
    out = terms[0]
    for term in terms[1:]:
        out = out + term
    return out


_RULES: dict[type, Callable[..., Any]] = {
    core.Plus: _sum,
    core.Neg: lambda a: -a,
    core.Times: _product,
    core.Quotient: lambda a, b: a / b,
    core.Power: lambda a, b: a**b,
    core.Sqrt: sympy.sqrt,
    core.Exp: sympy.exp,
    core.Log: sympy.log,
    atoms.Tr: lambda a: a.trace(),
    matrices.Id: lambda size: sympy.eye(int(size)),
    matrices.MatPlus: _sum,
    matrices.MatNeg: lambda a: -a,
    matrices.MatTimes: _product,
    matrices.Scaled: lambda c, a: c * a,
    matrices.Transpose: lambda a: a.T,
    matrices.Kron: lambda a, b: sympy.Matrix(sympy.kronecker_product(a, b)),
    functions.Hadamard: lambda a, b: a.multiply_elementwise(b),
    functions.Relu: lambda a: a.applyfunc(lambda entry: sympy.Max(entry, 0)),
    functions.Inverse: lambda a: a.inv(),
    families.VStack: lambda *blocks: sympy.Matrix.vstack(*blocks),
}
