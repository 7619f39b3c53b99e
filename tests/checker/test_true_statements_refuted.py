"""Certificates against true statements, each of which would go through if one number stood for another, a side had a
value that it has not, or a text were read in part."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from lemmata.checker.text_form import parse_expression, written
from lemmata.network_checker.network_program import CertificateError, check_certificate
from tests.checker.test_attacks import violation

PAIR = {"A": [["1", "0"], ["0", "4"]]}
NOTHING = [["0", "0"], ["0", "0"]]
ALIKE = "entry(diag({f}), 1) < entry(diag({f}), 2)"
SLIGHT = "1/1" + "0" * 60


def said(folder: Path, cert: dict[str, Any]) -> tuple[bool, str]:
    """Whether a certificate is accepted, and the line that says why not."""
    path = folder / "c.json"
    path.write_text(json.dumps(cert))
    try:
        found = check_certificate(path)
    except CertificateError as error:
        return False, str(error)
    return found.accepted, found.lines[0]


def against(claim: str, let: list[str], values: dict[str, Any], given: tuple[str, ...] = (), **more: Any) -> Any:
    return violation(let, claim, values=values, given=given, **more)


ONE_FOR_TWO = [  # a witness so coarse that the same enclosure holds entries that differ
    ("sqrtm(A)", ["A = pd(2)"], PAIR),
    ("absm(A)", ["A = diagonal(2)"], PAIR),
    ("logm(A)", ["A = pd(2)"], {"A": [["1", "0"], ["0", "11/10"]]}),
    ("sqrtm(A @ A.T)", ["A = diagonal(2)"], PAIR),
]


@pytest.mark.parametrize(("f", "let", "values"), ONE_FOR_TWO)
def test_two_entries_are_not_one_number_since_both_have_one_enclosure(
    f: str, let: list[str], values: Any, tmp_path: Path
) -> None:
    """f(A) has its first entry below its second; around a witness of zeros both are in one interval."""
    given = ("entry(diag(A), 1)**2 < entry(diag(A), 2)**2",)
    witnesses = {written(parse_expression(f)): NOTHING}
    for claim in (ALIKE.format(f=f), f"entry(diag({f}), 2) > entry(diag({f}), 1)"):
        accepted, why = said(tmp_path, against(claim, let, values, given, witnesses=witnesses))
        assert not accepted and "could not be decided" in why
    itself = against(f"entry(diag({f}), 1) < entry(diag({f}), 1)", let, values, given, witnesses=witnesses)
    assert said(tmp_path, itself)[0]  # one entry is not below itself


def test_what_scales_entries_before_a_product_does_not_after_it(tmp_path: Path) -> None:
    """E(x o Ey) = x o E(Ey) says that x_1 = x_2 for E = exp of the exchange, y = (c, c); here they differ below all
    enclosures, and both sides would be `E @ E @ y` with x."""
    once = "expm(ones(2, 2) - I(2)) @ (c * ones(2, 1))"
    left, right = f"x * (expm(ones(2, 2) - I(2)) @ ({once}))", f"expm(ones(2, 2) - I(2)) @ (x * ({once}))"
    let = ["c = positive", "x = real(2, 1)"]
    values = {"c": "1/1" + "0" * 480, "x": [["1"], ["1" + "0" * 239 + "1/1" + "0" * 240]]}
    cert = against("entry(x, 1) == entry(x, 2)", let, values, (f"({left}).T.T == ({right}).T.T",))
    accepted, why = said(tmp_path, cert)
    assert not accepted and "is undecided" in why


SCALED = [  # a column that a vector scales entry by entry is no column times a number
    ("(exp(w) * x) @ x.T", "2.00"),
    ("x @ (exp(w) * x).T", "2.00"),
    ("(exp(w) * (exp(w) * x)) @ x.T", "2.00"),
    ("((-exp(w)) * x) @ x.T", "0.00"),
    ("(exp(w) * x) @ x.T + x @ x.T", "4.00"),
    ("(x * exp(w)) @ x.T", "2.00"),
]


@pytest.mark.parametrize(("matrix", "largest"), SCALED)
def test_what_is_symmetric_to_many_digits_is_not_symmetric(matrix: str, largest: str, tmp_path: Path) -> None:
    """lmax(M) <= 5 says that M is symmetric, so that w_1 = w_2; here the two differ in the 60th digit."""
    let, values = ["w = real(2, 1)", "x = real(2, 1)"], {"w": [["0"], [SLIGHT]], "x": [["1"], ["1"]]}
    claim = "entry(w, 1) == entry(w, 2)"
    name = f"lam({written(parse_expression(matrix))})"
    listed = sorted([largest, "0.00" if largest != "0.00" else "-2.00"], key=float, reverse=True)
    cert = against(claim, let, values, (f"lmax({matrix}) <= 5", "x == ones(2, 1)"), witnesses={name: listed})
    accepted, why = said(tmp_path, cert)
    assert not accepted and ("is undefined" in why or "is undecided" in why)
    # a number may scale it: its entries are then made of the same enclosures
    number = "exp(entry(w, 2)) * (x @ x.T)"
    name = f"lam({written(parse_expression(number))})"
    same = against(claim, let, values, (f"lmax({number}) <= 5",), witnesses={name: ["2.00", "0.00"]})
    assert said(tmp_path, same)[0]


READ_IN_PART = [
    (["x = interval(0, 1) + max(0, 5)"], "x >= 1", "6"),
    (["x = interval(0, 1) * (2)"], "x >= 1", "0"),
    (["x = positive() + ()"], "x >= 1", "0"),
    (["x = interval(0, 1)(2)"], "x >= 1", "0"),
    (["x = integer(1) - (3)"], "x >= 1", "-3"),
    (["x = interval(i for i in 0..1)"], "x >= 1", "0"),
    (["x = interval(0, high=1)"], "x >= 1", "0"),
    (["x = interval(0, pi)"], "x >= 1", "0"),
    (["x = real", "x = positive"], "x >= 1", "0"),
    (["x = real(2)"], "x >= 1", "0"),
    (["x = interval(0, 1,)"], "x >= 1", "0"),
    (["pi = real"], "pi >= 1", "0"),
]


@pytest.mark.parametrize(("let", "claim", "value"), READ_IN_PART, ids=lambda v: str(v))
def test_a_declaration_is_read_as_a_whole_or_not_at_all(let: list[str], claim: str, value: str, tmp_path: Path) -> None:
    name = claim[: claim.index(" ")]
    assert not said(tmp_path, against(claim, let, {name: value}))[0]
    assert said(tmp_path, against("x >= 1", ["x = interval(0, 1)"], {"x": "0"}))[0]


def test_the_texts_are_sealed_as_a_forger_would() -> None:
    """The hash is that of the text: what is refused above is not refused for a wrong seal."""
    cert = against("x >= 1", ["x = real"], {"x": "0"})
    assert cert["hash"] == hashlib.sha256(b"A\nlet: x = real\nclaim: x >= 1").hexdigest()
