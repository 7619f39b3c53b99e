"""The functions of the language: every rule is a definition read aloud.

A rule is what computes the value, given the evaluator and the trees of the arguments, and the numbers of arguments it
takes (none listed: any).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import cache, reduce
from itertools import accumulate
from typing import Any

from lemmata.verify.checker import exact_numbers, linear_algebra
from lemmata.verify.checker.exact_numbers import (
    Undecided,
    Undefined,
    absolute,
    checked,
    compare,
    divide,
    largest,
    real_power,
    sign,
)
from lemmata.verify.checker.fields_of_values import numerical_radius
from lemmata.verify.checker.format import CertificateError, require, well_formed
from lemmata.verify.checker.linear_algebra import (
    INFINITE,
    Mat,
    Vec,
    characteristic,
    derivative,
    entrywise,
    horner,
    matrix,
    total,
    trace,
)
from lemmata.verify.checker.text_form import Tree, as_integer, parse_expression, written
from lemmata.verify.checker.witnessed_spectra import (
    eigenvalues,
    exponential,
    inverted,
    logarithm,
    pivoting,
    pseudo_inverted,
    radius,
    root,
    singular,
)

Rule = tuple[Callable[..., Any], tuple[int, ...]]
DEFINED = {  # in terms of others
    "smax(A)": "s(A, 1)",
    "norm2(A)": "s(A, 1)",
    "normN(A)": "sum(s(A))",
    "lmax(A)": "lam(A, 1)",
    "singularform(A, i, X)": "eigenform(A.T @ A, i, X @ A) / s(A, i)",  # u_i^T X v_i with v_i = A u_i / s_i
}


def _defined(head: str) -> Rule:
    name, *names = head.replace("(", ",").replace(")", "").replace(" ", "").split(",")
    return (lambda ev, *args: ev(_put(_body(head), dict(zip(names, args, strict=True))))), (len(names),)


@cache
def _body(head: str) -> Tree:
    return parse_expression(DEFINED[head])


def _put(tree: Any, values: dict[str, Tree]) -> Any:
    if not isinstance(tree, tuple):
        return tree
    return values.get(tree[1], tree) if tree[0] == "name" else tuple(_put(part, values) for part in tree)


def _cond(ev: Any, a: Tree) -> Any:
    values = [x for x in singular(ev, a) if sign(x) != 0]
    if not values:
        raise Undefined("the condition number of the zero matrix")
    if sign(values[-1]) != 1:
        raise Undecided("the smallest non-zero singular value is not separated from zero")
    return divide(values[0], values[-1])


def _real_eigenvalues(a: Mat) -> Fraction:
    require(linear_algebra.exact(a), "real eigenvalues of a matrix with irrational entries")
    return Fraction(linear_algebra.real_eigenvalues(a))


def _gap(ev: Any, vector: Tree, i: Tree) -> Any:
    values = ev.vector(vector)
    at = ev.index(i, len(values))
    others = [v for k, v in enumerate(values) if k != at]
    gaps = [Fraction(0) if compare(v, values[at]) == 0 else absolute(values[at] - v) for v in others]
    return -largest([-g for g in gaps], ev.bits) if gaps else INFINITE


def _simple(values: list[Any], position: int) -> Any:
    """The value at a position.  Raises Undefined if it is multiple."""
    orders = [compare(values[position], x) for k, x in enumerate(values) if k != position]
    if 0 in orders:
        raise Undefined("the eigenvalue or singular value is multiple")
    if None in orders:
        raise Undecided("whether an eigenvalue is simple")
    return values[position]


def _eigenform(ev: Any, a: Tree, i: Tree, x: Tree) -> Any:
    """u_i^T X u_i = tr(X adj(t I - N)) / tr(adj(t I - N)) at the simple eigenvalue t of N."""
    n, form = ev.symmetric(a), ev.matrix(x)
    well_formed(form.shape == n.shape, f"shapes {n.shape} and {form.shape} do not fit in a quadratic form")
    t = _simple(_lam(ev, a), ev.index(i, n.cols))
    coefficients, adjugate = characteristic(n)
    return divide(horner([trace(form @ b) for b in adjugate], t), horner(derivative(coefficients), t))


def _slope(ev: Any, spectrum: Tree, i: Tree, variable: Tree) -> Any:
    """Derivative of t(rho) from p(t(rho), rho) = 0, p the characteristic polynomial; for s = sqrt(t), t' / (2 s)."""
    known = spectrum[:2] in (("call", "lam"), ("call", "s")) and len(spectrum) == 3 and variable[0] == "name"
    well_formed(known, "slope(...) differentiates lam(N) or s(A) with respect to a variable")
    if spectrum[1] == "s":
        square = ("call", "lam", ("matmul", ("T", spectrum[2]), spectrum[2]))
        return divide(_slope(ev, square, i, variable), 2 * ev(("call", "s", spectrum[2], i)))
    values, at = _lam(ev, spectrum[2]), ev(variable)
    t = _simple(values, ev.index(i, len(values)))
    well_formed(isinstance(at, Fraction), "slope(...) differentiates with respect to a scalar")
    moving = ev.moved({variable[1]: exact_numbers.Dual(at, Fraction(1))}).matrix(spectrum[2])
    coefficients = [exact_numbers.parts(c) for c in characteristic(moving)[0]]
    return divide(-horner([b for _, b in coefficients], t), horner(derivative([a for a, _ in coefficients]), t))


