"""Common eigenvectors of the factors of a product, and products taken apart: what the steps may not be used for."""

from dataclasses import replace

import pytest

from lemmata import catalogue
from lemmata.language import Dim, Id, Index, Layers, ProdOver, Unit, diag, eq, forall, had, kron, maxabs, smax
from lemmata.language.columns import entries
from lemmata.language.proof import CommonEigenvector, Identity, Unrolled
from lemmata.prove.proofs import examine
from tests.prove.proof_attempts import A, B, attempt, n, x
from theorems.oyedotun2021 import section4_products as products

ROW = catalogue.get("oyedotun.eq-12")
eq_12 = catalogue.proof_of(ROW.id)
i, l = Index("i", 1, products.n), Index("l", 1, products.L)  # noqa: E741
values = entries(products.Lambda.T @ products.Unit(products.n, i))
PLACE = next(k for k, step in enumerate(eq_12.steps) if isinstance(step.by, CommonEigenvector))
STEP = eq_12.steps[PLACE]


def at_layer(body):
    """A factor with the layer's index free."""
    return body.xreplace({products.l: l})


def accepted(step):
    """Whether the shipped proof stands with another step in this place."""
    return examine(ROW, replace(eq_12, steps=(*eq_12.steps[:PLACE], step, *eq_12.steps[PLACE + 1 :]))).ok


def test_the_step_as_shipped():
    assert accepted(
        replace(STEP, by=CommonEigenvector("product_factor", STEP.by.index, STEP.by.body, STEP.by.vector, values))
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"values": entries(products.Lambda.T @ products.Unit(products.n, i)) + 1},
        {"vector": products.V @ products.Unit(products.n, 1)},
        {"body": at_layer(products.plain) + Id(products.n)},
        {"index": i},
        {"fact": "no such fact"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_step_that_does_not_fit_its_fact_is_refused(changed):
    assert not accepted(replace(STEP, by=replace(STEP.by, **changed)))


def test_a_wrong_eigenvalue_is_refused():
    left, _, _ = STEP.states.partition(" == ")
    assert accepted(replace(STEP, states=f"{left} == prod({values}) * ({STEP.by.vector})"))
    assert not accepted(replace(STEP, states=f"{left} == prod({values} + 1) * ({STEP.by.vector})"))


depth = Dim("L", 1)
W, k, m = Layers("W", depth, n, n, n), Index("k"), Dim("m", 1, depth)
BOUNDED = forall(k, 1, depth, smax(W.layer(k)) <= 1)


def test_layers_are_taken_apart_where_they_exist():
    """W^{m:1} = W^m W^{m-1:1} for 1 <= m <= L; in no other order, and not beyond the last layer."""
    given = (BOUNDED, smax(W.product(m, 1)) <= 1)
    assert attempt(eq(W.product(m, 1), W.layer(m) @ W.product(m - 1, 1)), Unrolled(), given=given).ok
    assert attempt(eq(W.product(m, 1), W.product(m - 1, 1) @ W.layer(m)), Unrolled(), given=given).failure
    assert attempt(eq(W.product(m, 1), W.layer(m) @ W.product(m - 2, 1)), Unrolled(), given=given).failure
    beyond = eq(W.product(m + 1, 1), W.layer(m + 1) @ W.product(m, 1))
    assert attempt(beyond, Unrolled(), given=given).failure


def test_only_a_product_of_nothing_is_one():
    """No factors from m + 1 to m; one from m to m, perhaps one from m - 1 to 1."""
    body = smax(W.layer(k))
    given = (BOUNDED, smax(W.product(m, 1)) <= 1)
    assert attempt(eq(ProdOver(k, m + 1, m, body), 1), Unrolled(), given=given).ok
    assert attempt(eq(ProdOver(k, m + 1, m, body), 0), Unrolled(), given=given).failure
    assert attempt(eq(ProdOver(k, m, m, body), 1), Unrolled(), given=given).failure
    assert attempt(eq(ProdOver(k, 1, m - 1, body), 1), Unrolled(), given=given).failure


def test_the_column_that_a_product_of_unit_columns_is():
    """e_i (x) e_j has its one in row (i - 1) n + j, counted along the second factor; in range only."""
    row, column = Dim("r", 1, m), Dim("c", 1, n)
    whole, given = kron(Unit(m, row), Unit(n, column)), maxabs(W.layer(m)) <= row * column
    assert attempt(eq(whole, Unit(m * n, (row - 1) * n + column)), Unrolled(), given=given).ok
    assert attempt(eq(whole, Unit(m * n, (column - 1) * m + row)), Unrolled(), given=given).failure
    assert attempt(eq(whole, Unit(m * n, row * n + column)), Unrolled(), given=given).failure


def test_a_column_of_an_entrywise_product():
    e, given = Unit(n, 1), maxabs(had(A, B)) <= x
    assert attempt(eq(had(A, B) @ e, diag(A @ e) @ B @ e), Unrolled(), given=given).ok
    assert attempt(eq(had(A, B) @ e, diag(A @ e) @ A @ e), Unrolled(), given=given).failure
    assert attempt(eq(had(A, B) @ e, A @ B @ e), Unrolled(), given=given).failure
    assert attempt(eq(had(A, B) @ A, diag(A @ e) @ B @ A), Unrolled(), given=given).failure


def test_sums_of_diagonal_matrices_are_diagonal():
    y, given = A @ Unit(n, 1), maxabs(A) <= x
    assert attempt(eq(Id(n) + 2 * diag(y), diag(1 + 2 * entries(y))), Identity(), given=given).ok
    assert attempt(eq(Id(n) + 2 * diag(y), diag(2 + entries(y))), Identity(), given=given).failure
    assert attempt(eq(A + diag(y), diag(1 + entries(y))), Identity(), given=given).failure
