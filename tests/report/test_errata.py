"""Errata: what is listed, in three formats, and that LaTeX takes it."""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lemmata.cli.app import main
from lemmata.language.boxes import Ident, Op, Text
from lemmata.report import writing
from lemmata.report.errata import Errata, errata
from lemmata.report.formulas import Formula
from lemmata.report.styles import STYLE
from lemmata.report.writing import Code, Heading, Items, Link, Paragraph, Strong, Table
from tests import PATIENCE
from tests.report import sample_run as sample
from tests.report.test_report_page import Page

CERTIFICATE = b'{"schema": 1}'
REPAIRED = {
    "steps": [
        {"text": f"a_{k} <= {k}", "because": f"fact {k} (classical.fact-{k % 2})" if k < 6 else "sum", "ok": True}
        for k in range(8)
    ],
    "method": "Rayleigh quotients",
    "kernel": {"accepted": True},
}


def entries() -> list[dict[str, Any]]:
    """A lemma that fails, with its repaired version and two printed proofs that need it, and one open statement."""
    return [
        sample.entry("riedi.cor-7", "proved", locator="Corollary 7", depends_on=["riedi.lemma-18"],
                     proof_broken=True, broken_by=["riedi.lemma-18"], proof=REPAIRED),
        sample.entry("riedi.lemma-18", "refuted", locator="Lemma 18", certificate="certificates/riedi.lemma-18.json",
                     reason="False: by 50 % of {M_o} & \\more. See the repaired row.",
                     text={"let": ["n = integer(1)"], "given": ["M_o @ w == t * w"], "claim": ["a <= b"]},
                     counterexample={"dims": {"n": 2}, "values": {"M_o": [["0", "1"], ["-1/2", "0"]], "rho": "1/2"},
                                     "conjunct": 0, "claim": "a <= b", "lhs": "2", "rhs": "1", "relation": "<="}),
        sample.entry("riedi.lemma-18~repaired", "proved", scope="all n", proof=REPAIRED,
                     text={"let": [], "given": [], "claim": ["a <= b + 1"]}),
        sample.entry("riedi.thm-9", "supported", locator="Theorem 9", depends_on=["riedi.cor-7"],
                     broken_by=["riedi.lemma-18"], proof_broken=True),
        sample.entry("riedi.open", "inconclusive", locator="(99)", reason="The sign stayed undecided."),
        sample.entry("zhao.eq-12", "refuted", paper="zhao2024"),
    ]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run = tmp_path / "run"
    (run / "certificates").mkdir(parents=True)
    (run / "certificates" / "riedi.lemma-18.json").write_bytes(CERTIFICATE)
    (run / "verdicts.json").write_text(json.dumps(sample.run(entries())), encoding="utf-8")
    return run


@pytest.fixture
def note(folder: Path) -> Errata:
    found = errata(sample.run(entries()), "riedi2022", folder, sample.no_catalogue())
    assert found is not None
    return found


def test_each_part_of_a_finding_is_told(note: Errata) -> None:
    said = writing.markdown(note.title, note.blocks)
    assert note.failing == 1 and said.count("\n### ") == 3, "the one that fails, and the two that are open"
    assert "zhao" not in said
    assert "*Why.* by 50 % of {$M_{o}$} & \\\\more. See the repaired row." in said, "no verdict twice"
    assert r"\frac{1}{2}" in said and "2 on the left, 1 on the right: 2 ≰ 1." in said
    assert "*What depends on it.* Corollary 7 (proved here by another way); through these, Theorem 9" in said
    assert "*Holds instead (proved, all n).* Then" not in said and "`a <= b + 1`" in said
    assert hashlib.sha256(CERTIFICATE).hexdigest() in said
    assert " --out run`, then `lemmata certify run/certificates/riedi.lemma-18.json`" in said
    assert "5 of its 8 steps; all of them: `lemmata show riedi.lemma-18~repaired`." in said
    letter = said[: said.index("|Place|")]
    assert letter.count("\n\n") <= 14 and "Proved as printed: Corollary 7." in letter
    assert "Not as printed: Lemma 18." in letter and "Most depends on Lemma 18: 2 printed results." in letter
    assert "It holds with another constant or bound for: Lemma 18." in letter
    assert "## What has neither a checked proof nor a counterexample" in said and "Theorem 9" in said and "(99)" in said


