"""The built distribution holds the tool and the suite, and works where nothing of the repository is at hand."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests import PATIENCE
from tests.test_packaging import PACKAGES, PROJECT, ROOT

pytestmark = pytest.mark.long

WEYL = 'lemmata.check("lmax(A + B) <= lmax(A) + lmax(B)", let=LET, budget=2)'
LET = {"n": "integer(1, 3)", "A": "symmetric(n)", "B": "symmetric(n)"}
PROGRAM = f"""
import json, lemmata
LET = {LET!r}
false = lemmata.check("lmax(A + B) <= lmax(A)", let=LET, budget=2)
true = {WEYL}
print(json.dumps([lemmata.__file__, false.verdict.value, true.verdict.value, bool(false.certificate)]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip wheel` makes of a copy of the sources."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    unneeded = shutil.ignore_patterns("__pycache__", "runs", "latest", ".*", "rocq.json", "*.vo*", "*.glob", "junit-*")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=unneeded)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*command, "-w", str(out), str(source)], check=True, timeout=PATIENCE)
    (found,) = out.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment that holds the wheel, and sees the dependencies of this one but not its `lemmata`."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False, symlinks=True)
    folder = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    # a path in a .pth file is put on sys.path, but the .pth files in it (this repository's, for one) are not read
    (folder / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(folder)]
    subprocess.run([*command, str(wheel)], check=True, timeout=PATIENCE)
    return home


def run(environment: Path, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A program of the environment, from a folder with nothing in it."""
    unset = ("PYTHONPATH", "PYTHONHOME")
    setting = {name: value for name, value in os.environ.items() if name not in unset}
    command = [str(environment / "bin" / "python"), *words]
    return subprocess.run(command, cwd=folder, env=setting, capture_output=True, text=True, timeout=PATIENCE)


def test_it_holds_the_tool_and_the_suite(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {*PACKAGES, f"lemmata-{PROJECT['project']['version']}.dist-info"}
    assert not {"theorems/__init__.py", "numerics/__init__.py"} & set(names), "these are shared with other papers"
    for needed in (
        "lemmata/textbook/foundations.toml",
        "lemmata/checker/manifest.json",
        "lemmata/report/templates/",
        "lemmata/kernel.py",
        "lemmata/definitions.txt",
        "lemmata/cli/SKILL.md",
        "theorems/riedi2022/expected.toml",
        "theorems/riedi2022/proofs/",
        "numerics/riedi2022/constructions/",
    ):
        assert any(name.startswith(needed) for name in names), needed
    assert not any("/runs/" in name or "latest/" in name for name in names)


def test_a_check_from_python(environment: Path, tmp_path: Path) -> None:
    done = run(environment, "-c", PROGRAM, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    place, false, true, certificate = json.loads(done.stdout)
    assert Path(place).is_relative_to(environment)
    assert (false, certificate) == ("refuted", True) and true in ("supported", "proved")


def test_a_verdict_and_its_certificate(environment: Path, tmp_path: Path) -> None:
    """A refuted and a proved row of the catalogue: engine, kernel and checker start processes of their own."""
    command = [
        str(environment / "bin" / "python"),
        "-c",
        "import sys; from lemmata.cli.app import main; sys.exit(main())",
    ]
    ids = ["riedi.lemma-18", "classical.norm-of-product"]
    done = run(environment, *command[1:], "verify", *ids, "--out", "run", "--workers", "1", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    entries = json.loads((tmp_path / "run" / "verdicts.json").read_text(encoding="utf-8"))["statements"]
    assert {e["id"]: e["verdict"] for e in entries} == {ids[0]: "refuted", ids[1]: "proved"}
    said = run(environment, *command[1:], "certify", "run/certificates", folder=tmp_path)
    assert said.returncode == 0, said.stdout + said.stderr
    assert (tmp_path / "run" / "index.html").is_file()


def test_importing_it_is_light(environment: Path, tmp_path: Path) -> None:
    heavy = {"numpy", "sympy", "torch", "flint", "scipy"}
    code = f"import sys, lemmata; print({heavy!r} & set(sys.modules), [m for m in sys.modules if 'lemmata' in m])"
    assert run(environment, "-c", code, folder=tmp_path).stdout == "set() ['lemmata']\n"
