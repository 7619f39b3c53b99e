"""Goals turned over by functions that grow, and sums of traces taken as one."""

from __future__ import annotations

import pytest

from lemmata.language import conjecture_files
from lemmata.prove.search.findings import find

SECONDS = 40.0
SYMMETRIC = {
    "n": "integer(1, 5)",
    "k": "integer(1, n)",
    "A": "symmetric(n)",
    "B": "symmetric(n)",
    "t": "interval(0, 1)",
}
PD = {"n": "integer(2, 5)", "k": "integer(1, n - 1)", "A": "pd(n)", "B": "pd(n)"}
REAL = {"n": "integer(1, 5)", "A": "real(n, n)", "B": "real(n, n)", "C": "real(n, n)", "D": "real(n, n)"}
FAN = (
    "sum(lam(t * A + (1 - t) * B)[i] for i in 1..k) {} "
    "t * sum(lam(A)[i] for i in 1..k) + (1 - t) * sum(lam(B)[i] for i in 1..k)"
)
FISCHER = "logdet(A) - logdet(A[1..k, 1..k]) <= logdet(A[k+1..n, k+1..n])"
FRAME = {"n": "integer(1, 5)", "m": "integer(1, n)", "V": "real(n, m)", "A": "symmetric(n)"}


def claim(text, let, given=()):
    """A conjecture in the variables that it speaks of."""
    used = {k: d for k, d in let.items() if k in ("n", "m") or k in text + " ".join(given)}
    return conjecture_files.build("claim", used, list(given), [text])


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("text", "let", "title"),
    [
        ("max(diag(A)) - min(diag(A)) <= lmax(A) - lmin(A)", SYMMETRIC, "Diagonal entries"),
        ("logdet(A) + logdet(B) <= logdet(had(A, B))", PD, "entrywise product"),
        ("logdet(A) <= n * log(tr(A) / n)", PD, "Arithmetic and geometric mean"),
        (FISCHER, PD, "Fischer"),
        (FAN.format("<="), SYMMETRIC, "Fan"),
        ("tr((A - B).T @ C) <= norm2(A - B) * normN(C)", REAL, "Traces of products"),
    ],
)
def test_what_grows_is_turned_over(text, let, title):
    found = find(claim(text, let), SECONDS)
    assert found is not None and found.judgement.accepted
    assert any(title in line for line in found.lines)
    assert not any("classical." in line for line in found.lines)  # theorems by their titles


@pytest.mark.parametrize(
    ("text", "let", "given"),
    [
        ("lmax(A) - lmin(A) <= max(diag(A)) - min(diag(A))", SYMMETRIC, ()),
        ("logdet(had(A, B)) <= logdet(A) + logdet(B)", PD, ()),
        ("n * log(tr(A) / n) <= logdet(A)", PD, ()),
        ("logdet(A[1..k, 1..k]) <= logdet(A)", PD, ()),
        (FAN.format(">="), SYMMETRIC, ()),
        ("tr((A - B).T @ C) <= norm2(A - B) * norm2(C)", REAL, ()),
        ("lmax(V.T @ A @ V) <= lmax(A)", FRAME, ()),  # for columns that are not orthonormal
    ],
)
def test_false_neighbours_are_not_proved(text, let, given):
    assert find(claim(text, let, given), 2.0) is None
