"""No work without an end: hostile files, and a checker that would go on for ever or take all memory."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lemmata import network_checker
from lemmata.checker import format as files
from lemmata.checker import program
from lemmata.checker.format import MAX_TEXT, SCHEMA, digest
from tests.attacks.forged_certificates import text_hash

PROGRAM = Path(network_checker.__file__).parent


def made(kind: str, text: dict[str, list[str]], **more: Any) -> str:
    cert = {"schema": SCHEMA, "kind": kind, "statement": "conjecture.slow", "text": text, **more}
    cert["hash"] = text_hash("L", text)
    return json.dumps({**cert, "digest": digest(cert)})


def along_depth(claim: str) -> str:
    text = {"let": ["L = integer(1)"], "given": [], "claim": [claim]}
    return made("depth", text, sequences={}, numbers={}, conjunct=0, products=[])


def instance(claim: str, let: tuple[str, ...] = ("x = real",), **more: Any) -> str:
    text = {"let": list(let), "given": more.pop("given", []), "claim": [claim]}
    return made("witness", text, **{"dims": {}, "values": {"x": "1"}, **more})


ROW, SQUARE = ["9" * 400] * 64, ("n = integer(1)", "A = real(n, n)")
HOSTILE = {
    "arrows": along_depth("x" + " -> a" * 90_000 + " as b" * 90_000),
    "arrows that fit": along_depth("x" + " -> a" * 900 + " as b" * 900),
    "all large": along_depth("x" + " for all large L" * 600),
    "long line": instance("exists: x == " + "1 + " * 200_000 + "1"),
    "brackets": '{"a": ' * 100_000,
    "quotes": '"' + '\\"' * 450_000,
    "digits": instance("exists: x == 1", values={"x": "9" * 900_000}),
    "exponent": instance(f"exists: x**{'9' * 4000} == 1"),
    "towers": instance("exists: " + "(" * 30 + "x + 1" + ")**99" * 30 + " == 1"),
    "exponentials": instance("exists: " + "exp(" * 38 + "x" + ")" * 38 + " == 1"),
    "signs": instance("exists: " + "-" * 9000 + "x == 1"),
    "transposes": instance("exists: x" + ".T" * 4000 + " == 1"),
    "ranges": instance("exists: " + "sum(" * 9 + "x" + "".join(f" for i{k} in 1..64)" for k in range(9)) + " == 1"),
    "rows": instance("exists: det(A) == 1", SQUARE, dims={"n": 64}, values={"A": [ROW] * 64}),
    "hypotheses": instance("exists: x == 1", given=["exp(exp(x / 10)) <= x"] * 900),
    "many keys": json.dumps({str(k): k for k in range(90_000)}),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_files_end_soon(name: str, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(HOSTILE[name])
    command = [sys.executable, "-I", "-S", str(PROGRAM), str(path)]
    start = os.times()
    said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    spent = os.times()
    assert said.returncode in (1, 2) and len((said.stdout + said.stderr).splitlines()) == 1, said
    assert (spent.children_user + spent.children_system) - (start.children_user + start.children_system) < 8
    assert len(max(HOSTILE[name].split('"'), key=len)) <= MAX_TEXT or said.returncode == 2


def _for_ever(path: Path) -> Any:
    while True:
        pass


def _without_end(path: Path) -> Any:
    return bytearray(4 * files.MEMORY)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no limits for processes")
@pytest.mark.parametrize("work", [_for_ever, _without_end])
def test_the_system_ends_what_looks_at_no_clock(work: Any, monkeypatch: Any, capfd: Any, tmp_path: Path) -> None:
    monkeypatch.setattr(files, "SECONDS", 1)
    monkeypatch.setattr(program, "check_certificate", work)
    start = time.process_time()
    assert program.main([str(tmp_path / "c.json")], program.confined) == 2
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 1 and "more" in said[0] and time.process_time() - start < 5


def test_a_folder_of_strangers_is_not_on_the_path(tmp_path: Path) -> None:
    for name in ("decimal", "json", "lemmata", "format", "fractions", "ast"):
        (tmp_path / f"{name}.py").write_text("import os; os._exit(0)")
    (tmp_path / "c.json").write_text("{}")
    for command in ([str(PROGRAM)], ["-I", "-S", str(PROGRAM)], ["-m", "lemmata.network_checker"]):
        hostile = {"lemmata.py"} if "-m" in command else set()  # which python -m would take for the package
        for name in hostile:
            (tmp_path / name).unlink()
        environment = {**os.environ, "PYTHONPATH": str(PROGRAM.parents[2])}
        arguments = [sys.executable, *command, "c.json"]
        said = subprocess.run(
            arguments, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60, check=False
        )
        assert said.returncode == 2 and "is not 'lemmata-certificate" in said.stderr, said
