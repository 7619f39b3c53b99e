"""Rules of the high-precision interpreter for functions of a matrix: spectra, norms, rank, and their derivatives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmata.evaluate.highprec_reader import Reader, Rows, Rules, Undefined, Vector, place_of
from lemmata.evaluate.rational_rows import distinct_real_eigenvalues, eliminated
from lemmata.language import atoms


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
