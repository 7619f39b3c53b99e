"""Rectangular and several random matrices: sampled as they are, reduced to the edges of their spectra in the limit."""

from fractions import Fraction

import numpy as np
import pytest

from lemmata.claims import finite_probability, limits
from lemmata.claims.profiles import QUICK
from lemmata.evaluate.randomness import Stream
from lemmata.language import (
    Dim,
    Id,
    Kind,
    Psd,
    Scalar,
    Statement,
    chain,
    cond,
    exp,
    kron,
    norm2,
    normN,
    schatten,
    smax,
    smin,
    sqrt,
    tr,
)
from lemmata.language.instantiate import substitute
from lemmata.language.probability import Converges, Grows, Iid, P
from lemmata.language.verdicts import Verdict
from lemmata.statistics import known
from lemmata.statistics.cells import Cell, cells
from lemmata.statistics.events import Sampler, largest
from lemmata.statistics.reduction import at_edges, reduce
from theorems.zhao2024 import ZHAO_2024
from theorems.zhao2024 import appendix_g_initialisation as g

N, n, t = g.rows, g.columns, g.t
A = g.A
scale = Dim("n")
W, V = Iid("W", 2 * scale, scale, "gaussian"), Iid("V", scale, 3 * scale, "gaussian")
SQUARE = Iid("S", scale, scale, "gaussian")


def statement(claim, kind, given=()):
    return Statement("zhao.test", "", ZHAO_2024.at("here"), kind, claim, given)


def probable(claim, given=()):
    return finite_probability.check(statement(claim, Kind.PROBABILITY, given), QUICK, 0)


def limit(claim, given=()):
    return limits.check(statement(claim, Kind.LIMIT, given), QUICK, 0)


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


def test_impossible_parameters_are_vacuous():
    assert probable(P(smax(A) <= 1) >= 1, (t >= 2, t <= 1)).verdict is Verdict.VACUOUS


def test_lemma_7_falls_beyond_its_range_only():
    assert finite_probability.check(g.lemma_7, QUICK, 0).verdict is Verdict.REFUTED
    found = cells(g.lemma_7_repaired, (2, 16))
    assert found and all(
        float(c.scalars["t"]) < c.dims["m"] ** 0.5 - max(c.dims["d"], c.dims["k"]) ** 0.5 for c in found
    )
    assert {tuple(sorted(c.definite)) for c in found} == {("R",)}


def test_the_constant_of_lemma_7_is_tested_where_it_says_something():
    """A bound that claims more than certainty allows is refuted on the very cells of the repaired lemma."""
    finding = probable(P(g.conditioned) >= 1 - exp(-(t**2) / 2) / 10**6, g.lemma_7_repaired.given)
    assert finding.verdict is Verdict.REFUTED


def test_positive_definite_parameters_are_regular_and_not_diagonal_alone():
    R = Psd("R", n)
    found = cells(statement(P(smax(R @ A.T) <= 1) <= 1, Kind.PROBABILITY), (2,), lead=N)
    square = [c for c in found if c.dims["n"] == 2]
    diagonals = {c.patterns["R"] for c in square if "R" in c.patterns}
    others = [c.fixed["R"] for c in square if "R" in c.fixed]
    assert any(r[0][1] == r[1][0] != 0 and r[0][0] > 0 and r[0][0] * r[1][1] > r[0][1] ** 2 for r in others)
    assert diagonals == {(Fraction(1), Fraction(2)), (Fraction(1), Fraction(1))}
    assert any("R = diag(1, 2)" in c.label for c in found)
    assert {c.dims["n"] for c in found} == {1, 2, 4}  # more columns than rows too


