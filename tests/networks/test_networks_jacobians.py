"""Jacobians and Gauss-Newton matrices: formula, automatic differentiation, exact arithmetic and a library agree."""

from fractions import Fraction as F

import pytest
import torch

from lemmata.networks import gauss_newton as gn
from tests.oracles import closed_forms, extreme_models, rank_oracles


@pytest.fixture(autouse=True)
def _double_precision():
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(before)


def parameters(architecture, seed, halves=5):
    """Small rationals, the same every time, and as floats."""
    entries = torch.randint(-halves, halves + 1, (architecture.count,), generator=torch.Generator().manual_seed(seed))
    exact = [F(int(v) * 2 + 1, 2) for v in entries]
    return exact, torch.tensor([float(v) for v in exact])


CASES = {
    "linear": (extreme_models.linear((3, 2, 4, 2)), lambda a, t, x: closed_forms.linear_jacobian(a.split(t), x)),
    "one layer": (extreme_models.linear((3, 2)), lambda a, t, x: closed_forms.linear_jacobian(a.split(t), x)),
    "residual": (
        extreme_models.residual((3, 4, 2, 2), F(1, 2)),
        lambda a, t, x: closed_forms.residual_jacobian(a.split(t), x, 0.5),
    ),
    "leaky": (
        extreme_models.leaky(3, 4, 2, F(1, 10)),
        lambda a, t, x: closed_forms.leaky_jacobian(a.split(t)[1], a.split(t)[0], x, 0.1),
    ),
    "convolutional": (
        extreme_models.convolutional((1, 3, 2), (2, 3), 6),
        lambda a, t, x: closed_forms.convolutional_jacobian(a.split(t), x, 6),
    ),
    "convolutional, three layers": (
        extreme_models.convolutional((2, 2, 1, 2), (2, 1, 2), 4),
        lambda a, t, x: closed_forms.convolutional_jacobian(a.split(t), x, 4),
    ),
    "weight-normalised": (
        extreme_models.weight_normalised((2, 2, 2)),
        lambda a, t, x: closed_forms.weight_normalised_jacobian(
            a.split(t)[::2], [g.reshape(-1) for g in a.split(t)[1::2]], x
        ),
    ),
}


def point(name, seed):
    """Parameters of a case, and one input."""
    architecture = CASES[name][0]
    exact, theta = parameters(architecture, seed)
    if name == "weight-normalised":  # rows with rational norms
        rows = [F(3), F(4), F(-5, 2), F(6)], [F(12), F(-5), F(0), F(2)]
        exact = [*rows[0], F(2), F(-1, 3), *rows[1], F(1, 2), F(3)]
        theta = torch.tensor([float(v) for v in exact])
    _, x = parameters(extreme_models.linear((architecture.inputs, 1)), seed + 100)
    return exact, theta, x


