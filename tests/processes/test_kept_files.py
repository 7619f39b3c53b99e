"""Files kept between calls: their key covers names and contents of sources, and where none can be written none is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lemmata.processes import kept_files


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """A folder with sources, one of them further down, and a source of its own."""
    for name in ("tool/a.py", "tool/inside/b.txt", "alone.json"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("1", encoding="utf-8")
    return tmp_path / "tool", tmp_path / "alone.json"


CHANGES: dict[str, Callable[[Path], object]] = {
    "a text": lambda at: (at / "tool/a.py").write_text("2"),
    "a text further down": lambda at: (at / "tool/inside/b.txt").write_text("2"),
    "a file of its own": lambda at: (at / "alone.json").write_text("2"),
    "a new file": lambda at: (at / "tool/new.proof").write_text("1"),
    "a name": lambda at: (at / "tool/a.py").rename(at / "tool/c.py"),
    "a file that is gone": lambda at: (at / "tool/a.py").unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_key_follows_the_sources(change: str, places: tuple[Path, Path], tmp_path: Path) -> None:
    before = kept_files.digest(*places)
    (tmp_path / "tool/a.pyc").write_text("no source")
    (tmp_path / "tool/a.py").write_text("1")  # at another time
    assert kept_files.digest(*places) == before
    CHANGES[change](tmp_path)
    assert kept_files.digest(*places) != before


def test_the_key_does_not_depend_on_where_the_sources_lie(places: tuple[Path, Path], tmp_path: Path) -> None:
    before = kept_files.digest(*places)
    (tmp_path / "elsewhere").mkdir()
    moved = [place.rename(tmp_path / "elsewhere" / place.name) for place in places]
    assert kept_files.digest(*moved) == before


def test_a_file_is_kept_where_it_can_be(tmp_path: Path) -> None:
    kept_files.keep(tmp_path / "folder" / "one.json", "text")
    assert [p.read_text() for p in tmp_path.rglob("*.*")] == ["text"]
    kept_files.keep(tmp_path / "folder" / "one.json" / "two.json", "text")
    assert [p.read_text() for p in tmp_path.rglob("*.*")] == ["text"]
