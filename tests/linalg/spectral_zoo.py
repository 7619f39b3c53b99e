"""Extreme rational matrices shared by the tests of this folder: degenerate, graded, scaled, structured, random."""

import random
from fractions import Fraction

from flint import fmpq, fmpq_mat

from lemmata.linalg.convert import to_fmpq_mat


def diagonal(values: list) -> fmpq_mat:
    n = len(values)
    return to_fmpq_mat([[values[i] if i == j else 0 for j in range(n)] for i in range(n)])


def reflection(n: int, rng: random.Random) -> fmpq_mat:
    """An exactly orthogonal rational matrix I - 2 v v^T / v^T v."""
    v = fmpq_mat(n, 1, [fmpq(rng.randint(-4, 4)) for _ in range(n - 1)] + [fmpq(1)])
    length = (v.transpose() * v)[0, 0]
    return diagonal([1] * n) - v * v.transpose() * (2 / length)


def with_spectrum(values: list, rng: random.Random) -> fmpq_mat:
    """A dense symmetric rational matrix with exactly these eigenvalues."""
    n = len(values)
    P = reflection(n, rng) * reflection(n, rng)
    return P * diagonal(values) * P.transpose()


def random_matrix(r: int, c: int, rng: random.Random) -> fmpq_mat:
    kind = rng.randrange(4)
    draw = (
        lambda: Fraction(rng.randint(-3, 3)),
        lambda: Fraction(rng.gauss(0, 1)),
        lambda: Fraction(rng.randint(-9, 9), rng.randint(1, 7)),
        lambda: Fraction(rng.choice([-1, 1]) * rng.random()) * Fraction(10) ** rng.randint(-12, 12),
    )[kind]
    return to_fmpq_mat([[draw() for _ in range(c)] for _ in range(r)])


def symmetric_zoo(rng: random.Random) -> dict[str, fmpq_mat]:
    """Name -> exactly symmetric matrix."""
    tiny, huge = Fraction(1, 2**1100), Fraction(2**1100)
    dense = random_matrix(5, 5, rng)
    near = Fraction(1) + Fraction(1, 2**80)
    hilbert = to_fmpq_mat([[Fraction(1, i + j + 1) for j in range(6)] for i in range(6)])
    return {
        "zero": diagonal([0] * 4),
        "identity": diagonal([1] * 5),
        "one by one": diagonal([Fraction(-7, 3)]),
        "diag(2,2,3)": diagonal([2, 2, 3]),
        "repeated, dense": with_spectrum([2, 2, 2, -1, -1, 0], rng),
        "cluster below float resolution": with_spectrum([1, near, near + Fraction(1, 2**120), 2], rng),
        "graded 1 to 1e-16": with_spectrum([Fraction(1, 10**k) for k in (0, 4, 8, 12, 16)], rng),
        "huge": with_spectrum([3, 1, 1, -2], rng) * fmpq(huge.numerator),
        "tiny": with_spectrum([3, 1, 1, -2], rng) * fmpq(1, tiny.denominator),
        "mixed scales": diagonal([huge, 1, tiny, 0]),
        "hilbert": hilbert,
        "rank one": to_fmpq_mat([[i * j for j in (1, 2, 3, 4)] for i in (1, 2, 3, 4)]),
        "opposite pairs": to_fmpq_mat([[0, 0, 1], [0, 0, 0], [1, 0, 0]]),
        "random": dense + dense.transpose(),
    }


def rectangular_zoo(rng: random.Random) -> dict[str, fmpq_mat]:
    """Name -> matrix of any shape."""
    hadamard = to_fmpq_mat([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]])
    nilpotent = to_fmpq_mat([[int(j == i + 1) for j in range(4)] for i in range(4)])
    return {
        "zero": to_fmpq_mat([[0] * 3] * 2),
        "hadamard": hadamard,
        "nilpotent": nilpotent,
        "jordan": nilpotent + diagonal([Fraction(1, 10**9)] * 4),
        "wide": random_matrix(2, 6, rng),
        "tall": random_matrix(6, 3, rng),
        "row": random_matrix(1, 5, rng),
        "column": random_matrix(5, 1, rng),
        "rank deficient": random_matrix(5, 2, rng) * random_matrix(2, 4, rng),
        "signs": to_fmpq_mat([[rng.choice([-1, 1]) for _ in range(5)] for _ in range(5)]),
        "diag(2,2,3)": diagonal([2, 2, 3]),
        "graded": random_matrix(4, 4, rng) * diagonal([Fraction(1, 10 ** (5 * k)) for k in range(4)]),
        "huge": random_matrix(3, 3, rng) * fmpq(2**1200),
        "tiny": random_matrix(3, 4, rng) * fmpq(1, 2**1200),
    }
