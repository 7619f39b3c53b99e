"""The two files of a run: what is divided is put together again, and a broken file is named."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from lemmata.report import run_files
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