def _gradient_gram(ev: Any, *args: Tree) -> Mat:
    """(1/N) sum_i J(x_i) J(x_i)^T, the derivative by a weight being the network with a unit matrix as its layer."""
    *layers, data = (ev.matrix(a) for a in args)
    well_formed(layers, "gradient_gram(...) needs layers and data")
    rows = []
    for k, (r, c) in enumerate(layer.shape for layer in layers):
        for i, j in ((i, j) for i in range(r) for j in range(c)):
            unit = matrix(([Fraction((p, q) == (i, j)) for q in range(c)] for p in range(r)), c)
            out = reduce(lambda x, w: w @ x, [*layers[:k], unit, *layers[k + 1 :]], data)
            rows.append([x for row in out.rows for x in row])
    jacobian = matrix(rows, len(rows[0]))
    return (jacobian @ jacobian.T).scaled(Fraction(1, data.cols))


def _kron(x: Mat, y: Mat) -> Mat:
    return matrix(([checked(p * q) for p in r for q in s] for r in x.rows for s in y.rows), x.cols * y.cols)


def _vstack(ev: Any, *args: Tree) -> Mat:
    blocks = [ev.matrix(a) for a in args]
    well_formed(len({b.cols for b in blocks}) == 1, "stacked blocks differ in width")
    return matrix((row for b in blocks for row in b.rows), blocks[0].cols)


def _extreme(sign: int) -> Callable[..., Any]:
    def rule(ev: Any, *args: Tree) -> Any:
        values = [ev.quantity(a) for a in args]
        xs = list(values[0]) if len(values) == 1 and isinstance(values[0], Vec) else values
        xs = [x for x in xs if x is not INFINITE] if sign < 0 and len(xs) > 1 else xs  # infinity is never the minimum
        if not xs or any(isinstance(x, Vec) or x is INFINITE for x in xs):
            raise CertificateError("max and min take scalars or one non-empty vector")
        return sign * largest([sign * x for x in xs], ev.bits)

    return rule


def _lam(ev: Any, a: Tree) -> list[Any]:
    return eigenvalues(ev, ev.symmetric(a), f"lam({written(a)})")


def _last(values: list[Any]) -> Any:
    if not values:
        raise Undefined("there is no smallest one among none")
    return values[-1]


def _vector(values: Callable[..., list[Any]]) -> Rule:
    """A vector, or its entry at an index."""

    def rule(ev: Any, a: Tree, i: Tree | None = None) -> Any:
        found = values(ev, a)
        return Vec(found) if i is None else found[ev.index(i, len(found))]

    return rule, (1, 2)


def _schatten(ev: Any, p: Tree, a: Tree) -> Any:
    """(sum of s_i**p)**(1/p)."""
    exponent = ev.quantity(p)
    told = not isinstance(exponent, Vec) and sign(exponent) is not None
    require(told, "schatten(p, A) needs a number p that is told from zero")
    if sign(exponent) != 1:
        raise Undefined("schatten(p, A) with p <= 0")
    powers = []
    for s in singular(ev, a):
        least, most = (s, s) if sign(s) is not None else (Fraction(0), exact_numbers.ends(s)[1])
        x = real_power(most, exponent, ev.bits)  # of what is not told from zero, up to the power of the upper end
        powers.append(x if least is s else exact_numbers.between(least, exact_numbers.ends(x)[1], ev.bits))
    return real_power(total(powers), divide(Fraction(1), exponent), ev.bits)


def _kyfan(ev: Any, k: Tree, a: Tree) -> Any:
    """Sum of the k largest singular values."""
    number, values = ev.quantity(k), singular(ev, a)
    if isinstance(number, Fraction) and number.denominator != 1:
        raise Undefined("kyfan(k, A) with k that is no integer")
    return total(values[: ev.index(k, len(values)) + 1])


def _relu(ev: Any, a: Tree) -> Any:
    value = ev(a)
    well_formed(isinstance(value, Mat | Vec), "relu(...) takes matrices and vectors: write max(x, 0)")

    def positive(x: Any) -> Any:
        return largest([x, Fraction(0)], ev.bits)

    return Vec(map(positive, value)) if isinstance(value, Vec) else value.map(positive)


def _ones(ev: Any, r: Tree, c: Tree) -> Mat:
    rows, cols = as_integer(r), as_integer(c)
    fits = 0 < rows <= linear_algebra.MAX_ORDER and 0 < cols <= linear_algebra.MAX_ORDER
    require(fits, f"a matrix of ones of shape {rows} x {cols} is too large for this checker")
    return matrix(([Fraction(1)] * cols for _ in range(rows)), cols)


