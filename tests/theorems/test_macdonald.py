"""Statements of macdonald2022: hand-checked instances, degenerate shapes, false variants, what the chain rests on."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.certificates import build_denial, write
from lemmata.certificates.denials import derivation
from lemmata.claims import algebraic, profiles
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import Id, Kind, Statement, exists, smin
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.network_checker.network_program import check_certificate
from lemmata.prove.proofs import check, examine
from lemmata.sample.registry import constructions
from theorems.macdonald2022 import MACDONALD_2022, appendix_8
from theorems.macdonald2022 import section2_theory as s2
from theorems.macdonald2022 import section4_convergence as s43
from theorems.macdonald2022 import section4_regularity as s42


def verdict(identifier, dims, **values):
    statement = catalogue.get(identifier)
    instance = Instance.from_json({"dims": dims, "values": {k: plain(v) for k, v in values.items()}})
    return judge(instantiate(statement, dims), instance).outcome


def plain(value):
    return [[str(x) for x in row] for row in value] if isinstance(value, list) else str(value)


@pytest.mark.parametrize(
    ("shape", "outcome"),
    [
        ((1, 2, 1), "violation"),  # wide times tall: the product vanishes
        ((2, 1, 2), "violation"),  # tall times wide: the product has rank one
        ((1, 2, 3), "tight"),
        ((1, 1, 1), "tight"),
        ((3, 2, 1), "tight"),
        ((2, 2, 1), "tight"),
        ((1, 2, 2), "tight"),
    ],
)
def test_shapes_of_the_product_claim(shape, outcome):
    r, q, p = shape
    a = [[int(k == j) for k in range(q)] for j in range(r)]
    b = [[int(k + j == max(q, p) - 1) if r < q > p else int(k == j) for k in range(p)] for j in range(q)]
    assert verdict("macdonald.sigma-product", {"r": r, "q": q, "p": p}, A=a, B=b) == outcome


def test_the_bump_satisfies_the_upper_bound_but_its_slopes_change_faster():
    """1/(1 + x^2) with beta = 1/2, at 0 and 1/4: (1) holds both ways and the hypotheses of the row are met."""

    def value(x):
        return 1 / (1 + Fraction(x) ** 2)

    def slope(x):
        return -2 * Fraction(x) * value(x) ** 2

    points = Fraction(0), Fraction(1, 4)
    values = {f"x_{k}": [[x]] for k, x in enumerate(points, 1)}
    values |= {f"g_{k}": [[slope(x)]] for k, x in enumerate(points, 1)}
    values |= {f"f_{k}": value(x) for k, x in enumerate(points, 1)}
    assert verdict("macdonald.def-1", {"p": 1}, beta="1/2", **values) == "violation"
    assert verdict("macdonald.def-1", {"p": 1}, beta="2", **values) == "holds"


def test_learning_rates_up_to_two_over_beta_and_beyond():
    one = {"A": [[1]], "theta": [[1]], "beta": 1}
    for eta in (1, 2, 3):  # with mu = 2 beta the factor is (1 - eta beta)^2, which is exact for any eta
        assert verdict("macdonald.thm-2.1", {"n": 1, "t": 2}, mu=2, eta=eta, **one) == "tight"
    assert verdict("macdonald.thm-2.1", {"n": 1, "t": 2}, mu=1, eta="3/2", **one) == "holds"
    assert verdict("macdonald.thm-2.1", {"n": 1, "t": 2}, mu=1, eta="5/2", **one) == "violation"


def test_half_a_jacobian_refutes_the_unsquared_factor():
    half = {"J": [["1/2"]], "g": [[1]], "mu": 1, "e": 1}
    assert verdict("macdonald.thm-2.2", {"r": 1, "q": 1}, **half) == "violation"
    assert verdict("macdonald.thm-2.2~repaired", {"r": 1, "q": 1}, **half) == "tight"


def test_the_product_of_squares_does_not_vanish():
    """Products of 1 - c t^(-3/4) tend to 0, those of 1 - c t^(-3/2) stay above (1 - c)(1 - 13 c/8)."""
    c, slow, fast = 0.2, 1.0, 1.0
    for t in range(1, 200_001):
        slow *= 1 - c * t**-0.75
        fast *= 1 - c * t**-1.5
    assert slow < 1e-6
    assert fast > (1 - c) * (1 - 13 * c / 8)


def test_equal_long_rows_approach_the_repaired_bound():
    rows = [[1000]] * 4
    dims = {"d_1": 4, "d_0": 1, "N": 1}
    assert verdict("macdonald.aff-wn-bounded", dims, W=rows, X=[[1]], eps=1) == "violation"
    assert verdict("macdonald.aff-wn-bounded~repaired", dims, W=rows, X=[[1]], eps=1) == "holds"
    assert verdict("macdonald.eq-41~sharpened", {"d_1": 2, "d_0": 2}, W=[[0, 0], [0, 0]], eps="1/3") == "tight"


@pytest.mark.parametrize(("eps", "outcome"), [("6", "holds"), ("7", "violation"), ("1/100", "holds")])
def test_where_the_bound_after_42_turns_false(eps, outcome):
    """For d = 1 the derivative peaks at w^2 = eps/4, where its square is 9 (1/4) / (5/4)^5 / eps^2."""
    w = Fraction(round(math.sqrt(float(Fraction(eps))) / 2 * 1000), 1000)
    assert verdict("macdonald.eq-42-bound~derivative", {"d": 1}, w=[[w]], eps=eps) == outcome
    assert verdict("macdonald.eq-42-bound~repaired", {"d": 1}, w=[[w]], eps=eps) == "holds"


def test_slow_sequences_meet_their_hypotheses():
    statement = s43.series_divergence
    for steps in (1, 5):
        concrete = instantiate(statement, {"T": steps})
        values = constructions()["slowly-decreasing"](concrete, Stream("test", 0, "cpu"), 64)
        assert values["mu"].shape == (64, steps, 1)
        assert bool((values["alpha"][:, None, None] * values["mu"] < 1).all())


def test_the_chain_of_theorem_4_8_is_broken():
    broken = {name for name in s43.thm_4_8.depends_on if name in REFUTED}
    assert broken >= {"macdonald.thm-2.2", "macdonald.prop-4.5", "macdonald.prop-4.7", "macdonald.thm-4.4.nonlinearity"}
    assert check(s43.thm_4_8_repaired).ok


REFUTED = {
    "macdonald.def-1": None,
    "macdonald.thm-2.1": "macdonald.thm-2.1~repaired",
    "macdonald.thm-2.2": "macdonald.thm-2.2~repaired",
    "macdonald.thm-2.2~wide": "macdonald.thm-2.2~repaired",
    "macdonald.thm-2.2~squared": "macdonald.thm-2.2~repaired",
    "macdonald.thm-4.4.nonlinearity": None,
    "macdonald.sigma-product": "macdonald.sigma-product~repaired",
    "macdonald.prop-4.5": "macdonald.prop-4.5~repaired",
    "macdonald.prop-4.7": "macdonald.prop-4.7~repaired",
    "macdonald.eq-42": "macdonald.eq-42~repaired",
}


@pytest.mark.parametrize(("false", "true"), [(a, b) for a, b in REFUTED.items() if b])
def test_proofs_of_the_repaired_statements_do_not_prove_the_printed_ones(false, true):
    assert not examine(catalogue.get(false), catalogue.proof_of(true)).ok


FALSE = [
    ("prop-4.6", s42.prop_4_6.given, smin(Id(s42.n) + s42.G) > 2 * s42.delta),
    ("lemma-8.1", (), replace(appendix_8.lemma_8_1).conjuncts[0].rhs * 0 >= appendix_8.lemma_8_1.conjuncts[0].lhs),
    ("thm-2.1~repaired", s2.thm_2_1_repaired.given[:2], s2.thm_2_1_repaired.claim),
    ("thm-4.8~repaired", (), s43.thm_4_8_repaired.claim),
]


@pytest.mark.parametrize(("name", "given", "claim"), FALSE, ids=[f[0] for f in FALSE])
def test_stronger_claims_and_missing_hypotheses_are_refuted(name, given, claim, tmp_path):
    wrong = Statement(
        id="macdonald.false-variant", title=name, source=MACDONALD_2022.at(name), kind=Kind.ALGEBRAIC, given=given,
        claim=claim,
    )  # fmt: skip
    finding = algebraic.check(wrong, profiles.QUICK, 0)
    assert finding.verdict.value == "refuted"
    assert check_certificate(write(tmp_path / "c.json", finding.certificate)).accepted


# --- the existence claim and its contrary


def test_the_denial_of_a_lipschitz_constant_is_accepted(tmp_path):
    cert = build_denial(s42.nonlinearity, derivation(s42.nonlinearity))
    result = check_certificate(write(tmp_path / "c.json", cert))
    assert result.accepted
    assert result.lines[-1] == "refutation established"


K, s = s42.K, s42.point
OTHERS = [
    exists(Fraction(3, 2) * s <= 3 * K * s**2),  # true at K = 1
    exists(s <= s),
    exists(s >= K),
    exists(K * K - K + 1 <= 0),  # false at every K, but the contrary is not what was proved
    exists(smin(Id(1)) <= K * 0),
]


@pytest.mark.parametrize("claim", OTHERS, ids=str)
def test_the_contrary_of_another_claim_is_not_derived(claim):
    assert derivation(replace(s42.nonlinearity, id="made.nonlinearity", claim=(claim,))) is None
