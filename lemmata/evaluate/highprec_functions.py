"""Rules of the high-precision interpreter for elementary functions, norms, and matrices made from matrices."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Any

from lemmata.evaluate.highprec_reader import Number, Reader, Rows, Rules, Undefined, Vector, place_of, repeat
from lemmata.evaluate.highprec_spectra import check_symmetric, complex_eigenvalues, exact
from lemmata.evaluate.radius_highprec import numerical_radius
from lemmata.evaluate.rational_rows import characteristic_polynomial, eliminated, inverse
from lemmata.language import atoms, columns, core, families, functions
from lemmata.language.numerical_range import NumRadius

LARGEST_NORM = 2_000  # of a matrix in `expm`, which takes some bits more for each


def _log(at: Reader, x: Number) -> Number:
    if x <= 0:
        raise Undefined("logarithm of a number that is not positive")
    return at.ctx.log(at.real(x))


def _real_power(at: Reader, x: Number, t: Number) -> Number:
    if x < 0 or (x == 0 and t <= 0):
        raise Undefined("real power of a number that is not positive")
    if not x:
        return Fraction(0)
    at.forecast(at.real(t) * at.ctx.log(at.real(x)))
    return at.ctx.power(at.real(x), at.real(t))


def _powers(at: Reader, node: Any) -> Vector:
    base, exponent = (at.value(a) for a in node.args)
    length = max(len(base), len(exponent))
    return [_real_power(at, x, t) for x, t in zip(repeat(base, length), repeat(exponent, length), strict=True)]


def _product(at: Reader, node: Any) -> Vector:
    out: Number = Fraction(1)
    for x in at.value(node.args[0]):
        out = out * x
    return [out]


def _rho(at: Reader, node: Any) -> Vector:
    """Of rational matrices the largest root of the characteristic polynomial without its multiplicities: eigenvalues of
    defective matrices are ill-conditioned, the simple roots are not."""
    rows = at.value(node.args[0])
    if exact(rows):
        polynomial = characteristic_polynomial(rows).sqf_part()
        coefficients = [at.ctx.mpf(int(c.p)) / int(c.q) for c in polynomial.all_coeffs()]
        found = at.ctx.polyroots(coefficients, maxsteps=500, extraprec=8 * at.ctx.prec)
    else:
        found = complex_eigenvalues(at, rows)
    return [max(abs(x) for x in found)]


def _schatten(at: Reader, node: Any) -> Vector:
    (p,), values = at.value(node.args[0]), at.value(atoms.S(node.args[1]))
    if p <= 0:
        raise Undefined("Schatten norm with an exponent that is not positive")
    p = at.real(p)
    return [_real_power(at, sum(_real_power(at, x, p) for x in values), 1 / p)]


def _kyfan(at: Reader, node: Any) -> Vector:
    values = at.value(atoms.S(node.args[1]))
    return [list(accumulate(values))[place_of(at, node.args[0], len(values))]]


def _max_abs(at: Reader, node: Any) -> Vector:
    return [max((abs(x) for row in at.value(node.args[0]) for x in row), key=at.real)]


def _inverse(at: Reader, node: Any) -> Rows:
    rows = at.value(node.args[0])
    if exact(rows):
        out = inverse(rows)
        if out is None:
            raise Undefined("inverse of a singular matrix")
        return out
    values = at.value(atoms.S(node.args[0]))
    if values[-1] <= at.noise(values[0]):
        raise Undefined("inverse of a singular matrix")
    return at.ctx.inverse(at.dense(rows)).tolist()


def _pseudo_inverse(at: Reader, node: Any) -> Rows:
    """V S^-1 U^T; of rational matrices as many singular values as the rank says."""
    rows = at.value(node.args[0])
    left, values, right = at.ctx.svd_r(at.dense(rows))
    rank = eliminated(rows)[0] if exact(rows) else sum(x > at.noise(values[0]) for x in values)
    kept = range(rank)
    return [[sum((right[k, j] * left[i, k] / values[k] for k in kept), at.ctx.mpf(0)) for i in range(len(rows))]
            for j in range(len(rows[0]))]  # fmt: skip


def _pivoting(at: Reader, node: Any) -> Rows:
    rows = [list(row) for row in at.value(node.args[0])]
    order = list(range(len(rows)))
    for k in range(len(rows) - 1):
        sizes = [abs(row[k]) for row in rows[k:]]
        least = max(sizes) if exact(rows) else max(sizes) - at.noise(max(sizes))
        best = k + next(i for i, x in enumerate(sizes) if x >= least)
        rows[k], rows[best], order[k], order[best] = rows[best], rows[k], order[best], order[k]
        for i in range(k + 1, len(rows)):
            c = rows[i][k] / rows[k][k] if rows[k][k] else Fraction(0)
            rows[i] = [x - c * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [[Fraction(j == place) for j in range(len(rows))] for place in order]


def _expm(at: Reader, node: Any) -> Rows:
    """Taylor's series at A / 2^k, squared k times, with digits to spare for the squarings."""
    rows = at.value(node.args[0])
    n, ctx = len(rows), at.ctx
    size = ctx.mnorm(at.dense(rows), "f")
    if size > LARGEST_NORM:
        raise OverflowError(f"expm of norm {ctx.nstr(size, 5)}")
    halvings = max(int(ctx.ceil(ctx.log(size + 1, 2))) + 8, 8)
    with ctx.extraprec(2 * halvings + int(3 * size) + 20):
        step = at.dense(rows) / 2**halvings
        out = term = ctx.eye(n)
        k = 0
        while ctx.mnorm(term, "f") > ctx.eps:
            k += 1
            term = term * step / k
            out = out + term
        for _ in range(halvings):
            out = out * out
    return [[+x for x in row] for row in out.tolist()]


