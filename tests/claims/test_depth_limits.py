"""Limits along depth: exact counterexamples, proofs from uniform gaps, and nothing in between passed off as either."""

from fractions import Fraction
from typing import Any

import pytest

from lemmata.claims import depth_limits
from lemmata.claims.profiles import QUICK
from lemmata.language import Dim, Index, Kind, Scalar, Statement, forall
from lemmata.language.domains import open_interval
from lemmata.language.families import ProdOver
from lemmata.language.probability import Converges
from lemmata.language.sequences import Eventually, Sequence, term
from lemmata.language.verdicts import Finding, Verdict
from lemmata.prove.depth_bounds import offered
from theorems.oyedotun2021 import OYEDOTUN_2021, section4_depth

L, l = Dim("L"), Index("l")  # noqa: E741
a, b = term(Sequence("a"), l), term(Sequence("b"), l)
q, x = Scalar("q", domain=open_interval(0, 1)), Scalar("x")


def over(body: Any) -> Any:
    return ProdOver(l, 1, L, body)


def every(relation: Any) -> Any:
    return forall(l, 1, L, relation)


def check(claim: Any, *given: Any) -> Finding:
    source = OYEDOTUN_2021.at("here")
    return depth_limits.check(Statement("oyedotun.test", "", source, Kind.LIMIT, claim, given), QUICK, 0)


def limit(value: Any, target: Any = 0) -> Converges:
    return Converges(value, target, L, "as numbers")


GAP = (every(abs(a) > abs(b)), every(abs(b) <= q * abs(a)))


def test_a_uniform_gap_proves_and_a_bare_gap_refutes() -> None:
    assert check(limit(over(b / a)), *GAP).verdict is Verdict.PROVED
    assert check(limit(over(b / a)), GAP[0]).verdict is Verdict.REFUTED


@pytest.mark.parametrize("target", [1, Fraction(1, 2), -1])
def test_the_wrong_limit_is_refuted(target: Any) -> None:
    assert check(limit(over(b / a), target), *GAP).verdict is Verdict.REFUTED


def test_a_denominator_that_may_vanish_proves_nothing() -> None:
    claim = limit(over(b / a) / (over(b / a) + x))
    assert check(claim, *GAP).verdict is Verdict.REFUTED  # x = 0 makes it 1
    assert check(claim, *GAP, abs(x) > 0).verdict is Verdict.PROVED


def test_a_sum_of_squares_vanishes_only_where_all_of_them_do() -> None:
    y = Scalar("y")
    ratio = over(b / a)
    sure = limit(ratio / (x**2 + y**2 + ratio**2))
    assert check(sure, *GAP).verdict is not Verdict.PROVED  # x = y = 0 makes it grow
    assert check(sure, *GAP, abs(x) > 0).verdict is Verdict.PROVED
    assert check(limit(ratio / (x**2 - y**2)), *GAP, abs(x) > 0).verdict is not Verdict.PROVED
    assert check(limit(ratio / (x**2 + y)), *GAP, abs(x) > 0).verdict is not Verdict.PROVED
    assert check(limit(ratio / (x**2 * y**2)), *GAP, abs(x) > 0).verdict is not Verdict.PROVED


def test_a_gap_the_wrong_way_round_proves_nothing() -> None:
    assert check(limit(over(a / b)), *GAP).verdict is Verdict.REFUTED
    assert check(limit(over(b / a)), every(abs(b) <= q * abs(a))).verdict is not Verdict.PROVED  # a may vanish


def test_growth_needs_a_bound_above_one() -> None:
    g = Scalar("g")
    assert check(limit(1 / over(a)), g > 1, every(abs(a) >= g)).verdict is Verdict.PROVED
    assert check(limit(1 / over(a)), every(abs(a) >= g)).verdict is Verdict.REFUTED


def test_impossible_hypotheses_are_vacuous() -> None:
    assert check(limit(over(a), 7), every(a > 1), every(a < 1)).verdict is Verdict.VACUOUS


def test_what_neither_way_settles_stays_open() -> None:
    assert check(limit(over(a) - over(a))).verdict is Verdict.INCONCLUSIVE


def test_other_claims_are_refused() -> None:
    with pytest.raises(TypeError):
        check(every(a > 0))
    with pytest.raises(TypeError):
        check(Eventually(over(a) > 0, L))
    with pytest.raises(TypeError, match="same layer"):
        check(limit(over(term(Sequence("a"), l + 1))))


ROWS = {s.id: s for s in vars(section4_depth).values() if isinstance(s, Statement)}
TRUE = {name for name in ROWS if name.endswith(("repaired", "~condition"))}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", ROWS)
def test_statements_of_the_paper(name: str) -> None:
    finding = depth_limits.check(ROWS[name], QUICK, 0)
    assert finding.verdict is (Verdict.PROVED if name in TRUE else Verdict.REFUTED)
    for hypothesis in finding.evidence["hypotheses"]:
        assert hypothesis["met"]


def test_what_holds_only_where_it_is_defined_is_not_proved_but_seen() -> None:
    """|b| <= q |a| leaves a = b = 0, where the quotient has no value; without a bound nothing is seen."""
    quotient = limit(over(b / a))
    for claim, given, seen in (
        (quotient, GAP[1:], True),
        (quotient, (), False),
        (limit(over(b / a) / (over(b / a) + x)), GAP[1:], False),
        (limit(over(b)), GAP[1:], False),
    ):
        made = Statement("oyedotun.test", "", OYEDOTUN_2021.at("here"), Kind.LIMIT, claim, given)
        assert offered(made) is None
        assert (offered(made, defined=True) is not None) is seen
