"""Concrete statements at high precision (mpmath), one exact instance at a time: an oracle for the interpreters.

It shares no code with `lemmata.evaluate`.  Rational quantities stay exact (`Fraction`) until something irrational comes
up, so rank, trace and determinant of rational matrices are exact.  Everything else carries rounding errors near
10^-digits, without bounds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

import numpy as np
from mpmath.ctx_mp import MPContext
from sympy import Poly, Rational, Symbol
from sympy.core.numbers import Pi

from lemmata.language import atoms, columns, core, families, functions, matrices, variables
from lemmata.language.dimensions import is_vector
from lemmata.language.instance import Instance
from lemmata.language.instantiate import index_tuples
from lemmata.language.relations import Clause, Exists, Relation
from lemmata.language.subspaces import NumRadius
from tests import atoms as added_atoms

Number = Any  # Fraction or mpf
Rows = list[list[Number]]
Vector = list[Number]
Rules = Mapping[type, Callable[["Reader", Any], Any]]  # by class of node


def identity(n: int) -> Rows:
    """Identity of order n."""
    return [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]


def product(a: Rows, b: Rows) -> Rows:
    """Matrix product."""
    columns = list(zip(*b, strict=True))
    return [[sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0)) for column in columns] for row in a]


def eliminated(rows: Rows) -> tuple[int, Fraction]:
    """Rank and determinant (0 unless square and regular) of a rational matrix, by elimination."""
    a = [list(row) for row in rows]
    rank, det = 0, Fraction(1)
    for column in range(len(a[0])):
        pivot = next((r for r in range(rank, len(a)) if a[r][column] != 0), None)
        if pivot is None:
            continue
        if pivot != rank:
            a[rank], a[pivot], det = a[pivot], a[rank], -det
        det *= a[rank][column]
        for r in range(rank + 1, len(a)):
            factor = a[r][column] / a[rank][column]
            a[r] = [x - factor * y for x, y in zip(a[r], a[rank], strict=True)]
        rank += 1
    return rank, det if rank == len(a) == len(a[0]) else Fraction(0)


def inverse(rows: Rows) -> Rows | None:
    """Inverse of a rational matrix, by elimination; None if it is singular."""
    n = len(rows)
    a = [list(row) + unit for row, unit in zip(rows, identity(n), strict=True)]
    for k in range(n):
        pivot = next((r for r in range(k, n) if a[r][k] != 0), None)
        if pivot is None:
            return None
        a[k], a[pivot] = a[pivot], a[k]
        a[k] = [x / a[k][k] for x in a[k]]
        for r in range(n):
            if r != k:
                a[r] = [x - a[r][k] * y for x, y in zip(a[r], a[k], strict=True)]
    return [row[n:] for row in a]


def characteristic_polynomial(rows: Rows) -> Poly:
    """det(x I - A) of a rational matrix (Faddeev-LeVerrier)."""
    n = len(rows)
    coefficients, power = [Fraction(1)], identity(n)
    for k in range(1, n + 1):
        power = product(rows, power)
        coefficients.append(-sum((power[i][i] for i in range(n)), Fraction(0)) / k)
        power = [[x + coefficients[-1] * int(i == j) for j, x in enumerate(r)] for i, r in enumerate(power)]
    return Poly([Rational(c.numerator, c.denominator) for c in coefficients], Symbol("x"), domain="QQ")


def distinct_real_eigenvalues(rows: Rows) -> int:
    """Number of distinct real eigenvalues of a rational matrix, by Sturm's theorem."""
    return int(characteristic_polynomial(rows).sqf_part().count_roots())


class Undefined(ArithmeticError):
    """A quantity has no value at this instance: quotient by zero, root of a negative number, multiple value."""


@dataclass(frozen=True)
class Margin:
    """Slack of a clause at one instance: the smallest over entries and index tuples, and the sides where the relative
    one is attained (None for a clause over no index tuple, whose slack is infinite and relative slack 1)."""

    relative: Any
    absolute: Any
    lhs: Any = None
    rhs: Any = None


LARGEST_EXPONENT = 48  # bits: mpmath computes with as many digits more as an argument of exp has before its point


