"""What the documents point to exists, and what is drawn or said twice agrees."""

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from xml.dom import minidom

import pytest

from tests import split
from tests.test_packaging import PROJECT, ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "examples").glob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
PLACE = re.compile(r"(?<!In )`((?:lemmata|theorems|numerics|verify|tests|docs|examples|benchmarks)/[\w./]*)`")
MADE_BY_RUNS = ("reports/latest", "reports/runs", "reports/rocq", "reports/junit")


def broken(path: Path) -> list[str]:
    """Links and folders in a document that lead nowhere; "In `FILE`:" begins a file of the reader's own."""
    text = path.read_text(encoding="utf-8")
    links = [name for name in LINK.findall(text) if not name.startswith("http") and not (path.parent / name).exists()]
    places = [p for p in PLACE.findall(text) if not p.startswith(MADE_BY_RUNS) and not (ROOT / p).exists()]
    return links + places


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_document_points_to_exists(path: Path) -> None:
    assert not broken(path)


def test_a_broken_link_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("[a](b.md) `verify/nothing.py` `lemmata/kernel.py` [c](https://example.org)\n", encoding="utf-8")
    assert broken(page) == ["b.md", "verify/nothing.py"]


def test_the_drawing_is_not_stale() -> None:
    module = runpy.run_path(str(ROOT / "docs" / "architecture_drawing.py"))
    drawn = (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8")
    assert module["drawing"]() == drawn, "run `python docs/architecture_drawing.py`"
    boxes = minidom.parseString(drawn).getElementsByTagName("g")
    assert {box.getAttribute("class") for box in boxes} == {"plain", "trusted"} and "prefers-color-scheme" in drawn
    assert not [where for *_, where in module["BOXES"] for p in re.findall(r"\b[a-z]+/[a-z/_.]+\b", where)
                if not (ROOT / p).exists() and not (ROOT / "lemmata" / p).exists()]  # fmt: skip


def test_the_drawing_fits() -> None:
    module = runpy.run_path(str(ROOT / "docs" / "architecture_drawing.py"))
    for _, x, y, width, what, where in module["BOXES"]:
        assert len(what) * 7.5 < width and len(where) * 6.7 < width, what  # as wide as such letters are on average
        assert x + width <= module["WIDTH"] and y + module["TALL"] <= module["HEIGHT"]


def test_the_licence_is_named_where_it_is_looked_for() -> None:
    assert PROJECT["project"]["license"] == "MIT" and PROJECT["project"]["license-files"] == ["LICENSE"]
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "(LICENSE)" in (ROOT / name).read_text(encoding="utf-8")


# --- The modules that users meet first have no public name without a docstring

ENTERED = split("""
theorems; lemmata/catalogue; lemmata/conjectures; lemmata/language; lemmata/prove/proofs.py;
lemmata/certificates/__init__.py; lemmata/report
""")


def silent(body: list[ast.stmt], before: str = "") -> Iterator[str]:
    """Names of public classes and functions without a docstring, methods and properties included."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            if not ast.get_docstring(node):
                yield before + node.name
            if isinstance(node, ast.ClassDef):
                yield from silent(node.body, f"{before}{node.name}.")


@pytest.mark.parametrize("place", ENTERED)
def test_public_names_are_explained(place: str) -> None:
    paths = [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("*.py"))
    found = {str(p.relative_to(ROOT)): list(silent(ast.parse(p.read_text(encoding="utf-8")).body)) for p in paths}
    assert paths and not {name: names for name, names in found.items() if names}


def test_silence_is_seen() -> None:
    source = (
        'class A:\n    """Says."""\n    @property\n    def b(self): return 1\ndef _c(): pass\nasync def d(): pass\n'
    )
    assert list(silent(ast.parse(source).body)) == ["A.b", "d"]
