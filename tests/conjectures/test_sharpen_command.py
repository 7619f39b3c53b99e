"""`lemmata sharpen` on the command line: what it says, its exit codes, its JSON."""

import json
from pathlib import Path

import pytest

from lemmata.cli.app import main
from lemmata.conjectures.sharpen_command import DONE, FALSE, sharpen
from lemmata.errors import InputError


def words(claim: str, *let: str) -> dict[str, tuple[str, ...]]:
    """What the options hold."""
    return {"claim": (claim,), "given": (), "let": let, "define": ()}


def test_a_sharp_claim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found.json"
    assert sharpen((), words("2*x*y <= x**2 + y**2", "x=real", "y=real"), "6", 0, str(out)) == DONE
    said = capsys.readouterr().out
    assert "equality: exact equality certified" in said
    entry = json.loads(out.read_text())
    assert entry["verdict"] == "supported"
    assert not [e for e in entry["stronger"] if e["kind"] == "constant"]


def test_a_false_claim(capsys: pytest.CaptureFixture[str]) -> None:
    assert sharpen((), words("x*y <= 1", "x=real", "y=real"), "3", 0, None) == FALSE
    assert "is false" in capsys.readouterr().out


def test_a_claim_may_stand_where_an_id_does(capsys: pytest.CaptureFixture[str]) -> None:
    claim, let = "norm2(A @ x) <= norm2(A) * norm(x)", ("--let=A=real(m, n)", "--let=x=real(n, 1)")
    assert main(["prove", claim, *let, "--budget=10s"]) == 0
    found = capsys.readouterr()
    assert "proved the claim, m = 1 … 4, n = 1 … 4" in found.out and "m=integer(1, 4)" in found.err
    assert main(["sharpen", claim, *let, "--budget=6s"]) == DONE
    assert "the claim: normF(A @ x) <= norm2(A) * normF(x)" in capsys.readouterr().out
    for command in ("prove", "sharpen"):
        assert main([command, claim, "classical.psd-sum", *let]) == 2
        assert "an ID, a file, or a claim, not several" in capsys.readouterr().err
    assert main(["prove", claim, *let, "--write"]) == 2 and "--write" in capsys.readouterr().err
    assert main(["prove", claim, *let, "--budget=long"]) == 2 and "--budget long" in capsys.readouterr().err


def test_mistakes() -> None:
    nothing = {"claim": (), "given": (), "let": (), "define": ()}
    with pytest.raises(InputError, match="say what is to be sharpened"):
        sharpen((), nothing, "6", 0, None)
    with pytest.raises(InputError, match="no such folder"):
        sharpen((), words("x <= x", "x=real"), "6", 0, "/nowhere/at/all.json")
