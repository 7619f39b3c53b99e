"""What is printed of a folder of certificates is what was shown: names of files and of statements do not lie in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lemmata.network_checker.network_program import main
from tests.checker.test_exploits import forge


def test_a_borrowed_name_and_a_name_of_two_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = forge(["x = real"], ["x >= 1"], {}, {"x": "0"})
    (tmp_path / "riedi.lemma-21.json").write_text(json.dumps(mine))
    (tmp_path / "a.json: violation established\nb.json").write_text("{}")
    (tmp_path / "empty\u202e.json").write_text(json.dumps({**mine, "hash": "0"}))
    assert main([str(tmp_path)]) == 2
    said = capsys.readouterr()
    first, last = said.out.splitlines()
    assert first.startswith("riedi.lemma-21.json: violation established (conjecture.forged is not in the manifest")
    assert last == "1 accepted, 0 not established, 2 unreadable or altered"
    assert len(said.err.splitlines()) == 2 and "\\n" in said.err and "\\u202e" in said.err
