"""Shifted orders of Kronecker products, and what is false of quotients, families and weights."""

from __future__ import annotations

import pytest

from lemmata.prove.search.backward import OneFact, Quotients
from lemmata.prove.search.finding import NotFound, OutOfTime
from lemmata.prove.search.ordering import Order
from tests.prove.search.tactics import claim, run, searching

LET = {
    "n": "integer(1, 4)", "L": "integer(1, 3)", "K": "skew(n)", "F": "psd(n)", "G": "psd(n)",
    "W": "layers(L, n, n, n)", "p": "nonnegative(n, 1)", "t": "positive", "g": "positive",
}  # fmt: skip
LEAST = "lmin(kron(F + g * I(n), G + t * I(n)) - kron(F, G)) >= "


def test_the_order_gets_there():
    made = searching(claim(LEAST + "g * t", LET), 30.0)
    assert run(made, Order) in made.search.state.facts


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
    made = searching(claim(text, LET, given), 5.0)
    with pytest.raises((NotFound, OutOfTime)):
        run(made, kind)
