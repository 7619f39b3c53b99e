"""Spectra of matrices too large to factor: numbers known by their balls and by the polynomial they are roots of.

Two such numbers are known to be equal where they hold the same place among the real roots of the same characteristic
polynomial; their height is infinite, so that no other equality between them is ever established.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import inf

from flint import arb, fmpq_mat, fmpq_poly

from lemmata.evaluate.interpreter import Unavailable
from lemmata.evaluate.number_fields import Numbers
from lemmata.linalg import ball_spectra
from lemmata.linalg.characteristic import gram, integer_scaling
from lemmata.linalg.heights import Algebraic, rational, sign

POLYNOMIAL_COST = 150_000_000  # bound on order**3 * bits: about half a second


def comparable(A: fmpq_mat) -> bool:
    """Whether the characteristic polynomial of a square rational matrix is affordable."""
    N, _ = integer_scaling(A)
    height = max((int(abs(x)).bit_length() for x in N.entries()), default=0)
    return N.nrows() ** 3 * (height + 1) <= POLYNOMIAL_COST


def nonzero_roots(A: fmpq_mat) -> fmpq_poly:
    """Characteristic polynomial without its powers of x.  Raises Unavailable where it is too expensive."""
    if not comparable(A):
        raise Unavailable(f"the characteristic polynomial of order {A.nrows()} is too expensive")
    p = A.charpoly()
    return p.right_shift(next(k for k, c in enumerate(p.coeffs()) if c != 0))


class LargeSpectra:
    """Spectra that share a registry; ``numbers`` supplies roots and signs.  All methods raise Unavailable."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._known: dict[str, list[Algebraic]] = {}

    def eigenvalues(self, A: fmpq_mat) -> list[Algebraic]:
        """Eigenvalues, descending, of a symmetric matrix; those that are zero are the rational 0."""
        p = nonzero_roots(A)
        zeros = A.nrows() - p.degree()
        coefficients = [c for c in p.coeffs() if c != 0]
        positive = sum((a > 0) != (b > 0) for a, b in pairwise(coefficients))  # Descartes: all roots are real
        key = str(p)
        if key not in self._known:

            @lru_cache(maxsize=1)
            def enclose(bits: int) -> list[arb]:
                return ball_spectra.symmetric_eigenvalues(A, bits)

            def number(place: int) -> Algebraic:
                return Algebraic(lambda bits: enclose(bits)[place], [("large", key, place)], inf)

            places = [*range(positive), *range(positive + zeros, A.nrows())]
            self._known[key] = [number(place) for place in places]
        values = self._known[key]
        return [*values[:positive], *[rational(0)] * zeros, *values[positive:]]

    def singular_values(self, A: fmpq_mat) -> list[Algebraic]:
        """Singular values, descending."""
        if A.nrows() == A.ncols() and A.transpose() == A:
            return self._by_size(self.eigenvalues(A))
        return [self.numbers.sqrt(x) for x in self.eigenvalues(self._gram(A))]

    def norm(self, A: fmpq_mat) -> Algebraic:
        """Operator norm, the largest root of the characteristic polynomial q of [[0, A], [A^T, 0]].

        q is compared with the polynomials it must be made of: p(x) p(-x) for a symmetric matrix with polynomial p, else
        p(x^2) for the p of the Gram matrix.  Raises ArithmeticError should they differ.
        """
        q = nonzero_roots(ball_spectra.dilation(A))
        symmetric = A.nrows() == A.ncols() and A.transpose() == A
        p = nonzero_roots(A if symmetric else self._gram(A))
        if symmetric:
            mirrored = fmpq_poly([c * (-1) ** (k + p.degree()) for k, c in enumerate(p.coeffs())])
            made = p * mirrored
        else:
            doubled = [p[0] * 0] * (2 * p.degree() + 1)
            doubled[::2] = p.coeffs()
            made = fmpq_poly(doubled)
        if q != made:
            raise ArithmeticError("the polynomial of a dilation is not made of the one of its block")
        return self.singular_values(A)[0]

    def _gram(self, A: fmpq_mat) -> fmpq_mat:
        N, d = integer_scaling(A)
        return fmpq_mat(gram(N)) / (d * d)

    def _by_size(self, values: list[Algebraic]) -> list[Algebraic]:
        """Absolute values, descending, of numbers in descending order."""
        sizes: list[Algebraic] = []
        if any(sign(x) is None for x in values):
            raise Unavailable("the sign of an eigenvalue is undecided")
        ahead = [x for x in values if sign(x) != -1]
        behind = [self.numbers.multiply(rational(-1), x) for x in reversed(values[len(ahead) :])]
        while ahead and behind:
            s = sign(self.numbers.add([ahead[0], self.numbers.multiply(rational(-1), behind[0])]), probe_bits=256)
            if s is None:
                raise Unavailable("the order of two absolute values is undecided")
            sizes.append((ahead if s >= 0 else behind).pop(0))
        return sizes + ahead + behind
