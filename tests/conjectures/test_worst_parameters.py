"""Claims about random matrices next to fixed ones that fail at few of these, and neighbours of members of domains."""

from __future__ import annotations

import pytest

from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.language.conjecture_files import build

SIGNS = {"n": "integer(1, 3)", "x": "unit(n)", "r": "rademacher(n, 1)"}


@pytest.mark.long
@pytest.mark.parametrize(
    "claim, expected",
    [
        ("E(abs(tr(x.T @ r))) >= 18/25", "refuted"),  # S. J. Szarek: 1 / sqrt(2), near (1, 1) / sqrt(2)
        ("E(abs(tr(x.T @ r))) >= 7/10", "supported"),
        ("P(abs(tr(x.T @ r)) >= 1) >= 3/10", "refuted"),  # 1/4 where all entries are about alike, from order 3 on
        ("P(abs(tr(x.T @ r)) <= 1) >= 1/2", "supported"),  # N. Keller, O. Klein
    ],
)
def test_unit_vectors_beside_signs(claim: str, expected: str) -> None:
    entry = check(build("signs", SIGNS, [], [claim]), Budget(6.0))
    assert entry["error"] is None and entry["verdict"] == expected
