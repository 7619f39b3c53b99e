"""Text and notation of what is said of a training run."""

import pytest

from lemmata.language import Index, norm2, normF
from lemmata.language.networks import LayerMatrix, Network
from lemmata.language.notation import latex, mathml
from lemmata.language.text import write
from lemmata.language.training import CLAUSES, AtStart, StaysBelow, TendsTo
from lemmata.language.variables import Dim, Scalar

nu = Network("nu", "layered")
W = LayerMatrix(nu, Index("l"))
beta = Scalar("beta")
n, m, k = Dim("n"), Dim("m"), Dim("k")


def sample(cls):
    """One clause of a class, with as many arguments as it takes."""
    built = {StaysBelow: (norm2(W), norm2(AtStart(W)), nu), TendsTo: (norm2(W) / normF(W), 1, nu)}
    by_quantity = {"BoundedAbove": (norm2(W), nu), "Diverges": (norm2(W), nu), "DescentBalance": (norm2(W), nu)}
    smooth = {"SmoothInBall": (nu, beta), "LogisticLoss": ()}
    return cls(*(built.get(cls) or {**by_quantity, **smooth}.get(cls.__name__, (nu,))))


@pytest.mark.parametrize("cls", CLAUSES)
def test_every_clause_has_text_and_notation(cls):
    clause = sample(cls)
    assert write(clause).isascii()
    assert latex(clause)
    assert mathml(clause).startswith("<math")
    assert clause.func(*clause.args) == clause
