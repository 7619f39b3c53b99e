"""Functions of symmetric matrices, from an approximate diagonalisation whose error is bounded afterwards.

Let Q be square with ||Q^T Q - I||_F <= g < 1, and U the orthogonal factor of its polar decomposition.  Then
Q D Q^T and U D U^T are at most g (2 + g) max |d| apart in the Frobenius norm, so that A lies within

    delta = ||A - Q D Q^T||_F + g (2 + g) max |d|

of U D U^T, whose functions are U f(D) U^T.  By Weyl's inequality the ordered eigenvalues of A lie within delta of the
sorted d.  For f operator monotone on (0, oo) and spectra in [m, oo), m > 0, unitarily invariant norms satisfy
||f(A) - f(B)|| <= f'(m) ||A - B||, and for the root of positive semidefinite matrices the operator norm satisfies
||A^(1/2) - B^(1/2)|| <= ||A - B||^(1/2)  (Bhatia, Matrix Analysis, theorems X.1.1 and X.3.8).

How Q and D are found (cyclic Jacobi rotations in integer fixed point) needs no proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from verify.checker import scalars
from verify.checker.format import NotEstablished
from verify.checker.matrices import Mat, matrix
from verify.checker.numbers import Real, Undecided, ends

Rows = list[list[int]]
MAX_ORDER, SWEEPS = 40, 60


@dataclass(frozen=True)
class Diagonalised:
    """Q and D in units of 2**-bits, and the bounds g and delta."""

    q: Rows
    d: list[int]
    bits: int
    skew: Fraction
    delta: Fraction

    @property
    def values(self) -> list[Fraction]:
        """Approximate eigenvalues, descending; each within `delta` of the one at its place."""
        return [Fraction(x, 1 << self.bits) for x in sorted(self.d, reverse=True)]

    @property
    def least(self) -> tuple[Fraction, Fraction]:
        """Enclosure of the smallest eigenvalue."""
        low = self.values[-1]
        return low - self.delta, low + self.delta


def frobenius(rows: Any) -> int:
    """Upper bound on the Frobenius norm of integer rows."""
    return isqrt(sum(x * x for row in rows for x in row)) + 1


def root_above(q: Fraction) -> Fraction:
    """Upper bound on the square root of q >= 0, close to it."""
    shift = 64 + max(q.denominator.bit_length() - q.numerator.bit_length(), 0)
    return Fraction(isqrt((q.numerator << 2 * shift) // q.denominator) + 1, 1 << shift)


def fixed(a: Mat, bits: int) -> tuple[Rows, Fraction]:
    """Midpoints of the entries in units of 2**-bits, and a bound on the Frobenius norm of what that leaves out."""
    rows: Rows = []
    left = Fraction(0)
    for row in a.rows:
        rows.append([])
        for x in row:
            lo, hi = ends(x)
            middle = (lo + hi) / 2
            near = (middle.numerator << bits) // middle.denominator
            rows[-1].append(near)
            left += max(abs(Fraction(near, 1 << bits) - end) for end in (lo, hi))
    return rows, left


def diagonalise(a: Mat, bits: int) -> Diagonalised:
    """Diagonalisation of a symmetric matrix to about `bits` bits.  Raises Undecided if it went wrong."""
    n = a.cols
    if n > MAX_ORDER:
        raise NotEstablished(f"a function of a matrix of order {n} is too much for this checker")
    bits += 64
    rows, left = fixed(a, bits)
    rows = [[(rows[i][j] + rows[j][i]) // 2 for j in range(n)] for i in range(n)]
    left += Fraction(n * n, 1 << bits)
    q, d = _jacobi(rows, bits)
    one = 1 << bits
    gram = [[sum(q[k][i] * q[k][j] for k in range(n)) - (one * one) * (i == j) for j in range(n)] for i in range(n)]
    skew = Fraction(frobenius(gram), one * one)
    if skew >= Fraction(1, 2):
        raise Undecided("an approximate eigenbasis is not orthogonal enough")
    rest = [
        [rows[i][j] * one * one - sum(q[i][k] * d[k] * q[j][k] for k in range(n)) for j in range(n)] for i in range(n)
    ]
    top = max(map(abs, d), default=0)
    delta = Fraction(frobenius(rest), one**3) + skew * (2 + skew) * Fraction(top, one) + left
    return Diagonalised(q, d, bits, skew, delta)


def _jacobi(a: Rows, bits: int) -> tuple[Rows, list[int]]:
    """Approximate orthogonal matrix and diagonal, in units of 2**-bits."""
    n, one = len(a), 1 << bits
    a = [list(row) for row in a]
    q = [[one * (i == j) for j in range(n)] for i in range(n)]
    for _ in range(SWEEPS):
        turned = False
        for i in range(n):
            for j in range(i + 1, n):
                if abs(a[i][j]) > 8 * n:  # rounding leaves a few units
                    turned = True
                    _rotate(a, q, i, j, bits)
        if not turned:
            break
    return q, [a[i][i] for i in range(n)]


def _rotate(a: Rows, q: Rows, i: int, j: int, bits: int) -> None:
    """Rotate in the plane of i and j so that a[i][j] vanishes."""
    one = 1 << bits
    apart, twice = a[j][j] - a[i][i], 2 * a[i][j]
    t = (twice << bits) // (abs(apart) + isqrt(apart * apart + twice * twice))
    t = t if apart >= 0 else -t
    c = one * one // isqrt(one * one + t * t)
    s = t * c >> bits
    for row in q:
        x, y = row[i], row[j]
        row[i], row[j] = (c * x - s * y) >> bits, (s * x + c * y) >> bits
    shift = t * a[i][j] >> bits
    for k, row in enumerate(a):
        if k not in (i, j):
            x, y = row[i], row[j]
            row[i] = a[i][k] = (c * x - s * y) >> bits
            row[j] = a[j][k] = (s * x + c * y) >> bits
    a[i][i], a[j][j] = a[i][i] - shift, a[j][j] + shift
    a[i][j] = a[j][i] = 0


def root(a: Mat, bits: int, at: Diagonalised) -> Mat:
    """Root of a matrix that is known to be positive semidefinite."""
    shift = at.bits
    values = [isqrt(max(d, 0) << shift) for d in at.d]
    delta = at.delta + sum((Fraction(-d, 1 << shift) for d in at.d if d < 0), Fraction(0))
    low = max(at.least[0], Fraction(0))
    below = Fraction(isqrt((low.numerator << 2 * shift) // low.denominator), 1 << shift)
    apart = a.cols * root_above(delta)
    if below:
        apart = min(apart, delta / (2 * below))
    return _assembled(at, [(v, v + 1) for v in values], apart, bits)


def logarithm(a: Mat, bits: int, at: Diagonalised) -> Mat:
    """Logarithm of a matrix that is known to be positive definite.  Raises Undecided at too low a precision."""
    low = at.least[0]
    if low <= 0:
        raise Undecided("the smallest eigenvalue is not separated from zero")
    shift = at.bits
    values = []
    for d in at.d:
        lo, hi = ends(scalars.log(Fraction(d, 1 << shift), shift))
        values.append(((lo.numerator << shift) // lo.denominator, -((-hi.numerator << shift) // hi.denominator)))
    return _assembled(at, values, at.delta / low, bits)


def _assembled(at: Diagonalised, values: list[tuple[int, int]], apart: Fraction, bits: int) -> Mat:
    """Q f(D) Q^T with f(d) in the given bounds, widened by `apart` and by what Q lacks of orthogonality."""
    n, one = len(values), 1 << at.bits
    top = max(max(abs(lo), abs(hi)) for lo, hi in values)
    wide = max(hi - lo for lo, hi in values)
    middle = [(lo + hi) // 2 for lo, hi in values]
    error = apart + at.skew * (2 + at.skew) * Fraction(top, one) + 2 * n * Fraction(wide + 1, one)
    return around(
        [
            [Fraction(sum(at.q[i][k] * middle[k] * at.q[j][k] for k in range(n)), one**3) for j in range(i + 1)]
            for i in range(n)
        ],
        error,
        bits,
    )


def around(lower: list[list[Fraction]], error: Fraction, bits: int) -> Mat:
    """A symmetric matrix from its lower triangle, each entry within `error`; equal entries are one object."""
    n = len(lower)
    known = [[Real(x - error, x + error, bits) for x in row] for row in lower]
    return matrix(([known[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)), n)
