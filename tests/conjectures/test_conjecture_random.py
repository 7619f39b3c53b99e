"""Claims about random matrices in text form: each law and each method, with a true and a false claim."""

from dataclasses import replace

import numpy as np
import pytest

from lemmata import language
from lemmata.claims import expectations
from lemmata.claims.budget import Budget
from lemmata.claims.profiles import PROFILES
from lemmata.conjectures.checking import check
from lemmata.evaluate.randomness import Stream
from lemmata.language.conjecture_files import build
from lemmata.language.instantiate import substitute
from lemmata.language.parse import ReadingError
from lemmata.language.probability import Iid
from lemmata.language.recipes import searched
from lemmata.language.verdicts import Verdict
from lemmata.run import engine
from lemmata.statistics import lipschitz, ranges
from lemmata.statistics.cells import Cell
from lemmata.statistics.events import Sampler, values

LET = {
    "n": "integer(1, 4)",
    "m": "integer(1, 4)",
    "t": "interval(0, 2)",
    "G": "gaussian(n, m)",
    "A": "gaussian(n, n)",
    "g": "gaussian(n, 1)",
}
WISHART = {"n": "integer(1, 3)", "m": "integer(1, 3)", "W": "wishart(n, m)"}
UNIFORM = {"n": "integer(1, 3)", "u": "uniform(n, 1)", "U": "uniform(n, n)", "V": "uniform(n, n)"}
SIGNS = {"n": "integer(1, 4)", "x": "rademacher(n, 1)", "B": "rademacher(n, n)"}


def verdict(claim: str, let: dict[str, str]) -> str:
    entry = check(build("random", let, [], [claim]), Budget(3.0))
    assert entry["error"] is None, entry["error"]
    return str(entry["verdict"])


