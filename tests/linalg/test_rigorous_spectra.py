"""Spectra as balls: both routes against mpmath and exact knowledge, on extreme inputs, with negative controls."""

import math
import random
from collections.abc import Callable
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy
import torch
from flint import acb_mat, arb, arb_mat, ctx, fmpq, fmpq_mat, fmpz, fmpz_poly

from lemmata.evaluate.tensors import numerical_radius as in_floats
from lemmata.language.subspaces import NumRadius
from lemmata.language.variables import Matrix
from lemmata.linalg.ball_spectra import (
    by_similarity,
    positive_definite,
    positive_semidefinite,
    singular_values,
    spectral_radius,
    symmetric_eigenvalues,
)
from lemmata.linalg.characteristic import (
    count_real_eigenvalues,
    inertia,
    integer_scaling,
    order_factor_roots,
    rank,
    spectrum_factors,
)
from lemmata.linalg.convert import bounds, exact_value, midpoint, to_fmpq, to_fmpq_mat, to_fraction, to_fraction_rows
from lemmata.linalg.derivatives import charpoly_slope, eigen_derivative, eigen_form
from lemmata.linalg.enclosures import enclose_symmetric, enclose_with_basis
from lemmata.linalg.numerical_radius import numerical_radius, parts, settled, stays_below
from lemmata.linalg.precision import precision
from tests.linalg.spectral_zoo import diagonal, random_matrix, rectangular_zoo, symmetric_zoo, with_spectrum
from tests.oracles import high_precision
from tests.oracles.enclosing import balls_around, encloses
from tests.oracles.high_precision import Reader

ROUTES = ["exact", "enclosure"]
SYMMETRIC = symmetric_zoo(random.Random(11))
RECTANGULAR = rectangular_zoo(random.Random(12))
DIGITS = 50


def scale_of(A: fmpq_mat) -> Fraction:
    return max((abs(x) for row in to_fraction_rows(A) for x in row), default=Fraction(0)) or Fraction(1)


def mp_matrix(A: fmpq_mat) -> mpmath.matrix:
    """A divided by its largest entry, in mpmath."""
    s = scale_of(A)
    return mpmath.matrix(
        [[mpmath.mpf((x / s).numerator) / (x / s).denominator for x in r] for r in to_fraction_rows(A)]
    )


def mp_fraction(x) -> Fraction:
    sign, mantissa, exponent, _ = mpmath.mpf(x)._mpf_
    return (-1) ** sign * int(mantissa) * Fraction(2) ** exponent


def oracle(A: fmpq_mat, kind: str) -> list[Fraction]:
    """Approximate spectrum by mpmath at DIGITS digits, descending, in exact fractions."""
    with mpmath.workdps(DIGITS + 10):
        M = mp_matrix(A)
        if kind == "symmetric":
            values = list(mpmath.eigsy(M, eigvals_only=True))
        else:
            tall = M if M.rows >= M.cols else M.T
            values = list(mpmath.svd_r(tall, compute_uv=False))
        return sorted((mp_fraction(x) * scale_of(A) for x in values), reverse=True)


