"""Exact spectra of rational matrices through their characteristic polynomial.

A rational matrix is scaled to an integer matrix N = d A first, so that the polynomial is monic with integer
coefficients and its rational roots are integers.  Roots come isolated and with multiplicities from FLINT; repeated
eigenvalues are therefore *one* ball listed several times, never a guess that two close numbers agree.
"""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from flint import acb, arb, fmpq_mat, fmpz, fmpz_mat, fmpz_poly

from lemmata.linalg.convert import to_fmpq_mat
from lemmata.linalg.precision import precision

Root = tuple[arb, int]


def integer_scaling(A: fmpq_mat | fmpz_mat) -> tuple[fmpz_mat, fmpz]:
    """(N, d) with integer N = d A and d the least common denominator (d >= 1)."""
    return to_fmpq_mat(A).numer_denom()


def require_square(A: fmpq_mat | fmpz_mat) -> int:
    """Size of a square matrix.  Raises ValueError for another shape."""
    if A.nrows() != A.ncols():
        raise ValueError(f"a square matrix is needed, got {A.nrows()} x {A.ncols()}")
    return A.nrows()


def require_symmetric(A: fmpq_mat | fmpz_mat) -> int:
    """Size of an exactly symmetric matrix.  Raises ValueError when it is not square or not symmetric."""
    n = require_square(A)
    if A.transpose() != A:
        raise ValueError("the matrix is not symmetric as a value")
    return n


def complex_roots(p: fmpz_poly) -> list[tuple[acb, int]]:
    """FLINT's isolated roots with multiplicities at the current precision (its stub omits the multiplicities)."""
    return cast("list[tuple[acb, int]]", p.complex_roots())


def without_zeros(p: fmpz_poly) -> tuple[int, fmpz_poly]:
    """How often zero is a root of a polynomial that is not zero, and what is left without these roots."""
    zeros = next(k for k, c in enumerate(p.coeffs()) if c != 0)
    return zeros, p.right_shift(zeros)


def real_roots(p: fmpz_poly, prec: int) -> list[Root]:
    """Distinct real roots of p with multiplicities, descending, as pairwise disjoint balls of about ``prec`` relative
    bits.

    A zero root is the exact ball 0 and no other ball contains 0.  FLINT isolates the roots of each squarefree part and
    marks a real root by an imaginary part that is exactly zero; roots of *different* parts are distinct numbers, so
    raising the precision separates them after finitely many rounds.  Raises ValueError for the zero polynomial.
    """
    if p.is_zero():
        raise ValueError("every number is a root of the zero polynomial")
    zeros, q = without_zeros(p)
    bits = prec + 8
    while True:
        with precision(bits):
            roots = [(r.real, m) for r, m in complex_roots(q) if r.imag.is_zero()]
            if zeros:
                roots.append((arb(0), zeros))
            roots.sort(key=lambda item: item[0].mid(), reverse=True)
            separated = all(a > b for (a, _), (b, _) in pairwise(roots))
            # Zero is distinguished from every non-zero root even where it is no root itself: signs are read off these
            # balls.
            signed = all(m == zeros and r.is_zero() or not r.contains(0) for r, m in roots)
        if separated and signed:
            return roots
        bits *= 2


def repeated(roots: list[Root]) -> list[arb]:
    """The roots one by one, each as often as its multiplicity says."""
    return [root for root, multiplicity in roots for _ in range(multiplicity)]


def scaled_symmetric_roots(N: fmpz_mat, prec: int) -> list[Root]:
    """Eigenvalues of a symmetric integer matrix with multiplicities, descending."""
    n = N.nrows()
    roots = real_roots(N.charpoly(), prec)
    if sum(m for _, m in roots) != n:
        raise ArithmeticError("a symmetric matrix must have n real eigenvalues")
    return roots


