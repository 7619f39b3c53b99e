"""Spectra in SIMD lanes: accuracy against exact spectra and LAPACK, honest bounds, and what is no number."""

import numpy as np
import pytest
import torch

from lemmata.evaluate import cpu_lanes
from lemmata.evaluate import spectral_floats as spectral
from tests import python

ORDERS = (2, 3, 4, 5, 8, 13, 32, 40)
EPS = np.finfo(float).eps


def trying(order: int, cols: int | None = None) -> np.ndarray:
    """Random matrices and the kinds on which eigensolvers stumble: zero, identity, ones, graded, clustered, scaled."""
    cols = cols or order
    rng = np.random.default_rng(100 * order + cols)
    a = rng.standard_normal((300, order, cols))
    a[0], a[1], a[2] = 0.0, np.eye(order, cols), 1.0
    a[3:40] *= np.logspace(0, -30, cols)
    a[40:60] *= np.logspace(0, -200, order)[:, None]
    a[60:80, 0] = a[60:80, -1]
    a[80:90] *= 1e-300
    a[90:100] *= 1e150
    a[100:110] = np.eye(order, cols) + 1e-9 * a[100:110]
    a[110:150] = a[110:150].round()
    a[150:160] = np.triu(np.ones((order, cols)), 1)
    a[160:170] = np.eye(order, cols) * rng.integers(0, 3, (10, order, 1))
    a[170:180] *= 5e-324 / 1e-300
    return a


def norms(a: np.ndarray) -> np.ndarray:
    """Frobenius norms, without overflow."""
    top = np.abs(a).max((1, 2))
    return top * np.linalg.norm(a / np.where(top > 0, top, 1)[:, None, None], axis=(1, 2))


@pytest.mark.parametrize("shape", [*((n, n) for n in ORDERS), (3, 7), (7, 3), (32, 2)])
def test_singular_values_agree_with_lapack_and_keep_their_bounds(shape: tuple[int, int]) -> None:
    a = trying(*shape)
    values, bound = cpu_lanes.spectra(a, False)
    want = np.linalg.svd(a, compute_uv=False)
    apart = np.abs(values - want).max(1)
    trusted = np.isfinite(bound)
    assert trusted.mean() > 0.8 and trusted[180:].all()
    lapack = 8 * EPS * norms(a) + 1e-320
    assert (apart <= bound + lapack)[trusted].all()
    assert (bound <= 64 * EPS * norms(a) + 1e-320)[trusted].all()


@pytest.mark.parametrize("order", ORDERS)
def test_eigenvalues_agree_with_lapack_and_keep_their_bounds(order: int) -> None:
    a = trying(order)
    a = (a + a.transpose(0, 2, 1)) / 2
    values, bound = cpu_lanes.spectra(a, True)
    apart = np.abs(values - np.linalg.eigvalsh(a)[:, ::-1]).max(1)
    trusted = np.isfinite(bound)
    assert trusted.mean() > 0.8 and trusted[180:].all()
    assert (apart <= bound + 8 * EPS * norms(a) + 1e-320)[trusted].all()
    assert (np.diff(values, axis=1) <= 0).all()


@pytest.mark.parametrize("order", [2, 3, 5, 8, 16, 32, 40])
def test_bounds_hold_against_spectra_known_exactly(order: int) -> None:
    """Second differences: 4 sin^2(k pi / (2 (n + 1))); and their factor, an upper bidiagonal matrix of ones."""
    path = 2 * np.eye(order) - np.eye(order, k=1) - np.eye(order, k=-1)
    want = 4 * np.sin(np.arange(order, 0, -1) * np.pi / (2 * (order + 1))) ** 2
    values, bound = cpu_lanes.spectra(np.repeat(path[None], 70, 0), True)
    assert np.abs(values - want).max() <= bound.min() < np.inf
    factor = np.eye(order) - np.eye(order, k=1)
    want = 2 * np.cos(np.arange(1, order + 1) * np.pi / (2 * order + 1))
    values, bound = cpu_lanes.spectra(np.repeat(factor[None], 70, 0), False)
    assert np.abs(values - want).max() <= bound.min() < np.inf


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_has_no_bound_and_spoils_no_neighbour(bad: float) -> None:
    a = np.random.default_rng(1).standard_normal((300, 4, 4))
    broken = a.copy()
    broken[::7, 2, 1] = bad
    for symmetric in (False, True):
        values, bound = cpu_lanes.spectra(broken, symmetric)
        assert np.isinf(bound[::7]).all()
        rest = np.arange(300) % 7 != 0
        assert np.isfinite(bound[rest]).all()
        assert np.abs(values[rest] - cpu_lanes.spectra(a, symmetric)[0][rest]).max() < 1e-13
    for ours in (spectral.singular_values, spectral.symmetric_eigenvalues):
        got = ours(torch.from_numpy(broken))
        assert got[::7].isnan().all() and got[torch.from_numpy(rest)].isfinite().all()


def test_the_compiler_is_loaded_only_when_it_is_needed() -> None:
    program = "import sys, lemmata.run.engine, lemmata.evaluate.cpu_lanes; print('numba' in sys.modules)"
    out = python("-c", program)
    assert out.stdout.strip() == "False"
