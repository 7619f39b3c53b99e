"""The page that says where the time went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lemmata.report.render import render
from lemmata.report.timings import TITLE, timings
from lemmata.report.writing import Code, Table, html
from tests.report.sample_run import run


def _timed() -> dict[str, Any]:
    data = json.loads(json.dumps(run()))
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
