"""The notebooks of examples/notebooks: each runs as a program, and reads as a notebook."""

import re
from pathlib import Path

import pytest

from tests import python

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.py"))


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["add_a_paper", "check_your_paper", "explore_a_conjecture"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    done = python(str(path), cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.iterdir()), "it leaves nothing behind"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_cells_of_text_and_code(path: Path) -> None:
    cells = re.split(r"^# %%", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert "format_name: percent" in cells[0] and len(cells) > 5
    for cell in cells[1:]:
        body = cell.partition("\n")[2].strip().splitlines()
        if cell.startswith(" [markdown]"):
            assert body and all(line.startswith("#") for line in body)
