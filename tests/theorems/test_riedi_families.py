"""Example 1, Lemma 12 and Corollary 13: corners, discriminants, and the integral of a derivative."""

import numpy as np
import pytest
import sympy

from lemmata.evaluate.decide import decide, judge
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import instantiate
from lemmata.sample.batches import exact
from numerics.riedi2022.constructions import bounded
from tests.theorems.riedi_statements import proved, verdict
from theorems.riedi2022 import section4_families as s4


def test_the_proof_of_corollary_13_is_accepted():
    report = proved("riedi.cor-13")
    assert report.ok, report.failure


@pytest.mark.parametrize("h", ["1/2", "1/1024"])
@pytest.mark.parametrize("rho", ["3", "2", "4", "7/3", "-5"])
def test_corners_of_example_1(h, rho):
    assert verdict(s4.example_1, {}, h=h, rho=rho).outcome == "holds"


@pytest.mark.parametrize(("n", "p"), [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1)])
def test_the_discriminant_is_a_polynomial_of_degree_at_most_p_n_n_minus_1(n, p):
    """Generic integer entries; it vanishes exactly where two eigenvalues coincide."""
    rng = np.random.default_rng(n + 10 * p)
    rho, x = sympy.symbols("rho x")
    terms = [sympy.Matrix(n, n, rng.integers(-3, 4, n * n).tolist()) for _ in range(p + 1)]
    N = sum((rho**k * (A + A.T) for k, A in enumerate(terms)), sympy.zeros(n, n))
    discriminant = sympy.discriminant(N.charpoly(x).as_expr(), x)
    poly = sympy.Poly(sympy.expand(discriminant), rho)
    assert 0 < poly.degree() <= p * n * (n - 1)
    values = np.linalg.eigvalsh(np.array(N.subs(rho, sympy.Rational(1, 3)).tolist(), dtype=float))
    squares = np.prod([(a - b) ** 2 for k, a in enumerate(values) for b in values[:k]])
    assert np.isclose(squares, float(poly.eval(sympy.Rational(1, 3))), rtol=1e-9)


def test_the_discriminant_of_two_by_two_in_symbols():
    a, b, d, x = sympy.symbols("a b d x")
    found = sympy.discriminant(sympy.Matrix([[a, b], [b, d]]).charpoly(x).as_expr(), x)
    assert sympy.expand(found - ((a - d) ** 2 + 4 * b**2)) == 0


@pytest.mark.parametrize("n", [2, 3, 4])
def test_families_built_for_lemma_12_are_always_multiple(n):
    concrete = instantiate(s4.lemma_12, {"n": n})
    values = bounded.always_multiple(concrete, Stream("always"), 3)
    for row in range(3):
        assert judge(concrete, exact(concrete, values, row)).outcome == "holds"


def test_one_point_fewer_would_not_do():
    """diag(rho^2 - 5 rho + 4, 0): double at 1 and 4 only, so two of the five points meet the hypothesis."""
    N = {"N_0": [[4, 0], [0, 0]], "N_1": [[-5, 0], [0, 0]], "N_2": [[1, 0], [0, 0]], "rho": 0}
    judgement = verdict(s4.lemma_12, {"n": 2}, r=[[1], [4], [0], [2], [3]], **N)
    assert judgement.outcome == "out_of_domain"
    concrete = instantiate(s4.lemma_12, {"n": 2})
    assert decide(
        concrete.hypotheses[0], exact(concrete, bounded.always_multiple(concrete, Stream("x"), 1), 0)
    ).established


def test_the_integral_of_45_by_quadrature_across_a_crossing():
    """N(rho) = M^T M with M = diag(-4, -2) + rho Id: lambda_1 has a corner at 3, and (45) holds from 0 to 5."""
    nodes, weights = np.polynomial.legendre.leggauss(12)

    def integral(low, high):
        t = (high - low) / 2 * nodes + (high + low) / 2
        eigenvectors = [np.linalg.eigh(np.diag([(x - 4) ** 2, (x - 2) ** 2]))[1][:, -1] for x in t]
        slopes = [u @ np.diag([2 * (x - 4), 2 * (x - 2)]) @ u for u, x in zip(eigenvectors, t, strict=True)]
        return (high - low) / 2 * float(weights @ slopes)

    assert abs(integral(0, 3) + integral(3, 5) - (9 - 16)) < 1e-12
