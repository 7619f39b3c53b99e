"""Matrices laid out entry by entry: symmetric where entries mirror each other in words, and only there."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from lemmata.certificates.witnesses import Finder
from lemmata.checker.evaluate import Evaluator
from lemmata.checker.text_form import Sizes, instantiate, parse_expression, written
from lemmata.network_checker.equal_by_form import terms
from tests.checker.test_true_statements_refuted import SLIGHT, against, said
from tests.checker.values import mat, status

A, B = [["2", "1"], ["1", "3"]], [["1", "5"], ["0", "2"]]


def laid(*rows: tuple[str, ...]) -> str:
    """The text of a matrix with these entries."""
    return "vstack(" + ", ".join(f"vstack({', '.join(f'({x}) * I(1)' for x in row)}).T" for row in rows) + ")"


MIRRORED = [
    ("normN(sqrtm(A) @ expm(B))", "normN(expm(B.T) @ sqrtm(A))"),
    ("exp(1) * sqrt(tr(expm(B)))", "sqrt(tr(expm(B.T))) * exp(1)"),
    ("exp(1/3)", "exp(1/3)"),
    ("-(log(2) / exp(3)) + pi", "pi - log(2) / exp(3)"),
]
DIFFERENT = [
    ("normN(sqrtm(A) @ expm(B))", "normN(expm(B) @ sqrtm(A))"),
    ("exp(1)", f"exp(1 + {SLIGHT})"),
    ("log(2) / exp(3)", "exp(3) / log(2)"),
    ("exp(log(2))", "2"),  # equal, and not by form
    ("entry(s(expm(B)), 1)", "entry(s(expm(B)), 2)"),
    ("tr(expm(B) @ sqrtm(A) @ expm(A))", "tr(expm(B) @ expm(A) @ sqrtm(A) @ expm(A))"),
]


@pytest.mark.parametrize(("above", "below"), MIRRORED)
def test_mirrored_entries_make_a_matrix_symmetric(above: str, below: str) -> None:
    assert status(f"lmax({laid(('0', above), (below, '1'))}) <= 100000", A=A, B=B) == "holds"


@pytest.mark.parametrize(("above", "below"), DIFFERENT)
def test_others_do_not(above: str, below: str) -> None:
    assert status(f"lmax({laid(('0', above), (below, '1'))}) <= 100000", A=A, B=B) in ("undefined", "undecided")


def test_blocks_mirror_each_other_entry_by_entry() -> None:
    for text, known in (
        ("vstack(vstack(B.T, expm(B)).T, vstack(expm(B), A).T)", False),  # expm(B).T above, expm(B).T below
        ("vstack(vstack(A, expm(B)).T, vstack(expm(B.T), A).T)", True),
        ("vstack(vstack(A, sqrtm(A)).T, vstack(sqrtm(A), A).T)", True),
        ("vstack(vstack(A, sqrtm(A)).T, vstack(logm(A), A).T)", False),
        ("vstack(A @ expm(A), expm(A) @ A)", False),  # not square
    ):
        ev = Evaluator({"A": mat(A), "B": mat(B)})
        ev.bits = 128
        with Finder(40).asked():
            tree = instantiate(parse_expression(text), Sizes({}, {}))
            assert (terms(ev, tree, False) == terms(ev, tree, True)) is known, text


FORGED = [  # w_1 and w_2 differ in the 60th digit
    laid(("0", "exp(entry(w, 1))"), ("exp(entry(w, 2))", "0")),
    laid(("0", "sqrt(2 + entry(w, 1))"), ("sqrt(2 + entry(w, 2))", "0")),
    laid(("0", "normN(expm(entry(w, 1) * I(2)))"), ("normN(expm(entry(w, 2) * I(2)))", "0")),
    "vstack(vstack(exp(w) * I(1)).T, vstack(exp(entry(w, 2)) * I(1), exp(entry(w, 1)) * I(1)).T)",
]


@pytest.mark.parametrize("matrix", FORGED)
def test_what_is_nearly_symmetric_is_not(matrix: str, tmp_path: Path) -> None:
    let, values = ["w = real(2, 1)"], {"w": [["0"], [SLIGHT]]}
    name = f"lam({written(parse_expression(matrix))})"
    for largest in ("1.00", "1.41", "2.00", str(Fraction(3, 2))):
        listed = [largest, largest if "/" in largest else f"-{largest}"]
        cert = against("entry(w, 1) == entry(w, 2)", let, values, (f"lmax({matrix}) <= 5",), witnesses={name: listed})
        accepted, why = said(tmp_path, cert)
        assert not accepted, why
