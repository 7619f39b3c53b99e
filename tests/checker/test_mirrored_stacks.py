"""Matrices laid out entry by entry: symmetric where entries mirror each other in words, and only there."""

from __future__ import annotations

import contextlib
import random
from fractions import Fraction
from pathlib import Path

import pytest

from lemmata.certificates.witnesses import Finder
from lemmata.checker.evaluate import Evaluator
from lemmata.checker.exact_numbers import Undecided, Undefined, ends
from lemmata.checker.format import NotEstablished
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


NUMBERS = ["exp(1)", "normN({x} @ {y})", "tr({x})", "sqrt(normF({y}))", "exp(1/2) * tr({x})", "tr({x}) * exp(1/2)", "0",
           "det({x}) / pi", "norm2({x}.T @ {y}.T)", "entry(s({y}), 2)", "-exp(1)", "pi + normN({x})"]  # fmt: skip


@pytest.mark.parametrize("seed", range(150))
def test_what_the_words_say_is_so(seed: int) -> None:
    """Where a matrix laid out at random is symmetric in words, entries on both sides of the diagonal overlap."""
    rng = random.Random(seed)
    leaves = ["A", "B", "expm(B)", "expm(B.T)", "sqrtm(A)", "(expm(B) @ A)", "(A @ expm(B.T))", "logm(A)"]
    above, below = (rng.choice(NUMBERS).format(x=rng.choice(leaves), y=rng.choice(leaves)) for _ in range(2))
    if rng.random() < 0.5:
        below = above.replace("B.T", "b").replace("B", "B.T").replace("b", "B")
    ev = Evaluator({"A": mat(A), "B": mat([[rng.randint(-2, 2) for _ in range(2)] for _ in range(2)])})
    ev.bits = 128
    tree = instantiate(parse_expression(laid(("0", above), (below, "1"))), Sizes({}, {}))
    with contextlib.suppress(Undefined, Undecided, NotEstablished), Finder(40).asked():
        value = ev.matrix(tree)
        if terms(ev, tree, False) == terms(ev, tree, True):
            (a, b), (c, d) = ends(value.rows[0][1]), ends(value.rows[1][0])
            assert a <= d and c <= b, (above, below)


def test_the_test_above_meets_both_answers() -> None:
    ev = Evaluator({"A": mat(A), "B": mat(B)})
    ev.bits = 128
    found = set()
    for above, below in (*MIRRORED, *DIFFERENT):
        with Finder(40).asked():
            tree = instantiate(parse_expression(laid(("0", above), (below, "1"))), Sizes({}, {}))
            found.add(terms(ev, tree, False) == terms(ev, tree, True))
    assert found == {True, False}


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