def assert_encloses(balls: list[arb], expected: list[Fraction], slack: Fraction) -> None:
    """Every ball, widened by the oracle's own error ``slack``, holds the expected number."""
    assert len(balls) == len(expected)
    with precision(2000):
        for ball, value in zip(balls, expected, strict=True):
            assert ball.is_finite()
            assert abs(ball - arb(to_fmpq(value))).lower() <= arb(to_fmpq(slack))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetric_zoo_agrees_with_mpmath(name, route):
    A = SYMMETRIC[name]
    before = ctx.prec
    for prec in (53, 128, 300):
        balls = symmetric_eigenvalues(A, prec, route)
        assert_encloses(balls, oracle(A, "symmetric"), scale_of(A) / 10 ** (DIGITS - 2))
        limit = to_fmpq(scale_of(A) * A.nrows() * Fraction(1, 2 ** (prec - 2)))
        assert all(to_fmpq(x.rad()) <= limit for x in balls), "wider than promised"
    assert ctx.prec == before


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("name", RECTANGULAR)
def test_rectangular_zoo_agrees_with_mpmath(name, route):
    A = RECTANGULAR[name]
    balls = singular_values(A, 128, route)
    assert_encloses(balls, oracle(A, "singular"), scale_of(A) / 10 ** (DIGITS // 2 - 2))
    limit = to_fmpq(scale_of(A) * A.nrows() * A.ncols() * Fraction(1, 2**125))
    assert all(to_fmpq(x.rad()) <= limit for x in balls), "wider than promised"
    transposed = singular_values(A.transpose(), 128, route)
    assert all(a.overlaps(b) for a, b in zip(balls, transposed, strict=True))
    assert sum(x.is_zero() for x in balls) == min(A.nrows(), A.ncols()) - rank(A), "zeros are exact"


@pytest.mark.parametrize("route", ROUTES)
def test_known_spectra_are_enclosed_and_neighbours_excluded(route):
    """Dense matrices with a prescribed exact spectrum: multiplicities, clusters and gaps far below float resolution."""
    rng = random.Random(3)
    for _ in range(25):
        n = rng.randint(1, 7)
        pool = [Fraction(rng.randint(-3, 3)), Fraction(rng.randint(-3, 3)) + Fraction(1, 2 ** rng.randint(10, 90))]
        pool += [Fraction(rng.randint(-50, 50), 7), Fraction(1, 10 ** rng.randint(0, 16))]
        values = sorted((rng.choice(pool) for _ in range(n)), reverse=True)
        balls = symmetric_eigenvalues(with_spectrum(values, rng), 160, route)
        wrong = Fraction(1, 2**120)
        for ball, value in zip(balls, values, strict=True):
            assert encloses(ball, value)
            assert not encloses(ball, value + wrong) and not encloses(ball, value - wrong)


@pytest.mark.parametrize("noise", [0.0, 1e-12, 1e-6, 1e-2, 0.5, 50.0])
def test_any_perturbed_basis_still_encloses(noise):
    rng = np.random.default_rng(7)
    values = [Fraction(5), Fraction(2), Fraction(2), Fraction(2), Fraction(0), Fraction(-1, 10**9)]
    A = with_spectrum(values, random.Random(4))
    N, d = integer_scaling(A)
    floats = np.array([[float(x) for x in row] for row in to_fraction_rows(A)])
    for _ in range(6):
        Q = np.linalg.eigh(floats)[1] + noise * rng.standard_normal((6, 6))
        for balls in (
            enclose_with_basis(arb_mat(N), arb_mat(Q.tolist()), 128),
            enclose_symmetric(N, 128, arb_mat(Q.tolist())),
        ):
            assert all(encloses(ball, v * int(d)) for ball, v in zip(balls, values, strict=True))
    refined = enclose_symmetric(N, 128, arb_mat(np.linalg.eigh(floats)[1].tolist()))
    assert all(float(ball.rad()) < 1e-30 * float(d.__int__()) for ball in refined)


@pytest.mark.parametrize("basis", ["singular", "non-finite"])
def test_useless_bases_fall_back_to_wide_but_true_balls(basis):
    A = balls_around([[2, 1], [1, 2]], 64)
    Q = arb_mat([[1, 1], [1, 1]]) if basis == "singular" else arb_mat([[arb("nan"), 0], [0, 1]])
    balls = enclose_with_basis(A, Q, 64)
    assert balls[0].contains(3) and balls[1].contains(1)


def test_ball_input_moves_by_at_most_its_radii():
    """Random members of a ball matrix have their eigenvalues and singular values in the balls of the whole."""
    rng = random.Random(9)
    for _ in range(10):
        n, width = rng.randint(1, 5), 2.0 ** -rng.randint(3, 40)
        base = random_matrix(n, n, rng)
        base = base + base.transpose()
        balls = arb_mat(n, n, [balls_around(base, 80)[i, j] + arb(0, width) for i in range(n) for j in range(n)])
        eigen, sing = symmetric_eigenvalues(balls, 80), singular_values(balls, 80)
        for _ in range(3):
            shift = [[Fraction(rng.uniform(-width, width)) for _ in range(n)] for _ in range(n)]
            member = base + to_fmpq_mat([[shift[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)])
            assert all(a.overlaps(b) for a, b in zip(eigen, symmetric_eigenvalues(member, 80), strict=True))
            inside = singular_values(member, 80)
            assert all(a.overlaps(b) for a, b in zip(sing, inside, strict=True))


def test_wide_ball_matrix_keeps_singular_values_non_negative():
    for x in singular_values(arb_mat([[arb(0, 1), 0], [0, arb(5, 0.5)]]), 64):
        assert x.upper() > 0 and x.lower() > -1e-8, "only the rounding of the radius reaches below zero"


@pytest.mark.parametrize("name", SYMMETRIC)
def test_inertia_matches_the_signs_of_the_eigenvalues(name):
    A = SYMMETRIC[name]
    values = symmetric_eigenvalues(A, 64, "exact")
    counts = (sum(x > 0 for x in values), sum(x < 0 for x in values), sum(x.is_zero() for x in values))
    assert inertia(A) == counts and rank(A) == counts[0] + counts[1]
    assert positive_semidefinite(A) == (counts[1] == 0) and positive_definite(A) == (counts[0] == A.nrows())


def sturm_count(p: fmpz_poly) -> int:
    """Distinct real roots by a Sturm chain from SymPy: an algorithm unrelated to root isolation."""
    x = sympy.Symbol("x")
    poly = sympy.Poly([int(c) for c in reversed(p.coeffs())], x)
    chain = sympy.sturm(poly.quo(sympy.gcd(poly, poly.diff(x))))

    def changes(signs: list) -> int:
        kept = [s for s in signs if s != 0]
        return sum(a != b for a, b in zip(kept, kept[1:], strict=False))

    leads = [(sympy.sign(f.LC()), f.degree()) for f in chain]
    return changes([s * (-1) ** k for s, k in leads]) - changes([s for s, _ in leads])


def test_real_eigenvalues_are_counted_as_by_sturm():
    assert count_real_eigenvalues(to_fmpq_mat([[0, 1], [-1, 0]])) == 0
    assert count_real_eigenvalues(to_fmpq_mat([[0, 1], [0, 0]])) == 1
    assert count_real_eigenvalues(diagonal([2, 2, 3])) == 2
    assert count_real_eigenvalues(to_fmpq_mat([[1, Fraction(-1, 10**30)], [1, 1]])) == 0, "a float sees a real pair"
    assert count_real_eigenvalues(to_fmpq_mat([[1, Fraction(1, 10**30)], [1, 1]])) == 2
    rng = random.Random(6)
    for _ in range(12):
        A = to_fmpq_mat([[rng.randint(-3, 3) for _ in range(4)] for _ in range(4)])
        assert count_real_eigenvalues(A) == sturm_count(integer_scaling(A)[0].charpoly())


def exact_spectrum(A):
    """Irreducible factors, with multiplicities, whose roots are the eigenvalues of A."""
    return spectrum_factors(*integer_scaling(A))


def test_factors_are_irreducible_and_of_the_matrix_itself():
    A = with_spectrum([Fraction(1, 2), Fraction(1, 2), Fraction(-3)], random.Random(8))
    assert exact_spectrum(A) == [(fmpz_poly([-1, 2]), 2), (fmpz_poly([3, 1]), 1)] or exact_spectrum(A) == [
        (fmpz_poly([3, 1]), 1),
        (fmpz_poly([-1, 2]), 2),
    ]
    golden = exact_spectrum(to_fmpq_mat([[Fraction(1, 3), Fraction(1, 3)], [Fraction(1, 3), 0]]))
    assert golden == [(fmpz_poly([-1, -3, 9]), 1)]
    named = order_factor_roots(exact_spectrum(to_fmpq_mat([[1, 1, 0], [1, 0, 0], [0, 0, 1]])))
    assert [(int(f.degree()), k) for f, k in named] == [(2, 0), (1, 0), (2, 1)]


# --- Conversions are exact or outward; precision is restored
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (3, Fraction(3)),
        (0.1, Fraction(3602879701896397, 2**55)),
        ("1.41", Fraction(141, 100)),
        ("-7/3", Fraction(-7, 3)),
        ("1e-3", Fraction(1, 1000)),
        (Fraction(2, 6), Fraction(1, 3)),
        (fmpz(5), Fraction(5)),
        (fmpq(5, 7), Fraction(5, 7)),
        (sympy.Rational(5, 7), Fraction(5, 7)),
        (np.float32(0.1), Fraction(float(np.float32(0.1)))),
        (np.int64(-4), Fraction(-4)),
        (5e-324, Fraction(1, 2**1074)),
        (arb(0.75), Fraction(3, 4)),
    ],
)
def test_numbers_are_read_exactly(given, expected):
    assert to_fraction(given) == expected


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "one", np.float64("-inf"), arb("nan")])
def test_non_finite_and_unreadable_values_are_refused(bad):
    with pytest.raises(ValueError):
        to_fmpq(bad)


