"""`pytest verify/`, as a process of its own with a stand-in for the engine."""

import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests import python
from tests.run.runs import ids, verdicts, write_expected, write_script

ROOT = Path(__file__).parents[2]
FINE, CHANGED, DIFFERENT, UNREVIEWED = "riedi.lemma-21", "riedi.prop-1", "riedi.eq-48", "riedi.lemma-18~repaired"
SELECTED = f"({FINE} and not shift) or ({CHANGED} and not {CHANGED}0) or {DIFFERENT} or {UNREVIEWED.replace('~', '.')}"


def pytest_verify(
    folder: Path, *words: str, script: dict[str, list[str]] | None = None, fine: str = "supported"
) -> subprocess.CompletedProcess[str]:
    reviewed = {FINE: fine, CHANGED: "supported", DIFFERENT: "supported"}
    files = {
        "LEMMATA_TEST_SCRIPT": write_script(folder, script or {DIFFERENT: ["refuted", "certify"]}),
        "LEMMATA_TEST_EXPECTED": write_expected(folder, reviewed, **{CHANGED: "d" * 64}),
    }
    command = ["-m", "pytest", "-p", "tests.run.fake_engine", "-p", "no:cacheprovider", str(ROOT / "verify")]
    return python(*command, "--rootdir", str(folder), "-q", *words, cwd=folder, PYTHONPATH=str(ROOT), **files)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("extra", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_verdicts_become_tests(tmp_path: Path, extra: tuple[str, ...]) -> None:
    junit = tmp_path / "junit.xml"
    done = pytest_verify(tmp_path, "-k", SELECTED, "--junitxml", str(junit), "--seed", "5", *extra)
    assert done.returncode == 1, done.stdout + done.stderr
    cases = {case.get("name", ""): case for case in ElementTree.parse(junit).iter("testcase")}
    assert set(cases) == {f"test_statement[{i}]" for i in (FINE, CHANGED, DIFFERENT, UNREVIEWED)}
    says = {name[15:-1]: "".join(f.text or "" for f in case.iter("failure")) for name, case in cases.items()}
    assert says[FINE] == ""
    assert f"{CHANGED}: the statement changed since its review (reviewed dddddddddddd" in says[CHANGED]
    assert f"{UNREVIEWED}: no reviewed verdict in expected.toml" in says[UNREVIEWED]
    run = next((tmp_path / "reports" / "runs").iterdir())
    shown = run.relative_to(tmp_path)
    assert says[DIFFERENT].splitlines() == [
        f"{DIFFERENT}: refuted, reviewed as supported",
        "  reviewed: as the test wants it",
        f"  certificate: {shown}/certificates/{DIFFERENT}.json",
        f"  evidence: {shown}/index.html",
        f"  reproduce: lemmata verify {DIFFERENT} --profile quick --seed 5",
    ]
    assert "Traceback" not in done.stdout and f"report: {shown}/index.html" in done.stdout

    data = verdicts(run)
    assert data["complete"] is True and data["seed"] == 5 and set(ids(run)) == {FINE, CHANGED, DIFFERENT, UNREVIEWED}
    assert {e["id"]: e["as_expected"] for e in data["statements"]}[FINE] is True
    assert (run / "index.html").is_file() and (run / "certificates" / f"{DIFFERENT}.json").is_file()
    assert (tmp_path / "reports" / "latest").resolve() == run


def test_what_no_derivation_shows_fails_at_the_end(tmp_path: Path) -> None:
    only = f"{FINE} and not shift"
    done = pytest_verify(tmp_path, "-k", only, script={FINE: ["proved", ""]}, fine="proved")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout + done.stderr
    assert f"{FINE}: not proved: no derivation file shows it" in done.stdout and "1 passed" in done.stdout


@pytest.mark.long
def test_a_worker_that_dies_is_a_failure_and_an_error(tmp_path: Path) -> None:
    done = pytest_verify(tmp_path, "-k", SELECTED, "-n", "2", script={FINE: ["supported", "die"]})
    assert done.returncode == 1
    run = next((tmp_path / "reports" / "runs").iterdir())
    found = {e["id"]: e for e in verdicts(run)["statements"]}
    assert len(found) == 4 and found[FINE]["verdict"] == "error" and "died" in found[FINE]["error"]


@pytest.mark.long
def test_nothing_selected_leaves_nothing(tmp_path: Path) -> None:
    assert pytest_verify(tmp_path, "-k", "nosuchstatement").returncode == pytest.ExitCode.NO_TESTS_COLLECTED
    assert not (tmp_path / "reports").exists()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("words", "says"),
    [(("--profile", "huge"), "choose one of quick, standard, deep"), (("--seed", "-3"), "give an integer from 0")],
)
def test_bad_options_are_usage_errors(tmp_path: Path, words: tuple[str, str], says: str) -> None:
    done = pytest_verify(tmp_path, *words)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR and says in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
