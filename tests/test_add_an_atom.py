"""docs/add-an-atom.md, followed as written in a copy of the repository."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import python
from tests.test_packaging import PACKAGES, ROOT

pytestmark = pytest.mark.long

PAGE = (ROOT / "docs" / "add-an-atom.md").read_text(encoding="utf-8")
STEP = re.compile(r"^In `([^`]+)`, (?:a (new) file|after `([^\n]+)`):\n\n```\w*\n(.*?)```\n", re.MULTILINE | re.DOTALL)
CLAIM = re.compile(r"^lemmata (check .*)$", re.MULTILINE)
FILES = {"energy": 2, "permanent": 3}  # of each example, the line in the checker included
CLI = "import sys; from lemmata.cli.app import main; sys.exit(main())"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository with the steps of the page taken."""
    root = tmp_path_factory.mktemp("newcomer")
    for package in (*PACKAGES, "tests"):
        unneeded = shutil.ignore_patterns("__pycache__", "runs", "latest", "*.vo*", "*.glob")
        shutil.copytree(ROOT / package, root / package, ignore=unneeded)
    shutil.copy(ROOT / "pyproject.toml", root)
    for name, new, after, block in STEP.findall(PAGE):
        path = root / name
        assert path.exists() != bool(new), name
        if not new:
            text = path.read_text(encoding="utf-8")
            assert text.count(f"{after}\n") == 1, f"{name} has no line {after!r}"
            block = text.replace(f"{after}\n", f"{after}\n{block}")
        path.write_text(block, encoding="utf-8")
    assert "\npython -P -m lemmata.language.reference\n" in PAGE
    (root / "docs").mkdir()
    done = run(root, "-m", "lemmata.language.reference")
    assert done.returncode == 0, done.stderr
    return root


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python(*arguments, cwd=root)


def checked(root: Path, line: str) -> dict[str, object]:
    """The entry that a line of the page prints with `--json -`."""
    words = [w.strip("'") for w in re.findall(r"'[^']*'|\S+", line)]
    done = run(root, "-c", CLI, *words, "--json", "-", "--budget", "40")
    assert done.returncode in (0, 1), done.stderr
    entry: dict[str, object] = json.loads(done.stdout)
    return entry


def test_the_page_touches_as_few_files_as_it_says() -> None:
    steps = STEP.findall(PAGE)
    touched = {word: {name for name, _, _, block in steps if word in block.lower()} for word in FILES}
    assert {word: len(names) for word, names in touched.items()} == FILES and PAGE.count("\nIn `") == len(steps)


def test_the_claims_of_the_page(copy: Path) -> None:
    found = [checked(copy, line) for line in CLAIM.findall(PAGE)]
    assert [entry["verdict"] for entry in found] == ["proved", "refuted", "supported", "refuted"]
    assert found[1]["certificate"] and found[3]["certificate"]
    assert "tr((A + B).T @ (A + B))" in json.dumps(found[1])  # what the certificate says needs no word
    assert "permanent(A @ B)" in json.dumps(found[3])


def test_the_tests_of_the_language_and_the_interpreters_accept_them(copy: Path) -> None:
    chosen = [
        "tests/language/test_language_words.py", "tests/language/test_language_typeset.py",
        "tests/language/test_language_statement.py", "tests/evaluate/test_specifications.py",
        "tests/conjectures/test_conjecture_command.py",
    ]  # fmt: skip
    words = "energy or permanent or Permanent or has_a_sample or samples_hold or help_is_a_reference"
    done = run(copy, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-k", words, *chosen)
    assert done.returncode == 0, done.stdout
    for test in ("answers_are_what_is_seen", "digits", "every_interpreter_has_a_rule"):
        assert f"::test_{test}[Permanent] PASSED" in done.stdout


def test_without_the_class_nothing_reads_it(copy: Path) -> None:
    """The control: the same claim where the steps were not taken."""
    words = ["check", "--claim", "energy(A) >= 0", "--let", "A=real(2, 2)"]
    done = run(ROOT, "-c", CLI, *words)
    assert done.returncode == 2 and "energy" in done.stderr
