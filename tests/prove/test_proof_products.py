"""Eigenvectors of the factors of a product, and products taken apart: what the steps may not be used for."""

from dataclasses import replace

import pytest

from lemmata import catalogue
from lemmata.language import Dim, Index, Layers, ProdOver, eq, forall, smax
from lemmata.language.proof import Unrolled
from lemmata.prove.proofs import examine
from tests.prove.proof_attempts import attempt, n

ROW = catalogue.get("oyedotun.eq-12")
EQ_12 = catalogue.proof_of(ROW.id)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("product_every", " * (V @ unit(n, i))", " * 2 * (V @ unit(n, i))"),
        ("product_every", "(V @ unit(n, i))", "(V @ unit(n, 1))"),
        ("product_factor", ", l) * ", ", l) * 2 * "),
    ],
)
def test_a_wrong_eigenvalue_or_vector_is_refused(name, old, new):
    assert examine(ROW, EQ_12).ok
    place = next(k for k, step in enumerate(EQ_12.steps) if step.name == name)
    step = EQ_12.steps[place]
    assert old in step.states
    changed = replace(step, states=new.join(step.states.rsplit(old, 1)))
    assert not examine(ROW, replace(EQ_12, steps=(*EQ_12.steps[:place], changed, *EQ_12.steps[place + 1 :]))).ok


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
