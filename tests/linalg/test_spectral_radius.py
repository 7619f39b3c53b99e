"""Spectral radii of defective, cyclic and degenerate matrices; any basis gives an enclosure."""

import math
import random
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import torch
from flint import acb_mat, arb, arb_mat, fmpq, fmpq_mat

from lemmata.evaluate.float_rules import numerical_radius as in_floats
from lemmata.language.numerical_range import NumRadius
from lemmata.language.variables import Matrix
from lemmata.linalg.ball_spectra import by_similarity, spectral_radius
from lemmata.linalg.convert import to_fmpq_mat
from lemmata.linalg.numerical_radius import numerical_radius, parts, settled, stays_below
from lemmata.linalg.precision import precision
from tests.linalg.spectral_zoo import random_matrix
from tests.oracles import high_precision
from tests.oracles.high_precision import Reader

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