def _unit(ev: Any, n: Tree, j: Tree) -> Mat:
    """The column of length n with a one at place j and zeros elsewhere."""
    size, place = as_integer(n), as_integer(j)
    well_formed(1 <= place <= size, f"a column of length {size} has no place {place}")
    return linear_algebra.column(linear_algebra.identity(size).rows[place - 1])


def _diag(ev: Any, tree: Tree) -> Any:
    """The diagonal of a square matrix, or the diagonal matrix of a vector or column (of order 1 they are the same)."""
    value = ev(tree)
    if isinstance(value, Mat) and value.cols != 1:
        return Vec(row[k] for k, row in enumerate(ev.square(tree).rows))
    return linear_algebra.diagonal(ev.vector(tree))


def _numbers(f: Callable[[Any, int], Any]) -> Rule:
    return (lambda ev, a: ev.map(lambda x: f(x, ev.bits), ev(a))), (1,)


def _entries(f: Callable[[list[Any]], Any]) -> Rule:
    def rule(ev: Any, a: Tree) -> Any:
        value = ev.quantity(a)
        return f(list(value) if isinstance(value, Vec) else [value])

    return rule, (1,)


def _matrix(f: Callable[..., Any], *read: str) -> Rule:
    """f of matrices, each read as one, or as one that is square or symmetric."""
    return (lambda ev, *args: f(*(getattr(ev, how)(a) for how, a in zip(read, args, strict=True)))), (len(read),)


def _tree(f: Callable[..., Any], count: int = 1) -> Rule:
    return f, (count,)


ROOTS = (("call", "absm"), ("call", "sqrtm"))  # positive semidefinite wherever they are defined
RULES: dict[str, Rule] = (
    {head.partition("(")[0]: _defined(head) for head in DEFINED}
    | {
        "s": _vector(singular),
        "lam": _vector(_lam),
        "entry": (_vector(lambda ev, a: list(ev.vector(a)))[0], (2,)),
        "smin": _tree(lambda ev, a: _last(singular(ev, a))),
        "lmin": _tree(lambda ev, a: _last(_lam(ev, a))),
        "normF": _tree(
            lambda ev, a: exact_numbers.sqrt(total(x * x for row in ev.matrix(a).rows for x in row), ev.bits)
        ),
        "rho": _tree(radius),
        "numradius": _tree(numerical_radius),
        "cond": _tree(_cond),
        "tr": _matrix(trace, "square"),
        "det": _matrix(lambda a: characteristic(a)[0][-1] * Fraction((-1) ** a.cols), "square"),
        "rank": _matrix(
            lambda a: Fraction(linear_algebra.inertia(linear_algebra.gram(a))[0]), "matrix"
        ),  # or undecided
        "real_eigenvalues": _matrix(_real_eigenvalues, "square"),
        "inv": _matrix(inverted, "square"),
        "lup_p": _matrix(pivoting, "square"),
        "pinv": _matrix(pseudo_inverted, "matrix"),
        "expm": _tree(lambda ev, a: exponential(ev.square(a), ev.bits)),
        "logm": _tree(lambda ev, a: logarithm(ev, ev.symmetric(a), f"logm({written(a)})")),
        "sqrtm": _tree(lambda ev, a: root(ev, ev.symmetric(a), f"sqrtm({written(a)})", a[:2] in ROOTS)),
        "absm": _tree(lambda ev, a: root(ev, ev.matrix(a).T @ ev.matrix(a), f"absm({written(a)})", known=True)),
        "maxabs": _tree(lambda ev, a: largest([absolute(x) for row in ev.matrix(a).rows for x in row], ev.bits)),
        "relu": _tree(_relu),
        "diag": _tree(_diag),
        "sqrt": _numbers(exact_numbers.sqrt),
        "exp": _numbers(exact_numbers.exp),
        "erf": _numbers(exact_numbers.erf),
        "log": _numbers(exact_numbers.log),
        "abs": _numbers(lambda x, _: absolute(x)),
        "prod": _entries(lambda xs: reduce(lambda a, b: checked(a * b), xs, Fraction(1))),
        "sum": _entries(total),
        "cumsum": _tree(lambda ev, a: Vec(accumulate(ev.vector(a)))),
        "max": (_extreme(1), ()),
        "min": (_extreme(-1), ()),
        "kron": _matrix(_kron, "matrix", "matrix"),
        "had": _matrix(lambda a, b: entrywise(operator.mul, a, b), "matrix", "matrix"),
        "I": _tree(lambda ev, n: linear_algebra.identity(as_integer(n))),
        "ones": _tree(_ones, 2),
        "unit": _tree(_unit, 2),
        "vstack": (_vstack, ()),
        "schatten": _tree(_schatten, 2),
        "kyfan": _tree(_kyfan, 2),
        "gap": _tree(_gap, 2),
        "eigenform": _tree(_eigenform, 3),
        "slope": _tree(_slope, 3),
        "gradient_gram": (_gradient_gram, ()),
    }
)
