"""What is shipped and what may import what."""

import ast
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from lemmata import errors
from tests import python

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SUITE = ("theorems", "numerics")  # laid out as an author's own repository is
PACKAGES = ("lemmata", *SUITE)
# Each package of the tool imports only from those before it.
ORDER = (
    "errors", "kernel", "checker", "network_checker", "language", "textbook", "catalogue", "networks", "linalg",
    "evaluate", "sample", "statistics", "search", "principles", "processes", "prove", "certificates", "shrink",
    "claims", "analysis", "report", "run", "rocq", "certifying", "conjectures", "mutants", "pytest_plugin", "cli",
)  # fmt: skip
OTHERS_IMPORT = {"flint": "python-flint", "sklearn": "scikit-learn"}  # where a module is not named as its distribution


@cache
def sources(package: str) -> tuple[Path, ...]:
    """The Python files of a package; generated runs hold none."""
    return tuple(sorted((ROOT / package).rglob("*.py")))


def imported(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """(line, module) of each import, wherever it stands; `package` is the dotted name that relative ones start from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            prefix = parts[: len(parts) - node.level + 1] if node.level else []
            base = ".".join([*prefix, *([node.module] if node.module else [])])
            yield node.lineno, base
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("import_module", "__import__") and isinstance(node.args[0].value, str):
                yield node.lineno, node.args[0].value


@cache
def imports_of(path: Path) -> tuple[tuple[int, str], ...]:
    """`imported` of a file of this repository."""
    package = ".".join(path.relative_to(ROOT).parent.parts)
    return tuple(imported(ast.parse(path.read_text(encoding="utf-8")), package))


def loads_without(blocked: tuple[str, ...], modules: str) -> str:
    """The error, or nothing, of importing `modules` where the `blocked` ones cannot be imported.

    Blocking says more than a look at `sys.modules`: SymPy takes python-flint by itself where it is installed.
    """
    return python("-c", f"import sys; sys.modules.update(dict.fromkeys({blocked!r})); import {modules}").stderr


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import a.b, c", {"a.b", "c"}),
        ("from a import b", {"a", "a.b"}),
        ("def f():\n    from . import b", {"here.sub", "here.sub.b"}),
        ("from ..other import b", {"here.other", "here.other.b"}),
        ("importlib.import_module('a.b')", {"a.b"}),
    ],
)
def test_every_form_of_import_is_seen(code: str, found: set[str]) -> None:
    assert {name for _, name in imported(ast.parse(code), "here.sub")} == found


def parts_of_the_tool() -> set[str]:
    """The packages and modules right inside `lemmata`."""
    inside = {
        path.parent.name if path.name == "__init__.py" else path.stem for path in ROOT.glob("lemmata/*/__init__.py")
    }
    return inside | {path.stem for path in ROOT.glob("lemmata/*.py") if not path.stem.startswith("__")}


@pytest.mark.parametrize("part", ORDER)
def test_imports_run_one_way(part: str) -> None:
    allowed = set(ORDER[: ORDER.index(part) + 1])
    files = sources(f"lemmata/{part}") or (ROOT / "lemmata" / f"{part}.py",)
    against = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in files
        for line, name in imports_of(path)
        if (words := name.split("."))[0] in (*SUITE, "tests", "benchmarks", "verify")
        or (words[0] == "lemmata" and len(words) > 1 and words[1] not in allowed)
    ]
    assert not against, "\n".join(against)


def test_the_order_names_every_part_and_nothing_in_the_tool_names_a_paper() -> None:
    assert parts_of_the_tool() == set(ORDER)
    papers = [path.parent.name for path in ROOT.glob("theorems/*/__init__.py")]
    named = [
        f"{path}:{line} imports {name}"
        for path in sources("lemmata")
        for line, name in imports_of(path)
        if any(paper in name for paper in papers)
    ]
    assert len(papers) == 5 and not named


@pytest.mark.parametrize(
    ("program", "known"),
    [("checker", ("lemmata.checker.",)), ("network_checker", ("lemmata.checker.", "lemmata.network_checker."))],
)
def test_the_checkers_are_the_standard_library_and_themselves(program: str, known: tuple[str, ...]) -> None:
    paths = sorted((ROOT / "lemmata" / program).rglob("*.py"))
    assert paths
    against = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in paths
        for line, name in imports_of(path)
        if name.split(".")[0] not in sys.stdlib_module_names and not f"{name}.".startswith(known)
    ]
    assert not against, "\n".join(against)


@pytest.mark.parametrize(
    ("modules", "blocked"),
    [
        (
            "lemmata.catalogue",
            ("torch", "flint", "lemmata.evaluate", "lemmata.prove", "lemmata.claims", "lemmata.report"),
        ),
        (
            "lemmata.evaluate.floats, lemmata.sample.samplers",
            ("flint", "jinja2", "matplotlib", "lemmata.report", "lemmata.prove", "lemmata.claims"),
        ),
        (
            "lemmata.report.render, lemmata.report.latest",
            ("torch", "flint", "lemmata.evaluate", "lemmata.claims", "lemmata.run"),
        ),
        ("lemmata.cli.app", ("sklearn", "dask", "curvlinops", "pytest", "hypothesis")),
    ],
    ids=["statements", "float screening", "reports", "start-up without extras"],
)
def test_loads_without(modules: str, blocked: tuple[str, ...]) -> None:
    assert loads_without(blocked, modules) == ""


def test_a_blocked_module_is_missed() -> None:
    assert "import of torch halted" in loads_without(("torch",), "lemmata.evaluate.floats")


def test_entry_point_is_callable() -> None:
    module, name = PROJECT["project"]["scripts"]["lemmata"].split(":")
    assert callable(getattr(importlib.import_module(module), name))


def test_installed_as_declared() -> None:
    assert metadata.version("lemmata") == PROJECT["project"]["version"], "run `make setup`"


def declared() -> dict[str, Requirement]:
    """Requirement by canonical name, extras included."""
    project = PROJECT["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    return {canonicalize_name(r.name): r for r in map(Requirement, lines) if r.name != project["name"]}


def test_pins_lie_in_the_declared_ranges() -> None:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pins = dict(re.findall(r"^([a-z0-9.-]+)==(\S+)$", text, flags=re.MULTILINE))
    assert len(pins) == sum(bool(line) and not line.startswith("#") for line in text.splitlines())
    assert not set(declared()) - set(pins)
    assert pins["torch"] == "2.13.0"
    for name, requirement in declared().items():
        assert requirement.specifier and "==" not in str(requirement.specifier), f"{name} wants a range"
        assert requirement.specifier.contains(Version(pins[name])), f"{name}=={pins[name]} is out of {requirement}"


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    used = {
        OTHERS_IMPORT.get(top, top)
        for package in PACKAGES
        for path in sources(package)
        if "pytest_plugin" not in path.parts  # pytest's own, in the extra `dev`
        for _, name in imports_of(path)
        if (top := name.split(".")[0]) not in sys.stdlib_module_names and top not in PACKAGES
    }
    wanted = {Requirement(line).name for line in PROJECT["project"]["dependencies"]}
    extras = PROJECT["project"]["optional-dependencies"]
    names = {Requirement(line).name for extra in ("suite", "mcp", "trained", "cluster") for line in extras[extra]}
    optional = names - {PROJECT["project"]["name"]}
    assert used - optional == wanted
    assert optional <= used
    # what is missing is named with the extra that brings it; sums of squares are left out without a word
    assert set(errors.SUITE) == {Requirement(line).name for line in extras["suite"]} - {"clarabel"}
    assert set(errors.MCP) == {Requirement(line).name for line in extras["mcp"]}


WITHOUT = """
import sys
from lemmata.errors import SUITE
sys.modules.update(dict.fromkeys(SUITE))  # no import of these succeeds
import lemmata
let = {"n": "integer(1, 3)", "A": "symmetric(n)", "B": "symmetric(n)"}
claims = "lmax(A + B) <= lmax(A)", "lmax(A + B) <= lmax(A) + lmax(B)", "lmax(A)**2 <= normF(A)**2 + 1/10**9"
for claim, budget in zip(claims, (8, 8, 2)):  # the last one waits for its end
    found = lemmata.check(claim, let=let, budget=budget)
    print(found.verdict.value, found.evidence.get("stopped"))
"""


def test_a_claim_is_settled_without_the_extra_suite() -> None:
    done = python("-c", WITHOUT)
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["refuted", "proved", "inconclusive"], done.stderr
    assert done.stdout.endswith("this needs torch: pip install 'lemmata[suite]'\n")


def test_every_file_is_shipped() -> None:
    """A folder without `__init__.py`, or a data file no pattern names, would be left out of a built distribution."""
    shipped = PROJECT["tool"]["setuptools"]["package-data"]
    for package in PACKAGES:
        bare = {p.parent for p in sources(package) if not (p.parent / "__init__.py").exists()}
        assert not bare, f"no __init__.py in {sorted(map(str, bare))}"
        for path in (ROOT / package).rglob("*"):
            place = path.relative_to(ROOT)
            if path.is_file() and path.suffix not in (".py", ".pyc") and not compiled(path):
                patterns = [(k, p) for k, listed in shipped.items() for p in listed]
                assert any(fits(place, key, pattern) for key, pattern in patterns), f"{path} is not shipped"


def fits(place: Path, key: str, pattern: str) -> bool:
    """Whether a pattern of the package `key` ("*" is any) names a file."""
    for parent in place.parents:
        inside = place.relative_to(parent).as_posix()
        named = key == "*" or ".".join(parent.parts) == key
        if (ROOT / parent / "__init__.py").exists() and named and fnmatch(inside, pattern):
            return True
    return False


def compiled(path: Path) -> bool:
    """What git ignores: caches, and what coqc writes next to its sources."""
    hidden = any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(ROOT).parts)
    return hidden or path.name.endswith((".vo", ".vok", ".vos", ".glob"))


def test_tests_have_unique_names() -> None:
    names = [path.name for path in sources("tests") if path.name.startswith("test_")]
    assert not {name for name in names if names.count(name) > 1}
