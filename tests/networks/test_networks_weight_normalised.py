"""Jacobians of weight-normalised networks against automatic differentiation, and gradient descent on them."""

import itertools

import pytest
import torch
from torch.func import hessian, jacrev

from tests.oracles.weight_normalised import (
    bump,
    bump_slope,
    descend,
    normalise_rows,
    normalise_rows_jacobian,
    residual_network,
)


def random(*shape, seed=0):
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))


def flat(jacobian, outputs):
    return jacobian.reshape(outputs, -1)


def close(a, b):
    return torch.allclose(a, b, rtol=1e-11, atol=1e-12)


TANH = (torch.tanh, lambda s: 1 - torch.tanh(s) ** 2)


@pytest.mark.parametrize(("d_1", "d_0"), [(1, 1), (1, 4), (3, 2)])
@pytest.mark.parametrize("eps", [0.5, 20.0])
def test_weight_normalisation_at_zero_and_elsewhere(d_1, d_0, eps):
    for w in (torch.zeros(d_1, d_0, dtype=torch.float64), random(d_1, d_0)):
        by_autograd = flat(jacrev(lambda v: normalise_rows(v, eps))(w), w.numel())
        assert close(normalise_rows_jacobian(w, eps), by_autograd)
        assert by_autograd.square().sum() <= d_1 * d_0 / eps + 1e-12


@pytest.mark.parametrize(("depth", "width", "d_0", "data"), [(1, 2, 3, 2), (2, 1, 1, 1), (3, 2, 3, 2), (5, 3, 3, 3)])
@pytest.mark.parametrize("phi", [TANH, (bump, bump_slope)])
def test_chain_rule_for_the_whole_network(depth, width, d_0, data, phi):
    net = residual_network(depth, width, 0.7, 0.25, *phi)
    weights = [random(width, d_0), *(random(width, width, seed=k) for k in range(1, depth))]
    x = random(d_0, data, seed=9)
    blocks = jacrev(lambda ws: net(ws, x))(weights)
    for mine, theirs in zip(net.jacobian(weights, x), blocks, strict=True):
        assert close(mine, flat(theirs, width * data))


@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize("eps", [0.1, 1.0, 9.0])
def test_second_derivative_of_weight_normalisation_and_its_bound(size, eps):
    """Repaired (42) by hand, against the derivative of a derivative; bound 4 (d + 2) / 9 / eps^2, approached."""
    largest = 0.0
    for k, scale in itertools.product(range(3), (0.0, 0.3, 0.5**0.5, 1.0, 5.0)):
        w = random(size, seed=k)
        w = scale * eps**0.5 * w / w.norm()
        second = hessian(lambda v: v / (eps + v @ v).sqrt())(w)
        s = (eps + w @ w).sqrt()
        eye = torch.eye(size, dtype=torch.float64)
        mixed = (
            torch.einsum("k,ij->ijk", w, eye) + torch.einsum("j,ik->ijk", w, eye) + torch.einsum("i,jk->ijk", w, eye)
        )
        assert close(second, 3 * torch.einsum("i,j,k->ijk", w, w, w) / s**5 - mixed / s**3)
        largest = max(largest, float(second.square().sum()) * eps**2)
    assert largest <= 4 * (size + 2) / 9
    assert largest >= 0.5


def square(label):
    return lambda out: 0.5 * ((out - label) ** 2).sum()


ONE = torch.ones(1, 1, dtype=torch.float64)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("rate", [0.05, 0.5])
@pytest.mark.parametrize("start", [-1.0, 0.0, 2.0])
def test_gradient_descent_does_not_leave_the_line(rate, start):
    """The counterexample to Theorem 4.8: from (w, 0) the loss stays above (1 - y)^2 / 2, which is not the infimum."""
    net = residual_network(2, 1, 1.0, 0.5, bump, bump_slope)
    (w, v), losses = descend(net, [start * ONE, 0 * ONE], ONE, square(2.0), rate, 2000)
    assert v == 0
    assert min(losses) > 0.5
    assert losses[-1] < 0.52 + 0.3 * (rate < 0.1)
    assert square(2.0)(net([2 * ONE, 2 * ONE], ONE)) < 0.47
