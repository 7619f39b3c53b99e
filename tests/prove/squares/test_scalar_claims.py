"""Claims about numbers by sums of squares: the kernel accepts the scripts that are found, and refuses altered ones."""

from dataclasses import replace

import pytest
from sympy import Rational

from lemmata.language import conjecture_files, proof
from lemmata.prove.attempts import of_numbers
from lemmata.prove.judge import judge
from lemmata.prove.squares.scalar_claims import script

pytest.importorskip("clarabel")


def claim(text: str, given=(), **let: str):
    """A claim in words; variables that are not declared are x, y, z, real numbers."""
    declared = let or {"x": "real", "y": "real"}
    return conjecture_files.build("claim", declared, list(given), [text])


ABOVE = {"x": "positive", "y": "positive", "z": "positive"}
TRUE = [
    claim("2*x*y <= x**2 + y**2"),
    claim("0 < x**4 - x + 1", x="real"),
    claim("sqrt(x*y) <= (x + y)/2", x="positive", y="positive"),
    claim("sqrt(x + y) <= sqrt(x) + sqrt(y)", x="positive", y="positive"),
    claim("x/(y + z) + y/(z + x) + z/(x + y) >= 3/2", **ABOVE),
    claim("x/(1 + x**2) <= 1/2", x="real"),
    claim("(x + y)**2 <= 2", ["x**2 + y**2 == 1"]),
    claim("abs(x*y) <= (x**2 + y**2)/2"),
    claim("max(x, y) >= (x + y)/2"),
    claim("27*x*y*z <= (x + y + z)**3", **ABOVE),
]
FALSE = [
    claim("2*x*y < x**2 + y**2"),
    claim("2.001*x*y <= x**2 + y**2"),
    claim("(x + y)/2 <= sqrt(x*y)", x="positive", y="positive"),
    claim("x/(y + z) + y/(z + x) + z/(x + y) >= 1.501", **ABOVE),
    claim("x/(1 + x**2) <= 0.499", x="real"),
    claim("(x + y)**2 <= 1.99", ["x**2 + y**2 == 1"]),
    claim("min(x, y) >= (x + y)/2"),
]


@pytest.mark.parametrize("statement", TRUE, ids=lambda s: s.text["claim"][0])
def test_true_claims_are_proved(statement) -> None:
    found = script(statement, 20.0)
    assert found is not None
    judgement = judge(statement, found)
    assert judgement.accepted, judgement.reason
    assert not judgement.imports
    assert not judgement.principles


@pytest.mark.parametrize("statement", FALSE, ids=lambda s: s.text["claim"][0])
def test_false_claims_are_not(statement) -> None:
    assert script(statement, 2.0) is None


def test_the_answer_names_hypotheses_and_says_squares_only_of_squares() -> None:
    found = of_numbers(claim("x**2 + y**2 >= 2*x*y + z", ["z <= 0"], x="real", y="real", z="real"), 10.0)
    assert found is not None and found.report is not None
    (line,) = found.report["lines"]
    assert "(z <= 0)" in line and "given" not in line and "1 (" not in line and "(1)**2" not in line
    assert found.report["standing"] == "it is a sum of squares"
    found = of_numbers(claim("x**4 + y**4 >= 2 * x**2 * y**2"), 10.0)
    assert found is not None and found.report is not None
    squares = any("sum of squares" in line for line in found.report["lines"])
    assert squares is (found.report["standing"] == "it is a sum of squares")


def _altered(found: proof.Proof):
    """The script with one thing changed in a step of squares."""
    at, step = next((k, s) for k, s in enumerate(found.steps) if isinstance(s.by, proof.Squares))
    (d, facts, q), *rest = step.by.terms
    for term in ((f"2 * ({d})", facts, q), (f"-({d})", facts, q), (d, facts, f"{q} + 1"), None):
        terms = (*([] if term is None else [term]), *rest)
        by = proof.Squares(terms, step.by.multiples)
        yield replace(found, steps=(*found.steps[:at], replace(step, by=by), *found.steps[at + 1 :]))


@pytest.mark.parametrize("statement", [TRUE[1], TRUE[3], TRUE[6]], ids=lambda s: s.text["claim"][0])
def test_an_altered_script_is_refused(statement) -> None:
    found = script(statement, 20.0)
    assert found is not None
    for changed in _altered(found):
        assert not judge(statement, changed).accepted


def test_a_proof_of_another_claim_is_refused() -> None:
    found = script(TRUE[0], 20.0)
    assert found is not None
    assert not judge(FALSE[1], found).accepted
    assert not judge(FALSE[0], found).accepted


def test_a_square_does_not_make_a_relation_strict() -> None:
    statement = claim("0 < x**2", x="real")
    x = statement.let[0]
    step = proof.Step("squares", statement.conjuncts[0], proof.Squares(((Rational(1), (), x),)))
    assert not judge(statement, proof.Proof("", (step,))).accepted
