"""The independent checker on enclosures and bad files, and what it imports."""

import json
import os
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from lemmata.catalogue import all_statements, expected
from lemmata.certificates import digest, write
from lemmata.checker.format import enclosure
from lemmata.language import Kind
from lemmata.language.relations import Exists
from lemmata.language.verdicts import Verdict
from lemmata.network_checker.network_program import KINDS, CertificateError, check_certificate, main
from lemmata.run import engine
from tests import PATIENCE
from tests.checker.test_exploits import forge
from tests.claims.engine_runs import TINY

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("1/2", "1/2", "1/2"),
        ("[0.5 +/- 1e-3]", "499/1000", "501/1000"),
        ("[+/- 2.5e-1]", "-1/4", "1/4"),
        ("[-1.00 +/- 0]", -1, -1),
        ("2.50e+1", 25, 25),
        ("-3", -3, -3),
    ],
)
def test_enclosure_strings(text, low, high):
    assert enclosure(text, "lhs") == (Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    "text", ["", "nan", "-inf", "[1 +/- -1]", "[1 +- 1]", "1e999999999", "[1 +/- 1", "1/0", "1/2/3", "0x1", 1, None]
)
def test_what_is_no_enclosure(text):
    with pytest.raises(CertificateError):
        enclosure(text, "lhs")


SEALED = {
    "schema": "lemmata-certificate/1",
    "kind": "violation",
    "statement": "a.b",
    "hash": "0",
    "text": {"let": [], "given": [], "claim": ["1 <= 0"]},
}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b"\xff\xfe\x00",
        bytes(range(256)),
        b'{"schema": NaN}',
        b'{"a": 1.5}',
        b'{"a": 1, "a": 2}',
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"9" * 5000,
        b'{"schema": "lemmata-certificate/3"}',
        b'"\\ud800"',
        b" " * 2_100_000,
        json.dumps(SEALED).encode(),
        json.dumps({**SEALED, "digest": "\ud800"}).encode(),
        json.dumps({**SEALED, "kind": []}).encode(),
        json.dumps({**SEALED, "text": [], "digest": digest(SEALED)}).encode(),
        b'{"schema": "lemmata-certificate/1", "kind": "flow"}',
    ],
)
def test_bad_files_get_one_clear_line_and_exit_2(tmp_path, capsys, content):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    start = time.process_time()
    assert main([str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "Traceback" not in captured.err
    assert time.process_time() - start < 5
    with pytest.raises(CertificateError):
        check_certificate(path)


def test_missing_files_directories_and_no_file(tmp_path, capsys):
    assert main([str(tmp_path / "absent.json")]) == 2
    assert main([str(tmp_path)]) == 2
    assert main([]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_only_the_standard_library_is_imported(tmp_path):
    """In an interpreter without site packages, and with every import outside the standard library refused."""
    path = tmp_path / "c.json"
    path.write_text("{}")
    code = (
        "import sys, importlib.abc\n"
        "class Refuse(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        root = name.partition('.')[0]\n"
        "        if root != 'lemmata' and root not in sys.stdlib_module_names: raise ImportError('refused ' + name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "from lemmata.network_checker.network_program import main\n"
        f"code = main([{str(path)!r}])\n"
        "used = {m.partition('.')[0] for m in sys.modules} - set(sys.stdlib_module_names) - {'lemmata', '__main__'}\n"
        "sys.exit(99 if used else code)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for command in (["-S", "-c", code], ["-S", "-m", "lemmata.checker", str(path)]):
        run = subprocess.run(
            [sys.executable, *command], env=environment, capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path
        )
        assert run.returncode == 2 and run.stderr.count("\n") == 1, run.stderr


# --- What is printed of a folder of certificates is what was shown: names of files and of statements do not lie in it


def test_a_borrowed_name_and_a_name_of_two_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = forge(["x = real"], ["x >= 1"], {}, {"x": "0"})
    (tmp_path / "riedi.lemma-21.json").write_text(json.dumps(mine))
    (tmp_path / "a.json: violation established\nb.json").write_text("{}")
    (tmp_path / "empty\u202e.json").write_text(json.dumps({**mine, "hash": "0"}))
    assert main([str(tmp_path)]) == 2
    said = capsys.readouterr()
    first, last = said.out.splitlines()
    assert first.startswith("riedi.lemma-21.json: violation established (conjecture.forged is not in the manifest")
    assert last == "1 accepted, 0 not established, 2 unreadable or altered"
    assert len(said.err.splitlines()) == 2 and "\\n" in said.err and "\\u202e" in said.err


# --- No refuted row of these kinds loses its certificate

EXPECTED = expected.load()
REFUTED = {
    s.id: s
    for s in all_statements()
    if s.id in EXPECTED
    and EXPECTED[s.id].verdict == "refuted"
    and (
        s.kind in (Kind.TRAJECTORY, Kind.GRAPH)
        or s.kind is Kind.LIMIT
        and s.id.startswith(("le.", "oyedotun."))
        or s.id == "oyedotun.remark-1"
        or any(isinstance(c, Exists) for c in s.claim)
    )
}


def test_there_are_rows_of_every_kind():
    assert len(REFUTED) >= 57


@pytest.mark.sampled(4)
@pytest.mark.parametrize("identifier", sorted(REFUTED))
def test_the_row_is_refuted_with_a_certificate(identifier, tmp_path):
    finding = engine.dispatch(REFUTED[identifier], TINY, 0, "cpu")
    assert finding.verdict is Verdict.REFUTED and finding.certificate["kind"] in KINDS
    result = check_certificate(write(tmp_path / "c.json", finding.certificate))
    assert result.accepted, result.lines
