"""Spectra and norms: eigenvalues of enclosed matrices, the spectral radius, norms made of singular values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from verify.checker.diagonal import diagonalise, root_above
from verify.checker.format import NotEstablished
from verify.checker.heights import both, of_rational, of_root
from verify.checker.matrices import Mat, blocks, exact, integral, matrix, submatrix, symmetric, total
from verify.checker.nearby import radius_between
from verify.checker.numbers import Real, Undecided, Undefined, absolute, compare, ends, largest, sqrt, vanishes
from verify.checker.roots import Root, characteristic, real_roots, squarefree
from verify.checker.scalars import real_power
from verify.checker.syntax import Tree

if TYPE_CHECKING:
    from verify.checker.evaluate import Evaluator

Rule = tuple[Callable[..., Any], tuple[int, ...]]
MAX_DEGREE, MAX_BITS = 36, 4000  # of polynomials for products of pairs of eigenvalues: matrices up to order 8


def semidefinite(a: Mat, strictly: bool = False) -> bool:
    """Whether a symmetric rational matrix is positive semidefinite, or with `strictly` definite.

    All roots of its characteristic polynomial are real: none is negative iff its coefficients alternate in sign.
    """
    c, _ = characteristic(integral(a)[0])
    return all(x * (-1) ** k >= 0 for k, x in enumerate(c)) and not (strictly and c[-1] == 0)


def enclosed_eigenvalues(a: Mat, bits: int) -> list[Real]:
    """Eigenvalues, descending, of a symmetric matrix with enclosed entries."""
    at = diagonalise(a, bits)
    return [Real(x - at.delta, x + at.delta, bits) for x in at.values]


def middle(a: Mat) -> tuple[Mat, Fraction]:
    """The matrix of midpoints, and a bound on the Frobenius norm of what is left."""
    left = total((ends(x)[1] - ends(x)[0]) / 2 for row in a.rows for x in row)
    return matrix(([sum(ends(x)) / Fraction(2) for x in row] for row in a.rows), a.cols), left


def norm_above(a: Mat) -> Fraction:
    """Upper bound on the Frobenius norm."""
    return root_above(Fraction(total(max(x * x for x in ends(y)) for row in a.rows for y in row)))


def radius(ev: Evaluator, a: Mat) -> Any:
    """Largest modulus of an eigenvalue of a square matrix."""
    if not a.cols:
        raise Undefined("a matrix without rows has no eigenvalues")
    return largest([_block_radius(ev, submatrix(a, block)) for block in blocks(a, strongly=True)], ev.bits)


def _block_radius(ev: Evaluator, a: Mat) -> Any:
    if a.cols == 1:
        return absolute(a.rows[0][0])
    if symmetric(a):
        values = ev.eigenvalues(a)[0]
        return largest([absolute(values[0]), absolute(values[-1])], ev.bits)
    if exact(a):
        degree, rows = a.cols * (a.cols + 1) // 2, integral(a)[0]
        if degree <= MAX_DEGREE and degree * max(x.bit_length() for row in rows for x in row) <= MAX_BITS:
            return _exact_radius(ev, a)
    return Real(*radius_between(a, ev.bits), ev.bits)


def _exact_radius(ev: Evaluator, a: Mat) -> Any:
    rows, scale = integral(a)
    if ("rho", rows) not in ev.spectra:
        p = characteristic(rows)[0]
        roots = real_roots(p)
        if sum(root.multiplicity for root in roots) == a.cols:
            found = [(1, roots[-1], 0), (1, roots[0], len(roots) - 1)]
        else:
            found = [(2, real_roots(_pairs(rows))[-1], 0)]
        ev.spectra["rho", rows] = found
    numbers = [(k, root_over(root, number, scale**k, ev.bits)) for k, root, number in ev.spectra["rho", rows]]
    return largest([sqrt(x, ev.bits) if k == 2 else absolute(x) for k, x in numbers], ev.bits)


def root_over(root: Root, number: int, scale: int, bits: int) -> Any:
    """A root of an integer polynomial, the `number`-th real one from above, divided by a positive integer."""
    lo, hi = root.within(bits)
    if lo == hi:
        return lo / scale
    p = tuple(root.p)
    size = both(of_root(p, number), of_rational(Fraction(1, scale)))
    return Real(lo / scale, hi / scale, bits, height=size, name=(p, number, scale))


def _pairs(rows: Any) -> list[int]:
    """Polynomial with the roots x_i x_j, i <= j, over the eigenvalues x_i of an integer matrix.

    The square of the spectral radius is the product of an eigenvalue of largest modulus with its conjugate: a real root
    of this polynomial that no other one exceeds in modulus.  The sums of the roots' powers are (p_k**2 + p_(2k)) / 2
    with p_k the trace of A**k; Newton's identities make coefficients of them.
    """
    n = len(rows)
    degree = n * (n + 1) // 2
    traces = [n]
    power = rows
    for _ in range(2 * degree):
        traces.append(sum(power[i][i] for i in range(n)))
        columns = list(zip(*rows, strict=True))
        power = [[sum(x * y for x, y in zip(row, col, strict=True)) for col in columns] for row in power]
    sums = [(traces[k] ** 2 + traces[2 * k]) // 2 for k in range(degree + 1)]
    out = [1]
    for k in range(1, degree + 1):
        out.append(-sum(out[k - i] * sums[i] for i in range(1, k + 1)) // k)
    return squarefree(out)


def schatten(ev: Evaluator, p: Any, a: Tree) -> Any:
    """(sum of s_i**p)**(1/p)."""
    if not isinstance(p, Fraction | Real):
        raise NotEstablished("schatten(p, A) needs a number p")
    if ends(p)[1] <= 0 or vanishes(p):
        raise Undefined("schatten(p, A) with p <= 0")
    if ends(p)[0] <= 0:
        raise Undecided("p is not separated from zero")
    value = ev.matrix(a)
    if isinstance(p, Fraction) and p.denominator == 1 and p % 2 == 0 and p <= 64 and exact(value):
        gram = value.T @ value if value.cols <= len(value.rows) else value @ value.T
        power = gram
        for _ in range(int(p) // 2 - 1):
            power = power @ gram
        return real_power(total(row[k] for k, row in enumerate(power.rows)), 1 / p, ev.bits)
    return _power(total(_power(s, p, ev.bits) for s in ev.singular(a)[0]), 1 / p, ev.bits)


def _power(s: Any, p: Any, bits: int) -> Any:
    """s**p for s >= 0 and p > 0, where s may not be separated from zero."""
    lo, hi = ends(s)
    if lo > 0 or vanishes(s):
        return real_power(s, p, bits)
    return Real(Fraction(0), ends(real_power(hi, p, bits))[1], bits) if hi > 0 else Fraction(0)


def kyfan(ev: Evaluator, k: Any, a: Tree) -> Any:
    """Sum of the k largest singular values."""
    values = ev.singular(a)[0]
    if not isinstance(k, Fraction):
        raise NotEstablished("kyfan(k, A) needs an exact k")
    if k.denominator != 1 or not 1 <= k <= len(values):
        raise Undefined(f"there is no sum of the {k} largest of {len(values)} singular values")
    return list(accumulate(values))[int(k) - 1]


def enclosed_determinant(a: Mat, bits: int) -> Real:
    """|det(A + E) - det A| <= n ||E|| max(||A||, ||A + E||)**(n - 1)."""
    center, left = middle(a)
    n = a.cols
    rows, scale = integral(center)
    value = characteristic(rows)[0][-1] * Fraction((-1) ** n, scale**n)
    apart = n * left * (norm_above(center) + left) ** (n - 1)
    return Real(value - apart, value + apart, bits)


def enclosed_rank(ev: Evaluator, a: Tree) -> Fraction:
    """Rank of a matrix with enclosed entries, decided where it is full or zeros are known to be zeros."""
    orders = [compare(x, Fraction(0)) for x in ev.singular(a)[0]]
    if None not in orders:
        return Fraction(sum(order != 0 for order in orders))
    raise Undecided("the smallest singular value is not separated from zero")


def _max_abs(ev: Evaluator, a: Tree) -> Any:
    entries = [absolute(x) for row in ev.matrix(a).rows for x in row]
    if not entries:
        raise Undefined("a matrix without entries has no largest one")
    return largest(entries, ev.bits)


RULES: dict[str, Rule] = {
    "rho": (lambda ev, a: radius(ev, ev.folded(a)), (1,)),
    "normN": (lambda ev, a: total(ev.singular(a)[0]), (1,)),
    "schatten": (lambda ev, p, a: schatten(ev, ev.quantity(p), a), (2,)),
    "kyfan": (lambda ev, k, a: kyfan(ev, ev.quantity(k), a), (2,)),
    "maxabs": (_max_abs, (1,)),
}
