"""Negative controls of kind P: claims a little stronger than the true ones fall, by enclosures or by draws in cells
where the claimed probability is neither 0 nor 1."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.claims import finite_probability
from lemmata.claims.finite_probability import decided
from lemmata.claims.profiles import QUICK
from lemmata.language import chain, exp, lmin, smax, smin, sqrt
from lemmata.language.conjecture_files import build
from lemmata.language.probability import P
from lemmata.language.verdicts import Verdict
from lemmata.statistics import exact_tails
from theorems.riedi2022 import section6_probability as section6
from theorems.zhao2024 import appendix_g_initialisation as appendix_g

theta, t, N, n, A = section6.theta, appendix_g.t, appendix_g.rows, appendix_g.columns, appendix_g.A
QUICK = replace(QUICK, instances=3_000)


def verdict(identifier, claim):
    return finite_probability.check(replace(catalogue.get(identifier), claim=claim), QUICK, 0).verdict


def with_tail(identifier, tail):
    """The one inequality of a statement with another right-hand side."""
    (claim,) = catalogue.get(identifier).conjuncts
    return verdict(identifier, claim.func(claim.lhs, claim.op, tail))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["riedi.thm-39.gauss-tail", "riedi.thm-39.chi2-tail"])
@pytest.mark.parametrize("rate", [1, Fraction(11, 20)])
def test_a_faster_tail_falls(name, rate):
    assert with_tail(name, exp(-rate * theta**2)) is Verdict.REFUTED


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rate", [Fraction(11, 20), 1])
def test_the_rate_of_the_tail_of_lemma_6_is_seen_far_out(rate):
    claim = P(chain(sqrt(N) - sqrt(n) - t, "<=", smin(A), "<=", smax(A), "<=", sqrt(N) + sqrt(n) + t))
    finding = finite_probability.check(
        replace(catalogue.get("zhao.lemma-6"), claim=claim >= 1 - 2 * exp(-rate * t**2)), QUICK, 0
    )
    assert finding.verdict is Verdict.REFUTED
    assert "misses by 0." not in finding.counterexample["explain"]


def test_a_rarer_exception_falls():
    W = section6.W_5
    claim = P(lmin(W + W.T) <= -1) <= Fraction(2, 10**7)
    assert verdict("riedi.exception-tau", claim) is Verdict.REFUTED


def edges(low, high):
    """Lemma 6 with factors on its two edges."""
    event = chain(low * (sqrt(N) - sqrt(n) - t), "<=", smin(A), "<=", smax(A), "<=", high * (sqrt(N) + sqrt(n) + t))
    return P(event) >= 1 - 2 * exp(-(t**2) / 2)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("low", "high"), [(Fraction(11, 10), 1), (1, Fraction(9, 10)), (Fraction(105, 100), 1)])
def test_an_edge_of_lemma_6_in_the_wrong_place_falls(low, high):
    assert verdict("zhao.lemma-6", edges(low, high)) is Verdict.REFUTED


@pytest.mark.long
@pytest.mark.parametrize("factor", [Fraction(9, 10), Fraction(11, 10)])
def test_an_edge_of_lemma_7_in_the_wrong_place_falls(factor):
    sigma_w, sigma_v, m, k, d = (getattr(appendix_g, name) for name in ("sigma_w", "sigma_v", "m", "k", "d"))

    def bound(sign, scale):
        width = lambda size: scale * (sqrt(m) + sign * sqrt(size) + sign * t)  # noqa: E731
        return sigma_w**2 * width(k) ** 2 + sigma_v**2 * width(d) ** 2

    above, below = bound(1, min(factor, 1)), bound(-1, max(factor, 1))
    event = appendix_g.conditioned.func(
        appendix_g.conditioned.lhs, "<=", appendix_g.conditioned.rhs.args[0] * (above / below)
    )
    assert verdict("zhao.lemma-7~sharpened", P(event) >= 1 - 4 * exp(-(t**2) / 2)) is Verdict.REFUTED


def test_enclosures_and_draws_have_to_agree(monkeypatch):
    statement = replace(catalogue.get("zhao.lemma-6"), claim=P(smax(A) <= sqrt(N) + sqrt(n)) >= 0, given=())
    assert finite_probability.check(statement, QUICK, 0).verdict is Verdict.SUPPORTED
    true = exact_tails.probability
    monkeypatch.setattr(exact_tails, "probability", lambda *args: None if (p := true(*args)) is None else p / 2)
    finding = finite_probability.check(statement, QUICK, 0)
    assert finding.verdict is Verdict.INCONCLUSIVE and "disagree" in finding.evidence["stopped"]


def test_a_claim_that_fails_between_the_cells_is_brought_to_where_it_fails():
    """P[Z > t] exp(t) is largest at t = 0.303, where it is 0.5157; at 0, 2 and 4 it is 1/2 at most."""
    let = {"g": "gaussian(1, 1)", "t": "interval(0, 4)"}
    found = [finite_probability.check(build("between", let, [], [f"P(g[1, 1] >= t) <= {c} * exp(-t)"]), QUICK, 0)
             for c in ("0.515", "0.516")]  # fmt: skip
    assert [f.verdict for f in found] == [Verdict.REFUTED, Verdict.SUPPORTED]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["riedi.thm-39.eq-86", "riedi.thm-39.eq-87"])
def test_a_bound_below_nothing_is_tried_far_below(name):
    """Without theta > 4 the bound is negative at theta = -18, a bound on a condition number."""
    row = catalogue.get(name)
    assert finite_probability.check(replace(row, given=(row.given[0], *row.given[2:])), QUICK, 0).verdict is (
        Verdict.REFUTED
    )


def test_nothing_is_decided_where_no_law_is_known():
    statement = catalogue.get("riedi.thm-39.eq-86")
    cell = finite_probability.cells(statement, (5,))[0]
    assert decided(statement, 0, cell) is None
