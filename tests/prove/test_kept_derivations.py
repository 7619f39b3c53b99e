"""A derivation is kept once it is accepted, and the kernel is asked again whenever it is used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue
from lemmata.prove import judge

PROVED = "classical.frobenius-operator"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def kept(cache: Path) -> list[Path]:
    return sorted((cache / "lemmata" / "proofs").glob("*.json"))


def test_a_proof_is_derived_once_and_replayed_every_time(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = catalogue.proof_of(PROVED)
    assert given is not None and judge.judge(catalogue.get(PROVED), given).accepted
    (place,) = kept(cache)
    assert judge.kept(catalogue.get(PROVED), given)

    def never(*arguments: Any) -> str:
        raise judge.ProofError("derived again")

    monkeypatch.setattr(judge, "derived", never)
    assert judge.judge(catalogue.get(PROVED), given).accepted
    place.write_text(place.read_text().replace('"claims": [[', '"claims": [[1'))  # another step
    spoiled = judge.judge(catalogue.get(PROVED), given)
    assert not spoiled.accepted and "derived again" in (spoiled.reason or "")


def test_what_is_refused_is_not_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "replayed", lambda *arguments: judge.Judgement(False, reason="refused"))
    assert not judge.judge(catalogue.get(PROVED), catalogue.proof_of(PROVED)).accepted and not kept(cache)
