"""A large run: an overview and a page for each paper, links between them, colours that can be read."""

import base64
import json
import re
import zlib
from collections import Counter
from pathlib import Path

import pytest

from lemmata import catalogue
from lemmata.report.render import LARGE, render
from lemmata.report.styles import STYLE
from tests.report import sample_run as sample
from tests.report.test_report_page import Page

BROKEN = {
    "dims": {"n": 2}, "values": {"M_o": [["0", "1"], ["0", "0"]]}, "conjunct": 0,
    "lhs": "1/2", "rhs": "0", "relation": "==", "explain": "One half is not nothing.",
}  # fmt: skip


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    folder = tmp_path_factory.mktemp("run")
    entries = [
        sample.entry(f"p{k % 3}.lemma-{k // 2}{'~repaired' if k % 2 else ''}", "refuted" if k % 4 == 0 else "proved",
                     paper=f"paper{k % 3}/../{k % 3}", depends_on=[f"p{(k + 1) % 3}.lemma-{(k + 1) // 2}"],
                     counterexample=BROKEN if k % 4 == 0 else None)
        for k in range(LARGE + 4)
    ]  # fmt: skip
    (folder / "verdicts.json").write_text(json.dumps(sample.run(entries)), encoding="utf-8")
    (folder / "paper-gone.html").write_text("of an earlier rendering", encoding="utf-8")
    (folder / "paper.html").write_text("somebody else's", encoding="utf-8")
    assert render(folder, sample.no_catalogue()) == folder / "index.html"
    names = sorted(path.name for path in folder.iterdir())
    assert len([n for n in names if n.startswith("paper-")]) == 3 and "paper-gone.html" not in names
    assert "paper.html" in names and not [n for n in names if n.startswith(".")]
    return {n: Page((folder / n).read_text(encoding="utf-8")) for n in names if n == "index.html" or "paper-" in n}


def test_every_link_leads_somewhere(pages: dict[str, Page]) -> None:
    ids = {name: Counter(page.all("id")) for name, page in pages.items()}
    for name, page in pages.items():
        assert [i for i, times in ids[name].items() if times > 1] == []
        for link in page.all("href"):
            target, _, fragment = link.partition("#")
            if target != "verdicts.json" and not target.startswith("certificates/"):
                assert (target or name) in pages and (not fragment or fragment in ids[target or name]), (name, link)


def test_the_overview_names_all_and_counts_printed_ones_apart(pages: dict[str, Page]) -> None:
    page = pages["index.html"]
    rows = [attrs for tag, attrs in page.tags if tag == "li" and "data-m" in attrs]
    assert len(rows) == LARGE + 4
    assert Counter(row["data-m"] for row in rows) == {"printed": (LARGE + 4) // 2, "version": (LARGE + 4) // 2}
    assert f"Of {LARGE + 4} statements, {(LARGE + 4) // 2} stand as printed" in page.words
    assert "evidence" not in {attrs.get("class") for _, attrs in page.tags} and "<math" not in page.words


def unpacked(text: str) -> str:
    """What a page holds compressed."""
    packed = re.search(r'<template id="packed">([^<]*)</template>', text)
    assert packed
    return zlib.decompress(base64.b64decode(packed[1])).decode()


def test_evidence_is_packed_and_complete(tmp_path: Path) -> None:
    entries = [sample.entry(f"p.lemma-{k}", "proved", paper="p2020") for k in range(LARGE)]
    (tmp_path / "verdicts.json").write_text(json.dumps(sample.run([*entries, sample.hostile()])), encoding="utf-8")
    render(tmp_path, sample.no_catalogue())
    for path in tmp_path.glob("paper-*.html"):
        page = Page(text := path.read_text(encoding="utf-8"))
        evidence = Page(unpacked(text))
        folds = [
            attrs["id"] for tag, attrs in page.tags if tag == "details" and "how" in attrs.get("class", "").split()
        ]
        assert folds and folds == [name for name in evidence.all("id") if name.startswith("how-")]
        assert "Where the instances came from" in evidence.words and "Where the instances came from" not in page.words
        assert not {"script", "img"} & {tag for tag, _ in evidence.tags}
        assert not [name for _, attrs in evidence.tags for name in attrs if name.startswith("on")]


def test_no_page_is_long(tmp_path: Path) -> None:
    """The statements of the longest paper, with the evidence of the made-up run."""
    made = [e for e in sample.statements() if "<" not in e["id"]]
    rows = [s for s in catalogue.all_statements() if s.paper == "riedi2022"]
    assert len(rows) > 100
    entries = [
        made[k % len(made)] | {"id": s.id, "paper": s.paper, "text": s.text, "hash": s.hash} for k, s in enumerate(rows)
    ]
    (tmp_path / "verdicts.json").write_text(json.dumps(sample.run(entries)), encoding="utf-8")
    render(tmp_path)
    for path in tmp_path.glob("*.html"):
        page = Page(text := path.read_text(encoding="utf-8"))
        assert len(text.encode()) < 1_500_000 and len(page.tags) + len(page.texts) < 60_000, path.name


def contrast(a: str, b: str) -> float:
    """Of two colours #rrggbb (WCAG 2)."""

    def luminance(colour: str) -> float:
        parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
        linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_of_letters_stands_out(scheme: str) -> None:
    roots = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    colours = dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6})", roots[0]))
    if scheme == "dark":
        colours |= dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6})", roots[1]))
    letters = colours.keys() - {"paper", "raise", "rule"}
    assert len(letters) >= 10
    for name in letters:
        for ground in ("paper", "raise"):
            assert contrast(colours[name], colours[ground]) >= 4.5, (scheme, name, ground)
    assert not re.search(r"(?<!fill-)opacity: \.", STYLE), "no text is faded"
