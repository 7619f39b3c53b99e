"""Claims whose truth is known: every one is read, none stands twice in a list, and their history is known."""

import re
from pathlib import Path

import numpy as np
import pytest
import torch

from benchmarks import known_claims, spectra_timing
from benchmarks import speed as page
from benchmarks.contest import CONTESTANTS
from benchmarks.known_claims import ClaimList, lists
from benchmarks.runner import SHELL, main


@pytest.mark.sampled(4)
@pytest.mark.parametrize("found", lists(), ids=lambda found: found.name)
def test_every_claim_of_a_list_is_read(found: ClaimList) -> None:
    assert all(claim.statement().hash for claim in found.claims)


def test_lists_say_what_they_are() -> None:
    for found in lists():
        assert re.fullmatch(r"\d{4}-\d\d-\d\d-[a-z-]+", found.name) and found.name.startswith(found.written)
        assert found.about and found.by in (*CONTESTANTS, *SHELL)
        assert len({c.name for c in found.claims}) == len(found.claims)


def test_refuted_conjectures_have_their_history() -> None:
    known = [c for found in lists() for c in found.claims if c.standing]
    assert len(known) >= 300 and {c.standing for c in known} == {"conjecture", "question", "extension"}
    assert all(c.year is not None and 1500 < c.year < 2030 and c.source and not c.truth for c in known)


def test_a_key_that_is_none_is_refused(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'about = ""\nwritten = ""\nby = "check"\nregression = false\nclaims = [{ name = "a", trhuth = true }]\n'
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(TypeError, match="trhuth"):
        known_claims._read(tmp_path / "a.toml")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--lists", "*", "--names", "absolute-value-*", "--false", "--sample", "1", "--seed", "1", "--budget", "10"]
    assert main(asked) == 0
    assert "1 of 1 right (1 refuted)" in capsys.readouterr().out


# --- The page of results: it is written, says where no device was, and its gate shuts


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
