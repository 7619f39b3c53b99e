"""Rational roots, powers and exponentials: found exactly where they exist, and nowhere else."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from flint import fmpq_mat

from lemmata.linalg.convert import to_fmpq_mat
from lemmata.linalg.rational_functions import identity, nilpotent_exponential, rational_square_root
from tests.linalg.spectral_zoo import diagonal, reflection, with_spectrum


@pytest.mark.parametrize("seed", range(20))
def test_root_of_a_square_is_the_semidefinite_one(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(1, 6)
    X = (
        with_spectrum([Fraction(rng.randint(0, 9), rng.randint(1, 5)) for _ in range(n)], rng)
        if n > 1
        else diagonal([7])
    )
    assert rational_square_root(X * X) == X
    B = fmpq_mat(n, n, [rng.randint(-3, 3) for _ in range(n * n)])
    G = B.transpose() * B  # irrational eigenvalues, as a rule
    assert rational_square_root(G * G) == G


@pytest.mark.parametrize("seed", range(20))
def test_no_root_where_there_is_none(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(2, 5)
    values = [Fraction(rng.randint(1, 9)) ** 2 for _ in range(n - 1)] + [Fraction(2)]
    assert rational_square_root(with_spectrum(values, rng)) is None
    assert rational_square_root(diagonal(values)) is None
    assert rational_square_root(with_spectrum([x * 3 for x in values[:-1]] + [Fraction(0)], rng)) is None


def test_conjugate_roots_of_both_signs() -> None:
    """6 +- 2 sqrt(5) = (1 +- sqrt(5))^2 are squares in their field, but the positive roots are not conjugate."""
    A = to_fmpq_mat([[6, 4], [5, 6]])  # similar to a definite matrix, eigenvalues 6 +- 2 sqrt(5)
    assert rational_square_root(A) is None
    # whereas (3 +- sqrt(5))^2 = 14 +- 6 sqrt(5) are squares of conjugate positive numbers
    B = to_fmpq_mat([[14, 36], [5, 14]])
    X = rational_square_root(B)
    assert X is not None and X * X == B and X.charpoly().coeffs() == [4, -6, 1]


def test_exponentials_of_nilpotents() -> None:
    N = to_fmpq_mat([[0, 1, 4], [0, 0, 2], [0, 0, 0]])
    P = reflection(3, random.Random(1))
    assert nilpotent_exponential(N) == to_fmpq_mat([[1, 1, 5], [0, 1, 2], [0, 0, 1]])
    assert (
        nilpotent_exponential(P * N * P.transpose())
        == P * to_fmpq_mat([[1, 1, 5], [0, 1, 2], [0, 0, 1]]) * P.transpose()
    )
    assert nilpotent_exponential(fmpq_mat(2, 2)) == identity(2)
    for rows in ([[1]], [[0, 1], [-1, 0]], [[1, 0], [0, -1]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]]):
        assert nilpotent_exponential(to_fmpq_mat(rows)) is None


DEFINITE = [
    ([[1]], True, True), ([[0]], True, False), ([[-1]], False, False), ([[1, 1], [1, 1]], True, False),
    ([[2, 1], [1, 2]], True, True), ([[0, 1], [1, 0]], False, False), ([[0, 0], [0, 5]], True, False),
    ([[1, 2], [2, 1]], False, False),
]  # fmt: skip
