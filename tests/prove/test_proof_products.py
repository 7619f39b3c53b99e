"""Common eigenvectors of the factors of a product, and products taken apart: what the steps may not be used for."""

from dataclasses import replace

import pytest

from lemmata import catalogue
from lemmata.language import Dim, Id, Index, Layers, ProdOver, eq, forall, smax
from lemmata.language.columns import entries
from lemmata.language.proof import CommonEigenvector, Unrolled
from lemmata.prove.proofs import examine
from tests.prove.proof_attempts import attempt, n
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


def test_only_a_product_of_nothing_is_one():
    """No factors from m + 1 to m; one from m to m, perhaps one from m - 1 to 1."""
    body = smax(W.layer(k))
    given = (BOUNDED, smax(W.product(m, 1)) <= 1)
    assert attempt(eq(ProdOver(k, m + 1, m, body), 1), Unrolled(), given=given).ok
    assert attempt(eq(ProdOver(k, m + 1, m, body), 0), Unrolled(), given=given).failure
    assert attempt(eq(ProdOver(k, m, m, body), 1), Unrolled(), given=given).failure
    assert attempt(eq(ProdOver(k, 1, m - 1, body), 1), Unrolled(), given=given).failure
