"""Norms taken apart from the outside: products of layers, differences of networks, averages."""

from __future__ import annotations

import pytest

from lemmata.language import conjecture_files
from lemmata.prove.search.findings import find

SECONDS = 30.0
LET = {
    "n": "integer(1, 4)", "m": "integer(1, 4)", "k": "integer(1, 4)", "A": "real(m, n)", "B": "real(k, m)",
    "C": "real(m, n)", "D": "real(k, m)", "P": "projection(m)", "x": "real(n, 1)", "y": "real(n, 1)",
    "t": "interval(0, 1)",
}  # fmt: skip


def claim(text):
    """A conjecture in the variables that it speaks of."""
    used = {name: domain for name, domain in LET.items() if name in "nmk" or name in text}
    return conjecture_files.build("claim", used, [], [text])


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "text",
    [
        "norm2(B @ P @ A) <= norm2(B) * norm2(A)",  # a letter that is known to be no larger than one
        "normF(B @ relu(A @ x) - B @ relu(A @ y)) <= norm2(B) * norm2(A) * normF(x - y)",
        "norm2(t * A + (1 - t) * C) <= t * norm2(A) + (1 - t) * norm2(C)",
    ],
)
def test_what_is_taken_apart_is_accepted(text):
    found = find(claim(text), SECONDS)
    assert found is not None and found.judgement.accepted
