"""The modules that users meet first have no public name without a docstring."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.test_packaging import ROOT

ENTERED = (
    "theorems",
    "lemmata/catalogue",
    "lemmata/conjectures",
    "lemmata/language",
    "lemmata/prove/proofs.py",
    "lemmata/certificates/__init__.py",
    "lemmata/report",
)


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
