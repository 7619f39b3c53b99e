"""The functions of the language: every rule is a definition read aloud."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from verify.checker import matrices, numbers
from verify.checker.format import CertificateError, NotEstablished
from verify.checker.matrices import INFINITE, Mat, Vec, characteristic, derivative, horner, matrix, total, trace
from verify.checker.numbers import Undecided, Undefined, absolute, checked, compare, divide, largest, real_power, sign
from verify.checker.spectra import eigenvalues, exponential, inverted, logarithm, radius, root, singular
from verify.checker.syntax import Tree, as_integer, written

if TYPE_CHECKING:
    from verify.checker.evaluate import Evaluator

Rule = tuple[Callable[..., Any], tuple[int, ...]]  # and the numbers of arguments it takes (none listed: any)


def _cond(ev: Evaluator, a: Tree) -> Any:
    values = [x for x in singular(ev, a) if sign(x) != 0]
    if not values:
        raise Undefined("the condition number of the zero matrix")
    if sign(values[-1]) != 1:
        raise Undecided("the smallest non-zero singular value is not separated from zero")
    return divide(values[0], values[-1])


def _det(ev: Evaluator, a: Tree) -> Any:
    value = ev.square(a)
    return characteristic(value)[0][-1] * Fraction((-1) ** value.cols)


def _real_eigenvalues(ev: Evaluator, a: Tree) -> Fraction:
    value = ev.square(a)
    if not matrices.exact(value):
        raise NotEstablished("real eigenvalues of a matrix with irrational entries")
    return Fraction(matrices.real_roots(characteristic(value)[0]))


def _gap(ev: Evaluator, vector: Tree, i: Tree) -> Any:
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


def _form(ev: Evaluator, a: Mat, values: list[Any], i: Tree, x: Mat) -> Any:
    """u_i^T X u_i = tr(X adj(t I - N)) / tr(adj(t I - N)) at the simple eigenvalue t of N."""
    if x.shape != a.shape:
        raise CertificateError(f"shapes {a.shape} and {x.shape} do not fit in a quadratic form")
    t = _simple(values, ev.index(i, a.cols))
    coefficients, adjugate = characteristic(a)
    return divide(horner([trace(x @ b) for b in adjugate], t), horner(derivative(coefficients), t))


def _eigenform(ev: Evaluator, a: Tree, i: Tree, x: Tree) -> Any:
    value = ev.symmetric(a)
    return _form(ev, value, eigenvalues(ev, value, f"lam({written(a)})"), i, ev.matrix(x))


def _right_gram(ev: Evaluator, a: Tree) -> tuple[Mat, list[Any]]:
    """A^T A and its eigenvalues: squares of singular values, and zeros."""
    value, squares = ev.matrix(a), [x * x for x in singular(ev, a)]
    return value.T @ value, squares + [Fraction(0)] * (value.cols - len(squares))


def _singularform(ev: Evaluator, a: Tree, i: Tree, x: Tree) -> Any:
    """u_i^T X v_i with u_i an eigenvector of A^T A and v_i = A u_i / s_i."""
    values, value = singular(ev, a), ev.matrix(a)
    s = values[ev.index(i, len(values))]
    if numbers.vanishes(s):
        raise Undefined("singular vectors to the singular value zero")
    return divide(_form(ev, *_right_gram(ev, a), i, ev.matrix(x) @ value), s)


def _slope(ev: Evaluator, spectrum: Tree, i: Tree, variable: Tree) -> Any:
    """Derivative of t(rho) from p(t(rho), rho) = 0, p the characteristic polynomial; for s = sqrt(t), t' / (2 s)."""
    if spectrum[:2] not in (("call", "lam"), ("call", "s")) or len(spectrum) != 3 or variable[0] != "name":
        raise CertificateError("slope(...) differentiates lam(N) or s(A) with respect to a variable")
    of_singular, kept = spectrum[1] == "s", ev(variable)
    if of_singular:
        ordinary = singular(ev, spectrum[2])
        position = ev.index(i, len(ordinary))
        _, values = _right_gram(ev, spectrum[2])
    else:
        values = _lam(ev, spectrum[2])
        position = ev.index(i, len(values))
    t = _simple(values, position)
    if not isinstance(kept, Fraction):
        raise CertificateError("slope(...) differentiates with respect to a scalar")
    ev.values[variable[1]] = numbers.Dual(kept, Fraction(1))
    try:
        moving = ev.matrix(spectrum[2])
    finally:
        ev.values[variable[1]] = kept
    coefficients = [numbers.parts(c) for c in characteristic(moving.T @ moving if of_singular else moving)[0]]
    steepness = horner(derivative([a for a, _ in coefficients]), t)
    out = divide(-horner([b for _, b in coefficients], t), steepness)
    return divide(out, 2 * ordinary[position]) if of_singular else out