class Reader:
    """Values at one assignment.  Its mpmath context is its own, so that no global precision is touched."""

    def __init__(self, values: Mapping[str, Any], digits: int, rules: Rules, ctx: MPContext | None = None) -> None:
        self.values, self.digits, self.rules = values, digits, rules
        self.ctx = ctx or MPContext()
        if ctx is None:
            self.ctx.dps = digits
        self.memo: dict[Any, Any] = {}

    def value(self, node: Any) -> Any:
        """Rows of a matrix or entries of a quantity, exact where rational."""
        if node not in self.memo:
            for cls in type(node).__mro__:
                if cls in self.rules:
                    self.memo[node] = self.rules[cls](self, node)
                    break
            else:
                raise TypeError(f"the high-precision interpreter has no rule for {type(node).__name__}")
        return self.memo[node]

    def real(self, x: Number) -> Any:
        """A number as mpf, rounded once."""
        return self.ctx.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x

    def alike(self, x: Number, y: Number) -> tuple[Number, Number]:
        """Both exact or both mpf (mpmath does not subtract from or divide a Fraction)."""
        return (x, y) if isinstance(x, Fraction) and isinstance(y, Fraction) else (self.real(x), self.real(y))

    def forecast(self, x: Any) -> Any:
        """A number whose exponential has an exponent that fits its memory.  Raises OverflowError for others."""
        if x and self.ctx.mag(x) > LARGEST_EXPONENT:
            raise OverflowError(f"exp({self.ctx.nstr(x, 5)})")
        return x

    def dense(self, rows: Rows) -> Any:
        """Rows as an mpmath matrix."""
        return self.ctx.matrix([[self.real(x) for x in row] for row in rows])

    def noise(self, size: Any) -> Any:
        """What counts as zero next to `size` when rounding may have been at work."""
        return size * self.ctx.mpf(10) ** (-3 * self.digits // 5)

    def margins(self, relation: Relation) -> list[Margin]:
        """One margin per entry of a relation."""
        left, right = self.value(relation.lhs), self.value(relation.rhs)
        if relation.lhs.is_Matrix:
            left, right = [x for row in left for x in row], [x for row in right for x in row]
        length = max(len(left), len(right)) if left and right else 0
        out = []
        for lhs, rhs in zip(repeat(left, length), repeat(right, length), strict=True):
            a, b, difference = self.real(lhs), self.real(rhs), self.real(rhs + -lhs)
            gap = {"<": difference, ">": -difference, "=": -abs(difference)}[relation.op[0]]
            size = abs(a) + abs(b)
            relative = self.ctx.sign(gap) if self.ctx.isinf(gap) else gap / size if size else self.ctx.mpf(0)
            out.append(Margin(relative, gap, a, b))
        return out


def repeat(entries: Vector, length: int) -> Vector:
    """Entries of a vector, or a scalar `length` times."""
    return entries * length if len(entries) == 1 else entries


def place_of(at: Reader, index: Any, length: int) -> int:
    """An index as an offset.  Raises Undefined outside 1..length."""
    i = at.value(index)[0]
    if i != int(i) or not 1 <= i <= length:
        raise Undefined(f"no entry {i} in a vector of length {length}")
    return int(i) - 1


def _singular_values(at: Reader, node: Any) -> Vector:
    values = at.ctx.svd_r(at.dense(at.value(node.args[0])), compute_uv=False)
    return sorted((abs(x) for x in values), reverse=True)


def _eigenvalues(at: Reader, node: Any) -> Vector:
    rows = at.value(node.args[0])
    check_symmetric(at, rows)
    return sorted(at.ctx.eigsy(at.dense(rows), eigvals_only=True), reverse=True)


def check_symmetric(at: Reader, rows: Rows) -> None:
    """Raises Undefined for a matrix that is not symmetric, exactly or up to rounding."""
    size = max(abs(at.real(x)) for row in rows for x in row)
    for i, row in enumerate(rows):
        for j in range(i):
            difference = row[j] + -rows[j][i]
            if abs(difference) > 0 if isinstance(difference, Fraction) else abs(difference) > at.noise(size):
                raise Undefined("a matrix that must be symmetric is not")


def _of(atom: type, place: int) -> Callable[[Reader, Any], Vector]:
    return lambda at, node: [at.value(atom(node.args[0]))[place]]


def _norm2(at: Reader, node: Any) -> Vector:
    a = at.value(node.args[0])
    rows, cols = len(a), len(a[0])
    above = [[Fraction(0)] * rows + row for row in a]
    below = [list(column) + [Fraction(0)] * cols for column in zip(*a, strict=True)]
    return [max(at.ctx.eigsy(at.dense(above + below), eigvals_only=True))]


def exact(rows: Rows) -> bool:
    """Whether all entries are rational."""
    return all(isinstance(x, Fraction) for row in rows for x in row)


def _rank_of(at: Reader, matrix: Any) -> int:
    rows = at.value(matrix)
    if exact(rows):
        return eliminated(rows)[0]
    values = at.value(atoms.S(matrix))
    return sum(x > at.noise(values[0]) for x in values)


def _cond(at: Reader, node: Any) -> Vector:
    rank = _rank_of(at, node.args[0])
    if rank == 0:
        raise Undefined("condition number of the zero matrix")
    values = at.value(atoms.S(node.args[0]))
    return [values[0] / values[rank - 1]]


def _norm_f(at: Reader, node: Any) -> Vector:
    squares = sum((x * x for row in at.value(node.args[0]) for x in row), Fraction(0))
    return [at.ctx.sqrt(at.real(squares))]


def _det(at: Reader, node: Any) -> Vector:
    rows = at.value(node.args[0])
    return [eliminated(rows)[1] if exact(rows) else _pivots(at, rows)]


def _pivots(at: Reader, rows: Rows) -> Any:
    """Determinant by elimination, the largest pivot of each column first; mpmath's own is zero where rows differ in
    size by more than its digits."""
    a, out = [[at.real(x) for x in row] for row in rows], at.ctx.mpf(1)
    while a:
        k = max(range(len(a)), key=lambda i: abs(a[i][0]))
        head, out = a.pop(k), out * (-1) ** k
        if head[0] == 0:
            return at.ctx.mpf(0)
        out *= head[0]
        a = [[x - row[0] / head[0] * y for x, y in zip(row[1:], head[1:], strict=True)] for row in a]
    return out


def complex_eigenvalues(at: Reader, rows: Rows) -> Vector:
    """All eigenvalues of a square matrix, in no order."""
    if len(rows) == 1:  # mpmath answers with a pair here
        return [at.real(rows[0][0])]
    return at.ctx.eig(at.dense(rows), left=False, right=False)


def _real_eigenvalues(at: Reader, node: Any) -> Vector:
    """Exact for rational matrices, by thresholds on imaginary parts and distances for others."""
    rows = at.value(node.args[0])
    if exact(rows):
        return [Fraction(distinct_real_eigenvalues(rows))]
    found = complex_eigenvalues(at, rows)
    threshold = max(abs(x) for x in found) * at.ctx.mpf(10) ** (-at.digits // 4)
    real = sorted(at.ctx.re(x) for x in found if abs(at.ctx.im(x)) <= threshold)
    return [Fraction(sum(k == 0 or x - real[k - 1] > threshold for k, x in enumerate(real)))]


def _check_simple(at: Reader, values: Vector, i: int) -> None:
    size = max(abs(x) for x in values)
    if any(abs(x - values[i]) <= at.noise(size) for k, x in enumerate(values) if k != i):
        raise Undefined("the value is not simple")


def _form(left: Any, x: Rows, right: Any) -> Vector:
    return [sum(left[p] * entry * right[q] for p, row in enumerate(x) for q, entry in enumerate(row))]


def _eigenform(at: Reader, node: Any) -> Vector:
    n, i, x = node.args
    rows = at.value(n)
    check_symmetric(at, rows)
    values, vectors = at.ctx.eigsy(at.dense(rows))
    order = sorted(range(len(values)), key=lambda k: -values[k])
    place = place_of(at, i, len(order))
    _check_simple(at, [values[k] for k in order], place)
    u = vectors[:, order[place]]
    return _form(u, at.value(x), u)


def _singularform(at: Reader, node: Any) -> Vector:
    a, i, x = node.args
    left, values, right = at.ctx.svd_r(at.dense(at.value(a)))
    order = sorted(range(len(values)), key=lambda k: -values[k])
    place = place_of(at, i, len(order))
    _check_simple(at, [values[k] for k in order], place)
    if values[order[place]] <= at.noise(values[order[0]]):
        raise Undefined("the singular value is zero")
    return _form(right[order[place], :], at.value(x), left[:, order[place]])


def _slope(at: Reader, node: Any) -> Vector:
    """Difference quotient of the sorted spectrum, with a step far below any gap the digits can see."""
    spectrum, i, variable = node.args
    values = at.value(spectrum)
    place = place_of(at, i, len(values))
    _check_simple(at, values, place)
    if isinstance(spectrum, atoms.S) and values[place] <= at.noise(values[0]):
        raise Undefined("slope of a singular value at zero")

    def entry(t: Any) -> Any:
        # On the same context, whose precision mpmath has raised.
        moved = Reader({**at.values, variable.name: t}, at.digits, at.rules, at.ctx)
        return moved.real(moved.value(spectrum)[place])

    return [at.ctx.diff(entry, at.real(at.value(variable)[0]))]


SPECTRAL: Rules = {
    atoms.S: _singular_values,
    atoms.SMax: _of(atoms.S, 0),
    atoms.SMin: _of(atoms.S, -1),
    atoms.Lam: _eigenvalues,
    atoms.LMax: _of(atoms.Lam, 0),
    atoms.LMin: _of(atoms.Lam, -1),
    atoms.Cond: _cond,
    atoms.Norm2: _norm2,
    atoms.NormF: _norm_f,
    atoms.Tr: lambda at, node: [sum((r[i] for i, r in enumerate(at.value(node.args[0]))), Fraction(0))],
    atoms.Det: _det,
    atoms.Rank: lambda at, node: [Fraction(_rank_of(at, node.args[0]))],
    atoms.RealEigenvalues: _real_eigenvalues,
    atoms.EigenForm: _eigenform,
    atoms.SingularForm: _singularform,
    atoms.Slope: _slope,
}


DIRECTIONS = 96
STARTS = 3
STEPS = 10


def numerical_radius(at: Reader, node: Any) -> Vector:
    """The largest eigenvalue of the Hermitian part of e^(it) A over all t; that at -t is the same for a real A."""
    ctx, a = at.ctx, at.dense(at.value(node.args[0]))
    even, odd = (a + a.T) / 2, (a - a.T) / 2
    best = max(_peak(ctx, even, odd, ctx.mpf(t), at.digits) for t in _starts(ctx, even, odd))
    return [max(best, ctx.mpf(0))]


def _starts(ctx: Any, even: Any, odd: Any) -> list[float]:
    """The highest peaks among directions in half a circle."""
    size = max((abs(x) for x in (*even, *odd)), default=0) or 1
    p, q = (np.array((m / size).tolist(), dtype=float) for m in (even, odd))
    angles = np.linspace(0, np.pi, DIRECTIONS + 1)
    family = np.cos(angles)[:, None, None] * p + 1j * np.sin(angles)[:, None, None] * q
    tops = np.linalg.eigvalsh(family)[:, -1]
    peaks = [k for k, x in enumerate(tops) if x >= max(tops[max(k - 1, 0) : k + 2])]
    return [float(angles[k]) for k in sorted(peaks, key=lambda k: -tops[k])[:STARTS]]


def _peak(ctx: Any, even: Any, odd: Any, t: Any, digits: int) -> Any:
    """Largest value near t: the error of what is returned is the square of that of the place."""

    def value_and_rise(t: Any) -> tuple[Any, Any]:
        c, s = ctx.cos(t), ctx.mpc(0, ctx.sin(t))
        values, vectors = ctx.eighe(c * even + s * odd)
        k = max(range(len(values)), key=lambda i: values[i])
        x = vectors[:, k]
        turned = ctx.mpc(0, c) * odd + (-ctx.sin(t)) * even
        return values[k], ctx.re((x.H * turned * x)[0])

    step = ctx.pi / DIRECTIONS
    before, (best, rise_before) = t, value_and_rise(t)
    t = t + (step if rise_before > 0 else -step) / 4
    for _ in range(STEPS):
        value, rise = value_and_rise(t)
        best = max(best, value)
        if rise == rise_before or abs(t - before) < ctx.mpf(10) ** (-digits / 2 - 2):
            break
        move = -rise * (t - before) / (rise - rise_before)
        before, rise_before = t, rise
        t = t + max(-step, min(step, move))
    return best


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
    values = values[: _rank_of(at, node.args[1])]  # rounding leaves of a zero what a small p makes one
    return [_real_power(at, sum(_real_power(at, x, p) for x in values), 1 / p)]


def _kyfan(at: Reader, node: Any) -> Vector:
    values = at.value(atoms.S(node.args[1]))
    return [list(accumulate(values))[place_of(at, node.args[0], len(values))]]


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


def _each_entry(f: Callable[[Reader, Number], Number]) -> Callable[[Reader, Any], Rows]:
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
    atoms.MaxAbs: lambda at, node: [max((abs(x) for row in at.value(node.args[0]) for x in row), key=at.real)],
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
    functions.Relu: _each_entry(lambda at, x: x if x > 0 else Fraction(0)),
    functions.Hadamard: _hadamard,
    functions.Ones: lambda at, node: [[Fraction(1)] * int(node.args[1]) for _ in range(int(node.args[0]))],
    families.Unit: lambda at, node: [[Fraction(k == node.args[1])] for k in range(1, int(node.args[0]) + 1)],
}


DIGITS = 50
LONGEST = 2**20  # bits of an exact power


def evaluate(node: Any, instance: Instance, digits: int = DIGITS) -> Any:
    """Value of a concrete node: an mpf for scalars, a list of mpf for vectors, an mpmath matrix for matrices.

    Raises Undefined where there is no value, TypeError for nodes without a rule, KeyError for missing variables.
    """
    reader = Reader(instance.values, digits, RULES)
    value = reader.value(node)
    if node.is_Matrix:
        return reader.dense(value)
    return [reader.real(x) for x in value] if is_vector(node) else reader.real(value[0])


def slack(clause: Clause, instance: Instance, digits: int = DIGITS) -> Margin:
    """Slack of a clause (the body, for an existence claim).  Raises as `evaluate`."""
    indices, tuples, body = index_tuples(clause.body if isinstance(clause, Exists) else clause)
    if not isinstance(body, Relation):
        raise TypeError(f"no slack for {type(body).__name__}")
    margins: list[Margin] = []
    for values in tuples:
        at = {index.name: Fraction(k) for index, k in zip(indices, values, strict=True)}
        margins += Reader({**instance.values, **at}, digits, RULES).margins(body)
    if not margins:
        ctx = Reader({}, digits, RULES).ctx
        return Margin(ctx.mpf(1), ctx.inf)
    worst = min(margins, key=lambda m: m.relative)
    return Margin(worst.relative, min(m.absolute for m in margins), worst.lhs, worst.rhs)


def _entrywise(step: Callable[[Reader, Number, Number], Number]) -> Callable[[Reader, Any], Vector]:
    def rule(at: Reader, node: Any) -> Vector:
        out = at.value(node.args[0])
        for a in node.args[1:]:
            other = at.value(a)
            length = max(len(out), len(other))
            pairs = zip(repeat(out, length), repeat(other, length), strict=True)
            out = [step(at, *at.alike(x, y)) for x, y in pairs]
        return out

    return rule


def _divide(at: Reader, x: Number, y: Number) -> Number:
    if y == 0:
        raise Undefined("quotient by zero")
    return x / y


def _bits(x: Number) -> int:
    """How long an exact number is; 0 for one that is rounded."""
    return max(x.numerator.bit_length(), x.denominator.bit_length()) if isinstance(x, Fraction) else 0


def _power(at: Reader, node: Any) -> Vector:
    base, exponent = at.value(node.args[0]), int(node.args[1])
    if exponent < 0 and any(x == 0 for x in base):
        raise Undefined("negative power of zero")
    if any(abs(exponent) * _bits(x) > LONGEST for x in base):
        raise OverflowError(f"the exponent {exponent} of a fraction")
    return [x**exponent for x in base]


def _sqrt(at: Reader, node: Any) -> Vector:
    out = []
    for x in at.value(node.args[0]):
        if x < 0:
            raise Undefined("square root of a negative number")
        out.append(at.ctx.sqrt(at.real(x)))
    return out


def _extreme(sign: int) -> Callable[[Reader, Any], Vector]:
    def rule(at: Reader, node: Any) -> Vector:
        entries = [x for a in node.args for x in at.value(a)]
        return [max(entries, key=lambda x: sign * at.real(x))]

    return rule


def _entry(at: Reader, node: Any) -> Vector:
    entries = at.value(node.args[0])
    return [entries[place_of(at, node.args[1], len(entries))]]


def _gap(at: Reader, node: Any) -> Vector:
    entries = at.value(node.args[0])
    i = place_of(at, node.args[1], len(entries))
    return [min((abs(x + -entries[i]) for k, x in enumerate(entries) if k != i), default=at.ctx.inf)]


def _matplus(at: Reader, node: Any) -> Rows:
    parts = [at.value(a) for a in node.args]
    return [[sum(xs) for xs in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)]


def _mattimes(at: Reader, node: Any) -> Rows:
    out = at.value(node.args[0])
    for a in node.args[1:]:
        out = product(out, at.value(a))
    return out


def _scaled(at: Reader, node: Any) -> Rows:
    (c,) = at.value(node.args[0])
    return [[c * x for x in row] for row in at.value(node.args[1])]


def _kron(at: Reader, node: Any) -> Rows:
    a, b = (at.value(x) for x in node.args)
    return [[x * y for x in p for y in q] for p in a for q in b]


def _gradient_gram(at: Reader, node: Any) -> Rows:
    """The network is affine in each single weight, so half the difference of its values at w + 1 and w - 1 is the exact
    derivative."""
    weights, data = [at.value(w) for w in node.args[0].args], at.value(node.args[1])

    def outputs(layer: int, i: int, j: int, step: int) -> Rows:
        out = data
        for k, w in enumerate(weights):
            moved = [[x + step * int((k, p, q) == (layer, i, j)) for q, x in enumerate(r)] for p, r in enumerate(w)]
            out = product(moved, out)
        return out

    rows = []
    for layer, w in enumerate(weights):
        for i in range(len(w)):
            for j in range(len(w[0])):
                pairs = zip(outputs(layer, i, j, 1), outputs(layer, i, j, -1), strict=True)
                rows.append([(p - q) / 2 for up, down in pairs for p, q in zip(up, down, strict=True)])
    count = len(data[0])
    return [[sum((x * y for x, y in zip(r, s, strict=True)), Fraction(0)) / count for s in rows] for r in rows]


def _variable(at: Reader, node: Any) -> Any:
    value = at.values[node.name]
    return value if node.is_Matrix else [value]


RULES: Rules = {
    Rational: lambda at, node: [Fraction(int(node.p), int(node.q))],
    Pi: lambda at, node: [+at.ctx.pi],
    variables.Scalar: _variable,
    variables.Index: _variable,
    variables.Matrix: _variable,
    core.Plus: _entrywise(lambda at, x, y: x + y),
    core.Neg: lambda at, node: [-x for x in at.value(node.args[0])],
    core.Times: _entrywise(lambda at, x, y: x * y),
    core.Quotient: _entrywise(_divide),
    core.Power: _power,
    core.Sqrt: _sqrt,
    core.Abs: lambda at, node: [abs(x) for x in at.value(node.args[0])],
    core.Max: _extreme(1),
    core.Min: _extreme(-1),
    core.Total: lambda at, node: [sum(at.value(node.args[0]))],
    core.Entry: _entry,
    core.Gap: _gap,
    matrices.Id: lambda at, node: identity(int(node.args[0])),
    matrices.MatPlus: _matplus,
    matrices.MatNeg: lambda at, node: [[-x for x in row] for row in at.value(node.args[0])],
    matrices.MatTimes: _mattimes,
    matrices.Scaled: _scaled,
    matrices.Transpose: lambda at, node: [list(c) for c in zip(*at.value(node.args[0]), strict=True)],
    matrices.Kron: _kron,
    families.VStack: lambda at, node: [row for a in node.args for row in at.value(a)],
    families.GradientGram: _gradient_gram,
    **SPECTRAL,
    **FUNCTIONS,
    **added_atoms.RULES,
}
