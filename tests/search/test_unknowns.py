"""Parameters of instances: floats and fractions stand for the same members, zeros stay, Newton's steps arrive."""

from __future__ import annotations

from fractions import Fraction

import pytest
import torch

from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Relation
from lemmata.sample.batches import as_batch
from lemmata.search.equations import Unknowns, Variety
from tests.made import read

LET = {
    "A": "real(2, 3)", "S": "symmetric(2)", "K": "skew(2)", "U": "upper(2)", "D": "diagonal(2)",
    "N": "nonnegative(2, 2)", "P": "psd(2)", "t": "interval(0, 1)", "r": "real", "q": "positive",
}  # fmt: skip


def started(concrete: Concrete, rows: int, factored: bool) -> tuple[Variety, torch.Tensor]:
    unknowns, x = Unknowns.started(concrete, Stream("unknowns", 0), rows, factored)
    return Variety(tuple(c for c in concrete.hypotheses if isinstance(c, Relation)), unknowns), x


@pytest.mark.parametrize("factored", [True, False])
def test_fractions_and_floats_are_the_same_members(factored: bool) -> None:
    concrete = read(LET, ["tr(S) == r"])
    unknowns, x = started(concrete, 6, factored)[0].unknowns, started(concrete, 6, factored)[1]
    near = torch.round(16 * x) / 16
    values = unknowns.members(near)
    exact = [unknowns.instance([Fraction(y) for y in row], values, k) for k, row in enumerate(near.tolist())]
    for name, found in as_batch(concrete, exact).items():
        assert torch.equal(found, values[name]), name


def test_nothing_arrives_where_there_is_no_solution() -> None:
    variety, x = started(read({"S": "symmetric(2)"}, ["S @ S == -1 * I(2)"]), 16, False)
    assert not bool(variety.within(variety.reached(x, torch.ones_like(x), 40, lambda: None)).any())