def _gradient_gram(ev: Evaluator, *args: Tree) -> Mat:
    """(1/N) sum_i J(x_i) J(x_i)^T, the derivative by a weight being the network with a unit matrix as its layer."""
    *layers, data = (ev.matrix(a) for a in args)
    if not layers:
        raise CertificateError("gradient_gram(...) needs layers and data")
    rows = []
    for k, (r, c) in enumerate(layer.shape for layer in layers):
        for i, j in ((i, j) for i in range(r) for j in range(c)):
            unit = matrix(([Fraction((p, q) == (i, j)) for q in range(c)] for p in range(r)), c)
            out = data
            for number, w in enumerate(layers):
                out = (unit if number == k else w) @ out
            rows.append([x for row in out.rows for x in row])
    jacobian = matrix(rows, len(rows[0]))
    return (jacobian @ jacobian.T).scaled(Fraction(1, data.cols))


def _kron(ev: Evaluator, a: Tree, b: Tree) -> Mat:
    x, y = ev.matrix(a), ev.matrix(b)
    return matrix(([checked(p * q) for p in r for q in s] for r in x.rows for s in y.rows), x.cols * y.cols)


def _had(ev: Evaluator, a: Tree, b: Tree) -> Mat:
    x, y = ev.matrix(a), ev.matrix(b)
    if x.shape != y.shape:
        raise CertificateError(f"shapes {x.shape} and {y.shape} have no entrywise product")
    return matrix(([p * q for p, q in zip(r, s, strict=True)] for r, s in zip(x.rows, y.rows, strict=True)), x.cols)


def _vstack(ev: Evaluator, *args: Tree) -> Mat:
    blocks = [ev.matrix(a) for a in args]
    if len({b.cols for b in blocks}) != 1:
        raise CertificateError("stacked blocks differ in width")
    return matrix((row for b in blocks for row in b.rows), blocks[0].cols)


def _extreme(sign: int) -> Callable[..., Any]:
    def rule(ev: Evaluator, *args: Tree) -> Any:
        values = [ev.quantity(a) for a in args]
        xs = list(values[0]) if len(values) == 1 and isinstance(values[0], Vec) else values
        xs = [x for x in xs if x is not INFINITE] if sign < 0 and len(xs) > 1 else xs  # infinity is never the minimum
        if not xs or any(isinstance(x, Vec) or x is INFINITE for x in xs):
            raise CertificateError("max and min take scalars or one non-empty vector")
        return sign * largest([sign * x for x in xs], ev.bits)

    return rule


def _lam(ev: Evaluator, a: Tree) -> list[Any]:
    return eigenvalues(ev, ev.symmetric(a), f"lam({written(a)})")


def _vector(values: Callable[[Evaluator, Tree], list[Any]]) -> Callable[..., Any]:
    def rule(ev: Evaluator, a: Tree, i: Tree | None = None) -> Any:
        found = values(ev, a)
        return Vec(found) if i is None else found[ev.index(i, len(found))]

    return rule


