"""Limits along depth: exact counterexamples, proofs from uniform gaps, and nothing in between passed off as either."""

from fractions import Fraction
from typing import Any

import pytest
from sympy import Expr, Integer, Rational, Symbol, oo

from lemmata.claims import depth_limits
from lemmata.claims.budget import Budget
from lemmata.claims.depth_limits import (
    DEPTH,
    LAYER,
    ClosedProduct,
    NoClosedForm,
    even_limit,
    product,
    sign_at_all_layers,
    vanishes,
)
from lemmata.claims.profiles import QUICK
from lemmata.conjectures.checking import check as checked
from lemmata.evaluate.decide import judge
from lemmata.language import Dim, Index, Kind, Scalar, Statement, forall
from lemmata.language.conjecture_files import CONJECTURE, build
from lemmata.language.domains import open_interval
from lemmata.language.families import ProdOver
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.parse import ReadingError
from lemmata.language.probability import Converges
from lemmata.language.sequences import Eventually, Sequence, term
from lemmata.language.verdicts import Finding, Verdict
from lemmata.prove.depth_bounds import offered
from theorems.oyedotun2021 import OYEDOTUN_2021, section4_depth

L, l = Dim("L"), Index("l")  # noqa: E741
a, b = term(Sequence("a"), l), term(Sequence("b"), l)
q, x, y = Scalar("q", domain=open_interval(0, 1)), Scalar("x"), Scalar("y")


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
    ratio = over(b / a)
    sure = limit(ratio / (x**2 + y**2 + ratio**2))
    assert check(sure, *GAP).verdict is not Verdict.PROVED  # x = y = 0 makes it grow
    assert check(sure, *GAP, abs(x) > 0).verdict is Verdict.PROVED


@pytest.mark.sampled(3)
@pytest.mark.parametrize("below", [x**2 - y**2, x**2 + y, x**2 * y**2])
def test_what_may_be_zero_bounds_nothing_below_a_quotient(below: Any) -> None:
    assert check(limit(over(b / a) / below), *GAP, abs(x) > 0).verdict is not Verdict.PROVED


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


# --- Closed forms of products along depth against multiplication, limits against known ones

P, Q = Symbol("P"), Symbol("Q")
BODIES = [
    Integer(1), Rational(-3, 2), LAYER * (LAYER + 2) / (LAYER + 1) ** 2, 2 * (LAYER + 3) / LAYER,
    (LAYER + 1) ** 4 / (LAYER * (LAYER + 2)) ** 2, -LAYER / (LAYER + 1),
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_closed_forms_are_products(body: Expr) -> None:
    closed, running = product(body), Fraction(1)
    assert closed.confirmed() and closed.at(0) == 1
    for layer in range(1, 30):
        running *= Rational(body.subs(LAYER, layer))
        assert closed.at(layer) == running


@pytest.mark.parametrize("body", [LAYER, 1 / LAYER, LAYER**2 + 1, Integer(0), (2 * LAYER + 1) / (2 * LAYER)], ids=str)
def test_what_has_no_closed_form_is_refused(body: Expr) -> None:
    with pytest.raises(NoClosedForm):
        product(body)


def test_a_wrong_closed_form_is_not_confirmed() -> None:
    assert not ClosedProduct(Rational(2), Integer(1), Integer(3)).confirmed()
    assert not ClosedProduct(Rational(1), DEPTH + 2, (LAYER + 2) / (LAYER + 1)).confirmed()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (P / Q, 0),
        (Q / P, oo),
        (-Q / P, -oo),
        ((P + 3 * Q) / (2 * Q - P), Rational(3, 2)),
        (Integer(4) + P / Q, 4),
        (P - P, 0),
    ],
    ids=str,
)
def test_limits_by_the_largest_base(value: Expr, expected: Expr) -> None:
    assert even_limit(value, {P: product(Integer(-2)), Q: product(Integer(3))}) == expected


