"""`lemmata check`: what it prints and writes, its exit codes, and plausible mistakes."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from lemmata.cli.app import main
from lemmata.conjectures import command, jobs, worker
from lemmata.conjectures.pool import PoolEvent, WorkerPool, without_answer
from lemmata.errors import InputError
from lemmata.language.verdicts import Verdict
from lemmata.report.render import load
from tests import PATIENCE

ROOT = Path(__file__).parents[2]
LET = "--let 'n=integer(1, 4)' --let 'A=real(n, n)'"
FALSE = f"--claim 'smax(A) <= 1' {LET}"
FILES = {
    "false.toml": 'name = "too small"\nclaim = ["smax(A) <= 1"]\n[let]\nn = "integer(1, 3)"\nA = "real(n, n)"\n',
    "deep/true.toml": 'claim = ["t >= 0"]\n[let]\nt = "interval(0, 1)"\n',
    "empty.toml": "",
    "binary.toml": "\udcff\udc80\udc81",
    "unquoted.toml": "claim = [smax(A) <= 1]\n",
}


class Here(WorkerPool):
    """A bench without processes, for what does not need them."""

    def start(self) -> None:
        return

    def run(self, asked: Sequence[dict[str, Any]]) -> Iterator[PoolEvent]:
        for number, job in enumerate(asked):
            said: list[tuple[str, Any]] = []
            worker.run(job, lambda kind, value, said=said: said.append((kind, json.loads(json.dumps(value)))))
            for kind, value in said:
                assert kind != "failed", value
                if kind != "ready":
                    yield PoolEvent(number, kind, value)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty working directory with some files, and no processes."""
    monkeypatch.setattr(command, "WorkerPool", Here)
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        path = tmp_path / "d" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    (tmp_path / "bare").mkdir()


def check(words: str) -> int:
    return main(["check", *shlex.split(words)])


