"""The construction of two factorisations of one product."""

import torch

from lemmata import catalogue
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import instantiate
from lemmata.sample.registry import constructions


def test_the_products_agree_exactly_and_the_factors_differ():
    row = catalogue.get("oyedotun.prop-3~row-rank")
    for dims in ({"n": 1, "N": 1}, {"n": 2, "N": 3}, {"n": 3, "N": 2}):
        values = constructions()[row.construct](instantiate(row, dims), Stream("built", 0), 64)
        w, x, e, f = (values[name] for name in "WXEF")
        assert torch.equal((w + e) @ (x + f), w @ x)
        assert bool((e != 0).any()) and bool((f != 0).any())