@pytest.mark.sampled(9, 1)
@pytest.mark.parametrize(
    "claim, let, expected",
    [
        ("P(norm2(g) >= sqrt(n) + t) <= exp(-t**2 / 2)", LET, "supported"),
        ("P(norm2(g) >= sqrt(n) + t) <= exp(-2 * t**2) / 10", LET, "refuted"),
        ("P(abs(sum(x)) >= t * sqrt(n)) <= 2 * exp(-t**2 / 2)", SIGNS | {"t": "interval(0, 2)"}, "supported"),
        ("P(abs(sum(x)) > 0) <= 1 / 4", SIGNS, "refuted"),
        ("P(-1/2 <= u[1] <= 1/2) >= 1 / 2", {"n": "integer(3, 4)", "u": "sphere(n)"}, "supported"),
        ("P(maxabs(U) <= 1) >= 1", {"n": "integer(1, 4)", "U": "uniform(n, n)"}, "supported"),
        ("P(maxabs(U) <= 1/2) >= 1/2", {"n": "integer(1, 4)", "U": "uniform(n, n)"}, "refuted"),
        ("E(normF(G)**2) == n * m", LET, "supported"),
        ("E(normF(G)**2) <= n * m - 1", LET, "refuted"),
        ("E(det(A)**2) >= 1", LET, "supported"),
        ("E(tr(A @ A)) == n**2", LET, "refuted"),
        ("E(tr(W)) == n * m", {"n": "integer(1, 4)", "m": "integer(1, 4)", "W": "wishart(n, m)"}, "supported"),
        ("E(sum(x)**2) == n", SIGNS, "supported"),
        ("E(norm2(G)) <= sqrt(n) + sqrt(m)", LET, "supported"),
        ("E(norm2(G)) <= sqrt(n + m)", LET, "refuted"),
        ("E(norm2(B)) >= sqrt(n)", SIGNS, "supported"),
        ("E(norm2(B)) <= sqrt(n) - 1/10", SIGNS, "refuted"),
        ("E(lmax(S)) >= 0", {"n": "integer(1, 4)", "S": "goe(n)"}, "supported"),
        ("E(abs(U[1, 1])) <= 1/20", {"n": "integer(2, 4)", "U": "haar(n)"}, "refuted"),
        ("E(norm2(A)**4) <= 1", LET, "refuted"),
        ("E(norm2(A)**4) >= 1", LET, "inconclusive"),
        # no test bounds this average from above, which misses by hundreds of standard errors
        ("E(u[1]**2) == 1", {"n": "integer(2, 3)", "u": "sphere(n)"}, "inconclusive"),
        ("E(normF(U)**2) == n**2", UNIFORM, "refuted"),
        ("E(lmin(diag(u) + t * I(n))) >= t", UNIFORM | {"t": "interval(0, 10)"}, "refuted"),
        ("E(lmin(diag(u) + t * I(n))) <= t", UNIFORM | {"t": "interval(0, 10)"}, "supported"),
        ("E(norm2(U @ V)) <= 1", UNIFORM, "refuted"),
        ("E(norm2(U @ V)) <= n", UNIFORM, "supported"),
        ("E(1 / (1 + normF(A)**2)) >= 1 / 2", LET, "refuted"),
        ("E(1 / (1 + normF(A)**2)) >= 1 / (1 + n**2)", LET, "supported"),
        ("E(log(cond(A))) <= 1 / 10", LET, "refuted"),
        ("E(log(cond(A))) <= log(n) + 3", LET, "supported"),
        ("E(log(cond(A))) >= 10", LET, "inconclusive"),
        ("E(tr(x.T @ S @ x)) == tr(S)", SIGNS | {"S": "symmetric(n)"}, "supported"),
        ("E(g.T @ P @ g) == tr(P)", LET | {"P": "psd(n)"}, "supported"),
        ("E(g.T @ P @ g) == tr(P) + 1", LET | {"P": "pd(n)"}, "refuted"),
        ("E(norm2(sqrtm(P) @ g)**4) >= tr(P)**2", LET | {"P": "pd(n)"}, "supported"),
        ("E((sqrtm(P) @ g).T @ sqrtm(P) @ g) == tr(P)", LET | {"P": "psd(n)"}, "supported"),
        ("E(norm2(g)**2) == n", LET, "supported"),
        ("E(norm2(g)**2) == n + 1/2", LET, "refuted"),
        ("E(lmax(W)) <= (sqrt(n) + sqrt(m))**2 + 1", WISHART, "supported"),
        ("E(lmax(W)) <= max(n, m) - 1/2", WISHART, "refuted"),
        ("E(tr(x.T @ S @ x)**2) == tr(S)**2", SIGNS | {"S": "symmetric(n)"}, "refuted"),
        ("E(norm2(M @ x)) <= normF(M)", SIGNS | {"M": "real(n, n)"}, "supported"),
        ("E(norm2(M @ x)) <= norm2(M) / 2", SIGNS | {"M": "real(n, n)"}, "refuted"),
        ("E(sum(relu(A @ v)**2)) == n / 2", LET | {"v": "unit(n)"}, "supported"),
        ("E(sum(relu(A @ v)**2)) == n / 3", LET | {"v": "unit(n)"}, "refuted"),
        ("rank(A) == n almost surely", LET, "supported"),
        ("rank(B) == n almost surely", SIGNS, "refuted"),
        ("normF(B)**2 == n**2 almost surely", SIGNS, "supported"),
        ("P(abs(det(B)) > 0) >= 1", SIGNS, "refuted"),
        ("cond(A) <= 50 a.s.", LET, "refuted"),
    ],
)
def test_verdicts(claim: str, let: dict[str, str], expected: str) -> None:
    assert verdict(claim, let) == expected


def test_what_a_supported_claim_would_have_noticed_is_said() -> None:
    entry = check(build("random", LET, [], ["E(norm2(G)) <= sqrt(n) + sqrt(m)"]), Budget(2.0))
    closest = entry["evidence"]["expectation"]["closest"][0]
    assert closest["method"] == "Gaussian concentration" and 0 < closest["noticed"] < 1 and closest["draws"] > 100


