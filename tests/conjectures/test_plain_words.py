"""What an answer shows where there is a choice: numbers a reader has a feeling for, and no bound that says nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lemmata.analysis.sharpening.study import _at_least
from lemmata.claims.budget import Budget
from lemmata.claims.exact_check import ExactCheck
from lemmata.claims.profiles import PROFILES
from lemmata.claims.screening import Screening
from lemmata.conjectures import answers
from lemmata.conjectures.checking import _in_short, check
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate


def number(x: str) -> Instance:
    return Instance({}, {"x": Fraction(x)})


def tightest(claim: str, *values: str) -> Instance:
    statement = conjecture_files.build("shown", {"x": "real"}, [], [claim])
    exact_check = ExactCheck(Screening(statement, PROFILES["quick"], Stream("shown", 0), "cpu"))
    for value in values:
        exact_check.judge(instantiate(statement, {}), number(value))
    assert exact_check.tightest is not None
    return exact_check.tightest[1]


def test_the_tightest_instance_is_not_one_that_is_only_huge() -> None:
    assert tightest("x < x + 1", "3", "1e30", "5").values == {"x": 5}
    assert tightest("x < x + 1", "1e30", "1e31").values == {"x": 10**30}  # where there is nothing else
    assert tightest("x**2 >= 0", "1e-30", "3", "0").values == {"x": 0}
    assert tightest("abs(x) <= x + 1e30 - abs(x - 1e30)", "3", "1e30").values == {"x": 3}  # equality, both times


def test_equality_at_zero_alone_is_not_called_tight() -> None:
    entry = check(conjecture_files.build("shown", {"x": "real"}, [], ["x**2 <= 3 * x**2 + x**4"]), Budget(3.0))
    words = list(answers.findings(entry))
    assert any("only where both sides are zero" in line for line in words) and not any("tight" in x for x in words)
    entry = check(conjecture_files.build("shown", {"x": "real"}, [], ["2 * x <= x**2 + 1"]), Budget(3.0))
    assert "tight: equality at" in list(answers.findings(entry))


@pytest.mark.parametrize("ratio", [0.9999999, 1 / 3, 0.12345678, 1e-9])
def test_what_is_needed_is_not_rounded_up(ratio: float) -> None:
    assert float(_at_least(ratio)) <= ratio < float(_at_least(ratio)) * (1 + 1e-5)


ASKED = "lemmata check --claim '{}' --let 'A=real(2, 2)' --budget 30 --seed 0"


@pytest.mark.parametrize(
    ("claim", "lhs", "rhs", "asked"),
    [
        ("normF(A) <= smax(A)", "[1.41 +/- 1e-3]", "1", "normF(A) / smax(A)"),
        ("smax(A) >= 2 * normF(A)", "1", "2", "(2 * normF(A)) / smax(A)"),
        ("smax(A) <= 1", "2", "1", "smax(A)"),
        ("lmin(A) >= 0", "-1", "0", ""),  # no quotient
        ("A <= 2 * A", "[1, 0]", "[2, 0]", ""),  # no numbers
        ("smax(A) <= 2 <= normF(A)", "3", "2", ""),  # no two sides
    ],
)
def test_a_refutation_names_the_command_that_asks_for_the_largest_quotient(
    claim: str, lhs: str, rhs: str, asked: str
) -> None:
    entry = {
        "text": {"claim": [claim]}, "reproduce": ASKED.format(claim), "counterexample": {"lhs": lhs, "rhs": rhs}
    }  # fmt: skip
    reported = answers._ratio(entry)
    assert (
        (f"--sup '{asked}' --let 'A=real(2, 2)'" in reported or f"--sup {asked} " in reported)
        if asked
        else not reported
    )
    assert "--budget" not in reported and "--claim" not in reported


def test_a_claim_whose_words_fill_lines_is_repeated_as_it_was_typed() -> None:
    long = "trpow(2, ptrace1(2, 2, R)) <= trpow(2, R)"
    statement = conjecture_files.build("claim", {"R": "density(4)"}, [], [long])
    assert _in_short(statement) == [long]
    statement = conjecture_files.build("claim", {"A": "real(2, 2)"}, [], ["norm2( A ) <= 2*smax(A)"])
    assert _in_short(statement) == ["norm2(A) <= 2 * smax(A)"]  # what is about as long is said as it was read
