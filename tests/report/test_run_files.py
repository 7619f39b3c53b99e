"""The two files of a run: what is divided is put together again, and a broken file is named."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from lemmata.report import run_files
from lemmata.report.latest import point_latest
from lemmata.report.paper_order import in_paper_order
from lemmata.report.render import render
from lemmata.report.timings import TITLE, timings
from lemmata.report.writing import Code, Table, html
from tests.report import sample_run as sample


def test_what_is_divided_is_put_together(tmp_path: Path) -> None:
    given = json.dumps(sample.statements()).replace("NaN", "null").replace("Infinity", "null")
    entries = json.loads(given)
    parts = {e["id"]: run_files.divided(e) for e in entries}
    (tmp_path / run_files.EVIDENCE).write_bytes(run_files.written({i: apart for i, (_, apart) in parts.items()}))
    path = tmp_path / "verdicts.json"
    path.write_text(json.dumps(sample.run([short for short, _ in parts.values()])), encoding="utf-8")
    assert run_files.load(path)["statements"] == entries
    for entry, (short, apart) in zip(entries, parts.values(), strict=True):
        assert short["verdict"] == entry["verdict"] and short.get("counterexample") == entry.get("counterexample")
        assert all(isinstance(v, int | float | None) for v in (short.get("evidence") or {}).values())
        assert apart.keys() <= {"sharpness", "figure", "spent", "evidence", "proof"}


def test_evidence_overrules_no_verdict(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.json"
    path.write_text(json.dumps(sample.run([sample.entry("a.b", "refuted")])), encoding="utf-8")
    forged = {"a.b": {"verdict": "proved", "evidence": {"instances": 3}, "spent": [{"part": "x"}]}}
    (tmp_path / run_files.EVIDENCE).write_bytes(run_files.written(forged))
    (entry,) = run_files.load(path)["statements"]
    assert entry["verdict"] == "refuted" and entry["evidence"]["instances"] == 1000000 and entry["spent"]


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", gzip.compress(b"{", mtime=0), gzip.compress(b'{"a": 1}', mtime=0)[:-9], gzip.compress(b"[" * 100_000)],
)
def test_a_broken_file_of_evidence_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "verdicts.json"
    path.write_text(json.dumps(sample.run([])), encoding="utf-8")
    (tmp_path / run_files.EVIDENCE).write_bytes(content)
    with pytest.raises(run_files.ReportError, match=run_files.EVIDENCE):
        run_files.load(path)
    (tmp_path / run_files.EVIDENCE).write_bytes(gzip.compress(b"[3]", mtime=0))
    assert run_files.load(path)["statements"] == []


# --- ``reports/latest``


def runs(folder: Path, *names: str) -> list[Path]:
    made = [folder / "runs" / name for name in names]
    for run in made:
        run.mkdir(parents=True)
        (run / "index.html").write_text(run.name, encoding="utf-8")
    return made


def test_latest_follows_the_newest_run(tmp_path: Path) -> None:
    for run in runs(tmp_path, "one", "two"):
        latest = point_latest(tmp_path, run)
        assert latest == tmp_path / "latest" and latest.is_symlink()
        assert (latest / "index.html").read_text(encoding="utf-8") == run.name
    assert not os.path.isabs(os.readlink(tmp_path / "latest")), "the folder can be moved as a whole"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["latest", "runs"]


def test_without_links_a_page_forwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = runs(tmp_path, "one", 'two"&', "three")
    point_latest(tmp_path, first)

    def refuse(*args: object, **kwargs: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "symlink", refuse)
    for run, quoted in ((second, "two%22%26"), (third, "three")):
        latest = point_latest(tmp_path, run)
        assert latest.is_dir() and not latest.is_symlink()
        assert f"../runs/{quoted}/index.html" in (latest / "index.html").read_text(encoding="utf-8")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["latest", "runs"]


def test_what_somebody_else_put_there_is_left_alone(tmp_path: Path) -> None:
    (run,) = runs(tmp_path, "one")
    (tmp_path / "latest").mkdir()
    (tmp_path / "latest" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match="move it away"):
        point_latest(tmp_path, run)
    with pytest.raises(FileNotFoundError, match="no run"):
        point_latest(tmp_path, tmp_path / "runs" / "none")
    assert (tmp_path / "latest" / "notes.txt").read_text(encoding="utf-8") == "mine"


# --- The order in which statements stand in their paper


@pytest.mark.parametrize(
    "places",
    [
        ["Introduction", "Theorem 1, (3)", "(4)", "Theorem 2, after (4)", "Section 5, before (6)", "Fig. 1, (6), (9)"],
        ["Lemma 8, (37)", "Lemma 9", "Corollary 11", "Lemma 12, (45)", "Lemma 13"],  # numbered through
        ["Lemma 1, (2)", "Theorem 1, (3)", "Theorem 2, (9)", "Lemma 2", "Lemma 3, (25)"],  # not through
        ["Theorem 4.1, (5)", "Theorem 4.4", "Proposition 4.7, (25)", "Theorem 4.8", "Proof of Theorem 4.4, (39)"],
        ["Theorem 1.1, (6)", "Theorem 1.2, (6)", "Theorem 1.10"],
    ],
)
def test_places_are_sorted_as_a_paper_has_them(places: list[str]) -> None:
    assert [places[::-1][k] for k in in_paper_order(places[::-1])] == places


def test_what_names_no_place_stays_where_it_was() -> None:
    assert in_paper_order(["A", "(7)", "B", "(3)", "Appendix C"]) == [0, 3, 4, 1, 2]
    assert in_paper_order([]) == []


# --- The page that says where the time went


def _timed() -> dict[str, Any]:
    data = json.loads(json.dumps(sample.run()))
    for k, entry in enumerate(data["statements"]):
        entry["seconds"] = float(k)
        entry["spent"] = [{"part": "proof", "seconds": 0.5 * k}, {"part": "<b>decision</b>", "seconds": 0.25 * k}]
    return data


def test_the_page_is_written_linked_and_removed(tmp_path: Path) -> None:
    data = _timed()
    (tmp_path / "verdicts.json").write_text(json.dumps(data), encoding="utf-8")
    page = render(tmp_path).read_text(encoding="utf-8")
    times = (tmp_path / "timings.html").read_text(encoding="utf-8")
    assert 'href="timings.html"' in page and "&lt;b&gt;decision" in times and "<b>decision" not in times
    for entry in data["statements"]:
        del entry["spent"]
    (tmp_path / "verdicts.json").write_text(json.dumps(data), encoding="utf-8")
    assert 'href="timings.html"' not in render(tmp_path).read_text(encoding="utf-8")
    assert not (tmp_path / "timings.html").exists()


def test_only_the_slowest_statements_have_a_row() -> None:
    entry = {"seconds": 1.0, "spent": [{"part": "proof", "seconds": 1.0}]}
    found = timings({"statements": [entry | {"id": f"a.{k}", "seconds": float(k)} for k in range(400)]})
    table = found[-1]
    assert isinstance(table, Table) and len(table.rows) == 150 and table.rows[0][0] == (Code("a.399"),)
    assert "The slowest 150 of 400" in html(TITLE, found, "")
