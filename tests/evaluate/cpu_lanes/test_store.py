"""Where what was compiled is kept: a place that cannot be written is passed over, and nobody waits."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from lemmata.evaluate import cpu_lanes
from lemmata.evaluate.cpu_lanes import store


@pytest.fixture(autouse=True)
def afresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(store, "_asked", [])
    monkeypatch.setattr(cpu_lanes, "_found", [])
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
    assert not cpu_lanes.available() and not cpu_lanes.available()
    assert [command[-1] for command in asked] == ["lemmata.evaluate.cpu_lanes.warm"]
    folder = store.folder()
    assert folder is not None
    (folder / store.READY).touch()
    assert cpu_lanes.available()


class Compiling:
    """Stands for the process that compiles, which leaves word only where it is `successful`."""

    def __init__(self, successful: bool) -> None:
        self.successful = successful

    def wait(self) -> int:
        folder = store.folder()
        if self.successful and folder is not None:
            (folder / store.READY).touch()
        return 0


@pytest.mark.parametrize("successful", [True, False])
def test_what_another_process_compiles_is_not_compiled_again(
    successful: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here: list[bool] = []
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cpu_lanes, "compile_now", lambda: None)
    monkeypatch.setattr("lemmata.evaluate.cpu_lanes.warm.warm", lambda: here.append(True))
    monkeypatch.setattr(store, "_asked", [Compiling(successful)])
    cpu_lanes.wait()
    assert here == ([] if successful else [True])
