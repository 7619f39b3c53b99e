"""Forms that show a spectral radius to be a rational number exactly, and claims that fail at that number only."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq_mat

from lemmata.certificates.level_forms import level_forms
from lemmata.checker.witnessed_spectra import Mat, inertia, matrix, semidefinite
from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.language import conjecture_files

HALF = Fraction(1, 2)
CYCLE = [[int(j == (i + 1) % 8) for j in range(8)] for i in range(8)]


def mat(rows: object) -> Mat:
    table = [[Fraction(x) for x in row] for row in rows]  # type: ignore[attr-defined]
    return matrix(table, len(table))


def read(form: fmpq_mat) -> Mat:
    return mat([[Fraction(int(x.p), int(x.q)) for x in row] for row in form.tolist()])


@pytest.mark.parametrize(
    "rows, r",
    [
        ([[0, -1], [1, 1]], Fraction(1)),  # a sixth of a turn, not normal
        ([[1, 5, 2], [0, HALF, 7], [0, 0, -1]], Fraction(1)),
        ([[0, -1, 3], [1, Fraction(6, 5), 1], [0, 0, Fraction(1, 3)]], Fraction(1)),  # a turn by no part of the circle
        ([[Fraction(1, 3), 1], [0, Fraction(1, 4)]], Fraction(1, 3)),
        ([[0, 2], [2, 0]], Fraction(2)),
        (CYCLE, Fraction(1)),
    ],
)
def test_both_bounds_are_the_number_itself(rows: list[list[int]], r: Fraction) -> None:
    a, forms = mat(rows), level_forms(mat(rows), r)
    assert forms is not None
    q, p = map(read, forms)
    assert inertia(q)[0] and (a.T @ q @ a).rows == q.scaled(r * r).rows
    assert inertia(p) == (a.cols, 0) and semidefinite(p.scaled(r * r) - a.T @ p @ a)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "n, verdict",
    [(3, "refuted"), (2, "supported")],  # J. Wolfowitz: words of two letters are not enough from order 3 on
)
def test_products_of_mixing_chains(n: int, verdict: str) -> None:
    let = {"A": f"stochastic({n}, {n})", "B": f"stochastic({n}, {n})"}
    given = [f"rho({x} - ones({n}, {n}) / {n}) < 1" for x in "AB"]
    claim = f"rho(A @ B - ones({n}, {n}) / {n}) < 1"
    entry = check(conjecture_files.build("mixing", let, given, [claim]), Budget(6.0))
    assert entry["verdict"] == verdict
