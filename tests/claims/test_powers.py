"""A power whose exponent is an integer variable is the integer power, however the variable is declared or used."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.evaluate.decide import judge
from lemmata.language import Dim, Index, Kind, Scalar, Statement
from lemmata.language.conjecture_files import CONJECTURE, build
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.parse import ReadingError

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
    entry = check(build("power", LET, [], [claim]), Budget(3.0))
    assert entry["verdict"] == verdict, entry["error"]
    assert (entry["certificate"] is not None) == (verdict == "refuted")