@pytest.mark.parametrize(
    "claim, given, said",
    [
        ("norm2(G) <= 5", [], "is drawn at random"),
        ("P(norm2(G) <= 5) == 1", [], "write two bounds"),
        ("P(t <= 5) >= 0", [], "is random"),
        ("E(G) == 0", [], "takes a number"),
        ("P(norm2(G) <= t) <= norm2(A)", [], "outside of P"),
        ("E(norm2(G)) + P(norm2(G) <= 1) <= 9", [], "in one relation"),
        ("P(norm2(G) <= 5) >= 0", ["norm2(G) <= 1"], "outside of P"),
        ("P(norm2(G @ M) <= 5) >= 0", ["norm2(M) <= 1"], "speak of its"),
        ("norm2(M) <= 5 almost surely", [], "nothing in this event is random"),
        ("G == 0 almost surely", [], "an event compares numbers"),
    ],
)
def test_what_is_no_random_claim(claim: str, given: list[str], said: str) -> None:
    with pytest.raises(ReadingError, match=said):
        build("random", LET | {"M": "real(m, m)"}, given, [claim])


@pytest.mark.parametrize("name", ["smax", "normF", "normN", "tr", "maxabs"])
def test_lipschitz_constants_bound_what_is_seen(name: str) -> None:
    K = Iid("K", 3, 3, "gaussian")
    tree = 2 * getattr(language, name)(K + K.T) / 3
    bound = lipschitz.constant(tree)
    assert bound is not None
    rng = np.random.default_rng(0)
    f = {
        "smax": lambda a: np.linalg.norm(a, 2), "normF": np.linalg.norm, "normN": lambda a: np.linalg.norm(a, "nuc"),
        "tr": np.trace, "maxabs": lambda a: np.abs(a).max(),
    }[name]  # fmt: skip
    for _ in range(200):
        a, h = rng.normal(size=(2, 3, 3))
        moved = abs(f(a + a.T + 1e-3 * (h + h.T)) - f(a + a.T)) * 2 / 3
        assert moved <= bound * 1e-3 * np.linalg.norm(h) * (1 + 1e-6)
    assert lipschitz.constant(language.smax(K @ K)) is None and lipschitz.constant(language.cond(K)) is None


@pytest.mark.parametrize(
    "claim, ends",
    [
        ("lmin(B + B.T)", (-6, 6)), ("norm2(B)", (0, 3)), ("tr(B)", (-3, 3)), ("abs(det(B))", (0, 27**0.5)),
        ("sum(relu(x))", (0, 3)), ("(x[1] - 2)**2", (1, 9)), ("x[1]**3", (-1, 1)), ("1 / (2 + x[1])", (1 / 3, 1)),
        ("exp(-x[1])", (np.exp(-1), np.exp(1))), ("cond(B)", (1, np.inf)), ("1 / x[1]", (-np.inf, np.inf)),
        ("max(x) - min(x)", (-2, 2)), ("norm2(B @ B)", (0, 9)), ("log(cond(B))", (0, np.inf)), ("rank(B)", (0, 3)),
        ("(x.T @ B @ x)", (-9, 9)), ("maxabs(kron(B, x) + ones(9, 3))", (0, 2)), ("sqrt(x[1] + 1)", (0, 2**0.5)),
    ],
)  # fmt: skip
def test_ranges_hold_what_is_drawn_and_no_less(claim: str, ends: tuple[float, float]) -> None:
    statement = build("range", SIGNS | {"n": "integer(3, 3)"}, [], [f"E({claim}) <= 1000"])
    tree = substitute(statement.conjuncts[0].lhs.value, {"n": 3})
    low, high = ranges.interval(tree, "rademacher")
    assert low <= ends[0] + 1e-9 and ends[1] - 1e-9 <= high  # nothing smaller is claimed
    sampler = Sampler(Cell({"n": 3}, {}, {}, "rademacher"), [tree])
    draws = sampler.batches(Stream(("ranges", claim), 0), 2000)
    seen = np.concatenate([values(sampler.trees[0], env) for env in draws])
    seen = seen[np.isfinite(seen)]
    assert low - 1e-9 <= seen.min() and seen.max() <= high + 1e-9
    assert ranges.interval(tree, "gaussian")[1] >= high


