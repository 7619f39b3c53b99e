"""``reports/latest``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lemmata.report.latest import point_latest


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
