"""Spectral radii of defective, cyclic and degenerate matrices; any basis gives an enclosure."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from flint import acb_mat, arb, arb_mat, fmpq

from lemmata.linalg.ball_spectra import by_similarity, spectral_radius
from lemmata.linalg.convert import to_fmpq_mat
from lemmata.linalg.precision import precision
from tests.linalg.spectral_zoo import random_matrix

KNOWN = [
    ("empty", [], 0),
    ("order 1", [[-3]], 3),
    ("zero", [[0, 0], [0, 0]], 0),
    ("nilpotent", [[0, 1, 5], [0, 0, 1], [0, 0, 0]], 0),
    ("Jordan", [[2, 1, 0], [0, 2, 1], [0, 0, 2]], 2),
    ("negative Jordan", [[-2, 1], [0, -2]], 2),
    ("turn", [[3, -4], [4, 3]], 5),
    ("repeated complex pair", [[3, -4, 1, 0], [4, 3, 0, 1], [0, 0, 3, -4], [0, 0, 4, 3]], 5),
    ("cyclic", [[0, 0, 8], [1, 0, 0], [0, 1, 0]], 2),
    ("tie of a pair and a real", [[3, -4, 0], [4, 3, 0], [0, 0, -5]], 5),
    ("identity", [[1, 0], [0, 1]], 1),
    ("graded", [[Fraction(1, 10**9), 1], [0, Fraction(1, 10**9)]], Fraction(1, 10**9)),
]


@pytest.mark.parametrize(("name", "rows", "radius"), KNOWN, ids=[k[0] for k in KNOWN])
@pytest.mark.parametrize("bits", [64, 300])
def test_known_radii(name: str, rows: list, radius: Fraction, bits: int) -> None:
    A = to_fmpq_mat(rows)
    exact = fmpq(Fraction(radius).numerator, Fraction(radius).denominator)
    n = max(A.nrows(), 1)
    with precision(bits + 16):
        found = spectral_radius(A, bits)
        assert found.overlaps(arb(exact)) and found.rad() <= arb(2) ** (4 - bits) * (1 + arb(exact))
        loose = arb(2) ** -bits
        ball = arb_mat(A.nrows(), A.ncols(), [arb(x) + arb(0, loose) for x in A.entries()])
        wide = spectral_radius(ball, bits)
        assert wide.overlaps(arb(exact))
        assert wide.rad() <= 40 * arb(2) ** (-bits // n)  # Elsner: no worse than the n-th root
        assert A.nrows() == 0 or by_similarity(arb_mat(A), None, bits).overlaps(arb(exact))


@pytest.mark.parametrize("seed", range(10))
def test_against_mpmath(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(2, 6)
    A = random_matrix(n, n, rng)
    with mpmath.workdps(60):
        values, _ = mpmath.eig(mpmath.matrix([[mpmath.mpf(int(x.p)) / int(x.q) for x in row] for row in A.tolist()]))
        known = max(abs(x) for x in values)
        decimal = mpmath.nstr(known, 40)
    with precision(200):
        near = arb(decimal) + arb(0, arb(10) ** -12 * (1 + arb(decimal)))
        assert spectral_radius(A, 100).overlaps(near)
        assert spectral_radius(arb_mat(A), 100).overlaps(near)


@pytest.mark.parametrize("seed", range(10))
def test_any_basis_encloses(seed: int) -> None:
    """Spoilt, random and singular bases widen the ball and never move it off the radius."""
    rng = random.Random(seed)
    A = to_fmpq_mat([[rng.randint(-4, 4) for _ in range(4)] for _ in range(4)])
    with precision(144):
        known = spectral_radius(A, 128)
        M = arb_mat(A)
        good = acb_mat(M).eig(right=True, algorithm="approx")[1]
        for size in (2**-100, 2**-20, 0.25, 3):
            noise = acb_mat([[rng.uniform(-size, size) for _ in range(4)] for _ in range(4)])
            assert by_similarity(M, good + noise, 128).overlaps(known)
        random_basis = acb_mat([[rng.gauss(0, 1) for _ in range(4)] for _ in range(4)])
        for basis in (random_basis, acb_mat(4, 4), acb_mat([[1] * 4] * 4)):
            assert by_similarity(M, basis, 128).overlaps(known)
