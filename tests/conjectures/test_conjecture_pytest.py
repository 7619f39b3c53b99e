"""`pytest verify/ --conjectures DIR`, as a process of its own in a repository of its own."""

import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lemmata.report.render import load
from tests import python

ROOT = Path(__file__).parents[2]
FILES = {
    "true": 'claim = ["t >= 0"]\n[let]\nt = "interval(0, 1)"\n',
    "deep/false": 'name = "too small"\nclaim = ["smax(A) <= 1"]\n[let]\nn = "integer(1, 3)"\nA = "real(n, n)"\n',
    "deep/vacuous": 'given = ["t > 1"]\nclaim = ["t <= 2"]\n[let]\nt = "interval(0, 1)"\n',
    "unreadable": "claim = \n",
}


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "conjectures" / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def pytest_verify(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["-m", "pytest", str(ROOT / "verify"), "--rootdir", ".", "-p", "no:cacheprovider", "-q"]
    return python(*command, *words, cwd=folder, PYTHONPATH=str(ROOT))


@pytest.mark.long
def test_each_file_is_an_item(paper: Path) -> None:
    words = ("--conjectures", "conjectures", "--budget", "2", "-n", "2", "--junitxml", "junit.xml")
    done = pytest_verify(paper, *words)
    assert done.returncode == 1, done.stdout + done.stderr
    cases = {c.get("name", ""): c for c in ElementTree.parse(paper / "junit.xml").iter("testcase")}
    says = {name[16:-1]: "".join(f.text or "" for f in case.iter("failure")) for name, case in cases.items()}
    assert set(says) == set(FILES) and says["true"] == ""
    assert says["deep/false"].startswith("refuted: too small\n") and "A = np.array([[2]])" in says["deep/false"]
    assert "reproduce: lemmata check conjectures/deep/false.toml --budget 2 --seed 0" in says["deep/false"]
    assert "to blame: never met: t > 1" in says["deep/vacuous"]
    assert says["unreadable"].startswith("conjectures/unreadable.toml:1: not TOML")
    assert "Traceback" not in done.stdout + done.stderr
    run = next((paper / "reports" / "runs").iterdir())
    assert f"report: {run.relative_to(paper)}/index.html" in done.stdout
    entries = {e["id"]: e["verdict"] for e in load(run / "verdicts.json")["statements"]}
    assert entries.pop("conjecture.true") in ("supported", "proved")
    assert entries == {
        "conjecture.deep.false": "refuted", "conjecture.deep.vacuous": "vacuous",
        "conjecture.unreadable": "error",
    }  # fmt: skip
    assert (run / "certificates" / "conjecture.deep.false.json").is_file()
    assert "<math" in (run / "index.html").read_text(encoding="utf-8")


@pytest.mark.long
def test_selection_and_a_chosen_folder(paper: Path) -> None:
    done = pytest_verify(paper, "--conjectures", "conjectures", "--budget", "2", "-k", "true", "--out", "run")
    assert done.returncode == 0 and "1 passed, 3 deselected" in done.stdout, done.stdout + done.stderr
    assert (paper / "run" / "index.html").is_file() and not (paper / "reports").exists()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--conjectures", "nowhere"), "nowhere: there is no such folder"),
        (("--conjectures", "."), ". holds no .toml"),
        (("--conjectures", "conjectures", "--budget", "0"), "--budget 0: give seconds"),
    ],
)
def test_bad_options_are_usage_errors(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    (tmp_path / "conjectures").mkdir()
    if "--budget" in words:
        (tmp_path / "conjectures" / "x.toml").write_text(FILES["true"], encoding="utf-8")
    done = pytest_verify(tmp_path, *words)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR, done.stdout + done.stderr
    assert says.split(" ", 1)[1] in done.stdout + done.stderr and "Traceback" not in done.stdout + done.stderr


def test_without_the_option_the_statements_are_collected(tmp_path: Path) -> None:
    done = pytest_verify(tmp_path, "--collect-only")
    assert "test_statement[riedi.lemma-21]" in done.stdout and "test_conjecture" not in done.stdout