def test_matrices_round_trip_through_strings_and_fractions():
    A = to_fmpq_mat([["1/3", 2, 0.5], [0, "-4", Fraction(7, 9)]])
    assert to_fmpq_mat(to_fraction_rows(A)) == A
    assert to_fmpq_mat(np.array([[0.1, 2.0]]))[0, 0] == to_fmpq(0.1)
    assert to_fmpq_mat([]).nrows() == 0


def test_balls_enclose_and_separate():
    x = balls_around([["1/3"]], 40)[0, 0]
    assert encloses(x, fmpq(1, 3)) and not x.is_exact()
    assert not encloses(x, fmpq(1, 3) + fmpq(1, 2**30))
    assert encloses(balls_around([["1/3"]], 64)[0, 0], "1/3")
    lo, hi = bounds(x)
    assert lo < fmpq(1, 3) < hi
    with pytest.raises(ValueError):
        bounds(arb("inf"))
    with pytest.raises(ValueError):
        exact_value(x)


def test_midpoint_and_radii_cover_the_matrix():
    A = arb_mat([[arb(1, 0.25), arb(2)]])
    mid, radii = midpoint(A)
    assert mid == fmpq_mat(1, 2, [1, 2])
    assert radii[0, 0] >= 0.25 and radii[0, 1].is_zero()
    with pytest.raises(ValueError):
        midpoint(arb_mat([[arb("nan")]]))


