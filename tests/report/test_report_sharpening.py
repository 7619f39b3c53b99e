"""How the page shows what a study of sharpness found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lemmata.report import render
from lemmata.report.sharpening import sharpness
from lemmata.report.typeset_statements import Line, Typeset
from tests.report.hostile import HOSTILE
from tests.report.sample_entries import entry, no_catalogue
from tests.report.test_report_page import Page

INSTANCE = {"dims": {"n": 2}, "values": {"M_o": [["0", "1"], ["0", "0"]]}, "lhs": "1", "rhs": "1"}
STUDY: dict[str, Any] = {
    "hypotheses": [
        {
            "text": "smax(M_o) < 1",
            "kind": "hypothesis",
            "instead": "smax(M_o) >= 1",
            "status": "needed",
            "detail": "a certified instance without it breaks the claim",
            "counterexample": {**INSTANCE, "relation": "<=", "explain": "The left side is 4."},
            "conjuncts": [{"text": "a <= b", "status": "needed"}, {"text": "b <= c", "status": "not needed"}],
        },
        {
            "text": "rho = interval(0, 1)",
            "kind": "domain",
            "instead": "rho: above its upper end",
            "status": "not needed",
            "detail": "the claim survived 918 instances outside it, 8 of them certified",
        },
    ],
    "constants": [
        {"conjunct": 0, "text": "a <= b", "status": "improvable", "at_least": "0.49", "survived": "1/2", "detail": "so"}
    ],
    "attained": [
        {"conjunct": 0, "text": "a <= b", "status": "attained", "detail": "exact", "instance": INSTANCE,
         "structure": ["M_o is of rank 1 and nilpotent"]}
    ],
    "dominated_by": [
        {"by": "riedi.lemma-17", "quantity": "smax(M)", "side": "above", "theirs": "rho + smax(M_o)",
         "status": "dominated", "detail": "strictly better at a certified one", "strict": INSTANCE}
    ],
    "skipped": ["better bounds: 2 of 5 not studied, the budget of this profile is spent"],
    "checks": 4,
}  # fmt: skip


def page_of(folder: Path, study: Any) -> Page:
    one = entry("riedi.lemma-21", "proved", sharpness=study)
    run = {"schema": 1, "profile": "quick", "seed": 0, "complete": True, "statements": [one]}
    (folder / "verdicts.json").write_text(json.dumps(run), encoding="utf-8")
    return Page(render(folder, no_catalogue()).read_text(encoding="utf-8"))


def test_every_finding_is_told(tmp_path: Path) -> None:
    words = page_of(tmp_path, STUDY).words
    for said in (
        "How sharp it is",
        "a certified instance without it breaks the claim",
        "The left side is 4.",
        "1. needed, 2. did without it",
        "rho: above its upper end",
        "survived 918 instances",
        "certainly at least 0.49; 1/2 survived",
        "M_o is of rank 1 and nilpotent",
        "better wherever both apply",
        "2 of 5 not studied",
    ):
        assert said in words, said


def test_improvements_are_listed_at_the_front(tmp_path: Path) -> None:
    page = page_of(tmp_path, STUDY)
    assert "sharper" in page.all("id") and "#sharper" in page.all("href")
    assert "bounded better by riedi.lemma-17" in page.words
    assert "did without rho = interval(0, 1)" in page.words


@pytest.mark.parametrize("study", [None, {}, [], "text"])
def test_a_statement_without_a_study_says_nothing_of_it(tmp_path: Path, study: Any) -> None:
    page = page_of(tmp_path, study)
    assert "How sharp it is" not in page.words and "sharper" not in page.all("id")


@pytest.mark.parametrize("part", sorted(STUDY))
@pytest.mark.parametrize("value", [None, "text", 3, [None], [{}], {"a": 1}])
def test_every_part_may_be_missing_or_odd(tmp_path: Path, part: str, value: Any) -> None:
    page_of(tmp_path, {**STUDY, part: value})


def test_hostile_strings_stay_strings(tmp_path: Path) -> None:
    attack = str(HOSTILE["title"])
    odd = json.loads(json.dumps(STUDY).replace("smax(M)", attack.replace('"', "'").replace("\\", "")))
    tags = {name for name, _ in page_of(tmp_path, odd).tags}
    assert not tags & {"img", "iframe", "object", "embed", "form2"}


def test_domains_are_set_like_the_lines_of_let() -> None:
    says = Typeset(let=(Line("rho = interval(0, 1)", None),), given=(Line("smax(M_o) < 1", None),))
    view = sharpness(STUDY, says)
    assert view is not None
    assert view.ablations[1].line is says.let[0] and view.ablations[0].line is says.given[0]
