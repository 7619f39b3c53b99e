"""Each tactic by itself: a claim that it proves, with whatever its goals need, and a false neighbour."""

import pytest

from lemmata.kernel import KernelError
from lemmata.prove.search import backward
from lemmata.prove.search.bound_chains import Chain
from lemmata.prove.search.combining import Facts
from lemmata.prove.search.finding import NotFound, OutOfTime, Search
from lemmata.prove.search.lemma_index import usable
from lemmata.prove.search.matrix_equations import Products
from lemmata.prove.search.norm_rules import Descent
from lemmata.prove.search.ordering import Order
from lemmata.prove.search.spectrum import Spectrum
from lemmata.prove.search.summand_by_summand import Sums
from lemmata.prove.search.writing import Unwritable
from tests.prove.search.tactics import claim, run, searching

LET = {
    "n": "integer(2, 4)", "k": "integer(1, n - 1)", "m": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)",
    "C": "real(m, n)", "D": "real(n, m)", "H": "symmetric(n)", "J": "symmetric(n)", "K": "skew(n)", "P": "pd(n)",
    "G": "psd(n)", "F": "psd(n)", "V": "pd(m)", "u": "real(n, 1)", "v": "real(n, 1)", "b": "real(n, 1)",
    "t": "positive", "x": "real", "y": "real",
}  # fmt: skip
NORMAL = ["A.T @ A @ u == A.T @ b"]
FISCHER = "logdet(P) - logdet(P[1..k, 1..k]) <= {} * logdet(P[k+1..n, k+1..n])"
GAIN = "G @ C.T @ inv(C @ G @ C.T + V)"
TACTICS = [  # a claim, what is given, and what is false in the place of a word
    (Order, "lmin(G + 2 * F) >= 0", [], ("2 *", "-2 *")),
    (Order, f"lmin(G - {GAIN} @ C @ G) >= 0", [], ("G -", "G - 2 *")),
    (Order, "lmin(C @ G @ C.T + V) > 0", [], ("> 0", "> 1")),
    (
        Order,
        "normF(u)**2 >= normF(C.T @ inv(C @ C.T) @ C @ u)**2",
        ["det(C @ C.T) != 0"],
        ("normF(u)", "1/2 * normF(u)"),
    ),
    (backward.Largest, "max(diag(H)) <= lmax(H)", [], ("lmax", "lmin")),
    (Spectrum, "rho(I(n) - t * P) < 1", ["t < 2 / lmax(P)"], ("< 1", "< 1 / 2")),
    (backward.OneFact, "log(det(P + t * I(n))) - log(det(P)) <= t * tr(inv(P))", [], ("<= t", "<= t / 9")),
    (Products, "normF(b - A @ u)**2 == normF(b)**2 - normF(A @ u)**2", NORMAL, ("- normF(A", "+ normF(A")),
    (Order, "normF(b - A @ u)**2 <= normF(b)**2", NORMAL, ("normF(b)**2", "normF(A @ u)**2")),
    (backward.WayPoint, "det(P)**(1/n) + t <= det(P + t * I(n))**(1/n)", [], ("+ t <=", "+ 2 * t <=")),
    (backward.Quotients, "cond(I(n) + K)**2 <= 1 + norm2(K)**2", [], ("1 + norm2(K)", "1 + norm2(K) / 9")),
    (backward.Powers, "exp((x + y) / 2) <= (exp(x) + exp(y)) / 2", [], ("(x + y) / 2", "(x + y) / 3")),
    (backward.Powers, "exp(2 * x) * exp(-x) == exp(x)", [], ("exp(-x)", "exp(-y)")),
    (Chain, "smax(A @ B + A) <= smax(A) * smax(B) + smax(A)", [], ("+ smax(A)", "")),
    (backward.Exponentials, FISCHER.format("1"), [], ("1 *", "2 *")),
    (Descent, "normF(D @ relu(C @ u) - D @ relu(C @ v)) <= norm2(D) * norm2(C) * normF(u - v)", [], ("u - v", "v")),
    (Facts, "smax(A + B) <= smax(A) + smax(B)", [], ("+ smax(B)", "+ smin(B)")),
    (
        backward.Denominators,
        "1 / (1 + smax(A) + smax(B)) <= 1 / (1 + smax(A + B))",
        [],
        ("1 + smax(A + B)", "1 + smax(A - B)**2"),
    ),
    (Sums, "sum(s(A @ B)) <= sum(s(A)) * smax(B)", [], ("smax", "smin")),
    (backward.Sides, "abs(x + y) <= abs(x) + abs(y)", [], ("+ abs(y)", "+ y")),
    (backward.Roots, "abs(x) <= sqrt(x**2 + y**2)", [], ("+ y**2", "- y**2 / 9")),
]


def made_for(text: str, given: list[str], seconds: float) -> Search:
    """A search for a conjecture in the variables that it speaks of."""
    return searching(claim(text, LET, given), seconds)


@pytest.mark.parametrize(
    ("kind", "text", "given", "change"), TACTICS, ids=[f"{row[0].__name__}-{k}" for k, row in enumerate(TACTICS)]
)
def test_a_tactic_proves_what_is_true_and_nothing_near_it(kind, text, given, change):
    made = made_for(text, given, 8.0)
    assert run(made, kind) in made.search.state.facts
    made = made_for(text.replace(*change), given, 1.5)
    with pytest.raises((NotFound, OutOfTime, KernelError, Unwritable)):
        run(made, kind)


def test_every_tactic_is_tried_here():
    made = Search(claim("x**2 >= 0", LET), usable("claim")[:1], 0.0)
    assert {type(way.tactic) for way in made.ways} == {row[0] for row in TACTICS}


# --- Shifted orders of Kronecker products, and what is false of quotients, families and weights

ORDERED = {
    "n": "integer(1, 4)", "L": "integer(1, 3)", "K": "skew(n)", "F": "psd(n)", "G": "psd(n)",
    "W": "layers(L, n, n, n)", "p": "nonnegative(n, 1)", "t": "positive", "g": "positive",
}  # fmt: skip
LEAST = "lmin(kron(F + g * I(n), G + t * I(n)) - kron(F, G)) >= "


def test_the_order_gets_there():
    made = searching(claim(LEAST + "g * t", ORDERED), 30.0)
    assert run(made, Order) in made.search.state.facts


@pytest.mark.parametrize(
    ("kind", "text", "given"),
    [
        (Order, LEAST + "2 * g * t", []),
        (backward.Quotients, "cond(I(n) + K) <= 1", []),
        (backward.OneFact, "prod(norm2(W[l]) for l in 1..L) <= norm2(W[L:1])", []),
        (backward.OneFact, "lmin(diag(p) - 2 * p @ p.T) >= 0", ["sum(p) == 1"]),
    ],
)
def test_what_is_false_is_not_shown(kind, text, given):
    made = searching(claim(text, ORDERED, given), 5.0)
    with pytest.raises((NotFound, OutOfTime)):
        run(made, kind)


def test_powers_of_which_there_are_too_many_are_not_written_out():
    made = searching(claim("exp(10**12 * t) >= exp(t)", ORDERED), 5.0)
    with pytest.raises(NotFound):
        run(made, backward.Powers)