def symmetric_eigenvalues_exact(A: fmpq_mat | fmpz_mat, prec: int) -> list[arb]:
    """All n eigenvalues, descending, of an exactly symmetric rational matrix, by root isolation.

    Equal eigenvalues are the identical ball, zero eigenvalues are exactly 0, distinct ones have disjoint balls before
    the common denominator is divided out.  Raises ValueError when A is not symmetric.
    """
    require_symmetric(A)
    N, d = integer_scaling(A)
    roots = scaled_symmetric_roots(N, prec)
    with precision(prec + 8):
        return repeated([(root / d, m) for root, m in roots])


def gram(N: fmpz_mat) -> fmpz_mat:
    """The smaller of N^T N and N N^T: its eigenvalues are the squares of the min(r, c) singular values."""
    return N.transpose() * N if N.ncols() <= N.nrows() else N * N.transpose()


def singular_values_exact(A: fmpq_mat | fmpz_mat, prec: int) -> list[arb]:
    """The min(r, c) singular values, descending, of a rational matrix; zeros are exact, equal ones identical balls."""
    N, d = integer_scaling(A)
    if min(N.nrows(), N.ncols()) == 0:
        return []
    squares = scaled_symmetric_roots(gram(N), prec)
    with precision(prec + 8):
        # Balls of non-zero roots exclude zero and a Gram matrix has none below it, so every square root is real.
        return repeated([(arb(0) if root.is_zero() else root.sqrt() / d, m) for root, m in squares])


def rank(A: fmpq_mat | fmpz_mat) -> int:
    """Exact rank."""
    return int(to_fmpq_mat(A).rank())


def inertia(A: fmpq_mat | fmpz_mat) -> tuple[int, int, int]:
    """(positive, negative, zero) eigenvalue counts of a rational symmetric matrix, exact.

    Descartes' rule bounds the number of positive roots by the sign changes of the coefficients and is an equality for a
    polynomial whose roots are all real, as here.  Zero roots are the vanishing lowest coefficients.
    Raises ValueError when A is not symmetric.
    """
    n = require_symmetric(A)
    N, _ = integer_scaling(A)
    zero, p = without_zeros(N.charpoly())
    signs = [c > 0 for c in p.coeffs() if c != 0]
    positive = sum(a != b for a, b in pairwise(signs))
    return positive, n - positive - zero, zero


def count_real_eigenvalues(A: fmpq_mat | fmpz_mat) -> int:
    """Exact number of *distinct* real eigenvalues of a square rational matrix; 0 means that it has no real one."""
    require_square(A)
    N, _ = integer_scaling(A)
    return len(real_roots(N.charpoly(), 32))


def spectrum_factors(N: fmpz_mat, d: fmpz) -> list[tuple[fmpz_poly, int]]:
    """Primitive irreducible integer factors, with multiplicities, of the polynomial whose roots are eig(N) / d."""
    _, factors = N.charpoly().factor()
    rescaled = []
    for f, m in factors:
        g = fmpz_poly([c * d**k for k, c in enumerate(f.coeffs())])
        g = fmpz_poly([c // g.content() for c in g.coeffs()])
        rescaled.append((g if g.leading_coefficient() > 0 else -g, int(m)))
    return sorted(rescaled, key=lambda item: (item[0].degree(), [int(c) for c in item[0].coeffs()]))


def order_factor_roots(factors: list[tuple[fmpz_poly, int]], prec: int = 32) -> list[tuple[fmpz_poly, int]]:
    """All real roots of distinct irreducible factors in descending order, repeated by multiplicity.

    Each is named by its factor and its index among that factor's real roots in descending order (0 is the largest).
    """
    bits = prec
    while True:
        named = [(root, f, k, m) for f, m in factors for k, (root, _) in enumerate(real_roots(f, bits))]
        named.sort(key=lambda item: item[0].mid(), reverse=True)
        if all(a[0] > b[0] for a, b in pairwise(named)):
            return [(f, k) for _, f, k, m in named for _ in range(m)]
        bits *= 2
