"""Two runs compared."""

import json
from pathlib import Path
from typing import Any

import pytest

from lemmata.cli.app import main
from lemmata.report.compare import blocks, compare
from lemmata.report.writing import html
from tests.report import sample_run as sample
from tests.report.test_report_page import Page


def run(folder: Path, entries: list[dict[str, Any]]) -> Path:
    folder.mkdir()
    (folder / "verdicts.json").write_text(json.dumps(sample.run(entries)), encoding="utf-8")
    return folder


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    one = [sample.entry(name, "supported") for name in ("a.same", "a.slack", "a.falls", "a.gone")]
    other = [sample.entry(name, "supported") for name in ("a.same", "a.slack", "a.falls", "a.came")]
    other[1]["evidence"] = {**other[1]["evidence"], "min_slack": 0.125}
    other[2] |= {"verdict": "refuted", "hash": "cd" * 32,
                 "counterexample": {"dims": {"n": 2}, "values": {"A": [["0", "1"], ["0", "<b>[/x]"]]}}}  # fmt: skip
    return run(tmp_path / "old", one), run(tmp_path / "new", other)


def test_what_changed_is_found(two: tuple[Path, Path]) -> None:
    old, new = (json.loads((folder / "verdicts.json").read_text(encoding="utf-8")) for folder in two)
    found = compare(old, new, ("old", "new"))
    assert found.common == 3 and found.gone == ("a.gone",) and found.came == ("a.came",)
    assert [(c.id, c.old, c.new, c.altered) for c in found.verdicts] == [("a.falls", "supported", "refuted", True)]
    assert [(c.id, c.new) for c in found.slacks if c.id == "a.slack"] == [("a.slack", "0.125")]
    assert [(c.id, c.old) for c in found.counterexamples] == [("a.falls", "none")]
    page = Page(html("Two runs", blocks(found), ""))
    assert "1 verdict differs." in page.words and "Only in old" in page.words and "A = [0 1; 0 <b>[/x]]" in page.words
    assert not compare(old, old, ("old", "old")).verdicts


def test_the_command(two: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = map(str, two)
    assert main(["diff", old, new, "--page", str(tmp_path / "made" / "page.html")]) == 1
    said = capsys.readouterr().out
    assert "a.falls (changed)" in said and "A = [0 1; 0 <b>[/x]]" in said and "changed: 1 verdicts" in said
    assert (tmp_path / "made" / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["diff", old, old]) == 0
    assert main(["diff", old, str(tmp_path / "none")]) == 2
    assert "none/verdicts.json: no such file" in capsys.readouterr().err


@pytest.mark.parametrize("depth", [300, 5_000, 200_000])
@pytest.mark.parametrize("command", ["report {}", "diff {} {}", "errata riedi2022 --run {}"])
def test_nesting_without_end_is_one_line(
    depth: int, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = run(tmp_path / "deep", [])
    deep = "[" * depth + "]" * depth
    entry = json.dumps(sample.entry("riedi.deep", "refuted", certificate=None, counterexample={"values": {"A": "X"}}))
    text = json.dumps(sample.run([])).replace("[]", f"[{entry}]".replace('"X"', deep), 1)
    (folder / "verdicts.json").write_text(text, encoding="utf-8")
    code = main(command.format(folder, folder).split())
    err = capsys.readouterr().err
    assert code in (0, 2) and "internal" not in err
    assert code == 0 or err.count("\n") == 1 and "nested too deeply" in err
    assert not [p for p in folder.iterdir() if p.name.startswith(".")], "no drafts left behind"