# --- Eigenvalue derivatives and eigenvector forms without eigenvectors, against mpmath and each other
def symmetric(n: int, rng: random.Random) -> fmpq_mat:
    A = to_fmpq_mat([[Fraction(rng.randint(-9, 9), rng.randint(1, 5)) for _ in range(n)] for _ in range(n)])
    return A + A.transpose()


def as_mp(A: fmpq_mat) -> mpmath.matrix:
    return mpmath.matrix([[mpmath.mpf(x.numerator) / x.denominator for x in row] for row in to_fraction_rows(A)])


def agrees(ball: arb, value, tolerance: str = "1e-25") -> bool:
    with precision(200):
        return abs(ball - arb(mpmath.nstr(value, 45))) < arb(tolerance)


def family_of(*coefficients: fmpq_mat) -> tuple[Callable[[fmpq], fmpq_mat], int]:
    """rho to sum_k coefficients[k] rho^k, and the degree."""

    def family(rho: fmpq) -> fmpq_mat:
        return sum((c * rho**k for k, c in enumerate(coefficients)), coefficients[0] * 0)

    return family, len(coefficients) - 1


def test_scalar_family_has_its_polynomial_derivative():
    family, rho = family_of(to_fmpq_mat([[5]]), to_fmpq_mat([["1/3"]]), to_fmpq_mat([[2]])), fmpq(1, 7)
    assert encloses(eigen_derivative(*family, rho, 0).enclose(80), fmpq(1, 3) + fmpq(4, 7))
    assert charpoly_slope(*family, rho)[0] == -(fmpq(1, 3) + fmpq(4, 7))
    assert eigen_derivative(*family_of(to_fmpq_mat([[5]])), fmpq(3), 0).enclose(80).is_zero()


def test_derivative_equals_the_hellmann_feynman_form_and_a_difference_quotient():
    rng = random.Random(1)
    for n, degree in ((2, 1), (3, 2), (4, 3), (6, 1)):
        coefficients = [symmetric(n, rng) for _ in range(degree + 1)]
        family, rho, h = family_of(*coefficients)[0], fmpq(rng.randint(-5, 5), 7), fmpq(1, 10**30)
        slope = family_of(*[c * k for k, c in enumerate(coefficients)][1:])[0](rho)
        up, down = (symmetric_eigenvalues(family(rho + s * h), 300) for s in (1, -1))
        for i in range(n):
            derivative = eigen_derivative(family, degree, rho, i).enclose(90)
            assert derivative.overlaps(eigen_form(family(rho), i, slope).enclose(90))
            with precision(300):
                assert abs(derivative - (up[i] - down[i]) / (2 * h)) < arb("1e-20")


def test_forms_agree_with_mpmath_vectors():
    rng = random.Random(2)
    with mpmath.workdps(60):
        for n in (1, 2, 4, 6):
            N = symmetric(n, rng)
            X = to_fmpq_mat([[rng.randint(-5, 5) for _ in range(n)] for _ in range(n)])
            _, vectors = mpmath.eigsy(as_mp(N))
            for i in range(n):
                u = vectors[:, n - 1 - i]
                assert agrees(eigen_form(N, i, X).enclose(120), (u.T * as_mp(X) * u)[0])


