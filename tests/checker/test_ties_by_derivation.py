"""Ties that enclosures never show: a certificate carries derivations of them, and nothing else is believed of one."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from lemmata.certificates import build_violation
from lemmata.checker.program import KINDS as FIRST
from lemmata.language.instance import Instance
from lemmata.language.parse import read_claims
from lemmata.language.parse.declarations import read_variables
from tests.certificates.certificate_samples import examine, mat, sealed
from tests.made import statement

NAMES = read_variables({"n": "integer(1, 8)", "P": "psd(n)", "B": "real(n, n)"})
POINT = Instance({"n": 2}, {"P": mat([2, 1], [1, 3]), "B": mat([1, 5], [0, 2])})
DERIVED = [
    "sqrtm(P) @ B @ expm(P) == (expm(P) @ B.T @ sqrtm(P)).T",
    "2 * sqrtm(P) @ B == (B.T @ sqrtm(P) * 2).T",
    "expm(B).T == expm(B.T)",
    "had(expm(B), B) == had(B, expm(B))",
    "tr(expm(B) @ sqrtm(P)) == tr(sqrtm(P) @ expm(B))",
    "lmax(B @ sqrtm(P) @ B.T) <= 100",
    "lmax(4 * sqrtm(P) @ expm(P) @ sqrtm(P) - P) <= 1000",
    "lmax(had(expm(B), expm(B.T)) + expm(B) @ expm(B.T)) <= 10**9",
    "lmax(inv(expm(P) + I(n))) <= 1",
    "lmax(kron(expm(P), P)) <= 10**9",
]
SEEN = ["lmax(sqrtm(P) + 2 * absm(B) - absm(P + B) / 3) <= 100", "lmax(expm(P)) <= 100"]  # without a derivation
OPEN = ["sqrtm(P) @ expm(P) == expm(P) @ sqrtm(P)"]  # true, and beyond the prover
FALSE = ["sqrtm(P) @ B == B @ sqrtm(P)", "expm(B) == expm(B).T"]


def certificate(given: str) -> dict[str, Any]:
    """Of a claim that is broken, if the hypothesis holds."""
    claim = read_claims("tr(P @ P.T) + tr(B) <= 1", NAMES)
    return build_violation(statement(claim, read_claims(given, NAMES)), POINT, 0, claim[0], "18", "1")


@pytest.mark.parametrize("given", [*DERIVED, *SEEN, *OPEN, *FALSE])
def test_a_tie_is_established_where_it_is_derived(given: str, tmp_path: Path) -> None:
    cert = certificate(given)
    assert ("ties" in cert) == (given in DERIVED)
    assert examine(tmp_path, cert) == (0 if given in (*DERIVED, *SEEN) else 1)
    if "ties" in cert:
        assert "ties" not in FIRST["witness"].form
        assert examine(tmp_path, sealed({k: v for k, v in cert.items() if k != "ties"})) == 1


def forged(change: str, ties: dict[str, Any]) -> dict[str, Any]:
    out = copy.deepcopy(ties)
    (equation,) = out["equations"]
    match change:
        case "another equation":
            equation[1] = equation[1].replace("sqrtm(P)", "expm(P)")
        case "another step":
            equation[0] -= 1
        case "no step":
            equation[0] = len(out["steps"])
        case "no equation":
            equation[1] = equation[1].replace("==", "<=")
        case "a step less":
            out["steps"].pop(equation[0])
        case "an axiom of nobody":
            text = f"let: P = psd(2)\nlet: B = real(2, 2)\nclaim: {equation[1]}"
            out["steps"], equation[0] = [["axiom", "smade.fact", "sA", f"s{text}", "j0"]], 0
        case "an equation more":
            out["equations"].append([equation[0], "P == B"])
        case "sizes that are not numbers":
            equation[1] = equation[1] + " for i in 1..n"
    return out


@pytest.mark.parametrize(
    "change", ["another equation", "another step", "no step", "no equation", "a step less", "an axiom of nobody",
               "an equation more", "sizes that are not numbers"],
)  # fmt: skip
def test_a_tie_that_is_not_derived_is_none(change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cert = certificate(DERIVED[1])
    assert examine(tmp_path, cert) == 0
    cert = sealed(cert | {"ties": forged(change, cert["ties"])})
    assert examine(tmp_path, json.loads(json.dumps(cert))) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err


def test_a_tie_about_other_values_is_no_tie_of_these(tmp_path: Path) -> None:
    """What holds of symmetric matrices does not where another domain is declared."""
    cert = certificate("lmax(B @ sqrtm(P) @ B.T) <= 100")
    cert["ties"]["equations"][0][1] = "B == B.T"
    assert examine(tmp_path, sealed(cert)) == 1


@pytest.mark.parametrize("given", ["tr(B) <= 100", "lmax(expm(P)) <= 100"])
def test_a_tie_that_decides_nothing_is_refused(given: str, tmp_path: Path) -> None:
    cert = certificate(given)
    assert examine(tmp_path, cert) == 0
    spare = certificate("lmax(B @ sqrtm(P) @ B.T) <= 100")["ties"]
    assert examine(tmp_path, sealed(cert | {"ties": spare})) == 2
