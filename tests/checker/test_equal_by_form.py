"""Equations between matrices whose entries are only enclosed: what is one sum of products on both sides holds."""

from __future__ import annotations

import random

import pytest

from lemmata.certificates.witnesses import Finder
from lemmata.checker.evaluate import Evaluator
from lemmata.checker.exact_numbers import Undecided, Undefined, ends
from lemmata.checker.format import CertificateError, NotEstablished
from lemmata.checker.text_form import Sizes, instantiate, parse_expression
from lemmata.checker.witnessed_spectra import Mat
from lemmata.network_checker.equal_by_form import terms
from tests.checker.values import mat, status

A = [["2", "1"], ["1", "3"]]
B = [["1", "5"], ["0", "2"]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sqrtm(A) @ B @ expm(A) == (expm(A) @ B.T @ sqrtm(A)).T", "holds"),
        ("sqrtm(A) + expm(B) == (expm(B.T) + sqrtm(A)).T", "holds"),
        ("2 * sqrtm(A) @ B == (B.T @ sqrtm(A) * 2).T", "holds"),
        ("sqrtm(A) @ B @ expm(A) == expm(A) @ B.T @ sqrtm(A)", "broken"),
        ("sqrtm(A) @ B == B @ sqrtm(A)", "broken"),
        ("expm(B) == expm(B).T", "broken"),
        (f"{'relu(' * 34}expm(A) + A{')' * 34} == {'relu(' * 34}A + expm(A){')' * 34}", "holds"),
        (
            f"{'vstack(tr(' * 9}expm(B) + B{') * I(1), I(1)) @ ones(1, 2)' * 9} == "
            f"{'vstack(tr(' * 9}B.T + expm(B.T){') * I(1), I(1)) @ ones(1, 2)' * 9}",
            "holds",
        ),
        ("sqrtm(A) @ logm(A) == logm(A) @ sqrtm(A)", "undecided"),  # true, and not by form
    ],
)
def test_the_form_says_what_enclosures_do_not(text: str, found: str) -> None:
    assert status(text, A=A, B=B) == found


MATRICES = ["A", "B", "expm(A)", "expm(B)", "sqrtm(A)", "I(2)", "diag(exp(x))"]
COLUMNS = ["x", "exp(x)", "s(A)", "(expm(A) @ x)", "(expm(A) @ exp(x))"]
NUMBERS = ["2", "exp(2)", "exp(1/2) * tr(B)", "tr(B) * exp(1/2)", "det(B) / pi", "tr(expm(A))", "normF(expm(B))",
           "normF(expm(B).T)", "(normF(A) * tr(B))"]  # fmt: skip


def _matrix(draw: random.Random, depth: int) -> str:
    a, b = (_matrix(draw, depth - 1) if depth else draw.choice(MATRICES) for _ in range(2))
    x, y = (_column(draw, depth - 1) if depth else draw.choice(COLUMNS) for _ in range(2))
    c = draw.choice(NUMBERS)
    kinds = [a, f"({a} @ {b})", f"{a}.T", f"({a} + {b})", f"({c} * {a})", f"(-{a})", f"({a} / {c})", f"({x} @ {y}.T)",
             f"({a} @ {b} @ {a}.T)", f"({a} @ {b} + {b}.T @ {a}.T)", f"relu({a})", f"expm({a} / 9)",
             f"inv(expm({a} / 9))", f"absm({a})", f"diag(exp(diag({a}) / 9))"]  # fmt: skip
    laid = f"vstack(vstack({c} * I(1), {draw.choice(NUMBERS)} * I(1)).T, vstack({draw.choice(NUMBERS)} * I(1), I(1)).T)"
    return draw.choice([*kinds, laid, f"had({a}, {b})", f"vstack({x}.T, {y}.T)", f"({a} @ {b})"])


def _column(draw: random.Random, depth: int) -> str:
    a = _matrix(draw, depth - 1) if depth else draw.choice(MATRICES)
    x, y = (_column(draw, depth - 1) if depth else draw.choice(COLUMNS) for _ in range(2))
    c = draw.choice(NUMBERS)
    return draw.choice([f"({a} @ {x})", f"({x} * {y})", f"({c} * {x})", f"({x} + {y})", f"({x} + {c})",
                        f"vstack({c} * I(1), {draw.choice(NUMBERS)} * I(1))"])  # fmt: skip


def test_what_is_one_in_words_has_one_value() -> None:
    draw, values = random.Random(3), Evaluator({"A": mat(A), "B": mat(B), "x": mat([["1"], ["2"]])})
    values.bits = 128
    words, again = dict[tuple[str, ...], tuple[Mat, str]](), 0
    with Finder(40).asked():
        for _ in range(1500):
            text = draw.choice((_matrix, _column))(draw, draw.choice((1, 2)))
            tree = instantiate(parse_expression(text), Sizes({}, {}))
            try:
                value = values.matrix(tree)
            except (CertificateError, NotEstablished, Undecided, Undefined):
                continue
            for flipped in (False, True):
                other, said = words.setdefault(
                    tuple(terms(values, tree, flipped)), (value.T if flipped else value, text)
                )
                again += said != text
                for p, q in zip(other.rows, (value.T if flipped else value).rows, strict=True):
                    pairs = [(ends(u), ends(v)) for u, v in zip(p, q, strict=True)]
                    assert all(u[0] <= v[1] and v[0] <= u[1] for u, v in pairs), (said, text)
    assert again > 100
