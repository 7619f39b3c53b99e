"""Where people begin: scaffolds, the pytest plugin, the table for a pull request, what continuous integration runs."""

import json
import re
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

from lemmata import pytest_plugin
from lemmata.cli.app import main
from tests import python
from tests.report import sample_run as sample
from tests.test_add_a_paper import lemmata, registered
from tests.test_packaging import PROJECT

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_paper_is_a_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["new", "paper", "lovelace2027", "--title", "Notes on 'products' \\ \"sums\"", "--authors", "A. Byron"])
        == 0
    )
    assert "lemmata verify 'lovelace.*'" in capsys.readouterr().out
    site = tmp_path / "lovelace2027"
    registered(site, "theorems.lovelace2027", "lovelace2027")
    listed = lemmata("list", "--paper", "lovelace2027", site=site)
    assert listed.returncode == 0 and "lovelace.lemma-1" in listed.stdout, listed.stderr
    shown = lemmata("show", "lovelace.lemma-1", site=site)
    assert "Notes on 'products' \\ \"sums\"" in shown.stdout and shown.returncode == 0, shown.stdout + shown.stderr
    assert main(["new", "paper", "lovelace2027"]) == 2 and "is there already" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["Lovelace", "2027", "a-b", "../a", "class", ""])
def test_a_key_that_names_no_package(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "paper", "--", key]) == 2
    assert "give a key of small letters" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_new_conjecture_can_be_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "conjecture", "mine/one.toml"]) == 0
    assert main(["new", "conjecture", "mine/one.toml"]) == 2 and "is there already" in capsys.readouterr().err
    assert main(["new", "conjecture", "one.txt"]) == 2 and "name it one.toml" in capsys.readouterr().err
    assert main(["check", "mine/one.toml", "--budget", "2", "--explain"]) in (0, 3)
    assert "cond(I(n) + M)" in capsys.readouterr().out


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    Path("run").mkdir()
    broken = {"values": {"A": [["2"]]}, "lhs": "2", "rhs": "1", "relation": "<="}
    entries = [
        sample.entry("c.a", "refuted", title="a | b", locator="a.toml", counterexample=broken),
        sample.entry("c.b", "error", title="b", locator="b.toml", error="Traceback\nValueError: no"),
        sample.entry("c.c", "supported", title="c", locator="", tight=True),
    ]
    Path("run/verdicts.json").write_text(json.dumps(sample.run(entries)), encoding="utf-8")
    assert main(["report", "run", "--table"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == r"|✗ refuted|a \| b `a.toml`|`A = [2]: 2 ≰ 1`|"
    assert "ValueError: no" in lines[3] and "tight" in lines[4] and lines[-1] == "1 refuted, 1 supported, 1 error."
    assert not Path("run/index.html").exists()


def plugin_words() -> list[str]:
    """How to load the plugin: by itself where this copy is what is installed."""
    installed = {e.value for e in metadata.entry_points(group="pytest11")}
    return [] if pytest_plugin.__name__ in installed else ["-p", pytest_plugin.__name__]


@pytest.mark.long
def test_the_plugin_works_in_any_project(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text("def test_own(): assert True\n", encoding="utf-8")
    folder = tmp_path / "conjectures"
    folder.mkdir()
    (folder / "false.toml").write_text('claim = ["t >= 1"]\n[let]\nt = "interval(0, 1)"\n', encoding="utf-8")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return python("-m", "pytest", "-q", *plugin_words(), *words, cwd=tmp_path, PYTHONPATH=str(ROOT))

    alone = run("--conjectures", "conjectures", "--budget", "5")
    assert alone.returncode == 1 and "test_conjecture[false]" in alone.stdout and "1 failed" in alone.stdout
    both = run("--conjectures=conjectures", "--budget", "5", "test_own.py")
    assert "1 failed, 1 passed" in both.stdout, both.stdout + both.stderr
    assert "1 passed" in run().stdout, "without the option a run is what it was"


def test_the_plugin_is_declared_and_light() -> None:
    assert PROJECT["project"]["entry-points"]["pytest11"] == {"lemmata": pytest_plugin.__name__}
    program = (
        f"import sys, pytest, {pytest_plugin.__name__}; print(sorted({{'sympy', 'torch', 'numpy'}} & set(sys.modules)))"
    )
    done = python("-c", program)
    assert done.stdout == "[]\n", done.stdout + done.stderr


@pytest.mark.parametrize("name", [".pre-commit-hooks.yaml", "examples/ci/action.yml", "examples/ci/conjectures.yml"])
def test_what_continuous_integration_runs_exists(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    used = re.findall(r"lemmata (check|report)\b([^\n]*)", text)
    assert used and "\t" not in text
    for command, words in used:
        main([command, "--help"])
        known = " ".join(capsys.readouterr().out.split())
        for option in re.findall(r"--[a-z]+", words):
            assert option in known, (name, command, option)
