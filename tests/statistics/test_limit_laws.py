"""Laws with known answers: published moments and quantiles, closed forms, exact finite-n values."""

import math

import numpy as np
import pytest
from scipy import stats

from lemmata.statistics import concentration, finite_laws, laws
from lemmata.statistics import tracy_widom as tw

# Bornemann, "On the numerical evaluation of distributions in random matrix theory", 2010
MOMENTS = (-1.2065335745820, 1.607781034581, 0.29346452408, 0.1652429384)
QUANTILES = {0.01: -3.8954, 0.05: -3.1804, 0.10: -2.7824, 0.30: -1.9104, 0.50: -1.2686, 0.70: -0.5923, 0.90: 0.4501,
             0.95: 0.9793, 0.99: 2.0234}  # fmt: skip


def density(s):
    """Of F_1, from the logarithm and its derivative."""
    log, slope = tw._parts(np.clip(s, tw.LOW, 60.0))
    return np.exp(log) * slope * (s > tw.LOW)


def moments():
    """Mean, variance, skewness and excess kurtosis, by Gauss-Legendre quadrature of the density."""
    x, w = np.polynomial.legendre.leggauss(200)
    s = (x + 1) * (tw.HIGH - tw.LOW) / 2 + tw.LOW
    weight = w * (tw.HIGH - tw.LOW) / 2 * density(s)
    mean = (weight * s).sum()
    variance, third, fourth = ((weight * (s - mean) ** k).sum() for k in (2, 3, 4))
    return mean, variance, third / variance**1.5, fourth / variance**2 - 3


def largest_above(n, x):
    """P[largest eigenvalue of K + K^T > x], K of independent standard normal entries."""
    return 1 - finite_laws.cdf("t_max(K)", n, x)


def edelman_density(t):
    return (2 * t + 4) / t**3 * np.exp(-2 / t - 2 / t**2)


def test_moments_are_the_published_ones():
    for got, published, digits in zip(moments(), MOMENTS, (1e-12, 1e-11, 1e-10, 1e-9), strict=True):
        assert got == pytest.approx(published, abs=digits)


@pytest.mark.parametrize("p", QUANTILES)
def test_quantiles_are_the_published_ones(p):
    assert tw.TracyWidom1().quantile(p) == pytest.approx(QUANTILES[p], abs=1e-4)


def test_the_density_is_the_derivative():
    s, h = np.array([-4.0, -1.3, 0.0, 2.5]), 1e-4
    assert np.allclose((tw.cdf(s + h) - tw.cdf(s - h)) / (2 * h), density(s), rtol=1e-6)


def test_doubling_the_nodes_changes_nothing(monkeypatch):
    s = np.array([-6.0, -1.0, 3.0])
    before = tw.cdf(s)
    monkeypatch.setattr(tw, "NODES", 70)
    tw._nodes.cache_clear()
    try:
        assert np.allclose(tw.cdf(s), before, rtol=0, atol=1e-13)
    finally:
        monkeypatch.undo()
        tw._nodes.cache_clear()


def test_the_table_agrees_with_the_determinant():
    law, s = tw.TracyWidom1(), np.linspace(-7, 5, 47)
    assert np.abs(law.cdf(s) - tw.cdf(s)).max() < 2e-8
    p = np.array([1e-6, 0.02, 0.5, 0.999])
    assert np.allclose(law.cdf(law.quantile(p)), p, atol=1e-10)
    assert law.cdf(np.array([-40.0, 40.0])).tolist() == [0, 1]


def test_edelman_is_consistent_and_its_density_defines_it():
    law = laws.Edelman()
    t = np.array([0.3, 1.0, 4.0, 50.0])
    assert np.allclose((law.cdf(t + 1e-5) - law.cdf(t - 1e-5)) / 2e-5, edelman_density(t), rtol=1e-5)
    assert np.allclose(law.quantile(law.cdf(t)), t, rtol=1e-8)
    again = laws.FromDensity(edelman_density)
    assert np.abs(again.cdf(t) - law.cdf(t)).max() < 1e-7
    assert np.allclose(again.quantile(law.cdf(t)), t, rtol=1e-3)
    assert law.cdf(np.array([-1.0, 0.0])).tolist() == [0, 0] == again.cdf(np.array([-1.0, 0.0])).tolist()
    with pytest.raises(ValueError, match="integrates"):
        laws.FromDensity(lambda x: 2 * edelman_density(x))


