"""Products of sums as they were written, condition numbers as quotients, shifted orders, families, quotients."""

from __future__ import annotations

import time

import pytest

from lemmata.language import conjecture_files
from lemmata.prove.search.backward import OneFact, Quotients
from lemmata.prove.search.finding import NotFound, OutOfTime
from lemmata.prove.search.findings import find
from lemmata.prove.search.ordering import Order
from tests.prove.search.tactics import run, searching

SECONDS = 30.0
LET = {
    "n": "integer(1, 4)", "L": "integer(1, 3)", "A": "real(n, n)", "B": "real(n, n)", "K": "skew(n)", "F": "psd(n)",
    "G": "psd(n)", "W": "layers(L, n, n, n)", "p": "nonnegative(n, 1)", "x": "real(n, 1)", "b": "real(n, 1)",
    "t": "positive", "g": "positive",
}  # fmt: skip
SMALL = ["norm2(A) < 1", "norm2(B) < 1"]
LEAST = "lmin(kron(F + g * I(n), G + t * I(n)) - kron(F, G)) >= "


def search(text, given=()):
    """A search for a proof of a conjecture in the variables that it speaks of, and the conjecture."""
    words = text + " ".join(given)
    used = {k: d for k, d in LET.items() if k == "n" or k in words}
    statement = conjecture_files.build("claim", used, given, [text])
    return statement, searching(statement, SECONDS)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("norm2(W[L:1]) <= prod(norm2(W[l]) for l in 1..L)", []),
        ("norm2(prod(I(n) + W[l] for l in 1..L)) <= exp(sum(norm2(W[l]) for l in 1..L))", []),
        ("lmin(diag(p) - p @ p.T) >= 0", ["sum(p) == 1"]),
        ("smin((I(n) + A) @ (I(n) + B)) > 0", SMALL),
        ("normF(b - A @ x)**2 == normF(b)**2 - normF(A @ x)**2", ["A.T @ A @ x == A.T @ b"]),
    ],
)
def test_what_follows_is_accepted(text, given):
    statement, _ = search(text, given)
    found = find(statement, SECONDS)
    assert found is not None and found.judgement.accepted


@pytest.mark.parametrize(
    ("kind", "text", "given"),
    [
        (Order, LEAST + "g * t", []),
        (Quotients, "cond(I(n) + K)**2 <= 1 + norm2(K)**2", []),
    ],
)
def test_each_way_gets_there(kind, text, given):
    _, made = search(text, given)
    assert run(made, kind) in made.search.state.facts


@pytest.mark.parametrize(
    ("kind", "text", "given"),
    [
        (Order, LEAST + "2 * g * t", []),
        (Quotients, "cond(I(n) + K) <= 1", []),
        (OneFact, "prod(norm2(W[l]) for l in 1..L) <= norm2(W[L:1])", []),
        (OneFact, "lmin(diag(p) - 2 * p @ p.T) >= 0", ["sum(p) == 1"]),
    ],
)
def test_what_is_false_is_not_shown(kind, text, given):
    _, made = search(text, given)
    made.search.clock.until = time.process_time() + 5.0
    with pytest.raises((NotFound, OutOfTime)):
        run(made, kind)
