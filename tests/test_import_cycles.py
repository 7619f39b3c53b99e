"""No module needs another that needs it: wherever an import stands, at the top, in a function or for types only."""

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

import networkx
import pytest

from tests.test_packaging import PACKAGES, ROOT, imported, sources


def module(path: Path, root: Path) -> str:
    """Dotted name of a file."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def needs(paths: Iterable[Path], root: Path) -> dict[str, set[str]]:
    """Which of these modules each of them imports.

    `from package import name` means the module `package.name` where there is one, and the package elsewhere.
    """
    files = {module(path, root): path for path in paths}
    out: dict[str, set[str]] = {}
    for name, path in files.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = {target for _, target in imported(tree, package)}
        longer = {prefix for target in found & files.keys() if (prefix := target.rpartition(".")[0]) in found}
        out[name] = (found & files.keys()) - (longer - names_taken(tree, files)) - {name}
    return out


def names_taken(tree: ast.AST, files: Mapping[str, Path]) -> set[str]:
    """Packages from which something is imported that is no module of theirs, or that are imported as they are."""
    out: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            if any(f"{node.module}.{alias.name}" not in files for alias in node.names):
                out.add(node.module)
        elif isinstance(node, ast.Import):
            out |= {alias.name for alias in node.names}
    return out


def knots(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Sets of modules that all need each other, the largest first."""
    drawn = networkx.DiGraph((a, b) for a, targets in graph.items() for b in targets)
    return sorted((set(c) for c in networkx.strongly_connected_components(drawn) if len(c) > 1), key=len, reverse=True)


def test_no_import_cycle() -> None:
    graph = needs([path for package in PACKAGES for path in sources(package)], ROOT)
    assert len(graph) > 300 and "lemmata.language.core" in graph["lemmata.language.matrices"]
    assert not knots(graph), "these modules import each other"


@pytest.mark.parametrize("dodge", ["{line}", "def f():\n    {line}", "if TYPE_CHECKING:\n    {line}"])
@pytest.mark.parametrize("line", ["from room import b", "import room.b", "from room.b import x", "from .b import x"])
def test_a_cycle_is_seen_wherever_the_import_stands(tmp_path: Path, dodge: str, line: str) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (room / "__init__.py").write_text("")
    (room / "a.py").write_text(dodge.format(line=line))
    (room / "b.py").write_text("from room.a import f")
    paths = sorted(room.glob("*.py"))
    assert knots(needs(paths, tmp_path)) == [{"room.a", "room.b"}]
    (room / "b.py").write_text("import os")
    assert not knots(needs(paths, tmp_path))
