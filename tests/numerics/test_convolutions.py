"""Convolutional networks: the Jacobian against automatic differentiation, ranks against what is known."""

import pytest
import torch
from torch.func import jacrev
from torch.nn.functional import conv2d

from lemmata.evaluate.randomness import Stream
from numerics.zhao2024 import convolutions, pictures


@pytest.mark.parametrize("head", convolutions.HEADS)
@pytest.mark.parametrize(("m", "kernel", "padding"), [(1, 1, 0), (2, 3, 0), (3, 3, 1), (2, 4, 0)])
def test_jacobian_is_that_of_the_network(head, m, kernel, padding):
    source = Stream(("cnn", head, m, kernel))
    shapes = convolutions._shapes(head, m, kernel, padding, 2)
    first, last = (source.normal(shape) for shape in shapes)
    pixels = torch.eye(64, dtype=torch.float64)[list(pictures.varying())].reshape(-1, 1, 8, 8)

    def network(first, last):
        hidden = conv2d(pixels, first.reshape(m, 1, kernel, kernel), padding=padding)
        if head == "dense":
            return (hidden.flatten(1) @ last.flatten(1).T).T
        return conv2d(hidden, last.reshape(1, m, kernel, kernel), padding=padding).flatten(1).T

    parts = jacrev(network, argnums=(0, 1))(first, last)
    expected = torch.cat([p.reshape(-1, w.numel()).T for p, w in zip(parts, (first, last), strict=True)])
    assert torch.allclose(convolutions.jacobian(first, last, kernel, padding), expected)
