"""Spectra as balls: both routes against mpmath and exact knowledge, on extreme inputs, with negative controls."""

import random
from fractions import Fraction

import mpmath  # type: ignore[import-untyped]
import numpy as np
import pytest
import sympy  # type: ignore[import-untyped]
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat, fmpz, fmpz_poly

from lemmata.linalg.ball_spectra import singular_values, symmetric_eigenvalues
from lemmata.linalg.characteristic import (
    count_real_eigenvalues,
    inertia,
    integer_scaling,
    is_pd,
    is_psd,
    order_factor_roots,
    rank,
    spectrum_factors,
)
from lemmata.linalg.convert import bounds, exact_value, midpoint, to_fmpq, to_fmpq_mat, to_fraction, to_fraction_rows
from lemmata.linalg.derivatives import (
    charpoly_rho_derivative,
    eigen_derivative,
    eigen_form,
    matrix_polynomial,
    singular_form,
)
from lemmata.linalg.enclosures import enclose_symmetric, enclose_with_basis
from lemmata.linalg.precision import precision
from tests.linalg.spectral_zoo import diagonal, random_matrix, rectangular_zoo, symmetric_zoo, with_spectrum
from tests.oracles.enclosing import balls_around, encloses

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
    assert is_psd(A) == (counts[1] == 0) and is_pd(A) == (counts[0] == A.nrows())


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
            _, vectors = mpmath.eigsy(as_mp(N))
            for i in range(n):
                u = vectors[:, n - 1 - i]
                assert agrees(eigen_form(N, i, X, 120), (u.T * as_mp(X) * u)[0])


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
