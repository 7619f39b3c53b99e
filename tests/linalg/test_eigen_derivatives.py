"""Eigenvalue derivatives and eigenvector forms without eigenvectors, against mpmath and each other."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath  # type: ignore[import-untyped]
import pytest
from flint import arb, fmpq, fmpq_mat

from lemmata.linalg.ball_spectra import symmetric_eigenvalues
from lemmata.linalg.convert import to_fmpq, to_fmpq_mat, to_fraction_rows
from lemmata.linalg.derivatives import (
    charpoly_rho_derivative,
    eigen_derivative,
    eigen_form,
    matrix_polynomial,
    singular_form,
)
from lemmata.linalg.precision import precision
from tests.linalg.spectral_zoo import diagonal
from tests.oracles.enclosing import encloses


def symmetric(n: int, rng: random.Random) -> fmpq_mat:
    A = to_fmpq_mat([[Fraction(rng.randint(-9, 9), rng.randint(1, 5)) for _ in range(n)] for _ in range(n)])
    return A + A.transpose()


def mp_matrix(A: fmpq_mat) -> mpmath.matrix:
    return mpmath.matrix([[mpmath.mpf(x.numerator) / x.denominator for x in row] for row in to_fraction_rows(A)])


def agrees(ball: arb, value, tolerance: str = "1e-25") -> bool:
    with precision(200):
        return abs(ball - arb(mpmath.nstr(value, 45))) < arb(tolerance)


def test_scalar_family_has_its_polynomial_derivative():
    family = [to_fmpq_mat([[5]]), to_fmpq_mat([["1/3"]]), to_fmpq_mat([[2]])]
    assert encloses(eigen_derivative(family, "1/7", 0, 80), fmpq(1, 3) + fmpq(4, 7))
    assert charpoly_rho_derivative(family, "1/7")[0] == -(fmpq(1, 3) + fmpq(4, 7))
    assert eigen_derivative([to_fmpq_mat([[5]])], 3, 0, 80).is_zero()


def test_derivative_equals_the_hellmann_feynman_form_and_a_difference_quotient():
    rng = random.Random(1)
    for n, degree in ((2, 1), (3, 2), (4, 3), (6, 1)):
        family = [symmetric(n, rng) for _ in range(degree + 1)]
        rho = Fraction(rng.randint(-5, 5), 7)
        N = matrix_polynomial(family, rho)
        slope = matrix_polynomial([c * k for k, c in enumerate(family)][1:], rho)
        h = Fraction(1, 10**30)
        up, down = (symmetric_eigenvalues(matrix_polynomial(family, rho + s * h), 300) for s in (1, -1))
        for i in range(n):
            derivative = eigen_derivative(family, rho, i, 90)
            assert derivative.overlaps(eigen_form(N, i, slope, 90))
            with precision(300):
                assert abs(derivative - (up[i] - down[i]) / to_fmpq(2 * h)) < arb("1e-20")


def test_forms_agree_with_mpmath_vectors():
    rng = random.Random(2)
    with mpmath.workdps(60):
        for n in (1, 2, 4, 6):
            N = symmetric(n, rng)
            X = to_fmpq_mat([[rng.randint(-5, 5) for _ in range(n)] for _ in range(n)])
            _, vectors = mpmath.eigsy(mp_matrix(N))
            for i in range(n):
                u = vectors[:, n - 1 - i]
                assert agrees(eigen_form(N, i, X, 120), (u.T * mp_matrix(X) * u)[0])


@pytest.mark.parametrize(("r", "c"), [(3, 3), (4, 2), (2, 5), (1, 3), (3, 1)])
def test_singular_forms_agree_with_mpmath_vectors(r, c):
    rng = random.Random(r * 10 + c)
    A = to_fmpq_mat([[Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for _ in range(c)] for _ in range(r)])
    X = to_fmpq_mat([[rng.randint(-5, 5) for _ in range(r)] for _ in range(c)])
    with mpmath.workdps(60):
        M = mp_matrix(A)
        U, S, V = mpmath.svd_r(M)
        for i in range(min(r, c)):
            if S[i] > mpmath.mpf("1e-20"):
                value = (V[i, :] * mp_matrix(X) * U[:, i])[0]
                assert agrees(singular_form(A, i, X, 120), value)


def test_degenerate_requests_are_refused():
    with pytest.raises(ValueError, match="multiplicity 2"):
        eigen_form(diagonal([2, 2, 3]), 1, diagonal([1, 1, 1]), 64)
    assert eigen_form(diagonal([2, 2, 3]), 0, diagonal([1, 1, 5]), 64).contains(5)
    with pytest.raises(ValueError, match="multiplicity"):
        eigen_derivative([diagonal([0, 0]), diagonal([1, -1])], 0, 0, 64)
    with pytest.raises(ValueError, match="zero"):
        singular_form(to_fmpq_mat([[1, 1], [1, 1]]), 1, diagonal([1, 1]), 64)
    with pytest.raises(ValueError, match="multiplicity"):
        singular_form(to_fmpq_mat([[1, 1], [1, -1]]), 0, diagonal([1, 1]), 64)
    with pytest.raises(ValueError, match="index"):
        eigen_form(diagonal([1, 2]), 2, diagonal([1, 1]), 64)
    with pytest.raises(ValueError, match="X must be"):
        eigen_form(diagonal([1, 2]), 0, to_fmpq_mat([[1]]), 64)
    with pytest.raises(ValueError, match="symmetric"):
        eigen_derivative([to_fmpq_mat([[0, 1], [0, 0]])], 0, 0, 64)
    with pytest.raises(ValueError, match="sizes"):
        eigen_derivative([diagonal([1]), diagonal([1, 2])], 0, 0, 64)
    with pytest.raises(ValueError, match="at least one"):
        eigen_derivative([], 0, 0, 64)
