"""Goals that one fact says, denominators cleared, hypotheses that instances are bent to, and what is forgotten."""

from __future__ import annotations

import pytest

from lemmata.kernel import ZERO
from lemmata.language import conjecture_files
from lemmata.prove.search.findings import find
from tests.prove.search.tactics import searching

SECONDS = 120.0  # a share of it has to be enough for each way that is tried, on a slow machine too
PD = {"n": "integer(1, 5)", "A": "pd(n)", "B": "pd(n)", "x": "real(n, 1)", "y": "real(n, 1)", "t": "positive"}
PSD = {"n": "integer(1, 5)", "k": "integer(1, n)", "A": "psd(n)", "B": "psd(n)"}
SYMMETRIC = {"n": "integer(1, 5)", "m": "integer(1, n)", "A": "symmetric(n)", "B": "symmetric(n)", "V": "real(n, m)"}
SPREAD = "tr(x.T @ inv(A) @ y)**2 <= ((cond(A) - 1) / (cond(A) + 1))**2 * tr(x.T @ inv(A) @ x) * tr(y.T @ inv(A) @ y)"


def claim(text, let, given=()):
    """A conjecture in the variables that it speaks of."""
    used = {k: d for k, d in let.items() if k in ("n", "m") or k in text + " ".join(given)}
    return conjecture_files.build("claim", used, list(given), [text])


def search(text, let, given=()):
    """The state of a search for a proof of the claim."""
    return searching(claim(text, let, given)).search


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "let", "given"),
    [
        ("sqrtm(inv(B)) <= sqrtm(inv(A))", PD, ["A <= B"]),  # what a fact asks for follows from another
        ("log(det(A + t * I(n))) - log(det(A)) <= t * tr(inv(A))", PD, ()),  # a fact recognised by two atoms
        ("det(A)**(1/n) + t <= det(A + t * I(n))**(1/n)", PD, ()),  # a step taken back had shown a hypothesis
        ("det(A @ B) <= prod(diag(A)) * prod(diag(B))", PSD, ()),  # signs of factors are facts in their turn
        ("sum(lam(A + B)[i] for i in 1..k) <= sum(lam(A)[i] for i in 1..k) + tr(B)", PSD, ()),
        ("det(A)**(1/n) + det(B)**(1/n) + det(C)**(1/n) <= det(A + B + C)**(1/n)", {**PD, "C": "pd(n)"}, ()),
        ("abs(det(A @ B)) <= prod(s(A)) * norm2(B)**n", PD, ()),  # bases of powers in the words of the textbook
        (SPREAD, PD, ["tr(x.T @ y) == 0"]),  # denominators, and cond(inv(A)) in simpler words
    ],
)
def test_what_is_found_is_accepted(text, let, given):
    found = find(claim(text, let, given), SECONDS)
    assert found is not None and found.judgement.accepted


@pytest.mark.parametrize(
    ("text", "let", "given"),
    [
        ("sqrtm(inv(A)) <= sqrtm(inv(B))", PD, ["A <= B"]),
        ("det(A + t * I(n))**(1/n) <= det(A)**(1/n) + t", PD, ()),
        ("prod(diag(A)) * prod(diag(B)) <= det(A @ B)", PSD, ()),
        ("sum(lam(A + B)[i] for i in 1..k) <= sum(lam(A)[i] for i in 1..k) + lmax(B)", PSD, ()),
        (SPREAD, PD, ()),  # for columns that are not at right angles
    ],
)
def test_false_neighbours_are_not_proved(text, let, given):
    assert find(claim(text, let, given), 2.0) is None


@pytest.mark.parametrize(
    ("given", "let"),
    [
        (["V.T @ V == I(m)"], SYMMETRIC),
        (["A <= B"], SYMMETRIC),
        (["normF(x) == 1", "tr(x.T @ y) == 0"], PD),
        (["prod(diag(B)) == 1"], PD),
        (["norm2(A) < 1"], SYMMETRIC),
    ],
)
def test_instances_are_bent_to_hypotheses_that_chance_does_not_meet(given, let):
    found = search("tr(A) <= tr(A) + tr(B)" if let is PD else "tr(A) <= tr(B)", {**let}, given)
    sizes = {at[v] for at in found.sample.instances for v in at if v[1] == "n"}
    assert len(found.sample.instances) >= 10 and max(sizes) > 1


def test_what_is_taken_back_shows_nothing_any_more():
    found = search("tr(A) >= 0", PSD)
    (a,) = (v for v in found.ours if v[1] == "A")
    wanted = ("<=", ZERO, ("lmin", ("m+", a, ("id", a[2][1]))))
    mark = len(found.steps)
    found.establish(wanted, 0)
    assert found.seen(wanted) and found.state.prove(wanted) is not None
    found.forget(mark)
    assert found.state.prove(wanted) is None and not found.seen(wanted)


@pytest.mark.long
def test_a_trace_is_compared_with_a_sum_entry_by_entry():
    text = "sum(1 / diag(A)) <= tr(inv(A))"
    found = find(claim(text, PD), SECONDS, avoid=["classical.inverse-diagonal"])
    assert found is not None and "classical.trace-by-units" in {i for i, _ in found.judgement.imports}
    assert find(claim("sum(2 / diag(A)) <= tr(inv(A))", PD), 2.0) is None