def test_limits_of_rational_functions() -> None:
    half = product(LAYER * (LAYER + 2) / (LAYER + 1) ** 2)
    assert even_limit(P**2 + 1, {P: half}) == Rational(5, 4)
    assert not vanishes(P - Rational(1, 2), {P: half}) and vanishes(P - P, {P: half})
    alternating = {P: product(Integer(-1))}
    assert vanishes(P - 1, alternating)  # zero at every even depth
    with pytest.raises(NoClosedForm):
        even_limit(1 / (P - 1), alternating)


@pytest.mark.parametrize(
    ("f", "sign"),
    [(LAYER, 1), (-1 / LAYER, -1), (Integer(0), 0), (Rational(-2, 3), -1), (LAYER - 3, None), (LAYER - 1, None)],
    ids=str,
)
def test_signs(f: Expr, sign: int | None) -> None:
    assert sign_at_all_layers(f) == sign


# --- A power whose exponent is an integer variable is the integer power, however the variable is declared or used

X = Scalar("x")
LET = {"x": "real", "n": "integer(1, 3)"}


def stated(claim):
    return Statement("made.power", "power", CONJECTURE.at("power"), Kind.ALGEBRAIC, claim)


@pytest.mark.parametrize(
    ("exponent", "at", "outcome"),
    [
        (Dim("n", 1, 3), 1, "violation"),
        (Dim("n", 1, 3), 2, "holds"),
        (1 / Dim("n", 1, 3), 1, "violation"),  # the first root is the number itself
        (1 / Dim("n", 1, 3), 2, "out_of_domain"),
        (Dim("n", 0, 3), 0, "holds"),
        (Dim("n", 1, 3) * Scalar("y"), 1, "out_of_domain"),  # a real exponent, whatever its value
    ],
)
def test_powers_of_minus_one(exponent, at, outcome):
    values = {"x": Fraction(-1)} | ({"y": Fraction(1)} if exponent.has(Scalar("y")) else {})
    assert judge(instantiate(stated(X**exponent >= 0), {"n": at}), Instance({"n": at}, values)).outcome == outcome


@pytest.mark.parametrize("exponent", [Index("n", 1, 3), 1 / Index("n", 1, 3), Index("n", 1, 3) * Scalar("y")])
def test_an_index_in_an_exponent_is_no_statement(exponent):
    """Its text and hash would be those of a dimension there, and its powers would be real ones."""
    with pytest.raises(ValueError, match="n stands in an exponent: make it a dimension"):
        print(stated(X**exponent >= 0).text)


@pytest.mark.parametrize(
    ("define", "claim"),
    [({}, "n * x**n >= 0"), ({"p": "n + 1"}, "x**p >= 0"), ({}, "x**(1 / n) >= 0"), ({}, "abs(x)**(n * x) >= 0")],
)
def test_integers_in_exponents_are_read_as_dimensions(define, claim):
    statement = build("power", LET, [], [claim], define=define)
    assert [type(v).__name__ for v in statement.let if v.name == "n"] == ["Dim"]


@pytest.mark.parametrize("domain", ["integer(-3, 3)", "integer(1, 99)"])
def test_ranges_that_no_dimension_has_are_questions(domain):
    with pytest.raises(ReadingError, match="^let n: n is a size or an exponent and can be"):
        build("power", {"x": "real", "n": domain}, [], ["x**n >= 0"])


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("x**n >= 0", "refuted"),
        ("x**n + n >= 0", "refuted"),
        ("x**(2 * n) >= 0", "supported"),
        ("x**n <= abs(x)**n", "supported"),
        ("abs(x**n) == abs(x)**n", "supported"),
        ("abs(x)**n * x**n == x**(2 * n)", "refuted"),
    ],
)
def test_false_claims_about_powers_are_refuted_and_true_ones_are_not(claim, verdict):
    entry = checked(build("power", LET, [], [claim]), Budget(3.0))
    assert entry["verdict"] == verdict, entry["error"]
    assert (entry["certificate"] is not None) == (verdict == "refuted")
