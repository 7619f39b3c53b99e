"""The page of a mutation run."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from lemmata.report.mutants import load, page_of, render
from lemmata.report.run_files import ReportError


def record(number: int, outcome: str, **more: Any) -> dict[str, Any]:
    """One mutant of `toy.thm-1`."""
    return {
        "id": f"toy.thm-1~strict.{number}", "statement": "toy.thm-1", "operator": "strict", "kind": "A",
        "headline": True, "part": "claim", "now": "a < b", "was": "a <= b", "hash": "0" * 64, "outcome": outcome,
        "verdict": "supported", "reason": "", "min_slack": None, "tried": 10, "rounds": 1, "instance": None,
        "certificate": None, "seconds": 0.25, **more,
    }  # fmt: skip


def run(*mutants: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A mutation run of one theorem, and a lemma that was left alone."""
    about = {"paper": "toy", "kind": "A", "text": {"let": [], "given": [], "claim": ["a <= b"]}}
    return {
        "schema": 1, "seed": 3, "sample": None, "selection": [], "started": "2026-11-21T12:00:00Z", "complete": True,
        "seconds": 12.5, "operators": {"strict": "an inequality is made strict"}, "not_mutated": {"sizes": "they fit"},
        "statements": [
            {"id": "toy.thm-1", "title": "A toy", "locator": "Theorem 1", "headline": True, "skipped": None, **about},
            {"id": "toy.lemma-2", "title": "False", "locator": "Lemma 2", "headline": False,
             "skipped": "the statement itself is refuted", **about},
        ],
        "mutants": list(mutants), **more,
    }  # fmt: skip


class Balanced(HTMLParser):
    """Fails on tags that are not closed in order, and gathers ids and links."""

    VOID = ("meta", "link", "br", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_says_what_became_of_each_mutant() -> None:
    page = page_of(run(
        record(1, "killed", instance="n = 1, A = [1]", certificate="certificates/toy.thm-1_strict.1.json"),
        record(2, "survived", reason="10 instances, n ≤ 6", explanation="Equality needs n = 2.", finding="improvement"),
        record(3, "survived", reason="10 instances, n ≤ 6"),
        record(4, "equivalent", reason="the same claim in normal form"),
    ))  # fmt: skip
    for said in ("at n = 1, A = [1]", "Equality needs n = 2.", "improves the claim", "unexplained", "normal form",
                 "the statement itself is refuted", "they fit", "is made strict", "0.25\u202fs"):  # fmt: skip
        assert said in page, said
    assert page.count("<strong>unexplained</strong>") == 1
    assert "1 surviving mutant of a headline theorem waits" in page
    parser = Balanced()
    parser.feed(page)
    assert not parser.open and len(set(parser.ids)) == len(parser.ids)
    assert {link[1:] for link in parser.links if link.startswith("#")} <= set(parser.ids)
    assert "certificates/toy.thm-1_strict.1.json" in parser.links


def test_nothing_of_a_run_is_taken_for_markup() -> None:
    evil = "<script>alert(1)</script>"
    data = run(
        record(1, "survived", now=evil, reason=evil, explanation=evil, instance=evil, certificate="javascript:x")
    )
    data["statements"][0] |= {"title": evil, "id": "toy.thm-1"}
    page = page_of(data)
    assert "<script" not in page and "javascript:" not in page


@pytest.mark.parametrize(("text", "says"), [("{", "not JSON"), ("[]", "schema 1"), ('{"schema": 2}', "schema 1")])
def test_a_file_that_is_no_run_is_refused(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "mutants.json").write_text(text, encoding="utf-8")
    with pytest.raises(ReportError, match=says):
        load(tmp_path / "mutants.json")
    with pytest.raises(ReportError, match="no such file"):
        render(tmp_path / "nowhere")
