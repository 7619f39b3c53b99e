"""Tables whose entries equations confine to a few numbers: all of them, none but them, and what falls with them."""

from __future__ import annotations

import pytest

from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.language import conjecture_files
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.sample.integer_solutions import tables

GRAPHS = {"A": "symmetric(4)", "B": "symmetric(4)"}
SIMPLE = ["had(A, A) == A", "tr(A) == 0", "had(B, B) == B", "tr(B) == 0"]


def concrete_of(domain: str, given: list[str]) -> Concrete:
    return instantiate(conjecture_files.build("tables", {"A": domain}, given, ["smax(A) >= 0"]), {})


@pytest.mark.parametrize(
    "domain, given, many",
    [
        ("real(2, 3)", ["had(A, A) == A"], 64),
        ("real(3, 3)", ["had(A, A) == A", "A + A.T == ones(3, 3) - I(3)"], 8),
        ("real(3, 3)", ["had(A, A) == A", "A @ ones(3, 1) == ones(3, 1)", "A.T @ ones(3, 1) == ones(3, 1)"], 6),
        ("symmetric(4)", ["had(A, A) == A", "tr(A) == 0"], 64),
        ("real(3, 3)", ["had(A, A) == ones(3, 3)", "A + A.T == 2 * I(3)"], 8),
        ("nonnegative(3, 3)", ["had(A, A) == ones(3, 3)"], 1),
        ("real(2, 2)", ["had(had(A, A), A) == A"], 81),
        ("real(2, 2)", ["2 * had(A, A) == A"], 16),
    ],
)
def test_all_tables_are_listed_once(domain: str, given: list[str], many: int) -> None:
    members = tables(concrete_of(domain, given))["A"]
    assert len(members) == len(members.unique(dim=0)) == many


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "spectrum, verdict",
    [
        ("lam(diag({0} @ ones(4, 1)) + {0})", "refuted"),  # the star, and a triangle with a point next to it
        ("lam({0})", "supported"),
    ],
)
def test_graphs_with_one_spectrum_have_as_many_triangles(spectrum: str, verdict: str) -> None:
    given = [*SIMPLE, f"{spectrum.format('A')} == {spectrum.format('B')}"]
    statement = conjecture_files.build("triangles", GRAPHS, given, ["tr(A @ A @ A) == tr(B @ B @ B)"])
    assert check(statement, Budget(8.0))["verdict"] == verdict
