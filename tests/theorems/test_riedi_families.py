"""Example 1, Lemma 12 and Corollary 13: corners, discriminants, and the integral of a derivative."""

import numpy as np
import pytest

from lemmata.evaluate.decide import decide
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import instantiate
from lemmata.sample.batches import exact
from numerics.riedi2022.constructions import bounded
from tests.theorems.riedi_statements import verdict
from theorems.riedi2022 import section4_families as s4


@pytest.mark.parametrize("h", ["1/2", "1/1024"])
@pytest.mark.parametrize("rho", ["3", "2", "4", "7/3", "-5"])
def test_corners_of_example_1(h, rho):
    assert verdict(s4.example_1, {}, h=h, rho=rho).outcome == "holds"


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
