"""Equations among hypotheses that are met by what a variable is made of: reflections, projectors, isometries."""

import pytest

from lemmata.theorems.conjectures import build

LET = {
    "n": "integer(2, 3)", "A": "symmetric(n)", "B": "symmetric(n)", "U": "real(n, n)", "Q": "real(3, 2)",
    "W": "real(2, n)", "V": "complex(n, n)", "H": "hermitian(n)", "P": "psd(n)", "x": "real(n, 1)",
}  # fmt: skip


@pytest.mark.parametrize(
    ("given", "claim", "read"),
    [
        ("A @ A == I(n)", "tr(A) <= n", "tr(A0 @ A1 @ A0.T) <= n"),
        ("I(n) == A @ A", "tr(A) <= n", "tr(A0 @ A1 @ A0.T) <= n"),
        ("P @ P == P", "tr(P) <= n", "tr(P0 @ P1 @ P0.T) <= n"),
        ("U.T @ U == I(n)", "tr(U) <= n", "tr(U0) <= n"),
        ("U @ U.T == I(n)", "tr(U) <= n", "tr(U0) <= n"),
        ("norm(x)**2 == 1", "sum(x) <= n", "sum(x0 @ unit(n, 1)) <= n"),
    ],
)
def test_met_by_form(given, claim, read):
    text = build("a", LET, [given], [claim]).text
    assert (text["given"], text["claim"]) == ([], [read])


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        ("V.H @ V == I(n)", "norm2(V) <= 1"),
        ("H @ H == I(n)", "tr(H) <= n"),
        ("H @ H == H", "tr(H) <= n"),
        ("Q.T @ Q == I(2)", "normF(Q) <= 2"),
    ],
)
def test_complex_ones_and_isometries(given, claim):
    assert build("a", LET, [given], [claim]).text["given"] == []


def test_symmetric_ones_that_another_equation_speaks_of_stay_hypotheses():
    """Reflections at 60 degrees: rational as matrices, with eigenvectors of irrational length."""
    given = ["A @ A == I(n)", "B @ B == I(n)", "A @ B @ A == B @ A @ B"]
    assert build("a", LET, given, ["A @ B == B @ A"]).text["given"] == given
    assert build("a", LET, ["A @ A == I(n)", "tr(A) >= 1"], ["tr(A) <= n"]).text["given"] == ["tr(A0 @ A1 @ A0.T) >= 1"]


@pytest.mark.parametrize(
    "given", ["U @ U == I(n)", "A @ B == I(n)", "W.T @ W == I(n)", "A @ A == 2 * I(n)", "U @ U == U"]
)
def test_others_stay_hypotheses(given):
    claim = "normF(U) + normF(A) + normF(B) + normF(W) <= 1"
    assert build("a", LET, [given], [claim]).text["given"] == [given]