def test_a_table_at_the_top_weighs_each_finding(note: Errata, folder: Path) -> None:
    said = writing.markdown(note.title, note.blocks)
    (row,) = [line for line in said.splitlines() if line.startswith("|[Lemma 18](#s-riedi.lemma-18)|")]
    assert row.endswith("|a constant or a bound|2 printed results|")
    assert said.index("What has to change") < said.index("## What does not hold")
    second = entries()[1] | {"id": "riedi.second", "siblings": [], "depends_on": ["riedi.lemma-18"]}
    page = page_of(entries()[1], folder, second | {"broken_by": ["riedi.lemma-18"]})
    assert "|open|1 printed result, false too|" in page and "|open|nothing printed|" in page


def test_a_statement_that_holds_where_another_fails_is_named_by_its_title(folder: Path) -> None:
    failing, other = entries()[1], entries()[1] | {"id": "riedi.consequence", "title": "A consequence", "siblings": []}
    held = page_of(failing, folder, other | {"verdict": "proved", "proof_broken": True, "broken_by": [failing["id"]]})
    assert "does not fall, for: Lemma 18 (“A consequence”)." in held
    assert "Not as printed: Lemma 18." in held


@pytest.mark.parametrize(
    ("fixed", "change"),
    [
        ({"given": ["M_o @ w == t * w", "n >= 2"], "claim": ["a <= b"]}, "a hypothesis"),
        ({"given": ["M_o @ w == 0 * w"], "claim": ["a <= b"]}, "another hypothesis"),
        ({"given": ["M_o @ w == t * w"], "claim": ["a <= 2 * b"]}, "a constant or a bound"),
        ({"given": ["M_o @ w == t * w"], "claim": ["c <= d"]}, "the claim"),
    ],
)
def test_what_has_to_change_is_read_off_the_nearest_version(
    fixed: dict[str, list[str]], change: str, folder: Path
) -> None:
    sibling = entries()[2] | {"text": {"let": ["n = integer(1)"], **fixed}}
    assert f"|{change}|" in page_of(entries()[1], folder, sibling)


def test_a_long_part_is_named_where_it_is_said(folder: Path) -> None:
    long = "(a + b + c + d)"
    claim = f"{long} * {long} / {long} + {long} * e <= {long}**3 + {long}**2"
    said = {"let": [f"{name} = real" for name in "abcde"], "given": [], "claim": [claim]}
    found = errata(sample.run([entries()[1] | {"text": said, "hash": "00" * 32}]), "riedi2022", folder)
    assert found is not None and ", where $Q = a + b + c + d$." in writing.markdown(found.title, found.blocks)


def page_of(entry: dict[str, Any], folder: Path, *others: dict[str, Any]) -> str:
    """The page of one refuted entry, and of others of its paper."""
    found = errata(sample.run([entry, *others]), "riedi2022", folder, sample.no_catalogue())
    assert found is not None
    return writing.markdown(found.title, found.blocks)


def test_what_a_note_says_of_the_reading_stands_before_the_reason(folder: Path) -> None:
    sibling = sample.entry("riedi.lemma-18~stacked", "proved", locator="Lemma 18", title="Stacked", proof=REPAIRED)
    said = entries()[1] | {
        "notes": "M is square, see ~stacked.",
        "reason": "It is ~ 2, see ~stacked and the ~gone row.",
    }
    page = page_of(said, folder, sibling | {"siblings": [], "notes": said["notes"]})
    assert page.index("*How it was read.* $M$ is square, see") < page.index("*Why.*")
    assert "It is \\~ 2, see the version below and the riedi.lemma-18\\~gone row." in page
    assert "How it was read" not in page_of(entries()[1] | {"notes": ""}, folder)
    assert "*Remark.*" not in page, "the same words once"
    other = sibling | {"notes": "M is any matrix."}
    assert "*Remark.* $M$ is any matrix." in page_of(said | {"notes": "M is square."}, folder, other)


