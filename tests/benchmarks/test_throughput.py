"""The throughput benchmark: it runs, writes what it measured, and its correctness gate shuts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from benchmarks import throughput

BRIEF = ["--orders", "2", "5", "--seconds", "0.01"]


def test_rows_and_environment_are_written(tmp_path: Path) -> None:
    assert throughput.main([*BRIEF, "--json", str(tmp_path / "out.json")]) == 0
    report = json.loads((tmp_path / "out.json").read_text())
    assert [row["order"] for row in report["rows"]] == [2, 5]
    assert all(row["instances_per_second"] > 0 and row["largest_slack_difference"] < 1e-10 for row in report["rows"])


def test_routes_that_disagree_are_not_timed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    true = throughput.batched
    monkeypatch.setattr(throughput, "batched", lambda a, r: true(a, r) + 1e-6)
    assert throughput.main(BRIEF) == 1
    assert "correctness gate" in capsys.readouterr().err


@pytest.mark.skipif(torch.cuda.is_available(), reason="a CUDA device is present")
def test_a_missing_device_is_said() -> None:
    assert throughput.main(["--device", "cuda"]) == 2
