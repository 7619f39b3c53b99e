"""Kind "witness": an instance that meets the hypotheses and what is claimed to exist, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lemmata.certificates import witnesses, write
from lemmata.checker.format import SCHEMA, digest
from lemmata.network_checker.network_program import CertificateError, check_certificate
from tests.attacks.forged_certificates import text_hash

MATRICES = ["n = integer(1)", "A = symmetric(n)", "x = real"]


def witness(claim: str, values: dict[str, Any], given: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """A certificate that these values are what a claim says to exist."""
    text = {"let": more.pop("let", MATRICES), "given": list(given), "claim": [claim]}
    cert = {"schema": SCHEMA, "kind": "witness", "statement": "conjecture.made", "text": text, "dims": {"n": 2}}
    cert |= {"hash": text_hash("A", text), "values": values, **more}
    cert["digest"] = digest(cert)
    cert = cert if more else witnesses.attach(cert)
    return {**cert, "digest": digest(cert)}


def outcome(tmp_path: Path, cert: dict[str, Any]) -> str:
    try:
        result = check_certificate(write(tmp_path / "c.json", cert))
    except CertificateError as error:
        return f"refused: {error}"
    return result.lines[-1] if result.accepted else f"not established: {result.lines[0]}"


VALUES = {"A": [["2", "0"], ["0", "1"]], "x": "3"}


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        ("exists: lmax(A) < x", ()),
        ("exists: 1 <= det(A) <= x", ()),
        ("exists: tr(A) == x", ("x > 0", "det(A) == 2")),
        ("exists: (A @ A == A + A @ A - A)", ()),
        ("exists: (entry(s(A), i) <= x for i in 1..n)", ()),
        ("exists: x**2 == 9", ()),
    ],
)
def test_what_is_there_exists(claim: str, given: tuple[str, ...], tmp_path: Path) -> None:
    assert outcome(tmp_path, witness(claim, VALUES, given)) == "existence established"
