"""The command: exit codes, bad input, interruptions, what is printed."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lemmata.catalogue import get
from lemmata.certificates import build_violation
from lemmata.certificates import write as write_certificate
from lemmata.cli.app import main
from lemmata.language.instance import Instance
from lemmata.network_checker.network_program import CertificateError
from lemmata.run import campaign, workers
from tests import PATIENCE, python
from tests.certificates.certificate_samples import examples
from tests.run import fake_engine
from tests.run.runs import THREE, ids, stand_in, verdicts, write_expected, write_script

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All in this process."""
    stand_in(monkeypatch, tmp_path)
    monkeypatch.setattr(workers, "in_processes", lambda job, names, count: workers.here(job, names))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("verify riedi.lema-21", "unknown statement 'riedi.lema-21' (did you mean riedi.lemma-21"),
        ("verify zz*", "no statement matches 'zz*'"),
        ("verify --profile huge", "choose one of quick, standard, deep"),
        ("verify --seed x", "'--seed'"),
        ("verify --seed -1", "--seed -1: give an integer from 0"),
        ("verify --workers 0", "--workers 0: give a number from 1"),
        ("verify --workers many", "'--workers'"),
        ("verify --device tpu", "choose cpu or cuda"),
        ("verify --out file/run", "file/run: cannot be written (Not a directory): choose another --out"),
        ("verify --bogus", "--bogus"),
        ("show", "Missing argument"),
        ("show riedi.lemma-2l", "did you mean riedi.lemma-2"),
        ("list --paper reidi2022", "did you mean riedi2022"),
        ("report", "start one with `lemmata verify`"),
        ("report nowhere", "nowhere/verdicts.json: no such file"),
        ("report truncated", "truncated/verdicts.json: not JSON"),
        ("report alien", "alien/verdicts.json: not a run of schema 1"),
        ("certify nowhere.json", "nowhere.json: cannot be read"),
        ("certify", "Missing argument"),
        ("frobnicate", "frobnicate"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    words: str, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for name, text in (("truncated", '{"schema": 1, "stat'), ("alien", '{"schema": 9}')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "verdicts.json").write_text(text, encoding="utf-8")
    assert main(words.split()) == 2
    out, err = capfd.readouterr()
    assert out == "" and says in err and err.count("\n") == 1 and "Traceback" not in err


def test_a_malformed_review_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "expected.toml").write_text('["riedi.prop-1"]\nverdict = "prooved"\n', encoding="utf-8")
    assert main(["verify", "riedi.prop-1"]) == 2
    assert f'{tmp_path / "expected.toml"}: ["riedi.prop-1"]: reason is missing' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("verdict", "code"), [("supported", 0), ("refuted", 1), ("vacuous", 3), ("inconclusive", 3), ("error", 4)]
)
def test_verdicts_give_the_exit_code(
    verdict: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LEMMATA_TEST_SCRIPT", write_script(tmp_path, {THREE[0]: [verdict, ""]}))
    write_expected(tmp_path, dict.fromkeys(THREE, "supported"))
    assert main(["verify", *THREE]) == code
    out = capsys.readouterr().out
    assert out.startswith("3 statements\n") and "\x1b" not in out
    assert re.search(r"\nreport: reports/runs/[^/\n]+/index\.html\n$", out)
    assert all(f" {i} " in out for i in THREE)
    if code:
        assert f"{THREE[0]}: {verdict}, reviewed as supported\n" in out and out.count("NOT AS EXPECTED") == 1


def test_unreviewed_and_changed_statements_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_expected(tmp_path, {THREE[0]: "supported"}, **{THREE[0]: "c" * 64})
    assert main(["verify", *THREE[:2], "--out", "run"]) == 1
    out = capsys.readouterr().out
    assert f"{THREE[0]}: the statement changed since its review (reviewed cccccccccccc" in out
    assert f"{THREE[1]}: no reviewed verdict in expected.toml" in out and "report: run/index.html" in out


def test_a_crash_is_one_line_and_a_log(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def crash(*args: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(campaign, "run", crash)
    assert main(["verify"]) == 4
    out, err = capsys.readouterr()
    log = Path(re.fullmatch(r"lemmata: internal error: ZeroDivisionError: a bug; traceback in (.+)\n", err)[1])  # type: ignore[index]
    assert "in crash" in log.read_text(encoding="utf-8")
    log.unlink()
    assert main(["--debug", "verify"]) == 4
    err = capsys.readouterr().err
    assert "in crash" in err
    Path(err.split()[-1]).unlink()


def test_show(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    statement = get("riedi.cor-2")
    assert main(["show", statement.id]) == 0
    out = capsys.readouterr().out
    assert "none: expected.toml has no row" in out and "none here yet" in out
    lines = [line.strip() for line in out.splitlines()]
    assert statement.hash in lines, "to be copied whole"
    assert all(line in lines for part in statement.text.values() for line in part)
    assert "riedi.prop-1" in lines and r"\sum" in out and "riedi2022" in out
    write_expected(tmp_path, {statement.id: "proved"})
    main(["verify", statement.id])
    capsys.readouterr()
    main(["show", statement.id])
    out = capsys.readouterr().out
    assert "proved: as the test wants it" in out and "supported, seed 0 (profile quick, seed 0, reports/runs/" in out


def test_certify(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "false.json"
    write_certificate(path, fake_engine.certificate_of("riedi.prop-1"))
    assert main(["certify", str(path)]) == 1
    assert "not established" in capfd.readouterr().out
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"precision": 64', '"precision": 65'), encoding="utf-8")
    assert main(["certify", str(path)]) == 2
    assert "altered" in capfd.readouterr().err


def test_certify_refuses_a_certificate_of_another_wording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    statement = get("riedi.prop-4.triangle")
    other = replace(statement, claim=statement.conjuncts[0].func(*reversed(statement.conjuncts[0].args)))
    one = [[Fraction(1)]]
    names = [v.name for v in statement.let if v.name != "n"]
    instance = Instance({"n": 1}, {name: one for name in names})
    with pytest.raises(CertificateError, match="the text is not that of riedi.prop-4.triangle"):
        build_violation(other, instance, 0, other.conjuncts[0], "1", "1")


def test_certify_a_folder(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """One line for each file, a summary, the worst exit code."""
    good = examples()["lemma-18"]
    write_certificate(tmp_path / "good.json", good)
    assert main(["certify", str(tmp_path)]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "good.json: violation established",
        "1 accepted, 0 not established, 0 unreadable or altered",
    ]
    write_certificate(tmp_path / "true.json", fake_engine.certificate_of("riedi.prop-1"))
    assert main(["certify", str(tmp_path)]) == 1
    (tmp_path / "bad.json").write_text("{}", encoding="utf-8")
    assert main(["certify", str(tmp_path)]) == 2
    out, err = capfd.readouterr()
    assert "1 accepted, 1 not established, 1 unreadable or altered" in out and err.count("\n") == 1


@pytest.mark.parametrize("command", ["", "verify", "certify", "show", "list", "report"])
def test_help_teaches_by_example(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main([*command.split(), "--help"]) == 0
    out = capsys.readouterr().out
    assert f"\n  lemmata {command}" in out and max(map(len, out.splitlines())) <= 80


def test_start_up_imports_nothing_heavy() -> None:
    heavy = "{'torch', 'sympy', 'numpy', 'flint', 'jinja2', 'matplotlib', 'networkx', 'sklearn'}"
    code = f"import sys, lemmata.cli.app; print(sorted({heavy} & set(sys.modules)))"
    found = python("-c", code)
    assert found.stdout == "[]\n"


# --- interruptions: the command as a process of its own, with workers


def _interruptible() -> None:
    """Where the tests themselves run in the background, whatever they start ignores interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(folder: Path, script: dict[str, list[str]], *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "LEMMATA_TEST_SCRIPT": write_script(folder, script), "PYTHONPATH": str(ROOT)}
    environment["LEMMATA_TEST_EXPECTED"] = write_expected(folder, dict.fromkeys(THREE, "supported"))
    command = [sys.executable, "-m", "tests.run.fake_engine", "verify", *THREE, "--workers", "2", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True, start_new_session=True,
        preexec_fn=_interruptible,
    )  # fmt: skip


def until(condition: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_ctrl_c_keeps_results(tmp_path: Path) -> None:
    run = tmp_path / "run"
    process = start(tmp_path, {THREE[1]: ["supported", "sleep"]}, "--out", "run")
    until(lambda: (run / "verdicts.json").exists() and len(ids(run)) == 2)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the command and its workers alike
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in err, err
    assert "report: run/index.html" in out and "--resume --out run" in out
    assert verdicts(run)["complete"] is False and set(ids(run)) == {THREE[0], THREE[2]}
    assert (run / "index.html").is_file()
    until(lambda: not alive(process.pid))


@pytest.mark.long
def test_a_killed_run_leaves_a_readable_result_that_can_be_resumed(tmp_path: Path) -> None:
    run = tmp_path / "run"
    process = start(tmp_path, {THREE[1]: ["supported", "sleep"]}, "--out", "run")
    until(lambda: (run / "verdicts.json").exists() and len(ids(run)) == 2)
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert verdicts(run)["complete"] is False
    until(lambda: not alive(process.pid))  # the workers leave with it
    again = start(tmp_path, {}, "--out", "run", "--resume")
    out, err = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, (out, err)
    assert "3 statements, 2 kept" in out and verdicts(run)["complete"] is True and len(ids(run)) == 3
    assert json.loads((run / "verdicts.json").read_text(encoding="utf-8"))["statements"][0]["as_expected"] is True
