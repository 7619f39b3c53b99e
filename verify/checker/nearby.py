"""Square matrices in integer fixed point with a bound on the norm of their error, and spectral radii by powers.

Norms are Frobenius norms.  Sums and products carry the bound along:
||(X + E)(Y + F) - X Y|| <= ||X|| ||F|| + ||E|| ||Y|| + ||E|| ||F||.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from verify.checker.diagonal import MAX_ORDER, Rows, fixed, frobenius
from verify.checker.format import NotEstablished
from verify.checker.matrices import Mat
from verify.checker.scalars import integer_root


@dataclass(frozen=True)
class Near:
    """A square matrix within `error` of `rows` in the Frobenius norm, both in units of 2**-bits."""

    rows: Rows
    error: int
    bits: int

    @property
    def norm(self) -> int:
        """Upper bound on the Frobenius norm of the matrix."""
        return frobenius(self.rows) + self.error

    def __matmul__(self, other: Near) -> Near:
        columns = list(zip(*other.rows, strict=True))
        rows = [[sum(x * y for x, y in zip(r, c, strict=True)) >> self.bits for c in columns] for r in self.rows]
        carried = self.norm * other.error + self.error * frobenius(other.rows)
        return Near(rows, (carried >> self.bits) + 1 + len(rows), self.bits)

    def __add__(self, other: Near) -> Near:
        rows = [[x + y for x, y in zip(r, q, strict=True)] for r, q in zip(self.rows, other.rows, strict=True)]
        return Near(rows, self.error + other.error, self.bits)

    def over(self, k: int) -> Near:
        """The matrix divided by a positive integer."""
        return Near([[x // k for x in row] for row in self.rows], self.error // k + 1 + len(self.rows), self.bits)

    def shifted(self, k: int) -> Near:
        """The matrix times 2**k."""
        if k >= 0:
            return Near([[x << k for x in row] for row in self.rows], self.error << k, self.bits)
        rows = [[x >> -k for x in row] for row in self.rows]
        return Near(rows, (self.error >> -k) + 1 + len(rows), self.bits)


def near(a: Mat, bits: int) -> Near:
    """A matrix in units of 2**-bits."""
    rows, left = fixed(a, bits)
    return Near(rows, ceil(left * (1 << bits)), bits)


def radius_between(a: Mat, bits: int) -> tuple[Fraction, Fraction]:
    """Bounds on the spectral radius, to about `bits` bits of it.

    For B = A**m, (|tr B**j| / n)**(1/j) <= rho(B) <= ||B||_F and rho(A) = rho(B)**(1/m); m is a power of two, and B is
    scaled by a power of two after every squaring.
    """
    n = a.cols
    if n > MAX_ORDER:
        raise NotEstablished(f"the spectral radius of a matrix of order {n} is too much for this checker")
    precision = 2 * bits + 128
    power = near(a, precision)
    shifts: list[int] = []
    for k in range(bits + 8):
        following = power @ power if k else power
        if k and following.error << 8 > frobenius(following.rows):
            break  # more squarings would only lose more
        shifts.append(precision - frobenius(following.rows).bit_length())
        power = following.shifted(shifts[-1])
    one = 1 << precision
    high = Fraction(power.norm, one)
    low = Fraction(0)
    product = power
    for j in range(1, n + 1):
        trace = abs(sum(product.rows[i][i] for i in range(n))) - n * product.error
        if trace > 0:
            low = max(low, _root(Fraction(trace, n * one), j, precision)[0])
        product = product @ power
    for k in range(len(shifts) - 1, -1, -1):
        scale = Fraction(2) ** -shifts[k]
        low, high = low * scale, high * scale
        if k:
            low, high = _root(low, 2, precision)[0], _root(high, 2, precision)[1]
    return low, high


def _root(q: Fraction, order: int, bits: int) -> tuple[Fraction, Fraction]:
    """Enclosure of a root of q >= 0 to about `bits` significant bits."""
    shift = bits + max(q.denominator.bit_length() - q.numerator.bit_length(), 0) // order + 1 if q else 0
    down = integer_root((q.numerator << order * shift) // q.denominator, order)
    return Fraction(down, 1 << shift), Fraction(down + 1, 1 << shift)
