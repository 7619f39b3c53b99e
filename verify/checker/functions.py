"""The functions of the language: every rule is a definition read aloud."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any

from verify.checker import mapped, matrix_functions, scalars, spectra
from verify.checker.format import CertificateError
from verify.checker.matrices import INFINITE, Mat, Vec, gram, identity, integral, matrix, total
from verify.checker.numbers import (
    Dual,
    Real,
    Undecided,
    Undefined,
    absolute,
    compare,
    divide,
    ends,
    largest,
    parts,
    sqrt,
)
from verify.checker.roots import characteristic, derivative, real_roots
from verify.checker.syntax import Tree, as_integer

if TYPE_CHECKING:
    from verify.checker.evaluate import Evaluator

Rule = tuple[Callable[..., Any], tuple[int, ...]]  # and the numbers of arguments it takes (none listed: any)


def horner(coefficients: Any, x: Any) -> Any:
    """Value of a polynomial, leading coefficient first."""
    out: Any = Fraction(0)
    for c in coefficients:
        out = x * out + c
    return out


def _cond(ev: Evaluator, a: Tree) -> Any:
    values = [x for x in ev.singular(a)[0] if compare(x, Fraction(0)) != 0]
    if not values:
        raise Undefined("the condition number of the zero matrix")
    if ends(values[-1])[0] <= 0:
        raise Undecided("the smallest non-zero singular value is not separated from zero")
    return values[0] / values[-1]


def _det(ev: Evaluator, a: Tree) -> Any:
    value = ev.square(a)
    if a[:2] == ("call", "expm"):
        return scalars.exp(_tr(ev, a[2]), ev.bits)
    if any(isinstance(x, Real) for row in value.rows for x in row):
        known = mapped.eigenvalues(ev, a)
        return spectra.enclosed_determinant(value, ev.bits) if known is None else prod(known, start=Fraction(1))
    rows, scale = integral(value)
    return characteristic(rows)[0][-1] * Fraction((-1) ** len(rows), scale ** len(rows))


def _rank(ev: Evaluator, a: Tree) -> Fraction:
    value = ev.matrix(a)
    if any(isinstance(x, Real) for row in value.rows for x in row):
        return spectra.enclosed_rank(ev, a)
    left = [[Fraction(x) for x in row] for row in integral(value)[0]]
    rank = 0
    while left and left[0]:
        pivot = next((row for row in left if row[0]), None)
        if pivot is not None:
            rank += 1
            others = [row for row in left if row is not pivot]
            left = [[x - row[0] / pivot[0] * p for x, p in zip(row, pivot, strict=True)] for row in others]
        left = [row[1:] for row in left]
    return Fraction(rank)


def _gap(ev: Evaluator, vector: Tree, i: Tree) -> Any:
    values = ev.quantity(vector)
    if not isinstance(values, Vec):
        raise CertificateError("gap(...) needs a vector")
    at = ev.index(i, len(values))
    gaps = [Fraction(0) if v is values[at] else absolute(values[at] - v) for k, v in enumerate(values) if k != at]
    return -largest([-g for g in gaps], ev.bits) if gaps else INFINITE


def _form(ev: Evaluator, a: Mat, i: Tree, x: Mat) -> Any:
    """u_i^T X u_i = tr(X adj(t I - N)) / tr(adj(t I - N)) at the simple eigenvalue t of N."""
    if x.shape != a.shape:
        raise CertificateError(f"shapes {a.shape} and {x.shape} do not fit in a quadratic form")
    spectrum = ev.eigenvalues(a)
    t = spectrum[0][ev.simple(spectrum, i)] * spectrum[2]
    coefficients, adjugate = characteristic(integral(a)[0])
    n = range(a.cols)
    traces = [total(x.rows[i][j] * b[j][i] for i in n for j in n) for b in adjugate]
    return divide(horner(traces, t), horner(derivative(coefficients), t))


def _eigenform(ev: Evaluator, a: Tree, i: Tree, x: Tree) -> Any:
    return _form(ev, ev.symmetric(a), i, ev.matrix(x))


def _singularform(ev: Evaluator, a: Tree, i: Tree, x: Tree) -> Any:
    """u_i^T X v_i with v_i = A u_i / s_i."""
    value = ev.matrix(a)
    s = ev.entry(ev.singular(a)[0], i)
    if compare(s, Fraction(0)) == 0:
        raise Undefined("singular vectors to the singular value zero")
    return divide(_form(ev, value.T @ value, i, ev.matrix(x) @ value), s)


def _slope(ev: Evaluator, spectrum: Tree, i: Tree, variable: Tree) -> Any:
    """Derivative of t(rho) from p(t(rho), rho) = 0, p the characteristic polynomial; for s = sqrt(t), t' / (2 s)."""
    if spectrum[:2] not in (("call", "lam"), ("call", "s")) or len(spectrum) != 3 or variable[0] != "name":
        raise CertificateError("slope(...) differentiates lam(N) or s(A) with respect to a variable")
    of_singular = spectrum[1] == "s"
    here = ev.matrix(spectrum[2]) if of_singular else ev.symmetric(spectrum[2])
    at = ev.eigenvalues(gram(here) if of_singular else here)
    position = ev.simple(at, i)
    t = at[0][position]
    kept = ev(variable)
    if not isinstance(kept, Fraction):
        raise CertificateError("slope(...) differentiates with respect to a scalar")
    ev.values[variable[1]] = Dual(kept, Fraction(1))
    try:
        moving = ev.matrix(spectrum[2])
    finally:
        ev.values[variable[1]] = kept
    rows, scale = integral(gram(moving) if of_singular else moving, moving=True)
    coefficients = [parts(c) for c in characteristic(rows)[0]]
    point = t * scale
    steepness = horner(derivative([a for a, _ in coefficients]), point)
    out = -divide(horner([b for _, b in coefficients], point), steepness) * Fraction(1, scale)
    return divide(out, 2 * sqrt(t, ev.bits)) if of_singular else out