def test_scales():
    law = tw.TracyWidom1()
    p = (np.arange(4000) + 0.5) / 4000
    assert laws.best_scale(1.7 * law.quantile(p) + 3, law) == pytest.approx(1.7, rel=1e-6)
    double = laws.Scaled(law, 2.0)
    assert np.allclose(double.cdf(double.quantile(p)), p)
    with pytest.raises(ValueError):
        laws.Scaled(law, 0.0)
    with pytest.raises(ValueError):
        laws.best_scale(np.ones(5), law)


def test_one_by_one_and_two_by_two_are_known():
    """2 k_11 is normal; for n = 2 the chance is an integral over trace and discriminant of [[a, b], [b, d]]."""
    assert largest_above(1, 2.6) == pytest.approx(stats.norm.sf(1.3), abs=1e-13)
    rng = np.random.default_rng(0)
    k = rng.normal(size=(400_000, 2, 2))
    top = np.linalg.eigvalsh(k + k.transpose(0, 2, 1))[:, -1]
    for x in (1.0, 4.0, 7.0):
        got, seen = largest_above(2, x), float((top > x).mean())
        assert abs(got - seen) < 6 * math.sqrt(got * (1 - got) / len(k))


@pytest.mark.parametrize("n", [3, 6, 11, 20])
def test_the_exact_law_agrees_with_draws_at_every_parity(n):
    rng = np.random.default_rng(n)
    k = rng.normal(size=(20_000, n, n))
    top = np.sort(np.linalg.eigvalsh(k + k.transpose(0, 2, 1))[:, -1])
    places = np.linspace(50, 19_950, 9).astype(int)
    exact = np.array([largest_above(n, max(float(top[i]), 0.0)) for i in places])
    assert np.abs(exact - (1 - places / 20_000))[top[places] > 0].max() < 0.02


def test_the_exact_law_tends_to_the_limit():
    gaps = [abs(largest_above(n, math.sqrt(8 * n)) - float(1 - tw.cdf(0.0))) for n in (5, 10, 20)]
    assert gaps[0] > gaps[1] > gaps[2]
    for leaf, order in (("t_max(K)", 257), ("t_max(K)", 0), ("rank", 5)):
        with pytest.raises(ValueError):
            finite_laws.cdf(leaf, order, 1.0)


def test_the_exception_of_the_paper_has_this_probability():
    """r = 2, n = 5: 500,000 draws were unlikely to show it."""
    assert largest_above(5, 2 * math.sqrt(40)) == pytest.approx(2.775e-7, rel=1e-3)


@pytest.mark.parametrize("n", [2, 5, 9])
def test_concentration_bounds_lie_above_the_exact_law(n):
    for x in np.sqrt(8 * n) * np.array([1.05, 1.5, 2.0]):
        assert largest_above(n, x) <= concentration.largest_symmetric(n, x, "gaussian")


@pytest.mark.parametrize("law", ["gaussian", "uniform"])
def test_concentration_bounds_lie_above_what_is_seen(law):
    rng = np.random.default_rng(8)
    for n in (2, 6):
        k = rng.normal(size=(20_000, n, n)) if law == "gaussian" else rng.uniform(-(3**0.5), 3**0.5, (20_000, n, n))
        s, t = np.linalg.norm(k, 2, (1, 2)), np.linalg.eigvalsh(k + k.transpose(0, 2, 1))[:, -1]
        for factor in (1.0, 1.2, 1.5, 1.8):
            for values, x, bound in (
                (s, 2 * np.sqrt(n) * factor, concentration.largest_singular),
                (t, np.sqrt(8 * n) * factor, concentration.largest_symmetric),
            ):
                assert (values >= x).mean() <= bound(n, x, law) + 0.01
    assert concentration.largest_singular(7, 12.2, "uniform") == 0  # beyond sqrt(3) n
    with pytest.raises(ValueError):
        concentration.largest_singular(3, 9.0, "cauchy")
