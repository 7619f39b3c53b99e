"""Claims about random matrices beside fixed ones that fail at few of these, and neighbours of members of domains."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.conjecture_files import build
from lemmata.statistics import fixed_matrices

SIGNS = {"n": "integer(1, 3)", "x": "unit(n)", "r": "rademacher(n, 1)"}


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


@pytest.mark.parametrize("domain", list(fixed_matrices._ENTRIES), ids=lambda d: d.__name__)
def test_neighbours_are_members_and_most_are_others(domain: type) -> None:
    start = fixed_matrices.members(domain.__new__(domain), 3, 3)[0]
    others = 0
    for step in range(12):
        rows = fixed_matrices.neighbour(domain.__new__(domain), start, Stream("near", step), step)
        others += rows != start
        places = [(i, j) for i in range(3) for j in range(3)]
        if domain is domains.Orthogonal:
            gram = [[sum(rows[k][i] * rows[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
            assert gram == [[Fraction(i == j) for j in range(3)] for i in range(3)]
        if domain is domains.Nonnegative:
            assert all(rows[i][j] >= 0 for i, j in places)
        if domain in (domains.SymmetricMatrices, domains.Skew):
            sign = 1 if domain is domains.SymmetricMatrices else -1
            assert all(rows[i][j] == sign * rows[j][i] for i, j in places)
        if domain in (domains.DiagonalMatrices, domains.Signs, domains.Projection):
            assert all(rows[i][j] == 0 for i, j in places if i != j)
        if domain in (domains.Signs, domains.Projection):
            assert all(rows[i][i] ** 2 == abs(rows[i][i]) for i in range(3))
        if domain is domains.Upper:
            assert all(rows[i][j] == 0 for i, j in places if i > j)
    assert others >= 4
