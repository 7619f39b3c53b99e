"""Jacobians of deep linear networks: multilinearity, automatic differentiation and the Kronecker form agree."""

import random
from fractions import Fraction as F
from functools import partial, reduce

import numpy as np
import pytest
import torch

from lemmata.networks.linear import gauss_newton_outer_product_exact, jacobian_exact, linear_network_value


def random_matrices(rng, widths):
    return [
        [[F(rng.randint(-3, 3), rng.randint(1, 3)) for _ in range(a)] for _ in range(b)]
        for a, b in zip(widths, widths[1:], strict=False)
    ]


def floats(matrix):
    return torch.tensor([[float(v) for v in row] for row in matrix], dtype=torch.float64)


def by_autograd(ws, x):
    """The Jacobian, parameters by outputs, in torch's reverse mode."""
    parts = torch.autograd.functional.jacobian(lambda *layers: reduce(lambda out, w: w @ out, layers, x), tuple(ws))
    return torch.cat([part.flatten(1) for part in parts], 1).T


def test_by_hand():
    ws = [[[2]], [[3]]]
    assert linear_network_value(ws, [5]) == [30]
    assert jacobian_exact(ws, [5]) == [[15], [10]]
    assert gauss_newton_outer_product_exact(ws, [[5], [1]]) == [[117, 78], [78, 52]]


@pytest.mark.parametrize("widths", [(1, 1), (2, 3), (2, 3, 2), (3, 1, 2), (2, 3, 1, 2)])
def test_exact_agrees_with_autograd(widths):
    rng = random.Random(50)
    ws = random_matrices(rng, widths)
    xs = [[F(rng.randint(-3, 3)) for _ in range(widths[0])] for _ in range(3)]
    tensors, data = [floats(w) for w in ws], floats(xs)
    assert torch.allclose(by_autograd(tensors, data[0]), floats(jacobian_exact(ws, xs[0])), atol=1e-12)
    exact = gauss_newton_outer_product_exact(ws, xs)
    assert torch.allclose(sum(j @ j.T for j in map(partial(by_autograd, tensors), data)) / 3, floats(exact), atol=1e-10)
    assert exact == [list(col) for col in zip(*exact, strict=True)]


def test_one_hidden_layer_kronecker_form():
    """J = [W^T (x) x ; I (x) Vx] for F = W V x, columns indexed by output."""
    rng = random.Random(51)
    v, w = random_matrices(rng, (2, 3, 2))
    x = [F(1), F(-2)]
    jac = floats(jacobian_exact([v, w], x)).numpy()
    vx = floats([linear_network_value([v], x)]).numpy().T
    top = np.kron(floats(w).numpy().T, np.array([[1.0], [-2.0]]))
    assert np.allclose(jac, np.vstack([top, np.kron(np.eye(2), vx)]))
    wrong = np.vstack([np.kron(floats(w).numpy().T, np.array([[-2.0], [1.0]])), np.kron(np.eye(2), vx)])
    assert not np.allclose(jac, wrong)
