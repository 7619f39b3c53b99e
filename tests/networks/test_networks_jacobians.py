"""Spectra of Gauss-Newton matrices of networks, which are never formed: against torch's Hessian and a library's."""

from math import prod

import pytest
import torch

from lemmata.networks import gauss_newton as gn


def drawn(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed + sum(shape))
    return torch.randn(*shape, dtype=torch.float64, generator=generator)


def random_weights(widths, seed=0):
    return [drawn(b, a, seed=seed + k) for k, (a, b) in enumerate(zip(widths, widths[1:], strict=False))]


def linear(weights, x):
    """W^L ... W^1 x."""
    for w in weights:
        x = w @ x
    return x


def residual(beta):
    """(W^L + beta I) ... (W^1 + beta I) x, I rectangular."""
    return lambda weights, x: linear([w + beta * torch.eye(*w.shape, dtype=w.dtype) for w in weights], x)


def leaky(weights, x):
    """W sigma(V x), of slope 1/10 below zero; V first, then W."""
    return weights[1] @ torch.nn.functional.leaky_relu(weights[0] @ x, 0.1)


def outer_products(network, weights, data):
    """(1/n) sum of J J^T: torch's Hessian of the mean of |F - y|^2 / 2 where every residual vanishes, which shares no
    Jacobian."""
    shapes, target = [w.shape for w in weights], network(weights, data)

    def loss(flat):
        parts = flat.split([prod(shape) for shape in shapes])
        moved = network([part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)], data)
        return ((moved - target) ** 2).sum() / 2

    return torch.func.hessian(loss)(torch.cat([w.reshape(-1) for w in weights])) / data.shape[1]


def same_spectrum(whole, spectrum):
    """Whether the first eigenvalues are those of a matrix, and all that one of the two has more are zero."""
    found, size = torch.linalg.eigvalsh(whole).flip(0), min(len(whole), len(spectrum))
    rest = torch.cat([found[size:], spectrum[size:]])
    return torch.allclose(found[:size], spectrum[:size], atol=1e-12 * float(found[0])) and bool(
        (rest.abs() <= 1e-12 * found[0]).all()
    )


@pytest.mark.parametrize("widths", [(3, 2), (3, 4, 2), (4, 1, 3), (3, 5, 4, 2), (4, 1, 1, 3), (2, 3, 3, 3, 3, 2)])
@pytest.mark.parametrize("samples", [1, 3, 9])
@pytest.mark.parametrize("beta", [0.0, 0.5])
def test_spectrum_is_that_of_the_outer_products(widths, samples, beta):
    weights, data = random_weights(widths), drawn(widths[0], samples)
    spectrum = gn.gauss_newton_spectrum(gn.residual_weights(weights, beta), data / samples**0.5)
    assert len(spectrum) == widths[0] * widths[-1] and spectrum.dtype == torch.float64
    whole = outer_products(residual(beta), weights, data)
    assert same_spectrum(whole, spectrum)
    factor = gn.gauss_newton_factor(gn.residual_weights(weights, beta), data / samples**0.5)
    assert torch.allclose(factor @ factor.T, whole, atol=1e-12 * float(whole.abs().max()))


def test_another_network_has_another_spectrum():
    """Negative controls: a forgotten skip link, a forgotten mean over the data, transposed factors."""
    weights, data = random_weights((3, 4, 2)), drawn(3, 3)
    whole = outer_products(residual(0.5), weights, data)
    assert not same_spectrum(whole, gn.gauss_newton_spectrum(weights, data / 3**0.5))
    assert not same_spectrum(whole, gn.gauss_newton_spectrum(gn.residual_weights(weights, 0.5), data))
    square = random_weights((3, 3, 3))
    turned = gn.gauss_newton_spectrum([w.T for w in square], data / 3**0.5)
    assert not same_spectrum(outer_products(linear, square, data), turned)


def test_spectrum_is_that_of_a_curvature_library():
    curvlinops = pytest.importorskip("curvlinops", reason="the optional curvature library is not installed")
    widths, data = (3, 4, 2), drawn(5, 3, seed=1)
    layers = [torch.nn.Linear(a, b, bias=False, dtype=torch.float64) for a, b in zip(widths, widths[1:], strict=False)]
    model = torch.nn.Sequential(*layers)
    weights = list(model.parameters())
    loss = torch.nn.MSELoss(reduction="mean")  # over the 5 x 2 entries: the mean over data of |F - y|^2 / 2
    operator = curvlinops.GGNLinearOperator(model, loss, weights, [(data, torch.zeros(5, 2, dtype=torch.float64))])
    dense = operator @ torch.eye(sum(w.numel() for w in weights), dtype=torch.float64)
    dense = dense if isinstance(dense, torch.Tensor) else torch.from_numpy(dense)
    spectrum = gn.gauss_newton_spectrum([w.detach() for w in weights], data.T / 5**0.5)
    assert same_spectrum(dense.detach(), spectrum)


@pytest.mark.parametrize(("d", "m", "k", "n"), [(3, 4, 2, 5), (4, 1, 3, 6), (2, 6, 1, 1)])
def test_leaky_spectrum(d, m, k, n):
    w, v, x = drawn(k, m), drawn(m, d), drawn(d, n)
    whole, spectrum = n * outer_products(leaky, [v, w], x), gn.leaky_spectrum(w, v, x, 0.1)
    assert len(spectrum) == n * k and same_spectrum(whole, spectrum)
    assert not same_spectrum(whole, gn.leaky_spectrum(w, v, x, 0.2))
    gram, factor = gn.leaky_gram(w, v, x, 0.1), gn.leaky_factor(w, v, x, 0.1)
    assert torch.allclose(torch.linalg.eigvalsh(gram).flip(0), spectrum, atol=1e-12 * float(spectrum[0]))
    assert torch.allclose(factor.T @ factor, gram, atol=1e-12)


@pytest.mark.parametrize(
    ("widths", "samples", "rank"),
    [
        ((3, 4, 2), 5, 6),
        ((3, 4, 2), 2, 4),  # two data points
        ((4, 1, 3), 9, 6),  # a bottleneck: 1 (3 + 4 - 1)
        ((4, 2, 5, 3), 9, 10),  # 2 (3 + 4 - 2)
        ((3, 2), 9, 6),
    ],
)
def test_rank_of_networks_in_general_position(widths, samples, rank):
    """At most q (k + r - q), q the least of k, r and the hidden widths, which the floats show and nothing below."""
    weights, data = random_weights(widths), drawn(widths[0], samples)
    spectrum = gn.gauss_newton_spectrum(weights, data)
    assert gn.pseudo_condition(spectrum, rank) == float(spectrum[0] / spectrum[rank - 1])
    for wrong, error in ((rank + 1, (ArithmeticError, ValueError)), (0, ValueError)):
        with pytest.raises(error):
            gn.pseudo_condition(spectrum, wrong)
