"""Verified roots and logarithms: they enclose, shrink with precision, and stay right from a spoilt approximation."""

import random
from fractions import Fraction

import mpmath
import pytest
from flint import arb, arb_mat, fmpq, fmpq_mat

from lemmata.linalg.convert import to_fmpq_mat, to_fraction
from lemmata.linalg.enclosures import approximate_eigenbasis, logarithm, logarithm_from, root_from, square_root
from lemmata.linalg.precision import precision
from lemmata.linalg.rational_functions import identity, nilpotent_exponential, rational_square_root
from tests.linalg.spectral_zoo import diagonal, reflection, with_spectrum

TINY = Fraction(1, 10**30)


def spectra(rng: random.Random) -> dict[str, list[Fraction]]:
    """Name -> squares: eigenvalues of semidefinite matrices whose roots are known exactly."""
    return {
        "one by one": [Fraction(9, 4)],
        "zero": [Fraction(0)] * 3,
        "identity": [Fraction(1)] * 4,
        "singular": [Fraction(4), Fraction(1), Fraction(0), Fraction(0)],
        "repeated": [Fraction(4), Fraction(4), Fraction(9), Fraction(9), Fraction(1)],
        "graded": [Fraction(1), TINY, TINY**2],
        "cluster": [Fraction(1), (1 + TINY) ** 2, (1 + 2 * TINY) ** 2],
        "huge": [Fraction(2) ** 1200, Fraction(1), Fraction(0)],
        "tiny": [Fraction(1, 2**1200), Fraction(1, 4**600), Fraction(9, 4**601)],
        "random": [Fraction(rng.randint(0, 30), rng.randint(1, 9)) ** 2 for _ in range(5)],
    }


def exact_root(x: Fraction) -> Fraction:
    root = mpmath.libmp.isqrt(x.numerator), mpmath.libmp.isqrt(x.denominator)
    assert root[0] ** 2 == x.numerator and root[1] ** 2 == x.denominator
    return Fraction(int(root[0]), int(root[1]))


def contains(enclosure: arb_mat, exact: fmpq_mat) -> bool:
    with precision(4000):
        pairs = zip(enclosure.entries(), exact.entries(), strict=True)
        return all(abs(arb(x) - arb(y)).lower() <= arb(x).rad() and arb(x).overlaps(arb(y)) for x, y in pairs)


def largest_radius(M: arb_mat) -> arb:
    out = arb(0)
    for x in M.entries():
        out = out.max(x.rad())
    return out


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", spectra(random.Random(0)))
def test_roots_of_known_squares(name: str, seed: int) -> None:
    rng = random.Random(seed)
    values = spectra(rng)[name]
    n = len(values)
    P = reflection(n, rng)
    A = P * diagonal(values) * P.transpose()
    known = P * diagonal([exact_root(x) for x in values]) * P.transpose()
    radii = []
    for bits in (64, 200):
        found = square_root(A, bits)
        assert contains(found, known)
        radii.append(largest_radius(found))
    size = arb(fmpq(1)) * max((abs(to_fraction(x)) for x in known.entries()), default=0).__ceil__() + arb(2) ** -600
    assert radii[1] <= arb(2) ** -190 * size


@pytest.mark.parametrize("seed", range(6))
def test_logarithms_against_mpmath(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(1, 5)
    values = [Fraction(rng.randint(1, 50), rng.choice([1, 3, 10**9])) for _ in range(n)]
    values[0] = values[-1]
    A = with_spectrum(values, rng) if n > 1 else diagonal(values)
    smallest = arb(fmpq(min(values).numerator, min(values).denominator)) * (1 - arb(2) ** -20)
    with mpmath.workdps(120):
        w, q = mpmath.eigsy(mpmath.matrix([[mpmath.mpf(int(x.p)) / int(x.q) for x in row] for row in A.tolist()]))
        known = q * mpmath.diag([mpmath.log(x) for x in w]) * q.T
    for bits in (64, 200):
        found = logarithm(A, bits, smallest)
        assert largest_radius(found) <= arb(2) ** (8 - bits) * 64
        with precision(400):
            for k, x in enumerate(found.entries()):
                decimal = arb(mpmath.nstr(known[k // n, k % n], 100))
                assert x.overlaps(decimal + arb(0, arb(10) ** -90))


def spoilt(Q: arb_mat, values: list[arb], size: Fraction, rng: random.Random) -> tuple[arb_mat, list[arb]]:
    """An approximation made worse by relative perturbations of this size, signs and all."""

    def noise() -> arb:
        x = size * Fraction(rng.randint(-1000, 1000), 1000)
        return arb(fmpq(x.numerator, x.denominator))

    rows = [[(x + noise()).mid() for x in row] for row in Q.tolist()]
    return arb_mat(rows), [(x * (1 + noise()) + noise()).mid() for x in values]


@pytest.mark.parametrize("size", [Fraction(0), Fraction(1, 2**60), Fraction(1, 1000), Fraction(1, 4), Fraction(5)])
@pytest.mark.parametrize("seed", range(5))
def test_spoilt_approximations_still_enclose(size: Fraction, seed: int) -> None:
    """All rigour sits in the verification: whatever basis it is given, the exact root and logarithm stay inside."""
    rng = random.Random(seed)
    roots = [Fraction(rng.randint(0 if seed % 2 else 1, 6), 2) for _ in range(4)]
    P = reflection(4, rng)
    A, known = P * diagonal([x**2 for x in roots]) * P.transpose(), P * diagonal(roots) * P.transpose()
    with precision(160):
        M = arb_mat(A)
        Q, values = spoilt(*approximate_eigenbasis(M, 128), size, rng)
        found, error, _ = root_from(M, Q, values)
        assert contains(found, known)
        assert size == 0 or error > 0
        if min(roots) > 0:
            Q, values = spoilt(*approximate_eigenbasis(M.exp(), 128), size, rng)
            smallest = arb(1)  # exp of a semidefinite matrix
            back, error, _ = logarithm_from(M.exp(), Q, values, smallest)
            assert not error.is_finite() or contains(back, A)
            assert error.is_finite() or size >= Fraction(1, 1000)


# --- Rational roots, powers and exponentials: found exactly where they exist, and nowhere else


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