@pytest.mark.long
@pytest.mark.parametrize("n", [2, 3, 4])
def test_equality_in_an_expectation_is_not_rejected(n: int) -> None:
    """E tr(U)^2 = 1 for Haar matrices: at the bound itself, and with values that pass the cut above."""
    statement = build("random", {"n": f"integer({n}, {n})", "U": "haar(n)"}, [], ["E(tr(U)**2) == 1"])
    finding = expectations.check(statement, replace(PROFILES["quick"], instances=600_000), 0)
    assert finding.verdict.value == "supported"
    smaller = build("random", {"n": f"integer({n}, {n})", "U": "haar(n)"}, [], ["E(tr(U)**2) <= 9 / 10"])
    finding = expectations.check(smaller, replace(PROFILES["quick"], instances=600_000), 0)
    assert finding.verdict.value == "refuted"  # the control


def test_a_claim_that_no_draw_can_refute_is_not_supported() -> None:
    statement = build("random", LET, [], ["E(norm2(A)**4) >= 0"])
    finding = expectations.check(statement, PROFILES["quick"], 0)
    assert finding.verdict.value == "inconclusive" and "cannot refute" in finding.evidence["stopped"]


def test_no_number_is_moved_out_of_its_domain() -> None:
    """Paley and Zygmund: true for t in [0, 1] and false far beyond."""
    let = {"n": "integer(1, 2)", "g": "gaussian(n, 1)", "t": "interval(0, 1)"}
    claim = ["P(normF(g)**2 >= t * n) >= (1 - t)**2 * n / (n + 2)"]
    for top, verdict in (("1", "supported"), ("4", "refuted")):
        statement = build("test", {**let, "t": f"interval(0, {top})"}, [], claim)
        assert check(statement, Budget(2.0))["verdict"] == verdict


NEARLY = {"n": "integer(2, 8)", "A": "gaussian(n, n)"}


def finding(claim: str, instances: int):
    profile = replace(PROFILES["quick"], instances=instances)
    return expectations.check(build("random", NEARLY, [], [claim]), profile, 0)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [  # the mean is 1.880 at n = 2 and 7.969 at n = 8
        ("E(normF(A)) <= 99/100 * n", "refuted"),
        ("E(normF(A)) >= n - 1/40", "refuted"),
        ("E(normF(A)) <= n", "supported"),
        ("E(normF(A)) >= n - 1/4", "supported"),
    ],
)
def test_an_average_on_the_wrong_side_is_looked_at_again(claim, expected):
    assert finding(claim, 20_000).verdict.value == expected


def test_what_speaks_against_a_claim_is_not_support(monkeypatch):
    monkeypatch.setattr(expectations, "MORE", 0)
    found = finding("E(normF(A)) <= 99/100 * n", 20_000)
    assert found.verdict.value == "inconclusive"
    assert "standard errors" in found.evidence["stopped"] and found.unsettled
    assert finding("E(normF(A)) <= n", 20_000).verdict.value == "supported"


@pytest.mark.parametrize("domain", ["pd(n)", "psd(n)"])
def test_definite_matrices_that_are_not_diagonal_are_tried(domain):
    """True of diagonal ones alone; next to it what is true of all."""
    let = {"n": "integer(1, 3)", "A": domain, "r": "rademacher(n, 1)"}
    for claim, verdict in (
        ("E(norm(A @ r)**2) == sum(diag(A)**2)", Verdict.REFUTED),
        ("E(norm(A @ r)**2) == normF(A)**2", Verdict.SUPPORTED),
    ):
        finding = engine.dispatch(build("random", let, [], [claim]), PROFILES["quick"], 0)
        assert finding.verdict is verdict


def test_hypotheses_about_matrices_beside_random_ones_are_decided():
    """Control: at the cells of a recipe for another length nothing is met."""
    let = {"n": "integer(1, 3)", "a": "real(n, 1)", "r": "rademacher(n, 1)"}
    asked = build("random", let, ["norm(a)**2 == 4"], ["E(tr(a.T @ r)**2) == 4"])
    (recipe,) = asked.recipes
    wrong = replace(asked, recipes=(replace(recipe, values={x: v / 2 for x, v in recipe.values.items()}),))
    found = [engine.dispatch(searched(s, kept=True), PROFILES["quick"], 0).verdict for s in (asked, wrong)]
    assert found == [Verdict.SUPPORTED, Verdict.VACUOUS]
