"""The page of results: it is written, says where no device was, and its gate shuts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from benchmarks import spectra_timing
from benchmarks import speed as page


@pytest.mark.long
def test_the_page_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectra_timing, "enclosures", lambda n, seconds: {"ours": 1.0, "FLINT": 2.0, "mpmath": 3.0})
    out = tmp_path / "R.md"
    assert page.main(["--orders", "2", "5", "--seconds", "0.01", "--threads", "2", "--out", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert "| 5 | lanes |" in text and "- date: " in text
    if not torch.cuda.is_available():
        assert "CUDA device: none: its columns are empty" in text


def test_routes_that_disagree_are_not_timed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    true = spectra_timing.batched
    monkeypatch.setattr(spectra_timing, "batched", lambda a, r: true(a, r) + 1e-6)
    assert page.main(["--orders", "3", "--seconds", "0.01", "--out", str(tmp_path / "R.md")]) == 1
    assert not (tmp_path / "R.md").exists()
    monkeypatch.setattr(np.linalg, "svd", lambda a, compute_uv: np.ones(a.shape[:2]))
    with pytest.raises(ArithmeticError):
        spectra_timing.spectra(3, "singular values", 1, 0.01)
