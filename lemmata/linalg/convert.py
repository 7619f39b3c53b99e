"""Exact conversions between Python numbers, rationals and balls.

Floats are read as the dyadic rational they are (0.1 is 3602879701896397/2**55, not 1/10); strings are read as the
decimal or fraction they spell ("0.1" is 1/10).  NaN and infinities are refused, never carried along.
"""

from __future__ import annotations

import math
import numbers
from fractions import Fraction
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat, fmpz, fmpz_mat

Rational = int | float | str | Fraction | fmpz | fmpq
Matrix = fmpq_mat | fmpz_mat | arb_mat
RANGE = 20_000  # binary orders of magnitude in which exact midpoints of balls are formed


def to_fmpq(x: Any) -> fmpq:
    """Exact rational of an int, float (dyadic), Fraction, flint or SymPy rational, or a string ("p/q", "1.41", "1e-3").

    Raises ValueError for NaN, infinities and unreadable strings, ZeroDivisionError for "p/0", TypeError for anything
    else.
    """
    if isinstance(x, fmpq):
        return x
    if isinstance(x, fmpz):
        return fmpq(x)
    if isinstance(x, bool):
        raise TypeError("a truth value is not a number here")
    if isinstance(x, str):
        x = Fraction(x)
    if isinstance(x, numbers.Rational):
        return fmpq(int(x.numerator), int(x.denominator))
    if isinstance(x, arb):
        return exact_value(x)
    if isinstance(x, numbers.Real):
        value = float(x)
        if not math.isfinite(value):
            raise ValueError(f"{x!r} is not a finite number")
        return fmpq(*value.as_integer_ratio())
    raise TypeError(f"cannot read {type(x).__name__} as a rational number")


def to_fraction(x: Any) -> Fraction:
    """The same number as a ``fractions.Fraction``; accepts what :func:`to_fmpq` accepts."""
    q = to_fmpq(x)
    return Fraction(int(q.p), int(q.q))


def to_fmpq_mat(rows: Any) -> fmpq_mat:
    """Exact rational matrix from nested sequences, NumPy/torch arrays (``tolist``), fmpz_mat, fmpq_mat or an exact
    arb_mat.

    Raises ValueError for ragged rows, non-finite entries or balls of positive radius; TypeError for unreadable entries.
    An empty sequence of rows is the 0 x 0 matrix.
    """
    if isinstance(rows, fmpq_mat):
        return rows
    if isinstance(rows, fmpz_mat):
        return fmpq_mat(rows)
    if hasattr(rows, "tolist"):
        rows = rows.tolist()
    table = [[to_fmpq(x) for x in row] for row in rows]
    width = len(table[0]) if table else 0
    if any(len(row) != width for row in table):
        raise ValueError("rows of a matrix must have equal lengths")
    return fmpq_mat(len(table), width, [x for row in table for x in row])


def to_fraction_rows(A: fmpq_mat | fmpz_mat) -> list[list[Fraction]]:
    """Rows of a rational matrix as Fractions."""
    return [[to_fraction(x) for x in row] for row in A.tolist()]


def _dyadic(x: arb) -> fmpq:
    """Exact value of the midpoint of a finite ball."""
    mantissa, exponent = x.mid().man_exp()
    e = int(exponent)
    return fmpq(mantissa * fmpz(2) ** e) if e >= 0 else fmpq(mantissa, fmpz(2) ** -e)


def exact_value(x: arb) -> fmpq:
    """The rational value of a ball of radius zero.  Raises ValueError when the ball is wider or not finite."""
    if not x.is_finite() or not x.is_exact():
        raise ValueError(f"{x} is not an exact number")
    return _dyadic(x)


def bounds(x: arb) -> tuple[fmpq, fmpq]:
    """Exact end points (lower, upper) of a finite ball.  Raises ValueError when it is not finite."""
    if not x.is_finite():
        raise ValueError("a ball that is not finite has no rational end points")
    mid, rad = _dyadic(x), _dyadic(x.rad())
    return mid - rad, mid + rad


def _exponent(x: arb) -> int:
    """Position of the leading bit of the midpoint of a finite ball, 0 for the midpoint 0."""
    mantissa, exponent = x.mid().man_exp()
    return 0 if mantissa == 0 else int(exponent) + int(abs(mantissa)).bit_length()


def midpoint(A: arb_mat) -> tuple[fmpq_mat, arb_mat]:
    """Exact midpoint and radius matrices of a ball matrix.

    Ball arithmetic has exponents of any size, rationals do not: a midpoint below 2**-RANGE counts as 0, with its size
    added to the radius.  Raises OverflowError for one above 2**RANGE, ValueError when an entry is not finite.
    """
    mids, radii = [], []
    for x in A.entries():
        if not x.is_finite():
            raise ValueError("the matrix has an entry that is not finite")
        size = _exponent(x)
        if size > RANGE:
            raise OverflowError("an entry of a ball matrix is too large to be written as a rational number")
        tiny = size < -RANGE
        mids.append(fmpq(0) if tiny else _dyadic(x))
        radii.append(x.rad() + (abs(x.mid()).upper() if tiny else 0))
    return fmpq_mat(A.nrows(), A.ncols(), mids), arb_mat(A.nrows(), A.ncols(), radii)
