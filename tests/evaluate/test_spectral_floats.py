"""Batched solvers: agreement, degenerate input, failures and gradients."""

import numpy
import pytest
import torch

from lemmata.evaluate import spectral_floats as spectral

SHAPES = [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (5, 5), (6, 3), (3, 6), (34, 34)]


def degenerate(rows: int, cols: int) -> torch.Tensor:
    """Random matrices, the first few replaced by zero, identity, ones, graded, badly scaled ones."""
    torch.manual_seed(rows * 100 + cols)
    a = torch.randn(16, rows, cols, dtype=torch.float64)
    a[0] = 0
    a[1] = torch.eye(rows, cols)
    a[2] = 1
    a[3] *= torch.logspace(0, -30, cols, dtype=torch.float64)
    a[4, 0] = a[4, -1]
    a[5] *= 1e-300
    a[6] *= 1e150
    return a


@pytest.mark.parametrize("lanes", [True, False])
@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_singular_values_agree_with_numpy(rows: int, cols: int, lanes: bool, monkeypatch) -> None:
    monkeypatch.setattr(spectral.cpu_lanes, "suited", lambda *_: lanes and spectral.cpu_lanes.available())
    a = degenerate(rows, cols)
    got = spectral.singular_values(a)
    want = torch.from_numpy(numpy.linalg.svd(a.numpy(), compute_uv=False))
    assert ((got - want).abs() / want[:, :1].clamp(min=1e-310)).amax() < 1e-13


@pytest.mark.parametrize("lanes", [True, False])
@pytest.mark.parametrize("order", [1, 2, 3, 8, 33])
def test_symmetric_eigenvalues_agree_with_numpy(order: int, lanes: bool, monkeypatch) -> None:
    monkeypatch.setattr(spectral.cpu_lanes, "suited", lambda *_: lanes and spectral.cpu_lanes.available())
    n = degenerate(order, order)
    n = n + n.mT
    want = torch.from_numpy(numpy.linalg.eigvalsh(n.numpy())).flip(-1)
    relative = (spectral.symmetric_eigenvalues(n) - want).abs() / want.abs().amax(-1, keepdim=True).clamp(min=1e-310)
    assert relative.amax() < 1e-12


@pytest.mark.parametrize("lanes", [True, False])
@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_non_finite_input_is_nan_and_spoils_no_neighbour(lanes: bool, bad: float, monkeypatch) -> None:
    monkeypatch.setattr(spectral.cpu_lanes, "suited", lambda *_: lanes and spectral.cpu_lanes.available())
    a = torch.eye(3, dtype=torch.float64).repeat(3, 1, 1)
    a[1, 0, 2] = bad
    if lanes:  # which read one triangle of symmetric matrices
        a[1, 2, 0] = bad
    for solve in (spectral.singular_values, spectral.symmetric_eigenvalues):
        got = solve(a)
        assert got[1].isnan().all()
        assert torch.allclose(got[[0, 2]], torch.ones(2, 3, dtype=torch.float64))


def test_failing_instances_become_nan(monkeypatch: pytest.MonkeyPatch) -> None:
    true_solver = torch.linalg.svdvals

    def moody(a: torch.Tensor) -> torch.Tensor:
        if bool((a[:, 0, 0] == 7).any()):
            raise torch.linalg.LinAlgError("did not converge")
        return true_solver(a)

    monkeypatch.setitem(spectral._SINGULAR, "vendor", moody)
    a = torch.randn(9, 3, 3, dtype=torch.float64)
    a[4, 0, 0] = 7
    got = spectral.singular_values(a)
    assert got[4].isnan().all()
    assert torch.equal(got[[0, 8]], true_solver(a[[0, 8]]))


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_gradients_are_finite_and_right(rows: int, cols: int) -> None:
    a = degenerate(rows, cols)[[0, 1, 2, 4, *range(7, 16)]].requires_grad_()
    weights = torch.arange(1, min(rows, cols) + 1, dtype=torch.float64)
    (spectral.singular_values(a) @ weights).sum().backward()
    assert a.grad is not None and a.grad.isfinite().all()
    b = a.detach().clone().requires_grad_()
    left, _, right = torch.linalg.svd(b, full_matrices=False)
    assert torch.allclose(a.grad[4:], ((left * weights) @ right)[4:], atol=1e-10)
