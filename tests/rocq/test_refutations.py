"""Refutations by rational instances: Rocq computes both sides, and refuses an instance that refutes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lemmata.rocq.canonical import NotExportable
from lemmata.rocq.refutations import read_all, refutation
from tests.rocq.test_rocq import needs_rocq

NORMAL = "A @ A.T == A.T @ A"


def certificate(claim: str, values: dict[str, Any], *given: str) -> str:
    """What a certificate says of square matrices A of order 2 and a number c."""
    text = {"let": ["n = integer(1)", "A = real(n, n)", "c = real"], "given": list(given), "claim": [claim]}
    broken = {"conjunct": 0, "indices": {}}
    said = {"kind": "violation", "statement": "test.claim", "hash": "", "text": text, "broken": broken}
    return json.dumps({**said, "dims": {"n": 2}, "values": values})


@pytest.mark.long
@needs_rocq
def test_what_refutes_is_accepted_and_what_does_not_is_refused(tmp_path: Path) -> None:
    shift, unit = [["0", "1"], ["0", "0"]], [["1", "0"], ["0", "1"]]
    cases = {
        "normal": (certificate(NORMAL, {"A": shift, "c": "0"}), True),
        "unit": (certificate(NORMAL, {"A": unit, "c": "0"}), False),  # the claim holds there
        "norms": (certificate("normF(A) <= c * normF(A @ A)", {"A": unit, "c": "1/2"}, "c > 0"), True),
        "unmet": (certificate("tr(A) < c", {"A": unit, "c": "2"}, "c > 2"), False),  # the hypothesis does not
    }
    for name, (data, _) in cases.items():
        (tmp_path / f"{name}.json").write_text(data)
    said = read_all(tmp_path, tmp_path, 1)
    assert {name for name in cases if not said[f"{name}.json"]} == {name for name, (_, right) in cases.items() if right}


def test_what_is_not_rational_is_named() -> None:
    with pytest.raises(NotExportable, match="smax"):
        refutation(certificate("smax(A) <= c", {"A": [["1", "0"], ["0", "1"]], "c": "0"}))
