"""The phrase book: every line is read, and a sample of each sign is checked; false ones come with a certificate.

The page of constructs has the same lines, and each of them is checked.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lemmata import check
from lemmata.language.conjecture_files import build
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
    result = check(line.statement(), budget=4)
    if result.verdict is Verdict.INCONCLUSIVE:  # on a machine that is slow just now
        result = check(line.statement(), budget=60)
    assert result.holds == line.holds and (line.holds or result.verdict is Verdict.REFUTED), repr(result)
    assert line.holds or result.certificate is not None or line.statement().kind in (Kind.PROBABILITY, Kind.LIMIT)
