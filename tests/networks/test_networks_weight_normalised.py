"""Jacobians of weight-normalised networks against automatic differentiation, and gradient descent on them."""

import itertools

import pytest
import torch
from torch.func import hessian, jacrev

from tests.oracles.weight_normalised import (
    bump,
    bump_slope,
    descend,
    first_layer,
    normalise_rows,
    normalise_rows_jacobian,
    residual_network,
    row_normalised,
)


def random(*shape, seed=0):
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))


def flat(jacobian, outputs):
    return jacobian.reshape(outputs, -1)


def close(a, b):
    return torch.allclose(a, b, rtol=1e-11, atol=1e-12)


TANH = (torch.tanh, lambda s: 1 - torch.tanh(s) ** 2)
SHAPES = [(1, 1, 1), (2, 3, 2), (3, 2, 4), (4, 4, 1)]


@pytest.mark.parametrize(("d_1", "d_0", "data"), SHAPES)
@pytest.mark.parametrize("eps", [1e-3, 1.0, 50.0])
def test_affine_layers(d_1, d_0, data, eps):
    w, x = random(d_1, d_0), random(d_0, data, seed=1)
    for layer in (first_layer(eps), row_normalised(eps)):
        assert close(layer.weights_jacobian(w, x), flat(jacrev(layer)(w, x), d_1 * data))
        assert close(layer.data_jacobian(w, x), flat(jacrev(layer, argnums=1)(w, x), d_1 * data))


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


def test_smallest_singular_values_add_up_as_squares():
    """The repaired Proposition 4.5 for depths up to 5."""
    for depth in (2, 3, 5):
        net = residual_network(depth, 2, 0.5, 0.5, *TANH)
        weights = [random(2, 4), *(random(2, 2, seed=k) for k in range(1, depth))]
        x = random(4, 2, seed=5)
        inputs = net.inputs(weights, x)
        products, whole = [], torch.linalg.svdvals(torch.cat(net.jacobian(weights, x), 1))[-1]
        for k in range(depth):
            value = torch.linalg.svdvals(net.layers[k].weights_jacobian(weights[k], inputs[k]))[-1]
            for j in range(k + 1, depth):
                value = value * torch.linalg.svdvals(net.layers[j].data_jacobian(weights[j], inputs[j]))[-1]
            products.append(value)
        assert whole**2 >= sum(p**2 for p in products) * (1 - 1e-9)


def square(label):
    return lambda out: 0.5 * ((out - label) ** 2).sum()


ONE = torch.ones(1, 1, dtype=torch.float64)


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


def test_with_labels_within_reach_gradient_descent_gets_there():
    """Case one of the proof: bounded weights, and linearly independent data; loss to zero from random starts."""
    net = residual_network(3, 2, 0.5, 0.5, *TANH)
    x = torch.tensor([[1.0, 0.2], [0.0, 1.0], [0.3, -0.5]], dtype=torch.float64)
    goal = net([random(2, 3, seed=7) / 3, random(2, 2, seed=8), random(2, 2, seed=9)], x)
    for seed in range(3):
        start = [random(2, 3, seed=seed), random(2, 2, seed=seed + 20), random(2, 2, seed=seed + 40)]
        _, losses = descend(net, start, x, lambda out: 0.5 * ((out - goal) ** 2).sum(), 0.05, 2000)
        assert all(b <= a + 1e-14 for a, b in zip(losses, losses[1:], strict=False))
        assert losses[-1] < 1e-3 * losses[0]


def test_arguments_out_of_range_are_refused():
    for eps, delta, depth in ((0.0, 0.5, 2), (1.0, 0.0, 2), (1.0, 1.0, 2), (1.0, 0.5, 0)):
        with pytest.raises(ValueError, match="needs 0 < delta < 1"):
            residual_network(depth, 1, eps, delta, *TANH)
    with pytest.raises(FloatingPointError, match="the loss is"):
        net = residual_network(1, 1, 1.0, 0.5, *TANH)
        descend(net, [ONE], ONE, lambda out: out.sum() / 0, 0.1, 3)
