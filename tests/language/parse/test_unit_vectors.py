"""Extremes over unit vectors: each is the spectral quantity that it says, and nothing else is read."""

from __future__ import annotations

import pytest

from lemmata.language.conjecture_files import build
from lemmata.language.parse.errors import ReadingError

LET = {"n": "integer(2, 3)", "A": "real(n, n)", "W": "real(n, n + 1)", "C": "complex(n, n)", "H": "hermitian(n)"}
REAL, COMPLEX = "for x in unit(n)", "for x in complex_unit(n)"


@pytest.mark.parametrize(
    ("said", "means"),
    [
        (f"sup(x.T @ A @ x {REAL})", "lmax(sym(A))"),
        (f"inf(tr(x.H @ A @ A @ x) {REAL})", "lmin(sym(A @ A))"),
        (f"sup(abs(x.T @ A @ x) {REAL})", "norm2(sym(A))"),
        (f"inf(abs(x.T @ A @ x) {REAL})", "max(0, lmin(sym(A)), -lmax(sym(A)))"),
        (f"sup(norm2(A @ x) {REAL})", "smax(A)"),
        (f"inf(normF(W.T @ x) {REAL})", "smin(W.T)"),
        ("inf(norm2(W @ x) for x in unit(n + 1))", "sqrt(max(0, lmin(W.H @ W)))"),
        ("sup(y.T @ W @ x for y in unit(n) for x in unit(n + 1))", "smax(W)"),
        ("inf(y.T @ W @ x for y in unit(n) for x in unit(n + 1))", "-smax(W)"),
        (f"sup(abs(x.H @ C @ x) {COMPLEX})", "numradius(C)"),
        (f"sup(abs(x.H @ A @ x) {COMPLEX})", "numradius(A)"),
        (f"inf(re(x.H @ C @ x) {COMPLEX})", "lmin((C + C.H) / 2)"),
        (f"sup(x.H @ H @ x {COMPLEX})", "lmax(H)"),
    ],
)
def test_what_is_read(said: str, means: str) -> None:
    assert build("w", LET, [], [f"{said} <= 1"]).claim == build("w", LET, [], [f"{means} <= 1"]).claim


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (f"sup(x.H @ C @ x {COMPLEX})", "no form"),  # a complex number
        (f"sup(x.T @ A @ x {COMPLEX})", "no form"),  # not the numerical range
        (f"inf(abs(x.H @ C @ x) {COMPLEX})", "no form"),  # Crawford's number
        (f"sup(re(x.H @ C @ x) {REAL})", "between real vectors"),
        (f"sup(norm2(C @ x) {REAL})", "between real vectors"),
        (f"sup(exp(x.T @ A @ x) {REAL})", "no form"),
        (f"sup(x.T @ A @ x @ x.T @ x {REAL})", "no form"),
        (f"sup(norm2(x) {REAL})", "no form"),
        ("sup(x.T @ A @ x for x in unit(2))", "does not fit"),
        ("sup(x.T @ A @ x for x in psd(n))", "is a domain"),
        ("sup(A.T @ A @ A for A in unit(n))", "variable already"),
        ("sup(x.T @ A @ x)", "not declared"),
    ],
)
def test_what_is_refused(said: str, why: str) -> None:
    with pytest.raises(ReadingError, match=why):
        build("w", LET, [], [f"{said} <= 1"])
