"""The documentation site: every page has its place, the page of commands is made from the application."""

import importlib.util
import re
import runpy
import subprocess
from pathlib import Path

import pytest

from lemmata.cli.app import app
from tests import python

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
SETTINGS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_document_is_on_the_site() -> None:
    nav = set(re.findall(r"([\w/-]+\.md)$", SETTINGS.split("\nnav:")[1].split("\nvalidation:")[0], re.MULTILINE))
    documents = {path.name for path in (ROOT / "docs").glob("*.md")} | {"errata/README.md", "commands.md"}
    assert nav == documents


def test_the_page_of_commands_names_all() -> None:
    page = runpy.run_path(str(ROOT / "docs" / "site_hooks.py"))["commands"]()
    named = {info.name or info.callback.__name__.rstrip("_") for info in app.registered_commands if info.callback}
    assert {"verify", "check", "errata", "diff"} <= named
    for name in named:
        assert f"\n## lemmata {name}\n" in page, name
    assert "\n## lemmata new paper\n" in page and "- `--table`: Print the verdicts" in page
    assert page.count("```") % 2 == 0 and "\x08" not in page


def test_the_errata_that_were_written_are_linked_as_pages() -> None:
    class Page:
        class file:  # noqa: N801 - as mkdocs names it
            src_path = "errata/README.md"

    folder = ROOT / "docs" / "errata"
    hook = runpy.run_path(str(ROOT / "docs" / "site_hooks.py"))["on_page_markdown"]
    said = hook((folder / "README.md").read_text(encoding="utf-8"), Page())
    assert set(re.findall(r"\[page\]\((\w+\.html)\)", said)) == {path.name for path in folder.glob("*.html")}


def test_no_page_of_errata_is_kept_in_the_repository() -> None:
    """A page that is kept would be older than its statements after the next change of one."""
    kept = subprocess.run(["git", "ls-files", "docs/errata"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert kept.stdout.split() == ["docs/errata/README.md"]


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs (the extra docs) is not installed")
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    words = ["-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path / "site")]
    done = python(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "site" / "errata" / "index.html").exists()
