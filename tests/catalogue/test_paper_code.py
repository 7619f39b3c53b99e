"""What the language cannot declare is found in the packages of the papers, those from outside included."""

import ast
import importlib
import sys
from pathlib import Path

import pytest

from lemmata import catalogue
from lemmata.catalogue import paper_code, registration
from lemmata.sample import registry
from tests.test_packaging import sources

FILES = [p for p in sources("numerics") if "papers" in p.parts and "constructions" in p.with_suffix("").parts]
PAPERS = ("macdonald2022", "oyedotun2021", "riedi2022", "zhao2024")


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An installed distribution that brings a paper with a package of its own."""
    folder = tmp_path / "elsewhere2026" / "numerics"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "__init__.py").write_text("")
    (folder / "measured.py").write_text("def gap(settings, effort, streams): ...\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    package = importlib.import_module("elsewhere2026")
    monkeypatch.setattr(registration, "registered", lambda: iter([("elsewhere2026", package)]))
    paper_code.packages.cache_clear()
    yield
    paper_code.packages.cache_clear()
    for name in [name for name in sys.modules if name.startswith("elsewhere2026")]:
        del sys.modules[name]


def test_the_rooms_of_the_suite_are_found_by_looking():
    assert [folder.__name__.rpartition(".")[2] for folder in paper_code.packages()] == list(PAPERS)
    assert paper_code.modules("identity_shift") == ["numerics.macdonald2022.identity_shift"]
    assert paper_code.modules("nothing_of_this_name") == []


def test_a_paper_from_outside_brings_its_own(outside):
    assert paper_code.modules("measured") == ["elsewhere2026.numerics.measured"]
    assert len(paper_code.modules("constructions")) == len(PAPERS)


def test_every_construction_is_named_by_a_statement_and_the_other_way():
    named = {s.construct for s in catalogue.all_statements() if s.construct is not None}
    assert named == set(registry.constructions())


def test_two_constructions_of_one_name_are_refused():
    taken = next(iter(registry.constructions()))
    with pytest.raises(ValueError, match=taken):
        registry.construction(taken)(lambda *_: None)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_no_variable_is_called_by_a_string(path: Path):
    """A construction that writes `out["W"]` would go on drawing a variable that was renamed."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    keys = [n.slice for n in ast.walk(tree) if isinstance(n, ast.Subscript) and ast.unparse(n.value) != "ENSEMBLES"]
    keys += [key for n in ast.walk(tree) if isinstance(n, ast.Dict) for key in n.keys if key is not None]
    assert not [ast.unparse(key) for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]


def test_nothing_else_in_numerics_imports_them():
    against = [
        path
        for path in sources("numerics")
        if "papers" not in path.parts and "lemmata.numerics.papers." in path.read_text(encoding="utf-8")
    ]
    assert not against
