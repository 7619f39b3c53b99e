"""Numerical radii: known values, enclosures against high precision, and tests that tell a number too small."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
import torch
from flint import arb, arb_mat, fmpq, fmpq_mat

from lemmata.evaluate.float_rules import numerical_radius as in_floats
from lemmata.language.numerical_range import NumRadius
from lemmata.language.variables import Matrix
from lemmata.linalg.numerical_radius import numerical_radius, parts, settled, stays_below
from lemmata.linalg.precision import precision
from tests.oracles import high_precision
from tests.oracles.high_precision import Reader

KNOWN = [
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


@pytest.mark.parametrize(("a", "w"), KNOWN)
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