def _of_entries(f: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    def rule(ev: Evaluator, a: Tree) -> Any:
        value = ev.quantity(a)
        return f(list(value) if isinstance(value, Vec) else [value])

    return rule


def _product(xs: list[Any]) -> Any:
    out: Any = Fraction(1)
    for x in xs:
        out = checked(out * x)
    return out


def _schatten(ev: Evaluator, p: Tree, a: Tree) -> Any:
    """(sum of s_i**p)**(1/p)."""
    exponent = ev.quantity(p)
    if isinstance(exponent, Vec) or sign(exponent) is None:
        raise NotEstablished("schatten(p, A) needs a number p that is told from zero")
    if sign(exponent) != 1:
        raise Undefined("schatten(p, A) with p <= 0")
    powers = []
    for s in singular(ev, a):
        if sign(s) is None:  # s**p lies between 0 and the power of the upper end
            top = numbers.scaled(real_power(numbers.ends(s)[1], exponent, ev.bits), ev.bits)[1]
            powers.append(numbers.Real(0, top, ev.bits))
        else:
            powers.append(real_power(s, exponent, ev.bits))
    return real_power(total(powers), divide(Fraction(1), exponent), ev.bits)


def _kyfan(ev: Evaluator, k: Tree, a: Tree) -> Any:
    """Sum of the k largest singular values."""
    number = ev.quantity(k)
    if isinstance(number, Fraction) and number.denominator != 1:
        raise Undefined("kyfan(k, A) with k that is no integer")
    return list(accumulate(singular(ev, a)))[ev.index(k, min(ev.matrix(a).shape))]


def _relu(ev: Evaluator, a: Tree) -> Any:
    value = ev(a)
    if not isinstance(value, Mat | Vec):
        raise CertificateError("relu(...) takes matrices and vectors: write max(x, 0)")

    def positive(x: Any) -> Any:
        return largest([x, Fraction(0)], ev.bits)

    return Vec(map(positive, value)) if isinstance(value, Vec) else value.map(positive)


def _ones(ev: Evaluator, r: Tree, c: Tree) -> Mat:
    rows, cols = as_integer(r), as_integer(c)
    if not (0 < rows <= matrices.MAX_ORDER and 0 < cols <= matrices.MAX_ORDER):
        raise NotEstablished(f"a matrix of ones of shape {rows} x {cols} is too large for this checker")
    return matrix(([Fraction(1)] * cols for _ in range(rows)), cols)


def _unit(ev: Evaluator, n: Tree, j: Tree) -> Mat:
    """The column of length n with a one at place j and zeros elsewhere."""
    size, place = as_integer(n), as_integer(j)
    if not 1 <= place <= size:
        raise CertificateError(f"a column of length {size} has no place {place}")
    return matrix(([x] for x in matrices.identity(size).rows[place - 1]), 1)


def _diag(ev: Evaluator, tree: Tree) -> Any:
    """The diagonal of a square matrix, or the diagonal matrix of a vector or column (of order 1 they are the same)."""
    value = ev(tree)
    if isinstance(value, Mat) and value.cols != 1:
        return Vec(row[k] for k, row in enumerate(ev.square(tree).rows))
    entries = ev.vector(tree)
    n = len(entries)
    return matrix(([x if i == j else Fraction(0) for j in range(n)] for i, x in enumerate(entries)), n)


def _numbers(f: Callable[[Any, int], Any]) -> Rule:
    return (lambda ev, a: ev.map(lambda x: f(x, ev.bits), ev(a))), (1,)


def _matrix(f: Callable[[Evaluator, Tree], Any]) -> Rule:
    return f, (1,)


ROOTS = (("call", "absm"), ("call", "sqrtm"))  # positive semidefinite wherever they are defined
RULES: dict[str, Rule] = {
    "s": (_vector(singular), (1, 2)),
    "lam": (_vector(_lam), (1, 2)),
    "smax": _matrix(lambda ev, a: singular(ev, a)[0]),
    "smin": _matrix(lambda ev, a: singular(ev, a)[-1]),
    "norm2": _matrix(lambda ev, a: singular(ev, a)[0]),
    "normN": _matrix(lambda ev, a: total(singular(ev, a))),
    "lmax": _matrix(lambda ev, a: _lam(ev, a)[0]),
    "lmin": _matrix(lambda ev, a: _lam(ev, a)[-1]),
    "rho": _matrix(radius),
    "cond": _matrix(_cond),
    "normF": _matrix(lambda ev, a: numbers.sqrt(total(x * x for r in ev.matrix(a).rows for x in r), ev.bits)),
    "tr": _matrix(lambda ev, a: trace(ev.square(a))),
    "det": _matrix(_det),
    "rank": _matrix(lambda ev, a: Fraction(matrices.inertia(matrices.gram(ev.matrix(a)))[0])),  # or undecided
    "real_eigenvalues": _matrix(_real_eigenvalues),
    "inv": _matrix(lambda ev, a: inverted(ev.square(a))),
    "expm": _matrix(lambda ev, a: exponential(ev.square(a), ev.bits)),
    "logm": _matrix(lambda ev, a: logarithm(ev, ev.symmetric(a), f"logm({written(a)})")),
    "sqrtm": _matrix(lambda ev, a: root(ev, ev.symmetric(a), f"sqrtm({written(a)})", a[:2] in ROOTS)),
    "absm": _matrix(lambda ev, a: root(ev, ev.matrix(a).T @ ev.matrix(a), f"absm({written(a)})", known=True)),
    "maxabs": _matrix(lambda ev, a: largest([absolute(x) for row in ev.matrix(a).rows for x in row], ev.bits)),
    "relu": _matrix(_relu),
    "diag": _matrix(_diag),
    "sqrt": _numbers(numbers.sqrt),
    "exp": _numbers(numbers.exp),
    "log": _numbers(numbers.log),
    "abs": _numbers(lambda x, _: absolute(x)),
    "prod": _matrix(_of_entries(_product)),
    "sum": _matrix(_of_entries(total)),
    "cumsum": _matrix(lambda ev, a: Vec(accumulate(ev.vector(a)))),
    "entry": (_vector(lambda ev, a: list(ev.vector(a))), (2,)),
    "max": (_extreme(1), ()),
    "min": (_extreme(-1), ()),
    "kron": (_kron, (2,)),
    "had": (_had, (2,)),
    "I": (lambda ev, n: matrices.identity(as_integer(n)), (1,)),
    "ones": (_ones, (2,)),
    "unit": (_unit, (2,)),
    "vstack": (_vstack, ()),
    "schatten": (_schatten, (2,)),
    "kyfan": (_kyfan, (2,)),
    "gap": (_gap, (2,)),
    "eigenform": (_eigenform, (3,)),
    "singularform": (_singularform, (3,)),
    "slope": (_slope, (3,)),
    "gradient_gram": (_gradient_gram, ()),
}
