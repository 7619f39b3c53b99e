"""Rectangular and several random matrices: sampled as they are, reduced to the edges of their spectra in the limit."""

import pytest

from lemmata.claims import finite_probability, limits
from lemmata.claims.profiles import QUICK
from lemmata.language import Dim, Kind, Statement, chain, exp, smax, smin, sqrt
from lemmata.language.probability import Converges, Grows, Iid, P
from lemmata.language.verdicts import Verdict
from lemmata.statistics.cells import cells
from theorems.zhao2024 import ZHAO_2024
from theorems.zhao2024 import appendix_g_initialisation as g

N, n, t = g.rows, g.columns, g.t
A = g.A
scale = Dim("n")
W, V = Iid("W", 2 * scale, scale, "gaussian"), Iid("V", scale, 3 * scale, "gaussian")


def statement(claim, kind, given=()):
    return Statement("zhao.test", "", ZHAO_2024.at("here"), kind, claim, given)


def probable(claim, given=()):
    return finite_probability.check(statement(claim, Kind.PROBABILITY, given), QUICK, 0)


def limit(claim, given=()):
    return limits.check(statement(claim, Kind.LIMIT, given), QUICK, 0)


@pytest.mark.long
def test_the_bounds_of_lemma_6_cannot_be_narrowed():
    """Negative controls: an edge in the wrong place on either side of (19), and both edges without t."""
    room = 1 - 2 * exp(-(t**2) / 2)
    for event in (
        smax(A) <= sqrt(N) + t,
        smin(A) >= sqrt(N) + sqrt(n) - t,
        chain(sqrt(N) - sqrt(n), "<=", smin(A), "<=", smax(A), "<=", sqrt(N) + sqrt(n)),
    ):
        finding = probable(P(event) >= room, t >= 0)
        assert finding.verdict is Verdict.REFUTED
        assert finding.counterexample is not None and "enclosed" in finding.counterexample["explain"]


@pytest.mark.long
def test_an_edge_that_is_wrong_for_large_matrices_only_is_noticed():
    """sqrt N - 9/10 sqrt n - t: true until the tenth of sqrt n passes t, at n = 400 where one half is claimed."""
    low = chain(sqrt(N) - sqrt(n) * 9 / 10 - t, "<=", smin(A), "<=", smax(A), "<=", sqrt(N) + sqrt(n) + t)
    assert probable(P(low) >= 1 - 2 * exp(-(t**2) / 2), t >= 0).verdict is Verdict.REFUTED


def test_impossible_parameters_are_vacuous():
    assert probable(P(smax(A) <= 1) >= 1, (t >= 2, t <= 1)).verdict is Verdict.VACUOUS


@pytest.mark.long
def test_lemma_7_falls_beyond_its_range_only():
    assert finite_probability.check(g.lemma_7, QUICK, 0).verdict is Verdict.REFUTED
    found = cells(g.lemma_7_repaired, (2, 16))
    assert found and all(
        float(c.scalars["t"]) < c.dims["m"] ** 0.5 - max(c.dims["d"], c.dims["k"]) ** 0.5 for c in found
    )
    assert {tuple(sorted(c.definite)) for c in found} == {("R",)}


@pytest.mark.long
def test_the_constant_of_lemma_7_is_tested_where_it_says_something():
    """A bound that claims more than certainty allows is refuted on the very cells of the repaired lemma."""
    finding = probable(P(g.conditioned) >= 1 - exp(-(t**2) / 2) / 10**6, g.lemma_7_repaired.given)
    assert finding.verdict is Verdict.REFUTED


RATIO = smax(W) / smin(W)
LIMIT = (sqrt(2) + 1) / (sqrt(2) - 1)
CLAIMS = {
    "ratio of edges": (Converges(RATIO, LIMIT, scale, "almost surely"), Verdict.SUPPORTED),
    "wrong ratio": (Converges(RATIO, LIMIT / 2, scale, "almost surely"), Verdict.REFUTED),
    "two matrices": (
        Converges(smax(W) ** 2 / smax(V) ** 2, (sqrt(2) + 1) ** 2 / (sqrt(3) + 1) ** 2, scale, "in probability"),
        Verdict.SUPPORTED,
    ),
    "two matrices, wrong": (Converges(smax(W) / smax(V), 2, scale, "in probability"), Verdict.REFUTED),
    "growth": (Grows(smax(W), sqrt(scale), scale), Verdict.SUPPORTED),
    "wrong growth": (Grows(smin(W), scale**2, scale), Verdict.REFUTED),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CLAIMS)
def test_limits_of_rectangular_matrices(name):
    claim, verdict = CLAIMS[name]
    assert limit(claim).verdict is verdict


@pytest.mark.long
def test_a_false_variant_of_22_falls_and_an_impossible_one_is_vacuous():
    claim = g.eq_22.claim[0]
    wrong = Converges(claim.value, 5 * claim.target, claim.dim, claim.mode)
    assert limit(wrong, g.eq_22.given).verdict is Verdict.REFUTED
    assert limit(claim, (g.c >= 2 * g.c, g.c >= g.a)).verdict is Verdict.VACUOUS
