"""One side of an order from the other, numbers common up to fractions, sums less a term, products above zero."""

from __future__ import annotations

import pytest

from lemmata.language import conjecture_files
from lemmata.prove.search.backward import Denominators
from lemmata.prove.search.finding import NotFound
from lemmata.prove.search.findings import find
from tests.prove.search.tactics import conclusion, searching

SECONDS = 120.0
LET = {
    "n": "integer(1, 4)", "m": "integer(1, n)", "A": "symmetric(n)", "B": "symmetric(n)", "D": "pd(n)",
    "V": "real(n, m)",
    "M": "real(n, n)", "N": "real(n, n)", "t": "interval(0, 1)",
}  # fmt: skip
FRAME = ["V.T @ V == I(m)"]


def claim(text, given=()):
    """A conjecture in the variables that it speaks of."""
    words = text + " ".join(given)
    used = {k: d for k, d in LET.items() if k in words or k == "n" or k == "m" and "V" in words}
    return conjecture_files.build("claim", used, list(given), [text])


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("tr(logm(V.T @ D @ V)) >= tr(V.T @ logm(D) @ V)", FRAME),  # the other side of Davis's inequality
        ("sum(abs(lam(t * A + (1 - t) * B) - lam(B))) <= t * normN(A - B)", ()),  # t A - t B is t (A - B)
        ("norm2(inv(M) - inv(N)) <= norm2(M - N) / (smin(M) * smin(N))", ()),  # smin(M) > 0, smin(N) > 0
    ],
)
def test_what_is_found_is_accepted(text, given):
    found = find(claim(text, given), SECONDS)
    assert found is not None and found.judgement.accepted


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("tr(logm(V.T @ D @ V)) <= tr(V.T @ logm(D) @ V)", FRAME),
        ("sum(abs(lam(t * A + (1 - t) * B) - lam(B))) <= t**2 * normN(A - B)", ()),
        ("norm2(inv(M) - inv(N)) <= norm2(M - N) / (norm2(M) * smin(N))", ()),
    ],
)
def test_false_neighbours_are_not_found(text, given):
    assert find(claim(text, given), 5.0) is None


def test_a_number_that_may_vanish_is_not_above_zero():
    made = searching(claim("norm2(M) * norm2(N) >= 0"))
    tactic = next(way.tactic for way in made.ways if isinstance(way.tactic, Denominators))
    with pytest.raises(NotFound):
        tactic.above_zero(conclusion(made)[2], 1)