def _symmetric(function: Callable[[Reader, Vector, Any], Vector]) -> Callable[[Reader, Any], Rows]:
    def rule(at: Reader, node: Any) -> Rows:
        rows = at.value(node.args[0])
        check_symmetric(at, rows)
        values, vectors = at.ctx.eigsy(at.dense(rows))
        return _sandwich(vectors.tolist(), function(at, list(values), rows))

    return rule


def _sandwich(q: Rows, values: Vector) -> Rows:
    """Q D Q^T."""
    return [[sum(x * d * y for x, d, y in zip(r, values, s, strict=True)) for s in q] for r in q]


def _roots(at: Reader, values: Vector, rows: Rows) -> Vector:
    size = max(abs(x) for x in values)
    if min(values) < -at.noise(size):
        raise Undefined("root of a matrix that is not positive semidefinite")
    rank = eliminated(rows)[0] if exact(rows) else len(values)
    zeros = sorted(values, key=abs)[: len(values) - rank]  # rounding noise in the place of exact zeros
    return [at.ctx.mpf(0) if x in zeros else at.ctx.sqrt(max(x, 0)) for x in values]


def _logs(at: Reader, values: Vector, rows: Rows) -> Vector:
    singular = eliminated(rows)[1] == 0 if exact(rows) else min(values) <= at.noise(max(abs(x) for x in values))
    if singular or min(values) <= 0:
        raise Undefined("logarithm of a matrix that is not positive definite")
    return [at.ctx.log(x) for x in values]


def _absm(at: Reader, node: Any) -> Rows:
    """V S V^T of the singular value decomposition U S V^T."""
    _, values, right = at.ctx.svd_r(at.dense(at.value(node.args[0])))
    return _sandwich([list(column) for column in zip(*right.tolist(), strict=True)], list(values))


def _entrywise(f: Callable[[Reader, Number], Number]) -> Callable[[Reader, Any], Rows]:
    return lambda at, node: [[f(at, x) for x in row] for row in at.value(node.args[0])]


def _hadamard(at: Reader, node: Any) -> Rows:
    a, b = (at.value(x) for x in node.args)
    return [[x * y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def _diagonal(at: Reader, node: Any) -> Rows:
    values = at.value(node.args[0])
    return [[x if i == j else Fraction(0) for j in range(len(values))] for i, x in enumerate(values)]


FUNCTIONS: Rules = {
    core.Exp: lambda at, node: [at.ctx.exp(at.forecast(at.real(x))) for x in at.value(node.args[0])],
    core.Erf: lambda at, node: [at.ctx.erf(at.real(x)) for x in at.value(node.args[0])],
    core.Log: lambda at, node: [_log(at, x) for x in at.value(node.args[0])],
    core.RealPower: _powers,
    core.Product: _product,
    core.Cumulative: lambda at, node: list(accumulate(at.value(node.args[0]))),
    atoms.NormN: lambda at, node: [sum(at.value(atoms.S(node.args[0])))],
    atoms.MaxAbs: _max_abs,
    atoms.Rho: _rho,
    NumRadius: numerical_radius,
    atoms.Schatten: _schatten,
    atoms.KyFan: _kyfan,
    columns.DiagonalEntries: lambda at, node: [row[i] for i, row in enumerate(at.value(node.args[0]))],
    columns.Entries: lambda at, node: [x for (x,) in at.value(node.args[0])],
    columns.Column: lambda at, node: [[x] for x in at.value(node.args[0])],
    columns.DiagonalMatrix: _diagonal,
    functions.Inverse: _inverse,
    functions.PseudoInverse: _pseudo_inverse,
    functions.Pivoting: _pivoting,
    functions.MatExp: _expm,
    functions.MatLog: _symmetric(_logs),
    functions.MatSqrt: _symmetric(_roots),
    functions.MatAbs: _absm,
    functions.Relu: _entrywise(lambda at, x: x if x > 0 else Fraction(0)),
    functions.Hadamard: _hadamard,
    functions.Ones: lambda at, node: [[Fraction(1)] * int(node.args[1]) for _ in range(int(node.args[0]))],
    families.Unit: lambda at, node: [[Fraction(k == node.args[1])] for k in range(1, int(node.args[0]) + 1)],
}
