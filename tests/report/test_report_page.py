"""The page as a whole."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from lemmata.report.render import render
from lemmata.report.run_files import ReportError
from lemmata.report.typeset_statements import Catalogue
from lemmata.report.verdict_signs import VERDICTS
from tests.report import sample_run as sample

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """Reads a page, and fails on a tag that is not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[tuple[str, ...], str]] = []
        self.feed(text)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"{tag} repeats an attribute: {attrs}"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]} at {self.getpos()}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.texts.append((tuple(self.open), data))

    @property
    def words(self) -> str:
        return " ".join(" ".join(data for path, data in self.texts if not {"style", "script"} & set(path)).split())

    def all(self, attribute: str) -> list[str]:
        return [str(attrs[attribute]) for _, attrs in self.tags if attribute in attrs]


def rendered(folder: Path, run: dict[str, Any], catalogue: Catalogue | None = None) -> str:
    (folder / "verdicts.json").write_text(json.dumps(run), encoding="utf-8")
    target = render(folder, catalogue or sample.no_catalogue())
    assert target == folder / "index.html"
    assert sorted(p.name for p in folder.iterdir()) == ["index.html", "verdicts.json"], "no drafts left behind"
    return target.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    return rendered(tmp_path_factory.mktemp("run"), sample.run())


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


def test_ids_are_unique_and_every_fragment_leads_somewhere(page: Page) -> None:
    ids = Counter(page.all("id"))
    assert [name for name, times in ids.items() if times > 1] == []
    assert {link[1:] for link in page.all("href") if link.startswith("#")} <= set(ids)
    assert {label for held in page.all("aria-labelledby") for label in held.split()} <= set(ids)


def test_every_badge_says_its_verdict_in_words_and_sign(text: str) -> None:
    badge = r'<span class="badge v-(\w+)"><span class="s" aria-hidden="true">(.)</span> ([^<]+)</span>'
    badges = re.findall(badge, text)
    assert len(badges) == text.count('class="badge')
    assert {name for name, _, _ in badges} == {*VERDICTS, "absent"}
    for name, symbol, word in badges:
        assert (symbol, word) == (("·", "not in this run") if name == "absent" else (VERDICTS[name].symbol, name))


def test_nothing_is_loaded_from_anywhere(page: Page, text: str) -> None:
    loaders = {
        "img",
        "iframe",
        "object",
        "embed",
        "link",
        "audio",
        "video",
        "source",
        "base",
        "frame",
        "image",
        "use",
        "foreignobject",
    }
    assert not loaders & {tag for tag, _ in page.tags}
    assert (
        "http://" not in text
        and "https://" not in text
        and "@import" not in text
        and "url(" not in text.replace("url(data:", "")
    )
    assert page.all("src") == [] and page.all("action") == [] and page.all("style") == []
    assert "default-src 'none'" in text


def test_hostile_strings_stay_strings(page: Page, text: str) -> None:
    assert [tag for tag, _ in page.tags].count("script") == 1
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]
    assert not [link for link in page.all("href") if not re.match(r"#|verdicts\.json$|certificates/", link)]
    assert sample.XSS in " ".join(data for _, data in page.texts)


def test_refuted_cards_carry_everything_a_reader_needs(page: Page, text: str) -> None:
    card = text.split('<details class="row" id="s-riedi.lemma-18"')[1].split("<h4>How we know</h4>")[0]
    for part in (
        " sends <math><mi>w</mi></math> to zero", "<mtable>", "1/2", "≠", "is not equal to", "(t + rho)**2 * w",
        "riedi.lemma-18~repaired", "Fails at", "True instead", "proved",
        "lemmata verify riedi.lemma-18 --profile quick --seed 0",
        'href="certificates/riedi.lemma-18.json"', "lemmata certify", "proof broken", "Lemma 18",
    ):  # fmt: skip
        assert part in card, part
    assert re.findall(r'quiet">([a-z ]+)</i> <code>([^<]+)', card) == [
        ("given", "M_o.T @ w == t * w"),
        ("no longer needs", "M_o.T @ M_o @ w == t**2 * w"),
    ], "what the repaired version says otherwise, and only that"
    assert text.index('id="refuted"') < text.index('id="statements"')
    assert page.words.count("True instead") == 1


@pytest.mark.parametrize("empty", [{}, {"text": None}, None, 3, "x", []])
def test_every_nested_field_may_be_missing(tmp_path: Path, empty: Any) -> None:
    lists = ("stages", "ensembles", "conjuncts", "hypotheses")
    evidence = {**{name: [empty] for name in lists}, "tightest": empty, "stopped": None}
    bare = {"evidence": evidence, "proof": {"steps": [empty]}, "counterexample": empty, "figure": empty, "text": empty}
    Page(rendered(tmp_path, sample.run([sample.entry("a.b", "refuted", **bare)], environment=empty)))
    Page(rendered(tmp_path, sample.run([sample.entry("a.b", "refuted", evidence=empty, proof=empty, siblings=empty)])))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no such file"),
        ("{", "not JSON"),
        ("[]", "schema 'list'"),
        ('{"schema": 2, "statements": []}', "schema 2"),
        ('{"schema": 1}', "statements must be a list"),
        ('{"schema": 1, "statements": [{"id": "a"}]}', r"statements\[0\] needs an id and a verdict"),
        ('{"schema": 1, "statements": [{"id": "a", "verdict": "v"}, {"id": "a", "verdict": "v"}]}', "occurs twice"),
    ],
)
def test_unreadable_runs_get_one_clear_line(tmp_path: Path, content: str | None, said: str) -> None:
    if content is not None:
        (tmp_path / "verdicts.json").write_text(content, encoding="utf-8")
    with pytest.raises(ReportError, match=said) as caught:
        render(tmp_path, sample.no_catalogue())
    assert "verdicts.json" in str(caught.value) and "\n" not in str(caught.value)
    assert not (tmp_path / "index.html").exists()