def _gradient_gram(ev: Evaluator, *args: Tree) -> Mat:
    """(1/N) sum_i J(x_i) J(x_i)^T.

    W_L ... W_1 X is linear in each weight, so its derivative with respect to a weight is its value with that weight's
    layer replaced by a unit matrix.
    """
    *layers, data = (ev.matrix(a) for a in args)
    if not layers or 0 in data.shape:
        raise CertificateError("gradient_gram(...) needs layers and data")
    rows = []
    for k, layer in enumerate(layers):
        before, after = data, None
        for w in layers[:k]:
            before = w @ before
        for w in layers[k + 1 :]:
            after = w if after is None else w @ after
        for i in range(len(layer.rows)):
            for j in range(layer.cols):
                unit = [[Fraction(p == i and q == j) for q in range(layer.cols)] for p in range(len(layer.rows))]
                inside = matrix(unit, layer.cols) @ before
                out = inside if after is None else after @ inside
                rows.append([x for row in out.rows for x in row])
    jacobian = matrix(rows, len(rows[0]))
    return (jacobian @ jacobian.T).scaled(Fraction(1, data.cols))


def _kron(ev: Evaluator, a: Tree, b: Tree) -> Mat:
    x, y = ev.matrix(a), ev.matrix(b)
    return matrix(([p * q for p in row for q in other] for row in x.rows for other in y.rows), x.cols * y.cols)


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


def _vector(values: Callable[[Evaluator, Tree], list[Any]]) -> Callable[..., Any]:
    def rule(ev: Evaluator, a: Tree, i: Tree | None = None) -> Any:
        return Vec(values(ev, a)) if i is None else ev.entry(values(ev, a), i)

    return rule


def _sum(ev: Evaluator, a: Tree) -> Any:
    value = ev.quantity(a)
    return total(value) if isinstance(value, Vec) else value


def _prod(ev: Evaluator, a: Tree) -> Any:
    value, out = ev.quantity(a), Fraction(1)
    for x in value if isinstance(value, Vec) else [value]:
        out = out * x
    return out


def _cumsum(ev: Evaluator, a: Tree) -> Any:
    value = ev.quantity(a)
    if not isinstance(value, Vec):
        raise CertificateError("cumsum(...) needs a vector")
    return Vec(accumulate(value))


def _entry(ev: Evaluator, a: Tree, i: Tree) -> Any:
    value = ev.quantity(a)
    if not isinstance(value, Vec):
        raise CertificateError("entry(...) needs a vector")
    return ev.entry(list(value), i)


def _lam(ev: Evaluator, a: Tree) -> list[Any]:
    known = mapped.eigenvalues(ev, a)
    return ev.eigenvalues(ev.symmetric(a))[0] if known is None else known


def _tr(ev: Evaluator, a: Tree) -> Any:
    value = ev.square(a)
    known = mapped.eigenvalues(ev, a)
    return total((row[k] for k, row in enumerate(value.rows)) if known is None else known)


def _s(ev: Evaluator, a: Tree) -> list[Any]:
    return ev.singular(a)[0]


def _squares(ev: Evaluator, a: Tree) -> Any:
    known = mapped.eigenvalues(ev, a)
    entries = [x for row in ev.matrix(a).rows for x in row] if known is None else known
    return sqrt(total(x * x for x in entries), ev.bits)


RULES: dict[str, Rule] = {
    "s": (_vector(_s), (1, 2)),
    "lam": (_vector(_lam), (1, 2)),
    "smax": (lambda ev, a: ev.ends_of(_s(ev, a), 0), (1,)),
    "smin": (lambda ev, a: ev.ends_of(_s(ev, a), -1), (1,)),
    "norm2": (lambda ev, a: ev.ends_of(_s(ev, a), 0), (1,)),
    "lmax": (lambda ev, a: ev.ends_of(_lam(ev, a), 0), (1,)),
    "lmin": (lambda ev, a: ev.ends_of(_lam(ev, a), -1), (1,)),
    "cond": (_cond, (1,)),
    "normF": (_squares, (1,)),
    "tr": (_tr, (1,)),
    "det": (_det, (1,)),
    "rank": (_rank, (1,)),
    "real_eigenvalues": (lambda ev, a: Fraction(len(real_roots(characteristic(integral(ev.square(a))[0])[0]))), (1,)),
    "sqrt": (lambda ev, a: ev._map(lambda x: sqrt(x, ev.bits), ev(a)), (1,)),
    "exp": (lambda ev, a: ev._map(lambda x: scalars.exp(x, ev.bits), ev(a)), (1,)),
    "log": (lambda ev, a: ev._map(lambda x: scalars.log(x, ev.bits), ev(a)), (1,)),
    "prod": (_prod, (1,)),
    "cumsum": (_cumsum, (1,)),
    "entry": (_entry, (2,)),
    "abs": (lambda ev, a: ev._map(absolute, ev(a)), (1,)),
    "max": (_extreme(1), ()),
    "min": (_extreme(-1), ()),
    "sum": (_sum, (1,)),
    "kron": (_kron, (2,)),
    "I": (lambda ev, n: identity(as_integer(n)), (1,)),
    "vstack": (_vstack, ()),
    "gap": (_gap, (2,)),
    "eigenform": (_eigenform, (3,)),
    "singularform": (_singularform, (3,)),
    "slope": (_slope, (3,)),
    "gradient_gram": (_gradient_gram, ()),
    **matrix_functions.RULES,
    **spectra.RULES,
}
