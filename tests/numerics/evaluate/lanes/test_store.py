"""Where what was compiled is kept: a place that cannot be written is passed over, and nobody waits."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from lemmata.numerics.evaluate import lanes
from lemmata.numerics.evaluate.lanes import store


@pytest.fixture(autouse=True)
def afresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(store, "_asked", [])
    monkeypatch.setattr(lanes, "_found", [])
    store.folder.cache_clear()
    yield
    store.folder.cache_clear()


def test_a_place_that_cannot_be_written_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    found = store.folder()
    assert found is not None and found.is_relative_to(tmp_path / "home" / ".cache")


def test_nobody_waits_and_one_process_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **rest: asked.append(command))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not lanes.available() and not lanes.available()
    assert [command[-1] for command in asked] == ["lemmata.numerics.evaluate.lanes.warm"]
    folder = store.folder()
    assert folder is not None
    (folder / store.READY).touch()
    assert lanes.available()


def test_a_copy_elsewhere_is_not_ready_because_this_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler looks for what it kept by where the sources lie."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    here = store.folder()
    store.folder.cache_clear()
    assert store.folder() == here
    copy = Path(shutil.copytree(Path(store.__file__).parent, tmp_path / "copy"))
    monkeypatch.setattr(store, "__file__", str(copy / "store.py"))
    store.folder.cache_clear()
    elsewhere = store.folder()
    assert here is not None and elsewhere is not None and elsewhere != here
