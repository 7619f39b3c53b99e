"""Certificates where eigenvalues are tens of powers of ten apart: witnesses of logarithms reach the smallest one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lemmata.certificates import build_violation, digest
from lemmata.checker.format import NotEstablished, fields
from lemmata.evaluate.decide import judge
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.network_checker.network_program import explained

FURUTA = "lmin(powm(sqrtm(B) @ (B + C) @ (B + C) @ sqrtm(B), {0}) - powm(B, 3 * {0})) >= 0"
FAR = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1, 2**76)]]
ABOVE = [[Fraction(1), Fraction(1, 2**38)], [Fraction(1, 2**38), Fraction(1, 2**76)]]


def certificate(power: str) -> dict[str, object]:
    statement = conjecture_files.build("far", {"B": "pd(2)", "C": "psd(2)"}, [], [FURUTA.format(power)])
    concrete, instance = instantiate(statement, {}), Instance({}, {"B": FAR, "C": ABOVE})
    decision = judge(concrete, instance).conjuncts[0]
    return build_violation(statement, instance, 0, concrete.claim[0], decision.lhs, decision.rhs)


def test_a_violation_at_a_condition_of_2_to_the_76_and_no_other_is_established() -> None:
    good = certificate("100/149")
    assert explained(fields(good))[-1] == "violation established"
    with pytest.raises(NotEstablished):
        explained(fields(certificate("2/3")))


def test_a_witness_that_is_too_far_away_establishes_nothing() -> None:
    bad = certificate("100/149")
    bad["witnesses"] = {
        name: [["0", "0"], ["0", "0"]] if name.startswith("logm") else found
        for name, found in bad["witnesses"].items()  # type: ignore[attr-defined]
    }
    bad["digest"] = digest(bad)
    with pytest.raises(NotEstablished):
        explained(fields(bad))