@pytest.mark.parametrize(("r", "c"), [(3, 3), (4, 2), (2, 5), (1, 3), (3, 1)])
def test_singular_forms_agree_with_mpmath_vectors(r, c):
    rng = random.Random(r * 10 + c)
    A = to_fmpq_mat([[Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for _ in range(c)] for _ in range(r)])
    X = to_fmpq_mat([[rng.randint(-5, 5) for _ in range(r)] for _ in range(c)])
    with mpmath.workdps(60):
        M = as_mp(A)
        U, S, V = mpmath.svd_r(M)
        for i in range(min(r, c)):
            if S[i] > mpmath.mpf("1e-20"):
                value = (V[i, :] * as_mp(X) * U[:, i])[0]
                form, s_i = eigen_form(A.transpose() * A, i, X * A), singular_values(A, 200)[i]
                with precision(200):
                    assert agrees(form.enclose(150) / s_i, value)


def test_degenerate_requests_are_refused():
    with pytest.raises(ValueError, match="multiplicity 2"):
        eigen_form(diagonal([2, 2, 3]), 1, diagonal([1, 1, 1]))
    assert eigen_form(diagonal([2, 2, 3]), 0, diagonal([1, 1, 5])).enclose(64).contains(5)
    with pytest.raises(ValueError, match="multiplicity"):
        eigen_derivative(*family_of(diagonal([0, 0]), diagonal([1, -1])), fmpq(0), 0)
    with pytest.raises(ValueError, match="multiplicity"):
        eigen_form(to_fmpq_mat([[2, 0], [0, 2]]), 0, diagonal([1, 1]))
    for i in (2, -1):
        with pytest.raises(ValueError, match="index"):
            eigen_form(diagonal([1, 2]), i, diagonal([1, 1]))
    with pytest.raises(ValueError, match="X must be"):
        eigen_form(diagonal([1, 2]), 0, to_fmpq_mat([[1]]))
    with pytest.raises(ValueError, match="symmetric"):
        eigen_derivative(*family_of(to_fmpq_mat([[0, 1], [0, 0]])), fmpq(0), 0)


# --- Spectral radii of defective, cyclic and degenerate matrices; any basis gives an enclosure


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


# --- Numerical radii: known values, enclosures against high precision, and tests that tell a number too small
RADII = [
    ([[0, 1], [0, 0]], 0.5),
    ([[0, 1, 0], [0, 0, 1], [0, 0, 0]], math.sqrt(0.5)),
    ([[0, -1, 0], [0, 0, 1], [0, 0, 0]], math.sqrt(0.5)),
    ([[0, 2], [-2, 0]], 2.0),
    ([[3, 0], [0, -4]], 4.0),
    ([[0, 0], [0, 0]], 0.0),
    ([[1, -1], [0, -1]], math.sqrt(5) / 2),  # an ellipse with foci 1 and -1, its minor axis 1 long
]


def rows(n: int, rng: random.Random) -> list[list[Fraction]]:
    return [[Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for _ in range(n)] for _ in range(n)]


def flint(a: list[list[Fraction]]) -> fmpq_mat:
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in map(Fraction, row)] for row in a])


def sampled(a: np.ndarray) -> float:
    """The largest of many directions: a lower bound, off by the square of their distance."""
    t = np.linspace(0, 2 * np.pi, 4000)[:, None, None]
    family = (np.exp(1j * t) * a + np.conj(np.swapaxes(np.exp(1j * t) * a, -1, -2))) / 2
    return float(np.linalg.eigvalsh(family)[:, -1].max())


@pytest.mark.parametrize(("a", "w"), RADII)
def test_known_values(a, w):
    found = numerical_radius(flint(a), 80)
    assert abs(float(found.mid()) - w) < 1e-14 and float(found.rad()) < 1e-20 * max(1, w)
    assert in_floats(torch.tensor(a, dtype=torch.float64)).item() == pytest.approx(w, abs=1e-13)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_enclosures_agree_with_high_precision_and_floats(n):
    rng = random.Random(n)
    for _ in range(4):
        a = rows(n, rng)
        found = numerical_radius(flint(a), 64)
        digits = Reader({"A": a}, 50, high_precision.RULES).value(NumRadius(Matrix("A", n, n)))[0]
        assert found.overlaps(arb(str(digits))) and float(found.rad()) < 1e-14 * (1 + float(found.mid()))
        near = np.array([[float(x) for x in row] for row in a])
        assert in_floats(torch.tensor(near)).item() == pytest.approx(float(found.mid()), rel=1e-12)
        assert float(found.mid()) - 1e-4 * (1 + float(found.mid())) <= sampled(near) <= float(found.upper()) + 1e-9


