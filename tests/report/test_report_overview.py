"""The first screen: counts by paper, the refuted at a glance, and what is said of reviews."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.report.sample_entries import entry
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


def test_many_refuted_are_listed_with_counterexamples_that_fit_a_line(long: str) -> None:
    index = [Page(f"<ul>{part.split('</ul>')[0]}</ul>").words for part in long.split('<ul class="index">')[1:]]
    assert len(index) == 1 and index[0].count("Claim") == 20
    assert "Claim 3 Lemma 21, (52) n = 2, M_o = [0 1; 0 0], w = [1; 0]: 1/2 ≠ is not equal to 0" in index[0]
    links = re.findall(r'<li><a href="#(s-[^"]*)"', long)
    assert len(set(links)) == 20 and all(f'id="{link}"' in long for link in links)


def test_conjectures_are_not_waiting_for_a_review(tmp_path: Path) -> None:
    mine = entry("mine", "supported", paper="conjecture", expected=None, as_expected=None)
    page = Page(rendered(tmp_path, run([mine])))
    assert "not yet reviewed" not in page.words and "reviewed one." not in page.words
    assert "supported for n ≤ 64." in page.words
    new = entry("riedi.new", "supported", expected=None, as_expected=None)
    page = Page(rendered(tmp_path, run([mine, new])))
    assert "1 not yet reviewed." in page.words and page.words.count("not yet reviewed") == 2


def test_what_is_proved_on_a_principle_counts_apart(tmp_path: Path) -> None:
    held = [*papers(14), entry("p0.flow", "proved", paper="paper2020", principles=["gradient flow"])]
    page = rendered(tmp_path, run(held))
    assert "are proved, 1 of them on a principle." in page and page.count("on the principle <i>gradient flow</i>") >= 1
    assert "1 of them" not in rendered(tmp_path, run(papers(14)))