def test_matrices_are_independent_and_of_their_shapes():
    cell = Cell({"n": 2}, {}, {}, "gaussian")
    sampler = Sampler(cell, [tr(W @ V @ kron(Id(3), W).T @ Iid("U", 6 * scale, 2 * scale, "gaussian"))])
    assert sampler.shapes == {"W": (4, 2), "V": (2, 6), "U": (12, 4)}
    assert not sampler.reduced and sampler.widest == largest(sampler.trees[0]) == 12
    env = next(iter(sampler.batches(Stream(("test",), 0), 200)))
    assert {name: tuple(x.shape[1:]) for name, x in env.items()} == sampler.shapes
    a, b = env["W"].reshape(-1).numpy(), env["V"].reshape(-1).numpy()[:1600]
    assert abs(np.corrcoef(a, b)[0, 1]) < 0.15
    with pytest.raises(ValueError, match="no random matrix"):
        Sampler(cell, [Scalar("x")])


def test_edges_of_spectra():
    value = at_edges(smax(2 * W) + smin(V.T) + norm2(-W))
    numbers = substitute(value, {"n": 10**6})
    expected = 3 * (np.sqrt(2) + 1) * 1e3 + (np.sqrt(3) - 1) * 1e3
    assert known.pushed(numbers, 10**6)[0] == pytest.approx(expected)
    assert at_edges(cond(W)) is None and at_edges(tr(W.T @ W)) is None  # more than extremes, or not offered
    assert reduce(smax(W)) is None and reduce(smax(SQUARE)) is not None


def test_bulks_of_spectra():
    """Means of powers of singular values: 8 / (3 pi), 1 and 2 are those of the quarter circle."""
    for tree, expected in (
        (normN(2 * SQUARE), 16 / (3 * np.pi) * 1e9),
        (schatten(2, SQUARE), 1e6),
        (schatten(4, SQUARE.T), 2**0.25 * 1e6**0.75),
    ):
        value = substitute(at_edges(tree), {"n": 10**6})
        assert known.pushed(value, 10**6)[0] == pytest.approx(expected)
    assert at_edges(normN(W)) is None and at_edges(normN(SQUARE @ SQUARE)) is None


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


@pytest.mark.parametrize("name", CLAIMS)
def test_limits_of_rectangular_matrices(name):
    claim, verdict = CLAIMS[name]
    assert limit(claim).verdict is verdict


def test_an_edge_at_zero_settles_no_fine_scale():
    """sqrt(n) smin of a square matrix keeps a law of its own, which the edge 0 knows nothing of."""
    tree = sqrt(scale) * smin(SQUARE) + smax(W) - smax(W)
    shifted = [substitute(at_edges(tree, x), {"n": known.ORDERS[-1]}) for x in (0.0, known.NUDGE, -known.NUDGE)]
    assert not known.edge_follows(shifted)


def test_a_false_variant_of_22_falls_and_an_impossible_one_is_vacuous():
    claim = g.eq_22.claim[0]
    wrong = Converges(claim.value, 5 * claim.target, claim.dim, claim.mode)
    assert limit(wrong, g.eq_22.given).verdict is Verdict.REFUTED
    assert limit(claim, (g.c >= 2 * g.c, g.c >= g.a)).verdict is Verdict.VACUOUS


def test_wide_networks_do_not_forget_the_covariance():
    """Negative control of wide-limit: the third power of the condition number of the root, not the second."""
    wrong = Converges(cond(g.G), cond(g.R) ** 3, g.m, "almost surely")
    assert limit(wrong).verdict is Verdict.REFUTED
    right = limit(g.wide_limit.claim)
    assert right.verdict is Verdict.SUPPORTED and all(
        s["distance_by_theorems"] for s in right.evidence["limit"]["series"]
    )


def test_gram_matrices_concentrate_only_where_their_order_stays():
    few = Iid("F", 2, scale, "gaussian")
    numbers = substitute(at_edges(tr((3 * few) @ (3 * few).T), dim=scale), {"n": 100})
    assert known.pushed(numbers, 10**6)[0] == pytest.approx(1800)
    assert at_edges(tr(few.T @ few), dim=scale) is None  # of growing order and fixed rank
    assert at_edges(tr(few @ few.T)) is None