def test_no_instance_is_called_a_counterexample_to_a_claim_of_existence(folder: Path) -> None:
    claimed = entries()[1] | {
        "text": {"let": ["n = integer(1)"], "given": [], "claim": ["exists: a <= b"]},
        "counterexample": entries()[1]["counterexample"] | {"explain": "b < a for every n. Shown: n = 2."},
    }
    page = page_of(claimed, folder)
    assert "Among `n = integer(1)`: `exists: a <= b`." in page and "*The opposite.* $b \\lt  a$ for every $n$." in page
    assert "*Counterexample.*" not in page and "*Found.*" not in page
    assert "*Counterexample.*" in page_of(entries()[1], folder) and "Among" not in page_of(entries()[1], folder)


def test_a_limit_is_told_with_its_values(folder: Path) -> None:
    instance = entries()[1]["counterexample"] | {"lhs": "-oo", "explain": "the quotient tends to -oo, not to oox."}
    page = page_of(entries()[1] | {"counterexample": instance}, folder)
    assert "*Found.* The quotient tends to -∞, not to oox." in page and "on the left" not in page
    sequence = {"values": {"lambda_i": "(l^2 + 2*l)/(l^2 + 1)", "word": "all l", "k": "2"}}
    entry = entries()[1] | {"counterexample": instance | sequence}
    found = errata(sample.run([entry]), "riedi2022", folder)
    assert found is not None
    set_up = writing.markdown(found.title, found.blocks)
    assert r"\lambda_{i} = \frac{l^{2} + 2 \, l}{l^{2} + 1}" in set_up and r"\text{all l}" in set_up


def test_a_proof_names_its_claims_and_counts_hypotheses(folder: Path) -> None:
    steps = [
        {"name": "first", "text": "a <= b + 1", "because": "combination of 2 * a × (given 0)", "ok": True},
        {"name": "last", "text": "c <= d", "because": "(first)", "ok": True},
    ]
    said = {"let": [], "given": [], "claim": ["a <= b + 1", "c <= d"]}
    fixed = entries()[2] | {"text": said, "proof": REPAIRED | {"steps": steps}}
    page = page_of(entries()[1], folder, fixed)
    assert "1. Claim 1 (first) — from hypothesis 1" in page and "2. Claim 2 — (first)" in page
    chained = fixed | {"text": said | {"given": ["0 < x <= 1"], "claim": ["c <= d"]}}
    page = page_of(entries()[1], folder, chained)
    assert "1. `a <= b + 1` (first) — from given 0" in page and "2. The claim — (first)" in page


def test_a_run_without_the_paper_and_a_missing_certificate(folder: Path) -> None:
    assert errata(sample.run(entries()), "le2022", folder, sample.no_catalogue()) is None
    (folder / "certificates" / "riedi.lemma-18.json").unlink()
    found = errata(sample.run(entries()), "riedi2022", folder, sample.no_catalogue())
    assert found and "SHA-256" not in writing.markdown(found.title, found.blocks)
    outside = [e | {"certificate": "../../secret.json"} if e["id"] == "riedi.lemma-18" else e for e in entries()]
    (folder.parent.parent / "secret.json").write_text("x", encoding="utf-8")
    found = errata(sample.run(outside), "riedi2022", folder, sample.no_catalogue())
    assert found and hashlib.sha256(b"x").hexdigest() not in writing.markdown(found.title, found.blocks)