@pytest.mark.parametrize("name", CASES)
def test_formula_autograd_and_exact_arithmetic_agree(name):
    architecture, formula = CASES[name]
    exact, theta, x = point(name, 3)
    jacobian = formula(architecture, theta, x)
    assert jacobian.shape == (architecture.count, len(architecture.value(theta, x)))
    assert torch.allclose(jacobian, architecture.jacobian(theta, x), rtol=1e-12, atol=1e-12)
    rational = architecture.jacobian_exact(exact, [F(v) for v in x.tolist()])
    assert torch.allclose(jacobian, torch.tensor([[float(v) for v in row] for row in rational]), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_gauss_newton_by_three_routes(name):
    architecture, formula = CASES[name]
    exact, theta, x = point(name, 4)
    xs = torch.stack([x, 2 * x + 1, 1 - x.flip(0) / 2])
    by_formula = closed_forms.gauss_newton([formula(architecture, theta, row) for row in xs])
    scale = by_formula.abs().max()
    assert (by_formula - architecture.gauss_newton(theta, xs)).abs().max() <= 1e-12 * scale
    rational = architecture.gauss_newton_exact(exact, [[F(v) for v in row] for row in xs.tolist()])
    assert (by_formula - torch.tensor([[float(v) for v in row] for row in rational])).abs().max() <= 1e-12 * scale


@pytest.mark.parametrize("name", ["linear", "leaky", "convolutional"])
def test_gauss_newton_is_the_hessian_of_the_squared_loss_where_the_residual_vanishes(name):
    """An oracle that shares no Jacobian: torch's Hessian of |F - y|^2 / 2 at y = F(x), which is J J^T."""
    architecture, formula = CASES[name]
    _, theta, x = point(name, 5)
    target = architecture.value(theta, x)
    hessian = torch.func.hessian(lambda flat: ((architecture.value(flat, x) - target) ** 2).sum() / 2)(theta)
    jacobian = formula(architecture, theta, x)
    assert torch.allclose(hessian, jacobian @ jacobian.T, rtol=1e-10, atol=1e-10)


def test_gauss_newton_of_a_curvature_library():
    curvlinops = pytest.importorskip("curvlinops", reason="the optional curvature library is not installed")
    widths, data = (3, 4, 2), torch.randn(5, 3, generator=torch.Generator().manual_seed(1))
    layers = [torch.nn.Linear(a, b, bias=False) for a, b in zip(widths, widths[1:], strict=False)]
    model = torch.nn.Sequential(*layers)
    weights = list(model.parameters())
    loss = torch.nn.MSELoss(reduction="mean")  # over the 5 x 2 entries: the mean over data of |F - y|^2 / 2
    operator = curvlinops.GGNLinearOperator(model, loss, weights, [(data, torch.zeros(5, 2))])
    dense = operator @ torch.eye(sum(w.numel() for w in weights))
    dense = dense if isinstance(dense, torch.Tensor) else torch.from_numpy(dense)
    ours = closed_forms.gauss_newton([closed_forms.linear_jacobian([w.detach() for w in weights], x) for x in data])
    assert torch.allclose(dense.detach(), ours, rtol=1e-10, atol=1e-10)


def test_a_wrong_formula_is_noticed():
    """Negative controls: transposed factors, a forgotten skip link, the other slope."""
    architecture, _ = CASES["linear"]
    _, theta, x = point("linear", 3)
    first, second, third = architecture.split(theta)
    wrong = torch.kron(x.reshape(-1, 1), (third @ second).T.contiguous())
    assert not torch.allclose(wrong, architecture.jacobian(theta, x)[: first.numel()])
    residual, _ = CASES["residual"]
    _, theta, x = point("residual", 3)
    assert not torch.allclose(closed_forms.linear_jacobian(residual.split(theta), x), residual.jacobian(theta, x))
    leaky, _ = CASES["leaky"]
    _, theta, x = point("leaky", 3)
    v, w = leaky.split(theta)
    assert not torch.allclose(closed_forms.leaky_jacobian(w, v, x, 0.2), leaky.jacobian(theta, x))


def test_convolution_is_a_product_of_block_toeplitz_matrices():
    """(16), exactly and against torch's conv1d, at depth three with several channels."""
    channels, kernels, length = (1, 3, 2, 2), (3, 2, 1), 7
    architecture = extreme_models.convolutional(channels, kernels, length)
    _, theta = parameters(architecture, 8)
    _, x = parameters(extreme_models.linear((length, 1)), 9)
    by_torch, by_blocks, size = x.reshape(1, 1, -1), x, length
    for tensor in architecture.split(theta):
        by_torch = torch.nn.functional.conv1d(by_torch, tensor)
        by_blocks = closed_forms.toeplitz_matrix(tensor, size) @ by_blocks
        size = by_torch.shape[-1]
    assert torch.equal(by_torch.reshape(-1), by_blocks) or torch.allclose(by_torch.reshape(-1), by_blocks, rtol=1e-14)
    assert torch.allclose(architecture.value(theta, x), by_blocks, rtol=1e-13)
    flipped = closed_forms.toeplitz_matrix(architecture.split(theta)[0].flip(2), length)
    assert not torch.allclose(flipped @ x, closed_forms.toeplitz_matrix(architecture.split(theta)[0], length) @ x)


# --- Spectra of Gauss-Newton matrices without forming them, and their ranks without a threshold


def drawn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed + sum(shape)))


def network(widths, seed=0):
    return [drawn(b, a, seed=seed + k) for k, (a, b) in enumerate(zip(widths, widths[1:], strict=False))]


@pytest.mark.parametrize("widths", [(3, 2), (3, 4, 2), (4, 1, 3), (3, 5, 4, 2), (4, 1, 1, 3), (2, 3, 3, 3, 3, 2)])
@pytest.mark.parametrize("samples", [1, 3, 9])
def test_spectrum_is_that_of_the_outer_products(widths, samples):
    weights, data = network(widths), drawn(widths[0], samples)
    spectrum = gn.gauss_newton_spectrum(weights, data / samples**0.5)
    assert len(spectrum) == widths[0] * widths[-1] and spectrum.dtype == torch.float64
    architecture = extreme_models.linear(widths)
    theta = torch.cat([w.reshape(-1) for w in weights])
    whole = torch.linalg.eigvalsh(architecture.gauss_newton(theta, data.T)).flip(0)
    size = min(len(whole), len(spectrum))
    assert torch.allclose(whole[:size], spectrum[:size], atol=1e-12 * float(whole[0]))
    assert bool((whole[size:].abs() <= 1e-12 * whole[0]).all())
    assert bool((spectrum[size:] <= 1e-12 * whole[0]).all())


@pytest.mark.parametrize(("d", "m", "k", "n"), [(3, 4, 2, 5), (4, 1, 3, 6), (2, 6, 1, 1)])
def test_leaky_spectrum(d, m, k, n):
    w, v, x = drawn(k, m), drawn(m, d), drawn(d, n)
    architecture = extreme_models.leaky(d, m, k, F(1, 10))
    theta = torch.cat([v.reshape(-1), w.reshape(-1)])
    whole = torch.linalg.eigvalsh(n * architecture.gauss_newton(theta, x.T)).flip(0)
    spectrum = gn.leaky_spectrum(w, v, x, 0.1)
    size = min(len(whole), n * k)
    assert len(spectrum) == n * k
    assert torch.allclose(spectrum[:size], whole[:size], atol=1e-12 * float(whole[0]))
    assert torch.allclose(
        torch.linalg.eigvalsh(gn.leaky_gram(w, v, x, 0.1)).flip(0), spectrum, atol=1e-12 * float(whole[0])
    )
    factor = gn.leaky_factor(w, v, x, 0.1)
    assert torch.allclose(factor.T @ factor, gn.leaky_gram(w, v, x, 0.1), atol=1e-12)


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
    weights, data = network(widths), drawn(widths[0], samples)
    assert rank_oracles.gauss_newton_rank(weights, data) == rank
    spectrum = gn.gauss_newton_spectrum(weights, data)
    assert gn.pseudo_condition(spectrum, rank) >= 1