def test_a_complex_matrix_by_its_real_form():
    rng = random.Random(7)
    x, y = rows(3, rng), rows(3, rng)
    form = [[*p, *(-v for v in q)] for p, q in zip(x, y, strict=True)]
    form += [[*q, *p] for p, q in zip(x, y, strict=True)]
    z = np.array(x, dtype=float) + 1j * np.array(y, dtype=float)
    found = numerical_radius(flint(form), 64)
    assert float(found.mid()) == pytest.approx(sampled(z), rel=1e-5)
    assert in_floats(torch.tensor(np.array(form, dtype=float))).item() == pytest.approx(float(found.mid()), rel=1e-12)
    assert parts(flint(form))[0].nrows() == 6  # not twelve: the real form is reported


def test_a_number_is_above_exactly_where_it_is():
    """Controls of the exact test: below, at and above the radius, where a disc has no best direction too."""
    for a, w in (([[0, 1], [0, 0]], Fraction(1, 2)), ([[0, 2], [-2, 0]], Fraction(2)), ([[3, 1], [1, 3]], Fraction(4))):
        p, n = parts(flint(a))
        for move, below in ((Fraction(-1, 10**9), False), (Fraction(0), False), (Fraction(1, 10**9), True)):
            r = w + move
            assert stays_below(p, n, fmpq(r.numerator, r.denominator)) is below


def nearly_normal(angle: Fraction, second: Fraction) -> list[list[Fraction]]:
    """The real form of a matrix with eigenvalues near 1 and `second`, turned apart, and a little that mixes them."""
    c, s = (1 - angle**2) / (1 + angle**2), 2 * angle / (1 + angle**2)
    mixed = Fraction(1, 10**5)
    x = [[c, mixed], [Fraction(0), second * c]]
    y = [[s, Fraction(0)], [mixed, -second * s]]
    return [[*p, *(-v for v in q)] for p, q in zip(x, y, strict=True)] + [[*q, *p] for p, q in zip(x, y, strict=True)]


@pytest.mark.parametrize("angle", [Fraction(1, 2), Fraction(1, 20), Fraction(1, 50), Fraction(1, 60)])
@pytest.mark.parametrize(
    "second", [Fraction(1), 1 - Fraction(1, 10**5), 1 + Fraction(1, 10**5), 1 + Fraction(1, 10**17)]
)
def test_directions_that_compete(angle, second):
    """Two peaks whose heights differ by less than a grid sees, or floats: the enclosure is as narrow as elsewhere."""
    form = nearly_normal(angle, second)
    found = numerical_radius(flint(form), 80)
    assert float(found.rad()) < 2**-70 and float(found.lower()) >= float(max(second, Fraction(1)))
    near = in_floats(torch.tensor([[float(v) for v in row] for row in form], dtype=torch.float64)).item()
    assert near == pytest.approx(float(found.mid()), rel=1e-11)


def test_a_witness_is_as_sharp():
    """Control: the number below is attained, the one above is not, and both are close."""
    p, n = parts(flint(nearly_normal(Fraction(1, 50), 1 + Fraction(1, 10**6))))
    (c, s), below, above = settled(p, n, 64)
    assert c * c + s * s == 1 and stays_below(p, n, above)
    with precision(100):
        assert not stays_below(p, n, below.lower().fmpq()) and arb(above) - below < arb(2) ** -60


def test_balls_hold_what_they_enclose():
    root = arb(2).sqrt()
    found = numerical_radius(arb_mat([[arb(0), root], [arb(0), arb(0)]]), 64)
    assert found.contains(root / 2) or abs(found - root / 2) < arb(2) ** -50


def test_floats_mark_what_is_not_finite_and_have_a_derivative():
    a = torch.zeros(2, 2, 2, dtype=torch.float64)
    a[1, 0, 0] = torch.nan
    assert in_floats(a)[0] == 0 and in_floats(a)[1].isnan()
    a = torch.tensor([[1.0, 2.0], [-1.0, 0.5]], dtype=torch.float64, requires_grad=True)
    in_floats(a).backward()
    step = torch.tensor([[0.3, -0.2], [0.5, 0.7]], dtype=torch.float64)
    ahead, behind = (in_floats(a.detach() + h * step) for h in (1e-6, -1e-6))
    assert ((ahead - behind) / 2e-6).item() == pytest.approx((a.grad * step).sum().item(), rel=1e-6)
