"""Common eigenvectors of the factors of a product: what the step may not be used for."""

from dataclasses import replace

import pytest

from lemmata.theorems import catalogue
from lemmata.theorems.language import Id, eq
from lemmata.theorems.language.columns import entries
from lemmata.theorems.language.functions import prod
from lemmata.theorems.language.proof import CommonEigenvector, Proof
from lemmata.theorems.oyedotun2021 import section4_products as products
from lemmata.theorems.oyedotun2021.proofs_depth import at_layer, eq_12, i, values
from lemmata.verify.proofs import examine

ROW = catalogue.get("oyedotun.eq-12")
PLACE = next(k for k, step in enumerate(eq_12.steps) if isinstance(step.by, CommonEigenvector))
STEP = eq_12.steps[PLACE]


def accepted(step):
    """Whether the shipped proof stands with another step in this place."""
    return examine(ROW, Proof("other", (*eq_12.steps[:PLACE], step, *eq_12.steps[PLACE + 1 :]))).ok


def test_the_step_as_shipped():
    assert accepted(
        replace(STEP, by=CommonEigenvector("product, factor", STEP.by.index, STEP.by.body, STEP.by.vector, values))
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
    vector = STEP.by.vector
    wrong = eq(STEP.states.lhs, prod(values + 1) * vector)
    assert not accepted(replace(STEP, states=wrong))
