"""The exponential of a matrix: Taylor's series at A / 2**k, squared k times, in integer fixed point."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from verify.checker.diagonal import MAX_ORDER, frobenius, root_above
from verify.checker.format import NotEstablished
from verify.checker.matrices import Mat, exact, identity, matrix, total
from verify.checker.nearby import Near, near
from verify.checker.numbers import Real, ends

LARGEST = 1000  # norms beyond this give exponentials nobody needs


def nilpotent(a: Mat) -> Mat | None:
    """The exponential as the finite sum it is for a nilpotent rational matrix, None for any other."""
    out = power = identity(a.cols)
    for k in range(1, a.cols + 1):
        power = (power @ a).scaled(Fraction(1, k))
        if not any(x for row in power.rows for x in row):
            return out
        out = out + power
    return None


def exponential(a: Mat, bits: int) -> Mat:
    """exp(A), exact for nilpotent rational matrices."""
    if exact(a) and (known := nilpotent(a)) is not None:
        return known
    norm = ceil(root_above(total(max(x * x for x in ends(y)) for row in a.rows for y in row)))
    if norm > LARGEST or a.cols > MAX_ORDER:
        raise NotEstablished("expm(...) of a matrix that is too large for this checker")
    halvings = norm.bit_length() + 8
    precision = bits + 2 * halvings + 3 * norm + 64
    step = near(a.scaled(Fraction(1, 1 << halvings)), precision)
    one = 1 << precision
    out = term = Near([[one * (i == j) for j in range(a.cols)] for i in range(a.cols)], 0, precision)
    k = 0
    while frobenius(term.rows) > 2 * a.cols:
        k += 1
        term = (term @ step).over(k)
        out = out + term
    # What is left of the series is less than its last term: the argument is below 1/2.
    out = Near(out.rows, out.error + term.norm, precision)
    for _ in range(halvings):
        out = out @ out
    error = Fraction(out.error, one)
    entries = ([Fraction(x, one) for x in row] for row in out.rows)
    return matrix(([Real(x - error, x + error, bits) for x in row] for row in entries), a.cols)
