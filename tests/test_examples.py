"""The gallery: every example runs, with the verdict or the number that its README gives."""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from lemmata.conjectures.jobs import files_in
from lemmata.conjectures.pool import WorkerPool

FOLDER = Path(__file__).parents[1] / "examples"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| \[`(?P<file>[^`]+)`\]\((?P<link>[^)]+)\) \| (?P<text>.+?) \| (?P<found>[^|]+) \|$", re.MULTILINE)
ROWS = {row["file"]: row for row in ROW.finditer(README)}
PROGRAMS = sorted(path.name for path in FOLDER.glob("*.py"))
BUDGET = 10.0
PARTS = ["Problem", "Guarantee", "Reference", "Arguments", "Returns", "Printed run"]


def test_the_gallery_lists_every_file() -> None:
    assert set(ROWS) == {f"{name}.toml" for name in files_in(FOLDER)} | set(PROGRAMS)
    assert all(row["file"] == row["link"] for row in ROWS.values())


@pytest.fixture(scope="module")
def verdicts() -> dict[str, str]:
    """What a check of each conjecture file finds, two at a time."""
    names = list(files_in(FOLDER))
    jobs = [
        {"file": str(FOLDER / f"{n}.toml"), "budget": BUDGET, "seed": 0, "device": "cpu", "reproduce": None}
        for n in names
    ]
    found: dict[str, str] = {}
    with WorkerPool(2) as bench:
        for news in bench.run(jobs):
            if news.kind in ("entry", "bad"):
                found[names[news.job]] = news.value["verdict"] if news.kind == "entry" else news.value
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", files_in(FOLDER))
def test_conjecture(name: str, verdicts: dict[str, str]) -> None:
    assert verdicts[name] == ROWS[f"{name}.toml"]["found"]


@pytest.mark.parametrize("name", files_in(FOLDER))
def test_the_gallery_quotes_the_file(name: str) -> None:
    table = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    said = "; ".join(f"`{line}`" for line in table["claim"])
    if table.get("given"):
        said += " given " + ", ".join(f"`{line}`" for line in table["given"])
    assert ROWS[f"{name}.toml"]["text"] == said


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{Path(name).stem}", FOLDER / name)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = load(name)
    parts = re.findall(r"^([A-Z][a-z ]+)$", module.__doc__ or "", flags=re.MULTILINE)
    assert parts == PARTS, "the parts of the docstring, in order"
    computed, theory = module.worst_case(budget=BUDGET)
    lines = [*capsys.readouterr().out.splitlines(), f"computed {computed:.6f}, theory {theory:.6f}"]
    printed = (module.__doc__ or "").split("$ python examples/" + name)[1].split()
    assert " ".join(lines).split() == printed
    assert ROWS[name]["found"] == f"{theory:.6g}"
