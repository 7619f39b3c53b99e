"""Equations between matrices, facts of several atoms, what is given, long products: found, false neighbours not."""

from __future__ import annotations

import pytest

from lemmata.language import conjecture_files
from lemmata.language.proof import Apply
from lemmata.prove.search.findings import find

SECONDS = 40.0
REAL = {"n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)", "P": "real(n, n)", "E": "real(n, n)", "c": "real"}
PSD = {"n": "integer(1, 4)", "A": "psd(n)", "t": "positive", "u": "positive"}
SYMMETRIC = {"n": "integer(1, 4)", "A": "symmetric(n)", "B": "symmetric(n)", "E": "symmetric(n)", "c": "real"}
COLUMNS = {**SYMMETRIC, "x": "real(n, 1)"}
CHANCE = {"n": "integer(1, 4)", "A": "stochastic(n, n)", "B": "stochastic(n, n)", "x": "real(n, 1)"}
BOTH = ("smin(A) > 0", "smin(B) > 0")
PUSHED = ("smin(I(n) + A @ B) > 0", "smin(I(n) + B @ A) > 0")
DIAGONALISED = {**REAL, "D": "diagonal(n)"}
MOVED = ("smin(P) > 0", "smin(P @ D @ inv(P) + E - c * I(n)) == 0")
PAIR = ("(A + E) @ x == c * x", "normF(x) == 1")
POSITIVE = {"n": "integer(1, 4)", "P": "pd(n)", "Q": "pd(n)", "u": "real(n, 1)"}
PENROSE = {"n": "integer(1, 3)", "M": "real(n, n)", "X": "real(n, n)"}
INVERSE = ("M @ X @ M == M", "(M @ X).T == M @ X", "(X @ M).T == X @ M")
UPDATED = "inv(P + u @ u.T) == inv(P) - inv(P) @ u @ u.T @ inv(P) / (1 {} tr(u.T @ inv(P) @ u))"
STEPPED = "norm2(I(n) - A @ (2 * P - P @ A @ P)) <= norm2(I(n) - A @ P)**{}"
SHARES = "tr(inv(P + Q) @ (P - Q)) == 2 * tr({} @ inv(P + Q)) - n"
RESOLVENTS = "inv(A + t * I(n)) - inv(A + u * I(n)) == {} * inv(A + t * I(n)) @ inv(A + u * I(n))"
RIGHT = "classical.frobenius-right-factor"
NEAREST = "min(abs(diag(D) - c)) <= {} norm2(E)"
FORMS = "abs(tr(x.T @ A @ x) - tr(x.T @ B @ x)) <= {} * numradius(A - B)"


def claim(text, let, given=()):
    """A conjecture in the variables that it speaks of."""
    spoken = text + " ".join(given)
    return conjecture_files.build(
        "claim", {k: d for k, d in let.items() if k in spoken or k == "n"}, list(given), [text]
    )


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("text", "let", "given", "leans"),
    [
        (RESOLVENTS.format("(u - t)"), PSD, (), "classical.inverse"),
        ("inv(I(n) + A @ B) @ A == A @ inv(I(n) + B @ A)", REAL, PUSHED, "classical.inverse"),
        (UPDATED.format("+"), POSITIVE, (), "classical.inverse"),
        (SHARES.format("P"), POSITIVE, (), "classical.inverse"),
        ("X == pinv(M)", PENROSE, (*INVERSE, "X @ M @ X == X"), "classical.penrose"),
        (STEPPED.format(2), REAL, (), "classical.norm-of-product"),
        (NEAREST.format("norm2(P) * norm2(inv(P)) *"), DIAGONALISED, MOVED, "classical.bauer-fike-eigenvalue"),
        ("min(abs(lam(A) - c)) <= normF(E)", COLUMNS, PAIR, "classical.perturbed-eigenvalue"),
        ("maxabs(A @ B @ x) <= maxabs(x)", CHANCE, (), "classical.rows-divided"),
        (FORMS.format(1), COLUMNS, ("normF(x) == 1",), "classical.numerical-radius"),
        ("normF(A @ B @ P @ E) <= smax(A) * norm2(B) * normF(P) * smax(E)", REAL, (), RIGHT),
    ],
)
def test_consequences_are_proved(text, let, given, leans):
    found = find(claim(text, let, given), SECONDS)
    assert found is not None and found.judgement.accepted
    assert leans in {s.by.statement for s in found.proof.steps if isinstance(s.by, Apply)}


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("text", "let", "given"),
    [
        (RESOLVENTS.format("(t - u)"), PSD, ()),
        ("inv(A) - inv(B) == inv(A) @ (A - B) @ inv(B)", REAL, BOTH),
        ("inv(I(n) + A @ B) @ A == B @ inv(I(n) + B @ A)", REAL, PUSHED),
        (UPDATED.format("-"), POSITIVE, ()),
        (SHARES.format("Q"), POSITIVE, ()),
        ("X == pinv(M)", PENROSE, INVERSE),
        (STEPPED.format(3), REAL, ("norm2(I(n) - A @ P) <= 1",)),
        (NEAREST.format(""), DIAGONALISED, MOVED),
        ("min(abs(lam(A) - c)) <= normF(E) / 2", COLUMNS, PAIR),
        ("normF(A @ x) <= normF(x)", CHANCE, ()),
        (FORMS.format("1 / 2"), COLUMNS, ("normF(x) == 1",)),
        ("normF(A @ B @ P @ E) <= smax(A) * smax(B) * normF(P)", REAL, ()),
    ],
)
def test_false_neighbours_are_not_proved(text, let, given):
    assert find(claim(text, let, given), 3.0) is None


def test_what_no_instance_meets_is_no_way_round():
    """The equation is that of an eigenvector of A + E; without a length it may be zero, and says nothing."""
    assert find(claim("min(abs(lam(A) - c)) <= normF(E)", COLUMNS, PAIR[:1]), 3.0) is None
