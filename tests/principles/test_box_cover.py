"""Covers of boxes: found for true claims, refused where they are altered, and never found for false ones."""

import pytest

from lemmata.language import conjecture_files, proof
from lemmata.principles.box_cover import covered, tasks
from lemmata.principles.templates import PrincipleError
from lemmata.prove.box_search import script
from lemmata.prove.judge import judge


def claim(text: str, given=(), **let: str):
    """A claim in words."""
    return conjecture_files.build("claim", let, list(given), [text])


TRUE = [
    claim("log(1 + x) <= x", x="interval(0, 5)"),
    claim("1 + x <= exp(x)", x="interval(-3, 3)"),
    claim("x - x**3/3 <= tanh(x)", x="interval(0, 2)"),
    claim("sigmoid(x) * (1 - sigmoid(x)) <= 1/4", x="interval(-8, 8)"),
    claim("max(0, x) < softplus(x)", x="interval(-10, 10)"),
    claim("(log(x) + log(y))/2 < log((x + y)/2)", x="interval(1, 2)", y="interval(3, 4)"),
    claim("exp(x + y) <= 0.7", ["x + y <= -1/2"], x="interval(-2, 2)", y="interval(-2, 2)"),
    claim("exp(-x) <= 1", ["x >= 0", "x <= 7"], x="real"),
]
FALSE = [
    claim("log(1 + x) < x", x="interval(0, 5)"),
    claim("log(1 + x) <= 0.999*x", x="interval(0, 5)"),
    claim("1 + x <= exp(x) - 1/10**6", x="interval(-3, 3)"),
    claim("sigmoid(x) * (1 - sigmoid(x)) <= 0.2499", x="interval(-8, 8)"),
    claim("exp(x + y) <= 0.6", ["x + y <= -1/2"], x="interval(-2, 2)", y="interval(-2, 2)"),
    claim("exp(x) - x <= 1 + y", ["x <= y"], x="interval(0, 2)", y="interval(0, 3)"),
]


@pytest.mark.parametrize("statement", TRUE, ids=lambda s: s.text["claim"][0])
def test_true_claims_are_covered(statement) -> None:
    found = script(statement, 20.0)
    assert found is not None
    judgement = judge(statement, found)
    assert judgement.reason is None
    assert judgement.outside == "box subdivision"
    assert not judgement.accepted  # the kernel has no part in it, and the verdict names the principle


@pytest.mark.parametrize("statement", FALSE, ids=lambda s: s.text["claim"][0])
def test_false_ones_are_not(statement) -> None:
    assert script(statement, 4.0) is None


@pytest.mark.parametrize("statement", FALSE, ids=lambda s: s.text["claim"][0])
def test_no_cover_of_a_true_claim_covers_a_false_one(statement) -> None:
    covers = [c for true in TRUE for found in [script(true, 20.0)] if found for c in found.steps[0].by.covers]
    simple = ["v", "m", "s 0 v v", "f 0 v", "F 0 v", "t 0 1 0", "t 0 2 0", "h 0", "f 0 h 0", "F 1 f 0 h 0"]
    for cover in (*covers, *simple):
        with pytest.raises(PrincipleError):
            covered(tasks(statement)[0], cover)


def test_an_altered_cover_is_refused() -> None:
    statement = TRUE[3]
    (task,) = tasks(statement)
    found = script(statement, 20.0)
    assert found is not None
    (cover,) = found.steps[0].by.covers
    assert covered(task, cover) > 1
    for changed in (cover + " v", cover.rpartition(" ")[0], "v " + cover, "", "x", "s 9 v v", "s -1 v v", "t 0 99 0"):
        with pytest.raises(PrincipleError):
            covered(task, changed)


def test_an_end_forgets_the_hypotheses() -> None:
    # on x in [0, 2], y in [0, 2] with x + y >= 2 the slack exp(x) - 2 grows with x, is below zero at x = 0 with y = 2,
    # and at x = 0, y < 2 no hypothesis holds: a cover that looks there at hypotheses alone must not count
    statement = claim("2 <= exp(x) + 0*y", ["x + y >= 5/2"], x="interval(0, 2)", y="interval(0, 2)")
    (task,) = tasks(statement)
    with pytest.raises(PrincipleError):
        covered(task, "f 0 h 0")


def test_a_box_is_needed() -> None:
    with pytest.raises(PrincipleError):
        tasks(claim("log(1 + x) <= x", x="positive"))
    assert script(claim("log(1 + x) <= x", x="positive"), 1.0) is None
    with pytest.raises(PrincipleError):
        tasks(claim("exp(x) >= 0", ["x <= 3"], x="real"))


def test_what_the_kernel_reads_is_left_to_it() -> None:
    statement = claim("x**2 <= 4", x="interval(-2, 2)")
    assert script(statement, 2.0) is None
    step = proof.Step("cover", statement.conjuncts[0], proof.Boxes(("v",)))
    assert judge(statement, proof.Proof("", (step,))).reason is not None


def test_logarithms_outside_their_domain_decide_nothing() -> None:
    assert script(claim("log(x) <= 2", x="interval(-1, 1)"), 2.0) is None
