"""What the page shows of probabilities, limits, experiments and studies of sharpness, and its drawings."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

from lemmata.report import evidence, figures
from lemmata.report.render import render, templates
from lemmata.report.run_view import run_view
from lemmata.report.verdict_signs import VERDICTS
from tests.report import sample_kinds as kinds
from tests.report.sample_run import HOSTILE, NILPOTENT, XSS, entry, fails, no_catalogue, run
from tests.report.test_report_page import Page, rendered


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    return rendered(tmp_path_factory.mktemp("kinds"), run(kinds.kinds()))


@pytest.fixture(scope="module")
def words(text: str) -> str:
    return Page(text).words


def row(text: str, identifier: str) -> str:
    """The words of one statement's row."""
    held = text.split(f'<details class="row" id="s-{identifier}"')[1].split("</summary>", 1)[1]
    held = held.split('<details class="row"')[0].split("</section>")[0]
    return Page(f"<details>{held.rpartition('</details>')[0]}</details>").words


def test_probabilities_show_their_closest_tests_and_their_budget(text: str) -> None:
    said = row(text, "riedi.exception-supported")
    for part in (
        "n = 5, r = 2, gaussian 5,000 0.008 [0.00333, 0.0157] 2×10⁻⁶ none",
        "0.0008 0 [10⁻⁵, 0.006] [0, 0.006] — 5",
        "16 further tests", "Betting test of a bounded mean",
        "shared by 64 statements and the 24 tests here: 6.5×10⁻¹³",
        "Probability of the exceptional event",
    ):  # fmt: skip
        assert part in said, part
    assert "searches" not in said and "smallest slack" not in said, "nothing is searched where matrices are drawn"
    assert "Test Betting" not in said


def test_limits_show_every_size_trend_and_reason(text: str) -> None:
    said = row(text, "riedi.limit-supported")
    for part in (
        "1. gaussian: Kolmogorov distance supported", "2. uniform", "8 6,000 0.354 [0.283, 0.442]", "512 6,000 0.0442",
        "Trend n^(−0.39), exponent in [−0.84, 0.065] (99 %, least squares)", "read as sqrt(2), from the limit theorems",
        "measured 1.39 in [1.27, 1.49] at n = 512", "Tracy and Widom 1996; Johnstone 2001", "7.8×10⁻¹³ for each",
        "Kolmogorov distance against n, conclusion 2", "Distribution function at n = 512", "intervals shaded",
    ):  # fmt: skip
        assert part in said, part
    assert "By theorems" not in said.split("Interval")[1][:14], "no empty column"
    broken = row(text, "riedi.limit-refuted")
    assert "By theorems the distance tends to 0.19." in broken and "by theorems" in broken
    assert (
        "Exponent between the smallest and the largest size in [0.49, 0.65]" in broken and "by theorems 0.5" in broken
    )


def test_experiments_show_settings_measures_and_panels(text: str) -> None:
    said = row(text, "riedi.fig-supported")
    for part in (
        "widest gap between neighbours 0.0713 [0.068, 0.0742] median of 48 repetitions", "n 5 10",
        "laws gaussian uniform",
        "too few repetitions to say 1 —", "99 %, all intervals at once", "runs 96",
        *(panel["title"] for panel in kinds.panels()),
    ):  # fmt: skip
        assert part in said, part
    strict = row(text, "riedi.fig-refuted")
    assert "[0.0651, 0.0809]" in strict and "each except with probability 5.2×10⁻¹²" in strict
    assert text.count('<svg class="plot"') == 2 * (1 + 3 + 4)


def test_a_test_with_its_error_stands_where_the_certificate_would(text: str) -> None:
    said = row(text, "riedi.exception-refuted")
    assert "Test Betting test of a bounded mean at n = 5, r = 2, gaussian, 5,000 draws: evidence 10¹⁴ against" in said
    assert "rejects a true claim with probability at most 6.5×10⁻¹³" in said
    assert "Measured [0.0031, 0.0057]" in said and "Certificate" not in said
    assert "The intervals miss with probability at most 1.6×10⁻¹²" in row(text, "riedi.limit-refuted")
    assert "each of which misses with probability at most 5.2×10⁻¹²" in row(text, "riedi.fig-refuted")
    exact = {"experiment": {"trials": [{"measures": [{"counted": "exact"}]}]}}
    assert "no chance of error" in str(evidence.test_of(exact))
    assert evidence.test_of({}) is None and evidence.test_of({"limit": {"series": [{"status": "supported"}]}}) is None


def broken(data: Any, depth: int = 0) -> list[Any]:
    """``data`` with one part after another replaced by something of the wrong shape."""
    out: list[Any] = [] if depth == 0 else [None, 3, XSS, [], {}, [[XSS]], [{"x": XSS}]]
    if isinstance(data, dict):
        out += [{**data, key: bad} for key, value in data.items() for bad in broken(value, depth + 1)]
    elif isinstance(data, list) and data:
        out += [[bad, *data[1:]] for bad in broken(data[0], depth + 1)]
    return out


