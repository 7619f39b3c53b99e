"""The page that says where the time went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lemmata.report import render
from lemmata.report.timings import timings
from tests.report.sample_run import run


def _timed() -> dict[str, Any]:
    data = json.loads(json.dumps(run()))
    for k, entry in enumerate(data["statements"]):
        entry["seconds"] = float(k)
        entry["spent"] = [{"part": "proof", "seconds": 0.5 * k}, {"part": "<b>decision</b>", "seconds": 0.25 * k}]
    return data


def test_parts_are_summed_and_statements_ordered() -> None:
    found = timings(_timed())
    assert found is not None
    assert [name for name, *_ in found.parts] == ["proof", "<b>decision</b>"]
    assert found.parts[0][2] == "66.7 %"
    assert found.rows[0].id == _timed()["statements"][-1]["id"]


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


def test_what_is_no_time_is_passed_over() -> None:
    odd: list[Any] = [None, 3, [], {"spent": 4}, {"spent": [{"part": "x", "seconds": "nan"}, 7]}, {"spent": [{}]}]
    found = timings({"statements": [{"id": "a", "seconds": -1, **x} if isinstance(x, dict) else x for x in odd]})
    assert found is None or all(share for _, _, share in found.parts)
    assert timings({"statements": 3}) is None
