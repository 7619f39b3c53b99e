"""`network(tanh, x, W1, W2)` and the words for derivatives, `jacobian(f, x)`, `gradient(f, x)`, `hessian(f, x)`.

All are written out at reading: what is checked is the expression in matrices and activations that the chain rule gives.
"""

from __future__ import annotations

import ast
from typing import Any

from sympy import Integer

from lemmata.language import jacobians
from lemmata.language.columns import column
from lemmata.language.complexes import Complex
from lemmata.language.lengths import length
from lemmata.language.matrices import Id, MatrixTerm, Scaled
from lemmata.language.parse import operations
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.names import DERIVATIVES, NETWORK
from lemmata.language.parse.reader import Reader
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.variables import Matrix, Scalar


def network(walk: Reader, node: ast.Call) -> Any:
    """The output of a network without biases: linear maps, the first at the input, an activation between them."""
    usage = "write network(f, x, W1, W2, ...), f one of " + " ".join(NETWORK)
    first = node.args[0] if len(node.args) >= 3 and not node.keywords else None
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
    if len(node.args) != 2 or node.keywords or not isinstance(node.args[1], ast.Name):
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
        raise ReadingError(
            f"{operations.described(x, walk.sizes)}: {name}(...) is along a vector", "write jacobian(f, W)"
        )
    try:
        out = _RULES[name](f, x)
    except ValueError as error:
        raise ReadingError(str(error), "then its derivative is zero") from None
    except TypeError as error:
        fix = "take sums, products, quotients, powers and activations of A @ x, or write the derivative out"
        raise ReadingError(str(error), fix) from None
    if isinstance(out, Scaled) and out.args[1] == Id(1):
        return out.args[0]
    return Integer(1) if out == Id(1) else operations.number_in(out)


_RULES = {"jacobian": jacobians.jacobian, "gradient": jacobians.gradient, "hessian": jacobians.hessian}
