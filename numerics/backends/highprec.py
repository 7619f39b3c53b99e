"""Independent interpreter of concrete statements at high precision (mpmath), one exact instance at a time.

It shares no evaluation code with the float interpreter or with ball arithmetic and exists to be compared with both.
Rational quantities stay exact (`Fraction`) until something irrational comes up, so rank, trace and determinant of
rational matrices are exact.  Everything else carries rounding errors near 10^-digits, without bounds: this module
decides no verdict either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mpmath.ctx_mp import MPContext
from sympy import Rational
from sympy.core.numbers import Pi

from numerics.backends.rational_rows import distinct_real_eigenvalues, eliminated, identity, product
from numerics.instance import Instance
from theorems.language import atoms, core, families, matrices, variables
from theorems.language.instantiate import index_tuples
from theorems.language.relations import Clause, Exists, Relation

DIGITS = 50
Number = Any  # Fraction or mpf
Rows = list[list[Number]]
Vector = list[Number]


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


def evaluate(node: Any, instance: Instance, digits: int = DIGITS) -> Any:
    """Value of a concrete node: an mpf for scalars, a list of mpf for vectors, an mpmath matrix for matrices.

    Raises Undefined where there is no value, TypeError for nodes without a rule, KeyError for missing variables.
    """
    reader = _Reader(instance.values, digits)
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
        margins += _Reader({**instance.values, **at}, digits).margins(body)
    if not margins:
        ctx = _Reader({}, digits).ctx
        return Margin(ctx.mpf(1), ctx.inf)
    worst = min(margins, key=lambda m: m.relative)
    return Margin(worst.relative, min(m.absolute for m in margins), worst.lhs, worst.rhs)


def is_vector(node: Any) -> bool:
    """Whether a quantity is a vector by form (it may still have length 1)."""
    if isinstance(node, core.Plus | core.Neg | core.Times | core.Quotient | core.Power | core.Sqrt | core.Abs):
        return any(is_vector(a) for a in node.args)
    return isinstance(node, atoms.S | atoms.Lam)


class _Reader:
    """Values at one assignment.  Its mpmath context is its own, so that no global precision is touched."""

    def __init__(self, values: Mapping[str, Any], digits: int, ctx: MPContext | None = None) -> None:
        self.values, self.digits = values, digits
        self.ctx = ctx or MPContext()
        if ctx is None:
            self.ctx.dps = digits
        self.memo: dict[Any, Any] = {}

    def value(self, node: Any) -> Any:
        """Rows of a matrix or entries of a quantity, exact where rational."""
        if node not in self.memo:
            for cls in type(node).__mro__:
                if cls in _RULES:
                    self.memo[node] = _RULES[cls](self, node)
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
        for lhs, rhs in zip(_repeat(left, length), _repeat(right, length), strict=True):
            a, b, difference = self.real(lhs), self.real(rhs), self.real(rhs + -lhs)
            gap = {"<": difference, ">": -difference, "=": -abs(difference)}[relation.op[0]]
            size = abs(a) + abs(b)
            relative = self.ctx.sign(gap) if self.ctx.isinf(gap) else gap / size if size else self.ctx.mpf(0)
            out.append(Margin(relative, gap, a, b))
        return out


def _repeat(entries: Vector, length: int) -> Vector:
    return entries * length if len(entries) == 1 else entries


def _entrywise(step: Callable[[_Reader, Number, Number], Number]) -> Callable[[_Reader, Any], Vector]:
    def rule(at: _Reader, node: Any) -> Vector:
        out = at.value(node.args[0])
        for a in node.args[1:]:
            other = at.value(a)
            length = max(len(out), len(other))
            pairs = zip(_repeat(out, length), _repeat(other, length), strict=True)
            out = [step(at, *at.alike(x, y)) for x, y in pairs]
        return out

    return rule


def _divide(at: _Reader, x: Number, y: Number) -> Number:
    if y == 0:
        raise Undefined("quotient by zero")
    return x / y


def _power(at: _Reader, node: Any) -> Vector:
    base, exponent = at.value(node.args[0]), int(node.args[1])
    if exponent < 0 and any(x == 0 for x in base):
        raise Undefined("negative power of zero")
    return [x**exponent for x in base]


def _sqrt(at: _Reader, node: Any) -> Vector:
    out = []
    for x in at.value(node.args[0]):
        if x < 0:
            raise Undefined("square root of a negative number")
        out.append(at.ctx.sqrt(at.real(x)))
    return out


def _extreme(sign: int) -> Callable[[_Reader, Any], Vector]:
    def rule(at: _Reader, node: Any) -> Vector:
        entries = [x for a in node.args for x in at.value(a)]
        return [max(entries, key=lambda x: sign * at.real(x))]

    return rule


def _place(at: _Reader, index: Any, length: int) -> int:
    """An index as an offset.  Raises Undefined outside 1..length."""
    i = at.value(index)[0]
    if i != int(i) or not 1 <= i <= length:
        raise Undefined(f"no entry {i} in a vector of length {length}")
    return int(i) - 1


def _entry(at: _Reader, node: Any) -> Vector:
    entries = at.value(node.args[0])
    return [entries[_place(at, node.args[1], len(entries))]]


def _gap(at: _Reader, node: Any) -> Vector:
    entries = at.value(node.args[0])
    i = _place(at, node.args[1], len(entries))
    return [min((abs(x + -entries[i]) for k, x in enumerate(entries) if k != i), default=at.ctx.inf)]


def _matplus(at: _Reader, node: Any) -> Rows:
    parts = [at.value(a) for a in node.args]
    return [[sum(xs) for xs in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)]


def _mattimes(at: _Reader, node: Any) -> Rows:
    out = at.value(node.args[0])
    for a in node.args[1:]:
        out = product(out, at.value(a))
    return out


def _scaled(at: _Reader, node: Any) -> Rows:
    (c,) = at.value(node.args[0])
    return [[c * x for x in row] for row in at.value(node.args[1])]


def _kron(at: _Reader, node: Any) -> Rows:
    a, b = (at.value(x) for x in node.args)
    return [[x * y for x in p for y in q] for p in a for q in b]


def _gradient_gram(at: _Reader, node: Any) -> Rows:
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


def _singular_values(at: _Reader, node: Any) -> Vector:
    values = at.ctx.svd_r(at.dense(at.value(node.args[0])), compute_uv=False)
    return sorted((abs(x) for x in values), reverse=True)


def _eigenvalues(at: _Reader, node: Any) -> Vector:
    rows = at.value(node.args[0])
    _check_symmetric(at, rows)
    return sorted(at.ctx.eigsy(at.dense(rows), eigvals_only=True), reverse=True)


def _check_symmetric(at: _Reader, rows: Rows) -> None:
    size = max(abs(at.real(x)) for row in rows for x in row)
    for i, row in enumerate(rows):
        for j in range(i):
            difference = row[j] + -rows[j][i]
            if abs(difference) > 0 if isinstance(difference, Fraction) else abs(difference) > at.noise(size):
                raise Undefined("eigenvalues of a matrix that is not symmetric")


def _of(atom: type, place: int) -> Callable[[_Reader, Any], Vector]:
    return lambda at, node: [at.value(atom(node.args[0]))[place]]


def _norm2(at: _Reader, node: Any) -> Vector:
    a = at.value(node.args[0])
    rows, cols = len(a), len(a[0])
    above = [[Fraction(0)] * rows + row for row in a]
    below = [list(column) + [Fraction(0)] * cols for column in zip(*a, strict=True)]
    return [max(at.ctx.eigsy(at.dense(above + below), eigvals_only=True))]


def _exact(rows: Rows) -> bool:
    return all(isinstance(x, Fraction) for row in rows for x in row)


def _rank_of(at: _Reader, matrix: Any) -> int:
    rows = at.value(matrix)
    if _exact(rows):
        return eliminated(rows)[0]
    values = at.value(atoms.S(matrix))
    return sum(x > at.noise(values[0]) for x in values)


def _cond(at: _Reader, node: Any) -> Vector:
    rank = _rank_of(at, node.args[0])
    if rank == 0:
        raise Undefined("condition number of the zero matrix")
    values = at.value(atoms.S(node.args[0]))
    return [values[0] / values[rank - 1]]


def _norm_f(at: _Reader, node: Any) -> Vector:
    squares = sum((x * x for row in at.value(node.args[0]) for x in row), Fraction(0))
    return [at.ctx.sqrt(at.real(squares))]


def _det(at: _Reader, node: Any) -> Vector:
    rows = at.value(node.args[0])
    return [eliminated(rows)[1] if _exact(rows) else at.ctx.det(at.dense(rows))]


def _real_eigenvalues(at: _Reader, node: Any) -> Vector:
    """Exact for rational matrices, by thresholds on imaginary parts and distances for others."""
    rows = at.value(node.args[0])
    if _exact(rows):
        return [Fraction(distinct_real_eigenvalues(rows))]
    found = at.ctx.eig(at.dense(rows), left=False, right=False)
    threshold = max(abs(x) for x in found) * at.ctx.mpf(10) ** (-at.digits // 4)
    real = sorted(at.ctx.re(x) for x in found if abs(at.ctx.im(x)) <= threshold)
    return [Fraction(sum(k == 0 or x - real[k - 1] > threshold for k, x in enumerate(real)))]


def _check_simple(at: _Reader, values: Vector, i: int) -> None:
    size = max(abs(x) for x in values)
    if any(abs(x - values[i]) <= at.noise(size) for k, x in enumerate(values) if k != i):
        raise Undefined("the value is not simple")


def _form(left: Any, x: Rows, right: Any) -> Vector:
    return [sum(left[p] * entry * right[q] for p, row in enumerate(x) for q, entry in enumerate(row))]


def _eigenform(at: _Reader, node: Any) -> Vector:
    n, i, x = node.args
    rows = at.value(n)
    _check_symmetric(at, rows)
    values, vectors = at.ctx.eigsy(at.dense(rows))
    order = sorted(range(len(values)), key=lambda k: -values[k])
    place = _place(at, i, len(order))
    _check_simple(at, [values[k] for k in order], place)
    u = vectors[:, order[place]]
    return _form(u, at.value(x), u)


def _singularform(at: _Reader, node: Any) -> Vector:
    a, i, x = node.args
    left, values, right = at.ctx.svd_r(at.dense(at.value(a)))
    order = sorted(range(len(values)), key=lambda k: -values[k])
    place = _place(at, i, len(order))
    _check_simple(at, [values[k] for k in order], place)
    if values[order[place]] <= at.noise(values[order[0]]):
        raise Undefined("the singular value is zero")
    return _form(right[order[place], :], at.value(x), left[:, order[place]])


def _slope(at: _Reader, node: Any) -> Vector:
    """Difference quotient of the sorted spectrum, with a step far below any gap the digits can see."""
    spectrum, i, variable = node.args
    values = at.value(spectrum)
    place = _place(at, i, len(values))
    _check_simple(at, values, place)
    if isinstance(spectrum, atoms.S) and values[place] <= at.noise(values[0]):
        raise Undefined("slope of a singular value at zero")

    def entry(t: Any) -> Any:
        # On the same context, whose precision mpmath has raised.
        moved = _Reader({**at.values, variable.name: t}, at.digits, at.ctx)
        return moved.real(moved.value(spectrum)[place])

    return [at.ctx.diff(entry, at.real(at.value(variable)[0]))]


def _variable(at: _Reader, node: Any) -> Any:
    value = at.values[node.name]
    return value if node.is_Matrix else [value]


_RULES: dict[type, Callable[[_Reader, Any], Any]] = {
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
