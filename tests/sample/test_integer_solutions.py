"""Hypotheses met together by small integers: exactly, in many ways, and only where the form is known."""

from typing import Any

import pytest
import torch

from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.sample import batches
from lemmata.sample.hypotheses import meet
from lemmata.sample.integer_solutions import tables, together
from lemmata.sample.matrix_laws import ENSEMBLES

ROWS = 400
REAL = {k: "real(4, 4)" for k in "ABC"}
ODD = {k: "real(3, 3)" for k in "ABC"}


def concrete_of(let: dict[str, str], given: list[str]) -> Concrete:
    claim = " + ".join(f"smax({name})" for name in let)
    return instantiate(conjecture_files.build("together", let, given, [f"{claim} >= 0"]), {})


def drawn(concrete: Concrete) -> dict[str, Any]:
    return batches.draw(concrete, ENSEMBLES["gaussian"], Stream("draw", 0), ROWS)


@pytest.mark.parametrize(
    "let, given",
    [
        ({k: ODD[k] for k in "AB"}, ["A @ B == B @ A"]),
        ({k: REAL[k] for k in "AB"}, ["A @ B - B @ A == 0 * A"]),
        ({k: REAL[k] for k in "AB"}, ["A @ B == B @ A", "A @ A == 0 * A", "B @ B == 0 * B"]),
        ({k: REAL[k] for k in "AB"}, ["A @ B == B @ A", "A @ A == A", "B @ B == I(4)"]),
        ({k: REAL[k] for k in "AB"}, ["A @ B == B @ A", "A @ B.T == B.T @ A"]),
        (REAL, ["A @ B == B @ A", "A @ C == C @ A", "B @ C == C @ B"]),
        ({"A": "real(3, 3)"}, ["A @ A.T == A.T @ A"]),
        ({"A": "pd(3)", "B": "psd(3)"}, ["A @ B == B @ A"]),
        ({"A": "pd(4)", "B": "real(4, 4)"}, ["A @ B == B @ A"]),
        ({"S": "nonnegative(3, 3)"}, ["S @ ones(3, 1) == ones(3, 1)", "S.T @ ones(3, 1) == ones(3, 1)"]),
        ({"S": "nonnegative(2, 3)"}, ["S @ ones(3, 1) == 3 * ones(2, 1)", "S.T @ ones(2, 1) == 2 * ones(3, 1)"]),
        ({"A": "real(3, 3)"}, ["A @ ones(3, 1) == 2 * ones(3, 1)", "A[1, 2] == A[2, 1]"]),
        ({"A": "real(3, 3)"}, ["tr(A) == 0", "A[1, 2] == 2 * A[2, 1]"]),
    ],
    ids=lambda x: ", ".join(x) if isinstance(x, list) else "",
)
def test_every_second_instance_meets_all_hypotheses_exactly(let: dict[str, str], given: list[str]) -> None:
    concrete = concrete_of(let, given)
    moved = meet(concrete, drawn(concrete), Stream("meet", 0))
    scope = floats.Evaluation(moved)
    met = torch.ones(ROWS, dtype=torch.bool)
    for clause in concrete.hypotheses:
        difference = scope.value(clause.lhs) - scope.value(clause.rhs)  # type: ignore[union-attr]
        met &= (difference == 0).flatten(1).all(1)
    assert bool(met[1::2].all())
    ways = torch.cat([moved[name][1::2].flatten(1) for name in let], 1)
    assert len(torch.unique(ways, dim=0)) > 60
    for name, domain in let.items():
        if domain.startswith(("psd", "pd")):
            least = torch.linalg.eigvalsh(moved[name][1::2])[:, 0]
            assert bool((moved[name] == moved[name].mT).all()) and float(least.min()) > -1e-9
            assert not domain.startswith("pd") or float(least.min()) > 1e-9
        if domain.startswith("nonnegative"):
            assert bool((moved[name][1::2] >= 0).all())


def test_nilpotent_matrices_that_commute_need_not_have_a_product_that_vanishes() -> None:
    concrete = concrete_of({k: REAL[k] for k in "AB"}, ["A @ B == B @ A", "A @ A == 0 * A", "B @ B == 0 * B"])
    found = together(concrete, drawn(concrete), Stream("together", 0))
    assert bool((found["A"] @ found["B"] != 0).flatten(1).any(1).any())


@pytest.mark.parametrize(
    "given",
    [
        ["A @ B == A"],  # no pair that commutes
        ["A @ B == B @ A.T"],
        ["normF(A) == 1"],  # not affine
        ["A @ A @ A == A"],
        ["tr(A) == 1/3"],  # not met exactly in floating point
        ["tr(A @ B) == 1"],  # of two matrices
        ["A - A == 0 * A"],  # says nothing
        ["tr(A) == tr(A) + 1"],  # never
    ],
    ids=str,
)
def test_what_has_another_form_is_left_alone(given: list[str]) -> None:
    concrete = concrete_of({k: ODD[k] for k in "AB"}, given)
    assert not together(concrete, drawn(concrete), Stream("together", 0))


@pytest.mark.parametrize("given", [["A @ A.T == A.T @ A"], ["A @ B == B @ A"], ["tr(A) == 0"], ["A @ A == A"]], ids=str)
def test_numbers_are_left_alone_where_nothing_is_asked_of_them(given: list[str]) -> None:
    concrete = concrete_of({k: "real(1, 1)" for k in "AB"}, given)
    assert not together(concrete, drawn(concrete), Stream("together", 0))


# --- Tables whose entries equations confine to a few numbers: all of them, none but them, and what falls with them

GRAPHS = {"A": "symmetric(4)", "B": "symmetric(4)"}
SIMPLE = ["had(A, A) == A", "tr(A) == 0", "had(B, B) == B", "tr(B) == 0"]


def tabled(domain: str, given: list[str]) -> Concrete:
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
    members = tables(tabled(domain, given))["A"]
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
