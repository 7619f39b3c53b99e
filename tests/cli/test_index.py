"""What the command line shows is kept, and made again when a source changes or the file is damaged."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lemmata.cli import index
from tests import python


@pytest.fixture(autouse=True)
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often the statements were looked through; two stand for all of them, in a package of the test's own."""
    calls: list[str] = []

    def few() -> dict[str, Any]:
        calls.append("statements")
        return {"a.one": {"title": "one"}, "a.two": {"title": "two"}}

    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "rows.toml").write_text("1", encoding="utf-8")
    monkeypatch.setattr(index, "PACKAGE", tmp_path / "package")
    monkeypatch.setattr(index, "_statements", few)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return calls


def test_it_is_made_once(made: list[str]) -> None:
    assert list(index.statements()) == ["a.one", "a.two"]
    assert index.statements() == {"a.one": {"title": "one"}, "a.two": {"title": "two"}} and len(made) == 1


@pytest.mark.parametrize("file", ["rows.toml", "new.py", "inside/more.proof"])
def test_it_is_made_again_when_a_source_changes(file: str, made: list[str], tmp_path: Path) -> None:
    index.statements()
    changed = tmp_path / "package" / file
    changed.parent.mkdir(exist_ok=True)
    changed.write_text("2", encoding="utf-8")
    index.statements()
    assert len(made) == 2


@pytest.mark.parametrize("content", ["", "[", "[]", '{"content": {}}', '{"sources": "0", "content": {"a.three": {}}}'])
def test_a_damaged_file_is_made_again(content: str, made: list[str]) -> None:
    index.statements()
    index._place("statements").write_text(content, encoding="utf-8")
    assert list(index.statements()) == ["a.one", "a.two"] and len(made) == 2


def test_nothing_is_kept_where_nothing_can_be_written(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert list(index.statements()) == ["a.one", "a.two"] == list(index.statements()) and len(made) == 2


def test_what_proofs_depend_on_is_asked_once_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, heard = list[str](), list[str]()

    def depends(chosen: list[str], tell: Callable[[str], None]) -> dict[str, Any]:
        tell("on the way")
        asked.extend(chosen)
        return {"proofs": {i: None if i == "a.two" else ["a.two"] for i in chosen}, "names": {"a.two": {}}}

    monkeypatch.setattr(index, "_axioms", depends)
    assert index.axioms(["a.one"], heard.append)["proofs"] == {"a.one": ["a.two"]}
    assert index.axioms(["a.one", "a.two"], heard.append)["proofs"] == {"a.one": ["a.two"], "a.two": None}
    assert asked == ["a.one", "a.two"] and heard == ["on the way"] * 2


def test_what_is_kept_is_shown_without_sympy(tmp_path: Path) -> None:
    content = {"a.one": {"paper": "a", "kind": "A", "locator": "p", "title": "one", "reviewed": None}}
    index._keep("statements", "0", content)
    program = (
        "import pathlib, sys; from lemmata.cli import app, index; index.PACKAGE = pathlib.Path(sys.argv[1]);"
        "index._sources = lambda: '0'; app.main(['list']); sys.exit('sympy' in sys.modules or 'torch' in sys.modules)"
    )
    done = python("-c", program, str(tmp_path / "package"))
    assert done.returncode == 0, done.stderr
    assert [line.split() for line in done.stdout.splitlines()][1] == ["a.one", "A", "p", "one", "-"]
    assert json.loads(index._place("statements").read_text(encoding="utf-8"))["content"] == content