def test_a_claim_may_stand_where_a_file_may(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(f"'smax(A) <= 1' {LET} --budget 5 --explain") == 1
    assert "claim  smax(A) <= 1" in capsys.readouterr().out
    assert check("d/nothing.toml") == 2
    for words in ("'-x**2 <= 0'", "--claim '-x**2 <= 0'", "--explain '-x**2 <= 0' --given '-x <= 1'"):
        assert check(f"{words} --let x=real --read") == 0
        assert "claim  -x**2 <= 0" in capsys.readouterr().out
    assert check("-x") == 2
    capsys.readouterr()
    assert check("'smax(A) <= 1' --let 'A=real(n, n)' --read") == 0
    said = capsys.readouterr()
    assert "n = integer(1, 4)" in said.out and said.err == "read with --let 'n=integer(1, 4)'\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "nothing is claimed: name a file or folder, or write --claim, as in lemmata check"),
        (LET, "nothing is claimed"),
        ("--given 'x >= 0'", "nothing is claimed"),
        (f"--claim '' {LET}", "--claim: nothing is written here"),
        ("--claim 'smax(A) <= 1' --let 'A=real(dims, 2)' --let 'dim=integer(1, 2)'", "`dims` is not declared; did you"),
        ("--claim 'smax(A) <= 1' --let 'A=real(2, norm2)'", "`norm2` is a function"),
        ("'A is nothing' --let 'A=real(2, 2)'", "--claim, column 3: `is` is a word of Python"),
        (f"{FALSE} --let 'n=integer(1)'", "n is declared twice: keep one"),
        ("--claim 'smax(A) <= 1' --let 'n=integer(1)' --let 'A=real(n, n)'", "give both ends, as in integer(2, 8)"),
        ("--claim 'smax(A) <= 1' --let 'n=integer(1,inf)' --let 'A=real(n, n)'", "--let n, column 11: `inf`"),
        ("--claim 'smax(A) <= 1' --let 'n=integer(1,900)' --let 'A=real(n, n)'", "at most 64"),
        ("--claim 'smax(A) <= 1' --let 'A real(n, n)'", "--let 'A real(n, n)': write NAME=DOMAIN, as in"),
        (f"--claim 'smax(A @ B) <= 1' {LET}", "`B` is not declared; declare it as in --let 'B=real(n, n)'"),
        (f"--claim 'sigma(A) <= 1' {LET}", "there is no function `sigma`"),
        (f"--claim 'A[1, 1, 1] <= 1' {LET}", "it takes two indices"),
        (f"--claim 'A[i, 1] <= 1' {LET}", "`i` has no range; write `for i in 1..n` behind the relation"),
        (f"--claim 'smax(AA) <= 1' {LET}", "`AA` is not declared; write A @ A"),
        (f"--claim 'tr A <= 1' {LET}", "write tr(A)"),
        (f"--claim 'smax([A, A]) <= 1' {LET}", "`[A, A]` is no commutator; write A @ A - A @ A"),
        (f"{FALSE} --given 'smax(A' --claim 'tr(A) <= 1'", "--given, column 5: this bracket is never closed"),
        (f"{FALSE} --claim 'tr(A' --claim 'tr(A) <= 1'", "--claim number 2, column 3: this bracket"),
        ("nowhere.toml", "nowhere.toml: there is no such file: check the path, or write the claim after --claim"),
        ("bare", "bare: holds no .toml file"),
        ("d/empty.toml", "d/empty.toml: the file is empty; write claim ="),
        ("d/binary.toml", "d/binary.toml: byte 0 is not UTF-8 text"),
        ("d/unquoted.toml", "d/unquoted.toml:1: not TOML"),
        (f"d/false.toml {FALSE}", "d/false.toml: a file and --claim were both given: keep one"),
        ("--latex '1 >= 2' --latex '1 <= 2'", "--latex and --latex were given"),
        ("--latex '1 >= 2' --sup 1", "--latex and --sup were given"),
        ("d/false.toml --let 'n=integer(1, 2)'", "a file and --let were both given"),
        ("d/false.toml d/false.toml", "unexpected extra argument"),
        (f"{FALSE} --budget 0", "--budget 0: give seconds from 1 to 1209600"),
        (f"{FALSE} --budget nan", "--budget nan"),
        (f"{FALSE} --budget soon", "--budget soon: give seconds, or a time as in --budget 90s"),
        (f"{FALSE} --seed -1", "--seed -1: give an integer from 0"),
        (f"{FALSE} --device tpu", "choose cpu or cuda"),
        (f"{FALSE} --json nowhere/x.json", "--json nowhere/x.json: there is no such folder"),
        (f"--json {FALSE}", "--json has no value: --claim is the next option; write --json NAME"),
        (f"{FALSE} --out d/false.toml", "d/false.toml: cannot be written"),
        ("--bogus", "--bogus"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(words: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(words) == 2
    out, err = capsys.readouterr()
    assert out == "" and says in err and err.count("\n") == 1 and "Traceback" not in err, err
    assert not Path("reports").exists()


def test_a_counterexample_that_can_be_pasted(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(f"{FALSE} --budget 2") == 1
    out, err = capsys.readouterr()
    assert out.startswith("✗ refuted, n = 1 (") and err == "" and out.count("\n") == 5
    assert "\nit fails at n = 1; A = np.array([[2]])\n" in out and "left side = 2, right side = 1\n" in out
    assert check(f"{FALSE} --budget 2 --explain") == 1
    out, err = capsys.readouterr()
    assert "  claim  smax(A) <= 1\n" in out and "    A = np.array([[2]])\n" in out and err == ""
    assert "    left side  = 2\n    right side = 1\n" in out
    again = next(line for line in out.splitlines() if line.startswith("again: ")).removeprefix("again: ")
    assert shlex.split(again)[:2] == ["lemmata", "check"] and check(again.removeprefix("lemmata check ")) == 1
    assert not Path("reports").exists()


def test_json_alone_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(f"{FALSE} --budget 2 --json -") == 1
    entry = json.loads(capsys.readouterr().out)
    assert entry["verdict"] == "refuted" and entry["certificate"]["schema"] == "lemmata-certificate/3"
    assert entry["text"]["claim"] == ["smax(A) <= 1"] and entry["evidence"]["instances"] > 0
    assert entry["certificate"]["hash"] == entry["hash"] and entry["counterexample"]["values"] == {"A": [["2"]]}


def test_a_folder_to_keep(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(f"{FALSE} --name 'Too <b>small</b>' --budget 2 --out run --json all.json") == 1
    out = capsys.readouterr().out
    (path,) = re.findall(r"^check it again: lemmata certify (.+)$", out, flags=re.MULTILINE)
    assert main(["certify", path]) == 0
    (entry,) = load(Path("run/verdicts.json"))["statements"]
    assert entry["certificate"] == Path(path).relative_to("run").as_posix()
    assert json.loads(Path("all.json").read_text(encoding="utf-8"))["certificate"]["hash"] == entry["hash"]
    page = Path("run/index.html").read_text(encoding="utf-8")
    assert "Too &lt;b&gt;small&lt;/b&gt;" in page and "<msub><mi>s</mi>" in page, "formulas are set"
    assert check(f"{FALSE} --budget 2 --out d") == 1, "other people's files are left alone"
    assert Path("d/false.toml").exists()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("d/deep/true.toml", 0, "✓ supported"),
        ("--claim 't <= 1' --given 't > 1' --let 't=interval(0, 1)'", 3, "∅ vacuous"),
        ("d/false.toml", 1, "✗ refuted, n = 1  too small"),
    ],
)
def test_verdicts_give_the_exit_code(words: str, code: int, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(f"{words} --budget 2") == code
    assert says in capsys.readouterr().out


def test_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert check("d --budget 2 --json all.json") == 2, "bad input is worse than a refutation"
    out = capsys.readouterr().out
    for name, word in (("false", "refuted"), ("deep/true", "supported"), ("empty", "bad input"), ("binary", "bad inp")):
        assert re.search(rf"^. {name}\.toml +{word}", out, flags=re.MULTILINE), out
    assert "1 refuted, 1 supported, 3 bad input, 5 of 5 files\n" in out
    (page,) = re.findall(r"^report: (reports/runs/.+/index\.html)$", out, flags=re.MULTILINE)
    entries = {e["id"]: e for e in load(Path(page).with_name("verdicts.json"))["statements"]}
    assert set(entries) == {f"conjecture.{i}" for i in ("false", "deep.true", "empty", "binary", "unquoted")}
    certificate = Path(page).parent / entries["conjecture.false"]["certificate"]
    assert main(["certify", str(certificate)]) == 0
    assert Path("reports/latest").resolve() == Path(page).resolve().parent
    written = json.loads(Path("all.json").read_text(encoding="utf-8"))
    assert next(e for e in written["statements"] if e["id"] == "conjecture.false")["certificate"]["dims"] == {"n": 1}
    for name in ("empty", "binary", "unquoted"):
        Path(f"d/{name}.toml").unlink()
    assert check("d --budget 2 --out run") == 1
    Path("d/false.toml").unlink()
    assert check("d --budget 2 --out run") == 0 and len(load(Path("run/verdicts.json"))["statements"]) == 1


def test_a_check_that_fails_is_exit_4(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(self: WorkerPool, asked: Sequence[dict[str, Any]]) -> Iterator[PoolEvent]:
        yield PoolEvent(
            0, "entry", without_answer(asked[0], {}, {}, Verdict.ERROR, "Traceback ...\nZeroDivisionError: x")
        )

    monkeypatch.setattr(Here, "run", fail)
    assert check(FALSE) == 4
    assert "the check itself failed: ZeroDivisionError: x" in capsys.readouterr().out


def test_declarations_in_words() -> None:
    assert jobs.declarations(["n = integer(1, 4)", "A='real(n, n)'"]) == {"n": "integer(1, 4)", "A": "real(n, n)"}
    for wrong in ("A", "=real", "A=", "A=real", "n=real"):
        if wrong.startswith(("A=r", "n=r")):
            assert jobs.declarations([wrong])
        else:
            with pytest.raises(InputError, match="write NAME=DOMAIN"):
                jobs.declarations([wrong])


def examples() -> list[str]:
    """The commands that `lemmata check --help` shows."""
    from lemmata.conjectures.help_page import CHECK

    text = CHECK.replace("\\\n", " ")
    found = [line.strip().removeprefix("lemmata check ") for line in text.splitlines()]
    return [line for line, whole in zip(found, text.splitlines(), strict=True) if "lemmata check --claim" in whole]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("words", examples())
def test_the_examples_of_the_help_run(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    budget = "" if "--budget" in words else " --budget 3"
    assert check(words.partition(" #")[0] + budget) == (1 if "false" in words else 0)


def test_the_help_is_a_reference(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from lemmata.language.parse.declarations import DOMAINS
    from lemmata.language.parse.normalised import NORMALISED
    from lemmata.language.parse.vocabulary import FUNCTIONS
    from lemmata.language.parse.walk import MAJORIZATION, OF_NUMBERS

    monkeypatch.setenv("COLUMNS", "80")
    assert check("--help") == 0
    out = capsys.readouterr().out
    words = set(re.findall(r"\w+", out))
    assert {*DOMAINS, *NORMALISED, *FUNCTIONS, *MAJORIZATION, *OF_NUMBERS} <= words and len(examples()) == 3
    assert max(map(len, out.splitlines())) <= 80 and r"\[" not in out
    for line in examples():
        assert line.split("'")[1] in out


# --- as a process of its own


def start(words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = [sys.executable, "-m", "lemmata", "check", *shlex.split(words)]
    return subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_ctrl_c_prints_what_was_found(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    words = f"--claim 'normN(A @ A + A.T) <= 2 * n * (1 + smax(A)**2)' {LET} --budget 120 --explain --journal {notes}"
    process, until = start(words), time.monotonic() + PATIENCE
    while not (notes.exists() and re.search(r'"slack": [\d.]', notes.read_text())):
        assert time.monotonic() < until and process.poll() is None  # the search goes on
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in err
    assert "interrupted" in out and "normN(A @ A + A.T)" in out and "instances" in out
