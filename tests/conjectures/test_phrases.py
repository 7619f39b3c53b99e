"""The phrase book: every line is read, and a sample of each sign is checked; false ones come with a certificate.

The page of constructs has the same lines, and each of them is checked.
"""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lemmata import check
from lemmata.analysis.sharpening.study import _at_least
from lemmata.claims.budget import Budget
from lemmata.claims.exact_check import ExactCheck
from lemmata.claims.profiles import PROFILES
from lemmata.claims.screening import Screening
from lemmata.conjectures import answers
from lemmata.conjectures.checking import _in_short
from lemmata.conjectures.checking import check as checked
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.conjecture_files import build
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.statement import Kind, Statement
from lemmata.language.verdicts import Verdict

DOCS = Path(__file__).parents[2] / "docs"
BOOK = (DOCS / "phrases.md").read_text(encoding="utf-8")
CONSTRUCTS = re.split(r"^## ", (DOCS / "constructs.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
ROW = re.compile(r"^\| (?P<paper>.+?) \| (?P<said>`.+`) \| (?P<sign>[✓✗]) \|$", re.MULTILINE)
LET = {
    "n": "integer(2, 4)", "A": "real(n, n)", "B": "real(n, n)", "S": "symmetric(n)", "T": "symmetric(n)",
    "P": "psd(n)", "x": "real(n, 1)", "y": "real(n, 1)", "t": "real",
}  # fmt: skip


class Phrase(NamedTuple):
    """A line: the claim, with its own variables, hypotheses and definitions."""

    claim: str
    let: dict[str, str]
    given: list[str]
    define: dict[str, str]
    holds: bool

    def statement(self) -> Statement:
        return build("phrase", self.let, self.given, [self.claim], define=self.define)


def phrase(row: re.Match[str]) -> Phrase:
    claim, *more = re.findall(r"`([^`]+)`", row["said"])
    out: dict[str, Any] = {"let": dict(LET), "given": [], "define": {}}
    for line in more:
        if line.startswith("given "):
            out["given"].append(line.removeprefix("given "))
        else:
            name, _, text = line.removeprefix("define ").partition(" = ")
            out["define" if line.startswith("define ") else "let"][name] = text
    return Phrase(claim, **out, holds=row["sign"] == "✓")


PHRASES = [phrase(row) for row in ROW.finditer(BOOK)]


def test_every_line_is_read() -> None:
    rows = [line for line in BOOK.splitlines() if line.startswith("| ") and not line.startswith("| paper")]
    assert len(PHRASES) == len(rows) >= 55
    for line in PHRASES:
        assert line.statement().text["claim"]


def test_both_signs_are_common() -> None:
    false = sum(not line.holds for line in PHRASES)
    assert min(false, len(PHRASES) - false) >= 20


def test_every_construct_has_a_true_and_a_false_claim() -> None:
    assert len(CONSTRUCTS) >= 11
    for section in CONSTRUCTS:
        assert {row["sign"] for row in ROW.finditer(section)} == {"✓", "✗"}, section[:40]


PAGE = [phrase(row) for section in CONSTRUCTS for row in ROW.finditer(section)]
SAMPLE = [line for line in PHRASES if not line.holds] + [line for line in PHRASES if line.holds][::3]


@pytest.mark.sampled(20)
@pytest.mark.parametrize("line", SAMPLE + PAGE, ids=[line.claim for line in SAMPLE + PAGE])
def test_a_sample_is_as_the_book_says(line: Phrase) -> None:
    result = check(line.statement(), budget=2 if line.holds else 4)  # what is false ends the search
    if result.verdict is Verdict.INCONCLUSIVE:  # on a machine that is slow just now
        result = check(line.statement(), budget=60)
    assert result.holds == line.holds and (line.holds or result.verdict is Verdict.REFUTED), repr(result)
    assert line.holds or result.certificate is not None or line.statement().kind in (Kind.PROBABILITY, Kind.LIMIT)


# --- What an answer shows where there is a choice: numbers a reader has a feeling for, and no bound that says nothing


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
    entry = checked(conjecture_files.build("shown", {"x": "real"}, [], ["x**2 <= 3 * x**2 + x**4"]), Budget(1.0))
    words = list(answers.findings(entry))
    assert any("both sides zero" in line for line in words) and not any("tight" in x for x in words)
    entry = checked(conjecture_files.build("shown", {"x": "real"}, [], ["2 * x <= x**2 + 1"]), Budget(1.0))
    assert "tight: equality at" in list(answers.findings(entry))


@pytest.mark.parametrize("ratio", [0.9999999, 1 / 3, 0.12345678, 1e-9])
def test_what_is_needed_is_not_rounded_up(ratio: float) -> None:
    assert float(_at_least(ratio)) <= ratio < float(_at_least(ratio)) * (1 + 1e-5)


ASKED = "lemmata checked --claim '{}' --let 'A=real(2, 2)' --budget 30 --seed 0"


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