SHAPES = {
    "stages": [{"label": "one", "tried": 3, "found": 0, "seconds": 0.5}, {"name": "two", "skipped": "why"}],
    "ensembles": [{"label": "one", "generated": 3, "accepted": 2, "min_slack": 0.5, "edges": [0, 1], "counts": [3]}],
    "conjuncts": [{"text": "x <= y", "status": "holds", "min_slack": "1/2", "tight": True}],
    "hypotheses": [{"text": "x > 0", "met": True, "missed": False, "acceptance": 0.5, "example_met": {"values": {}}}],
}


@pytest.mark.parametrize("name", ["probability", "limit", "experiment", "conserved", *SHAPES])
def test_no_shape_of_evidence_breaks_its_part_of_the_page(name: str) -> None:
    recorded = [one["evidence"][name] for one in kinds.kinds() if name in one["evidence"]]
    found = [SHAPES[name]] if name in SHAPES else recorded
    how = templates().get_template("how.html.j2")
    tried = 0
    for data in found:
        for bad in broken(data):
            view = run_view({"statements": [entry("a.b", "refuted", evidence={name: bad})]}, no_catalogue())
            (s,) = view.statements
            how.render(s=s, by_id={}, href=str, verdicts=VERDICTS, certificates={})
            evidence.test_of({name: bad})
            tried += 1
    assert tried > (20 if name in SHAPES else 50)


def test_hostile_evidence_stays_text(tmp_path: Path) -> None:
    bad = {
        "probability": {"method": XSS, "worst": [{"cell": XSS, "probabilities": [{"rigorous": {"by": XSS}}]}]},
        "limit": {"method": XSS, "series": [{"parameters": XSS, "reason": XSS, "points": [{"n": XSS}], "status": XSS}]},
        "experiment": {"trials": [{"name": XSS, "settings": {XSS: XSS}, "measures": [{"label": XSS, "counted": XSS}]}]},
        "conserved": [{**dict.fromkeys(("activation", "matrix", "because"), XSS), "rows": [XSS], "entries": [[XSS]]}],
    }  # fmt: skip
    curve = {"label": XSS, "x": [1, 2], "y": [1, 2]}
    said = dict.fromkeys(("title", "x_label", "y_label", "kind"), XSS)
    figure = {
        "kind": "panels",
        "panels": [{**said, "curves": [curve], "rules": [{"at": 1, "label": XSS}], "marks": [{"at": 1, "label": XSS}]}],
    }
    page = Page(rendered(tmp_path, run([entry("a.b", "refuted", evidence=bad, figure=figure)])))
    assert [tag for tag, _ in page.tags].count("script") == 1
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]


# --- histograms and trajectories


@pytest.mark.parametrize(
    ("edges", "counts"),
    [
        (None, None),
        ([], []),
        ([0, 1], [1, 2]),
        ([0, math.nan], [1]),
        ([1, 0], [1]),
        ([0, 1], [-1]),
        ([0, 1], ["x"]),
        ("01", "1"),
    ],
)
def test_malformed_histograms_are_not_drawn(edges: object, counts: object) -> None:
    assert figures.histogram("x", edges, counts) is None


@pytest.mark.parametrize(
    "bad",
    [
        None, [], {"curves": 3}, {"curves": [None]}, {"curves": [{"x": [1], "y": [None]}]},
        {"curves": [{"x": "ab", "y": [1]}]}, {"kind": "steps", "curves": [{"x": [1, 2], "y": [1, 2]}]},
        {"kind": "steps", "curves": [{"x": [1, None], "y": [1]}]},
    ],
)  # fmt: skip
def test_malformed_panels_are_not_drawn(bad: object) -> None:
    assert figures.panel(bad) is None


# --- how the page shows what a study of sharpness found

INSTANCE = {"dims": {"n": 2}, "values": {"M_o": NILPOTENT}, "lhs": "1", "rhs": "1"}
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


@pytest.mark.sampled(6)
@pytest.mark.parametrize("part", sorted(STUDY))
@pytest.mark.parametrize("value", [None, "text", 3, [None], [{}], {"a": 1}])
def test_every_part_may_be_missing_or_odd(tmp_path: Path, part: str, value: Any) -> None:
    page_of(tmp_path, {**STUDY, part: value})


def test_hostile_strings_stay_strings(tmp_path: Path) -> None:
    attack = str(HOSTILE["title"])
    odd = json.loads(json.dumps(STUDY).replace("smax(M)", attack.replace('"', "'").replace("\\", "")))
    tags = {name for name, _ in page_of(tmp_path, odd).tags}
    assert not tags & {"img", "iframe", "object", "embed", "form2"}


# --- The first screen: counts by paper, the refuted at a glance, and what is said of reviews

BROKEN = fails("1/2", "==", "0", "One half is not nothing.", dims={"n": 2}, M_o=NILPOTENT, w=[["1"], ["0"]])


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
