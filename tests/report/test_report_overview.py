"""The first screen: counts by paper, the refuted at a glance, and what is said of reviews."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.report.sample_entries import entry, large
from tests.report.sample_run import run
from tests.report.test_report_page import Page, rendered

BROKEN = {
    "dims": {"n": 2}, "values": {"M_o": [["0", "1"], ["0", "0"]], "w": [["1"], ["0"]]}, "conjunct": 0,
    "lhs": "1/2", "rhs": "0", "relation": "==", "explain": "One half is not nothing.",
}  # fmt: skip


def papers(refuted: int) -> list[dict[str, Any]]:
    """A run of three papers, `refuted` of whose statements are refuted."""
    held = [
        entry(f"p{k % 3}.lemma-{k}", "refuted", paper=f"paper{2020 + k % 3}", title=f"Claim {k}", counterexample=BROKEN)
        for k in range(refuted)
    ]
    held += [entry(f"p{k}.other", "proved", paper=f"paper{2020 + k}") for k in range(2)]
    return held


@pytest.fixture
def long(tmp_path: Path) -> str:
    return rendered(tmp_path, run(papers(20)))


def test_every_paper_has_its_counts_and_each_is_a_link(long: str) -> None:
    table = long.split('<table class="tally"')[1].split("</table>")[0]
    rows = [Page(f"<table><tbody><tr>{part.split('</tr>')[0]}</tr></tbody></table>").words
            for part in table.split("<tr>")[2:]]  # fmt: skip
    assert rows == ["Paper 2020 1 7 8", "Paper 2021 1 7 8", "Paper 2022 6 6"]
    assert 'href="#p-2" data-p="2" data-v="refuted">7</a>' in table
    assert "inconclusive" not in table, "a verdict that nothing has takes no column"


def test_many_refuted_are_listed_with_counterexamples_that_fit_a_line(long: str) -> None:
    assert long.count('<details class="group">') == 3 and long.count('<article class="card') == 20
    index = [Page(f"<ul>{part.split('</ul>')[0]}</ul>").words for part in long.split('<ul class="index">')[1:]]
    assert len(index) == 3 and sum(part.count("Claim") for part in index) == 20
    assert "Claim 3 Lemma 21, (52) n = 2, M_o = [0 1; 0 0], w = [1; 0]: 1/2 ≠ is not equal to 0" in index[0]
    links = re.findall(r'<li><a href="#(r-[^"]*)"', long)
    assert len(set(links)) == 20 and all(f'id="{link}"' in long for link in links)


def test_a_surprise_is_not_folded_away_and_long_numbers_are_left_to_the_card(tmp_path: Path) -> None:
    held = papers(14)
    wide = {**BROKEN, "values": {"A": large(3)}}
    held[0] = entry("p0.new", "refuted", paper="paper2020", expected="proved", as_expected=False, counterexample=wide)
    page = rendered(tmp_path, run(held))
    assert page.count('<details class="group" open>') == 1 and page.count('<details class="group">') == 2
    first = page.split('<ul class="index">')[1].split("</li>")[0]
    assert "expected proved" in first and "…" not in first and "1/2" in first


def test_conjectures_are_not_waiting_for_a_review(tmp_path: Path) -> None:
    mine = entry("mine", "supported", paper="conjecture", expected=None, as_expected=None)
    page = Page(rendered(tmp_path, run([mine])))
    assert "not yet reviewed" not in page.words and "reviewed one." not in page.words
    assert "supported for n ≤ 64." in page.words
    new = entry("riedi.new", "supported", expected=None, as_expected=None)
    page = Page(rendered(tmp_path, run([mine, new])))
    assert "1 not yet reviewed." in page.words and page.words.count("not yet reviewed") == 2