def test_the_page_is_whole_and_fetches_nothing(note: Errata) -> None:
    page = Page(writing.html(note.title, note.blocks, STYLE))
    assert {"main", "nav", "h1"} <= {tag for tag, _ in page.tags} and not page.all("src")
    assert all(link.startswith("#") for link in page.all("href"))
    assert {link[1:] for link in page.all("href")} <= set(page.all("id"))


def test_nothing_that_a_run_says_becomes_markup() -> None:
    evil = "<script>alert(1)</script>$x$ `a` | b_c \\end{document} ^~%#&{}"
    formulas = (Formula(evil), *(Formula(evil, box(evil)) for box in (Text, Ident, Op)))
    blocks = (
        Heading(2, (evil,), "a"), Paragraph((evil, Strong(evil), Code(evil), Link(evil, "#a"), *formulas), evil),
        Items(((evil,),)), Table((evil, "b"), (((Code(evil),), (evil,)),), evil),
    )  # fmt: skip
    assert "script" not in {tag for tag, _ in Page(writing.html(evil, blocks, "")).tags}
    tex = writing.latex(evil, blocks)
    assert tex.count(r"\end{document}") == 1
    structure(tex)
    assert "<script>" not in re.sub(r"`+[^`]*(`a`)?[^`]*`+", "", writing.markdown(evil, blocks))


def structure(tex: str) -> None:
    """What can be said of a document without compiling it: plain letters, paired braces, dollars and environments."""
    assert tex.isascii()
    bare = re.sub(r"\\[\\{}$]", "", tex)
    assert bare.count("{") == bare.count("}") and bare.count("$") % 2 == 0
    opened: list[str] = []
    for way, name in re.findall(r"\\(begin|end)\{(\w+)\*?\}", tex):
        if way == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened


def compiled(tex: str, folder: Path) -> None:
    structure(tex)
    (folder / "note.tex").write_text(tex, encoding="utf-8")
    for program, words in (("pdflatex", ["-interaction=nonstopmode", "-halt-on-error"]), ("tectonic", [])):
        if shutil.which(program):
            done = subprocess.run(
                [program, *words, "note.tex"],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                errors="replace",
            )
            assert done.returncode == 0, "\n".join(
                line for line in done.stdout.splitlines() if line.startswith(("!", "l."))
            )
            assert (folder / "note.pdf").stat().st_size > 1000
            return
    pytest.skip("neither pdflatex nor tectonic is installed: the document was checked for its structure only")


def test_latex_takes_the_errata(note: Errata, tmp_path: Path) -> None:
    compiled(writing.latex(note.title, note.blocks), tmp_path)


def test_versions_appear_though_their_parent_is_no_row(folder: Path) -> None:
    sharper = sample.entry("riedi.thm-31~sharpened", "proved", locator="Theorem 31", title="Sharper")
    other = sample.entry("riedi.thm-16~every-shift", "proved", locator="Theorem 16", title="Every shift")
    page = page_of(entries()[1], folder, entries()[2], sharper, other)
    assert "## What was sharpened" in page and "### Theorem 31. Sharper" in page
    assert "|Theorem 16|Every shift|proved|`lemmata show riedi.thm-16~every-shift`|" in page
    assert page.count("lemma-18~repaired`|") == 0, "the nearest version stands with its finding"


def test_the_command_writes_three_files(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "notes"
    assert main(["errata", "riedi2022", "--run", str(folder), "--out", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["riedi2022.html", "riedi2022.md", "riedi2022.tex"]
    assert "1 fails as printed" in capsys.readouterr().out


def test_the_command_names_what_is_wrong(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errata", "ridi2022", "--run", str(folder)]) == 2
    assert "did you mean riedi2022" in capsys.readouterr().err
    assert main(["errata", "riedi2022", "--run", str(tmp_path / "none")]) == 2
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["errata", "riedi2022", "--run", str(folder), "--out", str(tmp_path / "file")]) == 2
    assert "choose another --out" in capsys.readouterr().err
