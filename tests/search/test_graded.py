"""Climbs among entries of many magnitudes: what is best possible fails just outside its range, and not inside."""

import math
from fractions import Fraction

import pytest

from lemmata.evaluate.comparison import Evaluation
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.search.ill_conditioned import climb, goal, usable

ABOVE = {"n": "integer(1, 3)", "B": "pd(n)", "C": "psd(n)"}
PAIR = {"n": "integer(1, 3)", "A": "pd(n)", "B": "pd(n)"}
FURUTA = "lmin(powm(sqrtm(B) @ (B + C) @ (B + C) @ sqrtm(B), {0}) - powm(B, 3 * {0})) >= 0"


def problem(claim: str, let: dict[str, str], given: tuple[str, ...] = ()) -> Concrete:
    return instantiate(conjecture_files.build("x", let, list(given), [claim]), {"n": 2})


def outcome(concrete: Concrete, steps: int, seed: int = 0) -> str:
    found = climb(concrete, Stream("graded", seed), steps)
    return "none" if found is None else judge(concrete, found).outcome


def test_furuta_just_outside_its_range_and_at_its_end() -> None:
    assert outcome(problem(FURUTA.format("100/149"), ABOVE), 300) == "violation"
    assert outcome(problem(FURUTA.format("2/3"), ABOVE), 150) == "none"


def test_furuta_for_logarithms_just_outside_its_range_and_at_its_end() -> None:
    claim = "lmin(powm(expm(H) @ expm(H + P) @ expm(H), {0}) - expm(3 * {0} * H)) >= 0"
    ordered = {"n": "integer(1, 3)", "H": "symmetric(n)", "P": "psd(n)"}
    assert [outcome(problem(claim.format("3/4"), ordered), 600, seed) for seed in range(4)] == ["violation"] * 4
    assert outcome(problem(claim.format("2/3"), ordered), 150, 1) == "none"


@pytest.mark.parametrize(("power", "wanted", "sign"), [("100/149", "violation", -1), ("2/3", "holds", 1)])
def test_a_difference_of_first_order_at_a_large_condition(power: str, wanted: str, sign: int) -> None:
    """C = 2^-k v v^T next to B = diag(1, 2^-72), with v = (1, 2^-36): the divided differences alone decide."""
    concrete = problem(FURUTA.format(power), ABOVE)
    small, far = Fraction(1, 2**36), Fraction(0)
    goals = []
    for shrunk in (Fraction(1, 2**40), Fraction(1, 2**200)):
        values = {
            "B": [[Fraction(1), far], [far, small**2]],
            "C": [[shrunk, small * shrunk], [small * shrunk, small**2 * shrunk]],
        }
        instance = Instance({"n": 2}, values)
        goals.append(goal(concrete.claim[0], Evaluation(instance)))
        assert judge(concrete, instance).outcome == wanted
    assert math.isclose(*goals, rel_tol=1e-6) and goals[0] * sign > 0


def test_the_goal_is_above_zero_where_the_claim_holds_and_infinite_without_a_value() -> None:
    (clause,) = problem("lmin(A - B) >= 0", PAIR).claim
    eye = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    twice = [[2 * x for x in row] for row in eye]
    assert goal(clause, Evaluation(Instance({"n": 2}, {"A": twice, "B": eye}))) > 0
    assert goal(clause, Evaluation(Instance({"n": 2}, {"A": eye, "B": twice}))) < 0
    assert goal(clause, Evaluation(Instance({"n": 2}, {"A": eye, "B": eye}))) == math.inf


def test_other_claims_and_variables_are_left_to_others() -> None:
    assert usable(problem(FURUTA.format("p"), {**ABOVE, "p": "interval(1/2, 1)"}))
    for claim, let, given in (
        ("tr(A) >= tr(B)", PAIR, ()),
        ("lmin(A) >= 0", PAIR, ()),
        ("lmin(A - B) >= 0", {**PAIR, "B": "orthogonal(n)"}, ()),
        ("lmin(A - B) >= 0", PAIR, ("tr(A) >= tr(B)",)),
    ):
        assert not usable(problem(claim, let, given))
