"""Statements of macdonald2022: hand-checked instances, degenerate shapes, false variants, what the chain rests on."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lemmata import catalogue
from lemmata.certificates import build_denial, write
from lemmata.certificates.denials import derivation
from lemmata.claims import algebraic, profiles
from lemmata.evaluate.decide import judge
from lemmata.language import Id, Kind, Statement, exists, smin
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.network_checker.network_program import check_certificate
from lemmata.prove.proofs import examine
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
