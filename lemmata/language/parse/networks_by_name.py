"""`network(tanh, x, W1, W2)` and the words for derivatives, `jacobian(f, x)`, `gradient(f, x)`, `hessian(f, x)`.

All are written out at reading: what is checked is the expression in matrices and activations that the chain rule gives.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from sympy import Integer, pi

from lemmata.language import activations, atoms, columns, core, defined, functions
from lemmata.language.columns import Column, DiagonalMatrix, column, entries
from lemmata.language.complexes import Complex
from lemmata.language.core import Neg, Plus, Power, Quotient, Sqrt, Times
from lemmata.language.dimensions import product_of
from lemmata.language.families import Unit
from lemmata.language.forms import symmetric_by_form
from lemmata.language.functions import Ones
from lemmata.language.lengths import length
from lemmata.language.matrices import Id, Kron, MatNeg, MatPlus, MatrixTerm, MatTimes, Scaled, Transpose
from lemmata.language.parse import operations
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.indices import Reader
from lemmata.language.parse.names import DERIVATIVES, NETWORK
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.variables import Matrix, Scalar

# Jacobians of vectors and numbers along a vector, a matrix or a number, by the chain rule alone.
#
# J(f, x) has a row for each entry of f and a column for each entry of x; those of a matrix are listed column by column.
# Where an activation has a kink the Jacobian has no value, as a quotient by zero has none.
ONE, TWO = Integer(1), Integer(2)


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
    return _turned(jacobian(f, x))


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
        return _column(f, x)
    for cls, rule in _CHAIN_RULES.items():
        if isinstance(f, cls):
            return rule(f, x)
    raise TypeError(f"{type(f).__name__.lower()} has no Jacobian here")


def _column(f: MatrixTerm, x: Any) -> MatrixTerm | None:
    """Of a column: linear maps pass, and a factor that moves is applied to what stands behind it."""
    if f.shape[1] != 1:
        raise TypeError(f"{f} is no vector")
    return _applied(f, None, x)


def _applied(f: Any, v: MatrixTerm | None, x: Any) -> MatrixTerm | None:
    """Jacobian of f @ v for a column v held fixed, of the column f itself without one."""
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
    out = None
    for a in factors:
        out = a if out is None else out @ a
    return out


def _times(a: MatrixTerm | None, b: MatrixTerm | None) -> Any:
    """a @ b without identities; None next to a rate is zero, in front of one nothing."""
    if b is None or a is None or isinstance(a, Id):
        return b
    return a if isinstance(b, Id) else a @ b


def _turned(a: MatrixTerm) -> MatrixTerm:
    """The transpose, of a product factor by factor, so that it can be differentiated again."""
    if isinstance(a, Id | DiagonalMatrix):
        return a
    if isinstance(a, Transpose):
        return a.args[0]
    if isinstance(a, MatTimes | MatPlus):
        turned = [_turned(b) for b in a.args]
        return a.func(*(turned[::-1] if isinstance(a, MatTimes) else turned))
    if isinstance(a, MatNeg):
        return MatNeg(_turned(a.args[0]))
    return Scaled(a.args[0], _turned(a.args[1])) if isinstance(a, Scaled) else a.T


def _sum(parts: list[MatrixTerm | None]) -> MatrixTerm | None:
    found = [p for p in parts if p is not None]
    return None if not found else found[0] if len(found) == 1 else MatPlus(*found)


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


def _quantity_sum(f: Any, x: Any) -> MatrixTerm | None:
    return _sum([_spread(f, a, _of(a, x)) for a in f.args])


def _negative(f: Any, x: Any) -> MatrixTerm | None:
    inner = _of(f.args[0], x)
    return None if inner is None else MatNeg(inner)


def _quantity_product(f: Any, x: Any) -> MatrixTerm | None:
    parts = []
    for k, a in enumerate(f.args):
        others = [*f.args[:k], *f.args[k + 1 :]]
        weight = others[0] if len(others) == 1 else Times(*others)
        parts.append(_spread(f, a, _weighted(weight, _of(a, x))) if length(weight) is None else
                     _weighted(weight, _of(a, x)))  # fmt: skip
    return _sum(parts)


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


def _slope(rate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], MatrixTerm | None]:
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


def _total(f: Any, x: Any) -> MatrixTerm | None:
    v = f.args[0]
    inner = _of(v, x)
    return _times(Ones(length(v), 1).T, inner)


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
    core.Plus: _quantity_sum,
    core.Neg: _negative,
    core.Times: _quantity_product,
    core.Quotient: _quotient,
    core.Power | core.RealPower: _power,
    core.Sqrt: _slope(lambda _, f: Quotient(ONE, Times(TWO, f))),
    core.Exp: _slope(lambda _, f: f),
    core.Log: _slope(lambda u, _: Quotient(ONE, u)),
    core.Abs: _slope(lambda u, f: Quotient(f, u)),
    core.Erf: _slope(lambda u, _: Quotient(Times(TWO, core.Exp(Neg(Power(u, 2)))), Sqrt(pi))),
    defined.Tanh: _slope(lambda _, f: Plus(ONE, Neg(Power(f, 2)))),
    defined.Sigmoid: _slope(lambda _, f: Times(f, Plus(ONE, Neg(f)))),
    defined.Softplus: _slope(lambda u, _: defined.Sigmoid(u)),
    activations.GELU: _slope(_gelu),
    activations.SiLU: _slope(_silu),
    activations.Softmax: _softmax,
    activations.LayerNorm | activations.RMSNorm: lambda f, x: _of(f.spec.definition(*f.args), x),
    core.Total: _total,
    core.Entry: _entry,
    atoms.Tr: _trace,
    atoms.Norm2 | atoms.NormF: _length_of,
}


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


_RULES = {"jacobian": jacobian, "gradient": gradient, "hessian": hessian}
